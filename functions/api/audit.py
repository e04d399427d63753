"""GET /api/v1/audit: who changed what, and when."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query
from pydantic import BaseModel

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.spans import SpanQuery
from functions.stores import audit
from regent.names import Label, QueueName
from regent.rows import Row
from regent.stores.audit import WhichChanges

app = Api()
handler = app.handler
audit()


class ChangesQuery(PageQuery, SpanQuery):
    """``who``: a token's sub. ``what``: the name of an action, or its beginning. ``from`` is
    inclusive, ``to`` is not; without them, all that is kept."""

    who: Label | None = None
    what: Label | None = None
    queue: QueueName | None = None


class ChangeAnswer(BaseModel):
    """``subject`` is null where no token was asked for, or it has no ``sub``. ``target`` names the
    queue, the group, the message … ``parameters``: what was asked for beside these names;
    ``result``: what was done."""

    at: str
    subject: str | None
    action: str
    target: dict[str, str]
    parameters: dict[str, Any]
    result: dict[str, Any]
    requestId: str


class ChangesAnswer(BaseModel):
    """Changes, the newest first."""

    changes: list[ChangeAnswer]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


@app.get(
    "/api/v1/audit",
    summary="List changes",
    responses=described("A page of them, the newest first", ChangesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_changes(query: Annotated[ChangesQuery, Query()]) -> Response[Any]:
    """What was changed through the API, by whom, and what came of it. Refused changes and dry runs
    change nothing, and are not listed."""
    page = query.page("changes", datetime, UUID)
    which = WhichChanges(query.who or None, query.what or None, query.queue, *query.span())
    return answer(200, listed("changes", audit().list_changes(which, page), page, _shown))


def _shown(row: Row) -> Row:
    return {name: row[name] for name in ChangeAnswer.model_fields}
