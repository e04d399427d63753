"""The stores of retention (what may be deleted, what the archive has, what was deleted) and of
replays (what comes back from the archive)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from regent.database import Database
from regent.paging import Listing, Page, cut
from regent.rows import Row
from regent.stores.queue_types import ArchivedMessage
from regent.stores.wire import PushBatch
from regent.texts import storable


class Cut(NamedTuple):
    """Offsets [start, end) of a partition that retention may delete; bytes are estimated.
    ``pending``: those that some group has not completed. ``unread``: those that no group has."""

    queue: str
    partition: int
    start: int
    end: int
    bytes: int
    pending: int = 0
    unread: int = 0


class Batch(NamedTuple):
    """Ranges of a queue's messages that are archived together. ``failures``: how often its next
    step failed."""

    id: str
    queue: str
    archive: str
    status: str
    ranges: int
    files: list[dict[str, Any]]
    planned_at: datetime
    failures: int
    last_error: str | None


class Archived(NamedTuple):
    """A partition whose messages below ``end`` are in the archive and not deleted yet."""

    partition: int
    end: int
    messages: int


class Retired(NamedTuple):
    """The messages deleted from a partition, how many of them some group had not completed, and
    whether more may go."""

    partition: int
    deleted: int
    skipped: int
    more: bool


class Retention:
    """The steps of the retention job. Each is one statement that can be repeated."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def plan_retention(
        self, after: int, limit: int, *, archiving: bool
    ) -> tuple[list[Cut], int | None]:
        """The cuts of the next ``limit`` partitions, and the partition to go on from."""
        ((cuts, next_after),) = self._database.fetch(
            "select * from queen.plan_retention(%s, %s, %s)", (after, limit, archiving)
        )
        names = ("queue", "partition", "from", "to", "bytes", "pending", "unread")
        return [Cut(*(cut[name] for name in names)) for cut in cuts], next_after

    def mark_completed(self, after: int, limit: int) -> int | None:
        """Note how far all groups are in the next ``limit`` partitions; the partition to go on
        from."""
        ((next_after,),) = self._database.fetch(
            "select queen.mark_completed(%s, %s)", (after, limit)
        )
        return None if next_after is None else int(next_after)

    def open_batches(self, batches: Sequence[tuple[str, str, Sequence[Cut]]], archive: str) -> int:
        """Fix what is archived together, as (id, queue, ranges); returns how many ranges were
        taken."""
        opened = [
            {
                "id": batch,
                "queue": queue,
                "archive": archive,
                "ranges": [[cut.partition, cut.start, cut.end] for cut in cuts],
            }
            for batch, queue, cuts in batches
        ]
        rows = self._database.fetch("select * from queen.open_batches(%s)", (json.dumps(opened),))
        return sum(ranges for _, ranges in rows)

    def list_batches(self) -> list[Batch]:
        """Batches that are not finished, the oldest first."""
        rows = self._database.fetch("select * from queen.list_batches()")
        return [Batch(str(batch), *rest) for batch, *rest in rows]

    def list_archive_batches(self, queue: str | None, status: str | None, page: Page) -> Listing:
        """Batches of any status, the newest first, as people look at them."""
        rows = self._database.fetch_rows(
            "select * from queen.list_archive_batches(%s, %s, %s, %s, %s)",
            (queue, status, *page.key(1), page.offset, page.limit + 1),
        )
        return cut(rows, page, {"id": str})

    def read_archive_age(self) -> float:
        """For how many seconds the oldest batch has been on its way into the archive."""
        return float(self._database.fetch("select queen.read_archive_age()")[0][0])

    def advance_batch(
        self, batch: str, old: str, new: str, files: Iterable[Row] | None = None
    ) -> bool:
        """Move a batch from one status to the next; False: it was not in that status. ``files``:
        the files written, and from ``written`` on those read back."""
        recorded = None if files is None else json.dumps(list(files))
        return self._flag(
            "select queen.advance_batch(%s, %s, %s, %s)", UUID(batch), old, new, recorded
        )

    def fail_batch(self, batch: str, error: str) -> None:
        """Note that a batch's next step failed, and why."""
        self._database.fetch("select queen.fail_batch(%s, %s)", (UUID(batch), storable(error)))

    def abandon_batches(self, archive: str, batches: Iterable[str] | None = None) -> list[str]:
        """Give planned batches up: these, or those with which a run that archives to ``archive``
        has no use. Returns their ids; their messages can be planned again."""
        chosen = None if batches is None else [UUID(batch) for batch in batches]
        rows = self._database.fetch(
            "select queen.abandon_batches(%s, %s::uuid[])", (archive, chosen)
        )
        return [str(batch) for (batch,) in rows]

    def list_archived(self, after: int, limit: int) -> list[Archived]:
        """Partitions whose messages may be deleted because they are in the archive."""
        rows = self._database.fetch("select * from queen.list_archived(%s, %s)", (after, limit))
        return [Archived(*row) for row in rows]

    def retire_messages(
        self, cuts: Sequence[tuple[int, int]], limit: int, *, archived: bool, run_at: datetime
    ) -> list[Retired]:
        """Delete messages below each partition's offset, as far as that is still allowed. If
        several partitions are given, those that another transaction holds have no answer."""
        rows = self._database.fetch(
            "select * from queen.retire_messages(%s, %s, %s, %s, %s)",
            ([p for p, _ in cuts], [end for _, end in cuts], limit, archived, run_at),
        )
        return [Retired(*row) for row in rows]

    def finish_batches(self) -> int:
        """Close the batches whose messages are all gone."""
        return self._number("select queen.finish_batches()")

    def drop_idle_partitions(
        self, idle_seconds: int, after: int, limit: int
    ) -> tuple[int, int | None]:
        """Drop empty partitions that were idle for so long; returns their number, and where to go
        on."""
        ((dropped, next_after),) = self._database.fetch(
            "select * from queen.drop_idle_partitions(%s, %s, %s)", (idle_seconds, after, limit)
        )
        return dropped, next_after

    def expire_history(self, before: datetime, limit: int) -> int:
        """Delete history and finished batches from before an instant, at most ``limit`` rows of
        each."""
        return self._number("select queen.expire_history(%s, %s)", before, limit)

    def expire_dead_letters(self, limit: int) -> int:
        """Delete dead letters that their queue keeps no longer, at most ``limit``; how many."""
        return self._number("select queen.expire_dead_letters(%s)", limit)

    def count_expired_dead_letters(self, after: int, limit: int) -> tuple[int, int | None]:
        """Count dead letters that their queue keeps no longer, among the next ``limit``; and the
        letter to go on from."""
        ((letters, next_after),) = self._database.fetch(
            "select * from queen.count_expired_dead_letters(%s, %s)", (after, limit)
        )
        return letters, next_after

    def now(self) -> datetime:
        """The database's time."""
        ((now,),) = self._database.fetch("select queen.now()")
        instant: datetime = now
        return instant

    def _flag(self, statement: Any, *parameters: Any) -> bool:
        return bool(self._database.fetch(statement, parameters)[0][0])

    def _number(self, statement: Any, *parameters: Any) -> int:
        return int(self._database.fetch(statement, parameters)[0][0])


class Replays:
    """Pushes archived messages with the transaction ids that they had: what is there already is a
    duplicate."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def push(self, queue: str, messages: Sequence[ArchivedMessage]) -> int:
        """Store messages in their partitions of a queue, in order; how many were new."""
        return self._by_producer(
            "select duplicates from queen.push(%s, %s, %s, %s, %s, %s, %s, %s)", queue, messages
        )

    def push_to_group(self, group: str, queue: str, messages: Sequence[ArchivedMessage]) -> int:
        """Store messages as ``push`` does, for one group of the queue alone."""
        return self._by_producer(
            "select queen.push_to_group(%s, %s, %s, %s, %s, %s, %s, %s, %s)", queue, messages, group
        )

    def _by_producer(
        self, statement: Any, queue: str, messages: Sequence[ArchivedMessage], *first: str
    ) -> int:
        """Those of one producer travel together: each push has one."""
        new = 0
        for producer, found in groupby(messages, lambda message: message.producer_sub):
            batch = PushBatch.of_archived(queue, list(found))
            rows = self._database.fetch(statement, (*first, *batch.parameters(), producer))
            new += len(batch) - len(rows[0][0] or {})
        return new
