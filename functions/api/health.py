"""GET /health: whether the service can serve."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query
from pydantic import BaseModel

from functions.edge.http import Api, answer, errors
from functions.edge.roles import Role, needs
from functions.edge.waiting import never_waits
from functions.stores import queues, settings
from regent import __version__
from regent.errors import RegentError

app = Api()
handler = app.handler
queues()


class HealthQuery(BaseModel):
    """``deep``: ask the database also where that would wake it up."""

    deep: bool = False


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
        400: errors()[400],
        200: {"description": "It can", "content": _CONTENT},
        503: {"description": "It cannot reach its database", "content": _CONTENT},
    },
)
@needs(Role.PUBLIC)
@never_waits
def health(query: Annotated[HealthQuery, Query()]) -> Response[Any]:
    """Ask the database now. One that pauses is asked with `deep=true` only: it would wake up for
    every monitor, and for every stranger."""
    body = {"status": "healthy", "database": "connected", "server": "ok", "version": __version__}
    if settings().database_pauses and not query.deep:
        return answer(200, body | {"database": "not asked"})
    try:
        queues().ping()
    except RegentError as error:
        app.log_refusal(error)
        body |= {"status": "unhealthy", "database": error.message}
        return answer(503, body)
    return answer(200, body)
