"""queen.list_lag_snapshots: the instants of which there is something to look at."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from regent.database import Database
from regent.paging import Page
from regent.stores.lag import Lag
from tests.support.lag import partition, rollup

START = datetime(2030, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_the_newest_first_page_by_page(database: Database, owner_url: str) -> None:
    lag = Lag(database)
    assert lag.list_lag_snapshots(Page(2)).rows == []
    for hour in range(3):
        rollup(owner_url, START + hour * HOUR, "system", offset_lag=hour, verdict="stalled")
    rollup(owner_url, START + 5 * HOUR, "queue", queue_name="of a run that failed")
    partition(owner_url, START + HOUR, 1, 1)
    first = lag.list_lag_snapshots(Page(2))
    assert [(row["offsetLag"], row["partitionsKept"]) for row in first.rows] == [
        *((2, True), (1, True)),
    ]
    assert first.next_key == ("2030-01-01T01:00:00.000000Z",)
    second = lag.list_lag_snapshots(Page(2, 0, (START + HOUR,)))
    assert [(row["offsetLag"], row["partitionsKept"]) for row in second.rows] == [(0, False)]
    assert second.next_key is None
