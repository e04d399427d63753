"""POST /api/v1/lease/<lease>/extend: hold on to messages for longer."""

from __future__ import annotations

from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.waiting import tells
from functions.stores import queues
from regent.errors import PayloadTooLarge
from regent.limits import MAX_LEASE_SECONDS
from regent.names import LeaseId
from regent.numbers import WHOLE

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
