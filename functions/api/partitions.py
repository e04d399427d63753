"""Partitions as resources: list them, delete one, and ask why one does not move."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field, StrictBool

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.attempts import Attempt
from functions.forms.partitions import (
    ExplainQuery,
    LeaseStanding,
    PartitionFailure,
    PartitionGroup,
    PartitionKept,
    PartitionPageQuery,
    PartitionProgress,
    PartitionRest,
    Standing,
    State,
    explained,
    left_out,
)
from functions.forms.preview import DryRunQuery, Previewed, previewed
from functions.stores import resources, settings
from regent.errors import (
    InvalidRequest,
    LeaseLive,
    PartitionNotFound,
    PartitionsFixed,
    PayloadTooLarge,
    QueueNotFound,
)
from regent.identifiers import parse_partition
from regent.names import GroupName, Label, Name, QueueName
from regent.stores.queue_types import QUEUE_MODE
from regent.stores.resources import NamedPartition, PartitionSort, WhichPartitions

app = Api()
handler = app.handler
resources()


class PartitionsQuery(PartitionPageQuery):
    """Of one queue, or of all. ``name``: what their names begin with. The rest needs a queue.
    ``group``: tell how it stands, instead of all groups. ``state``: only where it stands so. They
    come by name (``from``: starting there), by the group's ``lag``, or by ``activity``."""

    queue: QueueName | None = None
    group: GroupName | None = None
    state: State | Literal["not_subscribed"] | None = None
    name: Label | None = None
    from_: Annotated[Label | None, Field(alias="from")] = None
    sort: PartitionSort = "name"

    def which(self) -> WhichPartitions:
        """What is asked for, if it goes together."""
        given = {"from": self.from_ or None, "group": self.group, "state": self.state}
        told = [name for name, value in given.items() if value is not None]
        if self.sort != "name":
            told.append(f"sort={self.sort}")
        if told and self.queue is None:
            raise InvalidRequest(
                f"{told[0]}: name a queue, too; partitions of all are found by their names"
            )
        for name, needs_group in (("state", self.state is not None), ("sort", self.sort == "lag")):
            if needs_group and self.group is None:
                raise InvalidRequest(f"{name}: name the group whose it is", {"queue": self.queue})
        if self.sort != "name" and self.from_:
            raise InvalidRequest(f"from: starts a list by name, and not by {self.sort}")
        if self.offset and (self.state or (self.sort == "lag" and self.name)):
            raise InvalidRequest("offset: a list that is filtered goes on by its cursor")
        if self.sort == "lag" and self.state in ("empty", "not_subscribed"):
            raise InvalidRequest(f"state: where it is {self.state}, nothing waits; sort by name")
        return WhichPartitions(self.queue, self.group, self.state, self.name or None, given["from"])


class PartitionListed(PartitionKept):
    """A partition with the name of its queue and what each group has done there, or, where a group
    was named, with how that one stands."""

    queue: str
    groups: list[PartitionGroup] = Field(default_factory=left_out)
    standing: Standing = Field(default_factory=left_out)


class PartitionRead(PartitionProgress):
    """A partition's progress, with the name of its queue."""

    queue: str


class PartitionsAnswer(BaseModel):
    """A page of partitions. ``total`` is null where counting would mean to look at all of them. A
    page may be short, or empty: it is the last one only without ``nextCursor``."""

    partitions: list[PartitionListed]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class ForceQuery(DryRunQuery):
    """``force``: also while a consumer holds a lease."""

    force: bool = False


class DeletePartitionRequest(BaseModel):
    """The partition. ``force``: also while a consumer holds a lease."""

    queue: QueueName
    partition: Name
    force: StrictBool = False


class PartitionDeleted(Previewed):
    """How many messages went with the partition. A dry run counts its dead letters, too."""

    deleted: bool
    queue: str
    partition: str
    deletedMessages: int
    deadLetters: int = Field(default_factory=left_out)


class MessageHeld(BaseModel):
    """A message under a lease."""

    offset: int
    id: str
    transactionId: str


class LeaseExplained(LeaseStanding):
    """The lease, who took it, and the first hundred of the messages that it still holds."""

    client: str | None
    messages: list[MessageHeld]


class FailureExplained(PartitionFailure):
    """What failed, with its last five attempts, the newest first."""

    lastAttempts: list[Attempt]


class FirstPop(BaseModel):
    """Where a group would start that never popped here, and how many messages it would find."""

    mode: Literal["all", "new", "timestamp"]
    from_: Annotated[str | None, Field(alias="from")]
    offset: int
    messages: int


