"""Rows about dead letters and redrives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from regent.client.core.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Row):
    """When a message failed, and the first 300 characters of the reason."""

    at: datetime
    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterRow(Row):
    """A message that a group gave up on, with its payload as JSON."""

    id: str
    transaction_id: str
    partition_id: str
    queue: str
    partition: str
    offset: int
    consumer_group: str
    message_id: str
    error_message: str | None
    #: The error without what differs from letter to letter.
    fingerprint: str
    reason: str
    retry_count: int
    #: The last five failed attempts, the newest first.
    last_attempts: tuple[Attempt, ...]
    data: Any
    #: Where something of ``data`` is hidden: docs/http/messages.md.
    masked: tuple[str, ...] = ()
    key: str | None
    headers: Mapping[str, Any] | None
    trace_id: str | None
    producer_sub: str | None
    created_at: datetime
    failed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterGroup(Row):
    """The dead letters of one group on one queue."""

    queue: str
    consumer_group: str
    count: int
    oldest_failed_at: datetime | None
    newest_failed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterError(Row):
    """How many died of one kind of error: its newest text, and the groups with the most of them."""

    fingerprint: str
    error_message: str | None
    count: int
    first_seen_at: datetime | None
    last_seen_at: datetime | None
    groups: tuple[DeadLetterGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetterSummary(Row):
    """Dead letters, counted."""

    count: int
    oldest_failed_at: datetime | None
    newest_failed_at: datetime | None
    groups: tuple[DeadLetterGroup, ...]
    errors: tuple[DeadLetterError, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redriven(Row):
    """What a redrive did: letters, the new messages that they made, and letters that are left."""

    redriven: int
    messages: int
    remaining: int
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Purged(Row):
    """What a deletion of dead letters did."""

    purged: int
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies(Row):
    """Where new messages of a redrive are: from an offset on, so many of them."""

    partition_id: str
    offset: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RedriveRow(Row):
    """A redrive that the server carries, as docs/http/dlq.md explains it."""

    id: str
    status: str
    queue: str
    #: The queue that the letters go to; None: their own.
    to: str | None
    consumer_group: str | None
    partition: str | None
    reason: str | None
    fingerprint: str | None
    rate_per_second: int | None
    limit: int | None
    #: How many there were when it began, and how many of them became how many new messages.
    letters: int
    redriven: int
    messages: int
    #: Why its last part was refused. While it runs, that is tried again.
    error: str | None
    started_by: str | None
    started_at: datetime
    changed_at: datetime
    #: A list leaves them out.
    copies: tuple[Copies, ...] = ()
