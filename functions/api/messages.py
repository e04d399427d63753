"""GET /api/v1/messages…, DELETE /api/v1/messages/…: look at messages, delete one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field

from functions.edge.audit import RevealQuery
from functions.edge.http import Api, answer, described, errors
from functions.edge.instants import Instant
from functions.edge.lists import PageQuery, Pagination, lines, listed, takes_lines
from functions.edge.roles import Role, needs
from functions.forms.messages import (
    ListedMessage,
    MessageDetail,
    message_with_payload,
    stored_message,
)
from functions.stores import stored_messages
from regent.errors import InvalidRequest, MessageNotFound
from regent.limits import MAX_DATA_PREVIEW_BYTES, MAX_OFFSET, MAX_PAGE
from regent.names import GroupName, Label, Name, QueueName, UuidText
from regent.rows import Row
from regent.stores.messages import MessageFilter, State, names_of

app = Api()
handler = app.handler
stored_messages()


class MessagesQuery(PageQuery, RevealQuery):
    """Which messages: those that fit all of it. ``from`` is part of the time, ``to`` is not."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 200
    queue: QueueName | None = None
    partition: Name | None = None
    namespace: Label = ""
    ns: Label = ""
    task: Label = ""
    status: State | None = None
    consumerGroup: GroupName | None = None
    traceId: UuidText | None = None
    transactionId: Name | None = None
    since: Annotated[Instant | None, Field(alias="from")] = None
    before: Annotated[Instant | None, Field(alias="to")] = None
    afterOffset: Annotated[int, Field(ge=0, lt=MAX_OFFSET + 1)] | None = None
    order: Literal["asc", "desc"] | None = None
    payloads: bool = False
    maxDataBytes: Annotated[int, Field(ge=1, le=MAX_DATA_PREVIEW_BYTES)] | None = None
    contains: Name | None = None
    field: Name | None = None
    value: Label | None = None


class Mode(BaseModel):
    """How the queues asked for are consumed: by those who name no group, by named groups, both."""

    hasQueueMode: bool
    busGroupsCount: int
    type: Literal["queue", "bus", "hybrid", "none"]


class Looked(BaseModel):
    """How far a page looked: at so many messages, to the one that was pushed at ``to``. In
    ``encrypted`` of them no payload can be found: they are encrypted, or masked."""

    messages: int
    to: str | None
    encrypted: int


class MessagesAnswer(BaseModel):
    """A page. ``total`` is null where counting would mean reading the messages. ``looked`` is there
    where a filter judges message by message: a status, or one on payloads."""

    messages: list[ListedMessage]
    mode: Mode
    looked: Looked | None
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class DeletedMessage(BaseModel):
    """It is gone. ``message`` says so in words, as the published console reads it."""

    success: bool
    partitionId: str
    transactionId: str
    message: str


_NOT_FOUND: Final[Any] = errors(MessageNotFound)


@app.get(
    "/api/v1/messages",
    summary="List messages",
    responses=described(
        "Messages, newest first unless `order` says otherwise; those of a trace or a"
        " transaction id oldest first. With their payloads where `payloads` says so",
        MessagesAnswer,
    )
    | errors(),
)
@needs(Role.READ_ONLY)
@app.shows_payloads
def list_messages(query: Annotated[MessagesQuery, Query()]) -> Response[Any]:
    """A page of the messages that are kept. With a status, with payloads or with a condition on
    them, a page may be short or empty and still not be the last one: go on while there is a
    nextCursor. A ``partition`` needs its ``queue``, and ``afterOffset`` needs both. With ``accept:
    application/x-ndjson``, a message a line, and the cursor in the header X-Next-Cursor."""
    _check_place(query)
    _check_payloads(query)
    page = query.page("messages", datetime, int, int, int)
    found = stored_messages().list_messages(
        MessageFilter(
            queue=query.queue,
            partition=query.partition,
            namespace=query.namespace or query.ns or None,
            task=query.task or None,
            group=query.consumerGroup,
            status=query.status,
            trace_id=query.traceId,
            transaction_id=query.transactionId,
            since=query.since,
            before=query.before,
            after_offset=query.afterOffset,
            contains=query.contains,
            field=None if query.field is None else names_of(query.field),
            value=query.value,
        ),
        page,
        oldest_first=query.order == "asc",
        payloads=query.payloads,
        max_data_bytes=query.maxDataBytes,
    )
    shape = message_with_payload if query.payloads else stored_message
    frame = listed("messages", found, page, shape)
    if takes_lines(app.current_event.headers.get("accept")):
        return lines(frame["messages"], frame["nextCursor"])
    mode = _mode(found.about["hasQueueMode"], found.about["busGroups"])
    return answer(
        200,
        {
            "messages": frame.pop("messages"),
            "mode": mode,
            "looked": _looked(found.about),
            **frame,
        },
    )