class Explanation(BaseModel):
    """Why a partition does or does not move. ``tooOld``: open messages that the next pop gives up,
    because of ttl or maxWaitTimeSeconds."""

    queue: str
    partition: str
    partitionId: str
    group: str
    state: State | Literal["not_subscribed"]
    sentence: str
    head: int
    tail: int
    cursor: int | None
    open: int
    processing: int
    tooOld: int
    oldestAt: str | None
    lagSeconds: float
    lastConsumedAt: str | None
    maintenance: Literal["system", "queue"] | None
    pausedAt: str | None
    owner: str | None
    lease: LeaseExplained | None
    rest: PartitionRest | None
    failure: FailureExplained | None
    firstPop: FirstPop | None


@app.get(
    "/api/v1/resources/partitions",
    summary="List partitions",
    responses=described("A page of partitions", PartitionsAnswer) | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def list_partitions(query: Annotated[PartitionsQuery, Query()]) -> Response[Any]:
    """Partitions of a queue or of all, with what each group has done there, or how one of them
    stands. With a state, or by lag with a name, a page ends after a thousand were looked at."""
    which = query.which()
    by_name = query.sort == "name"
    order = "partitions" if by_name else f"partitions by {query.sort}"
    page = query.page(order, *((str, str) if by_name else (int, datetime, int)))
    found = resources().list_partitions(page, which, sort=query.sort)
    return answer(200, listed("partitions", found, page, order=order))


@app.get(
    "/api/v1/resources/queues/<queue>/partitions/<partition>/explain",
    summary="Explain why a partition does not move",
    responses=described("What its next pop would meet", Explanation)
    | errors(QueueNotFound, PartitionNotFound),
)
@needs(Role.READ_ONLY)
def explain_partition(
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    query: Annotated[ExplainQuery, Query()],
) -> Response[Any]:
    """For one group: a sentence, and the facts that it is made of."""
    return _explained(NamedPartition(queue, partition), query.group)


@app.get(
    "/api/v1/resources/partitions/<id>/explain",
    summary="Explain why a partition of this id does not move",
    responses=described("What its next pop would meet", Explanation) | errors(PartitionNotFound),
)
@needs(Role.READ_ONLY)
def explain_partition_of_id(
    id: Annotated[Name, Path()],  # noqa: A002 - as dead letters have it
    query: Annotated[ExplainQuery, Query()],
) -> Response[Any]:
    """As by its names, also where these have slashes, which API Gateway loses."""
    return _explained(_number(id), query.group)


@app.get(
    "/api/v1/resources/partitions/<id>",
    summary="Read a partition",
    responses=described("The partition", PartitionRead) | errors(PartitionNotFound),
)
@needs(Role.READ_ONLY)
def read_partition(id: Annotated[Name, Path()]) -> Response[Any]:  # noqa: A002
    """What it keeps, and what each group has done there."""
    return answer(200, resources().read_partition(_number(id)))


_DELETED: Final = described("The partition is gone", PartitionDeleted) | errors(
    QueueNotFound, PartitionNotFound, LeaseLive, PartitionsFixed
)


@app.delete(
    "/api/v1/resources/queues/<queue>/partitions/<partition>",
    summary="Delete a partition",
    responses=_DELETED,
)
@needs(Role.ADMIN)
@app.audited
def delete_partition(
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    query: Annotated[ForceQuery, Query()],
) -> Response[Any]:
    """Delete it with its messages, cursors and dead letters. A push that names it makes it anew."""
    return _deleted(NamedPartition(queue, partition), force=query.force, dry_run=query.dryRun)


@app.post(
    "/api/v1/resources/partitions/delete",
    summary="Delete a partition that the body names",
    responses=_DELETED | errors(PayloadTooLarge),
)
@needs(Role.ADMIN)
@app.audited
def delete_partition_named(
    request: Annotated[DeletePartitionRequest, Body()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Delete it with its messages, cursors and dead letters. A push that names it makes it anew."""
    place = NamedPartition(request.queue, request.partition)
    return _deleted(place, force=request.force, dry_run=query.dryRun)


def _deleted(which: NamedPartition, *, force: bool, dry_run: bool) -> Response[Any]:
    place = {"queue": which.queue, "partition": which.partition}
    if dry_run:
        rows = resources().preview_removal("delete", *which)
        counts = {name: rows[0][name] for name in ("deletedMessages", "deadLetters")}
        return answer(200, {"deleted": False, **place, **counts, **previewed(rows)})
    deleted = resources().delete_partition(*which, force=force)
    return answer(200, {"deleted": True, **place, "deletedMessages": deleted})


def _number(text: str) -> int:
    """A partition's id. Whatever is none belongs to no partition."""
    number = parse_partition(text)
    if number is None:
        raise PartitionNotFound(f"there is no partition with the id {text}", {"partitionId": text})
    return number


def _explained(which: NamedPartition | int, group: str) -> Response[Any]:
    default_mode = settings().default_subscription_mode if group != QUEUE_MODE else "all"
    return answer(200, explained(group, resources().explain_partition(which, group, default_mode)))
