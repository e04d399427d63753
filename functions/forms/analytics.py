"""The answers of analytics, field by field."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from functions.edge.lists import Pagination
from functions.forms.spans import TimeRange


class QueueLag(BaseModel):
    """A queue in a step: the age of the oldest message that a group had open, at most."""

    queueName: str
    popCount: int
    avgLagMs: int | None
    maxLagMs: int
    bucketTime: str


class QueueOperations(BaseModel):
    """What happened in a queue in a step."""

    bucket: str
    queueName: str
    pushMessages: int
    popMessages: int
    ackSuccess: int
    ackFailed: int
    leasesExpired: int
    messagesExpired: int
    deadLetters: int
    depth: int
    pushPerSecond: float
    popPerSecond: float
    ackPerSecond: float
    avgLagMs: int | None
    maxLagMs: int


class Charted(BaseModel):
    """A chart's time and the width of its steps."""

    timeRange: TimeRange
    bucketMinutes: int


class OperationsAnswer(Charted):
    """A point for each step and queue in which something happened, the oldest first."""

    series: list[QueueOperations]
    queues: list[str]
    queuesLeftOut: int


class ParkedAnswer(Charted):
    """Nobody is parked: a waiting pop belongs to the request that waits."""

    series: list[Any]
    replicas: list[Any]


class RetentionTotals(BaseModel):
    """Messages that retention deleted: those that some group had not completed, and those that all
    had. ``archivedMsgs`` of all of them are in the archive. An event is a run's work in a
    partition."""

    retentionMsgs: int
    completedRetentionMsgs: int
    evictionMsgs: int
    totalMsgs: int
    archivedMsgs: int
    eventCount: int


class RetentionPoint(RetentionTotals):
    """The same of a queue in a step."""

    bucket: str
    queueName: str


class RetentionAnswer(Charted):
    """What retention deleted."""

    series: list[RetentionPoint]
    totals: RetentionTotals


class WorkerPoint(BaseModel):
    """What consumers did in a step."""

    timestamp: str
    pushMessages: int
    popMessages: int
    ackMessages: int
    ackSuccess: int
    ackFailed: int
    leasesExpired: int
    dlqCount: int
    pushPerSecond: float
    popPerSecond: float
    ackPerSecond: float
    #: Completed of what was handed out; null where nothing was.
    efficiencyPercent: float | None
    avgLagMs: int | None
    maxLagMs: int


class WorkerQueue(BaseModel):
    """How the consumers of a queue do. Processing: how long the last lease of a partition took,
    over the partitions in which it ended meanwhile."""

    queueName: str
    popCount: int
    ackCount: int
    efficiencyPercent: float | None
    partitions: int
    leasedPartitions: int
    utilizationPercent: float
    leasesEnded: int
    avgProcessingSeconds: float | None
    maxProcessingSeconds: float | None
    lagSeconds: float


class WorkerSummary(BaseModel):
    """All of the time that was asked for."""

    totalPushMessages: int
    totalPopMessages: int
    totalAckMessages: int
    totalAckFailed: int
    totalDlq: int
    totalLeasesExpired: int
    pendingMessages: int
    efficiencyPercent: float | None


class WorkersAnswer(Charted):
    """Steps newest first; of the queues those that popped most."""

    pointCount: int
    timeSeries: list[WorkerPoint]
    workers: list[Any]
    queues: list[WorkerQueue]
    queuesLeftOut: int
    summary: WorkerSummary


class Reading(BaseModel):
    """One sample has no spread."""

    avg: int
    min: int
    max: int
    last: int


class SystemSample(BaseModel):
    """What a process used."""

    timestamp: str
    sampleCount: int
    metrics: dict[str, dict[str, Reading]]


class Replica(BaseModel):
    """The process that answered."""

    hostname: str
    port: int
    workerId: str
    timeSeries: list[SystemSample]


class SystemAnswer(Charted):
    """One sample, of the process that answered: what others used is not known here."""

    pointCount: int
    replicas: list[Replica]


class HeldLease(BaseModel):
    """A partition that a group holds. ``stuck``: the lease ends within 30 seconds, or is over and
    was not noticed yet."""

    queue: str
    partition: str
    partitionId: str
    consumerGroup: str
    leasedAt: str
    expiresAt: str
    messages: int
    heldSeconds: float
    remainingSeconds: float
    stuck: bool


class LeasesAnswer(BaseModel):
    """Leases, those that end first first."""

    leases: list[HeldLease]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class PostgresAnswer(BaseModel):
    """Statistics of this database and of our tables, under the names that consoles read."""

    timestamp: str
    database: str
    databaseCache: dict[str, Any]
    cacheSummary: dict[str, Any]
    tableCache: list[dict[str, Any]]
    indexCache: list[dict[str, Any]]
    deadTuples: list[dict[str, Any]]
    hotUpdates: list[dict[str, Any]]
    autovacuumStatus: list[dict[str, Any]]
    bufferConfig: dict[str, Any]
    tableSizes: list[dict[str, Any]]
    #: Not visible to our role.
    activeQueries: list[Any]
    bufferUsage: list[Any]
