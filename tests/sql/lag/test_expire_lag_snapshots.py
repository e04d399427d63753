"""queen.expire_lag_snapshots: what is too old goes, some rows at a time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.support.clock import StoppedClock
from tests.support.lag import partition, rollup
from tests.support.rows import rows, value

START = datetime(2030, 1, 1, tzinfo=UTC)  # where a stopped clock begins


def expire(url: str, snapshots: int = 2, days: int = 1, limit: int = 100) -> int:
    found: int = value(
        url, "select queen.expire_lag_snapshots(%s, %s, %s)", (snapshots, days, limit)
    )
    return found


def left(url: str, table: str) -> list[int]:
    """The hours of the snapshots that have rows."""
    found = rows(url, f"select distinct captured_at from queen.{table} order by 1")
    return [int((row["captured_at"] - START).total_seconds() // 3600) for row in found]


@pytest.fixture
def hours(owner_url: str, stopped_clock: StoppedClock) -> str:
    """A snapshot an hour for thirty hours, of two partitions and the system; that of hour 28
    failed. The clock stands at the last one."""
    for hour in range(30):
        at = START + timedelta(hours=hour)
        for number in (1, 2):
            partition(owner_url, at, 1, number)
        if hour != 28:
            rollup(owner_url, at, "system")
            rollup(owner_url, at, "queue", queue_name="q")
    stopped_clock.advance(29 * 3600)
    return owner_url


def test_partitions_of_the_last_snapshots_stay(hours: str) -> None:
    assert expire(hours) == 2 * 27 + 2 * 5
    assert left(hours, "lag_partitions") == [27, 28, 29]
    assert left(hours, "lag_snapshots") == [hour for hour in range(5, 30) if hour != 28]
    assert expire(hours) == 0


def test_a_failed_snapshot_is_none_of_the_last(hours: str) -> None:
    expire(hours, snapshots=1)
    assert left(hours, "lag_partitions") == [29]


def test_a_call_deletes_so_many_rows_of_a_table(hours: str) -> None:
    deleted = [expire(hours, limit=10) for _ in range(7)]
    assert deleted == [20, 10, 10, 10, 10, 4, 0]


def test_before_the_first_snapshot_nothing_goes(owner_url: str) -> None:
    partition(owner_url, START, 1, 1)
    assert expire(owner_url) == 0
    assert value(owner_url, "select count(*) from queen.lag_partitions") == 1
