"""/api/v1/log/groups/…: consumer groups of the event log, and their claims of partitions."""

from __future__ import annotations

from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic_core import to_json

from functions.edge.http import Api, answer, described, errors, nothing
from functions.edge.lists import PageQuery, listed
from functions.edge.roles import Role, needs
from functions.edge.waiting import may_wait, tells
from functions.forms.log_groups import (
    LogAckAnswer,
    LogAckNamedRequest,
    LogAckRequest,
    LogAdvanceAnswer,
    LogAdvanceNamedRequest,
    LogAdvanceRequest,
    LogClaimAnswer,
    LogClaimNamedRequest,
    LogClaimRequest,
    LogExtendAnswer,
    LogExtendNamedRequest,
    LogExtendRequest,
    LogGroupAnswer,
    LogGroupRequest,
    LogGroupsAnswer,
    LogOffsetsAnswer,
    LogOffsetsQuery,
    LogReasonNamedRequest,
    LogReasonRequest,
    LogReleaseAnswer,
    LogReleaseNamedRequest,
    LogReleaseRequest,
    LogResetAnswer,
    LogStopNamedRequest,
    LogStopRequest,
)
from functions.stores import log_store
from regent.changes import noting_unless
from regent.errors import (
    ClaimLost,
    InvalidRequest,
    LogGroupNotFound,
    PayloadTooLarge,
)
from regent.limits import MAX_ERROR_LENGTH
from regent.names import LogGroupName
from regent.paging import decode_cursor, encode_cursor
from regent.rows import instant
from regent.stores.log import Work

app = Api()
handler = app.handler
log_store()

Group = Annotated[LogGroupName, Path()]
_CHANGED: Final = described("The group", LogGroupAnswer) | errors(LogGroupNotFound, PayloadTooLarge)
_RESET: Final = described("What was forgotten", LogResetAnswer) | errors(
    LogGroupNotFound, PayloadTooLarge
)
_CLAIMED: Final = (
    described("A partition and what is pending in it", LogClaimAnswer)
    | {204: {"description": "Nothing is pending, all of it is claimed, or the group does not run"}}
    | errors(PayloadTooLarge)
)
_ACKED: Final = described("The claim has ended", LogAckAnswer) | errors(
    LogGroupNotFound, ClaimLost, PayloadTooLarge
)
_EXTENDED: Final = described("Until when the claim runs", LogExtendAnswer) | errors(
    LogGroupNotFound, ClaimLost, PayloadTooLarge
)
_RELEASED: Final = described("The claim has ended", LogReleaseAnswer) | errors(
    LogGroupNotFound, ClaimLost, PayloadTooLarge
)
_ADVANCED: Final = described("Where the group is", LogAdvanceAnswer) | errors(
    LogGroupNotFound, PayloadTooLarge
)


