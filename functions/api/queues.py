"""Queues as resources: list them, look into one, clear one, delete one."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field, StrictBool

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import SEPARATED, PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.configure import OPTION_COLUMNS, Options
from functions.forms.counted import Counted, LiveQuery, age
from functions.forms.partitions import (
    ExplainQuery,
    PartitionPageQuery,
    PartitionProgress,
    QueueExplanation,
    StateCount,
    left_out,
)
from functions.forms.preview import DryRunQuery, Previewed, previewed
from functions.forms.queues import MessageCounts
from functions.stores import queues, resources
from regent.errors import LeaseLive, PartitionNotFound, PayloadTooLarge, QueueNotFound
from regent.limits import MAX_PAGE
from regent.names import GroupName, Label, Name, QueueName
from regent.paging import Listing
from regent.rows import Row
from regent.stores.resources import QUEUE_PARTS, Sort, Which

app = Api()
handler = app.handler
queues()
resources()


Part = Literal["options", "totals", "groups", "partitions"]
_PARTS: Final = get_args(Part)


class QueuesQuery(PageQuery, LiveQuery):
    """Which queues: ``name`` is what their names begin with, ``contains`` a part of them, large or
    small letters. Those with most of ``sort`` come first; without it they come by name."""

    namespace: Label | None = None
    task: Label | None = None
    name: Label | None = None
    contains: Label | None = None
    sort: Sort = "name"


class QueueListed(BaseModel):
    """A queue in the list. ``fixedPartitions`` is 0 where partitions are made as they are named.
    ``held``: messages that groups hold now, each once for each group."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    createdAt: str
    partitions: int
    messages: MessageCounts
    held: int
    groups: int
    #: The age of the oldest message that a group has not completed.
    oldestSeconds: float
    deadLetters: int
    #: What maxSize bounds.
    depth: int
    maxSize: int
    priority: int
    leaseTime: int
    retryLimit: int
    fixedPartitions: int
    encryptionEnabled: bool
    pushMaintenance: bool
    popMaintenance: bool


class QueuesAnswer(Counted):
    """A page of queues. Their numbers are of now, or of ``asOf``."""

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
    """A page of the queue's partitions, and whether to count its totals and groups now.
    ``include``: these parts only, with commas between."""

    include: Annotated[list[Part], SEPARATED] = Field(default_factory=lambda: [*_PARTS])


