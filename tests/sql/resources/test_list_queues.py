"""queen.list_queues: pages of queues, with what is left to do in each."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.paging import Listing, Page
from regent.stores.queue import Queues
from regent.stores.resources import Resources, Sort, Which
from regent.stores.status import Activity
from tests.races.sessions import rewrite
from tests.support.clock import Clock, StoppedClock
from tests.support.store import acks, complete, configure, pop, push

#: What a list says of its numbers when they are of this moment.
NOW = {"asOf": None, "ageSeconds": 0}
SORTS: tuple[Sort, ...] = ("name", "open", "oldest", "dead", "partitions", "full")


def make_large(owner_url: str) -> None:
    """A system of any size counts as a large one: answers are those of the last count."""
    rewrite(owner_url, "_counted_at", ("c_quick constant bigint := 20000", "c_quick bigint := -1"))


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def listed(resources: Resources, page: Page | None = None, **filters: Any) -> Listing:
    sort, live = filters.pop("sort", "name"), filters.pop("live", False)
    return resources.list_queues(page or Page(100), Which(**filters), sort=sort, live=live)


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
        "held": 0,
        "groups": 0,
        "oldestSeconds": 0,
        "deadLetters": 0,
        "depth": 0,
        "maxSize": 10,
        "priority": 5,
        "leaseTime": 60,
        "retryLimit": 7,
        "fixedPartitions": 3,
        "encryptionEnabled": False,
        "pushMaintenance": False,
        "popMaintenance": False,
        "sortKey": None,
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


@pytest.mark.parametrize("counted", [False, True])
def test_what_a_group_holds_is_told_though_another_is_slower(
    counted: bool, resources: Resources, store: Queues, database: Database, owner_url: str
) -> None:
    """A message that two groups hold counts twice: each has a lease of it."""
    push(store, "q", *range(5))
    for group, batch in (("slow", 1), ("fast", 2)):
        complete(store, pop(store, "q", group=group, batch=batch), group)
    if counted:
        make_large(owner_url)
    found = []
    for group, batch in (("fast", 3), ("slow", 2)):
        pop(store, "q", group=group, batch=batch)
        Activity(database).count_backlogs(force=True)
        (row,) = listed(resources).rows
        found.append((row["held"], messages(resources)))
    assert found == [(3, (5, 4, 0)), (5, (5, 2, 2))]


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
    assert names(contains="OP.O") == ["shop.orders"]
    assert names(contains="or", task="orders") == ["mail.orders", "shop.orders"]
    assert names(contains="%") == names(contains="_") == []


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
    assert listed(resources) == ([], None, 0, NOW)
    configure(store, "q")
    assert listed(resources, Page(2, offset=7)) == ([], None, 1, NOW)
    assert listed(resources, Page(2, after=("z",))) == ([], None, 1, NOW)


def names(found: Listing) -> list[str]:
    return [row["name"] for row in found.rows]


def queues_of_all_kinds(store: Queues, clock: StoppedClock) -> None:
    configure(store, "full", max_queue_size=4)
    configure(store, "half", max_queue_size=4)
    push(store, "old", 1)
    pop(store, "old", group="g")
    clock.advance(100)
    for partition in "abc":
        push(store, "wide", 1, partition=partition)
    push(store, "deep", *range(9))
    push(store, "full", *range(4))
    push(store, "half", *range(2))
    push(store, "dead", *range(3))
    store.ack(acks(pop(store, "dead", group="g", batch=3), group="g", status="dlq"))
    pop(store, "deep", group="g")


IN_ORDER: dict[Sort, list[str]] = {
    "name": ["dead", "deep", "full", "half", "old", "wide"],
    "open": ["deep", "full", "wide", "half", "old", "dead"],
    "oldest": ["old", "dead", "deep", "full", "half", "wide"],
    "dead": ["dead", "deep", "full", "half", "old", "wide"],
    "partitions": ["wide", "dead", "deep", "full", "half", "old"],
    "full": ["full", "half", "dead", "deep", "old", "wide"],
}


@pytest.mark.parametrize("sort", SORTS)
def test_queues_come_with_most_of_something_first(
    sort: Sort, resources: Resources, store: Queues, stopped_clock: StoppedClock
) -> None:
    queues_of_all_kinds(store, stopped_clock)
    assert names(listed(resources, sort=sort)) == IN_ORDER[sort]


@pytest.mark.parametrize("sort", SORTS)
@pytest.mark.parametrize("counted", [False, True])
def test_pages_of_every_order_hold_each_queue_once(
    sort: Sort, counted: bool, store: Queues, database: Database, stopped_clock: StoppedClock
) -> None:
    resources = Resources(database)
    queues_of_all_kinds(store, stopped_clock)
    if counted:
        Activity(database).count_backlogs(force=True)
        make_large(stopped_clock.owner_url)
    whole = names(listed(resources, sort=sort))
    after, found = None, []
    for _ in range(3):
        page = listed(resources, Page(2, after=after), sort=sort)
        found += names(page)
        after = page.next_key
        assert (page.total, page.about["asOf"] is not None) == (6, counted)
    assert (found, after) == (whole, None)
    skipped = [names(listed(resources, Page(2, offset=n), sort=sort)) for n in (0, 2, 4, 6)]
    assert skipped == [whole[:2], whole[2:4], whole[4:], []]


def test_a_queue_that_was_not_counted_yet_is_looked_at(
    resources: Resources, store: Queues, database: Database, owner_url: str
) -> None:
    push(store, "old", 1)
    Activity(database).count_backlogs(force=True)
    make_large(owner_url)
    push(store, "old", 2)
    push(store, "new", 1, 2)
    assert messages(resources, "old") == (1, 1, 0)
    assert messages(resources, "new") == (2, 2, 0)
    live = {row["name"]: row["depth"] for row in listed(resources, live=True).rows}
    assert live == {"old": 2, "new": 2}