@app.post(
    "/api/v1/log/groups",
    summary="Register a group",
    responses=described("The group was there", LogGroupAnswer)
    | described("The group was made", LogGroupAnswer, 201)
    | errors(PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@may_wait
def register(request: Annotated[LogGroupRequest, Body()]) -> Response[Any]:
    """Makes a group, once."""
    made = log_store().register_group(request.groupId, request.partitionBy)
    return answer(201 if made else 200, log_store().read_group(request.groupId))


@app.get(
    "/api/v1/log/groups",
    summary="List groups",
    responses=described("Groups by name", LogGroupsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_groups(query: Annotated[PageQuery, Query()]) -> Response[Any]:
    """Groups, as far as they have looked through the log (``scannedPosition``)."""
    page = query.page("groups", str)
    return answer(200, listed("groups", log_store().list_groups(page), page))


@app.get(
    "/api/v1/log/groups/<group>/offsets",
    summary="List a group's partitions",
    responses=described("Partitions", LogOffsetsAnswer) | errors(LogGroupNotFound),
)
@needs(Role.READ_ONLY)
@may_wait
def list_offsets(group: Group, query: Annotated[LogOffsetsQuery, Query()]) -> Response[Any]:
    """The group's position in each partition, and the worker that holds the partition."""
    start = decode_cursor("offsets", query.cursor, (int,))[0] if query.cursor else query.start
    found = log_store().list_offsets(group, start, query.limit, state=query.state)
    cursor = None if found.next_key is None else encode_cursor("offsets", found.next_key)
    return answer(200, {"offsets": found.rows, "nextCursor": cursor})


@app.get(
    "/api/v1/log/groups/<group>",
    summary="Look at a group",
    responses=described("The group", LogGroupAnswer) | errors(LogGroupNotFound),
)
@needs(Role.READ_ONLY)
@may_wait
def read_group(group: Group) -> Response[Any]:
    """The group, after it has looked through all of the log."""
    return answer(200, log_store().read_group(group))


@app.post(
    "/api/v1/log/groups/<group>/stop",
    summary="Stop a group",
    responses=_CHANGED,
)
@needs(Role.READ_WRITE)
@may_wait
@app.audited
def stop(group: Group, request: Annotated[LogStopRequest | None, Body()] = None) -> Response[Any]:
    """No worker claims any more. With ``retryInSeconds`` the group has failed, and goes on then."""
    said = request or LogStopRequest()
    _check_reason(said.reason)
    status = "stopped" if said.retryInSeconds is None else "failed"
    log_store().set_group_status(group, status, said.reason, said.retryInSeconds)
    return answer(200, log_store().read_group(group))


@app.post(
    "/api/v1/log/groups/<group>/start",
    summary="Start a group",
    responses=_CHANGED,
)
@needs(Role.READ_WRITE)
@may_wait
@app.audited
def start(
    group: Group, request: Annotated[LogReasonRequest | None, Body()] = None
) -> Response[Any]:
    """A stopped or failed group goes on where it was."""
    _check_reason(request and request.reason)
    log_store().set_group_status(group, "active")
    return answer(200, log_store().read_group(group))


@app.post(
    "/api/v1/log/groups/<group>/reset",
    summary="Start a group anew",
    responses=_RESET,
)
@needs(Role.READ_WRITE)
@app.audited
def reset_group(
    group: Group, request: Annotated[LogReasonRequest | None, Body()] = None
) -> Response[Any]:
    """The group sees the log again from its start. Messages that it completed are ``replaying``."""
    _check_reason(request and request.reason)
    return answer(200, {"groupId": group, "offsetsDeleted": log_store().reset_group(group)})


@app.post(
    "/api/v1/log/groups/<group>/claim",
    summary="Claim a partition",
    responses=_CLAIMED,
)
@needs(Role.READ_WRITE)
@may_wait
@tells
def claim_next(group: Group, request: Annotated[LogClaimRequest, Body()]) -> Response[Any]:
    """Gives the worker the partition with the earliest pending message, alone, for a time."""
    found = log_store().claim_next(
        group,
        Work(
            request.partitionBy,
            request.handledTypes,
            request.workerId,
            request.batchSize,
            request.leaseSeconds,
            request.guardScope,
        ),
    )
    if found is None:
        return nothing()
    guard = {"conditions": found.pop("conditions"), "lastPosition": found.pop("lastPosition")}
    return answer(200, {**found, "guard": guard})


@app.post(
    "/api/v1/log/groups/<group>/ack",
    summary="Complete a claim",
    responses=_ACKED,
)
@needs(Role.READ_WRITE)
@tells
def ack_claim(group: Group, request: Annotated[LogAckRequest, Body()]) -> Response[Any]:
    """The group is done with the partition up to a position; it never goes back."""
    log_store().ack_claim(group, request.offsetId, request.position, request.workerId)
    return answer(200, {"acked": True})


@app.post(
    "/api/v1/log/groups/<group>/extend",
    summary="Extend a claim",
    responses=_EXTENDED,
)
@needs(Role.READ_WRITE)
@tells
def extend_claim(group: Group, request: Annotated[LogExtendRequest, Body()]) -> Response[Any]:
    """The claim runs for ``leaseSeconds`` from now; it never becomes shorter."""
    until = log_store().extend_claim(
        group, request.offsetId, request.leaseSeconds, request.workerId
    )
    return answer(200, {"offsetId": request.offsetId, "claimedUntil": instant(until)})


@app.post(
    "/api/v1/log/groups/<group>/release",
    summary="Give a claim back",
    responses=_RELEASED,
)
@needs(Role.READ_WRITE)
@tells
@app.audited
def release_claim(group: Group, request: Annotated[LogReleaseRequest, Body()]) -> Response[Any]:
    """The partition with the same messages can be claimed again, at once or after some seconds."""
    with noting_unless(request.workerId is not None):
        log_store().release_claim(
            group,
            request.offsetId,
            worker=request.workerId,
            error=request.error,
            rest_seconds=request.retryInSeconds,
        )
    return answer(200, {"released": True})


@app.post(
    "/api/v1/log/groups/<group>/advance",
    summary="Move a group forward",
    responses=_ADVANCED,
)
@needs(Role.READ_WRITE)
@tells
@app.audited
def advance_offset(group: Group, request: Annotated[LogAdvanceRequest, Body()]) -> Response[Any]:
    """Passes the messages of one partition up to a position, without a claim; never backwards."""
    position = log_store().advance_offset(group, request.partition, request.position)
    return answer(200, {"position": position})


@app.post(
    "/api/v1/log/groups/stop",
    summary="Stop a group that the body names",
    responses=_CHANGED,
)
@needs(Role.READ_WRITE)
@may_wait
@app.audited
def stop_named(request: Annotated[LogStopNamedRequest, Body()]) -> Response[Any]:
    """No worker claims any more, or none until ``retryInSeconds`` are over."""
    return stop(request.groupId, request)


@app.post(
    "/api/v1/log/groups/start",
    summary="Start a group that the body names",
    responses=_CHANGED,
)
@needs(Role.READ_WRITE)
@may_wait
@app.audited
def start_named(request: Annotated[LogReasonNamedRequest, Body()]) -> Response[Any]:
    """A stopped or failed group goes on where it was."""
    return start(request.groupId, request)


@app.post(
    "/api/v1/log/groups/reset",
    summary="Start a group anew that the body names",
    responses=_RESET,
)
@needs(Role.READ_WRITE)
@app.audited
def reset_group_named(request: Annotated[LogReasonNamedRequest, Body()]) -> Response[Any]:
    """The group sees the log again from its start."""
    return reset_group(request.groupId, request)


@app.post(
    "/api/v1/log/groups/claim",
    summary="Claim a partition for a group that the body names",
    responses=_CLAIMED,
)
@needs(Role.READ_WRITE)
@may_wait
@tells
def claim_next_named(request: Annotated[LogClaimNamedRequest, Body()]) -> Response[Any]:
    """Gives the worker the partition with the earliest pending message, alone, for a time."""
    return claim_next(request.groupId, request)


@app.post(
    "/api/v1/log/groups/ack",
    summary="Complete a claim of a group that the body names",
    responses=_ACKED,
)
@needs(Role.READ_WRITE)
@tells
def ack_claim_named(request: Annotated[LogAckNamedRequest, Body()]) -> Response[Any]:
    """The group is done with the partition up to a position; it never goes back."""
    return ack_claim(request.groupId, request)


@app.post(
    "/api/v1/log/groups/extend",
    summary="Extend a claim of a group that the body names",
    responses=_EXTENDED,
)
@needs(Role.READ_WRITE)
@tells
def extend_claim_named(request: Annotated[LogExtendNamedRequest, Body()]) -> Response[Any]:
    """The claim runs for ``leaseSeconds`` from now; it never becomes shorter."""
    return extend_claim(request.groupId, request)


@app.post(
    "/api/v1/log/groups/release",
    summary="Give back a claim of a group that the body names",
    responses=_RELEASED,
)
@needs(Role.READ_WRITE)
@tells
@app.audited
def release_claim_named(request: Annotated[LogReleaseNamedRequest, Body()]) -> Response[Any]:
    """The partition with the same messages can be claimed again."""
    return release_claim(request.groupId, request)


@app.post(
    "/api/v1/log/groups/advance",
    summary="Move forward a group that the body names",
    responses=_ADVANCED,
)
@needs(Role.READ_WRITE)
@tells
@app.audited
def advance_offset_named(request: Annotated[LogAdvanceNamedRequest, Body()]) -> Response[Any]:
    """Passes the messages of one partition up to a position, without a claim."""
    return advance_offset(request.groupId, request)


def _check_reason(reason: Any) -> None:
    size = len(to_json(reason, inf_nan_mode="constants"))
    if size > MAX_ERROR_LENGTH:
        raise InvalidRequest(f"reason is {size} bytes, more than {MAX_ERROR_LENGTH}")
