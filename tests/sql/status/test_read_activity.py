"""queen.read_activity: what happened, step by step."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.stores.queue import Queues
from regent.stores.status import Activity, Span
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import configure, pop, push

ALL = (None, None, None)
NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)  # a Sunday


def remember(owner_url: str, queue: str, grain: str, at: datetime, **counts: float) -> None:
    """A row of the series, as a count at that moment would have left it."""
    every = {
        **dict.fromkeys(("pushed", "popped", "acked", "failed", "lapsed", "expired", "dead"), 0),
        "depth": 0,
        "lag_seconds": 0,
        **counts,
    }
    rows(
        owner_url,
        "insert into queen.queue_activity (queue_id, grain, bucket, " + ", ".join(every) + ")"
        " select id, %s, %s" + ", %s" * len(every) + " from queen.queues where name = %s",
        (grain, at, *every.values(), queue),
    )


def told(points: list[dict[str, Any]], name: str = "pushed") -> dict[str, Any]:
    """The points with a value other than 0, by their instant."""
    return {point["at"]: point[name] for point in points if point[name]}


def test_each_step_has_a_point(activity: Activity) -> None:
    found = activity.read_activity("minute", Span(), *ALL)
    assert found["bucketMinutes"] == 1
    assert len(found["points"]) == 61
    assert {point["pushed"] for point in found["points"]} == {0}
    assert {point["seconds"] for point in found["points"]} == {60}
    started = datetime.fromisoformat(found["points"][0]["at"])
    assert timedelta() <= datetime.fromisoformat(found["from"]) - started < timedelta(minutes=1)


@pytest.mark.parametrize(
    ("interval", "points"), [("hour", 25), ("day", 31), ("week", 13), ("month", 13)]
)
def test_without_a_beginning_it_goes_back_a_fitting_time(
    activity: Activity, interval: str, points: int
) -> None:
    assert len(activity.read_activity(interval, Span(), *ALL)["points"]) == points


def test_what_was_counted_is_told(store: Queues, activity: Activity) -> None:
    push(store, "q", 1, 2, 3)
    pop(store, "q", batch=2, auto_ack=True)
    activity.count_activity()
    points = activity.read_activity("minute", Span(), *ALL)["points"]
    assert [sum(point[name] for point in points) for name in ("pushed", "popped", "acked")] == [
        *(3, 2, 2),
    ]
    assert max(point["depth"] for point in points) == 1


def test_a_step_adds_up_what_happened_in_it(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    configure(store, "q")
    for days in (0, 1, 6, 7, 40):
        remember(owner_url, "q", "day", NOON.replace(hour=0) - timedelta(days=days), pushed=1)
    span = Span(NOON - timedelta(days=60), NOON)
    assert told(activity.read_activity("day", span, *ALL)["points"]) == {
        "2026-02-03T00:00:00.000000Z": 1,
        "2026-03-08T00:00:00.000000Z": 1,
        "2026-03-09T00:00:00.000000Z": 1,
        "2026-03-14T00:00:00.000000Z": 1,
        "2026-03-15T00:00:00.000000Z": 1,
    }
    assert told(activity.read_activity("week", span, *ALL)["points"]) == {
        "2026-02-02T00:00:00.000000Z": 1,
        "2026-03-02T00:00:00.000000Z": 1,
        "2026-03-09T00:00:00.000000Z": 3,
    }
    months = activity.read_activity("month", span, *ALL)["points"]
    assert told(months) == {"2026-02-01T00:00:00.000000Z": 1, "2026-03-01T00:00:00.000000Z": 4}
    assert [month["seconds"] / 86_400 for month in months] == [31, 28, 31]


def test_of_gauges_the_highest_is_told_and_depths_are_added_up(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    noon = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0) - timedelta(days=2)
    span = Span(noon - timedelta(days=1), noon + timedelta(days=1))
    for queue in ("a", "b"):
        configure(store, queue)
        for hour, depth, lag in ((0, 5, 10), (1, 7, 30), (2, 1, 20)):
            at = noon + timedelta(hours=hour)
            remember(owner_url, queue, "hour", at, depth=depth, lag_seconds=lag)
        remember(owner_url, queue, "day", noon.replace(hour=0), depth=7, lag_seconds=30)
    hours = activity.read_activity("hour", span, *ALL)["points"]
    assert sorted(told(hours, "depth").values()) == [2, 10, 14]
    assert sorted(told(hours, "lagSeconds").values()) == [10, 20, 30]
    for interval in ("day", "week"):
        days = activity.read_activity(interval, span, *ALL)["points"]
        assert list(told(days, "depth").values()) == [14]
        assert list(told(days, "lagSeconds").values()) == [30]


def test_queues_are_chosen_by_name_and_labels(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    now = datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
    for pushed, queue in enumerate(("shop.billing", "shop.mail", "other"), 1):
        configure(store, queue)
        remember(owner_url, queue, "hour", now, pushed=10**pushed)

    def pushed_in(queue: str | None, namespace: str | None, task: str | None) -> int:
        points = activity.read_activity("hour", Span(), queue, namespace, task)["points"]
        return sum(point["pushed"] for point in points)

    assert pushed_in(None, None, None) == 1110
    assert pushed_in(None, "shop", None) == 110
    assert pushed_in(None, None, "mail") == 100
    assert pushed_in("other", None, None) == 1000
    assert pushed_in("other", "shop", None) == 0
    assert pushed_in("nowhere", None, None) == 0


def test_it_goes_back_as_far_as_detail_is_kept(activity: Activity) -> None:
    """From the year 1970 on, there are as many points as are kept, and no more."""
    start = datetime(1970, 1, 1, tzinfo=UTC)
    for interval, days in (("minute", 2), ("hour", 90), ("day", 3 * 365)):
        found = activity.read_activity(interval, Span(start), *ALL)
        first = datetime.fromisoformat(found["points"][0]["at"])
        assert timedelta(days) <= datetime.now(UTC) - first < timedelta(days + 3)
        assert found["points"][0]["at"] == found["keptSince"]
        assert len(found["points"]) <= 3_000


def test_it_ends_now_and_an_empty_time_is_empty(activity: Activity, clock: Clock) -> None:
    clock.advance(86_400)
    later = datetime(8999, 1, 1, tzinfo=UTC)
    found = activity.read_activity("hour", Span(None, later), *ALL)
    assert len(found["points"]) == 25
    assert datetime.fromisoformat(found["to"]) < datetime.now(UTC) + timedelta(days=2)
    assert activity.read_activity("hour", Span(later, later), *ALL)["points"] == []
    assert (
        activity.read_activity("hour", Span(None, NOON - timedelta(days=365)), *ALL)["points"] == []
    )


def test_steps_do_not_depend_on_a_sessions_time_zone(
    store: Queues, activity: Activity, owner_url: str, url: str
) -> None:
    statement = "select points from queen.read_activity(%s, %s, %s, null, null, null)"
    asked = ("month", NOON - timedelta(days=200), NOON)
    ((here,),) = [tuple(row.values()) for row in rows(url, statement, asked)]
    rows(owner_url, "alter role regent_api set timezone = 'America/New_York'")
    try:
        ((there,),) = [tuple(row.values()) for row in rows(url, statement, asked)]
    finally:
        rows(owner_url, "alter role regent_api reset timezone")
    assert here == there
    assert here[0]["at"] == "2025-08-01T00:00:00.000000Z"
