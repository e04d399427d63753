"""queen.read_lag_history: one rollup over time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regent.database import Database
from regent.stores.lag import Lag, Names
from tests.support.lag import rollup

START = datetime(2030, 1, 1, tzinfo=UTC)


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


def test_the_newest_first_whatever_the_namespace_was(lag: Lag) -> None:
    found = lag.read_lag_history("queue", Names(None, "q"), None, None, 10)
    assert [row["offsetLag"] for row in found] == [13, 12, 11, 10]
    assert found[0]["capturedAt"] == "2030-01-01T03:00:00.000000Z"
    assert lag.read_lag_history("queue", Names(None, "other"), None, None, 10) == []
    assert len(lag.read_lag_history("consumer", Names(None, "q", "g"), None, None, 10)) == 4


def test_of_a_namespace_and_of_the_system(lag: Lag) -> None:
    found = lag.read_lag_history("namespace", Names("shop"), None, None, 10)
    assert [row["offsetLag"] for row in found] == [23, 22]
    found = lag.read_lag_history("system", Names(), None, None, 10)
    assert [row["offsetLag"] for row in found] == [33, 32, 31, 30]


def test_from_and_before_and_some(lag: Lag) -> None:
    second, last = START + timedelta(hours=1), START + timedelta(hours=3)
    found = lag.read_lag_history("system", Names(), second, last, 10)
    assert [row["offsetLag"] for row in found] == [32, 31]
    assert [row["offsetLag"] for row in lag.read_lag_history("system", Names(), None, last, 1)] == [
        32
    ]
