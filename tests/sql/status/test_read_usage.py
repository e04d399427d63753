"""queen.read_usage: what requests asked for on some days, by queue and by group."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.stores.status import Activity, Span
from tests.races.sessions import rewrite
from tests.sql.status.test_count_requests import counted
from tests.support.clock import StoppedClock
from tests.support.rows import rows
from tests.support.store import push

START = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def three_days(activity: Activity, stopped_clock: StoppedClock) -> Activity:
    """From 00:00 of the first day to 06:00 of the third."""
    for day in range(3):
        activity.count_requests(
            [counted("a", "g", pops=1 + day, popped=10), counted("a", pushes=1, pushed=10)]
        )
        stopped_clock.advance(86_400)
    stopped_clock.advance(-86_400 + 6 * 3_600)
    activity.count_requests([counted("b", "g", pops=2, popped=2), counted("", others=4)])
    return activity


def names(found: Any) -> list[str]:
    return [row["name"] for row in found["usages"]]


def test_without_a_start_it_is_the_month_so_far(three_days: Activity) -> None:
    found = three_days.read_usage(Span(), "queue")
    assert (found["from"], found["to"]) == (
        "2030-01-01T00:00:00.000000Z",
        "2030-01-03T06:00:00.000000Z",
    )
    assert found["hours"] == 54
    assert names(found) == ["a", "", "b"]
    assert found["usages"][0]["pops"] == 6
    assert found["total"]["popped"] == 32
    assert found["total"]["others"] == 4


def test_by_group_the_queues_are_together(three_days: Activity) -> None:
    found = three_days.read_usage(Span(), "group")
    assert [(row["name"], row["pops"], row["pushes"]) for row in found["usages"]] == [
        ("g", 8, 0),
        ("", 0, 3),
    ]


def test_it_takes_whole_days(three_days: Activity) -> None:
    second = START + timedelta(days=1, hours=12)
    found = three_days.read_usage(Span(second, second), "queue")
    assert (found["from"], found["to"], found["hours"]) == (
        "2030-01-02T00:00:00.000000Z",
        "2030-01-03T00:00:00.000000Z",
        24,
    )
    assert [(row["name"], row["pops"]) for row in found["usages"]] == [("a", 2)]


def test_hours_before_the_first_count_do_not_count(
    activity: Activity, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(5 * 86_400 + 3_600)
    activity.count_requests([counted("a", pushes=1)])
    stopped_clock.advance(7_200)
    found = activity.read_usage(Span(), "queue")
    assert found["countedSince"] == "2030-01-06T01:00:00.000000Z"
    assert found["hours"] == 2


def test_where_nothing_was_counted_there_is_nothing(activity: Activity) -> None:
    found = activity.read_usage(Span(), "queue")
    assert (found["usages"], found["total"]["pushes"], found["countedSince"]) == ([], 0, None)
    assert found["hours"] == 0
    assert found["databaseBytes"] > found["messageBytes"] > 0


def test_a_queue_that_only_stores_is_told_too(activity: Activity, store: Any) -> None:
    push(store, "kept", 1, 2, 3)
    activity.count_backlogs(force=True)
    found = activity.read_usage(Span(), "queue")
    assert [(row["name"], row["kept"], row["pushes"]) for row in found["usages"]] == [
        ("kept", 3, 0)
    ]
    assert found["total"]["kept"] == 3


def test_a_queue_that_is_gone_is_still_paid_for(
    activity: Activity, store: Any, owner_url: str
) -> None:
    push(store, "gone", 1)
    activity.count_requests([counted("gone", pushes=1, pushed=1)])
    rows(owner_url, "select queen.delete_queue('gone')")
    assert names(activity.read_usage(Span(), "queue")) == ["gone"]


def test_the_rest_is_told_together(activity: Activity, owner_url: str) -> None:
    rewrite(owner_url, "read_usage", ("limit p_rows", "limit 1"), ("- p_rows", "- 1"))
    activity.count_requests([counted("a", pushes=1), counted("b", pushes=2)])
    found = activity.read_usage(Span(), "queue")
    assert (names(found), found["leftOut"], found["total"]["pushes"]) == (["b"], 1, 3)
