"""queen.chart_queues: what happened, queue by queue."""

from datetime import UTC, datetime, timedelta

import pytest

from regent.stores.queue import Queues
from regent.stores.status import Activity, Span
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import pop, push

CHART = "select points, queues_left_out from queen.chart_queues(null, null, null, %s)"


def test_there_is_a_point_where_something_happened(store: Queues, activity: Activity) -> None:
    assert activity.chart_queues(Span(), None)["points"] == []
    push(store, "a", 1, 2)
    push(store, "b", 1)
    pop(store, "b", auto_ack=True)
    activity.count_activity()
    found = activity.chart_queues(Span(), None)
    assert [(p["queue"], p["pushed"], p["popped"], p["depth"]) for p in found["points"]] == [
        ("a", 2, 0, 2),
        ("b", 1, 1, 0),
    ]
    assert found["queuesLeftOut"] == 0


def test_one_queue_by_its_name(store: Queues, activity: Activity) -> None:
    push(store, "a", 1)
    push(store, "b", 1)
    activity.count_activity()
    assert [p["queue"] for p in activity.chart_queues(Span(), "b")["points"]] == ["b"]
    assert activity.chart_queues(Span(), "nowhere")["points"] == []


def test_of_many_queues_the_busiest_are_told(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    for number in range(1, 6):
        push(store, f"q{number}", *range(number))
    activity.count_activity()
    (found,) = rows(owner_url, CHART, (2,))
    assert [point["queue"] for point in found["points"]] == ["q4", "q5"]
    assert found["queues_left_out"] == 3


@pytest.mark.parametrize(
    ("back", "minutes"),
    [
        (timedelta(minutes=60), 1),
        (timedelta(hours=6), 5),
        (timedelta(days=1), 15),
        (timedelta(days=7), 60),
        (timedelta(days=30), 360),
        (timedelta(days=100), 1440),
    ],
)
def test_the_longer_the_time_the_wider_the_steps(
    activity: Activity, owner_url: str, back: timedelta, minutes: int
) -> None:
    now = value(owner_url, "select queen.now()")
    assert activity.chart_queues(Span(now - back, now), None)["bucketMinutes"] == minutes


def test_a_short_time_long_ago_has_the_steps_that_are_kept(activity: Activity) -> None:
    end = datetime.now(UTC) - timedelta(days=5)
    assert activity.chart_queues(Span(end - timedelta(hours=1), end), None)["bucketMinutes"] == 60
    end = datetime.now(UTC) - timedelta(days=95)
    assert activity.chart_queues(Span(end - timedelta(hours=1), end), None)["bucketMinutes"] == 1440


def test_a_step_of_minutes_adds_them_up(
    store: Queues, activity: Activity, clock: Clock, owner_url: str
) -> None:
    for _ in range(3):
        push(store, "q", 1)
        activity.count_activity()
        clock.advance(61)
    now = value(owner_url, "select queen.now()")
    found = activity.chart_queues(Span(now - timedelta(hours=20), now), None)
    assert found["bucketMinutes"] == 15
    assert sum(point["pushed"] for point in found["points"]) == 3
    assert len(found["points"]) <= 2
