"""queen.read_status: how things stand, in all queues or in some."""

from typing import Any

import orjson

from regent.stores.queue import Queues
from regent.stores.status import Activity, Span
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push

EMPTY = {
    "total": 0,
    "pending": 0,
    "processing": 0,
    "completed": 0,
    "failed": 0,
    "deadLetter": 0,
}


def status(
    activity: Activity,
    queue: str | None = None,
    namespace: str | None = None,
    task: str | None = None,
) -> dict[str, Any]:
    found = activity.read_status(Span(), queue, namespace, task)
    travelled: dict[str, Any] = orjson.loads(orjson.dumps(found))
    return travelled


def test_an_empty_system(activity: Activity) -> None:
    found = status(activity)
    assert found["messages"] == EMPTY
    assert found["lag"] == {"openMessages": 0, "maxSeconds": 0}
    assert found["leases"] == {
        "active": 0,
        "partitionsWithLeases": 0,
        "totalBatchSize": 0,
        "totalAcked": 0,
    }
    assert (found["queues"], found["queuesLeftOut"]) == ([], 0)
    assert (found["countedAt"], found["statsAge"]) == (None, None)


def test_messages_are_told_as_they_are_now(store: Queues, activity: Activity, clock: Clock) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", *range(6), partition="a")
    push(store, "q", *range(2), partition="b")
    assert status(activity)["messages"] == {**EMPTY, "total": 8, "pending": 8}
    lease = pop(store, "q", "a", batch=3)
    pop(store, "q", "b")
    assert status(activity)["messages"] == {**EMPTY, "total": 8, "pending": 4, "processing": 4}
    store.ack(acks(lease, lease.messages[0]))
    store.ack(acks(lease, lease.messages[1], status="dlq"))
    found = status(activity)
    assert found["leases"] == {
        "active": 2,
        "partitionsWithLeases": 2,
        "totalBatchSize": 4,
        "totalAcked": 2,
    }
    assert found["deadLetters"] == {"totalMessages": 1, "affectedPartitions": 1}
    store.ack(acks(lease, lease.messages[2], status="failed"))
    assert status(activity)["messages"] == {
        "total": 8,
        "pending": 5,
        "processing": 1,
        "completed": 1,
        "failed": 1,
        "deadLetter": 1,
    }


def test_lag_is_that_of_the_group_that_is_furthest_behind(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="quick", batch=2), "quick")
    pop(store, "q", group="slow")
    clock.advance(50)
    found = status(activity)["lag"]
    assert found["openMessages"] == 2
    assert 50 <= found["maxSeconds"] < 60


def test_a_new_group_on_an_old_queue_has_nothing_pending(store: Queues, activity: Activity) -> None:
    """Seed 001, test 5: messages of before the subscription are not pending for the group."""
    push(store, "q", 1, 2, 3)
    pop(store, "q", group="cg-metrics", mode="new")
    found = status(activity)
    assert found["messages"] == {**EMPTY, "total": 3}
    assert found["lag"] == {"openMessages": 0, "maxSeconds": 0}


def test_counters_are_those_of_the_last_count(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", batch=2, auto_ack=True)
    assert status(activity)["counters"]["pushed"] == 0
    activity.count_activity()
    clock.advance(30)
    found = status(activity)
    assert (found["counters"]["pushed"], found["counters"]["acked"]) == (2, 2)
    assert 30 <= found["statsAge"] < 40
    assert found["queues"][0]["totalConsumed"] == 2
    assert sum(point["pushed"] for point in found["points"]) == 2


def test_queues_are_chosen_by_name_and_labels(store: Queues, activity: Activity) -> None:
    for number, queue in enumerate(("shop.billing", "shop.mail", "other"), 1):
        push(store, queue, *range(number))
    activity.count_activity()

    def seen(*chosen: str | None) -> tuple[int, int, int]:
        found = status(activity, *chosen)
        points = sum(point["pushed"] for point in found["points"])
        return found["messages"]["total"], found["counters"]["pushed"], points

    assert seen() == (6, 6, 6)
    assert seen("shop.mail") == (2, 2, 2)
    assert seen(None, "shop") == (3, 3, 3)
    assert seen(None, None, "billing") == (1, 1, 1)
    assert seen("other", "shop") == (0, 0, 0)
    assert seen("nowhere") == (0, 0, 0)


def test_queues_with_messages_are_told_a_hundred_at_most(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    store.push([{"queue": f"q{number:03}", "payload": 1} for number in range(103)])
    configure(store, "empty")
    found = status(activity)
    assert [queue["name"] for queue in found["queues"]][::99] == ["q000", "q099"]
    assert found["queuesLeftOut"] == 3
    assert found["queues"][0] == {
        "id": str(rows(owner_url, "select id from queen.queues where name = 'q000'")[0]["id"]),
        "name": "q000",
        "namespace": "q000",
        "task": None,
        "partitions": 1,
        "totalConsumed": 0,
    }
