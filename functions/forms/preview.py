"""Dry runs: what a change would do, asked for by ``dryRun=true`` beside the change itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field

from regent.rows import Row


class DryRunQuery(BaseModel):
    """``dryRun``: say what would happen, and change nothing."""

    dryRun: bool = False


class LeaseInTheWay(BaseModel):
    """A group that holds messages there now: in so many partitions, until then."""

    queue: str
    group: str
    partitions: int
    heldUntil: str


class DeliveryMoved(BaseModel):
    """Messages that the group has not done and would not get any more, and messages that are done
    for it and that it would get once more."""

    queue: str
    group: str
    skipped: int
    again: int


def in_a_dry_run() -> Any:
    """A part that only the answer of a dry run has."""


class Previewed(BaseModel):
    """A dry run adds the rest to its counts. ``atLeast``: there is more than it looked at.
    ``forceNeeded``: without ``force`` the change is refused, because of ``leases`` or of
    ``members``."""

    dryRun: bool = Field(default_factory=in_a_dry_run)
    atLeast: bool = Field(default_factory=in_a_dry_run)
    forceNeeded: bool = Field(default_factory=in_a_dry_run)
    members: int = Field(default_factory=in_a_dry_run)
    leases: list[LeaseInTheWay] = Field(default_factory=in_a_dry_run)
    groups: list[DeliveryMoved] = Field(default_factory=in_a_dry_run)


def previewed(rows: Sequence[Row], *, can_force: bool = True) -> dict[str, Any]:
    """Of a preview's rows, one for each group on a queue: what `Previewed` adds. ``can_force``:
    leases and members are in the way of this change."""
    told = [row for row in rows if row["consumerGroup"] is not None and row["queue"] is not None]
    members = rows[0].get("members", 0)
    leases = [
        {
            "queue": row["queue"],
            "group": row["consumerGroup"],
            "partitions": row["held"],
            "heldUntil": row["heldUntil"],
        }
        for row in told
        if row.get("held")
    ]
    groups = [
        {
            "queue": row["queue"],
            "group": row["consumerGroup"],
            "skipped": row.get("skipped", 0),
            "again": row["again"],
        }
        for row in told
    ]
    return {
        "dryRun": True,
        "atLeast": rows[0]["atLeast"],
        "forceNeeded": can_force and (bool(leases) or members > 0),
        "members": members,
        "leases": leases,
        "groups": groups,
    }
