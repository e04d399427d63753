"""Pushes, pops, acks, and acks that take the next, as calls that can travel together: one statement
for many requests.

What is not common goes alone: several partitions, automatic acks, delays, counted depths, batches
that failed as a whole.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from regent.limits import MAX_TOGETHER_ACKS
from regent.stores.ack_wire import ack_lanes, ack_outcomes, impossible_acks, whole_lane
from regent.stores.calls import Alone, Call
from regent.stores.queue import Queues
from regent.stores.queue_types import (
    Ack,
    Acked,
    FailedLease,
    Lease,
    PopRequest,
    Pushed,
    PushItem,
    Source,
)
from regent.stores.wire import PushBatch


class QueueCalls:
    """The verbs of ``Queues`` that hot routes call, prepared."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues

    def push(
        self, items: Sequence[PushItem], producer: str | None = None, *, depth: bool = False
    ) -> Call[list[Pushed]]:
        """``Queues.push``."""
        return _Push(self._queues, PushBatch(items), producer, depth)

    def pop(self, queue: str, partition: str | None, request: PopRequest) -> Call[Lease]:
        """``Queues.pop``."""
        return _Pop(self._queues, queue, partition, request)

    def pop_matching(self, namespace: str, task: str, request: PopRequest) -> Call[Lease]:
        """``Queues.pop_matching``."""
        return Alone(lambda: self._queues.pop_matching(namespace, task, request))

    def ack(self, acks: Sequence[Ack], failed: Sequence[FailedLease] = ()) -> Call[list[Acked]]:
        """``Queues.ack``."""
        if failed:
            return Alone(lambda: self._queues.ack(acks, failed))
        return _Ack(self._queues, acks)

    def take_next(
        self,
        acks: Sequence[Ack],
        source: Source,
        request: PopRequest,
        max_bytes: int,
        failed: Sequence[FailedLease] = (),
    ) -> Call[tuple[list[Acked], Lease]]:
        """``Queues.take_next``."""
        if failed:
            return Alone(lambda: self._queues.take_next(acks, source, request, max_bytes, failed))
        return _TakeNext(self._queues, acks, source, request, max_bytes)

    def release(self, lease_id: str, source: Source, group: str) -> Call[int]:
        """``Queues.release``."""
        return Alone(lambda: self._queues.release(lease_id, source, group))


class _Push(Call[list[Pushed]]):
    """A message says who pushed it, and one statement has one producer."""

    def __init__(self, queues: Queues, batch: PushBatch, producer: str | None, depth: bool) -> None:
        self.queues = queues
        self.batch = batch
        self.producer = producer
        self.depth = depth
        self.messages = len(batch)
        self.length = batch.length
        self.about = {queue for queue, _ in batch.lanes}
        self.lane = next(iter(batch.lanes)) if len(batch.lanes) == 1 else self
        # A push says once for all of its partitions until when something in them is delayed.
        if self.messages and not depth and not batch.waits:
            self.key = ("push", producer)

    def carry_out(self) -> list[Pushed]:
        """``Queues.push``."""
        return self.queues.push(self.batch, self.producer, depth=self.depth)

    @classmethod
    def carry_out_together(cls, calls: Sequence[_Push]) -> list[list[Pushed]]:
        """One push of all messages, in the order of the calls."""
        first = calls[0]
        return first.queues.push_together([call.batch for call in calls], first.producer)


class _Pop(Call[Lease]):
    """A pop that finds nothing answers for all pops behind it."""

    def __init__(
        self, queues: Queues, queue: str, partition: str | None, request: PopRequest
    ) -> None:
        self.queues = queues
        self.queue = queue
        self.partition = partition
        self.request = request
        self.messages = request.batch
        self.lane = self
        if (shared := _shared(queue, partition, request)) is not None:
            self.key = ("pop", shared)
            self.about = (self.key,)

    def carry_out(self) -> Lease:
        """``Queues.pop``."""
        return self.queues.pop(self.queue, self.partition, self.request)

    def next_due(self) -> float | None:
        """``Queues.next_due``."""
        return self.queues.next_due(self.queue, self.request.group)

    def has_changed(self, result: Lease) -> bool:
        """One that found nothing has not."""
        return bool(result.messages)

    @classmethod
    def carry_out_together(cls, calls: Sequence[_Pop]) -> list[Lease]:
        """As many pops in one statement, the first call's first."""
        first = calls[0]
        clients, keys = _own([call.request for call in calls])
        return first.queues.pop_each(first.queue, first.request, clients, keys)


