"""queen.list_leases: which group holds which partition, and for how long."""

from typing import Any

from regent.paging import Page
from regent.rows import Row
from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push


def held(activity: Activity, **asked: Any) -> list[Row]:
    every = {"queue": None, "group": None, "stuck": False, "page": Page(100), **asked}
    return activity.list_leases(**every).rows


def names(leases: list[Row]) -> list[tuple[str, str, str]]:
    return [(row["queue"], row["partition"], row["consumerGroup"]) for row in leases]


def test_nobody_holds_anything(store: Queues, activity: Activity) -> None:
    push(store, "q", 1)
    assert activity.list_leases(None, None, False, Page(100)) == ([], None, 0, {})


def test_a_lease_has_its_messages_and_its_time(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    push(store, "q", 1, 2, 3, 4, partition="p")
    lease = pop(store, "q", group="g", batch=3)
    clock.advance(100)
    (found,) = held(activity)
    assert names([found]) == [("q", "p", "g")]
    assert (found["messages"], found["stuck"]) == (3, False)
    assert 100 <= found["heldSeconds"] < 110
    assert 190 < found["remainingSeconds"] <= 200
    store.ack(acks(lease, lease.messages[1], group="g"))
    assert held(activity)[0]["messages"] == 2
    complete(store, lease, "g")
    assert held(activity) == []


def test_a_lease_that_ends_soon_is_stuck_and_one_that_is_over_too(
    store: Queues, activity: Activity, clock: Clock, owner_url: str
) -> None:
    configure(store, "quick", lease_time=60)
    for queue in ("quick", "slow"):
        push(store, queue, 1)
        pop(store, queue)
    assert held(activity, stuck=True) == []
    clock.advance(31)
    assert names(held(activity, stuck=True)) == [("quick", "Default", "__QUEUE_MODE__")]
    clock.advance(60)
    (over,) = held(activity, stuck=True)
    assert (over["remainingSeconds"], over["stuck"], over["messages"]) == (0, True, 1)
    rows(owner_url, "select queen.reclaim(10)")
    assert held(activity, stuck=True) == []
    assert names(held(activity)) == [("slow", "Default", "__QUEUE_MODE__")]


def test_leases_are_chosen_by_queue_and_group(store: Queues, activity: Activity) -> None:
    for queue in ("a", "b"):
        push(store, queue, 1)
        for group in ("g", "h"):
            pop(store, queue, group=group)
    assert len(held(activity)) == 4
    assert names(held(activity, queue="a")) == [("a", "Default", "g"), ("a", "Default", "h")]
    assert names(held(activity, queue="a", group="h")) == [("a", "Default", "h")]
    assert held(activity, queue="nowhere") == []


def test_pages_follow_each_other_by_the_end_of_the_leases(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    for number in range(5):
        push(store, "q", 1, partition=f"p{number}")
    for number in (3, 1, 4, 0, 2):
        pop(store, "q", f"p{number}")
        clock.advance(1)
    first = activity.list_leases(None, None, False, Page(2))
    assert [row["partition"] for row in first.rows] == ["p3", "p1"]
    last = first.rows[1]
    key = (last["expiresAt"], int(last["partitionId"]), last["groupKey"])
    assert (first.next_key, first.total) == (key, 5)
    assert [row["partition"] for row in held(activity, page=Page(9, 0, key))] == ["p4", "p0", "p2"]
    assert [row["partition"] for row in held(activity, page=Page(9, 4))] == ["p2"]
