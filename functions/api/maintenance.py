"""GET, POST /api/v1/system/maintenance…: the switches that stop pushes or pops."""

from __future__ import annotations

from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, StrictBool

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.forms.maintenance import QueueSwitches
from functions.stores import maintenance
from regent.errors import PayloadTooLarge, QueueNotFound
from regent.names import QueueName

app = Api()
handler = app.handler
maintenance()


class Switch(BaseModel):
    """On or off; of all queues when none is named."""

    enabled: StrictBool
    queue: QueueName | None = None


class MaintenanceAnswer(BaseModel):
    """Which switches are on. Nothing is ever buffered: a push in maintenance is refused."""

    maintenanceMode: bool
    popMaintenanceMode: bool
    changedAt: str | None
    queues: list[QueueSwitches]
    bufferedMessages: int
    bufferHealthy: bool
    bufferStats: dict[str, Any]


_ANSWER: Final[Any] = described("The switches as they are now", MaintenanceAnswer)


@app.get("/api/v1/system/maintenance", summary="Read the switches", responses=_ANSWER | errors())
@needs(Role.READ_ONLY)
def read_maintenance() -> Response[Any]:
    """Which switches are on, for all queues and for single ones."""
    return _answered()


@app.get(
    "/api/v1/system/maintenance/pop",
    summary="Read the switches (the clients' second name)",
    responses=_ANSWER | errors(),
)
@needs(Role.READ_ONLY)
def read_pop_maintenance() -> Response[Any]:
    """Equals the answer of the path without /pop."""
    return _answered()


@app.post(
    "/api/v1/system/maintenance",
    summary="Stop or allow pushes",
    responses=_ANSWER | errors(QueueNotFound, PayloadTooLarge),
)
@needs(Role.ADMIN)
@app.audited
def switch_push(request: Annotated[Switch, Body()]) -> Response[Any]:
    """While it is on, a push answers 503 with Retry-After, and nothing is stored."""
    maintenance().switch_maintenance(queue=request.queue, push=request.enabled)
    return _answered()


@app.post(
    "/api/v1/system/maintenance/pop",
    summary="Stop or allow pops",
    responses=_ANSWER | errors(QueueNotFound, PayloadTooLarge),
)
@needs(Role.ADMIN)
@app.audited
def switch_pop(request: Annotated[Switch, Body()]) -> Response[Any]:
    """While it is on, a pop finds nothing. Acks and leases go on."""
    maintenance().switch_maintenance(queue=request.queue, pop=request.enabled)
    return _answered()


def _answered() -> Response[Any]:
    switches = maintenance().read_maintenance()
    return answer(
        200,
        {
            "maintenanceMode": switches["push"],
            "popMaintenanceMode": switches["pop"],
            "changedAt": switches["changedAt"],
            "queues": switches["queues"],
            # The published clients read this: no push is ever buffered on its way to the database.
            "bufferedMessages": 0,
            "bufferHealthy": True,
            "bufferStats": {},
        },
    )
