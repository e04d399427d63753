"""Answers about many partitions are those of the last count, and say how old they are."""

from __future__ import annotations

import random

import orjson

from regent.paging import Page
from regent.stores.groups import Filters, Groups
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from regent.stores.status import Activity
from tests.support.clock import StoppedClock
from tests.support.rows import rows, value
from tests.support.store import acks, configure, pop, push

PAGE = Page(100)


def test_a_median_of_many_queues_is_off_by_a_twentieth_of_its_rank_at_most(
    large: None,
    store: Queues,
    activity: Activity,
    resources: Resources,
    stopped_clock: StoppedClock,
) -> None:
    waits = [*range(1, 101)]
    random.Random(1).shuffle(waits)
    for number, seconds in enumerate(waits):
        queue = f"q{number % 3}"
        for partition in (f"a{seconds}", f"b{seconds}"):
            push(store, queue, *range(seconds), partition=partition)
    for queue in ("q0", "q1", "q2"):
        pop(store, queue, group="g", mode="all", batch=1)
    activity.count_backlogs(force=True)
    lag = orjson.loads(orjson.dumps(resources.read_overview()))["lag"]["offset"]
    assert (lag["min"], lag["max"], lag["avg"]) == (1, 100, 50.5)
    assert 45 <= lag["median"] <= 56


def test_one_queue_has_the_exact_median(
    large: None, store: Queues, activity: Activity, resources: Resources
) -> None:
    for number in range(1, 51):
        push(store, "q", *range(number), partition=f"p{number}")
    pop(store, "q", group="g")
    activity.count_backlogs(force=True)
    assert orjson.loads(orjson.dumps(resources.read_overview()))["lag"]["offset"]["median"] == 25.5


def test_an_answer_tells_how_old_it_is(
    large: None,
    store: Queues,
    activity: Activity,
    resources: Resources,
    stopped_clock: StoppedClock,
) -> None:
    push(store, "q", 1)
    activity.count_backlogs()
    push(store, "q", 2)
    stopped_clock.advance(40)
    counted = resources.read_overview()
    assert (counted["asOf"], counted["ageSeconds"]) == ("2030-01-01T00:00:00.000000Z", 40)
    assert orjson.loads(orjson.dumps(counted["messages"]))["total"] == 1
    live = resources.read_overview(live=True)
    assert live["asOf"] is None
    assert orjson.loads(orjson.dumps(live["messages"]))["total"] == 2


def test_a_small_system_is_looked_at(
    store: Queues, activity: Activity, resources: Resources
) -> None:
    push(store, "q", 1)
    activity.count_backlogs()
    push(store, "q", 2)
    found = resources.read_overview()
    assert found["asOf"] is None
    assert orjson.loads(orjson.dumps(found["messages"]))["total"] == 2


def test_a_small_queue_of_a_large_system_is_looked_at(
    store: Queues, activity: Activity, resources: Resources, owner_url: str
) -> None:
    for queue in ("large", "small"):
        push(store, queue, 1)
    activity.count_backlogs()
    rows(
        owner_url, "update queen.queues set partition_count = 20001 where name = 'large'"
    )  # as if it had so many
    assert resources.read_queue("small", PAGE)["asOf"] is None
    assert resources.read_queue("large", PAGE)["asOf"] is not None
    assert resources.read_overview()["asOf"] is not None


def test_places_of_groups_make_a_queue_large(
    store: Queues, activity: Activity, resources: Resources, owner_url: str
) -> None:
    push(store, "q", 1)
    activity.count_backlogs()
    rows(owner_url, "update queen.queues set partition_count = 10000")
    for group, is_read in (("g", False), ("h", True)):
        pop(store, "q", group=group)
        assert (resources.read_queue("q", PAGE)["asOf"] is not None) is is_read


def test_what_was_never_counted_or_too_long_ago_is_looked_at(
    large: None,
    store: Queues,
    activity: Activity,
    resources: Resources,
    stopped_clock: StoppedClock,
) -> None:
    push(store, "q", 1)
    assert resources.read_overview()["asOf"] is None
    activity.count_backlogs()
    stopped_clock.advance(599)
    assert resources.read_overview()["asOf"] is not None
    stopped_clock.advance(1)
    assert resources.read_overview()["asOf"] is None


def test_a_queue_is_in_the_sums_from_the_count_after_it_was_made(
    large: None,
    store: Queues,
    activity: Activity,
    resources: Resources,
    stopped_clock: StoppedClock,
) -> None:
    def total() -> tuple[int, bool]:
        found = resources.read_overview()
        total: int = orjson.loads(orjson.dumps(found["messages"]))["total"]
        return total, found["asOf"] is not None

    push(store, "old", 1)
    activity.count_backlogs()
    push(store, "new", 1)
    assert total() == (1, True)
    stopped_clock.advance(599)
    activity.count_backlogs(in_time=iter([True, False]).__next__)
    assert total() == (2, True)
    push(store, "newest", 1)
    store.delete_queue("old")
    assert total() == (1, True)
    stopped_clock.advance(600)
    assert total() == (2, False)  # the count does not run


def test_a_group_that_came_after_the_count_is_looked_at(
    large: None, store: Queues, activity: Activity, groups: Groups, owner_url: str
) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g")
    activity.count_backlogs()
    pop(store, "q", group="new")
    found = {row["name"]: row for row in groups.list_groups(Filters(), PAGE).rows}
    assert found["g"]["asOf"] is not None
    assert found["new"]["asOf"] is None
    assert (found["new"]["totalLag"], found["new"]["members"]) == (2, 1)
    told = value(owner_url, "select groups from queen.read_queue('q', null, 0, 10)")
    assert {group["name"]: group["open"] for group in told} == {"g": 2, "new": 2}
    # No sample: it would say that nothing is behind, and end an alarm.
    pairs = value(owner_url, "select queen.read_metrics(10, 10) -> 'byPair'")
    assert [pair["group"] for pair in pairs] == ["g"]


def test_a_pause_is_told_at_once(
    large: None, store: Queues, activity: Activity, groups: Groups
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    activity.count_backlogs()
    groups.pause_group("g", paused=True)
    (row,) = groups.list_groups(Filters(), PAGE).rows
    assert (row["state"], row["asOf"] is not None) == ("Paused", True)
    groups.pause_group("g", paused=False)
    (row,) = groups.list_groups(Filters(), PAGE).rows
    assert row["state"] == "Stable"


def test_the_partitions_of_a_group_come_as_pops_take_them(
    large: None,
    store: Queues,
    activity: Activity,
    groups: Groups,
    stopped_clock: StoppedClock,
) -> None:
    configure(store, "q", retry_delay=0)
    for partition in ("given back", "first", "second"):
        push(store, "q", 1, partition=partition)
        stopped_clock.advance(1)
    lease = pop(store, "q", "given back", group="g")
    pop(store, "q", "first", group="g", auto_ack=True)
    push(store, "q", 2, partition="first")
    pop(store, "q", group="g", auto_ack=True)
    for partition in ("second", "third"):
        push(store, "q", 3, partition=partition)
    stopped_clock.advance(1)
    store.ack(acks(lease, group="g", status="retry"))
    activity.count_backlogs()
    listed = groups.read_group("g", None, Page(2)).rows
    live = groups.read_group("g", None, Page(2), live=True).rows
    assert live[0]["partition"] == "given back"
    assert "given back" not in [row["partition"] for row in listed]
    assert pop(store, "q", group="g").messages[0].partition == listed[0]["partition"]
