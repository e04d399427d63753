"""queen.read_metrics: what a monitoring system scrapes."""

from typing import Any

import pytest

from regent.database import Database
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from regent.stores.status import Activity
from tests.support.clock import Clock, StoppedClock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push

HOT_TABLES = [
    *("attempts", "dead_letter_queue", "messages"),
    *("partition_consumers", "partitions", "queues"),
]


def test_an_empty_system_has_every_part(activity: Activity) -> None:
    found = activity.read_metrics()
    tables = found.pop("tables")
    assert [table["table"] for table in tables] == HOT_TABLES
    assert found == {
        "totals": {
            **dict.fromkeys(("pushed", "popped", "acked", "failed"), 0),
            **dict.fromkeys(("lapsed", "expired", "dead"), 0),
        },
        **dict.fromkeys(("minutePushed", "queues", "partitions", "depth", "leases"), 0),
        "deadLetters": 0,
        "asOf": None,
        "ageSeconds": 0,
        "byQueue": [],
        "byPair": [],
        "byGroup": [],
        "leftOut": {"queues": 0, "pairs": 0, "groups": 0},
        "maintenance": {"push": False, "pop": False},
        "schedules": [],
    }


def test_numbers_are_those_of_now(store: Queues, activity: Activity, clock: Clock) -> None:
    configure(store, "q", retry_delay=0)
    for name in ("a", "b"):
        push(store, "q", 1, 2, partition=name)
    lease = pop(store, "q", "a", group="g", batch=2)
    store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
    store.ack(acks(lease, lease.messages[1], group="g"))
    lease = pop(store, "q", "b", group="g")
    store.ack(acks(lease, group="g", status="failed"))
    pop(store, "q", "b", group="g")
    clock.advance(10)
    found = activity.read_metrics()
    assert found["totals"] == {
        "pushed": 4,
        "popped": 4,
        "acked": 1,
        "failed": 1,
        "lapsed": 0,
        "expired": 0,
        "dead": 1,
    }
    numbers = ("queues", "partitions", "depth", "leases", "deadLetters")
    assert [found[name] for name in numbers] == [1, 3, 2, 1, 1]
    (queue,) = found["byQueue"]
    columns = ("queue_name", "depth", "partition_count", "leased", "dead_letters", "pushed")
    assert [queue[name] for name in columns] == ["q", 2, 3, 1, 1, 4]
    (pair,) = found["byPair"]
    assert (pair["queue"], pair["group"], pair["messages"]) == ("q", "g", 2)
    assert 10 <= pair["seconds"] < 20
    assert found["byGroup"] == [{"group": "g", "seconds": pair["seconds"]}]
    clock.advance(300)
    pop(store, "q", "b", group="g")
    assert activity.read_metrics()["totals"]["lapsed"] == 1


def test_the_last_minute_is_told_where_it_was_counted(
    store: Queues, activity: Activity, clock: Clock, owner_url: str
) -> None:
    seconds = float(value(owner_url, "select extract(second from queen.now())"))
    clock.advance(30 - seconds)  # far from the next minute
    push(store, "q", 1, 2)
    push(store, "r", 1)
    activity.count_activity()
    clock.advance(60)
    found = activity.read_metrics()
    assert found["minutePushed"] == 3
    assert [queue["minute_pushed"] for queue in found["byQueue"]] == [2, 1]
    clock.advance(60)
    assert [queue["minute_pushed"] for queue in activity.read_metrics()["byQueue"]] == [None, None]


def test_the_age_of_a_group_is_that_of_its_oldest_message_in_any_queue(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    push(store, "old", 1)
    clock.advance(100)
    push(store, "young", 1)
    for queue in ("old", "young"):
        pop(store, queue, group="g")
    push(store, "done", 1)
    complete(store, pop(store, "done", group="h"), "h")
    first, second = activity.read_metrics()["byGroup"]
    assert first["group"] == "g"
    assert 100 <= first["seconds"] < 110
    assert second == {"group": "h", "seconds": 0}


def test_a_new_group_on_an_old_queue_is_not_behind(store: Queues, activity: Activity) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="late", mode="new")
    assert activity.read_metrics()["byPair"] == [
        {"queue": "q", "group": "late", "messages": 0, "seconds": 0}
    ]


