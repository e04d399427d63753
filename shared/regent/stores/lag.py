"""Lag over time: what the lag job measured, as the API reads it, and the statements of that job."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from regent.database import Database
from regent.limits import MAX_HEATMAP_COLUMNS
from regent.paging import Listing, Page, cut
from regent.rows import Row
from regent.stores.status import Span

#: From the mildest to the worst; docs/jobs/lag.md says what each means.
VERDICTS: Final = ("ok", "warning", "stalled", "stopped", "rewound")
SCOPES: Final = ("consumer", "queue", "group", "namespace", "system")
#: How many snapshots a verdict may look at: those of which partitions are kept.
MAX_WINDOW: Final = 10

#: Where the buckets of a snapshot's histogram begin, in seconds of lag; the first begins at 0.
BUCKETS: Final = (1, 10, 60, 600, 3_600, 21_600, 86_400)

# The job logs in by itself, from many tasks, so it takes statements rather than a connection. It
# fills `{}` with numbers and instants of its own.

# A snapshot's instant is a second ago: a message of before may still be in a transaction that is
# about to commit, and two readers would disagree about it.
SETTLED: Final = "select queen.now() - interval '1 second' as captured_at"
PLAN: Final = "select * from queen.plan_lag({pieces}, {least_rows}, {most_rows})"
GROUPS: Final = "select * from queen.list_lag_groups()"
LAGS: Final = "select * from queen.measure_lag('{at}', {first}, {last})"
EXPIRE: Final = "select queen.expire_lag_snapshots({snapshots}, {days}, {limit}) as deleted"
EARLIER: Final = (
    "select captured_at, lagging_partitions from queen.lag_snapshots"
    " where scope = 'system' and captured_at < '{at}' order by captured_at desc limit {snapshots}"
)
LAG_OVER_TIME: Final = (
    "select captured_at, offset_lag from queen.lag_snapshots"
    " where scope = %s and queue_name = %s and consumer_group = %s order by captured_at"
)
EARLIER_CONSUMERS: Final = (
    "select captured_at, queue_name, consumer_group, head, finished, lagging_partitions"
    " from queen.lag_snapshots where scope = 'consumer' and captured_at = '{at}'"
)


class Names(NamedTuple):
    """The names that a rollup's scope has; None: any."""

    namespace: str | None = None
    queue: str | None = None
    group: str | None = None


class Then(NamedTuple):
    """A snapshot, the last one until an instant; the lags of its partitions, in seconds; and the
    instant since which they began to fail."""

    at: datetime | None = None
    least_seconds: float | None = None
    below_seconds: float | None = None
    since: datetime | None = None


#: The last snapshot, whatever the lags.
ANY: Final = Then()


class Lag:
    """Snapshots of lag: the last one, and those before."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_lag_rollups(
        self,
        scope: str,
        of: Names,
        verdict: str | None,
        page: Page,
        *,
        at: datetime | None = None,
    ) -> Listing:
        """Of the last snapshot (until an instant), furthest behind first; about all of them, when
        it was taken."""
        rows = self._database.fetch_rows(
            "select * from"
            " queen.list_lag_rollups(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (scope, *of, verdict, at, *page.key(5), page.offset, page.limit + 1),
        )
        names = {"namespace": str, "queueName": str, "consumerGroup": str}
        return _of_snapshot(rows, page, {"offsetLag": int, **names})

    def list_lag_partitions(
        self,
        queue: str | None,
        group: str | None,
        verdict: str | None,
        page: Page,
        then: Then = ANY,
    ) -> Listing:
        """Partitions that were behind, furthest first; about all of them, when that was, and since
        when such are kept."""
        rows = self._database.fetch_rows(
            "select * from"
            " queen.list_lag_partitions(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            (queue, group, verdict, *then, *page.key(4), page.offset, page.limit + 1),
        )
        key = {"offsetLag": int, "groupKey": int, "partitionId": int}
        return _of_snapshot(rows, page, key, "keptSince")

    def read_lag_heatmap(self, scope: str, of: Names, span: Span) -> list[Row]:
        """How many partitions had which lag, snapshot by snapshot, the oldest first."""
        return self._database.fetch_rows(
            "select * from queen.read_lag_heatmap(%s, %s, %s, %s, %s, %s, %s)",
            (scope, *of, *span, MAX_HEATMAP_COLUMNS),
        )

    def list_lag_snapshots(self, page: Page) -> Listing:
        """Snapshots that are kept, the newest first."""
        rows = self._database.fetch_rows(
            "select * from queen.list_lag_snapshots(%s, %s)", (*page.key(1), page.limit + 1)
        )
        return cut(rows, page, {"capturedAt": str})

    def read_lag_history(
        self,
        scope: str,
        of: Names,
        start: datetime | None,
        page: Page,
    ) -> Listing:
        """One rollup over time, the newest first."""
        rows = self._database.fetch_rows(
            "select * from queen.read_lag_history(%s, %s, %s, %s, %s, %s, %s)",
            (scope, *of, start, *page.key(1), page.limit + 1),
        )
        return cut(rows, page, {"capturedAt": str})


def _of_snapshot(rows: Sequence[Row], page: Page, key: Mapping[str, type], *about: str) -> Listing:
    """A page whose cursor stays with the snapshot: its instant comes before the rows' own key."""
    found = cut(rows, page, key, about=("capturedAt", *about))
    if found.next_key is None:
        return found
    return found._replace(next_key=(found.about["capturedAt"], *found.next_key))
