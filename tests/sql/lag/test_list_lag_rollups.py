"""queen.list_lag_rollups: rollups of the last snapshot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.database import Database
from regent.paging import Listing, Page
from regent.stores.lag import Lag, Names
from tests.support.lag import rollup

START = datetime(2030, 1, 1, tzinfo=UTC)
ALL = Page(100)


@pytest.fixture
def lag(database: Database, owner_url: str) -> Lag:
    """Two snapshots, and one that has no row for the system: it failed."""
    for hours, (scope, queue, group, behind) in (
        (0, ("consumer", "old", "g", 1)),
        (0, ("system", "", "", 1)),
        (1, ("consumer", "a", "g", 5)),
        (1, ("consumer", "b", "g", 9)),
        (1, ("consumer", "b", "h", 5)),
        (1, ("queue", "b", "", 14)),
        (1, ("system", "", "", 19)),
        (2, ("consumer", "a", "g", 7)),
    ):
        rollup(
            owner_url,
            START + timedelta(hours=hours),
            scope,
            namespace="shop" if queue == "b" else "",
            queue_name=queue,
            consumer_group=group,
            offset_lag=behind,
            verdict="stopped" if behind == 9 else "ok",
        )
    return Lag(database)


def shown(found: Listing) -> list[tuple[Any, ...]]:
    return [(row["queueName"], row["consumerGroup"], row["offsetLag"]) for row in found.rows]


def test_the_last_snapshot_that_is_whole_furthest_behind_first(lag: Lag) -> None:
    found = lag.list_lag_rollups("consumer", Names(), None, ALL)
    assert shown(found) == [("b", "g", 9), ("a", "g", 5), ("b", "h", 5)]
    assert found.about == {"capturedAt": "2030-01-01T01:00:00.000000Z"}
    assert (found.total, found.next_key) == (3, None)


def test_by_names_and_verdict(lag: Lag) -> None:
    def found(*names: str | None, verdict: str | None = None) -> list[Any]:
        return shown(lag.list_lag_rollups("consumer", Names(*names), verdict, ALL))

    assert found("shop") == [("b", "g", 9), ("b", "h", 5)]
    assert found("") == [("a", "g", 5)]
    assert found(None, "b", "h") == [("b", "h", 5)]
    assert found(None, None, "g") == [("b", "g", 9), ("a", "g", 5)]
    assert found(verdict="stopped") == [("b", "g", 9)]
    assert shown(lag.list_lag_rollups("queue", Names(), None, ALL)) == [("b", "", 14)]


def test_page_by_page_within_one_snapshot(lag: Lag, owner_url: str) -> None:
    first = lag.list_lag_rollups("consumer", Names(), None, Page(1))
    assert (shown(first), first.total) == ([("b", "g", 9)], 3)
    assert first.next_key == ("2030-01-01T01:00:00.000000Z", 9, "shop", "b", "g")
    rollup(owner_url, START + timedelta(hours=3), "system")
    at = START + timedelta(hours=1)
    rest = lag.list_lag_rollups("consumer", Names(), None, Page(2, 0, (at, 9, "shop", "b", "g")))
    assert shown(rest) == [("a", "g", 5), ("b", "h", 5)]
    assert shown(lag.list_lag_rollups("consumer", Names(), None, Page(1))) == []


def test_an_empty_page_says_when_the_snapshot_was(lag: Lag) -> None:
    found = lag.list_lag_rollups("namespace", Names(), None, ALL)
    assert found == ([], None, 0, {"capturedAt": "2030-01-01T01:00:00.000000Z"})


def test_before_the_first_snapshot(database: Database) -> None:
    found = Lag(database).list_lag_rollups("system", Names(), None, ALL)
    assert found == ([], None, 0, {"capturedAt": None})


def test_as_of_an_instant_it_is_the_snapshot_before(lag: Lag) -> None:
    found = lag.list_lag_rollups("consumer", Names(), None, ALL, at=START + timedelta(minutes=59))
    assert shown(found) == [("old", "g", 1)]
    failed = lag.list_lag_rollups("consumer", Names(), None, ALL, at=START + timedelta(hours=3))
    assert failed.about == {"capturedAt": "2030-01-01T01:00:00.000000Z"}
