"""Pushes, pops and acks as calls that can travel together: one statement for many requests.

What is not common goes alone: several partitions, automatic acks, delays, counted depths, batches
that failed as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

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
        return Alone(lambda: self._queues.take_next(acks, source, request, max_bytes, failed))

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
        plain = (
            partition is None
            and request.partitions == 1
            and request.per_partition is None
            and not request.auto_ack
        )
        # A repetition looks for one lease; first requests share what they ask for.
        if plain and not request.repeat:
            keyed = request.lease_key is not None
            own = keyed or request.client is not None
            asked = replace(request, lease_key=None, client=None) if own else request
            self.key = ("pop", queue, asked, keyed)
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
        if first.request.lease_key is None:
            clients = [call.request.client for call in calls]
            return first.queues.pop_each(first.queue, first.request, clients)
        # One key twice: the second request finds what the first one took, if it comes after it.
        keys = dict.fromkeys(call.request.lease_key for call in calls)
        together = list(takewhile(lambda call: keys.pop(call.request.lease_key, 0) is None, calls))
        leases = [call.request.lease_key for call in together if call.request.lease_key]
        clients = [call.request.client for call in together]
        return first.queues.pop_each(first.queue, first.request, clients, leases)


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
