"""POST /api/v1/consumer-groups/…/pause, …/resume: let a group's pops find nothing."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path
from pydantic import BaseModel

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.stores import groups
from regent.errors import GroupNotFound, PayloadTooLarge, QueueNotFound
from regent.names import GroupName, QueueName
from regent.rows import instant

app = Api()
handler = app.handler
groups()


class PauseRequest(BaseModel):
    """The group, and the queue on which it pauses or goes on; without one, everywhere."""

    consumerGroup: GroupName
    queue: QueueName | None = None


class PauseAnswer(BaseModel):
    """``queues``: on how many queues the group is now; a pause of all also covers later ones."""

    success: bool
    consumerGroup: str
    queueName: str | None = None
    paused: bool
    pausedAt: str | None
    queues: int


_ANSWER = described("How the group stands now, whether it stood so before or not", PauseAnswer)
Group = Annotated[GroupName, Path()]
Queue = Annotated[QueueName, Path()]
Named = Annotated[PauseRequest, Body()]
_NAMED = _ANSWER | errors(QueueNotFound, GroupNotFound, PayloadTooLarge)


@app.post(
    "/api/v1/consumer-groups/<group>/queues/<queue>/pause",
    summary="Pause a consumer group on one queue",
    responses=_ANSWER | errors(QueueNotFound, GroupNotFound),
)
@needs(Role.READ_WRITE)
@app.audited
def pause_on_queue(group: Group, queue: Queue) -> Response[Any]:
    """The group's pops of this queue find nothing. Messages that it holds may still be acked."""
    return _paused(group, queue, paused=True)


@app.post(
    "/api/v1/consumer-groups/<group>/queues/<queue>/resume",
    summary="Resume a consumer group on one queue",
    responses=_ANSWER | errors(QueueNotFound, GroupNotFound),
)
@needs(Role.READ_WRITE)
@app.audited
def resume_on_queue(group: Group, queue: Queue) -> Response[Any]:
    """The group continues on this queue where it stopped."""
    return _paused(group, queue, paused=False)


@app.post(
    "/api/v1/consumer-groups/<group>/pause",
    summary="Pause a consumer group everywhere",
    responses=_ANSWER | errors(),
)
@needs(Role.READ_WRITE)
@app.audited
def pause(group: Group) -> Response[Any]:
    """The group's pops find nothing on any queue, also on queues that it comes to later. A group
    may be paused before its first pop."""
    return _paused(group, None, paused=True)


@app.post(
    "/api/v1/consumer-groups/<group>/resume",
    summary="Resume a consumer group everywhere",
    responses=_ANSWER | errors(GroupNotFound),
)
@needs(Role.READ_WRITE)
@app.audited
def resume(group: Group) -> Response[Any]:
    """The group continues on every queue where it stopped."""
    return _paused(group, None, paused=False)


@app.post(
    "/api/v1/consumer-groups/pause",
    summary="Pause a consumer group that the body names",
    responses=_NAMED,
)
@needs(Role.READ_WRITE)
@app.audited
def pause_named(request: Named) -> Response[Any]:
    """The group's pops of this queue, or of any, find nothing."""
    return _paused(request.consumerGroup, request.queue, paused=True)


@app.post(
    "/api/v1/consumer-groups/resume",
    summary="Resume a consumer group that the body names",
    responses=_NAMED,
)
@needs(Role.READ_WRITE)
@app.audited
def resume_named(request: Named) -> Response[Any]:
    """The group continues on this queue, or on every queue, where it stopped."""
    return _paused(request.consumerGroup, request.queue, paused=False)


def _paused(group: str, queue: str | None, *, paused: bool) -> Response[Any]:
    paused_at, queues = groups().pause_group(group, queue, paused=paused)
    return answer(
        200,
        {
            "success": True,
            "consumerGroup": group,
            **({} if queue is None else {"queueName": queue}),
            "paused": paused,
            "pausedAt": None if paused_at is None else instant(paused_at),
            "queues": queues,
        },
    )
