"""queen.list_queue_status: how each queue stands."""

from typing import Any

import orjson

from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.support.clock import Clock
from tests.support.store import acks, complete, configure, pop, push


def listed(activity: Activity, *labels: str | None, page: Page | None = None) -> list[Any]:
    namespace, task = labels or (None, None)
    rows: list[Any] = orjson.loads(
        orjson.dumps(activity.list_queue_status(namespace, task, page or Page(100)).rows)
    )
    return rows


def test_without_queues_there_is_only_the_total(activity: Activity) -> None:
    assert activity.list_queue_status(None, None, Page(100)) == (
        [],
        None,
        0,
        {"asOf": None, "ageSeconds": 0},
    )


def test_a_queue_with_all_that_is_told_of_it(
    store: Queues, activity: Activity, clock: Clock
) -> None:
    for partition in ("a", "b", "c", "d"):
        push(store, "q", 1, 2, partition=partition)
    lease = pop(store, "q", "a", group="g", batch=2)
    pop(store, "q", "b", group="g")
    pop(store, "q", "b", group="h")
    store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
    complete(store, pop(store, "q", "c", group="g", batch=2), "g")
    clock.advance(10)
    (row,) = listed(activity)
    told = row["messages"]
    assert (row["name"], row["partitions"], row["groups"]) == ("q", 4, 2)
    assert (told["total"], told["deadLetter"], told["failed"]) == (8, 1, 0)
    assert (row["leasedPartitions"], row["utilizationPercent"]) == (2, 50)
    assert row["lagMessages"] == 5
    assert 10 <= row["lagSeconds"] < 20
    clock.advance(300)
    assert listed(activity)[0]["leasedPartitions"] == 0


def test_a_queue_at_rest(store: Queues, activity: Activity) -> None:
    configure(store, "q")
    (row,) = listed(activity)
    assert row["messages"] == {
        "total": 0,
        "pending": 0,
        "processing": 0,
        "completed": 0,
        "failed": 0,
        "deadLetter": 0,
    }
    assert (row["lagMessages"], row["lagSeconds"], row["utilizationPercent"]) == (0, 0, 0)


def test_queues_by_labels_and_by_pages(store: Queues, activity: Activity) -> None:
    for queue in ("shop.a", "shop.b", "shop.c", "mail.a"):
        configure(store, queue)

    def names(*labels: str | None, page: Page | None = None) -> list[str]:
        return [row["name"] for row in listed(activity, *labels, page=page)]

    assert names() == ["mail.a", "shop.a", "shop.b", "shop.c"]
    assert names("shop", None) == ["shop.a", "shop.b", "shop.c"]
    assert names(None, "a") == ["mail.a", "shop.a"]
    assert names("mail", "b") == []
    first = activity.list_queue_status(None, None, Page(1))
    assert ([row["name"] for row in first.rows], *first[1:3]) == (["mail.a"], ("mail.a",), 4)
    assert names(page=Page(2, 3)) == ["shop.c"]
    assert names(page=Page(2, 0, ("shop.a",))) == ["shop.b", "shop.c"]
    assert activity.list_queue_status(None, None, Page(2, 9)) == (
        [],
        None,
        4,
        {"asOf": None, "ageSeconds": 0},
    )
