"""The steps of which tests of the store are made: what the handlers do, without HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from regent.database import Connection, OpenTransaction
from regent.encryption import Encryption
from regent.limits import MAX_POP_BYTES
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.queue_types import (
    QUEUE_MODE,
    Ack,
    Acked,
    FailedLease,
    Lease,
    Popped,
    PopRequest,
    Pushed,
    PushItem,
    Source,
    Status,
    Subscription,
)


def within(connection: Connection) -> Queues:
    """A store whose work is not committed before the test commits it."""
    return Queues(OpenTransaction(connection), Encryption(Settings()))


def push(store: Queues, queue: str, *payloads: Any, **fields: Any) -> list[Pushed]:
    """Push payloads in one request."""
    items: list[PushItem] = [{"queue": queue, "payload": p, **fields} for p in payloads]  # type: ignore[typeddict-item]
    return store.push(items)


def request(
    *,
    group: str = QUEUE_MODE,
    batch: int = 1,
    partitions: int = 1,
    auto_ack: bool = False,
    mode: Literal["all", "new", "timestamp"] = "all",
    instant: datetime | None = None,
    **more: Any,
) -> PopRequest:
    """What a pop asks for."""
    return PopRequest(group, batch, partitions, auto_ack, Subscription(mode, instant), **more)


def pop(store: Queues, queue: str, partition: str | None = None, **asked: Any) -> Lease:
    """Pop."""
    return store.pop(queue, partition, request(**asked))


def take_next(
    store: Queues,
    answers: Sequence[Ack],
    queue: str | None,
    partition: str | None = None,
    *,
    namespace: str = "",
    task: str = "",
    max_bytes: int = MAX_POP_BYTES,
    failed: Sequence[FailedLease] = (),
    **asked: Any,
) -> tuple[list[Acked], Lease]:
    """Ack, and take the next messages."""
    source = Source(queue, partition, namespace, task)
    return store.take_next(answers, source, request(**asked), max_bytes, failed)


def acks(
    lease: Lease, *messages: Popped, group: str = QUEUE_MODE, status: Status = "completed"
) -> list[Ack]:
    """Answers for messages of a lease; for all of them when none is named."""
    return [
        {
            "transactionId": message.transaction_id,
            "partitionId": str(message.partition_id),
            "status": status,
            "group": group,
            "leaseId": lease.id,
        }
        for message in messages or lease.messages
    ]


def failure(lease: Lease | str, group: str = QUEUE_MODE, **more: Any) -> FailedLease:
    """That the batch of a lease failed as a whole."""
    leased = lease if isinstance(lease, str) else lease.id
    return {"leaseId": leased, "group": group, **more}  # type: ignore[typeddict-item]


def complete(store: Queues, lease: Lease, group: str = QUEUE_MODE) -> list[Acked]:
    """Complete all that a lease handed out."""
    return store.ack(acks(lease, group=group))


def payloads(lease: Lease) -> list[str]:
    """The payloads of a lease, as JSON text."""
    return [message.payload for message in lease.messages]


def configure(store: Queues, queue: str, partitions: int | None = None, **columns: Any) -> int:
    """Configure a queue by the columns of queen.queues; its id."""
    answer = store.configure(
        queue, namespace=None, task=None, partitions=partitions, options=columns
    )
    return answer.queue_id
