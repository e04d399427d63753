"""queen.list_queues: pages of queues, with what is left to do in each."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.paging import Listing, Page
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.clock import Clock
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def listed(resources: Resources, page: Page | None = None, **filters: Any) -> Listing:
    every = {"namespace": None, "task": None, "prefix": None}
    return resources.list_queues(page or Page(100), **(every | filters))


def messages(resources: Resources, queue: str = "q") -> tuple[int, int, int]:
    (row,) = (row for row in listed(resources).rows if row["name"] == queue)
    counts = orjson.loads(orjson.dumps(row["messages"]))
    return counts["total"], counts["pending"], counts["processing"]


def test_a_queue_is_listed_with_its_options(resources: Resources, store: Queues) -> None:
    store.configure(
        "shop.orders",
        namespace="shop",
        task=None,
        partitions=3,
        options={"max_queue_size": 10, "priority": 5, "lease_time": 60, "retry_limit": 7},
    )
    ((row,), last, total, _) = listed(resources)
    assert (last, total) == (None, 1)
    assert isinstance(row.pop("id"), str)
    assert row.pop("createdAt").endswith("Z")
    assert orjson.loads(orjson.dumps(row)) == {
        "name": "shop.orders",
        "namespace": "shop",
        "task": "orders",
        "partitions": 3,
        "messages": {"total": 0, "pending": 0, "processing": 0},
        "groups": 0,
        "maxSize": 10,
        "priority": 5,
        "leaseTime": 60,
        "retryLimit": 7,
        "fixedPartitions": 3,
        "encryptionEnabled": False,
        "pushMaintenance": False,
        "popMaintenance": False,
    }


def test_without_a_group_all_that_is_kept_is_pending(resources: Resources, store: Queues) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    assert messages(resources) == (3, 3, 0)


def test_the_slowest_group_of_each_partition_counts(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    for partition in "ab":
        push(store, "q", 1, 2, 3, partition=partition)
    complete(store, pop(store, "q", "a", group="x", batch=3), "x")
    complete(store, pop(store, "q", "b", group="y", batch=2), "y")
    assert messages(resources) == (6, 1, 0)
    complete(store, pop(store, "q", "a", group="y"), "y")
    assert messages(resources) == (6, 3, 0)
    pop(store, "q", "a", group="y", batch=2)
    assert messages(resources) == (6, 1, 2)
    clock.advance(301)
    assert messages(resources) == (6, 3, 0)


def test_messages_done_out_of_order_are_not_pending(resources: Resources, store: Queues) -> None:
    push(store, "q", *range(5))
    lease = pop(store, "q", group="g", batch=4)
    store.ack(acks(lease, *lease.messages[1:3], group="g"))
    assert messages(resources) == (5, 1, 2)


def test_a_group_that_never_saw_a_partition_does_not_hide_it(
    resources: Resources, store: Queues
) -> None:
    """A group that follows one named partition does not see the others."""
    for partition in "ab":
        push(store, "q", 1, partition=partition)
    complete(store, pop(store, "q", "a", group="g"), "g")
    assert messages(resources) == (2, 1, 0)


def test_queues_are_found_by_label_and_by_the_start_of_their_names(
    resources: Resources, store: Queues
) -> None:
    for queue in ("shop.orders", "shop.returns", "mail.orders", "shop"):
        configure(store, queue)

    def names(**filters: Any) -> list[str]:
        return [row["name"] for row in listed(resources, **filters).rows]

    assert names() == ["mail.orders", "shop", "shop.orders", "shop.returns"]
    assert names(namespace="shop") == ["shop", "shop.orders", "shop.returns"]
    assert names(task="orders") == ["mail.orders", "shop.orders"]
    assert names(namespace="shop", task="orders") == ["shop.orders"]
    assert names(prefix="shop.") == ["shop.orders", "shop.returns"]
    assert names(prefix="%") == []
    assert names(namespace="nowhere") == []


def test_pages_follow_each_other_by_name(resources: Resources, store: Queues) -> None:
    for queue in "dbeac":
        configure(store, queue)
    first = listed(resources, Page(2))
    assert [row["name"] for row in first.rows] == ["a", "b"]
    assert (first.next_key, first.total) == (("b",), 5)
    configure(store, "aa")  # behind what was seen: nobody is shown twice
    second = listed(resources, Page(3, after=("b",)))
    assert [row["name"] for row in second.rows] == ["c", "d", "e"]
    assert (second.next_key, second.total) == (None, 6)
    assert [row["name"] for row in listed(resources, Page(2, offset=4)).rows] == ["d", "e"]


def test_the_total_comes_with_an_empty_page_too(resources: Resources, store: Queues) -> None:
    assert listed(resources) == ([], None, 0, {})
    configure(store, "q")
    assert listed(resources, Page(2, offset=7)) == ([], None, 1, {})
    assert listed(resources, Page(2, after=("z",))) == ([], None, 1, {})
