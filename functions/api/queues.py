"""Queues as resources: list them, look into one, clear one, delete one."""

from __future__ import annotations

from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.configure import OPTION_COLUMNS, Options
from functions.forms.counted import Counted, LiveQuery, age
from functions.forms.partitions import PartitionPageQuery, PartitionProgress
from functions.forms.queues import MessageCounts
from functions.stores import queues, resources
from regent.errors import LeaseLive, PartitionNotFound, QueueNotFound
from regent.limits import MAX_PAGE
from regent.names import GroupName, Label, Name, QueueName
from regent.paging import Listing

app = Api()
handler = app.handler
queues()
resources()


class QueuesQuery(PageQuery):
    """Which queues; ``name`` is what their names begin with."""

    namespace: Label | None = None
    task: Label | None = None
    name: Label | None = None


class QueueListed(BaseModel):
    """A queue in the list. ``fixedPartitions`` is 0 where partitions are made as they are named."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    createdAt: str
    partitions: int
    messages: MessageCounts
    groups: int
    maxSize: int
    priority: int
    leaseTime: int
    retryLimit: int
    fixedPartitions: int
    encryptionEnabled: bool
    pushMaintenance: bool
    popMaintenance: bool


class QueuesAnswer(BaseModel):
    """A page of queues, by name."""

    queues: list[QueueListed]
    total: int
    pagination: Pagination
    nextCursor: str | None


class QueueTotals(MessageCounts):
    """``completed``: nobody has to do them any more; ``failed``: of the pending ones, those that
    failed before; ``deadLetter``: dead letters, of all groups; ``depth``: what maxSize bounds."""

    completed: int
    failed: int
    deadLetter: int
    depth: int


class QueueGroup(BaseModel):
    """A group on the queue. ``wholeQueue``: it follows every partition, those to come included."""

    name: str
    open: int
    pending: int
    processing: int
    partitionsBehind: int
    lagSeconds: float
    wholeQueue: bool
    paused: bool


class QueueQuery(PartitionPageQuery, LiveQuery):
    """A page of the queue's partitions, and whether to count its totals and groups now."""


class QueueAnswer(Counted):
    """A queue with its options, totals, groups, and a page of its partitions. The totals and the
    groups are of now, or of ``asOf``."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    createdAt: str
    options: Options
    pushMaintenance: bool
    popMaintenance: bool
    totals: QueueTotals
    groups: list[QueueGroup]
    partitions: list[PartitionProgress]
    total: int
    pagination: Pagination
    nextCursor: str | None


class DepthQuery(BaseModel):
    """Whose depth; without a group, that of the slowest one in each partition."""

    group: GroupName | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 100


class PartitionDepth(BaseModel):
    """A partition that has work."""

    partition: str
    partitionId: str
    pending: int
    processing: int
    lagSeconds: float


class DepthAnswer(BaseModel):
    """``subscribed``: whether the group ever popped here; if not, it would start at what is kept.
    ``truncated``: more partitions have work than are told."""

    queue: str
    group: str | None
    subscribed: bool | None
    pending: int
    processing: int
    partitionsPending: int
    conflation: bool
    effectivePending: int
    partitions: list[PartitionDepth]
    truncated: bool


class ClearQuery(BaseModel):
    """``partition``: only this one. ``force``: also while consumers hold leases."""

    partition: Name | None = None
    force: bool = False


class ClearAnswer(BaseModel):
    """How many messages went, and how many partitions were cleared of them; they are all kept."""

    cleared: bool
    queue: str
    deletedMessages: int
    partitions: int


class DeleteAnswer(BaseModel):
    """``existed``: whether there was such a queue."""

    deleted: bool
    queue: str
    existed: bool


#: Of the options, what the table has no column for under its own name.
_SWITCHES: Final = {"pushMaintenance": "push_maintenance", "popMaintenance": "pop_maintenance"}


@app.get(
    "/api/v1/resources/queues",
    summary="List queues",
    responses=described("A page of queues, by name", QueuesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_queues(query: Annotated[QueuesQuery, Query()]) -> Response[Any]:
    """Queues by name, each with what it keeps and what is left to do."""
    page = query.page("queues", str)
    found = resources().list_queues(
        page, namespace=query.namespace or None, task=query.task or None, prefix=query.name or None
    )
    return answer(200, listed("queues", found, page))


@app.get(
    "/api/v1/resources/queues/<queue>/depth",
    summary="Read what is left to do in a queue",
    responses=described("What is left to do", DepthAnswer) | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def read_depth(
    queue: Annotated[QueueName, Path()], query: Annotated[DepthQuery, Query()]
) -> Response[Any]:
    """In all, and in the partitions where it is most."""
    depth = resources().read_depth(queue, group=query.group, limit=query.limit)
    return answer(
        200,
        {
            "queue": queue,
            "group": query.group,
            "subscribed": depth["subscribed"],
            "pending": depth["pending"],
            "processing": depth["processing"],
            "partitionsPending": depth["partitionsPending"],
            # Every message is handed out here: no group takes the last value only.
            "conflation": False,
            "effectivePending": depth["pending"],
            "partitions": depth["partitions"],
            "truncated": depth["truncated"],
        },
    )


@app.get(
    "/api/v1/resources/queues/<queue>",
    summary="Look into a queue",
    responses=described("The queue", QueueAnswer) | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def read_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[QueueQuery, Query()]
) -> Response[Any]:
    """A queue with its options, totals, groups, and a page of its partitions. Of a large queue,
    totals and groups are those of the last count unless ``live=true``."""
    page = query.page("partitions", str)
    found = resources().read_queue(queue, page, live=query.live)
    columns, last = found["options"], found["lastPartition"]
    partitions = Listing([], None if last is None else (last,), found["count"], {})
    options = {name: columns[column] for name, column in OPTION_COLUMNS.items()}
    return answer(
        200,
        {
            **{name: found[name] for name in ("id", "name", "namespace", "task", "createdAt")},
            "options": {**options, "partitions": columns["fixed_partitions"] or None},
            **{name: columns[column] for name, column in _SWITCHES.items()},
            "totals": found["totals"],
            "groups": found["groups"],
            **listed("partitions", partitions, page),
            "partitions": found["partitions"],
            **age(found),
        },
    )


@app.delete(
    "/api/v1/queues/<queue>/clear",
    summary="Delete the messages of a queue",
    responses=described("The messages are gone", ClearAnswer)
    | errors(QueueNotFound, PartitionNotFound, LeaseLive),
)
@needs(Role.ADMIN)
def clear_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[ClearQuery, Query()]
) -> Response[Any]:
    """Delete the messages; keep the queue, its partitions, its groups and their dead letters.
    Leases end: acks under them are refused."""
    cleared = resources().clear_queue(queue, partition=query.partition, force=query.force)
    return answer(200, {"cleared": True, "queue": queue, **cleared})


@app.delete(
    "/api/v1/resources/queues/<queue>",
    summary="Delete a queue",
    responses=described("The queue is gone, whether it was there or not", DeleteAnswer) | errors(),
)
@needs(Role.ADMIN)
def delete_queue(queue: Annotated[QueueName, Path()]) -> Response[Any]:
    """Delete a queue with its messages, cursors and dead letters. Subscriptions stay on record."""
    existed = queues().delete_queue(queue)
    return answer(200, {"deleted": True, "queue": queue, "existed": existed})
