"""POST /api/v1/consumer-groups/<group>/queues/<queue>…/seek: move a group's cursors."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path
from pydantic import BaseModel, Field, StrictBool

from functions.edge.http import Api, answer, described, errors
from functions.edge.instants import Instant
from functions.edge.roles import Role, needs
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


class SeekAnswer(BaseModel):
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
def seek_partition(
    group: Annotated[GroupName, Path()],
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    request: Annotated[SeekPartitionRequest, Body()],
) -> Response[Any]:
    """Skip a partition's messages, or have them delivered again in order."""
    target = _target(request, request.offset)
    sought = groups().seek(group, queue, partition, target, force=request.force)
    body = _body(group, queue, target, sought)
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
def seek(
    group: Annotated[GroupName, Path()],
    queue: Annotated[QueueName, Path()],
    request: Annotated[SeekRequest, Body()],
) -> Response[Any]:
    """Skip messages, or have them delivered again in order, in every partition that the group
    follows."""
    target = _target(request, None)
    sought = groups().seek(group, queue, None, target, force=request.force)
    return answer(200, _body(group, queue, target, sought))


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
        wanted = ", ".join(name for name in type(request).model_fields if name != "force")
        raise InvalidRequest(f"give exactly one of {wanted}; {len(given)} are given")
    return given[0]


def _body(group: str, queue: str, target: Target, sought: Sought) -> dict[str, Any]:
    return {
        "success": True,
        "consumerGroup": group,
        "queueName": queue,
        "seekToEnd": target.to == "end",
        "targetTimestamp": None if target.instant is None else instant(target.instant),
        "partitionsUpdated": sought.partitions_updated,
    }
