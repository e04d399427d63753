"""GET /api/v1/pop…: take messages under a lease, from a partition, a queue, or by labels."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field, WithJsonSchema

from functions.edge.counting import POP, counted, counts
from functions.edge.http import Api, answer, errors, nothing
from functions.edge.instants import parsed_instant
from functions.edge.roles import Role, needs
from functions.edge.short_way import has_short_way
from functions.edge.waiting import holds, if_wanted, look_again
from functions.forms.pop import (
    Batch,
    LeaseSeconds,
    MessageAnswer,
    Partitions,
    checked_key,
    lease_answer,
)
from functions.stores import queue_calls, settings
from regent.errors import BoundReached, GroupHasMembers, InvalidRequest
from regent.names import GroupName, Label, Name, QueueName, UuidText
from regent.settings import MODES
from regent.stores.calls import Call
from regent.stores.queue_types import QUEUE_MODE, Lease, PopRequest, Source, Subscription

app = Api()
handler = app.handler
queue_calls()

#: The batch of a 2.x client that leaves it to the server.
AUTOPILOT_BATCH: Final = 100


_MODE: Final = {"type": "string", "enum": ["", *MODES]}
_START: Final = {
    "anyOf": [
        {"type": "string", "enum": ["", "now", *MODES]},
        {"type": "string", "format": "date-time"},
    ]
}


class PopQuery(BaseModel):
    """How much to take, for whom, and how long to wait for it."""

    batch: Batch | None = None
    partitions: Partitions = 1
    perPartition: Batch | None = None
    leaseSeconds: LeaseSeconds | None = None
    leaseKey: UuidText | None = None
    repeat: bool = False
    wait: bool = False
    timeout: Annotated[float, Field(ge=0)] = 30_000
    consumerGroup: GroupName = QUEUE_MODE
    autoAck: bool = False
    subscriptionMode: Annotated[Label | None, WithJsonSchema(_MODE)] = None
    subscriptionFrom: Annotated[Label | None, WithJsonSchema(_START)] = None
    autopilot: bool = False
    #: Refused if it is true, in words of its own.
    conflation: Annotated[bool, Field(json_schema_extra={"const": False})] = False


class LabelsQuery(PopQuery):
    """Pops whichever queue of a namespace or task comes first."""

    namespace: Label = ""
    task: Label = ""


class PopAnswer(BaseModel):
    """The messages under one lease; at the top, the place of the first message. With ``autoAck``
    there is no lease, and its fields are empty or null."""

    success: bool
    queue: str
    partition: str
    partitionId: str
    consumerGroup: str
    leaseId: str
    leaseSeconds: int | None
    expiresAt: str | None
    messages: list[MessageAnswer]
    partitionsClaimed: int


#: In the answers of a server that notices: regent/local/hang_ups.py.
_HANG_UPS: Final = {
    "regent-hang-ups": {
        "description": "`noticed`: a client may hang up while it waits. Nothing is taken for it"
        " then, and what was taken in that moment is given back.",
        "schema": {"type": "string", "enum": ["noticed"]},
    }
}
_RESPONSES = {
    200: {
        "description": "Messages, under one lease",
        "headers": _HANG_UPS,
        "content": {"application/json": {"model": PopAnswer}},
    },
    204: {
        "description": "Nothing to hand out",
        "headers": _HANG_UPS
        | {
            "regent-queue": {
                "description": "`unknown`: there is no such queue, or none with these labels. The"
                " group is subscribed all the same, and will get what comes.",
                "schema": {"type": "string", "enum": ["unknown"]},
            }
        },
    },
    **errors(GroupHasMembers, BoundReached),
}


@app.get(
    "/api/v1/pop/queue/<queue>/partition/<partition>",
    summary="Take messages from a partition",
    responses=_RESPONSES,
)
@needs(Role.READ_WRITE)
@has_short_way
@holds
@counts
async def pop_partition(
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    query: Annotated[PopQuery, Query()],
) -> Response[Any]:
    """The oldest pending messages of one partition."""
    return await _pop(query, Source(queue, partition))


@app.get("/api/v1/pop/queue/<queue>", summary="Take messages from a queue", responses=_RESPONSES)
@needs(Role.READ_WRITE)
@has_short_way
@holds
@counts
async def pop_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[PopQuery, Query()]
) -> Response[Any]:
    """The oldest pending messages of a queue, from as many partitions as ``partitions`` says."""
    return await _pop(query, Source(queue))


@app.get("/api/v1/pop", summary="Take messages by namespace or task", responses=_RESPONSES)
@needs(Role.READ_WRITE)
@has_short_way
@holds
@counts
async def pop_matching(query: Annotated[LabelsQuery, Query()]) -> Response[Any]:
    """From the queues of a namespace, a task or both: higher priority first, then the oldest. One
    of the two is needed."""
    if not query.namespace and not query.task:
        raise InvalidRequest("name a queue in the path, or a namespace or a task in the query")
    return await _pop(query, Source(namespace=query.namespace, task=query.task))


async def _pop(query: PopQuery, source: Source) -> Response[Any]:
    if query.conflation:
        raise InvalidRequest("conflation is not offered here: every message is handed out")
    if query.autoAck and query.leaseKey is not None:
        raise InvalidRequest(
            "leaseKey: a pop with autoAck has no lease, so it cannot be repeated; leave one out"
        )
    request = PopRequest(
        group=query.consumerGroup,
        batch=query.batch or (AUTOPILOT_BATCH if query.autopilot else 1),
        partitions=query.partitions,
        auto_ack=query.autoAck,
        subscription=_subscription(query),
        lease_seconds=query.leaseSeconds,
        lease_key=checked_key(query.leaseKey, query.repeat),
        repeat=query.repeat,
        per_partition=query.perPartition,
        client=app.client,
    )
    look = _take(source, request)
    began = monotonic()
    if query.wait:
        # A repetition of a pop that waits may have taken something meanwhile.
        later = look
        if request.lease_key is not None:
            later = _take(source, replace(request, repeat=True))
        about = () if source.queue is None else (source.queue,)
        lease = await look_again(
            app, query.timeout / 1000, look, _has_messages, *about, later=later
        )
    else:
        lease = await look
    lease = await if_wanted(app, lease, source, request.group)
    return counted(
        _response(lease, request),
        app.call,
        (POP, [message.queue for message in lease.messages]),
        at=source.queue,
        group=request.group,
        waited_seconds=monotonic() - began if query.wait else 0,
    )


def _response(lease: Lease, request: PopRequest) -> Response[Any]:
    if lease.messages:
        return _handed_out(lease, request)
    return nothing() if lease.queue_exists else nothing({"regent-queue": "unknown"})


def _take(source: Source, request: PopRequest) -> Call[Lease]:
    if source.queue is None:
        return queue_calls().pop_matching(source.namespace, source.task, request)
    return queue_calls().pop(source.queue, source.partition, request)


def _has_messages(lease: Lease) -> bool:
    return bool(lease.messages)


def _subscription(query: PopQuery) -> Subscription:
    """Where a new group starts: an instant in ``subscriptionFrom`` takes precedence over the
    mode."""
    start, mode = query.subscriptionFrom, query.subscriptionMode
    if mode and mode not in MODES:
        raise InvalidRequest(
            f"subscriptionMode is {mode!r}; it takes {', '.join(MODES)}, or an instant in"
            " subscriptionFrom"
        )
    if start and start != "now" and start not in MODES:
        return Subscription("timestamp", _instant(start))
    if start == "now":
        return Subscription("new")
    mode = start or mode
    if not mode:
        named = query.consumerGroup != QUEUE_MODE
        return Subscription(settings().default_subscription_mode if named else "all")
    return Subscription(MODES[mode])


def _instant(text: str) -> datetime:
    try:
        return parsed_instant(text)
    except ValueError:
        raise InvalidRequest(
            f"subscriptionFrom is {text!r}; it takes 'now' or an ISO 8601 instant"
        ) from None


def _handed_out(lease: Lease, request: PopRequest) -> Response[Any]:
    first = lease.messages[0]
    return answer(
        200,
        {
            "success": True,
            "queue": first.queue,
            "partition": first.partition,
            "partitionId": str(first.partition_id),
            "consumerGroup": request.group,
            **lease_answer(lease, request.group),
        },
    )
