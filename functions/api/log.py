"""/api/v1/log/…: append to the event log, at once or later, and read it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import listed
from functions.edge.roles import Role, needs
from functions.edge.waiting import LOG, holds, look_again, tell, tells
from functions.forms.log import (
    Attributes,
    Conditions,
    GuardScope,
    HandledTypes,
    LogGuard,
    LogMessage,
    LogMessageAnswer,
    Position,
    QueryPosition,
)
from functions.forms.log_scheduled import (
    CancelledAnswer,
    LogScheduleAnswer,
    LogScheduleRequest,
    ScheduledAnswer,
    ScheduledListAnswer,
    ScheduledQuery,
    ScheduledReadAnswer,
    ScheduledReadQuery,
)
from functions.forms.preview import DryRunQuery
from functions.stores import log_store
from regent.errors import (
    ConcurrentAppend,
    InvalidRequest,
    LogMessageNotFound,
    PayloadTooLarge,
    ScheduleNotFound,
)
from regent.limits import MAX_APPEND_MESSAGES, MAX_LOG_BATCH
from regent.names import Name, Text
from regent.numbers import WHOLE
from regent.paging import decode_cursor, encode_cursor
from regent.rows import instant
from regent.stores.calls import Alone
from regent.stores.log import NewMessage

app = Api()
handler = app.handler
log_store()

#: The list that the cursors page through.
_POSITIONS: Final = "positions of the log"


class LogAppendRequest(BaseModel):
    """Messages that are appended together, all or none."""

    messages: Annotated[list[LogMessage], Field(max_length=MAX_APPEND_MESSAGES)]
    guard: LogGuard | None = None


class LogAppendAnswer(BaseModel):
    """The position of each message, and the highest of them."""

    positions: list[int]
    lastPosition: int


class LogReadRequest(BaseModel):
    """Conditions. A message has to match one of them."""

    conditions: Annotated[Conditions, Field(min_length=1)]
    afterPosition: Position | None = None
    limit: Annotated[int, Field(strict=True, ge=1, le=MAX_LOG_BATCH), WHOLE] = 100


class LogPartitionRequest(BaseModel):
    """A partition, and which of its messages are read."""

    attributes: Annotated[Attributes, Field(min_length=1)]
    handledTypes: HandledTypes
    afterPosition: Position | None = None
    upto: Position | None = None
    limit: Annotated[int, Field(strict=True, ge=1, le=MAX_LOG_BATCH), WHOLE] = MAX_LOG_BATCH
    guardScope: GuardScope = "broad"


class LogReadAnswer(BaseModel):
    """Messages, and the guard for a decision by them. ``more``: further messages follow."""

    messages: list[LogMessageAnswer]
    more: bool
    guard: LogGuard


class LogMessagesQuery(BaseModel):
    """Where to start (inclusive), in which direction, and which type. With ``wait`` a read that
    finds nothing looks again, for ``timeout`` milliseconds at most."""

    start: Annotated[QueryPosition | None, Field(alias="from")] = None
    limit: Annotated[int, Field(ge=1, le=MAX_LOG_BATCH)] = 50
    order: Literal["asc", "desc"] = "asc"
    type: Name | None = None
    cursor: Text | None = None
    wait: bool = False
    timeout: Annotated[float, Field(ge=0)] = 30_000


class LogMessagesAnswer(BaseModel):
    """A stretch of the log. ``more``: it goes on at ``nextCursor``. ``safePosition``: the position
    up to which the log can be read now."""

    messages: list[LogMessageAnswer]
    more: bool
    lastPosition: int | None
    safePosition: int
    nextCursor: str | None


class LogCorrelatedQuery(BaseModel):
    """Where to start (inclusive)."""

    start: Annotated[QueryPosition | None, Field(alias="from")] = None
    limit: Annotated[int, Field(ge=1, le=MAX_LOG_BATCH)] = 100
    cursor: Text | None = None


@app.post(
    "/api/v1/log/append",
    summary="Append messages",
    responses=described("The messages' positions", LogAppendAnswer, 201)
    | errors(PayloadTooLarge, ConcurrentAppend),
)
@needs(Role.READ_WRITE)
@tells
def append(request: Annotated[LogAppendRequest, Body()]) -> Response[Any]:
    """Appends all messages or none; none if the guard is broken. Ids that are in the log already
    are answered with their first positions."""
    messages = _new(request.messages)
    guard = request.guard
    conditions = None if guard is None else [each.model_dump() for each in guard.conditions]
    appended = log_store().append(messages, conditions, guard.lastPosition if guard else 0)
    tell(LOG)
    return answer(201, {"positions": appended.positions, "lastPosition": appended.last_position})


@app.post(
    "/api/v1/log/read",
    summary="Read by conditions",
    responses=described("Messages in order, and a guard", LogReadAnswer) | errors(PayloadTooLarge),
)
@needs(Role.READ_ONLY)
@tells
def read_conditions(request: Annotated[LogReadRequest, Body()]) -> Response[Any]:
    """Messages that match one of the conditions, in all of its attributes."""
    conditions = [each.model_dump() for each in request.conditions]
    found = log_store().read_conditions(conditions, request.afterPosition, request.limit)
    return answer(200, _read(found))


@app.post(
    "/api/v1/log/read-partition",
    summary="Read a partition",
    responses=described("Messages in order, and a guard", LogReadAnswer) | errors(PayloadTooLarge),
)
@needs(Role.READ_ONLY)
@tells
def read_partition(request: Annotated[LogPartitionRequest, Body()]) -> Response[Any]:
    """Messages that have at least one attribute of the partition, and match every one they have."""
    found = log_store().read_partition(
        request.attributes,
        request.handledTypes,
        after=request.afterPosition,
        upto=request.upto,
        limit=request.limit,
        scope=request.guardScope,
    )
    return answer(200, _read(found))


@app.get(
    "/api/v1/log/messages",
    summary="Read the log",
    responses=described("Messages in order", LogMessagesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
@holds
async def read_messages(query: Annotated[LogMessagesQuery, Query()]) -> Response[Any]:
    """The log from a position on, forwards or backwards, with all types or one."""
    backwards = query.order == "desc"
    if query.wait and backwards:
        raise InvalidRequest("wait is for what is appended next: it needs order=asc")

    def look() -> Mapping[str, Any]:
        return log_store().read_messages(
            _start(query), query.limit, backwards=backwards, type_=query.type
        )

    seconds = query.timeout / 1000 if query.wait else 0.0
    found = await look_again(app, seconds, Alone(look), _has_messages, LOG)
    return answer(200, _stretch(found, -1 if backwards else 1))


@app.get(
    "/api/v1/log/messages/<message>/correlated",
    summary="Read a conversation",
    responses=described("Messages in order", LogMessagesAnswer) | errors(LogMessageNotFound),
)
@needs(Role.READ_ONLY)
def read_correlated(
    message: Annotated[uuid.UUID, Path()], query: Annotated[LogCorrelatedQuery, Query()]
) -> Response[Any]:
    """All messages with the correlation id of one of them, and the one whose id that is."""
    start = _start(query) or 0
    found = log_store().read_correlated(str(message), max(start - 1, 0), query.limit)
    return answer(200, _stretch(found, 1))


@app.get(
    "/api/v1/log/messages/<message>",
    summary="Look at a message",
    responses=described("The message", LogMessageAnswer) | errors(LogMessageNotFound),
)
@needs(Role.READ_ONLY)
def read_message(message: Annotated[uuid.UUID, Path()]) -> Response[Any]:
    """A message by its id, as soon as it can be read."""
    return answer(200, log_store().read_message(str(message)))


@app.post(
    "/api/v1/log/schedule",
    summary="Append later",
    responses=described("What was kept", LogScheduleAnswer, 201) | errors(PayloadTooLarge),
)
@needs(Role.READ_WRITE)
def schedule_messages(request: Annotated[LogScheduleRequest, Body()]) -> Response[Any]:
    """Keeps messages outside of the log until they are due; then they are appended together."""
    schedule_id = log_store().schedule_messages(_new(request.messages), request.at)
    body = {
        "scheduleId": schedule_id,
        "messages": len(request.messages),
        "at": instant(request.at),
    }
    return answer(201, body)


@app.get(
    "/api/v1/log/scheduled",
    summary="List scheduled messages",
    responses=described("Batches that wait", ScheduledListAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_scheduled(query: Annotated[ScheduledQuery, Query()]) -> Response[Any]:
    """Batches of messages that wait to be appended, the one that is due first in front."""
    page = query.page("scheduled", datetime, int)
    found = log_store().list_scheduled(page, *query.span())
    return answer(200, listed("scheduled", found, page))


@app.get(
    "/api/v1/log/scheduled/<schedule>",
    summary="Look at scheduled messages",
    responses=described("The batch", ScheduledReadAnswer) | errors(ScheduleNotFound),
)
@needs(Role.READ_ONLY)
def read_scheduled(
    schedule: Annotated[Name, Path()], query: Annotated[ScheduledReadQuery, Query()]
) -> Response[Any]:
    """A batch with its messages, as many as fit into an answer."""
    return answer(200, log_store().read_scheduled(schedule, query.start, query.limit))


@app.delete(
    "/api/v1/log/scheduled/<schedule>",
    summary="Cancel scheduled messages",
    responses=described("They are never appended", CancelledAnswer) | errors(ScheduleNotFound),
)
@needs(Role.READ_WRITE)
@app.audited
def cancel_scheduled(
    schedule: Annotated[Name, Path()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Take a batch back that was not appended yet. What was appended stays in the log."""
    if not query.dryRun:
        return answer(200, {"cancelled": True, **log_store().cancel_scheduled(schedule)})
    found = log_store().read_scheduled(schedule, 0, 0)
    batch = {name: found[name] for name in ScheduledAnswer.model_fields}
    return answer(200, {"cancelled": False, **batch, "dryRun": True})


def _new(messages: Sequence[LogMessage]) -> list[NewMessage]:
    made = [message.new() for message in messages]
    app.check_payloads(made)
    return made


def _read(found: Mapping[str, Any]) -> dict[str, Any]:
    guard = {"conditions": found["conditions"], "lastPosition": found["lastPosition"]}
    return {"messages": found["messages"], "more": found["more"], "guard": guard}


def _has_messages(found: Mapping[str, Any]) -> bool:
    return found["lastPosition"] is not None


def _stretch(found: Mapping[str, Any], step: int) -> dict[str, Any]:
    following = [found["lastPosition"] + step] if found["more"] else None
    return {
        "messages": found["messages"],
        "more": found["more"],
        "lastPosition": found["lastPosition"],
        "safePosition": found["safePosition"],
        "nextCursor": None if following is None else encode_cursor(_POSITIONS, following),
    }


def _start(query: LogMessagesQuery | LogCorrelatedQuery) -> int | None:
    """Where the last page ended, or where the caller wants to begin."""
    if query.cursor:
        start: int = decode_cursor(_POSITIONS, query.cursor, (int,))[0]
        return start
    return query.start
