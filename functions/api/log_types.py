"""/api/v1/log/types…: the attributes of a type by which its messages are found."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.stores import log_store
from regent.errors import NotFound, PayloadTooLarge
from regent.limits import MAX_TYPE_ATTRIBUTES
from regent.names import Name

app = Api()
handler = app.handler
log_store()


class LogTypeRequest(BaseModel):
    """The attributes that count; null: all scalar ones."""

    attributes: Annotated[list[Name], Field(max_length=MAX_TYPE_ATTRIBUTES)] | None


class LogTypeAnswer(BaseModel):
    """A type, declared or seen, and its attributes."""

    type: str
    attributes: list[str]
    declared: bool


class LogTypesAnswer(BaseModel):
    """Types by name."""

    types: list[LogTypeAnswer]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


@app.put(
    "/api/v1/log/types/<type>",
    summary="Declare a type",
    responses=described("The type as it is now", LogTypeAnswer) | errors(PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@app.audited
def declare_type(
    type: Annotated[Name, Path()],  # noqa: A002 - as the route says it
    request: Annotated[LogTypeRequest, Body()],
) -> Response[Any]:
    """Declares which attributes of a type count, for messages to come."""
    log_store().declare_type(type, request.attributes)
    found = log_store().list_types(type_=type).rows
    seen = {"type": type, "attributes": [], "declared": False}
    return answer(200, found[0] if found else seen)


@app.get(
    "/api/v1/log/types/<type>",
    summary="Look at a type",
    responses=described("The type", LogTypeAnswer) | errors(NotFound),
)
@needs(Role.READ_ONLY)
def read_type(type: Annotated[Name, Path()]) -> Response[Any]:  # noqa: A002 - as the route says it
    """Its attributes: those that were declared, else those that its messages have had."""
    found = log_store().list_types(type_=type).rows
    if not found:
        raise NotFound(f"no message of type {type} was appended, and nobody declared it")
    return answer(200, found[0])


@app.get(
    "/api/v1/log/types",
    summary="List types",
    responses=described("Types by name", LogTypesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_types(query: Annotated[PageQuery, Query()]) -> Response[Any]:
    """Types that were declared or seen, with their attributes."""
    page = query.page("types", str)
    return answer(200, listed("types", log_store().list_types(page), page))