class _Ack(Call[list[Acked]]):
    """Acks of one lane that are all completed, one after the other in the order of the locks."""

    def __init__(self, queues: Queues, acks: Sequence[Ack]) -> None:
        self.queues = queues
        self.acks = acks
        self.lanes = ack_lanes(acks)
        self.messages = len(acks)
        self.lane = self
        if whole_lane(self.lanes) is not None:
            (lane,) = self.lanes
            self.key = ("ack", lane["g"])
            self.lane = self.about = (("ack", lane["p"], lane["g"]),)

    def carry_out(self) -> list[Acked]:
        """``Queues.ack``."""
        return self.queues.ack(self.acks) if self.acks else []

    @classmethod
    def carry_out_together(cls, calls: Sequence[_Ack]) -> list[list[Acked]]:
        """The acks of all calls; a refused one is an outcome of its own call."""
        rows = calls[0].queues.ack_lanes([call.lanes[0] for call in calls])
        return [call.outcomes(own) for call, own in zip(calls, rows, strict=True)]

    def outcomes(self, rows: Sequence[Sequence[Any]]) -> list[Acked]:
        """What became of each ack, from the rows of its lane."""
        outcomes = impossible_acks(self.acks) | ack_outcomes(self.lanes, rows)
        return [outcomes[index] for index in range(len(self.acks))]


class _TakeNext(Call[tuple[list[Acked], Lease]]):
    """Acks of one lane that are all completed, or none, and a pop."""

    def __init__(
        self,
        queues: Queues,
        acks: Sequence[Ack],
        source: Source,
        request: PopRequest,
        max_bytes: int,
    ) -> None:
        self.queues = queues
        self.acks = acks
        self.source = source
        self.request = request
        self.max_bytes = max_bytes
        self.lanes = ack_lanes(acks)
        self.messages = len(acks) + request.batch
        self.lane = self
        #: What became of the acks, where nobody has looked for the next yet.
        self.acked: list[Acked] | None = None
        shared = _shared(source.queue, source.partition, request)
        is_plain = not self.lanes or whole_lane(self.lanes) is not None
        if shared is not None and is_plain and len(acks) <= MAX_TOGETHER_ACKS:
            self.key = ("next", shared)
            self.about = (self.key,)
            if self.lanes:
                self.lane = (self.lanes[0]["p"], self.lanes[0]["g"])

    def carry_out(self) -> tuple[list[Acked], Lease]:
        """``Queues.take_next``."""
        acks = self.acks if self.acked is None else ()
        acked, lease = self.queues.take_next(acks, self.source, self.request, self.max_bytes)
        return (acked if self.acked is None else self.acked), lease

    @classmethod
    def carry_out_together(cls, calls: Sequence[_TakeNext]) -> list[tuple[list[Acked], Lease]]:
        """The acks of all calls, then as many pops. Where the answers grow too large, the calls
        behind keep what became of their acks, and have only their pop left."""
        first = calls[0]
        clients, keys = _own([call.request for call in calls])
        together = calls[: len(clients)]
        lanes = [lane for call in together for lane in call.lanes]
        rows, leases = first.queues.take_next_each(
            lanes,
            first.source.queue or "",
            first.request,
            min(call.max_bytes for call in together),
            clients,
            lease_keys=keys,
        )
        found = iter(rows)
        for call in together:
            if call.acked is None:
                outcomes = impossible_acks(call.acks)
                if call.lanes:
                    outcomes |= ack_outcomes(call.lanes, next(found))
                call.acked = [outcomes[index] for index in range(len(call.acks))]
                call.lanes = []
        return [(call.acked or [], lease) for call, lease in zip(together, leases, strict=False)]


def _shared(queue: str | None, partition: str | None, request: PopRequest) -> Hashable | None:
    """What pops have in common that may travel together; None: this one goes alone."""
    is_plain = (
        queue is not None
        and partition is None
        and request.partitions == 1
        and request.per_partition is None
        and not request.auto_ack
        # A repetition looks for one lease; first requests share what they ask for.
        and not request.repeat
    )
    if not is_plain:
        return None
    keyed = request.lease_key is not None
    own = keyed or request.client is not None
    return (queue, replace(request, lease_key=None, client=None) if own else request, keyed)


def _own(requests: Sequence[PopRequest]) -> tuple[list[str | None], list[str]]:
    """The names of the clients, and their lease keys if they have some, of the first requests. One
    key twice: the second request finds what the first one took, if it comes after it."""
    if requests[0].lease_key is not None:
        keys = dict.fromkeys(each.lease_key for each in requests)
        requests = list(takewhile(lambda each: keys.pop(each.lease_key, 0) is None, requests))
    clients = [each.client for each in requests]
    return clients, [each.lease_key for each in requests if each.lease_key is not None]
