"""GET /health: whether the service can serve."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from functions.edge.http import Api, answer
from functions.edge.roles import Role, needs
from functions.edge.waiting import never_waits
from functions.stores import queues
from regent import __version__
from regent.errors import RegentError

app = Api()
handler = app.handler
queues()


class HealthAnswer(BaseModel):
    """``status``: healthy, or or unhealthy. Everybody may ask: why it is so is in the log."""

    status: str
    database: str
    server: str
    version: str


_CONTENT: Any = {"application/json": {"model": HealthAnswer}}


@app.get(
    "/health",
    summary="Whether the service can serve",
    responses={
        200: {"description": "It can", "content": _CONTENT},
        503: {"description": "It cannot reach its database", "content": _CONTENT},
    },
)
@needs(Role.PUBLIC)
@never_waits
def health() -> Response[Any]:
    """Ask the database now."""
    body = {"status": "healthy", "database": "connected", "server": "ok", "version": __version__}
    try:
        queues().ping()
    except RegentError as error:
        app.log_refusal(error)
        body |= {"status": "unhealthy", "database": error.message}
        return answer(503, body)
    return answer(200, body)
