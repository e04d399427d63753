"""queen.list_standings: who waits longest, and what each group did last."""

from typing import Any

import pytest

from regent.database import Database
from regent.paging import Page
from regent.stores.groups import Filters, Groups
from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import Clock, StoppedClock
from tests.support.store import complete, pop, push


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


@pytest.fixture
def activity(database: Database) -> Activity:
    return Activity(database)


def places(found: Any) -> list[tuple[str, str]]:
    return [(row["name"], row["queueName"]) for row in found.rows]


def test_the_group_that_waits_longest_comes_first_whatever_time_it_is(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    for queue, group in (("old", "slow"), ("young", "quick"), ("old", "done"), ("young", "slow")):
        push(store, queue, queue)
        pop(store, queue, group=group, lease_seconds=1)
        clock.advance(400)
    while (lease := pop(store, "old", group="done")).messages:
        complete(store, lease, group="done")
    listed, key = [], None
    for _ in range(4):
        page = groups.list_standings(Filters(), Page(1, after=key), by_lag=True)
        assert page.total == 4
        listed += places(page)
        key = page.next_key
        clock.advance(100)  # everybody waits longer, and nobody changes places
    assert (listed, key) == (
        [("slow", "old"), ("quick", "young"), ("slow", "young"), ("done", "old")],
        None,
    )
    by_name = groups.list_standings(Filters(), Page(10))
    assert places(by_name) == [
        ("done", "old"),
        ("quick", "young"),
        ("slow", "old"),
        ("slow", "young"),
    ]
    lagging = groups.list_standings(Filters(queue="young"), Page(10), state="Lagging")
    assert (places(lagging), lagging.total) == ([("quick", "young"), ("slow", "young")], 2)
    dead = groups.list_standings(Filters(), Page(10), state="Dead", by_lag=True)
    assert (dead.rows, dead.total, dead.next_key) == ([], 0, None)


def did_last(groups: Groups, name: str) -> tuple[str | None, str | None, float | None]:
    (row,) = groups.list_standings(Filters(prefix=name), Page(10)).rows
    taken, consumed = (at and at.removeprefix("2030-01-01T00:")[:5] for at in _instants(row))
    return taken, consumed, row["poppedPerMinute"]


def _instants(row: dict[str, Any]) -> tuple[str | None, str | None]:
    return row["lastPopAt"], row["lastConsumedAt"]


def test_who_asks_differs_from_who_gets_something_done(
    groups: Groups, store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    push(store, "q", *range(6))
    assert not pop(store, "q", group="new", mode="new").messages
    assert did_last(groups, "new") == (None, None, None)
    stopped_clock.advance(60)
    pop(store, "q", group="taker", batch=3)
    assert did_last(groups, "taker") == ("01:00", None, None)
    lease = pop(store, "q", group="worker", batch=2)
    stopped_clock.advance(60)
    complete(store, lease, group="worker")
    assert did_last(groups, "worker") == ("01:00", "02:00", None)
    pop(store, "q", group="auto", batch=2, auto_ack=True)
    assert did_last(groups, "auto") == ("02:00", "02:00", None)
    activity.count_backlogs(force=True)
    stopped_clock.advance(120)
    pop(store, "q", group="auto", batch=4, auto_ack=True)
    activity.count_backlogs(force=True)
    assert did_last(groups, "auto") == ("04:00", "04:00", 2.0)
    assert did_last(groups, "worker") == ("01:00", "02:00", 0.0)
