"""The forms of requests for dead letters, and of their answers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, StrictBool

from functions.edge.audit import RevealQuery
from functions.edge.ids import LetterId
from functions.edge.instants import Instant
from functions.edge.lists import SEPARATED, PageQuery, Pagination
from functions.forms.attempts import Attempt
from functions.forms.preview import DryRunQuery, Previewed, previewed
from regent.errors import InvalidRequest
from regent.identifiers import parse_partition
from regent.limits import (
    MAX_COUNT,
    MAX_DELAY_SECONDS,
    MAX_ERROR_LENGTH,
    MAX_FINGERPRINT_LENGTH,
    MAX_PAGE,
    MAX_POSITION,
    MAX_REDRIVE_RATE,
)
from regent.names import GroupName, Label, Name, QueueName, Text, UuidText
from regent.numbers import WHOLE
from regent.rows import Row
from regent.stores.dead_letters import Interval, LetterFilter, Reason, Redriven

#: A kind of errors, as a summary names it.
Fingerprint = Annotated[Text, Field(min_length=1, max_length=MAX_FINGERPRINT_LENGTH)]
#: An error, whole.
ErrorText = Annotated[Text, Field(min_length=1, max_length=MAX_ERROR_LENGTH)]


class KindQuery(BaseModel):
    """A filter for dead letters. They failed from ``from`` (inclusive) to ``to`` (exclusive)."""

    queue: QueueName | None = None
    consumerGroup: GroupName | None = None
    namespace: Label = ""
    task: Label = ""
    reason: Reason | None = None
    fingerprint: Fingerprint | None = None
    error: ErrorText | None = None
    failed_from: Annotated[Instant | None, Field(alias="from")] = None
    failed_to: Annotated[Instant | None, Field(alias="to")] = None

    def filter(self, **more: Any) -> LetterFilter:
        """The filter as the store takes it."""
        return LetterFilter(
            queue=self.queue,
            group=self.consumerGroup,
            namespace=self.namespace or None,
            task=self.task or None,
            reason=self.reason,
            fingerprint=self.fingerprint,
            error=self.error,
            failed_from=self.failed_from,
            failed_to=self.failed_to,
            **more,
        )


class FilterQuery(KindQuery):
    """A filter that may name single letters, too."""

    partition: Name | None = None
    transactionId: Name | None = None
    traceId: UuidText | None = None
    ids: Annotated[list[LetterId] | None, SEPARATED] = None

    def filter(self, **more: Any) -> LetterFilter:
        """The filter as the store takes it."""
        if self.partition is not None and self.queue is None:
            raise InvalidRequest("partition: name its queue as well")
        return super().filter(
            partition=self.partition,
            transaction_id=self.transactionId,
            trace_id=self.traceId,
            ids=self.ids,
            **more,
        )


class ListQuery(FilterQuery, PageQuery, RevealQuery):
    """A page of dead letters, the newest first."""


class PurgeQuery(FilterQuery, DryRunQuery):
    """The letters to delete: at least one condition, or ``all``."""

    olderThanSeconds: Annotated[int, Field(ge=0, le=MAX_DELAY_SECONDS)] | None = None
    all: bool = False

    def filter(self, **more: Any) -> LetterFilter:
        """The filter as the store takes it."""
        return super().filter(failed_seconds_ago=self.olderThanSeconds, **more)


class SummaryQuery(KindQuery):
    """The letters to count, and the steps in which they are."""

    interval: Interval | None = None


class RetryRequest(BaseModel):
    """The group of the letters; all groups if none is named."""

    consumerGroup: GroupName | None = None


class RetryNamedRequest(RetryRequest):
    """The message, and the group of its letters; all groups if none is named."""

    partitionId: Name
    transactionId: Name


class RedriveRequest(RetryRequest):
    """The letters of a queue to redrive, where they go, and how fast."""

    queue: QueueName
    partition: Name | None = None
    ids: Annotated[list[LetterId], Field(min_length=1, max_length=MAX_PAGE)] | None = None
    reason: Reason | None = None
    fingerprint: Fingerprint | None = None
    error: ErrorText | None = None
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
            fingerprint=self.fingerprint,
            error=self.error,
            failed_from=self.failedFrom,
            failed_to=self.failedTo,
            ids=self.ids,
        )


class Range(BaseModel):
    """Messages of a partition: from an offset on, so many."""

    partitionId: str
    offset: Annotated[int, Field(strict=True, ge=0, lt=MAX_POSITION + 1), WHOLE]
    count: Annotated[int, Field(strict=True, ge=1, le=MAX_COUNT), WHOLE]


class OutcomesRequest(BaseModel):
    """The messages that are meant, and the group; all groups if none is named."""

    consumerGroup: GroupName | None = None
    copies: Annotated[list[Range], Field(max_length=MAX_PAGE)]

    def ranges(self) -> list[tuple[int, int, int]]:
        """Those of which the partition can be there."""
        return [
            (partition, each.offset, each.count)
            for each in self.copies
            if (partition := parse_partition(each.partitionId)) is not None
        ]


class LetterMove(BaseModel):
    """The group that gives a message up, and why. ``force``: even if a consumer holds it."""

    consumerGroup: GroupName | None = None
    error: Text | None = None
    force: StrictBool = False


class LetterNamedMove(LetterMove):
    """The message, the group that gives it up, and why. ``force``: even if a consumer holds it."""

    partitionId: Name
    transactionId: Name


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
    fingerprint: str
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
    #: The last five failed attempts, the newest first.
    lastAttempts: list[Attempt]
    #: Only on a letter whose key is not here; ``data`` is null then.
    decryptionError: str | None = None
    #: Only where something is hidden: its paths in the payload; `*`: all of it.
    masked: list[str] | None = None


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
    """A kind of errors, with its newest text, and the letters that have it. ``groups``: the twenty
    with the most of them, of ``groupCount``."""

    fingerprint: str
    errorMessage: str
    count: int
    firstSeenAt: str
    lastSeenAt: str
    groupCount: int
    groups: list[GroupCount]


class LetterPoint(BaseModel):
    """The letters that failed in a step."""

    at: str
    count: int


class SummaryAnswer(BaseModel):
    """The groups with the most letters first, the ten most frequent kinds of errors, and the steps
    in which any failed, the last 1,440 of them."""

    count: int
    oldestFailedAt: str | None
    newestFailedAt: str | None
    groups: list[GroupCount]
    errors: list[ErrorCount]
    interval: Interval
    points: list[LetterPoint]


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
    that were asked for are left. While ``more`` is true, ask again. ``copies``: where the new ones
    are, of the first thousand."""

    redriven: int
    messages: int
    remaining: int
    more: bool
    copies: list[Range] = Field(default_factory=list)


def previewed_redrive(rows: list[Row], limit: int | None) -> dict[str, Any]:
    """What a redrive of so many messages would do, as its answer tells it."""
    counts = {name: rows[0][name] for name in ("redriven", "messages", "remaining")}
    told = previewed(rows, can_force=False)
    return {**counts, "more": told["atLeast"] and counts["messages"] != limit, **told}


def ranges_of(moved: list[Redriven]) -> list[dict[str, Any]]:
    """Where new messages are, in ranges."""
    found: list[dict[str, Any]] = []
    latest: dict[int, dict[str, Any]] = {}
    for message in moved:
        last = latest.get(message.partition_id)
        if last is not None and last["offset"] + last["count"] == message.offset:
            last["count"] += 1
        else:
            partition = str(message.partition_id)
            place = {"partitionId": partition, "offset": message.offset, "count": 1}
            found.append(place)
            latest[message.partition_id] = place
    return found


class Outcome(BaseModel):
    """What a group made of the messages so far. ``dead``: they are dead letters now."""

    queue: str
    consumerGroup: str
    messages: int
    completed: int
    open: int
    dead: int


class OutcomesAnswer(BaseModel):
    """A row for each group; those that have the most left come first."""

    groups: list[Outcome]


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
