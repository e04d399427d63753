"""A verdict on a message, as acks and transactions bring it, and why one is refused."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, StrictBool

from regent.limits import MAX_ERROR_LENGTH
from regent.names import Name, Text
from regent.stores.queue_types import QUEUE_MODE, Ack, Status

#: Why an ack is refused, in the words that the published clients know.
_SENTENCES: Final = {
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


def refusal(code: str, ack: Ack, holder: str | None) -> str:
    """Why an ack is refused. ``holder``: the other group whose lease it named."""
    if holder is None:
        return _SENTENCES[code]
    return (
        f"{_SENTENCES[code]}: this lease is group {holder}'s, not group {ack['group']}'s;"
        " name its group as consumerGroup"
    )


class AckItem(BaseModel):
    """A verdict on one message."""

    transactionId: Name
    partitionId: Name
    status: Literal["completed", "success", "failed", "retry", "dlq"] = "completed"
    error: Text | None = None
    #: Longer than any lease of ours: compared with nothing, so refused as an outcome.
    leaseId: Text | None = None
    upTo: StrictBool = False

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
