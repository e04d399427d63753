"""/api/v1/dlq…, POST /api/v1/messages/…/retry and …/dlq: the messages that groups gave up on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import listed
from functions.edge.roles import Role, needs
from functions.edge.telemetry import count
from functions.edge.waiting import may_wait, tells
from functions.forms.dlq import (
    LetterMove,
    LetterMoved,
    LetterNamedMove,
    ListAnswer,
    ListQuery,
    OutcomesAnswer,
    OutcomesRequest,
    PurgeAnswer,
    PurgeQuery,
    RedriveAnswer,
    RedriveRequest,
    RetryAnswer,
    RetryNamedRequest,
    RetryRequest,
    SummaryAnswer,
    SummaryQuery,
    previewed_redrive,
    ranges_of,
)
from functions.forms.preview import DryRunQuery, previewed
from functions.stores import dead_letters
from regent.errors import (
    AlreadyCompleted,
    BoundReached,
    DeadLetterNotFound,
    GroupNotFound,
    InvalidRequest,
    LeaseLive,
    MessageNotFound,
    PayloadTooLarge,
    QueueFull,
    QueueNotFound,
    RegentError,
)
from regent.identifiers import parse_partition
from regent.limits import (
    MAX_ERROR_LENGTH,
    MAX_PAGE,
    MAX_PREVIEWED,
    MAX_PURGE_CHUNK,
    MAX_REDRIVE_CHUNK,
    MAX_WORK_SECONDS,
)
from regent.names import Name
from regent.stores.dead_letters import LetterFilter, Redriven
from regent.stores.queue_types import QUEUE_MODE

app = Api()
handler = app.handler
dead_letters()

#: The part of a Lambda's time that is left for the running statement and for the answer.
_ANSWER_SECONDS: Final = 2.0


class Timer(NamedTuple):
    """The clock of long work. Tests replace it with a clock of their own, so they do not sleep."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


timer = Timer()


@app.get(
    "/api/v1/dlq",
    summary="List dead letters",
    responses=described("Dead letters, the newest first", ListAnswer) | errors(),
)
@needs(Role.READ_ONLY)
@app.shows_payloads
def list_dead_letters(query: Annotated[ListQuery, Query()]) -> Response[Any]:
    """The messages that groups gave up on. A page has fewer than ``limit`` when payloads are
    large. A ``partition`` needs its ``queue``."""
    page = query.page("messages", int)
    found = dead_letters().list_dead_letters(query.filter(), page)
    return answer(200, listed("messages", found, page))


