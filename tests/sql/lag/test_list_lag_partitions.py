"""queen.list_lag_partitions: where groups were behind in the last snapshot."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.paging import Listing, Page
from regent.stores.lag import Lag, Then
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.lag import partition, rollup
from tests.support.store import pop, push

START = datetime(2030, 1, 1, tzinfo=UTC)
ALL = Page(100)


@pytest.fixture
def lag(store: Queues, owner_url: str) -> Lag:
    """Groups g and h (1, 2) on queue q with partitions a, b (1, 2), and g (3) on r with c (3)."""
    for queue, name in (("q", "a"), ("q", "b"), ("r", "c")):
        push(store, queue, 1, partition=name)
    for queue, group in (("q", "g"), ("q", "h"), ("r", "g")):
        pop(store, queue, group=group)
    rollup(owner_url, START, "system")
    partition(owner_url, START, 1, 1, offset_lag=100)
    now = START + timedelta(hours=1)
    rollup(owner_url, now, "system")
    for group, number, behind in ((1, 1, 5), (1, 2, 7), (2, 1, 5), (3, 3, 5)):
        verdict = "stalled" if group == 2 else "ok"
        partition(owner_url, now, group, number, offset_lag=behind, verdict=verdict)
    return Lag(store._database)


def shown(found: Listing) -> list[tuple[Any, ...]]:
    return [
        (row["queueName"], row["consumerGroup"], row["partition"], row["offsetLag"])
        for row in found.rows
    ]


def test_furthest_behind_first(lag: Lag) -> None:
    found = lag.list_lag_partitions(None, None, None, ALL)
    assert shown(found) == [
        *(("q", "g", "b", 7), ("q", "g", "a", 5), ("q", "h", "a", 5), ("r", "g", "c", 5)),
    ]
    assert found.about == {
        "capturedAt": "2030-01-01T01:00:00.000000Z",
        "keptSince": "2030-01-01T00:00:00.000000Z",
    }
    assert (found.total, found.next_key) == (None, None)


def test_by_names_and_verdict(lag: Lag) -> None:
    assert shown(lag.list_lag_partitions("r", None, None, ALL)) == [("r", "g", "c", 5)]
    assert shown(lag.list_lag_partitions(None, "h", None, ALL)) == [("q", "h", "a", 5)]
    assert shown(lag.list_lag_partitions(None, None, "stalled", ALL)) == [("q", "h", "a", 5)]


def test_page_by_page_within_one_snapshot(lag: Lag, owner_url: str) -> None:
    first = lag.list_lag_partitions(None, None, None, Page(2))
    assert shown(first) == [("q", "g", "b", 7), ("q", "g", "a", 5)]
    assert first.next_key == ("2030-01-01T01:00:00.000000Z", 5, 1, 1)
    rollup(owner_url, START + timedelta(hours=2), "system")
    at = START + timedelta(hours=1)
    rest = lag.list_lag_partitions(None, None, None, Page(2, 0, (at, 5, 1, 1)))
    assert shown(rest) == [("q", "h", "a", 5), ("r", "g", "c", 5)]
    assert shown(lag.list_lag_partitions(None, None, None, ALL)) == []


def test_what_was_deleted_since_is_left_out(lag: Lag, store: Queues) -> None:
    Resources(store._database).delete_partition("q", "b", force=True)
    store.delete_queue("r")
    assert shown(lag.list_lag_partitions(None, None, None, ALL)) == [
        *(("q", "g", "a", 5), ("q", "h", "a", 5)),
    ]


def test_as_of_an_instant_it_is_the_snapshot_before(lag: Lag) -> None:
    then = Then(START + timedelta(minutes=59))
    found = lag.list_lag_partitions(None, None, None, ALL, then)
    assert shown(found) == [("q", "g", "a", 100)]
    assert found.about["capturedAt"] == "2030-01-01T00:00:00.000000Z"
    nothing = lag.list_lag_partitions(None, None, None, ALL, Then(START - timedelta(seconds=1)))
    assert (shown(nothing), nothing.about["capturedAt"]) == ([], None)


def test_those_that_began_to_fail_between_two_snapshots(lag: Lag, owner_url: str) -> None:
    """Partition by partition: what was not behind, was ok, or failed already, and where it is."""
    first, second = START + timedelta(hours=2), START + timedelta(hours=3)
    for at in (first, second):
        rollup(owner_url, at, "system")
    for where, verdicts in {
        (1, 1): ("ok", "stalled"),
        (1, 2): (None, "stopped"),
        (2, 1): ("stopped", "stalled"),
        (3, 3): ("warning", "rewound"),
    }.items():
        for at, verdict in zip((first, second), verdicts, strict=True):
            if verdict is not None:
                partition(owner_url, at, *where, verdict=verdict, offset_lag=9 - where[1])

    def began(since: datetime, at: datetime | None = None) -> list[Any]:
        return shown(lag.list_lag_partitions(None, None, None, ALL, Then(at, since=since)))

    assert began(first) == [("q", "g", "a", 8), ("q", "g", "b", 7)]
    # An instant between two snapshots is the one before.
    assert began(second - timedelta(minutes=1)) == began(first)
    assert began(second) == []
    # Then (2, 1) was stalled, but (1, 1) was ok.
    assert began(START + timedelta(hours=1), first) == []
    assert began(START, first) == [("q", "h", "a", 8)]


def test_of_a_snapshot_that_is_not_kept_nothing_seems_to_have_begun(
    lag: Lag, owner_url: str
) -> None:
    rollup(owner_url, START - timedelta(hours=1), "system")
    for since in (START - timedelta(hours=1), START - timedelta(days=1)):
        found = lag.list_lag_partitions(None, None, None, ALL, Then(since=since))
        assert (shown(found), found.about["keptSince"]) == ([], "2030-01-01T00:00:00.000000Z")
    found = lag.list_lag_partitions(None, None, None, ALL, Then(since=START))
    assert shown(found) == [("q", "h", "a", 5)]


def test_by_how_long_messages_waited(lag: Lag, owner_url: str) -> None:
    now = START + timedelta(hours=2)
    rollup(owner_url, now, "system")
    for number, (queue_group, seconds) in enumerate(((1, 9.9), (2, 10.0), (3, 60.0)), 1):
        partition(owner_url, now, queue_group, number, time_lag_seconds=seconds, offset_lag=number)

    def behind(least: float | None, below: float | None) -> list[int]:
        found = lag.list_lag_partitions(None, None, None, ALL, Then(None, least, below))
        return [row["offsetLag"] for row in found.rows]

    assert behind(10, 60) == [2]
    assert behind(None, 10) == [1]
    assert behind(10, None) == [3, 2]