@app.get(
    "/api/v1/messages/<partitionId>/<transactionId>",
    summary="Read a message",
    responses={
        200: {
            "description": "The message with its payload, and what each group made of it",
            "content": {"application/json": {"model": MessageDetail}},
        },
        **_NOT_FOUND,
    },
)
@needs(Role.READ_ONLY)
@app.shows_payloads
def read_message(
    partitionId: Annotated[Name, Path()],  # noqa: N803 - the names of a path are the API's
    transactionId: Annotated[Name, Path()],  # noqa: N803
    query: Annotated[RevealQuery, Query()],  # noqa: ARG001 - who sees what was decided before
) -> Response[Any]:
    """One message. Reading it takes nothing away: no group's cursor moves."""
    return answer(
        200, message_with_payload(stored_messages().read_message(partitionId, transactionId))
    )


@app.delete(
    "/api/v1/messages/<partitionId>/<transactionId>",
    summary="Delete a message",
    responses={
        200: {
            "description": "The message is gone, for every group",
            "content": {"application/json": {"model": DeletedMessage}},
        },
        **_NOT_FOUND,
    },
)
@needs(Role.READ_WRITE)
@app.audited
def delete_message(
    partitionId: Annotated[Name, Path()],  # noqa: N803
    transactionId: Annotated[Name, Path()],  # noqa: N803
) -> Response[Any]:
    """Delete one message with its traces; its dead letters stay. A group that holds it goes on with
    the others. Its transaction id is free: pushed again, it is a new message."""
    stored_messages().delete_message(partitionId, transactionId)
    return answer(
        200,
        {
            "success": True,
            "partitionId": partitionId,
            "transactionId": transactionId,
            "message": "Message deleted",
        },
    )


def _check_place(query: MessagesQuery) -> None:
    if query.partition is not None and query.queue is None:
        raise InvalidRequest("partition: name its queue too; partitions of many queues share names")
    if query.afterOffset is not None and query.partition is None:
        raise InvalidRequest(
            "afterOffset: name the queue and the partition too; offsets are those of a partition"
        )
    pipeline = "traceId" if query.traceId is not None else "transactionId"
    if query.traceId is None and query.transactionId is None:
        return
    if query.order == "desc":
        raise InvalidRequest(f"order: a list by {pipeline} is always oldest first; leave desc out")
    if query.afterOffset is not None:
        raise InvalidRequest(
            f"afterOffset: a list by {pipeline} is not one of offsets; leave it out"
        )


def _check_payloads(query: MessagesQuery) -> None:
    if query.maxDataBytes is not None and not query.payloads:
        raise InvalidRequest("maxDataBytes: say payloads=true too; without, no payload comes")
    if (query.field is None) != (query.value is None):
        raise InvalidRequest(
            "field and value go together: the field of a payload, and the value that it has"
        )
    if (query.contains or query.field) and (query.traceId or query.transactionId):
        raise InvalidRequest(
            "contains, field: a list by traceId or transactionId is not searched; leave one out"
        )


def _looked(about: Row) -> Row | None:
    if about["looked"] is None:
        return None
    return {
        "messages": about["looked"],
        "to": about["lookedTo"],
        "encrypted": about["sealed"],
    }


def _mode(by_queue: bool, groups: int) -> dict[str, Any]:
    kinds = {(True, True): "hybrid", (True, False): "queue", (False, True): "bus"}
    return {
        "hasQueueMode": by_queue,
        "busGroupsCount": groups,
        "type": kinds.get((by_queue, groups > 0), "none"),
    }
