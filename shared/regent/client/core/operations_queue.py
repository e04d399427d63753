"""Operations about one queue, apart from pushing and popping."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from datetime import datetime
from typing import Any, Literal, TypeVar

from regent.client.core.checks import check_choice, check_count, check_instant
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, api, json_bytes, json_of
from regent.client.core.paging import Listing
from regent.client.core.retry import Step
from regent.client.core.rows import Row, camel, row
from regent.client.core.rows_queue import (
    Cleared,
    Configured,
    Deleted,
    Depth,
    Explanation,
    MessageDetail,
    MessageRow,
    PartitionRow,
    QueueDetail,
)
from regent.client.errors import Misused
from regent.errors import QueueNotFound
from regent.limits import MAX_OFFSET, MAX_PARTITIONS_PAGE

R = TypeVar("R", bound=Row)

#: Of a list of messages: the oldest or the newest first.
Order = Literal["asc", "desc"]


def reads(kind: type[R]) -> Callable[[Reply], R]:
    """Reads an answer that is one row."""
    return lambda reply: row(kind, json_of(reply))


def configure(
    queue: str,
    namespace: str | None,
    task: str | None,
    options: Mapping[str, Any],
    if_revision: int | None = None,
) -> Operation[Configured]:
    """Make a queue, or replace all of its options."""
    body: dict[str, Any] = {
        "queue": queue,
        "options": {camel(name): value for name, value in options.items()},
    }
    if namespace is not None:
        body["namespace"] = namespace
    if task is not None:
        body["task"] = task
    if if_revision is not None:
        body["ifRevision"] = if_revision
    return Operation("POST", "/api/v1/configure", reads(Configured), json_bytes(body))


def create(
    queue: str, namespace: str | None, task: str | None
) -> Generator[Step, Any, QueueDetail]:
    """Make a queue unless it is there: one that is there keeps its options."""
    try:
        found: QueueDetail = yield show(queue)
    except QueueNotFound:
        yield configure(queue, namespace, task, {})
        found = yield show(queue)
    return found


def show(queue: str, *, live: bool = False) -> Operation[QueueDetail]:
    """A queue's options, totals and groups."""
    target = api("resources", "queues", queue, limit=1, live=True if live else None)
    return Operation("GET", target, reads(QueueDetail))


def depth(queue: str, group: str | None) -> Operation[Depth]:
    """What is left to do."""
    return Operation("GET", api("resources", "queues", queue, "depth", group=group), reads(Depth))


def clear(queue: str, partition: str | None, *, force: bool, dry_run: bool) -> Operation[Cleared]:
    """Delete the messages of a queue or a partition. Sent once: what is pushed between two tries
    would be deleted by the second."""
    body = {"queue": queue, "partition": partition, "force": force}
    target = api("queues", "clear", dryRun=dry_run or None)
    return Operation("POST", target, reads(Cleared), json_bytes(body), repeats=dry_run)


def delete(queue: str, *, dry_run: bool) -> Operation[Deleted]:
    """Delete a queue. Sent once: a push between two tries would make it anew."""
    target = api("resources", "queues", queue, dryRun=dry_run or None)
    return Operation("DELETE", target, reads(Deleted), repeats=dry_run)


def delete_partition(
    queue: str, partition: str, *, force: bool, dry_run: bool
) -> Operation[Cleared]:
    """Delete a partition. Sent once, for the same reason."""
    body = {"queue": queue, "partition": partition, "force": force}
    target = api("resources", "partitions", "delete", dryRun=dry_run or None)
    return Operation("POST", target, reads(Cleared), json_bytes(body), repeats=dry_run)


def explain(queue: str, partition: str, group: str | None) -> Operation[Explanation]:
    """Why a partition does not move."""
    target = api("resources", "queues", queue, "partitions", partition, "explain", group=group)
    return Operation("GET", target, reads(Explanation))


def list_partitions(queue: str | None) -> Listing[PartitionRow]:
    """The partitions of a queue, or of all."""
    return Listing(
        ("resources", "partitions"),
        "partitions",
        PartitionRow,
        {"queue": queue},
        most=MAX_PARTITIONS_PAGE,
    )


def list_messages(
    place: Mapping[str, object],
    *,
    group: str | None,
    status: str | None,
    trace_id: str | None,
    transaction_id: str | None,
    since: datetime | None,
    until: datetime | None,
    payloads: bool = False,
    reveal: bool = False,
    order: Order | None = None,
    after_offset: int | None = None,
) -> Listing[MessageRow]:
    """Messages that are kept. ``place``: the queue, its partition, or labels."""
    if order is not None:
        check_choice("order", order, ("asc", "desc"))
    for name, instant in (("since", since), ("until", until)):
        if instant is not None:
            check_instant(name, instant)
    if after_offset is not None and place.get("partition") is None:
        raise Misused(
            f"after_offset is {after_offset!r}, and offsets are those of a partition; name it, as"
            " in queue.partition(…).messages(after_offset=…)"
        )
    if after_offset is not None:
        check_count("after_offset", after_offset, 0, MAX_OFFSET)
    query = {
        **place,
        "consumerGroup": group,
        "status": status,
        "traceId": trace_id,
        "transactionId": transaction_id,
        "from": since,
        "to": until,
        "order": order,
        "afterOffset": after_offset,
        "payloads": payloads or None,
        "reveal": reveal or None,
    }
    return Listing(("messages",), "messages", MessageRow, query)


def read_message(
    partition_id: str, transaction_id: str, *, reveal: bool
) -> Operation[MessageDetail]:
    """One message with its payload."""
    target = api("messages", partition_id, transaction_id, reveal=reveal or None)
    return Operation("GET", target, reads(MessageDetail))
