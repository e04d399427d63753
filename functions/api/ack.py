"""POST /api/v1/ack, /api/v1/ack/batch: say what became of messages that were handed out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import orjson
from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, Field

from functions.edge.counting import ACK, POP, Move, counted, counts
from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.short_way import has_short_way
from functions.edge.waiting import if_wanted, tell, tells
from functions.forms.ack import (
    AckItem,
    FailedAnswer,
    LeaseFailure,
    NextLeaseAnswer,
    NextRequest,
    SkippedAnswer,
    check_failures,
    refusal,
)
from functions.forms.pop import lease_answer
from functions.stores import queue_calls
from regent.database import UnexpectedDatabaseError
from regent.errors import DatabaseUnavailable, PayloadTooLarge, RegentError
from regent.limits import ACK_ANSWER_BYTES, MAX_ACKS, MAX_POP_BYTES
from regent.names import GroupName, Label
from regent.stores.queue_types import QUEUE_MODE, Ack, Acked, FailedLease

app = Api(known_fields=(*NextRequest.model_fields, *LeaseFailure.model_fields))
handler = app.handler
queue_calls()


class AckRequest(AckItem):
    """One verdict, for a group."""

    consumerGroup: GroupName | Label | None = None


class AckBatchRequest(BaseModel):
    """Verdicts on many messages, for one group."""

    acknowledgments: Annotated[list[AckItem], Field(max_length=MAX_ACKS)]
    consumerGroup: GroupName | Label | None = None
    failedLeases: Annotated[list[LeaseFailure], Field(max_length=MAX_ACKS)] | None = None
    next: NextRequest | None = None


class AckAnswer(BaseModel):
    """What became of a verdict. One that is refused changes nothing."""

    index: int
    transactionId: str
    success: bool
    error: str | None
    queueName: str | None
    partitionName: str | None
    leaseReleased: bool
    dlq: bool
    alreadyCompleted: bool = False


class AckAtLengthAnswer(BaseModel):
    """The answer to acks with ``failedLeases`` or ``next``. ``nextSkipped``: why a ``next`` that
    was asked for is null; the acks count all the same."""

    acknowledgments: list[AckAnswer]
    failedLeases: list[FailedAnswer]
    next: NextLeaseAnswer | None
    nextSkipped: SkippedAnswer | None


_OUTCOMES: Final = "One outcome per verdict, in order; a refused one has success: false"
_REFUSALS: Final = errors(PayloadTooLarge)


@app.post(
    "/api/v1/ack",
    summary="Answer for a message",
    responses=described(_OUTCOMES, list[AckAnswer]) | _REFUSALS,
)
@needs(Role.READ_WRITE)
@has_short_way
@tells
@counts
async def ack(request: Annotated[AckRequest, Body()]) -> Response[Any]:
    """Complete a message, give it back, or send it to the dead letters."""
    return await _answered([request.verdict(request.consumerGroup)])


@app.post(
    "/api/v1/ack/batch",
    summary="Answer for many messages, and take the next ones",
    responses=described(
        f"{_OUTCOMES}. With `failedLeases` or `next`, an object that has these outcomes, those of"
        " the leases, and the messages",
        list[AckAnswer] | AckAtLengthAnswer,
    )
    | _REFUSALS,
)
@needs(Role.READ_WRITE)
@has_short_way
@tells
@counts
async def ack_batch(request: Annotated[AckBatchRequest, Body()]) -> Response[Any]:
    """Answer for many messages, in one transaction; each verdict is judged individually. With
    ``failedLeases``, leases are given back whose batches failed as a whole. With ``next``, that
    transaction also takes the group's next messages."""
    acks = [item.verdict(request.consumerGroup) for item in request.acknowledgments]
    if request.failedLeases is None and request.next is None:
        return await _answered(acks)
    check_failures(request.failedLeases or ())
    failed = [lease.failure(request.consumerGroup) for lease in request.failedLeases or ()]
    if request.next is None:
        return await _answered_at_length(acks, failed)
    group = request.consumerGroup or QUEUE_MODE
    return await _answered_with_next(acks, failed, request.next, group)


