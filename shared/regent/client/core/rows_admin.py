"""Rows about groups, leases, notes and lag."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from regent.client.core.rows import Change, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelRow(Row):
    """A namespace or a task, with sums over its queues."""

    name: str
    queues: int
    partitions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow(Row):
    """A consumer group on a queue, as docs/http/groups.md explains it."""

    name: str
    queue_name: str
    members: int
    partitions_with_lag: int
    total_lag: int
    max_time_lag: float
    state: str
    paused_at: datetime | None
    subscription_mode: str | None
    subscription_timestamp: datetime | None
    subscription_created_at: datetime | None
    #: When lag was counted; None: just now.
    as_of: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriptionRow(Row):
    """How a group subscribed. An empty name means any."""

    id: str
    consumer_group: str
    queue_name: str
    partition_name: str
    namespace: str
    task: str
    subscription_mode: str
    subscription_timestamp: datetime
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LatePartition(Row):
    """A partition in which a group has not completed an old message."""

    consumer_group: str
    queue_name: str
    partition_name: str
    partition_id: str
    offset_lag: int
    time_lag_seconds: float
    oldest_unconsumed_at: datetime | None
    last_consumed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Steered(Change):
    """What a pause, a resume, a seek or a deletion of a group did."""

    success: bool
    consumer_group: str
    queue_name: str | None
    partitions_updated: int | None
    paused_at: datetime | None
    deleted_partitions: int | None
    subscriptions_deleted: int | None
    dead_letters_deleted: int | None
    #: What the next pop of the group will see.
    next_pop: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageMoved(Row):
    """What became of a message that was redriven, buried or deleted by hand."""

    success: bool
    partition_id: str
    transaction_id: str
    message_id: str | None
    new_transaction_id: str | None
    moved: bool | None
    redriven: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaseRow(Row):
    """A lease that runs, or that ran out and was not noticed yet. ``client``: who took it."""

    queue: str
    partition: str
    partition_id: str
    consumer_group: str
    leased_at: datetime | None
    expires_at: datetime
    messages: int
    held_seconds: float | None
    remaining_seconds: float
    stuck: bool
    lease_id: str
    client: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceRow(Row):
    """A note about a message. The fields from ``transaction_id`` on are told by a list by name."""

    id: str
    event_type: str
    data: Any
    consumer_group: str | None
    worker_id: str | None
    created_at: datetime
    trace_names: tuple[str, ...]
    transaction_id: str | None
    partition_id: str | None
    queue_name: str | None
    partition_name: str | None
    message_payload: Any | None
    #: Where something of the payload is hidden: docs/http/messages.md.
    masked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceName(Row):
    """A name under which notes are found."""

    trace_name: str
    trace_count: int
    message_count: int
    last_seen: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueStatusRow(Row):
    """A queue in the list of the status page."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    created_at: datetime
    partitions: int
    groups: int
    lag_messages: int
    lag_seconds: float
    leased_partitions: int
    utilization_percent: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LagRow(Row):
    """How far behind a group, a queue or a namespace was when the lag job looked last."""

    scope: str
    namespace: str | None
    queue: str | None
    consumer_group: str | None
    partitions: int
    lagging_partitions: int
    offset_lag: int
    time_lag_max_seconds: float
    arrival_per_second: float | None
    consumption_per_second: float | None
    seconds_to_drain: float | None
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LagPartition(Row):
    """A partition in which a group was behind when the lag job looked last."""

    queue: str
    consumer_group: str
    partition: str
    partition_id: str
    head: int
    position: int
    due_at: datetime | None
    offset_lag: int
    time_lag_seconds: float
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LagPoint(Row):
    """One thing's lag in one snapshot of the lag job."""

    captured_at: datetime
    partitions: int
    lagging_partitions: int
    offset_lag: int
    time_lag_max_seconds: float
    verdict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LagSnapshot(Row):
    """The whole system in one snapshot of the lag job."""

    captured_at: datetime
    partitions: int
    lagging_partitions: int
    offset_lag: int
    verdict: str
    #: Whether its partitions can be listed, too.
    partitions_kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun(Row):
    """A run of a Spark job: `running`, `ok`, `failed`, or `lost` (it has no end)."""

    id: str
    started_at: datetime
    ended_at: datetime | None
    verdict: str
    summary: Mapping[str, Any] | None
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveBatch(Row):
    """Messages that are archived together. ``messages`` and ``bytes``: None before they are
    written."""

    id: str
    queue: str
    archive: str
    status: str
    planned_at: datetime
    changed_at: datetime
    files: int
    messages: int | None
    bytes: int | None
    failures: int
    last_error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow(Row):
    """What somebody changed, and what came of it. ``subject``: None where no token is needed."""

    at: datetime
    subject: str | None
    action: str
    target: Mapping[str, str]
    parameters: Mapping[str, Any]
    result: Mapping[str, Any]
    request_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches(Row):
    """Which switches are on. ``queues`` has an object for each queue with one of its own."""

    #: Pushes are refused, for all queues.
    pushes_stopped: bool = field(metadata={"json": "maintenanceMode"})
    #: Pops find nothing, in all queues.
    pops_stopped: bool = field(metadata={"json": "popMaintenanceMode"})
    changed_at: datetime | None
    queues: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Health(Row):
    """Whether the server and its database answer."""

    status: str
    database: str
    version: str | None

    @property
    def is_healthy(self) -> bool:
        """Whether both do."""
        return self.status == "healthy"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationResult(Row):
    """What became of one operation of a transaction, or of one message that it pushed."""

    index: int
    type: str
    success: bool
    transaction_id: str | None
    message_id: str | None
    partition_id: str | None
    queue_name: str | None
    status: str | None
    error: str | None
    positions: tuple[int, ...] | None
    last_position: int | None
