"""queen.read_lag_history: one rollup over time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regent.database import Database
from regent.paging import Listing, Page
from regent.stores.lag import Lag, Names
from tests.support.lag import rollup

START = datetime(2030, 1, 1, tzinfo=UTC)
ALL = Page(10)


@pytest.fixture
def lag(database: Database, owner_url: str) -> Lag:
    """Four hours: the queue gets a namespace in the third."""
    for hour in range(4):
        at = START + timedelta(hours=hour)
        space = "shop" if hour > 1 else ""
        rollup(owner_url, at, "consumer", namespace=space, queue_name="q", consumer_group="g")
        rollup(owner_url, at, "queue", namespace=space, queue_name="q", offset_lag=10 + hour)
        rollup(owner_url, at, "namespace", namespace=space, offset_lag=20 + hour)
        rollup(owner_url, at, "system", offset_lag=30 + hour)
    return Lag(database)


def behind(found: Listing) -> list[int]:
    return [row["offsetLag"] for row in found.rows]


def test_the_newest_first_whatever_the_namespace_was(lag: Lag) -> None:
    found = lag.read_lag_history("queue", Names(None, "q"), None, ALL)
    assert behind(found) == [13, 12, 11, 10]
    assert found.rows[0]["capturedAt"] == "2030-01-01T03:00:00.000000Z"
    assert behind(lag.read_lag_history("queue", Names(None, "other"), None, ALL)) == []
    assert len(behind(lag.read_lag_history("consumer", Names(None, "q", "g"), None, ALL))) == 4


def test_of_a_namespace_and_of_the_system(lag: Lag) -> None:
    assert behind(lag.read_lag_history("namespace", Names("shop"), None, ALL)) == [23, 22]
    assert behind(lag.read_lag_history("system", Names(), None, ALL)) == [33, 32, 31, 30]


def test_from_and_before_and_some(lag: Lag) -> None:
    second, last = START + timedelta(hours=1), START + timedelta(hours=3)
    found = lag.read_lag_history("system", Names(), second, Page(10, after=(last,)))
    assert (behind(found), found.next_key) == ([32, 31], None)
    found = lag.read_lag_history("system", Names(), None, Page(1, after=(last,)))
    assert (behind(found), found.next_key) == ([32], ("2030-01-01T02:00:00.000000Z",))
