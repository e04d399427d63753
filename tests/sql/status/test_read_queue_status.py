"""queen.read_queue_status: how a queue and its partitions stand."""

from datetime import datetime
from typing import Any

import orjson
import pytest

from regent.errors import QueueNotFound
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import Clock
from tests.support.store import acks, complete, configure, pop, push

NUMBERS = ("total", "pending", "processing", "completed", "failed", "deadLetter", "consumed")


def told(activity: Activity, queue: str = "q") -> dict[str, tuple[int, ...]]:
    return {
        row["name"]: tuple(row[name] for name in NUMBERS)
        for row in activity.read_queue_status(queue, Page(100)).rows
    }


def test_a_queue_that_is_not_there_is_refused(activity: Activity) -> None:
    with pytest.raises(QueueNotFound) as refused:
        activity.read_queue_status("nowhere", Page(100))
    assert refused.value.detail == {"queue": "nowhere"}


def test_a_queue_without_partitions_has_totals(
    store: Queues, activity: Activity, owner_url: str
) -> None:
    configure(store, "q", lease_time=60, priority=3)
    ((row,), _, total, about) = activity.read_queue_status("q", Page(100))
    queue: dict[str, Any] = orjson.loads(orjson.dumps(about["queue"]))
    assert (queue["name"], queue["priority"], queue["config"]["leaseTime"]) == ("q", 3, 60)
    assert about["totals"] == dict.fromkeys(NUMBERS[:6], 0)
    assert (row["name"], row["total"], total) == ("Default", 0, 1)


def test_partitions_are_told_for_the_group_that_is_furthest_behind(
    store: Queues, activity: Activity
) -> None:
    push(store, "q", *range(5), partition="a")
    assert told(activity) == {"a": (5, 5, 0, 0, 0, 0, 0)}
    complete(store, pop(store, "q", group="quick", batch=5), "quick")
    assert told(activity) == {"a": (5, 0, 0, 5, 0, 0, 5)}
    lease = pop(store, "q", group="slow", batch=3)
    assert told(activity) == {"a": (5, 2, 3, 0, 0, 0, 5)}
    store.ack(acks(lease, lease.messages[0], group="slow"))
    store.ack(acks(lease, lease.messages[1], group="slow", status="dlq"))
    assert told(activity) == {"a": (5, 2, 1, 1, 0, 1, 6)}
    store.ack(acks(lease, lease.messages[2], group="slow", status="failed"))
    assert told(activity) == {"a": (5, 3, 0, 1, 1, 1, 6)}
    assert activity.read_queue_status("q", Page(100)).about["totals"] == {
        "total": 5,
        "pending": 3,
        "processing": 0,
        "completed": 1,
        "failed": 1,
        "deadLetter": 1,
    }


def test_the_oldest_message_that_is_open(store: Queues, activity: Activity, clock: Clock) -> None:
    push(store, "q", 1)
    (row,) = activity.read_queue_status("q", Page(100)).rows
    assert row["oldestMessage"] == row["lastActivity"], "no group has come yet"
    clock.advance(100)
    push(store, "q", 2)
    (row,) = activity.read_queue_status("q", Page(100)).rows
    assert row["oldestMessage"] < row["lastActivity"]
    pop(store, "q", auto_ack=True)
    (row,) = activity.read_queue_status("q", Page(100)).rows
    assert row["oldestMessage"] == row["lastActivity"]
    pop(store, "q", auto_ack=True)
    (row,) = activity.read_queue_status("q", Page(100)).rows
    assert row["oldestMessage"] is None
    assert datetime.fromisoformat(row["lastActivity"]) > datetime.fromisoformat(row["createdAt"])


def test_a_group_that_follows_another_partition_leaves_this_one_pending(
    store: Queues, activity: Activity
) -> None:
    push(store, "q", 1, partition="a")
    push(store, "q", 1, 2, partition="b")
    pop(store, "q", "a", group="g", auto_ack=True)
    assert told(activity) == {"a": (1, 0, 0, 1, 0, 0, 1), "b": (2, 2, 0, 0, 0, 0, 0)}


def test_partitions_by_pages(store: Queues, activity: Activity) -> None:
    for number in range(5):
        push(store, "q", 1, partition=f"p{number}")

    def names(page: Page) -> list[str]:
        return [row["name"] for row in activity.read_queue_status("q", page).rows]

    first = activity.read_queue_status("q", Page(2))
    assert ([row["name"] for row in first.rows], *first[1:3]) == (["p0", "p1"], ("p1",), 5)
    assert names(Page(2, 0, ("p1",))) == ["p2", "p3"]
    assert names(Page(2, 4)) == ["p4"]
    assert names(Page(2, 9)) == []
