"""POST /api/v1/ack, /api/v1/ack/batch: say what became of messages that were handed out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.short_way import has_short_way
from functions.edge.telemetry import count
from functions.forms.ack import AckItem, refusal
from functions.stores import queues
from regent.errors import PayloadTooLarge
from regent.limits import MAX_ACKS
from regent.names import GroupName, Label
from regent.stores.queue_types import Ack, Acked

app = Api()
handler = app.handler
queues()


class AckRequest(AckItem):
    """One verdict, for a group."""

    consumerGroup: GroupName | Label | None = None


class AckBatchRequest(BaseModel):
    """Verdicts on many messages, for one group."""

    acknowledgments: Annotated[list[AckItem], Field(max_length=MAX_ACKS)]
    consumerGroup: GroupName | Label | None = None


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


_RESPONSES: Final = described(
    "One outcome per verdict, in order; a refused one has success: false", list[AckAnswer]
) | errors(PayloadTooLarge)


@app.post("/api/v1/ack", summary="Answer for a message", responses=_RESPONSES)
@needs(Role.READ_WRITE)
@has_short_way
def ack(request: Annotated[AckRequest, Body()]) -> Response[Any]:
    """Complete a message, give it back, or send it to the dead letters."""
    return _answered([request.verdict(request.consumerGroup)])


@app.post("/api/v1/ack/batch", summary="Answer for many messages", responses=_RESPONSES)
@needs(Role.READ_WRITE)
@has_short_way
def ack_batch(request: Annotated[AckBatchRequest, Body()]) -> Response[Any]:
    """Answer for many messages, in one transaction; each verdict is judged individually."""
    return _answered([item.verdict(request.consumerGroup) for item in request.acknowledgments])


def _answered(acks: Sequence[Ack]) -> Response[Any]:
    acked = queues().ack(acks) if acks else []
    count("MessagesAcked", sum(outcome.success for outcome in acked))
    return answer(200, [_outcome(*pair) for pair in zip(acks, acked, strict=True)])


def _outcome(ack: Ack, acked: Acked) -> dict[str, Any]:
    body: dict[str, Any] = {
        "index": acked.place,
        "transactionId": ack["transactionId"],
        "success": acked.success,
        "error": acked.code and refusal(acked.code, ack, acked.holder),
        "queueName": acked.queue,
        "partitionName": acked.partition,
        "leaseReleased": acked.lease_released,
        "dlq": acked.dead,
    }
    if acked.repeated:
        body["alreadyCompleted"] = True
    return body
