"""queen.read_summary: the whole system in one row, for the price of its queues."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from regent.stores.status import Activity
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push

START = "2030-01-01T00:00:00.000000Z"
#: What makes it tell a system of any size as a large one, and as a small one.
SIZE = "c_quick constant bigint := 5000"


@pytest.fixture
def counted_only(owner_url: str) -> None:
    rewrite(owner_url, "read_summary", (SIZE, "c_quick constant bigint := -1"))


def read(activity: Activity, minutes: int = 5) -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(orjson.dumps(activity.read_summary(minutes)))
    return found


def numbers(found: dict[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(found[name] for name in names)


def test_an_empty_system(activity: Activity, stopped_clock: StoppedClock) -> None:
    stopped_clock.advance(0)
    assert read(activity) == {
        "serverTime": START,
        "countedAt": START,
        "ageSeconds": 0,
        "queues": 0,
        "partitions": 0,
        "open": 0,
        "oldestOpenSeconds": None,
        "deadLetters": 0,
        "deadLettersLastHour": 0,
        "deadLately": 0,
        "deadSince": None,
        "leases": 0,
        "maintenance": {"push": False, "pop": False, "queues": []},
        "schedules": [
            {"name": "reclaim", "ranAt": None, "ageSeconds": None},
            {"name": "count_activity", "ranAt": None, "ageSeconds": None},
        ],
        "worstGroups": [],
        "fullestQueues": [],
    }


def test_a_small_system_is_told_as_it_is_now(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    pop(store, "q", "a", group="g")
    stopped_clock.advance(40)
    push(store, "q", 4, partition="b")
    found = read(activity)
    assert numbers(found, "countedAt", "ageSeconds") == ("2030-01-01T00:00:40.000000Z", 0)
    # No group follows b: what it keeps is open, and nobody's backlog.
    assert numbers(found, "queues", "partitions", "open", "leases") == (1, 2, 4, 1)
    assert found["oldestOpenSeconds"] == 40
    assert found["fullestQueues"] == [{"queue": "q", "depth": 4, "maxSize": None, "percent": None}]
    assert found["worstGroups"] == [
        {
            "group": "g",
            "queue": "q",
            "open": 2,
            "partitionsBehind": 1,
            "oldestAt": START,
            "oldestSeconds": 40,
            "partition": "a",
            "leases": 1,
            "state": "Stable",
        }
    ]


def test_a_lease_that_was_answered_is_none(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(0)
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g", batch=1), group="g")
    found = read(activity)
    assert numbers(found, "open", "leases") == (1, 0)
    assert [group["leases"] for group in found["worstGroups"]] == [0]


@pytest.mark.usefixtures("counted_only")
def test_a_large_system_is_told_as_it_was_counted(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g")
    activity.count_backlogs(force=True)
    stopped_clock.advance(3_600)  # however long ago that is
    push(store, "q", 3)
    push(store, "new", 4)
    found = read(activity)
    assert numbers(found, "countedAt", "ageSeconds") == (START, 3_600)
    assert numbers(found, "open", "leases") == (2, 1)
    assert numbers(found, "queues", "partitions") == (2, 2)
    (group,) = found["worstGroups"]
    assert numbers(group, "open", "oldestAt", "oldestSeconds") == (2, START, 0)
    assert found["fullestQueues"] == [{"queue": "q", "depth": 2, "maxSize": None, "percent": None}]


@pytest.mark.usefixtures("counted_only")
def test_a_large_system_that_nobody_counted_has_its_queues_only(
    store: Queues, activity: Activity
) -> None:
    push(store, "q", 1)
    found = read(activity)
    assert numbers(found, "countedAt", "ageSeconds", "open", "queues") == (None, None, 0, 1)


def anything(store: Queues, clock: StoppedClock, seed: int) -> None:
    """Pushes, pops, verdicts and time, in queues with and without a maximum."""
    chance = random.Random(seed)
    configure(store, "limited", max_queue_size=50, retry_delay=60_000, retry_limit=1)
    for _ in range(60):
        queue = chance.choice(["a", "b", "limited"])
        if chance.random() < 0.5:
            push(store, queue, chance.randint(1, 9), partition=chance.choice("pqr"))
        else:
            group = chance.choice(["g", "h"])
            lease = pop(store, queue, group=group, batch=3)
            verdict = chance.choice(["completed", "failed", "retry", "dlq", None])
            if lease.messages and verdict:
                store.ack(acks(lease, *lease.messages[:2], group=group, status=verdict))
        clock.advance(chance.choice([1, 20, 301]))


@pytest.mark.parametrize("seed", range(6))
def test_counted_numbers_are_those_of_a_look(
    seed: int, store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    anything(store, stopped_clock, seed)
    activity.count_backlogs(force=True)
    looked = read(activity)
    assert looked["worstGroups"]
    rewrite(stopped_clock.owner_url, "read_summary", (SIZE, "c_quick constant bigint := -1"))
    assert read(activity) == looked


@pytest.mark.parametrize(
    "change",
    [
        ("min(p.partition_id) as partition_id", "max(p.partition_id) as partition_id"),
        ("min(p.oldest_at) as oldest_at", "max(p.oldest_at) as oldest_at"),
        ("count(*) filter (where p.leased) as leases", "0 as leases"),
    ],
)
def test_a_count_that_counts_otherwise_is_caught(
    change: tuple[str, str], store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    for partition in ("p", "q"):  # of one instant
        push(store, "same", 1, partition=partition)
    pop(store, "same", "p", group="g")
    pop(store, "same", "q", group="g")
    stopped_clock.advance(1)
    push(store, "same", 1, partition="r")
    pop(store, "same", "r", group="g")
    rewrite(stopped_clock.owner_url, "count_backlogs", change)
    activity.count_backlogs(force=True)
    looked = read(activity)
    rewrite(stopped_clock.owner_url, "read_summary", (SIZE, "c_quick constant bigint := -1"))
    assert read(activity) != looked


def test_the_groups_that_wait_longest_come_first_with_their_oldest_partition(
    store: Queues, groups: Groups, activity: Activity, stopped_clock: StoppedClock
) -> None:
    for number in range(7):
        push(store, f"q{number}", 1, partition="old")
        stopped_clock.advance(60)
        push(store, f"q{number}", 2, 3, partition="young")
        pop(store, f"q{number}", "old", group="g")
        pop(store, f"q{number}", "young", group="g")
    groups.pause_group("g", "q1", paused=True)
    complete(store, pop(store, "q0", "other", group="g"), group="g")
    worst = read(activity)["worstGroups"]
    assert [numbers(each, "queue", "partition", "open") for each in worst] == [
        (f"q{number}", "old", 3) for number in range(5)
    ]
    assert [each["state"] for each in worst] == ["Lagging", "Paused", *["Stable"] * 3]


def test_a_partition_that_rests_is_the_oldest_as_well(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    configure(store, "q", retry_delay=600_000)
    push(store, "q", 1, partition="failing")
    stopped_clock.advance(5)
    push(store, "q", 2, partition="ready")
    lease = pop(store, "q", "failing", group="g")
    pop(store, "q", "ready", group="g")
    store.ack(acks(lease, group="g", status="failed"))
    assert [each["partition"] for each in read(activity)["worstGroups"]] == ["failing"]


@pytest.mark.usefixtures("counted_only")
def test_a_partition_that_is_gone_since_the_count_has_no_name(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    activity.count_backlogs(force=True)
    rows(owner_url, "delete from queen.partitions")
    assert [each["partition"] for each in read(activity)["worstGroups"]] == [None]


def test_queues_near_their_maximum_come_before_deep_ones(store: Queues, activity: Activity) -> None:
    for name, size in (("half", 4), ("full", 2), ("tiny part", 1_000)):
        configure(store, name, max_queue_size=size)
    for name, depth in (("half", 2), ("full", 2), ("tiny part", 1), ("deep", 9), ("flat", 3)):
        push(store, name, *range(depth))
    configure(store, "empty", max_queue_size=1)
    assert [
        numbers(each, "queue", "depth", "maxSize", "percent")
        for each in read(activity)["fullestQueues"]
    ] == [
        ("full", 2, 2, 100),
        ("half", 2, 4, 50),
        ("tiny part", 1, 1_000, 0.1),
        ("deep", 9, None, None),
        ("flat", 3, None, None),
    ]


def give_up(store: Queues, number: int) -> None:
    push(store, "q", *range(number))
    store.ack(acks(pop(store, "q", batch=number), status="dlq"))


def test_what_was_given_up_is_told_of_the_last_hour_and_of_the_last_minutes(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    stopped_clock.advance(0)
    for number in (1, 2, 4):
        give_up(store, number)
        activity.count_activity(force=True)
        stopped_clock.advance(180)
    told = ("deadLetters", "deadLettersLastHour", "deadLately", "deadSince")
    # At 09:00; counted at 00:00, 03:00 and 06:00.
    assert numbers(read(activity, 5), *told) == (7, 7, 4, "2030-01-01T00:06:00.000000Z")
    assert numbers(read(activity, 7), *told) == (7, 7, 6, "2030-01-01T00:03:00.000000Z")
    assert numbers(read(activity, 1), *told) == (7, 7, 0, None)
    stopped_clock.advance(3_600 - 480)  # 01:01
    assert numbers(read(activity, 5), *told) == (7, 6, 0, None)


def test_schedules_are_told_with_their_age_and_before_their_first_run_with_the_first_queues(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1)
    stopped_clock.advance(30)
    activity.count_activity(force=True)
    stopped_clock.advance(12)
    assert read(activity)["schedules"] == [
        {"name": "reclaim", "ranAt": None, "ageSeconds": 42},
        {"name": "count_activity", "ranAt": "2030-01-01T00:00:30.000000Z", "ageSeconds": 12},
    ]


def test_the_switches(store: Queues, activity: Activity, database: Database) -> None:
    push(store, "q", 1)
    switches = Maintenance(database)
    switches.switch_maintenance(pop=True)
    switches.switch_maintenance(queue="q", push=True)
    assert read(activity)["maintenance"] == {
        "push": False,
        "pop": True,
        "queues": [{"queue": "q", "push": True, "pop": False}],
    }
