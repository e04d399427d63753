"""queen.read_lag_heatmap: how many partitions had which lag, snapshot by snapshot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.database import Database
from regent.limits import MAX_HEATMAP_COLUMNS
from regent.stores.lag import Lag, Names
from regent.stores.status import Span
from tests.support.lag import partition, rollup

START = datetime(2030, 1, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def lag(database: Database, owner_url: str) -> Lag:
    """Four hours of a queue; partitions of the last two are kept."""
    for hour in range(4):
        at, counts = START + hour * HOUR, [hour, 0, 0, 0, 0, 0, 0, 1]
        rollup(
            owner_url, at, "queue", queue_name="q", histogram=counts, lagging_partitions=hour + 1
        )
        rollup(owner_url, at, "system", histogram=[9] * 8)
    for hour in (2, 3):
        partition(owner_url, START + hour * HOUR, 1, 1)
    return Lag(database)


def columns(found: list[Any]) -> list[tuple[int, int, bool]]:
    return [
        (int(row["capturedAt"][11:13]), row["histogram"][0], row["partitionsKept"]) for row in found
    ]


def test_a_column_for_each_snapshot_the_oldest_first(lag: Lag) -> None:
    found = lag.read_lag_heatmap("queue", Names(None, "q"), Span())
    assert columns(found) == [(0, 0, False), (1, 1, False), (2, 2, True), (3, 3, True)]
    assert found[0]["histogram"] == [0, 0, 0, 0, 0, 0, 0, 1]
    assert [row["laggingPartitions"] for row in found] == [1, 2, 3, 4]
    assert lag.read_lag_heatmap("queue", Names(None, "other"), Span()) == []


def test_of_a_time(lag: Lag) -> None:
    span = Span(START + HOUR, START + 2 * HOUR)
    assert columns(lag.read_lag_heatmap("system", Names(), span)) == [(1, 9, False), (2, 9, True)]


def test_of_many_snapshots_it_has_some_and_the_last(lag: Lag, owner_url: str) -> None:
    for minute in range(2 * MAX_HEATMAP_COLUMNS):
        at = START + 4 * HOUR + timedelta(minutes=minute)
        rollup(owner_url, at, "queue", queue_name="q", histogram=[minute, 0, 0, 0, 0, 0, 0, 0])
    found = lag.read_lag_heatmap("queue", Names(None, "q"), Span(START + 4 * HOUR))
    assert [row["histogram"][0] for row in found] == list(range(1, 2 * MAX_HEATMAP_COLUMNS, 2))
    assert len(lag.read_lag_heatmap("queue", Names(None, "q"), Span())) <= MAX_HEATMAP_COLUMNS
