"""Messages as they were handed out: their fields, their lease, and their lane."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from regent.client.core.payloads import BASE64, ENCODING_HEADER, Codec, decoded
from regent.client.core.popping import QUEUE_MODE, Popped
from regent.client.errors import InvalidPayload

T = TypeVar("T")

_NOT_YET: Any = object()


class Lease:
    """The hold of a pop on its partitions. Renewing it counts for all of them."""

    __slots__ = ("_since", "id", "lost", "seconds")

    def __init__(self, popped: Popped) -> None:
        self.id = popped.lease_id
        #: How long it runs, from when it was asked for; None when the server did not say.
        self.seconds = popped.lease_seconds
        self._since = popped.sent_at
        #: A verdict or an extension was refused: somebody else may have the messages.
        self.lost = False

    def ends_in_seconds(self, now: float) -> float | None:
        """How long it runs still, on the clock of the session; None when that is not known."""
        return None if self.seconds is None else self._since + self.seconds - now

    def extended(self, seconds: float, since: float) -> None:
        """It runs for so long from then on, unless it did for longer."""
        end = None if self.seconds is None else self._since + self.seconds
        if end is None or end < since + seconds:
            self.seconds, self._since = seconds, since


class Lane:
    """The messages of one pop that are of one partition, in order."""

    __slots__ = ("answered", "group", "lease", "messages", "over", "partition", "partition_id")

    def __init__(self, lease: Lease, group: str, partition: str, partition_id: str) -> None:
        self.lease = lease
        self.group = group
        self.partition = partition
        self.partition_id = partition_id
        self.messages: list[MessageFields[Any]] = []
        #: The places of messages that have their verdict.
        self.answered: set[int] = set()
        #: The partition is given back: nothing of this lane can be answered any more.
        self.over = False

    @property
    def open(self) -> list[int]:
        """The places of messages without a verdict."""
        if self.over:
            return []
        return [place for place in range(len(self.messages)) if place not in self.answered]

    def __repr__(self) -> str:
        return f"<Lane {self.partition}: {len(self.messages)} messages, {len(self.open)} open>"


class MessageFields(Generic[T]):
    """The fields of a message, read from the answer when they are asked for."""

    __slots__ = ("_codec", "_payload", "lane", "place", "raw")

    def __init__(self, raw: dict[str, Any], codec: Codec[Any] | None) -> None:
        #: The message as the server sent it, also what this version does not know.
        self.raw = raw
        self._codec = codec
        self._payload = _NOT_YET
        #: The lane that it came in, and its place there.
        self.lane: Lane
        self.place = 0

    @property
    def payload(self) -> T:
        """What was pushed. Raises InvalidPayload when it is not of the queue's type."""
        if self._payload is _NOT_YET:
            if "decryptionError" in self.raw:
                raise InvalidPayload(f"the payload is encrypted: {self.raw['decryptionError']}")
            self._payload = decoded(self.raw["data"], self.raw.get("headers"), self._codec)
        payload: T = self._payload
        return payload

    @property
    def id(self) -> str:
        """The server's id of the message."""
        return str(self.raw["id"])

    @property
    def transaction_id(self) -> str:
        """The producer's id of the message, unique in its partition."""
        return str(self.raw["transactionId"])

    @property
    def queue(self) -> str:
        """Its queue."""
        return str(self.raw["queue"])

    @property
    def namespace(self) -> str | None:
        """The namespace of its queue."""
        return _label(self.raw.get("namespace"))

    @property
    def task(self) -> str | None:
        """The task of its queue."""
        return _label(self.raw.get("task"))

    @property
    def partition(self) -> str:
        """The name of its partition."""
        return str(self.raw["partition"])

    @property
    def partition_id(self) -> str:
        """The server's id of its partition."""
        return str(self.raw["partitionId"])

    @property
    def offset(self) -> int:
        """Its place in the partition, from 0 on without gaps."""
        return int(self.raw["offset"])

    @property
    def trace_id(self) -> str | None:
        """The trace that it belongs to."""
        return _label(self.raw.get("traceId"))

    @property
    def key(self) -> str | None:
        """The key that it was pushed with."""
        return _label(self.raw.get("key"))

    @property
    def headers(self) -> Mapping[str, Any]:
        """The headers that it was pushed with, without the one that marks bytes."""
        headers = self.raw.get("headers") or {}
        if headers.get(ENCODING_HEADER) == BASE64:
            return {name: value for name, value in headers.items() if name != ENCODING_HEADER}
        return headers

    @property
    def created_at(self) -> datetime:
        """When it was stored."""
        return datetime.fromisoformat(self.raw["createdAt"])

    @property
    def attempt(self) -> int:
        """How often it was handed out to the group, this time included."""
        return int(self.raw["deliveryAttempt"])

    @property
    def failed_attempts(self) -> int:
        """How often it failed in this group."""
        return int(self.raw["failedAttempts"])

    @property
    def producer(self) -> str | None:
        """Who pushed it: the subject of the producer's token."""
        return _label(self.raw.get("producerSub"))

    @property
    def group(self) -> str:
        """The group that it was handed out to."""
        return str(self.raw.get("consumerGroup") or QUEUE_MODE)

    @property
    def lease_id(self) -> str:
        """The lease that it is under; empty after ``auto_ack``."""
        return str(self.raw.get("leaseId") or "")

    @property
    def lease_lost(self) -> bool:
        """Whether it is known that the lease has ended, and somebody else may have the message."""
        return self.lane.lease.lost

    @property
    def redriven(self) -> Mapping[str, Any] | None:
        """Where a redriven message comes from, and why it was a dead letter; else None."""
        found = self.headers.get("redriven")
        return found if isinstance(found, Mapping) else None

    def derived_id(self, word: str) -> str:
        """A transaction id for what follows from this message: the same for the same message,
        group and word. Pushed under it, a follow-up is stored once, however often the message is
        handled."""
        from uuid import UUID, uuid5  # noqa: PLC0415 - six milliseconds, for those who use it

        return str(uuid5(UUID(self.id), f"{self.group}\x1f{word}"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.queue}/{self.partition}@{self.offset}: {self.id}>"


def _label(value: object) -> str | None:
    return None if value is None else str(value)


Fields = TypeVar("Fields", bound=MessageFields[Any])


def lanes_of(popped: Popped, messages: Iterable[MessageFields[Any]]) -> tuple[Lease, list[Lane]]:
    """Put the messages of one pop into their lanes."""
    lease = Lease(popped)
    lanes: dict[str, Lane] = {}
    for message in messages:
        partition_id = message.partition_id
        lane = lanes.get(partition_id)
        if lane is None:
            lane = lanes[partition_id] = Lane(lease, message.group, message.partition, partition_id)
        message.lane = lane
        message.place = len(lane.messages)
        lane.messages.append(message)
    return lease, list(lanes.values())


def by_lane(messages: Sequence[MessageFields[Any]]) -> dict[int, tuple[Lane, list[int]]]:
    """The places of messages in their lanes, in order; by the identity of the lane."""
    found: dict[int, tuple[Lane, list[int]]] = {}
    for message in messages:
        found.setdefault(id(message.lane), (message.lane, []))[1].append(message.place)
    return {key: (lane, sorted(set(places))) for key, (lane, places) in found.items()}
