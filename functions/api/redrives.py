"""/api/v1/dlq/redrives: redrives that go on without their caller."""

from __future__ import annotations

from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, listed
from functions.edge.roles import Role, needs
from functions.edge.waiting import tells
from functions.forms.dlq import RedriveAnswer, RedriveRequest, previewed_redrive
from functions.forms.preview import DryRunQuery
from functions.forms.redrives import RedriveRead, RedrivesAnswer, shown
from functions.stores import dead_letters
from regent.errors import (
    GroupNotFound,
    InMaintenance,
    PartitionNotFound,
    PayloadTooLarge,
    QueueNotFound,
    RedriveNotFound,
    TooManyRedrives,
)
from regent.identifiers import parse_partition
from regent.names import Name

app = Api()
handler = app.handler
dead_letters()


@app.post(
    "/api/v1/dlq/redrives",
    summary="Begin a redrive",
    responses=described("What a dry run says", RedriveAnswer)
    | described("It has begun", RedriveRead, 201)
    | errors(
        *(QueueNotFound, PartitionNotFound, GroupNotFound, InMaintenance),
        *(TooManyRedrives, PayloadTooLarge),
    ),
)
@needs(Role.READ_WRITE)
@tells
@app.audited
def start_redrive(
    request: Annotated[RedriveRequest, Body()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Redrive the dead letters that are there now, also when nobody waits for it: the reclaim
    carries it on, slice by slice."""
    if query.dryRun:
        rows = dead_letters().preview_redrive(request.filter(), request.to, request.limit)
        return answer(200, previewed_redrive(rows, request.limit))
    started = dead_letters().start_redrive(
        request.filter(),
        request.to,
        rate=request.ratePerSecond,
        limit=request.limit,
        by=app.subject or app.call.signer,
    )
    return answer(201, shown(started))


@app.get(
    "/api/v1/dlq/redrives",
    summary="List redrives",
    responses=described("A page of redrives, the newest first", RedrivesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_redrives(query: Annotated[PageQuery, Query()]) -> Response[Any]:
    """Those that run, and the newest thousand that ended."""
    page = query.page("redrives", int)
    return answer(200, listed("redrives", dead_letters().list_redrives(page), page, shown))


@app.get(
    "/api/v1/dlq/redrives/<id>",
    summary="Look at a redrive",
    responses=described("How far it is", RedriveRead) | errors(RedriveNotFound),
)
@needs(Role.READ_ONLY)
def read_redrive(id: Annotated[Name, Path()]) -> Response[Any]:  # noqa: A002 - the path's own word
    """How many letters it has moved, and where the first thousand ranges of new messages are."""
    return answer(200, shown(dead_letters().read_redrive(_number(id))))


@app.post(
    "/api/v1/dlq/redrives/<id>/stop",
    summary="Stop a redrive",
    responses=described("It has ended", RedriveRead) | errors(RedriveNotFound),
)
@needs(Role.READ_WRITE)
@tells
@app.audited
def stop_redrive(id: Annotated[Name, Path()]) -> Response[Any]:  # noqa: A002
    """It ends after the slice that is under way. What it moved stays moved; one that ended already
    stays as it is."""
    return answer(200, shown(dead_letters().stop_redrive(_number(id))))


def _number(text: str) -> int:
    number = parse_partition(text)
    if number is None:
        raise RedriveNotFound(f"there is no redrive {text}", {"id": text})
    return number