@app.get(
    "/api/v1/dlq/summary",
    summary="Count dead letters",
    responses=described("How many, whose, of what they died, and when", SummaryAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def summarize_dead_letters(query: Annotated[SummaryQuery, Query()]) -> Response[Any]:
    """The number of dead letters, their queues and groups, their most frequent errors, and when
    they failed. Errors that differ in numbers, ids and quoted texts only are one kind."""
    return answer(200, dead_letters().summarize_dead_letters(query.filter(), query.interval))


@app.post(
    "/api/v1/dlq/redrive",
    summary="Redrive dead letters",
    responses=described("What was done in twenty seconds", RedriveAnswer)
    | errors(QueueNotFound, QueueFull, BoundReached, PayloadTooLarge),
)
@needs(Role.READ_WRITE)
@may_wait
@app.audited
def redrive(
    request: Annotated[RedriveRequest, Body()], query: Annotated[DryRunQuery, Query()]
) -> Response[Any]:
    """Append dead letters as new messages, in their order, and take them off the list."""
    which = request.filter()
    if query.dryRun:
        rows = dead_letters().preview_redrive(which, request.to, request.limit)
        return answer(200, previewed_redrive(rows, request.limit))
    at_once, pause = _pace(request.ratePerSecond)
    until = _until()
    letters = messages = 0
    last: Redriven | None = None
    copies: list[Redriven] = []
    while True:
        wanted = at_once if request.limit is None else min(at_once, request.limit - messages)
        try:
            moved = dead_letters().redrive(which, request.to, wanted, last)
        except RegentError:
            if not messages:
                raise
            break  # these letters are redriven; the answer says how many are left to ask for again
        if not moved:
            break
        letters += sum(message.letters for message in moved)
        messages += len(moved)
        copies += moved[: MAX_PAGE - len(copies)]
        last = moved[-1]
        if messages == request.limit:
            break
        timer.sleep(pause)
        if timer.now() >= until:
            break
    count("DeadLettersRedriven", letters)
    remaining = dead_letters().count_dead_letters(which, None if last is None else last.newest)
    return answer(
        200,
        {
            "redriven": letters,
            "messages": messages,
            "remaining": remaining,
            "more": remaining > 0 and messages != request.limit,
            "copies": ranges_of(copies),
        },
    )


@app.post(
    "/api/v1/dlq/outcomes",
    summary="Follow redriven messages",
    responses=described("What each group made of them so far", OutcomesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
@tells
def count_outcomes(request: Annotated[OutcomesRequest, Body()]) -> Response[Any]:
    """How many of the messages that a redrive appended (its ``copies``) are completed, open, or
    dead letters once more. It changes nothing."""
    groups = dead_letters().count_outcomes(request.ranges(), request.consumerGroup)
    return answer(200, {"groups": groups})


_RETRIED: Final = described("The new message", RetryAnswer) | errors(
    DeadLetterNotFound, QueueFull, BoundReached, PayloadTooLarge
)


@app.post(
    "/api/v1/messages/<partitionId>/<transactionId>/retry",
    summary="Redrive one dead letter",
    responses=_RETRIED,
)
@needs(Role.READ_WRITE)
@app.audited
def retry(
    partitionId: Annotated[Name, Path()],  # noqa: N803 - the path's own word
    transactionId: Annotated[Name, Path()],  # noqa: N803
    request: Annotated[RetryRequest | None, Body()] = None,
) -> Response[Any]:
    """Append a message that groups gave up on to its partition once more."""
    partition = parse_partition(partitionId)
    group = request.consumerGroup if request else None
    which = LetterFilter(partition_id=partition, transaction_id=transactionId, group=group)
    moved = [] if partition is None else dead_letters().redrive(which, None, 1)
    if not moved:
        raise DeadLetterNotFound(
            "there is no dead letter of this message",
            {"partitionId": partitionId, "transactionId": transactionId},
        )
    count("DeadLettersRedriven", moved[0].letters)
    return answer(
        200,
        {
            "success": True,
            "partitionId": partitionId,
            "transactionId": transactionId,
            "messageId": str(moved[0].message_id),
            "newTransactionId": str(moved[0].message_id),
            "redriven": moved[0].letters,
        },
    )


@app.post(
    "/api/v1/messages/retry",
    summary="Redrive one dead letter, of the message that the body names",
    responses=_RETRIED,
)
@needs(Role.READ_WRITE)
@app.audited
def retry_named(request: Annotated[RetryNamedRequest, Body()]) -> Response[Any]:
    """Append a message that groups gave up on to its partition once more."""
    return retry(request.partitionId, request.transactionId, request)


_MOVED: Final = described("It is a dead letter", LetterMoved) | errors(
    MessageNotFound, GroupNotFound, LeaseLive, AlreadyCompleted, PayloadTooLarge
)


@app.post(
    "/api/v1/messages/<partitionId>/<transactionId>/dlq",
    summary="Give a message up",
    responses=_MOVED,
)
@needs(Role.READ_WRITE)
@app.audited
def move_to_dead_letters(
    partitionId: Annotated[Name, Path()],  # noqa: N803
    transactionId: Annotated[Name, Path()],  # noqa: N803
    request: Annotated[LetterMove | None, Body()] = None,
) -> Response[Any]:
    """Make a dead letter of a message that a group has not reached yet, without popping it."""
    asked = request or LetterMove()
    group = asked.consumerGroup or QUEUE_MODE
    partition = parse_partition(partitionId)
    if partition is None:
        raise MessageNotFound(f"there is no partition {partitionId}", {"partitionId": partitionId})
    moved = dead_letters().move_to_dead_letters(
        partition,
        transactionId,
        group,
        error=asked.error and asked.error[:MAX_ERROR_LENGTH],
        force=asked.force,
    )
    return answer(
        200,
        {
            "success": True,
            "partitionId": partitionId,
            "transactionId": transactionId,
            "consumerGroup": group,
            **moved,
        },
    )


@app.post(
    "/api/v1/messages/dlq",
    summary="Give a message up that the body names",
    responses=_MOVED,
)
@needs(Role.READ_WRITE)
@app.audited
def move_to_dead_letters_named(request: Annotated[LetterNamedMove, Body()]) -> Response[Any]:
    """Make a dead letter of a message that a group has not reached yet, without popping it."""
    return move_to_dead_letters(request.partitionId, request.transactionId, request)


@app.delete(
    "/api/v1/dlq",
    summary="Delete dead letters",
    responses=described("What was done in twenty seconds", PurgeAnswer) | errors(),
)
@needs(Role.ADMIN)
@may_wait
@app.audited
def purge(query: Annotated[PurgeQuery, Query()]) -> Response[Any]:
    """Delete the dead letters that match a filter; without a filter, only with ``all=true``. A
    ``partition`` needs its ``queue``."""
    which = query.filter()
    if which == LetterFilter() and not query.all:
        raise InvalidRequest("say which dead letters to delete, or all=true")
    if query.dryRun:
        found = dead_letters().count_dead_letters(which, most=MAX_PREVIEWED + 1)
        more = found > MAX_PREVIEWED
        told = previewed([{"atLeast": more, "consumerGroup": None}])
        return answer(200, {"purged": min(found, MAX_PREVIEWED), "more": more, **told})
    until = _until()
    purged, before = dead_letters().purge_dead_letters(which, None, MAX_PURGE_CHUNK)
    while before is not None and timer.now() < until:
        others, before = dead_letters().purge_dead_letters(which, before, MAX_PURGE_CHUNK)
        purged += others
    count("DeadLettersPurged", purged)
    return answer(200, {"purged": purged, "more": before is not None})


@app.delete(
    "/api/v1/dlq/<id>",
    summary="Delete a dead letter",
    responses=described("It is gone", PurgeAnswer) | errors(DeadLetterNotFound),
)
@needs(Role.ADMIN)
@app.audited
def purge_one(id: Annotated[Name, Path()]) -> Response[Any]:  # noqa: A002 - the path's own word
    """Delete one dead letter, by its id."""
    number = parse_partition(id)
    which = LetterFilter(ids=[] if number is None else [number])
    purged, _ = dead_letters().purge_dead_letters(which, None, 1)
    if not purged:
        raise DeadLetterNotFound(f"there is no dead letter {id}", {"id": id})
    return answer(200, {"purged": purged, "more": False})


def _until() -> float:
    """The moment at which to stop, and to answer that more is left."""
    left: float = app.call.context.get_remaining_time_in_millis() / 1000 - _ANSWER_SECONDS
    return timer.now() + min(MAX_WORK_SECONDS, left)


def _pace(rate: int | None) -> tuple[int, float]:
    """How many messages one statement moves, and how long to wait after it. A second is divided
    into equal parts, one statement each, so that no second moves more than the rate."""
    if rate is None:
        return MAX_REDRIVE_CHUNK, 0.0
    parts = -(-rate // MAX_REDRIVE_CHUNK)
    return rate // parts, 1 / parts
