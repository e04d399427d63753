"""What the log answers: where messages are, what a claim hands out, how groups stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from regent.log.conditions import Guard
from regent.log.messages import Message


class Appended(NamedTuple):
    """Where each message is, and the last of these places; for no messages, the log's end."""

    positions: tuple[int, ...]
    last_position: int


class Found(NamedTuple):
    """Messages, in the log's order, and the guard of what is decided from them."""

    messages: list[Message]
    guard: Guard


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A partition that a worker holds, with messages that its group has not acknowledged."""

    group_id: str
    worker_id: str
    #: Names this claim of the partition: an earlier one's ack is refused.
    offset_id: str
    key_pair_ids: tuple[str, ...]
    #: ``course_name:Algebra|user_id:joe``
    partition_key: str
    #: ``{"course_name": "Algebra", "user_id": "joe"}``; values are texts.
    partition_value: Mapping[str, str]
    messages: list[Message]
    #: Whether the group has seen these before: it was reset.
    replaying: bool
    guard: Guard

    @property
    def last_position(self) -> int:
        """Where the last of its messages is: what an ack of all of them says."""
        return self.guard.last_position


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A consumer group of the log."""

    group_id: str
    status: Literal["active", "stopped", "failed"]
    #: Why it stopped or failed, as it was said.
    error: Any
    #: When a failed group goes on by itself.
    retry_at: datetime | None
    partition_by: tuple[str, ...] | None
    #: Partitions that were found, those with something pending, and those that are held now.
    partitions: int
    pending: int
    claimed: int
    #: The positions of the partition that is least far, and of the one that is furthest.
    lowest_position: int | None
    highest_position: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offset:
    """Where a group is in a partition, and who holds it."""

    partition_key: str
    partition_value: Mapping[str, str]
    last_position: int
    #: Of the first message that is known to be pending.
    next_position: int | None
    claimed: bool
    claimed_by: str | None
    claimed_at: datetime | None
    claimed_until: datetime | None
    #: Released with an error: what it was, and when the partition may be claimed again.
    error: str | None
    resume_at: datetime | None


def group_from(row: Mapping[str, Any]) -> Group:
    """A group as the log answers it."""
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
    """An offset as the log answers it."""
    return Offset(
        partition_key=row["partitionKey"],
        partition_value=row["partitionValue"],
        last_position=row["lastPosition"],
        next_position=row["nextPosition"],
        claimed=row["claimed"],
        claimed_by=row["claimedBy"],
        claimed_at=_instant(row["claimedAt"]),
        claimed_until=_instant(row["claimedUntil"]),
        error=row["error"],
        resume_at=_instant(row["resumeAt"]),
    )


def _instant(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
