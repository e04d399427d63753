"""The forms of requests for dead letters, and of their answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    StrictBool,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from functions.edge.instants import Instant
from functions.edge.lists import SEPARATED, PageQuery, Pagination
from functions.forms.preview import DryRunQuery, Previewed
from regent.errors import InvalidRequest
from regent.identifiers import parse_partition
from regent.limits import MAX_COUNT, MAX_DELAY_SECONDS, MAX_PAGE, MAX_REDRIVE_RATE
from regent.names import GroupName, Label, Name, QueueName, Text, UuidText
from regent.numbers import WHOLE
from regent.stores.dead_letters import LetterFilter, Reason


def _letter_id(given: Any) -> int:
    text = str(given) if isinstance(given, (int, str)) and not isinstance(given, bool) else ""
    number = parse_partition(text)
    if number is None:
        raise PydanticCustomError("letter_id", "takes the id of a dead letter")
    return number


LetterId = Annotated[
    int, BeforeValidator(_letter_id), WithJsonSchema({"type": "string", "pattern": "^[0-9]{1,18}$"})
]


class FilterQuery(BaseModel):
    """A filter for dead letters. They failed from ``from`` (inclusive) to ``to`` (exclusive)."""

    queue: QueueName | None = None
    consumerGroup: GroupName | None = None
    partition: Name | None = None
    namespace: Label = ""
    task: Label = ""
    reason: Reason | None = None
    failed_from: Annotated[Instant | None, Field(alias="from")] = None
    failed_to: Annotated[Instant | None, Field(alias="to")] = None
    transactionId: Name | None = None
    traceId: UuidText | None = None

    def filter(self, **more: Any) -> LetterFilter:
        """The filter as the store takes it."""
        if self.partition is not None and self.queue is None:
            raise InvalidRequest("partition: name its queue as well")
        return LetterFilter(
            queue=self.queue,
            group=self.consumerGroup,
            partition=self.partition,
            namespace=self.namespace or None,
            task=self.task or None,
            reason=self.reason,
            failed_from=self.failed_from,
            failed_to=self.failed_to,
            transaction_id=self.transactionId,
            trace_id=self.traceId,
            **more,
        )


class ListQuery(FilterQuery, PageQuery):
    """A page of dead letters, the newest first."""


class PurgeQuery(FilterQuery, DryRunQuery):
    """The letters to delete: at least one condition, or ``all``."""

    ids: Annotated[list[LetterId] | None, SEPARATED] = None
    olderThanSeconds: Annotated[int, Field(ge=0, le=MAX_DELAY_SECONDS)] | None = None
    all: bool = False

    def filter(self, **more: Any) -> LetterFilter:
        """The filter as the store takes it."""
        return super().filter(ids=self.ids, failed_seconds_ago=self.olderThanSeconds, **more)


class SummaryQuery(BaseModel):
    """The letters of one queue, of one group, or of both."""

    queue: QueueName | None = None
    consumerGroup: GroupName | None = None


class RetryRequest(BaseModel):
    """The group of the letters; all groups if none is named."""

    consumerGroup: GroupName | None = None


class RedriveRequest(RetryRequest):
    """The letters of a queue to redrive, where they go, and how fast."""

    queue: QueueName
    partition: Name | None = None
    ids: Annotated[list[LetterId], Field(min_length=1, max_length=MAX_PAGE)] | None = None
    reason: Reason | None = None
    failedFrom: Instant | None = None
    failedTo: Instant | None = None
    to: QueueName | None = None
    ratePerSecond: Annotated[int, Field(strict=True, ge=1, le=MAX_REDRIVE_RATE), WHOLE] | None = (
        None
    )
    limit: Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT), WHOLE] | None = None

    def filter(self) -> LetterFilter:
        """The filter as the store takes it."""
        return LetterFilter(
            queue=self.queue,
            group=self.consumerGroup,
            partition=self.partition,
            reason=self.reason,
            failed_from=self.failedFrom,
            failed_to=self.failedTo,
            ids=self.ids,
        )


class LetterMove(BaseModel):
    """The group that gives a message up, and why. ``force``: even if a consumer holds it."""

    consumerGroup: GroupName | None = None
    error: Text | None = None
    force: StrictBool = False


class LetterAnswer(BaseModel):
    """A dead letter: the message as it was pushed, and why the group gave up on it."""

    id: str
    transactionId: str
    partitionId: str
    queue: str
    partition: str
    offset: int
    consumerGroup: str
    messageId: str
    errorMessage: str
    reason: str
    retryCount: int
    data: Any
    producerSub: str | None
    traceId: str | None
    createdAt: str
    failedAt: str
    isEncrypted: bool
    headers: Any
    key: str | None
    #: Only on a letter whose key is not here; ``data`` is null then.
    decryptionError: str | None = None


class ListAnswer(BaseModel):
    """A page; ``total`` is null if there are more than ten thousand."""

    messages: list[LetterAnswer]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class GroupCount(BaseModel):
    """The dead letters of one group on one queue."""

    queue: str
    consumerGroup: str
    count: int
    oldestFailedAt: str
    newestFailedAt: str


class ErrorCount(BaseModel):
    """An error, and how many letters have it."""

    errorMessage: str
    count: int
    lastSeenAt: str


class SummaryAnswer(BaseModel):
    """The groups with the most letters first, and the ten most frequent errors."""

    count: int
    oldestFailedAt: str | None
    newestFailedAt: str | None
    groups: list[GroupCount]
    errors: list[ErrorCount]


class RetryAnswer(BaseModel):
    """The new message. ``redriven``: how many letters it replaces."""

    success: bool
    partitionId: str
    transactionId: str
    messageId: str
    newTransactionId: str
    redriven: int


class RedriveAnswer(Previewed):
    """``redriven`` letters left the list and became ``messages`` new ones; ``remaining`` of those
    that were asked for are left. While ``more`` is true, ask again."""

    redriven: int
    messages: int
    remaining: int
    more: bool


class LetterMoved(BaseModel):
    """``moved``: false if it was a dead letter already."""

    success: bool
    partitionId: str
    transactionId: str
    messageId: str
    queue: str
    partition: str
    consumerGroup: str
    moved: bool


class PurgeAnswer(Previewed):
    """How many were deleted, and whether to ask again."""

    purged: int
    more: bool
