"""Consumer groups, their subscriptions and cursors."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple

from regent.database import Database
from regent.paging import Page
from regent.rows import Row, instant

#: What list_groups and read_group tell of a group on a queue.
_PLACE: Final = (
    "members",
    "partitionsWithLag",
    "totalLag",
    "maxTimeLag",
    "state",
    "pausedAt",
    "subscriptionMode",
    "subscriptionTimestamp",
    "subscriptionCreatedAt",
)
_PARTITION: Final = (
    "partition",
    "partitionId",
    "workerId",
    "lastConsumedAt",
    "totalConsumed",
    "committed",
    "head",
    "offsetLag",
    "timeLagSeconds",
    "leaseActive",
    "leaseExpiresAt",
    "restUntil",
    "totalPopped",
    "totalFailed",
    "totalExpired",
    "totalDead",
)
#: What published clients read in snake_case: the columns of queen.list_late_partitions.
_LAGGING: Final = (
    "consumer_group",
    "queue_name",
    "partition_name",
    "partition_id",
    "worker_id",
    "offset_lag",
    "time_lag_seconds",
    "oldest_unconsumed_at",
    "last_consumed_at",
)


@dataclass(frozen=True, slots=True)
class Filters:
    """Which groups to list; None: all. ``prefix``: how their names begin."""

    queue: str | None = None
    namespace: str | None = None
    prefix: str | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """Where a seek moves cursors; the first message since ``instant``, or to ``offset``."""

    to: Literal["end", "beginning", "timestamp", "offset"]
    instant: datetime | None = None
    offset: int | None = None


class Deleted(NamedTuple):
    """What went with a group, and the record by which its next pop on that one queue starts."""

    partitions: int
    dead_letters: int
    subscriptions: int
    subscriptions_kept: int
    next_mode: str | None
    next_timestamp: str | None


class Sought(NamedTuple):
    """What a seek did; ``cursor``: of the partition that was named."""

    partitions_updated: int
    cursor: int | None


class Groups:
    """Consumer groups, their subscriptions and cursors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_groups(
        self, filters: Filters, limit: int, after: tuple[Any, ...] | None
    ) -> tuple[list[Row], bool]:
        """Each group on each queue; whether more come after these."""
        rows = self._listed(filters, False, limit, *(after or (None, None)))
        found = [
            {
                "name": row["name"],
                "topics": [row["queueName"]],
                "queueName": row["queueName"],
                **_part(row, _PLACE),
                "queues": {row["queueName"]: _part(row, _PLACE)},
            }
            for row in rows
        ]
        return found, bool(rows) and rows[0]["more"]

    def list_groups_by_name(
        self, filters: Filters, limit: int, after: str | None
    ) -> tuple[list[Row], bool]:
        """Each group, over its queues; whether more come after these."""
        rows = self._listed(filters, True, limit, after, None)
        groups = [list(of_one) for _, of_one in groupby(rows, itemgetter("name"))]
        return [_over_queues(group) for group in groups], bool(rows) and rows[0]["more"]

    def read_group(
        self, group: str, queue: str | None, limit: int, after: str | None
    ) -> tuple[dict[str, Row], bool]:
        """A group's partitions, by queue; whether more queues come after these."""
        rows = self._database.fetch_rows(
            "select * from queen.read_group(%s, %s, %s, %s)", (group, queue, limit, after)
        )
        found = {
            name: _on_queue(list(of_one)) for name, of_one in groupby(rows, itemgetter("queueName"))
        }
        return found, bool(rows) and rows[0]["more"]

    def list_late_partitions(
        self, min_seconds: int, group: str | None, queue: str | None, limit: int
    ) -> list[Row]:
        """Partitions with a message that has waited so long, the oldest first."""
        rows = self._database.fetch(
            "select * from queen.list_late_partitions(%s, %s, %s, %s)",
            (min_seconds, group, queue, limit),
        )
        return [_lagging(dict(zip(_LAGGING, row, strict=True))) for row in rows]

    def delete_group(self, group: str, queue: str | None, *, records: bool, force: bool) -> Deleted:
        """Delete a group, on one queue or on all, with or without its subscriptions."""
        rows = self._database.fetch(
            "select * from queen.delete_group(%s, %s, %s, %s)", (group, queue, records, force)
        )
        return Deleted._make(rows[0])

    def pause_group(
        self, group: str, queue: str | None = None, *, paused: bool
    ) -> tuple[datetime | None, int]:
        """Pause a group or let it go on: since when, and on how many queues."""
        paused_at, queues = self._database.fetch(
            "select * from queen.pause_group(%s, %s, %s)", (group, queue, paused)
        )[0]
        return paused_at, queues

    def seek(
        self, group: str, queue: str, partition: str | None, target: Target, *, force: bool = False
    ) -> Sought:
        """Move a group's cursors on a queue, or in one partition of it."""
        rows = self._database.fetch(
            "select * from queen.seek(%s, %s, %s, %s, %s, %s, %s)",
            (group, queue, partition, target.to, target.instant, target.offset, force),
        )
        return Sought._make(rows[0])

    def list_subscriptions(
        self, group: str | None, queue: str | None, page: Page
    ) -> tuple[list[Row], int]:
        """What groups have subscribed to (one more than the page has), and how many there are."""
        after = None if page.after is None else list(page.after)
        rows = self._database.fetch_rows(
            "select * from queen.list_subscriptions(%s, %s, %s, %s, %s)",
            (group, queue, page.limit + 1, page.offset, after),
        )
        total = rows[0]["total"]
        return [_without_total(row) for row in rows if row["id"] is not None], total

    def delete_subscription(self, subscription: uuid.UUID) -> Row:
        """Delete a record by its id: what it said. The group keeps its cursors."""
        return self._database.fetch_rows(
            "select * from queen.delete_subscription(%s)", (subscription,)
        )[0]

    def move_subscription(self, group: str, moment: datetime) -> int:
        """Let what a group comes to later start at an instant: how many records say so now."""
        rows = self._database.fetch("select queen.move_subscription(%s, %s)", (group, moment))
        return int(rows[0][0])

    def _listed(
        self,
        filters: Filters,
        by_group: bool,
        limit: int,
        after_group: str | None,
        after_queue: str | None,
    ) -> list[Row]:
        return self._database.fetch_rows(
            "select * from queen.list_groups(%s, %s, %s, %s, %s, %s, %s)",
            (
                filters.queue,
                filters.namespace,
                filters.prefix,
                by_group,
                limit,
                after_group,
                after_queue,
            ),
        )


