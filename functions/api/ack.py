"""POST /api/v1/ack, /api/v1/ack/batch: say what became of messages that were handed out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.edge.telemetry import count
from functions.stores import queues
from regent.errors import PayloadTooLarge
from regent.limits import MAX_ACKS, MAX_ERROR_LENGTH
from regent.names import GroupName, Label, Name, Text
from regent.stores.queue_types import QUEUE_MODE, Ack, Acked, Status

app = Api()
handler = app.handler
queues()

#: Why an ack is refused, in the words that the published clients know.
SENTENCES: Final = {
    "MESSAGE_NOT_FOUND": "Message not found",
    "INVALID_LEASE": "Invalid or expired lease",
    "ALREADY_ANSWERED": "Message was already answered",
}
_STATUSES: Final[dict[str, Status]] = {
    "completed": "completed",
    "success": "completed",
    "failed": "failed",
    "retry": "retry",
    "dlq": "dlq",
}


class AckItem(BaseModel):
    """A verdict on one message."""

    transactionId: Name
    partitionId: Name
    status: Literal["completed", "success", "failed", "retry", "dlq"] = "completed"
    error: Text | None = None
    #: Longer than any lease of ours: compared with nothing, so refused as an outcome.
    leaseId: Text | None = None
    upTo: bool = False

    def verdict(self, group: str | None) -> Ack:
        """As the store takes it; a group that is not named is the queue mode's."""
        return {
            "transactionId": self.transactionId,
            "partitionId": self.partitionId,
            "status": _STATUSES[self.status],
            "group": group or QUEUE_MODE,
            "leaseId": self.leaseId,
            "error": self.error and self.error[:MAX_ERROR_LENGTH],
            "upTo": self.upTo,
        }


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
def ack(request: Annotated[AckRequest, Body()]) -> Response[Any]:
    """Complete a message, give it back, or send it to the dead letters."""
    return _answered([request.verdict(request.consumerGroup)])


@app.post("/api/v1/ack/batch", summary="Answer for many messages", responses=_RESPONSES)
@needs(Role.READ_WRITE)
def ack_batch(request: Annotated[AckBatchRequest, Body()]) -> Response[Any]:
    """The same for many messages, in one transaction; each verdict is judged by itself."""
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
        "error": None if acked.code is None else SENTENCES[acked.code],
        "queueName": acked.queue,
        "partitionName": acked.partition,
        "leaseReleased": acked.lease_released,
        "dlq": acked.dead,
    }
    if acked.repeated:
        body["alreadyCompleted"] = True
    return body
