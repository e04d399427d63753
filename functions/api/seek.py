"""POST /api/v1/consumer-groups/…/seek: move a group's cursors."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field, StrictBool

from functions.edge.http import Api, answer, described, errors
from functions.edge.instants import Instant
from functions.edge.roles import Role, needs
from functions.forms.partitions import left_out
from functions.forms.preview import DryRunQuery, Previewed, previewed
from functions.stores import groups
from regent.errors import (
    GroupHasMembers,
    GroupNotFound,
    InvalidRequest,
    LeaseLive,
    PartitionNotFound,
    PayloadTooLarge,
    QueueNotFound,
)
from regent.limits import MAX_OFFSET
from regent.names import GroupName, Name, QueueName
from regent.numbers import WHOLE
from regent.rows import instant
from regent.stores.groups import Sought, Target

app = Api()
handler = app.handler
groups()

#: The fields of a request of which it has exactly one.
_TARGETS: Final = ("toEnd", "toBeginning", "timestamp", "offset")


class SeekRequest(BaseModel):
    """One of ``toEnd``, ``toBeginning`` and ``timestamp`` (the first message since then).
    ``force``: also where a consumer holds messages; its lease ends."""

    toEnd: StrictBool = False
    toBeginning: StrictBool = False
    timestamp: Instant | None = None
    force: StrictBool = False


class SeekPartitionRequest(SeekRequest):
    """``toEnd``, ``toBeginning``, ``timestamp`` or ``offset``. An offset that is not kept any more,
    or not there yet, means the nearest one."""

    offset: Annotated[int, Field(strict=True, ge=0, lt=MAX_OFFSET + 1), WHOLE] | None = None


class SeekNamedRequest(SeekPartitionRequest):
    """The group and the queue, or one partition of it, and where its cursors go. An ``offset`` is
    one of a partition."""

    consumerGroup: GroupName
    queue: QueueName
    partition: Name | None = None


class SeekAnswer(Previewed):
    """``partitionsUpdated``: in how many partitions the cursor moved."""

    success: bool
    consumerGroup: str
    queueName: str
    seekToEnd: bool
    targetTimestamp: str | None
    partitionsUpdated: int


class SeekPartitionAnswer(SeekAnswer):
    """``cursorMovedTo``: the offset of the group's next message. ``updated`` is false if the cursor
    stood there before."""

    partitionName: str
    updated: bool
    cursorMovedTo: int


class SeekNamedAnswer(SeekAnswer):
    """As of a seek in one partition, where one was named."""

    partitionName: str = Field(default_factory=left_out)
    updated: bool = Field(default_factory=left_out)
    cursorMovedTo: int = Field(default_factory=left_out)


class Moves(NamedTuple):
    """Whose cursors move where, in one partition or in all."""

    group: str
    queue: str
    partition: str | None
    target: Target


def _responses(model: Any) -> dict[int, Any]:
    return described("The group goes on from there", model) | errors(
        QueueNotFound, PartitionNotFound, GroupNotFound, LeaseLive, GroupHasMembers, PayloadTooLarge
    )


@app.post(
    "/api/v1/consumer-groups/<group>/queues/<queue>/partitions/<partition>/seek",
    summary="Move a consumer group's cursor in one partition",
    responses=_responses(SeekPartitionAnswer),
)
@needs(Role.READ_WRITE)
@app.audited
def seek_partition(
    group: Annotated[GroupName, Path()],
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    request: Annotated[SeekPartitionRequest, Body()],
    query: Annotated[DryRunQuery, Query()],
) -> Response[Any]:
    """Skip a partition's messages, or have them delivered again in order."""
    moves = Moves(group, queue, partition, _target(request, request.offset))
    sought, more = _sought(moves, query, force=request.force)
    body = _body(moves, sought) | more
    place = {
        "partitionName": partition,
        "updated": sought.partitions_updated > 0,
        "cursorMovedTo": sought.cursor,
    }
    return answer(200, body | place)


@app.post(
    "/api/v1/consumer-groups/<group>/queues/<queue>/seek",
    summary="Move a consumer group's cursors on a queue",
    responses=_responses(SeekAnswer),
)
@needs(Role.READ_WRITE)
@app.audited
def seek(
    group: Annotated[GroupName, Path()],
    queue: Annotated[QueueName, Path()],
    request: Annotated[SeekRequest, Body()],
    query: Annotated[DryRunQuery, Query()],
) -> Response[Any]:
    """Skip messages, or have them delivered again in order, in every partition that the group
    follows."""
    moves = Moves(group, queue, None, _target(request, None))
    sought, more = _sought(moves, query, force=request.force)
    return answer(200, _body(moves, sought) | more)


@app.post(
    "/api/v1/consumer-groups/seek",
    summary="Move the cursors of a consumer group that the body names",
    responses=_responses(SeekNamedAnswer),
)
@needs(Role.READ_WRITE)
@app.audited
def seek_named(
    request: Annotated[SeekNamedRequest, Body()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Skip messages, or have them delivered again in order, on a queue or in one partition."""
    if request.partition is not None:
        return seek_partition(
            request.consumerGroup, request.queue, request.partition, request, query
        )
    if request.offset is not None:
        raise InvalidRequest("offset: name the partition too; offsets are those of a partition")
    return seek(request.consumerGroup, request.queue, request, query)


def _sought(moves: Moves, query: DryRunQuery, *, force: bool) -> tuple[Sought, dict[str, Any]]:
    """What a seek did; or what it would do, and what only a dry run tells."""
    if not query.dryRun:
        return groups().seek(*moves, force=force), {}
    rows = groups().preview_seek(*moves)
    return Sought(rows[0]["partitionsUpdated"], rows[0]["cursor"]), previewed(rows)


def _target(request: SeekRequest, offset: int | None) -> Target:
    given: list[Target] = []
    if request.toEnd:
        given.append(Target("end"))
    if request.toBeginning:
        given.append(Target("beginning"))
    if request.timestamp is not None:
        given.append(Target("timestamp", instant=request.timestamp))
    if offset is not None:
        given.append(Target("offset", offset=offset))
    if len(given) != 1:
        wanted = ", ".join(name for name in _TARGETS if name in type(request).model_fields)
        raise InvalidRequest(f"give exactly one of {wanted}; {len(given)} are given")
    return given[0]


def _body(moves: Moves, sought: Sought) -> dict[str, Any]:
    target = moves.target
    return {
        "success": True,
        "consumerGroup": moves.group,
        "queueName": moves.queue,
        "seekToEnd": target.to == "end",
        "targetTimestamp": None if target.instant is None else instant(target.instant),
        "partitionsUpdated": sought.partitions_updated,
    }
