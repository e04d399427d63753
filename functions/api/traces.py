"""POST, GET /api/v1/traces…: notes of consumers about messages, and finding them again."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field

from functions.edge.audit import RevealQuery
from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.edge.waiting import tells
from functions.stores import traces
from regent.errors import MessageNotFound, PayloadTooLarge
from regent.limits import (
    MAX_EVENT_TYPE_LENGTH,
    MAX_PAGE,
    MAX_PIPELINE_MESSAGES,
    MAX_TRACE_NAMES,
)
from regent.names import GroupName, Name
from regent.rows import Row

app = Api()
handler = app.handler
traces()


class TraceRequest(BaseModel):
    """A note about a message: any JSON, under names by which it can be found again."""

    transactionId: Name
    partitionId: Name
    data: Any
    consumerGroup: GroupName | None = None
    traceNames: Annotated[list[Name], Field(max_length=MAX_TRACE_NAMES)] | None = None
    eventType: Annotated[Name, Field(max_length=MAX_EVENT_TYPE_LENGTH)] = "info"
    workerId: Name | None = None


class TraceAnswer(BaseModel):
    """The note is kept."""

    success: bool
    traceId: str


class Trace(BaseModel):
    """A note, as the published clients read it: in snake_case."""

    id: str
    event_type: str
    data: Any
    consumer_group: str | None
    worker_id: str | None
    created_at: str
    trace_names: list[str]


class NamedTrace(Trace):
    """A note with its message; the payload is null if it cannot be read."""

    transaction_id: str | None
    partition_id: str
    queue_name: str
    partition_name: str
    message_payload: Any
    #: Only where something is hidden: its paths in the payload; `*`: all of it.
    masked: list[str] | None = None


class TraceName(BaseModel):
    """A name, how often it was used, for how many messages, and when it was used last."""

    trace_name: str
    trace_count: int
    message_count: int
    last_seen: str


class _List(BaseModel):
    total: int
    pagination: Pagination
    nextCursor: str | None


class TracesAnswer(_List):
    """The notes about a message, oldest first."""

    traces: list[Trace]


class NamedTracesAnswer(_List):
    """The notes under a name, oldest first."""

    traces: list[NamedTrace]


class TraceNamesAnswer(_List):
    """The names, in their order."""

    trace_names: list[TraceName]


class PipelineGroup(BaseModel):
    """What a group made of a message."""

    consumerGroup: str
    status: str
    attempts: int
    errorMessage: str | None
    failedAt: str | None


class PipelineMessage(BaseModel):
    """A message of a trace. ``redriven``: what it was before it was redriven."""

    id: str
    transactionId: str
    partitionId: str
    queue: str
    partition: str
    offset: int
    status: str
    createdAt: str
    redriven: Any
    groups: list[PipelineGroup]


class PipelineNote(BaseModel):
    """A note, without its data; ``message`` is the place of its message in the list."""

    message: int
    eventType: str
    consumerGroup: str | None
    createdAt: str
    names: list[str]


class PipelineAnswer(BaseModel):
    """The messages of a trace, oldest first, over all queues, and what was noted about them."""

    traceId: str
    messages: list[PipelineMessage]
    notes: list[PipelineNote]
    more: bool
    moreNotes: bool


class PipelineQuery(BaseModel):
    """How many of the messages."""

    limit: Annotated[int, Field(ge=1, le=MAX_PIPELINE_MESSAGES)] = 100


class NamedTracesQuery(PageQuery, RevealQuery):
    """A page of notes with their messages."""


class NamesQuery(PageQuery):
    """A page of names."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 50


@app.post(
    "/api/v1/traces",
    summary="Note something about a message",
    responses=described("The note is kept as long as its message", TraceAnswer, 201)
    | errors(MessageNotFound, PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@tells
def record_trace(request: Annotated[TraceRequest, Body()]) -> Response[Any]:
    """Keep a note about a message. It is stored as it is sent: not encrypted, even if payloads
    are."""
    trace_id = traces().record_trace(
        request.partitionId,
        request.transactionId,
        data=request.data,
        names=request.traceNames or (),
        event_type=request.eventType,
        group=request.consumerGroup,
        worker=request.workerId,
    )
    return answer(201, {"success": True, "traceId": trace_id})


# Routes with fixed words come first: the last route would match those words as ids.
@app.get(
    "/api/v1/traces/names",
    summary="List the names of traces",
    responses=described("Names, in their order", TraceNamesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_trace_names(query: Annotated[NamesQuery, Query()]) -> Response[Any]:
    """The names under which something was noted."""
    page = query.page("trace_names", str)
    return answer(200, listed("trace_names", traces().list_trace_names(page), page, _name))


@app.get(
    "/api/v1/traces/by-name/<name>",
    summary="List the traces with a name",
    responses=described("Notes, oldest first", NamedTracesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
@app.shows_payloads
def list_traces_by_name(
    name: Annotated[Name, Path()], query: Annotated[NamedTracesQuery, Query()]
) -> Response[Any]:
    """The notes under a name, over all queues, with the messages' payloads. A page that is too
    large for an answer is shorter than its limit, and has a nextCursor."""
    page = query.page("traces", int)
    found = traces().list_traces_by_name(name, page)
    return answer(200, listed("traces", found, page, _named_trace))


@app.get(
    "/api/v1/traces/by-trace-id/<traceId>",
    summary="Follow a trace over all queues",
    responses=described("Messages, oldest first, and notes", PipelineAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_pipeline(
    traceId: Annotated[UUID, Path()],  # noqa: N803 - the names of a path are the API's
    query: Annotated[PipelineQuery, Query()],
) -> Response[Any]:
    """Each message that was pushed under a trace id, with its state in every group, and what was
    noted about it. Empty, where nothing was."""
    found = traces().read_pipeline(traceId, query.limit)
    return answer(200, {"traceId": str(traceId), **found})


@app.get(
    "/api/v1/traces/<partitionId>/<transactionId>",
    summary="List the traces of a message",
    responses=described("Notes, oldest first", TracesAnswer) | errors(MessageNotFound),
)
@needs(Role.READ_ONLY)
def list_traces(
    partitionId: Annotated[Name, Path()],  # noqa: N803 - the names of a path are the API's
    transactionId: Annotated[Name, Path()],  # noqa: N803
    query: Annotated[PageQuery, Query()],
) -> Response[Any]:
    """The notes about a message. A page that is too large for an answer is shorter than its limit,
    and has a nextCursor."""
    page = query.page("traces", int)
    found = traces().list_traces(partitionId, transactionId, page)
    return answer(200, listed("traces", found, page, _trace))


def _trace(row: Row) -> Row:
    return {
        "id": row["id"],
        "event_type": row["eventType"],
        "data": row["data"],
        "consumer_group": row["consumerGroup"],
        "worker_id": row["workerId"],
        "created_at": row["createdAt"],
        "trace_names": row["traceNames"] or [],
    }


def _named_trace(row: Row) -> Row:
    return {
        **_trace(row),
        "transaction_id": row["transactionId"],
        "partition_id": row["partitionId"],
        "queue_name": row["queueName"],
        "partition_name": row["partitionName"],
        "message_payload": row["messagePayload"],
        **({"masked": row["masked"]} if "masked" in row else {}),
    }


def _name(row: Row) -> Row:
    return {
        "trace_name": row["traceName"],
        "trace_count": row["traceCount"],
        "message_count": row["messageCount"],
        "last_seen": row["lastSeen"],
    }