def _over_queues(rows: Sequence[Row]) -> Row:
    """A group's rows as one. It consumes when it consumes anywhere, and is paused when it is paused
    everywhere; its subscription is its first."""
    states = {row["state"] for row in rows}
    paused = [row["pausedAt"] for row in rows]
    first = min(rows, key=lambda row: row["subscriptionCreatedAt"] or "~")
    return {
        "name": rows[0]["name"],
        "topics": [row["queueName"] for row in rows],
        "members": sum(row["members"] for row in rows),
        "partitionsWithLag": sum(row["partitionsWithLag"] for row in rows),
        "totalLag": sum(row["totalLag"] for row in rows),
        "maxTimeLag": max(row["maxTimeLag"] for row in rows),
        "state": next(s for s in ("Lagging", "Stable", "Dead", "Paused") if s in states),
        "pausedAt": None if None in paused else max(paused),
        **_part(first, _PLACE[-3:]),
        "queues": {row["queueName"]: _part(row, _PLACE) for row in rows},
    }


def _on_queue(rows: Sequence[Row]) -> Row:
    return {
        "partitions": [_part(row, _PARTITION) for row in rows if row["partition"] is not None],
        "truncated": rows[0]["truncated"],
        **_part(rows[0], _PLACE),
    }


def _lagging(row: Row) -> Row:
    worker, oldest, consumed = (
        row[name] for name in ("worker_id", "oldest_unconsumed_at", "last_consumed_at")
    )
    return {
        **row,
        "partition_id": str(row["partition_id"]),
        "worker_id": None if worker is None else str(worker),
        "lag_hours": round(row["time_lag_seconds"] / 3600, 2),
        "oldest_unconsumed_at": instant(oldest),
        "last_consumed_at": None if consumed is None else instant(consumed),
    }


def _part(row: Row, names: Sequence[str]) -> dict[str, Any]:
    return {name: row[name] for name in names}


def _without_total(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "total"}
