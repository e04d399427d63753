"""…/consumer-group: members of a group, their assignments, and their committed offsets."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field, StrictBool

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.telemetry import count
from functions.edge.waiting import Patience, holds, may_wait, tells
from functions.stores import members, settings
from regent.errors import MemberConflict, PayloadTooLarge, UnknownGroup, UnknownMember
from regent.limits import (
    DEFAULT_SESSION_TIMEOUT_MS,
    MAX_FIXED_PARTITIONS,
    MAX_SESSION_TIMEOUT_MS,
    MIN_SESSION_TIMEOUT_MS,
)
from regent.names import Name
from regent.numbers import WHOLE
from regent.stores.members import Generation, MemberId, Offsets, Standing

app = Api(repeats_code=True)
handler = app.handler
members()


class JoinRequest(BaseModel):
    """A consumer, under a name that no other consumer has."""

    groupId: Name
    consumerId: Name
    sessionTimeoutMs: Annotated[
        int, Field(strict=True, ge=MIN_SESSION_TIMEOUT_MS, le=MAX_SESSION_TIMEOUT_MS), WHOLE
    ] = DEFAULT_SESSION_TIMEOUT_MS


class MemberRequest(BaseModel):
    """A member of a group."""

    groupId: Name
    memberId: MemberId


class HeartbeatRequest(MemberRequest):
    """A heartbeat. With ``offsets`` it also commits them, under the rules of a commit."""

    generation: Generation | None = None
    offsets: Offsets | None = None


class CommitRequest(MemberRequest):
    """The next offset to read of each partition. ``force``: also if that goes back."""

    offsets: Offsets
    generation: Generation | None = None
    force: StrictBool = False


class OffsetsQuery(BaseModel):
    """A group, and one of its partitions; without a partition, all of them."""

    groupId: Name
    partition: Annotated[int, Field(ge=0, lt=MAX_FIXED_PARTITIONS)] | None = None


class JoinAnswer(BaseModel):
    """``rebalanceRequired``: the partitions are assigned in a moment; ask for the assignment. If
    ``groupCreatedAt`` has changed, the group was deleted and made again."""

    memberId: str
    rebalanceRequired: bool
    generation: int
    groupCreatedAt: int


class AssignmentAnswer(BaseModel):
    """The partitions that the member reads. ``assignedPartitions`` is the clients' other name for
    them."""

    memberId: str
    groupId: str
    topic: str
    partitions: list[int]
    assignedPartitions: list[int]
    generation: int
    rebalanceInProgress: bool


class StandingAnswer(BaseModel):
    """The group's state. A higher generation than the member's: fetch the assignment."""

    success: bool
    generation: int
    state: str
    rebalanceInProgress: bool


class OffsetsAnswer(BaseModel):
    """The next offset to read of each partition."""

    groupId: str
    offsets: dict[str, int]


class LeaveAnswer(BaseModel):
    """The member has left."""

    success: bool


_JOINED = described("A member", JoinAnswer) | errors(UnknownGroup, MemberConflict, PayloadTooLarge)
_LEFT = described("It left", LeaveAnswer) | errors(UnknownMember, PayloadTooLarge)
_STANDING = described("The group as it is now", StandingAnswer) | errors(
    UnknownMember, MemberConflict, PayloadTooLarge
)


@app.post("/api/v1/consumer-group/join", summary="Join a group", responses=_JOINED)
@app.post("/api/v1/consumer-group/join-group", summary="Join a group (alias)", responses=_JOINED)
@app.post("/api/v1/consumer-groups/join", summary="Join a group (plural)", responses=_JOINED)
@needs(Role.READ_WRITE)
def join_group(request: Annotated[JoinRequest, Body()]) -> Response[Any]:
    """Become a member. A consumer that is a member already is told so, and causes no rebalance."""
    joined = members().join_group(request.groupId, request.consumerId, request.sessionTimeoutMs)
    count("MembersJoined")
    return answer(
        200,
        {
            "memberId": joined.member_id,
            "rebalanceRequired": joined.rebalance_required,
            "generation": joined.generation,
            "groupCreatedAt": joined.group_created_at_ms,
        },
    )


@app.get(
    "/api/v1/consumer-group/assignment/<member>",
    summary="Fetch an assignment",
    responses=described("What the member reads", AssignmentAnswer) | errors(UnknownMember),
)
@needs(Role.READ_WRITE)
@may_wait
@holds
def read_assignment(member: Annotated[MemberId, Path()]) -> Response[Any]:
    """Waits up to 20 s for a pending rebalance, then answers the assignment. Counts as a
    heartbeat."""
    found = members().read_assignment(member)
    patience = Patience(app, settings().long_poll_seconds)
    while found.due_in_seconds is not None and patience.wait(found.due_in_seconds):
        found = members().read_assignment(member)
    return answer(
        200,
        {
            "memberId": member,
            "groupId": found.group_id,
            "topic": found.topic,
            "partitions": found.partitions,
            "assignedPartitions": found.partitions,
            "generation": found.generation,
            "rebalanceInProgress": found.due_in_seconds is not None,
        },
    )


@app.post("/api/v1/consumer-group/heartbeat", summary="Stay a member", responses=_STANDING)
@app.post(
    "/api/v1/consumer-groups/heartbeat", summary="Stay a member (plural)", responses=_STANDING
)
@needs(Role.READ_WRITE)
@tells
def heartbeat(request: Annotated[HeartbeatRequest, Body()]) -> Response[Any]:
    """Answers the group's generation. If it is higher than the member's, the assignment may have
    changed. An old generation is no error here, unless offsets are committed with it."""
    return _standing(
        members().heartbeat(request.groupId, request.memberId, request.generation, request.offsets)
    )


@app.post("/api/v1/consumer-group/commit-offsets", summary="Commit offsets", responses=_STANDING)
@needs(Role.READ_WRITE)
@tells
def commit_offsets(request: Annotated[CommitRequest, Body()]) -> Response[Any]:
    """Commit all partitions or none. Refused with an old generation, and for partitions of
    others."""
    return _standing(
        members().commit_offsets(
            request.groupId,
            request.memberId,
            request.offsets,
            generation=request.generation,
            force=request.force,
        )
    )


@app.get(
    "/api/v1/consumer-group/offsets",
    summary="Read committed offsets",
    responses=described("By partition", OffsetsAnswer) | errors(UnknownGroup),
)
@needs(Role.READ_ONLY)
def read_offsets(query: Annotated[OffsetsQuery, Query()]) -> Response[Any]:
    """The next offset to read of each partition; also of a group without members."""
    found = members().read_offsets(query.groupId, query.partition)
    offsets = {str(partition): offset for partition, offset in found.items()}
    return answer(200, {"groupId": query.groupId, "offsets": offsets})


@app.post("/api/v1/consumer-group/leave", summary="Leave a group", responses=_LEFT)
@app.post("/api/v1/consumer-group/leave-group", summary="Leave a group (alias)", responses=_LEFT)
@needs(Role.READ_WRITE)
def leave_group(request: Annotated[MemberRequest, Body()]) -> Response[Any]:
    """Leave the group. Half a second after the last change, the others get the partitions."""
    members().leave_group(request.groupId, request.memberId)
    return answer(200, {"success": True})


def _standing(standing: Standing) -> Response[Any]:
    return answer(
        200,
        {
            "success": True,
            "generation": standing.generation,
            "state": standing.state,
            "rebalanceInProgress": standing.state != "STABLE",
        },
    )
