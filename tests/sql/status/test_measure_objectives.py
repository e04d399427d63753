"""queen.measure_objectives: how long the messages of an objective wait."""

from __future__ import annotations

import pytest

from regent.objectives import Objective
from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.store import complete, configure, pop, push

OBJECTIVES = {
    "all": Objective(seconds=60),
    "queue": Objective(queue="a", seconds=60),
    "group": Objective(consumerGroup="g", seconds=60),
    "both": Objective(queue="b", consumerGroup="g", seconds=60),
    "nobody": Objective(queue="none", seconds=60),
}


@pytest.fixture
def waiting(store: Queues, activity: Activity, stopped_clock: StoppedClock) -> Queues:
    """In queue a a message waits for two groups since 10 s and for one since 30; in b one for 5."""
    for queue in ("a", "b"):
        configure(store, queue)
    for group in ("g", "h"):
        push(store, "a", "p")
        stopped_clock.advance(20 if group == "g" else 5)
        pop(store, "a", group=group)
    push(store, "b", "p")
    pop(store, "b", group="g")
    stopped_clock.advance(5)
    activity.count_backlogs(force=True)
    return store


def test_the_oldest_message_of_each_objective(waiting: Queues, activity: Activity) -> None:
    assert activity.measure_objectives(OBJECTIVES) == {
        "all": 30, "queue": 30, "group": 30, "both": 5, "nobody": 0,
    }  # fmt: skip


def test_it_is_as_of_the_last_count(
    waiting: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(7)
    assert activity.measure_objectives(OBJECTIVES)["both"] == 12
    stopped_clock.advance(400)
    complete(waiting, pop(waiting, "b", group="g"), "g")
    activity.count_backlogs(force=True)
    assert activity.measure_objectives(OBJECTIVES)["both"] == 0


def test_no_objective(activity: Activity) -> None:
    assert activity.measure_objectives({}) == {}
