"""GET /api/v1/pop…: take messages under a lease, from a partition, a queue, or by labels."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final

import orjson
from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field, WithJsonSchema

from functions.edge.http import Api, answer, errors, nothing
from functions.edge.instants import parsed_instant
from functions.edge.roles import Role, needs
from functions.edge.short_way import has_short_way
from functions.edge.telemetry import count
from functions.edge.waiting import look_again
from functions.stores import queues, settings
from regent.errors import BoundReached, GroupHasMembers, InvalidRequest
from regent.limits import MAX_POP_BATCH, MAX_POP_PARTITIONS
from regent.names import GroupName, Label, Name, QueueName
from regent.rows import instant
from regent.settings import MODES
from regent.stores.queue_types import QUEUE_MODE, Lease, Popped, PopRequest, Subscription

app = Api()
handler = app.handler
queues()

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

    batch: Annotated[int, Field(ge=1, le=MAX_POP_BATCH)] | None = None
    partitions: Annotated[int, Field(ge=1, le=MAX_POP_PARTITIONS)] = 1
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


class MessageAnswer(BaseModel):
    """A message as it was pushed, with its place and the lease that holds it."""

    id: str
    transactionId: str
    traceId: str | None
    data: Any
    producerSub: str | None
    createdAt: str
    queue: str
    namespace: str
    task: str
    partitionId: str
    partition: str
    offset: int
    key: str | None
    headers: Any
    deliveryAttempt: int
    failedAttempts: int
    isEncrypted: bool
    leaseId: str
    consumerGroup: str
    #: Only on a message whose key is not here; ``data`` is null then.
    decryptionError: str | None = None


class PopAnswer(BaseModel):
    """The messages under one lease; at the top, the place of the first message."""

    success: bool
    queue: str
    partition: str
    partitionId: str
    leaseId: str
    consumerGroup: str
    messages: list[MessageAnswer]
    partitionsClaimed: int


_RESPONSES = {
    200: {
        "description": "Messages, under one lease",
        "content": {"application/json": {"model": PopAnswer}},
    },
    204: {
        "description": "Nothing to hand out",
        "headers": {
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
def pop_partition(
    queue: Annotated[QueueName, Path()],
    partition: Annotated[Name, Path()],
    query: Annotated[PopQuery, Query()],
) -> Response[Any]:
    """The oldest pending messages of one partition."""
    return _pop(query, lambda request: queues().pop(queue, partition, request))


@app.get("/api/v1/pop/queue/<queue>", summary="Take messages from a queue", responses=_RESPONSES)
@needs(Role.READ_WRITE)
@has_short_way
def pop_queue(
    queue: Annotated[QueueName, Path()], query: Annotated[PopQuery, Query()]
) -> Response[Any]:
    """The oldest pending messages of a queue, from as many partitions as ``partitions`` says."""
    return _pop(query, lambda request: queues().pop(queue, None, request))


@app.get("/api/v1/pop", summary="Take messages by namespace or task", responses=_RESPONSES)
@needs(Role.READ_WRITE)
@has_short_way
def pop_matching(query: Annotated[LabelsQuery, Query()]) -> Response[Any]:
    """From the queues of a namespace, a task or both: higher priority first, then the oldest. One
    of the two is needed."""
    if not query.namespace and not query.task:
        raise InvalidRequest("name a queue in the path, or a namespace or a task in the query")
    return _pop(query, lambda request: queues().pop_matching(query.namespace, query.task, request))


def _pop(query: PopQuery, take: Callable[[PopRequest], Lease]) -> Response[Any]:
    if query.conflation:
        raise InvalidRequest("conflation is not offered here: every message is handed out")
    request = PopRequest(
        group=query.consumerGroup,
        batch=query.batch or (AUTOPILOT_BATCH if query.autopilot else 1),
        partitions=query.partitions,
        auto_ack=query.autoAck,
        subscription=_subscription(query),
    )
    lease = take(request)

    def look() -> bool | None:
        nonlocal lease
        lease = take(request)
        return True if lease.messages else None

    if not lease.messages and query.wait:
        look_again(app, query.timeout / 1000, look)
    count("MessagesPopped", len(lease.messages))
    if lease.messages:
        return _handed_out(lease, request)
    return nothing() if lease.queue_exists else nothing({"regent-queue": "unknown"})


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
            "leaseId": lease.id,
            "consumerGroup": request.group,
            "messages": [_message(message, lease.id, request.group) for message in lease.messages],
            "partitionsClaimed": len({message.partition_id for message in lease.messages}),
        },
    )


def _message(message: Popped, lease_id: str, group: str) -> dict[str, Any]:
    return {
        "id": str(message.id),
        "transactionId": message.transaction_id,
        "traceId": None if message.trace_id is None else str(message.trace_id),
        # JSON already: it is passed through as text, without parsing.
        "data": orjson.Fragment(message.payload),
        "producerSub": message.producer_sub,
        "createdAt": instant(message.created_at),
        "queue": message.queue,
        "namespace": message.namespace,
        "task": message.task,
        "partitionId": str(message.partition_id),
        "partition": message.partition,
        "offset": message.offset,
        "key": message.key,
        "headers": None if message.headers is None else orjson.Fragment(message.headers),
        "deliveryAttempt": message.delivery,
        "failedAttempts": message.failed_attempts,
        "isEncrypted": message.is_encrypted,
        "leaseId": lease_id,
        "consumerGroup": group,
        **(
            {}
            if message.decryption_error is None
            else {"decryptionError": message.decryption_error}
        ),
    }
