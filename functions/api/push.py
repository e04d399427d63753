"""POST /api/v1/push: store messages."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Query
from pydantic import BaseModel, Field

from functions.edge.counting import PUSH, counted, counts
from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.short_way import has_short_way
from functions.edge.waiting import tell, tells
from functions.forms.push import PushItem, stored_items
from functions.stores import queue_calls
from regent.errors import BoundReached, PayloadTooLarge, QueueFull
from regent.limits import MAX_PUSH_ITEMS
from regent.stores.queue_types import Pushed

app = Api(known_fields=PushItem.__annotations__)
handler = app.handler
queue_calls()


class PushRequest(BaseModel):
    """Messages to one queue or several; stored all or none."""

    items: Annotated[list[PushItem], Field(max_length=MAX_PUSH_ITEMS)]


class PushQuery(BaseModel):
    """``depth``: tell the depth of every queue, not only of those with a maximum size."""

    depth: bool = False


class PushAnswer(BaseModel):
    """The outcome of one item. ``remainingCapacity`` is null in a queue without a maximum size."""

    index: int
    transaction_id: str
    status: str
    message_id: str
    partition_id: str | None = None
    trace_id: str | None = None
    queueName: str
    queueDepth: int | None = None
    remainingCapacity: int | None = None


@app.post(
    "/api/v1/push",
    summary="Store messages",
    responses=described(
        "One outcome per item, in order: queued, or duplicate with the id of"
        " the message that is there",
        list[PushAnswer],
        201,
    )
    | errors(QueueFull, BoundReached, PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@has_short_way
@tells
@counts
async def push(
    request: Annotated[PushRequest, Body()], query: Annotated[PushQuery, Query()]
) -> Response[Any]:
    """Store messages in order, each in its queue and partition; both are made if missing."""
    items = stored_items(request.items)
    app.check_payloads(items)
    pushed = await queue_calls().push(items, app.subject, depth=query.depth)
    tell(*{item.queue for item in pushed})
    response = answer(201, [outcome(index, item) for index, item in enumerate(pushed)])
    return counted(response, app.call, (PUSH, [item.queue for item in pushed]))


def outcome(index: int, item: Pushed) -> dict[str, Any]:
    """The outcome of an item under the names that the published clients read, here in
    snake_case."""
    body: dict[str, Any] = {
        "index": index,
        "transaction_id": item.transaction_id,
        "status": "duplicate" if item.duplicate else "queued",
        "message_id": item.message_id,
        "partition_id": str(item.partition_id),
        "trace_id": item.trace_id,
        "queueName": item.queue,
    }
    if item.depth is not None:
        body["queueDepth"] = item.depth
        body["remainingCapacity"] = item.remaining
    return body