class QueueAnswer(Counted):
    """A queue with its options, totals, groups, and a page of its partitions, or with those of them
    that ``include`` names. The totals and the groups are of now, or of ``asOf``. ``total`` is the
    number of partitions."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    createdAt: str
    options: Options = Field(default_factory=left_out)
    #: It grows with each change of options or labels.
    revision: int
    pushMaintenance: bool
    popMaintenance: bool
    totals: QueueTotals = Field(default_factory=left_out)
    groups: list[QueueGroup] = Field(default_factory=left_out)
    partitions: list[PartitionProgress] = Field(default_factory=left_out)
    total: int
    pagination: Pagination = Field(default_factory=left_out)
    nextCursor: str | None = Field(default_factory=left_out)


class DepthQuery(LiveQuery):
    """Whose depth; without a group, that of the slowest one in each partition. And whether to count
    it now."""

    group: GroupName | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 100


class PartitionDepth(BaseModel):
    """A partition that has work."""

    partition: str
    partitionId: str
    pending: int
    processing: int
    lagSeconds: float


class DepthAnswer(Counted):
    """The sums are of now, or of ``asOf``; the partitions are always of now. ``subscribed``:
    whether the group ever popped here; if not, it would start at what is kept. ``truncated``: more
    partitions have work than are told."""

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


class ClearQuery(DryRunQuery):
    """``partition``: only this one. ``force``: also while consumers hold leases."""

    partition: Name | None = None
    force: bool = False


class ClearRequest(BaseModel):
    """The queue. ``partition``: only this one. ``force``: also while consumers hold leases."""

    queue: QueueName
    partition: Name | None = None
    force: StrictBool = False


class ClearAnswer(Previewed):
    """How many messages went, and how many partitions were cleared of them; they are all kept."""

    cleared: bool
    queue: str
    deletedMessages: int
    partitions: int


class DeleteAnswer(Previewed):
    """``existed``: whether there was such a queue. The counts are in a dry run only."""

    deleted: bool
    queue: str
    existed: bool
    deletedMessages: int = Field(default_factory=left_out)
    partitions: int = Field(default_factory=left_out)
    deadLetters: int = Field(default_factory=left_out)


#: What the preview of a deletion counts.
_DELETED: Final = ("existed", "deletedMessages", "partitions", "deadLetters")
#: What stands beside the options, by its column.
_BESIDE: Final = {
    "revision": "revision",
    "pushMaintenance": "push_maintenance",
    "popMaintenance": "pop_maintenance",
}


@app.get(
    "/api/v1/resources/queues",
    summary="List queues",
    responses=described("A page of queues, by name", QueuesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_queues(query: Annotated[QueuesQuery, Query()]) -> Response[Any]:
    """Queues, each with what it keeps, what is left to do, and how full it is. Of many partitions,
    the numbers are those of the last count unless ``live=true``."""
    order = "queues" if query.sort == "name" else f"queues by {query.sort}"
    page = query.page(order, *(() if query.sort == "name" else (int,)), str)
    names = (query.namespace, query.task, query.name, query.contains)
    which = Which(*(name or None for name in names))
    found = resources().list_queues(page, which, sort=query.sort, live=query.live)
    rows = listed("queues", found, page, _without_key, order=order)
    return answer(200, {**rows, **age(found.about)})


@app.get(
    "/api/v1/resources/queues/<queue>/depth",
    summary="Read what is left to do in a queue",
    responses=described("What is left to do", DepthAnswer) | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def read_depth(
    queue: Annotated[QueueName, Path()], query: Annotated[DepthQuery, Query()]
) -> Response[Any]:
    """In all, and in the partitions where it is most. Of a large queue, the sums are those of the
    last count unless ``live=true``."""
    depth = resources().read_depth(queue, group=query.group, limit=query.limit, live=query.live)
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
            **age(depth),
        },
    )


@app.get(
    "/api/v1/resources/queues/<queue>/explain",
    summary="Explain which partitions of a queue do not move, and why",
    responses=described("How many are in which state", QueueExplanation) | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def explain_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[ExplainQuery, Query()]
) -> Response[Any]:
    """For one group. It looks at the thousand partitions that pops would take first, and at the
    thousand that end their rest first."""
    found = resources().explain_queue(queue, query.group)
    states = [{name: row[name] for name in StateCount.model_fields} for row in found["states"]]
    return answer(200, {"queue": queue, "group": query.group, **found, "states": states})


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
    parts = [part for part in QUEUE_PARTS if part in query.include]
    found = resources().read_queue(queue, page, live=query.live, parts=parts)
    columns = found["options"]
    told = {name: found[name] for name in ("id", "name", "namespace", "task", "createdAt")}
    if "options" in query.include:
        options = {name: columns[column] for name, column in OPTION_COLUMNS.items()}
        told["options"] = {**options, "partitions": columns["fixed_partitions"] or None}
    told |= {name: columns[column] for name, column in _BESIDE.items()}
    told |= {part: found[part] for part in parts}
    told["total"] = found["count"]
    if "partitions" in parts:
        last = found["lastPartition"]
        partitions = Listing([], None if last is None else (last,), found["count"], {})
        frame = listed("partitions", partitions, page)
        told |= {name: frame[name] for name in ("pagination", "nextCursor")}
    return answer(200, told | age(found))


_CLEARED: Final = described("The messages are gone", ClearAnswer) | errors(
    QueueNotFound, PartitionNotFound, LeaseLive
)


@app.delete(
    "/api/v1/queues/<queue>/clear",
    summary="Delete the messages of a queue",
    responses=_CLEARED,
)
@needs(Role.ADMIN)
@app.audited
def clear_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[ClearQuery, Query()]
) -> Response[Any]:
    """Delete the messages; keep the queue, its partitions, its groups and their dead letters.
    Leases end: acks under them are refused."""
    request = ClearRequest(queue=queue, partition=query.partition, force=query.force)
    return clear_queue_named(request, query)


@app.post(
    "/api/v1/queues/clear",
    summary="Delete the messages of a queue that the body names",
    responses=_CLEARED | errors(PayloadTooLarge),
)
@needs(Role.ADMIN)
@app.audited
def clear_queue_named(
    request: Annotated[ClearRequest, Body()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Delete the messages; keep the queue, its partitions, its groups and their dead letters."""
    queue, partition = request.queue, request.partition
    if query.dryRun:
        rows = resources().preview_removal("clear", queue, partition)
        counts = {name: rows[0][name] for name in ("deletedMessages", "partitions")}
        return answer(200, {"cleared": False, "queue": queue, **counts, **previewed(rows)})
    cleared = resources().clear_queue(queue, partition=partition, force=request.force)
    return answer(200, {"cleared": True, "queue": queue, **cleared})


@app.delete(
    "/api/v1/resources/queues/<queue>",
    summary="Delete a queue",
    responses=described("The queue is gone, whether it was there or not", DeleteAnswer) | errors(),
)
@needs(Role.ADMIN)
@app.audited
def delete_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Delete a queue with its messages, cursors and dead letters. Subscriptions stay on record."""
    if query.dryRun:
        rows = resources().preview_removal("delete", queue)
        counts = {name: rows[0][name] for name in _DELETED}
        body = {"deleted": False, "queue": queue, **counts, **previewed(rows, can_force=False)}
        return answer(200, body)
    existed = queues().delete_queue(queue)
    return answer(200, {"deleted": True, "queue": queue, "existed": existed})


def _without_key(row: Row) -> Row:
    """A row without what its list is sorted by."""
    return {name: value for name, value in row.items() if name != "sortKey"}
