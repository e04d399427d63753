"""The answers of analytics, field by field."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from functions.edge.lists import Pagination
from functions.forms.spans import TimeRange


class QueueLag(BaseModel):
    """A queue in a step: the greatest age of the oldest message that a group had open."""

    queueName: str
    popCount: int
    avgLagMs: int | None
    maxLagMs: int
    bucketTime: str


class QueueOperations(BaseModel):
    """A queue's messages in a step."""

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
    """A point for each step and each queue in which something happened, the oldest first."""

    series: list[QueueOperations]
    queues: list[str]
    queuesLeftOut: int


class ParkedAnswer(Charted):
    """No consumer is parked: a waiting pop belongs to its own request."""

    series: list[Any]
    replicas: list[Any]


class RetentionTotals(BaseModel):
    """Messages that retention deleted: those that some group had not completed, and those that all
    groups had. ``archivedMsgs`` of both are in the archive. An event is the work of one run in one
    partition."""

    retentionMsgs: int
    completedRetentionMsgs: int
    evictionMsgs: int
    totalMsgs: int
    archivedMsgs: int
    eventCount: int


class RetentionPoint(RetentionTotals):
    """Messages that retention deleted of a queue in a step."""

    bucket: str
    queueName: str


class RetentionAnswer(Charted):
    """What retention deleted."""

    series: list[RetentionPoint]
    totals: RetentionTotals


#: The steps of a batch, in their order.
BatchStatus = Literal["planned", "written", "verified", "committed", "deleted"]


class ArchiveBatch(BaseModel):
    """Messages of a queue that are archived together. ``planned``: it is fixed which ones;
    ``written``: their files are complete, aside; ``verified``: the files are at their place and
    were read back; ``committed``: the archive's manifest names them, so the messages may go;
    ``deleted``: they are gone. ``changedAt`` is the last step's instant. ``messages`` and ``bytes``
    are null before the files are written. ``failures``: how often the next step failed since then,
    and ``lastError`` why."""

    id: str
    queue: str
    archive: str
    status: BatchStatus
    plannedAt: str
    changedAt: str
    files: int
    messages: int | None
    bytes: int | None
    failures: int
    lastError: str | None


class ArchiveBatchesAnswer(BaseModel):
    """Batches, the newest first."""

    batches: list[ArchiveBatch]
    total: None
    pagination: Pagination
    nextCursor: str | None


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
    #: The completed part of the messages that were handed out; null if none were.
    efficiencyPercent: float | None
    avgLagMs: int | None
    maxLagMs: int


class WorkerQueue(BaseModel):
    """The work of a queue's consumers. Processing: how long the last lease of a partition took,
    over the partitions whose lease ended in that time."""

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
    """The whole of the time that was asked for."""

    totalPushMessages: int
    totalPopMessages: int
    totalAckMessages: int
    totalAckFailed: int
    totalDlq: int
    totalLeasesExpired: int
    pendingMessages: int
    efficiencyPercent: float | None


class WorkersAnswer(Charted):
    """Steps, the newest first; and the queues that popped most."""

    pointCount: int
    timeSeries: list[WorkerPoint]
    workers: list[Any]
    queues: list[WorkerQueue]
    queuesLeftOut: int
    summary: WorkerSummary


class Reading(BaseModel):
    """A measured value. One sample has no spread."""

    avg: int
    min: int
    max: int
    last: int


class SystemSample(BaseModel):
    """The resources that a process used."""

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
    """One sample of the process that answered. It does not know what other processes used."""

    pointCount: int
    replicas: list[Replica]


class HeldLease(BaseModel):
    """A partition that a group holds. ``stuck``: the lease ends within 30 seconds, or is over and
    was not ended yet. ``leaseId`` names the lease in this partition, ``client`` who took it."""

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
    leaseId: str
    client: str | None


class LeasesAnswer(BaseModel):
    """Leases, those that end first first."""

    leases: list[HeldLease]
    total: int | None
    pagination: Pagination
    nextCursor: str | None


class ActiveQuery(BaseModel):
    """A session that is at work, or in a transaction; its statement is not told."""

    pid: int
    user: str | None
    application: str | None
    state: str
    waitEvent: str | None
    waitEventType: str | None
    querySeconds: float | None
    transactionSeconds: float | None


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
    activeQueries: list[ActiveQuery]
    bufferUsage: list[Any]
