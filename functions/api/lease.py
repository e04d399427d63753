"""POST /api/v1/lease/<lease>/…: hold on to messages for longer, or give them back."""

from __future__ import annotations

from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.waiting import tells
from functions.stores import queues
from regent.changes import noting_unless
from regent.errors import InvalidRequest, PayloadTooLarge
from regent.limits import MAX_LEASE_SECONDS
from regent.names import GroupName, Label, LeaseId, Name, QueueName
from regent.numbers import WHOLE
from regent.stores.queue_types import QUEUE_MODE, Source

app = Api()
handler = app.handler
queues()

DEFAULT_SECONDS: Final = 60


class ExtendRequest(BaseModel):
    """How long the lease lasts from now on."""

    seconds: Annotated[int, Field(strict=True, ge=1, le=MAX_LEASE_SECONDS), WHOLE] = DEFAULT_SECONDS


class ExtendAnswer(BaseModel):
    """The instant at which the lease now ends, under each name that the clients read; and the
    seconds until then."""

    leaseId: str
    success: bool
    error: str | None = None
    renewed: int
    leaseSeconds: int | None
    newExpiresAt: str | None
    expiresAt: str | None
    lease_expires_at: str | None


class ReleaseRequest(BaseModel):
    """The place from which a pop took, and its group: needed when only the pop's key is known."""

    queue: QueueName | None = None
    partition: Name | None = None
    namespace: Label = ""
    task: Label = ""
    consumerGroup: GroupName = QUEUE_MODE


class ReleaseAnswer(BaseModel):
    """``released``: the partitions that the lease held; 0 when it has ended, or took nothing."""

    leaseId: str
    released: int


@app.post(
    "/api/v1/lease/<lease>/extend",
    summary="Extend a lease",
    responses=described("success: false when the lease has ended", ExtendAnswer)
    | errors(PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@tells
def extend(
    lease: Annotated[LeaseId, Path()], request: Annotated[ExtendRequest | None, Body()] = None
) -> Response[Any]:
    """Extend a live lease in every partition that it holds. It never becomes shorter."""
    seconds = request.seconds if request else DEFAULT_SECONDS
    extended = queues().extend(lease, seconds)
    until = None if extended.expires_at is None else extended.expires_at.isoformat()
    body: dict[str, Any] = {
        "leaseId": lease,
        "success": extended.partitions > 0,
        "renewed": extended.partitions,
        "leaseSeconds": extended.seconds,
        "newExpiresAt": until,
        "expiresAt": until,
        "lease_expires_at": until,
    }
    if not extended.partitions:
        body["error"] = "Invalid or expired lease"
    return answer(200, body)


@app.post(
    "/api/v1/lease/<lease>/release",
    summary="Release a lease",
    responses=described("released: 0 when the lease has ended", ReleaseAnswer)
    | errors(PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@app.audited
def release(
    lease: Annotated[LeaseId, Path()], request: Annotated[ReleaseRequest | None, Body()] = None
) -> Response[Any]:
    """Give back what a live lease holds, as the verdict ``retry`` does it, without naming the
    messages. ``lease`` may be the ``leaseKey`` of a pop whose answer was lost: then say where that
    pop looked."""
    asked = request or ReleaseRequest()
    labels = asked.namespace or asked.task
    if asked.queue is None and asked.partition is not None:
        raise InvalidRequest("partition: name its queue too; partitions of many queues share names")
    if asked.queue is not None and labels:
        raise InvalidRequest("queue: a pop takes from a queue or by labels; name one of the two")
    if asked.queue is None and not labels and "." not in lease:
        raise InvalidRequest(
            f"lease: {lease} names no partitions, as the key of a pop does; name the queue, or the"
            " namespace or task, from which the pop took"
        )
    source = Source(asked.queue, asked.partition, asked.namespace, asked.task)
    # A consumer says its name, and gives back what it holds. Nobody else has one.
    with noting_unless(app.call.client is not None):
        released = queues().release(lease.lower(), source, asked.consumerGroup)
    return answer(200, {"leaseId": lease, "released": released})
