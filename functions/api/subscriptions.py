"""GET, DELETE /api/v1/subscriptions…, POST /api/v1/consumer-groups/…/subscription: where groups
started, and where they will start next."""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel

from functions.edge.http import Api, answer, described, errors
from functions.edge.instants import Instant
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.stores import groups
from regent.errors import GroupNotFound, PayloadTooLarge, SubscriptionNotFound
from regent.names import GroupName, QueueName, UuidText
from regent.rows import instant

app = Api()
handler = app.handler
groups()


class SubscriptionsQuery(PageQuery):
    """The group and the queue of the subscriptions."""

    consumerGroup: GroupName | None = None
    queue: QueueName | None = None


class SubscriptionAnswer(BaseModel):
    """A subscription. An empty name means any: one by namespace has no ``queueName``."""

    id: str
    consumerGroup: str
    queueName: str
    partitionName: str
    namespace: str
    task: str
    subscriptionMode: str
    subscriptionTimestamp: str
    createdAt: str


class SubscriptionsAnswer(BaseModel):
    """Subscriptions by group and queue."""

    subscriptions: list[SubscriptionAnswer]
    total: int
    pagination: Pagination
    nextCursor: str | None


class DeleteSubscriptionAnswer(SubscriptionAnswer):
    """What was deleted. ``nextPop`` says where the group's next pop will start."""

    success: bool
    cursorsKept: bool
    nextPop: str


class SubscriptionMove(BaseModel):
    """The instant at which the group starts in partitions and queues that it comes to later."""

    subscriptionTimestamp: Instant


class SubscriptionNamedMove(SubscriptionMove):
    """The group, and the instant."""

    consumerGroup: GroupName


class SubscriptionMoved(BaseModel):
    """``rowsUpdated``: how many subscriptions the group has."""

    success: bool
    consumerGroup: str
    newTimestamp: str
    rowsUpdated: int


@app.get(
    "/api/v1/subscriptions",
    summary="List subscriptions",
    responses=described("A page of them", SubscriptionsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_subscriptions(query: Annotated[SubscriptionsQuery, Query()]) -> Response[Any]:
    """How each group subscribed at its first pop, with the id by which the record can be
    deleted."""
    page = query.page("subscriptions", str, str, str, str, str)
    found = groups().list_subscriptions(query.consumerGroup, query.queue, page)
    return answer(200, listed("subscriptions", found, page))


@app.delete(
    "/api/v1/subscriptions/<subscription>",
    summary="Delete a subscription",
    responses=described("The record is gone; the group keeps its place", DeleteSubscriptionAnswer)
    | errors(SubscriptionNotFound),
)
@needs(Role.ADMIN)
@app.audited
def delete_subscription(subscription: Annotated[UuidText, Path()]) -> Response[Any]:
    """Forget how a group subscribed, so that its next pop can subscribe in another way."""
    gone = groups().delete_subscription(uuid.UUID(subscription))
    return answer(
        200,
        {
            "success": True,
            "id": str(uuid.UUID(subscription)),
            **gone,
            "cursorsKept": True,
            "nextPop": "The group goes on from its cursors where it has them. To partitions and"
            " queues that it does not follow yet, its next pop subscribes anew, as it asks, unless"
            " another subscription of the group covers them.",
        },
    )


_MOVED: Final = described(
    "Its subscriptions say so now; its cursors are where they were", SubscriptionMoved
) | errors(GroupNotFound, PayloadTooLarge)


@app.post(
    "/api/v1/consumer-groups/<group>/subscription",
    summary="Change where a group starts in what it comes to later",
    responses=_MOVED,
)
@needs(Role.READ_WRITE)
@app.audited
def move_subscription(
    group: Annotated[GroupName, Path()], request: Annotated[SubscriptionMove, Body()]
) -> Response[Any]:
    """All subscriptions of the group get the mode ``timestamp`` and this instant. They apply to
    partitions and queues that the group does not follow yet; use seek to move its cursors."""
    moved = groups().move_subscription(group, request.subscriptionTimestamp)
    return answer(
        200,
        {
            "success": True,
            "consumerGroup": group,
            "newTimestamp": instant(request.subscriptionTimestamp),
            "rowsUpdated": moved,
        },
    )


@app.post(
    "/api/v1/consumer-groups/subscription",
    summary="Change where a group that the body names starts in what it comes to later",
    responses=_MOVED,
)
@needs(Role.READ_WRITE)
@app.audited
def move_subscription_named(
    request: Annotated[SubscriptionNamedMove, Body()],
) -> Response[Any]:
    """All subscriptions of the group get the mode ``timestamp`` and this instant."""
    return move_subscription(request.consumerGroup, request)
