"""Verdicts, as acks and transactions bring them; leases whose batches failed as a whole; why a
verdict is refused; what an ack takes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from functions.forms.pop import MessageAnswer, checked_key
from regent.errors import InvalidRequest
from regent.limits import (
    MAX_ACKS,
    MAX_DELAY_SECONDS,
    MAX_ERROR_LENGTH,
    MAX_LEASE_SECONDS,
    MAX_POP_BATCH,
    MAX_POP_PARTITIONS,
)
from regent.names import Label, Name, QueueName, Text, UuidText
from regent.numbers import WHOLE
from regent.stores.queue_types import (
    QUEUE_MODE,
    Ack,
    FailedLease,
    PopRequest,
    Source,
    Status,
)

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


def refusal(code: str, group: str, holder: str | None) -> str:
    """Why a verdict of a group is refused. ``holder``: the other group whose lease it named."""
    if holder is None:
        return _SENTENCES[code]
    return (
        f"{_SENTENCES[code]}: this lease is group {holder}'s, not group {group}'s;"
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
    #: Of ``failed`` and ``retry``: so many seconds from now the message comes again.
    delaySeconds: Annotated[float, Field(strict=True, ge=0, le=MAX_DELAY_SECONDS)] | None = None

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
            "delaySeconds": self.delaySeconds,
        }


class LeaseFailure(BaseModel):
    """A batch that failed as a whole, by its lease: nobody can tell which message is at fault. With
    ``partitionId``, what the lease handed out in that partition is the batch."""

    model_config = ConfigDict(extra="forbid")

    leaseId: Text
    partitionId: Name | None = None
    error: Text | None = None
    #: So many seconds from now its messages come again.
    delaySeconds: Annotated[float, Field(strict=True, ge=0, le=MAX_DELAY_SECONDS)] | None = None

    def failure(self, group: str | None) -> FailedLease:
        """As the store takes it; a group that is not named is the queue mode's."""
        return {
            "leaseId": self.leaseId,
            "partitionId": self.partitionId,
            "group": group or QUEUE_MODE,
            "error": self.error and self.error[:MAX_ERROR_LENGTH],
            "delaySeconds": self.delaySeconds,
        }


def check_failures(failures: Sequence[LeaseFailure]) -> None:
    """Refuse more partitions than a request may answer for."""
    count = sum(each.leaseId.count(".") if each.partitionId is None else 1 for each in failures)
    if count > MAX_ACKS:
        raise InvalidRequest(
            f"failedLeases: these leases hold {count} partitions, and a request answers for at most"
            f" {MAX_ACKS}; send some of them in another one"
        )


class NextRequest(BaseModel):
    """The messages to take next, for the group of the acks: from a queue, from one of its
    partitions, or by labels. A field with another name is refused, as a pop refuses a parameter."""

    model_config = ConfigDict(extra="forbid")

    queue: QueueName | None = None
    partition: Name | None = None
    namespace: Label = ""
    task: Label = ""
    batch: Annotated[int, Field(strict=True, ge=1, le=MAX_POP_BATCH), WHOLE] = 1
    partitions: Annotated[int, Field(strict=True, ge=1, le=MAX_POP_PARTITIONS), WHOLE] = 1
    perPartition: Annotated[int, Field(strict=True, ge=1, le=MAX_POP_BATCH), WHOLE] | None = None
    leaseSeconds: Annotated[int, Field(strict=True, ge=1, le=MAX_LEASE_SECONDS), WHOLE] | None = (
        None
    )
    leaseKey: UuidText | None = None
    repeat: StrictBool = False
    #: Refused if they are true, in words of their own.
    wait: Annotated[StrictBool, Field(json_schema_extra={"const": False})] = False
    autoAck: Annotated[StrictBool, Field(json_schema_extra={"const": False})] = False

    def source(self) -> Source:
        """The place from which to take."""
        if self.wait:
            raise InvalidRequest("next.wait: the acks are answered at once; pop to wait")
        if self.autoAck:
            raise InvalidRequest("next.autoAck: is for a pop; here a lease holds what is taken")
        labels = self.namespace or self.task
        if self.queue is None and (self.partition is not None or not labels):
            raise InvalidRequest("next: name a queue, or a namespace or a task")
        if self.queue is not None and labels:
            raise InvalidRequest("next: takes a queue or labels, not both")
        return Source(self.queue, self.partition, self.namespace, self.task)

    def request(self, group: str, client: str | None) -> PopRequest:
        """How much to take."""
        return PopRequest(
            group=group,
            batch=self.batch,
            partitions=self.partitions,
            lease_seconds=self.leaseSeconds,
            lease_key=checked_key(self.leaseKey, self.repeat),
            repeat=self.repeat,
            per_partition=self.perPartition,
            client=client,
        )


class NextLeaseAnswer(BaseModel):
    """What was taken, under one lease; ``leaseId`` is empty when there was nothing to take."""

    leaseId: str
    leaseSeconds: int | None
    expiresAt: str | None
    messages: list[MessageAnswer]
    partitionsClaimed: int


class FailedAnswer(BaseModel):
    """What became of a lease that failed. One that is refused changes nothing. ``dlq``: its only
    message had all of its retries, and is a dead letter."""

    index: int
    success: bool
    error: str | None
    queueName: str | None
    dlq: bool


class SkippedAnswer(BaseModel):
    """Why nothing was taken, as an error says it."""

    code: str
    error: str