async def _answered(acks: Sequence[Ack]) -> Response[Any]:
    acked = await queue_calls().ack(acks)
    return _counted(answer(200, _outcomes(acks, acked)), acks, _answered_for(acked))


async def _answered_at_length(acks: Sequence[Ack], failed: Sequence[FailedLease]) -> Response[Any]:
    acked = await queue_calls().ack(acks, failed)
    return _counted(_answer_at_length(acks, failed, acked), acks, _answered_for(acked))


async def _answered_with_next(
    acks: Sequence[Ack], failed: Sequence[FailedLease], wanted: NextRequest, group: str
) -> Response[Any]:
    source, request = wanted.source(), wanted.request(group, app.client)
    outcome_bytes = sum(ACK_ANSWER_BYTES + 6 * len(ack["transactionId"]) for ack in acks)
    outcome_bytes += ACK_ANSWER_BYTES * len(failed)
    taken = skipped = None
    popped: list[str] = []
    try:
        acked, lease = await queue_calls().take_next(
            acks, source, request, MAX_POP_BYTES - outcome_bytes, failed
        )
        lease = await if_wanted(app, lease, source, group)
        taken, popped = lease_answer(lease, group), [message.queue for message in lease.messages]
    except DatabaseUnavailable:
        raise  # perhaps all of it has happened
    except (RegentError, UnexpectedDatabaseError) as error:
        # Nothing has happened. What hinders the pop is no reason to do the messages again.
        acked = await queue_calls().ack(acks, failed)
        refused = orjson.loads(app.refused(error).body or "")
        skipped = {"code": refused["code"], "error": refused["error"]}
    response = _answer_at_length(acks, failed, acked, taken, skipped)
    at, did = wanted.queue, (_answered_for(acked), (POP, popped))
    return counted(response, app.call, *did, at=at, group=group)


def _answered_for(acked: Sequence[Acked]) -> Move:
    return ACK, [outcome.queue for outcome in acked if outcome.success]


def _counted(response: Response[Any], acks: Sequence[Ack], move: Move) -> Response[Any]:
    group = acks[0]["group"] if acks else QUEUE_MODE
    return counted(response, app.call, move, group=group)


def _answer_at_length(
    acks: Sequence[Ack],
    failed: Sequence[FailedLease],
    acked: Sequence[Acked],
    taken: dict[str, Any] | None = None,
    skipped: dict[str, Any] | None = None,
) -> Response[Any]:
    """The outcomes of the leases stand behind those of the acks."""
    leases = acked[len(acks) :]
    _tell(leases)
    body = {
        "acknowledgments": _outcomes(acks, acked[: len(acks)]),
        "failedLeases": [
            {
                "index": index,
                "success": outcome.success,
                "error": outcome.code and refusal(outcome.code, lease["group"], outcome.holder),
                "queueName": outcome.queue,
                "dlq": outcome.dead,
            }
            for index, (lease, outcome) in enumerate(zip(failed, leases, strict=True))
        ],
        "next": taken,
        "nextSkipped": skipped,
    }
    return answer(200, body)


def _outcomes(acks: Sequence[Ack], acked: Sequence[Acked]) -> list[dict[str, Any]]:
    _tell(acked)
    return [_outcome(*pair) for pair in zip(acks, acked, strict=True)]


def _tell(acked: Sequence[Acked]) -> None:
    # What is behind a lease that ended is there for the next consumer.
    tell(*{each.queue for each in acked if each.lease_released and each.queue})


def _outcome(ack: Ack, acked: Acked) -> dict[str, Any]:
    body: dict[str, Any] = {
        "index": acked.place,
        "transactionId": ack["transactionId"],
        "success": acked.success,
        "error": acked.code and refusal(acked.code, ack["group"], acked.holder),
        "queueName": acked.queue,
        "partitionName": acked.partition,
        "leaseReleased": acked.lease_released,
        "dlq": acked.dead,
    }
    if acked.repeated:
        body["alreadyCompleted"] = True
    return body
