"""The values that the store of queues takes and returns."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Final, Literal, NamedTuple, NotRequired, Required

from pydantic import Field
from typing_extensions import TypedDict  # pydantic wants this one before 3.12

from regent.limits import MAX_DELAY_SECONDS
from regent.names import Name, QueueName, UuidText

#: The group of consumers that name none: each message goes to one of them.
QUEUE_MODE: Final = "__QUEUE_MODE__"
Status = Literal["completed", "failed", "retry", "dlq"]


class PushItem(TypedDict, total=False):
    """A message to store, under the names of the HTTP contract."""

    queue: Required[QueueName]
    partition: Name | None
    payload: Any
    transactionId: Name | None
    traceId: UuidText | None
    key: Name | None
    headers: dict[str, Any] | None
    delaySeconds: Annotated[float, Field(strict=True, ge=0, le=MAX_DELAY_SECONDS)] | None


class ArchivedMessage(NamedTuple):
    """A message to store again, as the archive has it: headers and payload are JSON text, and the
    payload of an encrypted one is its ciphertext."""

    partition: str
    transaction_id: str
    trace_id: str | None
    key: str | None
    headers: str | None
    payload: str
    is_encrypted: bool
    producer_sub: str | None


class Pushed(NamedTuple):
    """The outcome of an item. Only a queue with a maximum size sets ``depth`` and ``remaining``."""

    queue: str
    partition_id: int
    message_id: str
    transaction_id: str
    trace_id: str | None
    duplicate: bool
    depth: int | None
    remaining: int | None


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a group starts at its first pop."""

    mode: Literal["all", "new", "timestamp"] = "all"
    instant: datetime | None = None


@dataclass(frozen=True, slots=True)
class PopRequest:
    """How much to take, and for which group."""

    group: str = QUEUE_MODE
    batch: int = 1
    partitions: int = 1
    auto_ack: bool = False
    subscription: Subscription = field(default_factory=Subscription)
    #: The length of the lease; None: the queue's.
    lease_seconds: int | None = None
    #: A UUID that the client made for this pop alone; it becomes the lease's id. ``repeat``: the
    #: pop was sent before, and what it may have leased is handed out again.
    lease_key: str | None = None
    repeat: bool = False
    #: No partition gives more messages than that; None: as many as the batch.
    per_partition: int | None = None
    #: The name that the consumer gave itself, for people who ask who holds a lease.
    client: str | None = None


class Source(NamedTuple):
    """The place from which messages are taken: a queue, one of its partitions, or the queues with
    these labels."""

    queue: str | None = None
    partition: str | None = None
    namespace: str = ""
    task: str = ""


class Popped(NamedTuple):
    """A message that was handed out: the columns of queen.pop, in its order."""

    queue: str
    namespace: str
    task: str
    partition_id: int
    partition: str
    offset: int
    id: uuid.UUID
    transaction_id: str
    trace_id: uuid.UUID | None
    key: str | None
    headers: str | None
    payload: str
    is_encrypted: bool
    producer_sub: str | None
    created_at: datetime
    #: How often it was handed out to the group, this time included, and how often that failed.
    delivery: int
    failed_attempts: int
    #: Why the payload of an encrypted message cannot be read; the payload is then null.
    decryption_error: str | None = None


class Lease(NamedTuple):
    """The outcome of a pop: messages, and the id of the lease that holds them ("" without
    messages). ``queue_exists``: whether the queue that was named, or one with the labels, is
    there."""

    id: str
    messages: list[Popped]
    queue_exists: bool = True
    #: For how long the lease runs, and until when.
    seconds: int | None = None
    expires_at: datetime | None = None

    @property
    def partitions_claimed(self) -> int:
        """How many partitions its messages are of."""
        return len({message.partition_id for message in self.messages})


class Extended(NamedTuple):
    """A lease that was prolonged: in how many partitions, until when, and for how many seconds from
    now. None of them: it has ended."""

    partitions: int
    expires_at: datetime | None
    seconds: int | None


class Ack(TypedDict):
    """An answer for a message that was handed out to ``group``."""

    transactionId: str
    partitionId: str
    status: Status
    group: str
    leaseId: NotRequired[str | None]
    error: NotRequired[str | None]
    upTo: NotRequired[bool]
    #: Of ``failed`` and ``retry``: when the message comes again.
    delaySeconds: NotRequired[float | None]


class FailedLease(TypedDict):
    """A lease of ``group`` whose batch failed as a whole; with ``partitionId``, only what it handed
    out there."""

    leaseId: str
    group: str
    partitionId: NotRequired[str | None]
    error: NotRequired[str | None]
    #: When its messages come again; None: after the queue's retry delay.
    delaySeconds: NotRequired[float | None]


class TransactionKey(NamedTuple):
    """The key that a client gave its transaction, to repeat it by; and a hash of the request."""

    key: str
    request: str


class OffsetCommit(TypedDict):
    """The offsets up to which a member has read: the next offset of each partition."""

    group: str
    member_id: str
    offsets: Mapping[int, int]
    generation: NotRequired[int | None]
    force: NotRequired[bool]


class Acked(NamedTuple):
    """The outcome of the ack at ``place`` of a request; leases that failed come behind the acks.
    ``holder``: the group whose lease a refused ack named, when it is not the ack's own."""

    place: int
    success: bool
    repeated: bool
    code: str | None
    dead: bool
    lease_released: bool
    holder: str | None
    queue: str | None
    partition: str | None


class Reclaimed(NamedTuple):
    """The work of one run of the reclaim; ``more``: it stopped at its limit."""

    leases_expired: int
    dead_lettered: int
    messages_expired: int
    more: bool


class Configured(NamedTuple):
    """A queue's configuration after the call."""

    queue_id: int
    partition_id: int
    namespace: str
    task: str
    partitions: int
    revision: int
    changed: bool
