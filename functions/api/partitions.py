"""Partitions as resources: list them, delete one, and ask why one does not move."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.attempts import Attempt
from functions.forms.partitions import (
    ExplainQuery,
    LeaseHeld,
    PartitionPageQuery,
    PartitionProgress,
    Rest,
    State,
    explained,
)
from functions.forms.preview import DryRunQuery, Previewed, previewed
from functions.stores import resources, settings
from regent.errors import LeaseLive, PartitionNotFound, PartitionsFixed, QueueNotFound
from regent.identifiers import parse_partition
from regent.names import Name, QueueName
from regent.stores.queue_types import QUEUE_MODE
from regent.stores.resources import NamedPartition

app = Api()
handler = app.handler
resources()


class PartitionsQuery(PartitionPageQuery):
    """Of one queue, or of all."""

    queue: QueueName | None = None


class PartitionListed(PartitionProgress):
    """A partition's progress, with the name of its queue."""

    queue: str


class PartitionsAnswer(BaseModel):
    """A page of partitions, by the names of queue and partition."""

    partitions: list[PartitionListed]
    total: int
    pagination: Pagination
    nextCursor: str | None


class ForceQuery(DryRunQuery):
    """``force``: also while a consumer holds a lease."""

    force: bool = False


def _left_out() -> Any:
    """A count that only the answer of a dry run has."""


class PartitionDeleted(Previewed):
    """How many messages went with the partition. A dry run counts its dead letters, too."""

    deleted: bool
    queue: str
    partition: str
    deletedMessages: int
    deadLetters: int = Field(default_factory=_left_out)


class MessageHeld(BaseModel):
    """A message under a lease."""

    offset: int
    id: str
    transactionId: str


class LeaseExplained(LeaseHeld):
    """The lease, since when, who took it, and the first hundred of the messages that it still
    holds."""

    since: str
    client: str | None
    messages: list[MessageHeld]


class PartitionRest(BaseModel):
    """What a pop waits for."""

    reason: Rest
    until: str
    secondsLeft: float


class PartitionFailure(BaseModel):
    """The first open message that failed before, with its last five attempts, the newest first.
    Above ``retryLimit`` it becomes a dead letter."""

    offset: int
    attempts: int
    retryLimit: int
    lastError: str
    failedAt: str
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
    failure: PartitionFailure | None
    firstPop: FirstPop | None


@app.get(
    "/api/v1/resources/partitions",
    summary="List partitions",
    responses=described("A page of partitions", PartitionsAnswer) | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def list_partitions(query: Annotated[PartitionsQuery, Query()]) -> Response[Any]:
    """Partitions of a queue or of all, with what each group has done there."""
    page = query.page("partitions", str, str)
    found = resources().list_partitions(page, queue=query.queue)
    return answer(200, listed("partitions", found, page))


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
    responses=described("The partition", PartitionListed) | errors(PartitionNotFound),
)
@needs(Role.READ_ONLY)
def read_partition(id: Annotated[Name, Path()]) -> Response[Any]:  # noqa: A002
    """What it keeps, and what each group has done there."""
    return answer(200, resources().read_partition(_number(id)))


@app.delete(
    "/api/v1/resources/queues/<queue>/partitions/<partition>",
    summary="Delete a partition",
    responses=described("The partition is gone", PartitionDeleted)
    | errors(QueueNotFound, PartitionNotFound, LeaseLive, PartitionsFixed),
)
@needs(Role.ADMIN)
def delete_partition(
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    query: Annotated[ForceQuery, Query()],
) -> Response[Any]:
    """Delete it with its messages, cursors and dead letters. A push that names it makes it anew."""
    place = {"queue": queue, "partition": partition}
    if query.dryRun:
        rows = resources().preview_removal("delete", queue, partition)
        counts = {name: rows[0][name] for name in ("deletedMessages", "deadLetters")}
        return answer(200, {"deleted": False, **place, **counts, **previewed(rows)})
    deleted = resources().delete_partition(queue, partition, force=query.force)
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
