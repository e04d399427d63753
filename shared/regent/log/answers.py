"""The answers of the log: places of messages, claims, and the state of groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from regent.log.conditions import Guard
from regent.log.messages import Message

OffsetState = Literal["pending", "claimed", "resting", "idle"]


class Appended(NamedTuple):
    """The position of each message, and the last of them; for no messages, the log's end."""

    positions: tuple[int, ...]
    last_position: int


class Found(NamedTuple):
    """Messages, in the log's order, and the guard for a decision that is made from them."""

    messages: list[Message]
    guard: Guard


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A partition that a worker holds, with messages that its group has not acknowledged."""

    group_id: str
    worker_id: str
    #: The id of this claim of the partition. An earlier claim has another id; its ack is refused.
    offset_id: str
    key_pair_ids: tuple[str, ...]
    #: ``course_name:Algebra|user_id:joe``
    partition_key: str
    #: ``{"course_name": "Algebra", "user_id": "joe"}``; values are texts.
    partition_value: Mapping[str, str]
    messages: list[Message]
    #: Whether the group completed these messages before it was reset.
    replaying: bool
    guard: Guard

    @property
    def last_position(self) -> int:
        """The position of its last message: the position for an ack of all of them."""
        return self.guard.last_position


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A consumer group of the log."""

    group_id: str
    status: Literal["active", "stopped", "failed"]
    #: Why it stopped or failed: the reason that the caller gave.
    error: Any
    #: When a failed group goes on by itself.
    retry_at: datetime | None
    partition_by: tuple[str, ...] | None
    #: The number of partitions found, of those with pending messages, and of those claimed now.
    partitions: int
    pending: int
    claimed: int
    #: The group's positions in the partition where it is least far, and where it is furthest.
    lowest_position: int | None
    highest_position: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offset:
    """A group's position in a partition, and the worker that holds the partition."""

    partition_key: str
    partition_value: Mapping[str, str]
    last_position: int
    #: Whether a message waits, a worker holds the partition, it rests, or it is idle.
    state: OffsetState
    #: The position of the first message that is known to be pending.
    next_position: int | None
    claimed: bool
    claimed_by: str | None
    claimed_at: datetime | None
    claimed_until: datetime | None
    #: The error with which the partition was released, and when it may be claimed again.
    error: str | None
    resume_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheduled:
    """A batch of messages that wait to be appended."""

    schedule_id: str
    #: When they are appended, and when that was asked for.
    at: datetime
    scheduled_at: datetime
    message_count: int
    #: The types of its messages, the first ten by name.
    types: tuple[str, ...]


def group_from(row: Mapping[str, Any]) -> Group:
    """A group from an answer of the log."""
    return Group(
        group_id=row["groupId"],
        status=row["status"],
        error=row["errorContext"],
        retry_at=_instant(row["retryAt"]),
        partition_by=None if row["partitionBy"] is None else tuple(row["partitionBy"]),
        partitions=row["partitions"],
        pending=row["pending"],
        claimed=row["claimed"],
        lowest_position=row["lowestPosition"],
        highest_position=row["highestPosition"],
    )


def offset_from(row: Mapping[str, Any]) -> Offset:
    """An offset from an answer of the log."""
    return Offset(
        partition_key=row["partitionKey"],
        partition_value=row["partitionValue"],
        state=row["state"],
        last_position=row["lastPosition"],
        next_position=row["nextPosition"],
        claimed=row["claimed"],
        claimed_by=row["claimedBy"],
        claimed_at=_instant(row["claimedAt"]),
        claimed_until=_instant(row["claimedUntil"]),
        error=row["error"],
        resume_at=_instant(row["resumeAt"]),
    )


def scheduled_from(row: Mapping[str, Any]) -> Scheduled:
    """A batch from an answer of the log."""
    return Scheduled(
        schedule_id=row["scheduleId"],
        at=datetime.fromisoformat(row["at"]),
        scheduled_at=datetime.fromisoformat(row["scheduledAt"]),
        message_count=row["messageCount"],
        types=tuple(row["types"]),
    )


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
