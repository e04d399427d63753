"""The answers of status, field by field."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel

from functions.edge.lists import Pagination
from functions.forms.counted import Counted
from functions.forms.messages import StoredMessage
from functions.forms.spans import TimeRange

#: The counters, by their names in every answer.
COUNTERS: Final = ("pushed", "popped", "acked", "failed", "lapsed", "expired", "dead")


class Counters(BaseModel):
    """Messages: pushed, handed out, completed, given back as failed, expired (ttl), given up; and
    leases that ran out (lapsed)."""

    pushed: int
    popped: int
    acked: int
    failed: int
    lapsed: int
    expired: int
    dead: int


class MessageTotals(BaseModel):
    """The messages that are kept: all; those that the group furthest behind in each partition still
    has open, and that it holds; completed ones; ones that failed and will be tried again; dead
    letters."""

    total: int
    pending: int
    processing: int
    completed: int
    failed: int
    deadLetter: int


class Throughput(BaseModel):
    """What was counted in a step. The average lag is not measured."""

    timestamp: str
    ingested: int
    processed: int
    ingestedPerSecond: float
    processedPerSecond: float
    avgLagMs: int | None
    maxLagMs: int


class ActiveQueue(BaseModel):
    """A queue that keeps messages."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    partitions: int
    totalConsumed: int


class Lag(BaseModel):
    """Over all groups: messages that they still have to complete, and the age of the oldest."""

    openMessages: int
    maxSeconds: float


class Leases(BaseModel):
    """Live leases: their number, their partitions, and how many messages were handed out and
    acked."""

    active: int
    partitionsWithLeases: int
    totalBatchSize: int
    totalAcked: int


class DeadLetters(BaseModel):
    """Dead letters that are kept, and in how many partitions."""

    totalMessages: int
    affectedPartitions: int


class Failures(BaseModel):
    """What went wrong so far."""

    ackFailed: int
    dlqMessages: int
    leasesExpired: int


class StatusAnswer(Counted):
    """``counters``, ``throughput`` and ``errors`` are from the last count of activity, at
    ``countedAt``. The rest is from now, or from ``asOf``."""

    timeRange: TimeRange
    bucketMinutes: int
    pointCount: int
    throughput: list[Throughput]
    queues: list[ActiveQueue]
    queuesLeftOut: int
    messages: MessageTotals
    lag: Lag
    leases: Leases
    deadLetterQueue: DeadLetters
    workers: list[Any]
    errors: Failures
    counters: Counters
    countedAt: str | None
    #: Seconds since the last count; null before the first.
    statsAge: float | None


class QueueStatus(BaseModel):
    """The state of a queue. Its lag is the lag of the group that is furthest behind in time, and
    the sum of all groups' open messages."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    createdAt: str
    partitions: int
    groups: int
    messages: MessageTotals
    lagMessages: int
    lagSeconds: float
    leasedPartitions: int
    utilizationPercent: float


class QueueStatusesAnswer(Counted):
    """A page of queues, by name. Their numbers are of now, or of ``asOf``."""

    queues: list[QueueStatus]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class QueueConfig(BaseModel):
    """The options that a console shows; resources/queues lists all of them."""

    leaseTime: int
    retryLimit: int
    retryDelay: int
    ttl: int
    maxQueueSize: int
    deadLetterQueue: bool


class QueueDescription(BaseModel):
    """A queue and its options."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    priority: int
    createdAt: str
    config: QueueConfig


class Totals(MessageTotals):
    """Totals of the whole queue, under both names that consoles read."""

    messages: MessageTotals


class Cursor(BaseModel):
    """Messages that were completed, over all groups."""

    totalConsumed: int


class PartitionStatus(BaseModel):
    """The state of a partition, for the group that has most left to do in it."""

    id: str
    name: str
    createdAt: str
    messages: MessageTotals
    stats: MessageTotals
    cursor: Cursor
    lastActivity: str
    #: When the oldest message that is still open was pushed.
    oldestMessage: str | None


class QueueStatusAnswer(Counted):
    """A queue, its totals, and a page of its partitions, by name. The totals are of now, or of
    ``asOf``."""

    queue: QueueDescription
    totals: Totals
    partitions: list[PartitionStatus]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class QueueMessagesAnswer(BaseModel):
    """A page of a queue's messages, the newest first."""

    messages: list[StoredMessage]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class DataPoint(Counters):
    """What happened in a step. ``messages`` is another name of ``pushed``; depth and lag are the
    highest values that were counted."""

    timestamp: str
    messages: int
    depth: int
    lagSeconds: float


class AnalyticsAnswer(TimeRange):
    """A point for each step, the oldest first, as far back as ``keptSince``."""

    interval: str
    keptSince: str
    dataPoints: list[DataPoint]
    totals: Counters


class Sparkline(BaseModel):
    """A queue's counts, a minute each, the oldest first."""

    id: str
    pushed: list[int]
    acked: list[int]


class SparklinesAnswer(TimeRange):
    """``from``: where the first minute begins. A queue that is gone has no line."""

    lines: list[Sparkline]


class BuffersAnswer(BaseModel):
    """Nothing is ever buffered: an answered push is stored."""

    pending: int
    failed: int
    dbHealthy: bool


class RefreshAnswer(BaseModel):
    """``refreshed`` is false if another count was under way."""

    success: bool
    refreshed: bool
    queues: int
    countedAt: str | None
