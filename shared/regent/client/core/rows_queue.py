"""Rows about queues, partitions and messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from regent.client.core.rows import Change, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueOptions(Row):
    """The options of a queue, as docs/http/queue.md explains them."""

    lease_time: float
    retry_limit: int
    retry_delay: float
    retry_delay_max: float | None
    priority: int
    delayed_processing: float
    window_buffer: float
    max_size: int
    ttl: float
    max_wait_time_seconds: float
    retention_enabled: bool
    retention_seconds: float
    completed_retention_seconds: float
    pending_retention_seconds: float | None
    dead_letter_retention_seconds: float | None
    encryption_enabled: bool
    dead_letter_queue: bool
    dlq_after_max_retries: bool
    #: Who sees payloads, and which parts of them are hidden.
    payloads: str
    mask_paths: tuple[str, ...]
    partitions: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Configured(Row):
    """A queue with the options that it has now."""

    queue: str
    namespace: str | None
    task: str | None
    options: QueueOptions
    #: It grows with each change of options or labels.
    revision: int
    #: Options that the server does not know: perhaps they are misspelt.
    ignored_options: tuple[str, ...]
    #: Options that contradict each other.
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts(Row):
    """Messages of a queue or a partition, as docs/http/resources.md explains them."""

    total: int
    pending: int
    processing: int
    completed: int | None
    failed: int | None
    dead_letter: int | None
    depth: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow(Row):
    """A queue in a list."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    created_at: datetime
    partitions: int
    messages: Counts
    groups: int
    oldest_seconds: float
    dead_letters: int
    depth: int
    max_size: int
    priority: int
    lease_time: float
    retry_limit: int
    fixed_partitions: int
    encryption_enabled: bool
    push_maintenance: bool
    pop_maintenance: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupBacklog(Row):
    """What a group has left to do in a queue."""

    name: str
    open: int
    pending: int
    processing: int
    partitions_behind: int
    lag_seconds: float
    whole_queue: bool
    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueDetail(Row):
    """One queue: its options, its totals and its groups."""

    id: str
    name: str
    namespace: str | None
    task: str | None
    created_at: datetime
    options: QueueOptions
    #: It grows with each change of options or labels.
    revision: int
    push_maintenance: bool
    pop_maintenance: bool
    totals: Counts
    groups: tuple[GroupBacklog, ...]
    #: When the totals were counted; None: just now.
    as_of: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionDepth(Row):
    """What is left to do in a partition."""

    partition: str
    partition_id: str
    pending: int
    processing: int
    lag_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth(Row):
    """What is left to do in a queue, for one group or for the slowest of each partition."""

    queue: str
    group: str | None
    subscribed: bool | None
    pending: int
    processing: int
    partitions_pending: int
    partitions: tuple[PartitionDepth, ...]
    truncated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionRow(Row):
    """A partition in a list."""

    id: str
    name: str
    queue: str
    head: int
    tail: int
    messages: int
    last_activity: datetime | None
    created_at: datetime
    #: A JSON object for each of the groups that have most left to do.
    groups: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation(Row):
    """What the next pop of a group would meet in a partition, and why."""

    queue: str
    partition: str
    partition_id: str
    group: str
    state: str
    sentence: str
    head: int
    tail: int
    cursor: int | None
    open: int
    processing: int
    oldest_at: datetime | None
    lag_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared(Change):
    """What was deleted from a queue or a partition."""

    queue: str
    deleted_messages: int
    partitions: int | None
    #: Only of a dry run.
    dead_letters: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleted(Change):
    """A queue that is not there any more. ``existed``: it was there before."""

    queue: str
    existed: bool
    #: Only of a dry run.
    deleted_messages: int | None
    partitions: int | None
    dead_letters: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageRow(Row):
    """A message in a list."""

    id: str
    transaction_id: str
    partition_id: str
    queue: str
    partition: str
    namespace: str | None
    task: str | None
    offset: int
    status: str
    trace_id: str | None
    producer_sub: str | None
    created_at: datetime
    lease_expires_at: datetime | None
    is_encrypted: bool
    key: str | None
    #: When a consumer can get it, while its status is ``delayed``.
    due_at: datetime | None
    #: The payload as JSON. A list has it, and the headers, where it was asked for payloads.
    data: Any | None
    headers: Mapping[str, Any] | None
    #: Why an encrypted payload cannot be read; ``data`` is None then.
    decryption_error: str | None
    #: Where something of ``data`` is hidden: docs/http/messages.md.
    masked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStatus(Row):
    """What one group made of a message."""

    consumer_group: str
    status: str
    attempts: int
    error_message: str | None
    failed_at: datetime | None
    processing_at: datetime | None
    last_consumed_at: datetime | None
    lease_id: str | None
    lease_expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDetail(MessageRow):
    """One message, with its payload as JSON."""

    available_at: datetime | None
    error_message: str | None
    retry_count: int
    consumer_groups: tuple[GroupStatus, ...]
