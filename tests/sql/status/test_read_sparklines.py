"""queen.read_sparklines: the last minutes of some queues."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest

from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.sql.status.test_read_activity import remember
from tests.support.clock import StoppedClock
from tests.support.store import configure, pop, push

#: The minute in which it is.
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def at_noon(stopped_clock: StoppedClock, store: Queues) -> StoppedClock:
    """Queues a and b (1, 2), half a minute after noon."""
    stopped_clock.advance(12 * 3600 + 30)
    for queue in "ab":
        configure(store, queue)
    return stopped_clock


def lines(activity: Activity, *queues: int, points: int = 3) -> list[tuple[Any, ...]]:
    found = orjson.loads(orjson.dumps(activity.read_sparklines(queues, points)))
    return [(line["id"], line["pushed"], line["acked"]) for line in found["lines"]]


def test_each_minute_has_a_number_this_one_included(
    activity: Activity, at_noon: StoppedClock
) -> None:
    for back, counts in ((0, (1, 2)), (2, (3, 4)), (3, (99, 99))):
        at = NOON - timedelta(minutes=back)
        remember(at_noon.owner_url, "a", "minute", at, pushed=counts[0], acked=counts[1])
        remember(at_noon.owner_url, "b", "hour", at, pushed=99)
    assert lines(activity, 1, 2) == [("1", [3, 0, 1], [4, 0, 2]), ("2", [0, 0, 0], [0, 0, 0])]
    found = activity.read_sparklines([1], 3)
    assert (found["from"], found["to"]) == (
        "2030-01-01T11:58:00.000000Z",
        "2030-01-01T12:00:30.000000Z",
    )


def test_what_a_count_found_is_told(
    store: Queues, activity: Activity, at_noon: StoppedClock
) -> None:
    push(store, "a", 1, 2, 3)
    pop(store, "a", batch=2, auto_ack=True)
    activity.count_activity()
    assert lines(activity, 1, points=2) == [("1", [0, 3], [0, 2])]


def test_only_queues_that_are_asked_for_and_there_have_a_line(
    store: Queues, activity: Activity, at_noon: StoppedClock
) -> None:
    assert [line[0] for line in lines(activity, 2, 7)] == ["2"]
    store.delete_queue("b")
    assert lines(activity, 2, 7) == []
    assert lines(activity) == []