def test_series_are_bounded_and_say_what_is_left_out(
    store: Queues, owner_url: str, clock: Clock
) -> None:
    """The oldest queues, and the groups that are furthest behind."""
    for number in range(1, 6):
        push(store, f"q{number}", 1)
        pop(store, f"q{number}", group=f"g{number}")
        clock.advance(10)
    complete(store, pop(store, "q1", group="never"), "never")
    found: dict[str, Any] = value(owner_url, "select queen.read_metrics(2, 3)")
    assert [queue["queue_name"] for queue in found["byQueue"]] == ["q1", "q2"]
    assert [pair["queue"] for pair in found["byPair"]] == ["q1", "q2", "q3"]
    assert [group["group"] for group in found["byGroup"]] == ["g1", "g2", "g3"]
    assert found["leftOut"] == {"queues": 3, "pairs": 3, "groups": 3}
    assert found["totals"]["pushed"] == 5


def test_switches_and_runs_are_told(
    store: Queues, activity: Activity, database: Database, clock: Clock, owner_url: str
) -> None:
    Maintenance(database).switch_maintenance(push=True)
    rows(owner_url, "select queen.reclaim(10)")
    activity.count_activity()
    clock.advance(20)
    found = activity.read_metrics()
    assert found["maintenance"] == {"push": True, "pop": False}
    runs = {run["name"]: run for run in found["schedules"]}
    assert set(runs) == {"count_activity", "reclaim"}
    now = float(value(owner_url, "select extract(epoch from queen.now())"))
    for run in runs.values():
        assert 20 <= run["age"] < 30
        assert abs(now - run["age"] - run["at"]) < 5


@pytest.mark.usefixtures("large")
def test_a_large_system_is_told_as_it_was_counted(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    for queue in ("q", "r"):
        push(store, queue, 1, 2, partition="a")
        push(store, queue, 1, partition="b")
        lease = pop(store, queue, "a", group="g", batch=2)
        store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
        pop(store, queue, "b", group="h")
    stopped_clock.advance(5)
    live = activity.read_metrics()
    for _ in range(2):  # the first count says that the second one is not late
        activity.count_activity(force=True)
    activity.count_backlogs(force=True)
    push(store, "q", 3)
    stopped_clock.advance(20)
    counted = activity.read_metrics()
    assert (live["asOf"], counted["asOf"]) == (None, "2030-01-01T00:00:05.000000Z")
    assert counted["ageSeconds"] == 20
    numbers = ("totals", "queues", "depth", "leases", "deadLetters", "byPair", "byGroup", "leftOut")
    assert {name: counted[name] for name in numbers} == {name: live[name] for name in numbers}
    assert [minuteless(queue) for queue in counted["byQueue"]] == [
        minuteless(queue) | {"partition_count": queue["partition_count"] + is_new}
        for queue, is_new in zip(live["byQueue"], (1, 0), strict=True)
    ]
    assert counted["partitions"] == live["partitions"] + 1  # never counted, so always of now


def minuteless(queue: dict[str, Any]) -> dict[str, Any]:
    return {name: of for name, of in queue.items() if not name.startswith("minute_")}


@pytest.mark.usefixtures("large")
def test_after_a_quarter_of_an_hour_without_counts_all_is_of_now(
    store: Queues, activity: Activity, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1)
    for _ in range(2):
        activity.count_activity(force=True)
    activity.count_backlogs(force=True)
    push(store, "q", 2)
    found = []
    for seconds in (599, 1, 299, 1):
        stopped_clock.advance(seconds)
        metrics = activity.read_metrics()
        found.append((metrics["totals"]["pushed"], metrics["ageSeconds"]))
    assert found == [(1, 599), (1, 600), (1, 899), (2, 0)]
    activity.count_activity()  # late, so that it does not stay large
    push(store, "q", 3)
    assert activity.read_metrics()["totals"]["pushed"] == 3
    activity.count_activity(force=True)
    push(store, "q", 4)
    assert activity.read_metrics()["totals"]["pushed"] == 3


@pytest.mark.parametrize(("before", "after"), [(True, True), (False, False)])
def test_a_system_at_the_bound_stays_as_it_was(
    before: bool, after: bool, store: Queues, activity: Activity, owner_url: str
) -> None:
    """20,001 partitions are many; 10,001 are still many, and are not yet."""
    push(store, "q", 1)
    activity.count_activity(force=True)
    wide = "select result ->> 'wide' = 'true' from queen.schedule_runs"
    found = []
    for partitions in (20_001 if before else 1, 10_001, 10_000):
        rows(owner_url, "update queen.queues set partition_count = %s", (partitions,))
        activity.count_activity(force=True)
        found.append(value(owner_url, wide) is True)
    assert found == [before, after, False]
