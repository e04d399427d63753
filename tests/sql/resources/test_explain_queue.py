"""queen.explain_queue: partitions by state and reason, with examples. That it agrees with
queen.explain_partition is seen in each test of that one."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.errors import QueueNotFound
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance, Resources
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def explain(resources: Resources, group: str = "g") -> dict[str, Any]:
    return resources.explain_queue("q", group)


def states(found: dict[str, Any]) -> list[tuple[str, str | None, int, list[str]]]:
    return [
        (
            each["state"],
            each["restReason"],
            each["partitions"],
            [example["partition"] for example in each["examples"]],
        )
        for each in found["states"]
    ]


def many(store: Queues, clock: StoppedClock) -> None:
    """Partitions of several states, each younger than the one before; `Default` is empty."""
    configure(store, "q", retry_delay=60_000)
    for partition in ("done", "failed", "held", "a", "b", "c", "d", "e"):
        push(store, "q", 1, partition=partition)
        clock.advance(1)
    complete(store, pop(store, "q", "done", group="g"), "g")
    store.ack(acks(pop(store, "q", "failed", group="g"), group="g", status="failed"))
    pop(store, "q", group="g")  # the queue is followed as a whole from now on


def test_partitions_are_counted_by_state_with_those_that_wait_longest(
    resources: Resources, store: Queues, stopped_clock: StoppedClock
) -> None:
    many(store, stopped_clock)
    found = explain(resources)
    assert states(found) == [
        ("ready", None, 5, ["a", "b", "c"]),
        ("leased", None, 1, ["held"]),
        ("resting", "retry_delay", 1, ["failed"]),
    ]
    (resting,) = [each for each in found["states"] if each["state"] == "resting"]
    assert resting["nextUntil"] == "2030-01-01T00:01:08.000000Z"
    assert {name: found[name] for name in found if name != "states"} == {
        "partitions": 9,
        "lookedAt": 7,
        "more": False,
        "idle": 2,
        "subscribed": True,
        "maintenance": None,
        "pausedAt": None,
    }


def test_what_holds_all_partitions_hides_the_rest(
    resources: Resources, store: Queues, database: Database, stopped_clock: StoppedClock
) -> None:
    many(store, stopped_clock)
    Groups(database).pause_group("g", "q", paused=True)
    paused = explain(resources)
    assert states(paused) == [
        ("paused", None, 6, ["failed", "a", "b"]),
        ("leased", None, 1, ["held"]),
    ]
    assert paused["pausedAt"] == "2030-01-01T00:00:08.000000Z"
    Maintenance(database).switch_maintenance(queue="q", pop=True)
    stopped = explain(resources)
    assert (stopped["maintenance"], stopped["states"][0]["state"]) == ("queue", "maintenance")
    Maintenance(database).switch_maintenance(pop=True)
    assert explain(resources)["maintenance"] == "system"


def test_a_group_that_never_came_waits_for_nothing(resources: Resources, store: Queues) -> None:
    push(store, "q", 1)
    found = explain(resources, "nobody")
    assert (found["subscribed"], found["states"], found["idle"]) == (False, [], 1)


def test_it_looks_at_a_bounded_number_and_says_that_there_is_more(
    resources: Resources, store: Queues, database: Database, stopped_clock: StoppedClock
) -> None:
    many(store, stopped_clock)
    for most, looked_at, more in ((2, 3, True), (5, 6, True), (6, 7, False)):
        ((_, looked, is_more, idle, *_),) = database.fetch(
            "select * from queen.explain_queue(%s, %s, %s, %s)", ("q", "g", most, 3)
        )
        assert (looked, is_more, idle) == (looked_at, more, None if more else 2)


def test_a_queue_that_is_not_there_is_not_explained(resources: Resources) -> None:
    with pytest.raises(QueueNotFound):
        explain(resources)


@pytest.mark.parametrize(
    ("routine", "change"),
    [
        ("_standings", ("when f.live then 'leased'", "when false then ''")),
        ("_standings", ("when p_paused_at is not null then 'paused'", "")),
        ("_standings", ("case when c.failing then c.rest_until end", "null")),
        ("explain_queue", ("order by s.waits_since, s.id", "order by s.waits_since desc")),
    ],
)
def test_a_queue_that_is_judged_otherwise_is_caught(  # noqa: PLR0917
    routine: str,
    change: tuple[str, str],
    resources: Resources,
    store: Queues,
    database: Database,
    stopped_clock: StoppedClock,
) -> None:
    many(store, stopped_clock)
    right = explain(resources)
    Groups(database).pause_group("g", "q", paused=True)
    paused = explain(resources)
    rewrite(stopped_clock.owner_url, routine, change)
    wrong = explain(resources)
    Groups(database).pause_group("g", "q", paused=False)
    assert (states(explain(resources)), states(wrong)) != (states(right), states(paused))
