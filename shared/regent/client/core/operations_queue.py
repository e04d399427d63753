"""Operations about one queue, apart from pushing and popping."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeVar

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
from regent.errors import MessageNotFound, QueueNotFound
from regent.limits import MAX_PARTITIONS_PAGE

R = TypeVar("R", bound=Row)


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


def clear(queue: str, partition: str | None, *, force: bool) -> Operation[Cleared]:
    """Delete the messages of a queue or a partition. Sent once: what is pushed between two tries
    would be deleted by the second."""
    target = api("queues", queue, "clear", partition=partition, force=True if force else None)
    return Operation("DELETE", target, reads(Cleared), repeats=False)


def delete(queue: str) -> Operation[Deleted]:
    """Delete a queue. Sent once: a push between two tries would make it anew."""
    return Operation("DELETE", api("resources", "queues", queue), reads(Deleted), repeats=False)


def delete_partition(queue: str, partition: str, *, force: bool) -> Operation[Cleared]:
    """Delete a partition. Sent once, for the same reason."""
    target = api(
        "resources", "queues", queue, "partitions", partition, force=True if force else None
    )
    return Operation("DELETE", target, reads(Cleared), repeats=False)


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


def list_messages(query: Mapping[str, object]) -> Listing[MessageRow]:
    """Messages that are kept."""
    return Listing(("messages",), "messages", MessageRow, query)


def read_message(partition_id: str, transaction_id: str) -> Operation[MessageDetail]:
    """One message with its payload."""
    return Operation("GET", api("messages", partition_id, transaction_id), reads(MessageDetail))


def peek(query: Mapping[str, object], limit: int) -> Generator[Step, Any, list[MessageDetail]]:
    """The newest messages with their payloads. Nothing is taken."""
    page = yield list_messages(query).page(None, limit)
    found = []
    for listed in page.rows[:limit]:
        try:
            found.append((yield read_message(listed.partition_id, listed.transaction_id)))
        except MessageNotFound:
            continue  # it was deleted meanwhile
    return found
