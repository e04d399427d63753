"""queen.count_requests: what processes counted of their requests is added up, day by day."""

from __future__ import annotations

from typing import Any

from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.rows import rows, value

NUMBERS = (
    "pushes", "pops", "empty_pops", "acks", "others", "pushed", "popped", "acked", "bytes_in",
    "bytes_out", "waited_seconds",
)  # fmt: skip


def counted(queue: str, group: str = "", **numbers: float) -> dict[str, Any]:
    return {"queue": queue, "consumer_group": group, **dict.fromkeys(NUMBERS, 0), **numbers}


def test_counts_of_a_day_are_added_up(
    activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    activity.count_requests([counted("b", pushes=1, pushed=3), counted("a", "g", empty_pops=2)])
    stopped_clock.advance(60)
    activity.count_requests([counted("b", pushes=0.5, pushed=1, waited_seconds=1.5)])
    found = rows(
        owner_url,
        "select day::text, since = '2030-01-01 00:00Z' as first, queue, consumer_group, pushes,"
        " pushed, empty_pops, waited_seconds from queen.request_counts order by queue",
    )
    assert [tuple(row.values()) for row in found] == [
        ("2030-01-01", True, "a", "g", 0.0, 0, 2.0, 0.0),
        ("2030-01-01", True, "b", "", 1.5, 4, 0.0, 1.5),
    ]


def test_a_day_that_nobody_asks_for_any_more_goes(
    activity: Activity, owner_url: str, stopped_clock: StoppedClock
) -> None:
    left = "select array_agg(distinct queue) from queen.request_counts"
    activity.count_requests([counted("a", pushes=1)])
    stopped_clock.advance(400 * 86_400)
    activity.count_requests([counted("b", pushes=1)])
    assert value(owner_url, left) == ["a", "b"]
    stopped_clock.advance(86_400)
    activity.count_requests([counted("b", pushes=1)])
    assert value(owner_url, left) == ["b"]
