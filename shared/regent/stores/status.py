"""Numbers: what happened, how full the queues are, how far behind the groups are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

import orjson

from regent.database import Database
from regent.limits import (
    MAX_CHARTED_QUEUES,
    MAX_COSTED,
    MAX_GROUP_SERIES,
    MAX_QUEUE_SERIES,
    MAX_SUMMARIZED,
)
from regent.objectives import Objective
from regent.paging import Listing, Page, cut
from regent.rows import Row

_BY_NAME: Final = {"name": str}

#: A job that reads from a replica asks by these how far that is, over connections of its own.
LEAVE_MARK: Final = "select queen.leave_mark() as mark"
HAS_MARK: Final = "select queen.has_mark('{mark}') as there"


class Span(NamedTuple):
    """The time of a chart. Without an end it ends now; without a start it shows the last hour."""

    start: datetime | None = None
    end: datetime | None = None


class Activity:
    """Numbers: what happened, how full the queues are, how far behind the groups are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count_activity(self, *, force: bool = False) -> Row:
        """Add everything since the last count to the series, unless that was just now."""
        return self._one("select * from queen.count_activity(%s)", force)

    def count_backlogs(
        self, *, force: bool = False, in_time: Callable[[], bool] = lambda: True
    ) -> int:
        """Count how queues and their groups stand, those first that were counted longest ago, until
        all are counted or time is up. A statement counts one queue, or many small ones. ``force``:
        also those that were counted just now. Returns how many queues."""
        before, counted, more = "infinity" if force else None, 0, True
        while more and in_time():
            done = self._one("select * from queen.count_backlogs(%s)", before)
            before, more = done["before"], done["more"]
            counted += done["queues"]
        return counted

    def measure_objectives(self, objectives: Mapping[str, Objective]) -> dict[str, float]:
        """For how many seconds the oldest open message of each has waited, as of the last count."""
        rows = self._database.fetch(
            "select name, seconds from queen.measure_objectives(%s, %s, %s)",
            (
                list(objectives),
                [each.queue for each in objectives.values()],
                [each.consumer_group for each in objectives.values()],
            ),
        )
        return dict(rows)

    def read_status(
        self,
        span: Span,
        queue: str | None,
        namespace: str | None,
        task: str | None,
        *,
        live: bool = False,
    ) -> Row:
        """The present state, and the series of what happened. ``live``: count now."""
        return self._one(
            "select * from queen.read_status(%s, %s, %s, %s, %s, %s)",
            *span,
            queue,
            namespace,
            task,
            live,
        )

    def read_summary(self, minutes: int) -> Row:
        """The whole system, and what is worst in it. ``minutes``: how long ago messages may have
        been given up to count as given up lately."""
        return self._one("select * from queen.read_summary(%s, %s)", MAX_SUMMARIZED, minutes)

    def list_queue_status(
        self, namespace: str | None, task: str | None, page: Page, *, live: bool = False
    ) -> Listing:
        """How each queue stands, by name. ``live``: count now."""
        rows = self._database.fetch_rows(
            "select * from queen.list_queue_status(%s, %s, %s, %s, %s, %s)",
            (namespace, task, *page.key(1), page.offset, page.limit + 1, live),
        )
        return cut(rows, page, _BY_NAME, about=("asOf", "ageSeconds"))

    def read_queue_status(self, name: str, page: Page, *, live: bool = False) -> Listing:
        """How a queue's partitions stand, by name; about all of them, how the queue does, and how
        old that is. ``live``: count now."""
        rows = self._database.fetch_rows(
            "select * from queen.read_queue_status(%s, %s, %s, %s, %s)",
            (name, *page.key(1), page.offset, page.limit + 1, live),
        )
        about = ("queue", "totals", "asOf", "ageSeconds")
        return cut(rows, page, _BY_NAME, about=about, total="partitionCount")

    def read_activity(
        self,
        interval: str,
        span: Span,
        queue: str | None,
        namespace: str | None,
        task: str | None,
    ) -> Row:
        """The series of events, by minute or by hour …"""
        return self._one(
            "select * from queen.read_activity(%s, %s, %s, %s, %s, %s)",
            interval,
            *span,
            queue,
            namespace,
            task,
        )

    def chart_queues(self, span: Span, queue: str | None) -> Row:
        """The series of each of the busiest queues, or of one."""
        return self._one(
            "select * from queen.chart_queues(%s, %s, %s, %s)", *span, queue, MAX_CHARTED_QUEUES
        )

    def read_sparklines(self, queues: Sequence[int], points: int) -> Row:
        """Pushed and completed in each of the last minutes, queue by queue."""
        return self._one("select * from queen.read_sparklines(%s, %s)", list(queues), points)

    def chart_retention(self, span: Span, queue: str | None) -> Row:
        """The number of messages that retention deleted, step by step."""
        return self._one("select * from queen.chart_retention(%s, %s, %s)", *span, queue)

    def count_requests(self, counts: Sequence[Mapping[str, Any]]) -> None:
        """Add what a process has counted of its requests: a row for each queue and group."""
        self._database.fetch("select queen.count_requests(%s)", (orjson.dumps(counts).decode(),))

    def read_usage(self, span: Span, by: Literal["queue", "group"]) -> Row:
        """What requests asked for, by queue or by group. ``span``: whole days; without a start,
        from the first of the month on."""
        return self._one("select * from queen.read_usage(%s, %s, %s, %s)", *span, by, MAX_COSTED)

    def begin_job_run(self, name: str, minutes: int) -> str:
        """A run of a job begins, which takes so many minutes at most; its id."""
        ((run,),) = self._database.fetch("select queen.begin_job_run(%s, %s)", (name, minutes))
        return str(run)

    def end_job_run(
        self, run: str, *, failed: bool, summary: Mapping[str, Any] | None, error: str | None
    ) -> None:
        """A run of a job ended: its summary, or the error that ended it."""
        told = None if summary is None else orjson.dumps(summary, default=str).decode()
        self._database.fetch("select queen.end_job_run(%s, %s, %s, %s)", (run, failed, told, error))

    def read_job_age(self, name: str) -> float | None:
        """For how many seconds no run of a job has ended well. None: there is nothing to do yet."""
        ((seconds,),) = self._database.fetch("select queen.read_job_age(%s)", (name,))
        return None if seconds is None else float(seconds)

    def list_job_runs(self, name: str | None, page: Page) -> Listing:
        """Runs of a job, the newest first; without a name, the last run of each job."""
        rows = self._database.fetch_rows(
            "select * from queen.list_job_runs(%s, %s, %s, %s, %s)",
            (name, *page.key(2), page.offset, page.limit + 1),
        )
        return cut(rows, page, {"startedAt": str, "id": str})

    def time_range(self, span: Span) -> Row:
        """A chart's start and end, without any data: no queue has an empty name."""
        return self.chart_queues(span, "")

    def read_workers(self, span: Span, queue: str | None) -> Row:
        """How consumers do: efficiency, leased partitions, how long a lease takes."""
        return self._one(
            "select * from queen.read_workers(%s, %s, %s, %s)", *span, queue, MAX_CHARTED_QUEUES
        )

    def list_leases(self, queue: str | None, group: str | None, stuck: bool, page: Page) -> Listing:
        """Who holds which partition, those that end first first."""
        rows = self._database.fetch_rows(
            "select * from queen.list_leases(%s, %s, %s, %s, %s, %s, %s, %s)",
            (queue, group, stuck, *page.key(3), page.offset, page.limit + 1),
        )
        return cut(rows, page, {"expiresAt": str, "partitionId": int, "groupKey": int})

    def read_metrics(self) -> dict[str, Any]:
        """The numbers that a monitoring system scrapes."""
        ((document,),) = self._database.fetch(
            "select queen.read_metrics(%s, %s)", (MAX_QUEUE_SERIES, MAX_GROUP_SERIES)
        )
        found: dict[str, Any] = document
        return found

    def read_postgres(self) -> Row:
        """Postgres's statistics of this database."""
        return self._one("select * from queen.read_postgres()")

    def _one(self, statement: Any, *parameters: Any) -> Row:
        return self._database.fetch_rows(statement, parameters)[0]
