"""Rows about the members of a topic's group."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from regent.client.core.rows import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow(Row):
    """A consumer in a group, and the partitions that it reads."""

    member_id: str
    consumer_id: str
    partitions: tuple[int, ...]
    joined_at: datetime
    last_heartbeat: datetime
    session_timeout_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner(Row):
    """A consumer that has partitions."""

    consumer_id: str
    partitions: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MembershipChange(Row):
    """What set off a rebalance: ``joined``, ``left``, ``expired``, ``evicted``, or ``grew``, which
    is the topic's and has no consumer."""

    change: str
    consumer_id: str | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationRow(Row):
    """What led to a generation of a group, and who had which partitions then. The one to come has
    changes only."""

    generation: int
    changes: tuple[MembershipChange, ...]
    change_count: int
    rebalanced_at: datetime | None
    member_count: int | None
    members: tuple[Owner, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evicted(Row):
    """What an evicted member had; or, with ``dry_run``, what it has, and only then the rest: how
    many records of its partitions are not committed, and who would get which partitions."""

    member_id: str
    consumer_id: str
    partitions: tuple[int, ...]
    members_left: int
    dry_run: bool = False
    uncommitted: int = 0
    assignment: tuple[Owner, ...] = ()
