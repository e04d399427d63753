"""Consumer groups, their subscriptions and cursors."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, NamedTuple

from regent.database import Database
from regent.limits import MAX_PREVIEWED
from regent.paging import Listing, Page, cut
from regent.rows import Row

#: The own key of a subscription's record.
_SUBSCRIPTION: Final = dict.fromkeys(
    ("consumerGroup", "queueName", "partitionName", "namespace", "task"), str
)


@dataclass(frozen=True, slots=True)
class Filters:
    """Which groups to list; None: all. ``prefix``: how their names begin. ``live``: count now."""

    queue: str | None = None
    namespace: str | None = None
    prefix: str | None = None
    live: bool = False


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

    def list_groups(self, filters: Filters, page: Page) -> Listing:
        """Each group on each queue."""
        rows = self._listed(filters, False, page.limit, page.key(2))
        return cut(rows, page, {"name": str, "queueName": str})

    def list_standings(
        self, filters: Filters, page: Page, *, state: str | None = None, by_lag: bool = False
    ) -> Listing:
        """How each group stands on each queue: by name, or the one that waits longest first."""
        rows = self._database.fetch_rows(
            "select * from queen.list_standings(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (
                filters.queue,
                filters.namespace,
                filters.prefix,
                state,
                by_lag,
                page.limit + 1,
                *page.key(3),
                filters.live,
            ),
        )
        return cut(rows, page, {"lagKey": int, "name": str, "queueName": str})

    def list_groups_by_name(self, filters: Filters, page: Page) -> Listing:
        """So many groups, each with a row for every one of its queues."""
        rows = self._listed(filters, True, page.limit, (*page.key(1), None))
        return cut(rows, page, {"name": str})

    def read_group(
        self, group: str, queue: str | None, page: Page, *, live: bool = False
    ) -> Listing:
        """A group's partitions, by queue; a page ends with a queue. ``live``: count now."""
        rows = self._database.fetch_rows(
            "select * from queen.read_group(%s, %s, %s, %s, %s)",
            (group, queue, page.limit, *page.key(1), live),
        )
        return cut(rows, page, {"queueName": str})

    def list_late_partitions(
        self, min_seconds: int, group: str | None, queue: str | None, limit: int
    ) -> Listing:
        """Partitions with a message that has waited so long, the oldest first, on one page."""
        rows = self._database.fetch_rows(
            "select * from queen.list_late_partitions(%s, %s, %s, %s)",
            (min_seconds, group, queue, limit),
        )
        return Listing(rows, None, None, {})

    def delete_group(self, group: str, queue: str | None, *, records: bool, force: bool) -> Deleted:
        """Delete a group, on one queue or on all, with or without its subscriptions."""
        rows = self._database.change(
            "select * from queen.delete_group(%s, %s, %s, %s)",
            (group, queue, records, force),
            result="json_build_object('deletedPartitions', partitions, 'deadLettersDeleted',"
            " dead_letters, 'subscriptionsDeleted', subscriptions) from done",
        )
        return Deleted._make(rows[0])

    def preview_delete_group(
        self, group: str, queue: str | None, *, records: bool, default_mode: str
    ) -> list[Row]:
        """What a deletion would do, on each queue. ``default_mode``: where new groups start."""
        return self._database.fetch_rows(
            "select * from queen.preview_delete_group(%s, %s, %s, %s, %s)",
            (group, queue, records, default_mode, MAX_PREVIEWED),
        )

    def pause_group(
        self, group: str, queue: str | None = None, *, paused: bool
    ) -> tuple[datetime | None, int]:
        """Pause a group or let it go on: since when, and on how many queues."""
        paused_at, queues = self._database.change(
            "select * from queen.pause_group(%s, %s, %s)",
            (group, queue, paused),
            result="json_build_object('queues', queues) from done",
        )[0]
        return paused_at, queues

    def seek(
        self, group: str, queue: str, partition: str | None, target: Target, *, force: bool = False
    ) -> Sought:
        """Move a group's cursors on a queue, or in one partition of it."""
        rows = self._database.change(
            "select * from queen.seek(%s, %s, %s, %s, %s, %s, %s)",
            (group, queue, partition, target.to, target.instant, target.offset, force),
            result="json_build_object('partitionsUpdated', partitions_updated) from done",
        )
        return Sought._make(rows[0])

    def preview_seek(
        self, group: str, queue: str, partition: str | None, target: Target
    ) -> list[Row]:
        """What a seek would do."""
        return self._database.fetch_rows(
            "select * from queen.preview_seek(%s, %s, %s, %s, %s, %s, %s)",
            (group, queue, partition, target.to, target.instant, target.offset, MAX_PREVIEWED),
        )

    def list_subscriptions(self, group: str | None, queue: str | None, page: Page) -> Listing:
        """What groups have subscribed to."""
        after = None if page.after is None else list(page.after)
        rows = self._database.fetch_rows(
            "select * from queen.list_subscriptions(%s, %s, %s, %s, %s)",
            (group, queue, page.limit + 1, page.offset, after),
        )
        return cut(rows, page, _SUBSCRIPTION)

    def delete_subscription(self, subscription: uuid.UUID) -> Row:
        """Delete a record by its id: what it said. The group keeps its cursors."""
        return self._database.change_rows(
            "select * from queen.delete_subscription(%s)",
            (subscription,),
            result="json_build_object('consumerGroup', consumer_group, 'queueName', queue_name,"
            " 'namespace', namespace, 'task', task) from done",
        )[0]

    def move_subscription(self, group: str, moment: datetime) -> int:
        """Let what a group comes to later start at an instant: how many records say so now."""
        rows = self._database.change(
            "select queen.move_subscription(%s, %s) as moved",
            (group, moment),
            result="json_build_object('rowsUpdated', moved) from done",
        )
        return int(rows[0][0])

    def _listed(
        self,
        filters: Filters,
        by_group: bool,
        limit: int,
        after: tuple[str | None, ...],
    ) -> list[Row]:
        return self._database.fetch_rows(
            "select * from queen.list_groups(%s, %s, %s, %s, %s, %s, %s, %s)",
            (
                filters.queue,
                filters.namespace,
                filters.prefix,
                by_group,
                limit,
                *after,
                filters.live,
            ),
        )
