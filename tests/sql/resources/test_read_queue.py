"""queen.read_queue: a queue with its options, totals, groups and partitions."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.errors import QueueNotFound
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def read(resources: Resources, page: Page | None = None) -> Any:
    return orjson.loads(orjson.dumps(resources.read_queue("q", page or Page(100))))


def depths(resources: Resources, owner_url: str) -> tuple[int, int, int]:
    """The depth that read_queue answers, and the depths of the views."""
    return (
        read(resources)["totals"]["depth"],
        value(owner_url, "select current_depth from queen.queue_depths where queue_name = 'q'"),
        value(owner_url, "select depth from queen.queue_counters where queue_name = 'q'"),
    )


def test_the_totals_tell_every_state(resources: Resources, store: Queues, url: str) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", *range(6), partition="a")
    push(store, "q", *range(3), partition="b")
    lease = pop(store, "q", "a", group="g", batch=3)
    store.ack(acks(lease, lease.messages[0], group="g"))
    store.ack(acks(lease, lease.messages[1], group="g", status="dlq"))
    store.ack(acks(lease, lease.messages[2], group="g", status="failed"))
    pop(store, "q", "b", group="g", batch=2)
    assert read(resources)["totals"] == {
        "total": 9,
        "pending": 5,
        "processing": 2,
        "completed": 1,
        "failed": 1,
        "deadLetter": 1,
        "depth": 7,
    }


def test_a_dead_letter_that_another_group_has_still_to_do_is_pending(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="fast", batch=2)
    store.ack(acks(lease, lease.messages[0], group="fast", status="dlq"))
    store.ack(acks(lease, lease.messages[1], group="fast"))
    totals = read(resources)["totals"]
    assert (totals["pending"], totals["completed"], totals["deadLetter"]) == (0, 1, 1)
    pop(store, "q", group="slow")
    totals = read(resources)["totals"]
    assert (totals["pending"], totals["processing"], totals["completed"]) == (1, 1, 0)
    complete(store, pop(store, "q", group="slow"), "slow")


def test_the_depth_is_that_of_the_view(resources: Resources, store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_delay=60_000)
    for partition in "abc":
        push(store, "q", *range(4), partition=partition)
    assert depths(resources, owner_url) == (12,) * 3
    complete(store, pop(store, "q", "a", group="named only", batch=3), "named only")
    assert depths(resources, owner_url) == (9,) * 3
    lease = pop(store, "q", "b", group="g", batch=4)
    store.ack(acks(lease, *lease.messages[1:], group="g"))  # behind a gap: the cursor stays
    assert depths(resources, owner_url) == (6,) * 3
    store.ack(acks(lease, lease.messages[0], group="g", status="failed"))
    assert depths(resources, owner_url) == (6,) * 3
    complete(store, pop(store, "q", "c", group="g", batch=4), "g")
    assert depths(resources, owner_url) == (2,) * 3


def test_groups_are_told_with_what_is_left_to_do(
    resources: Resources, store: Queues, clock: Clock, owner_url: str
) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    complete(store, pop(store, "q", group="done", batch=9, partitions=2), "done")
    pop(store, "q", "a", group="named")
    rows(owner_url, "update queen.consumer_groups set paused_at = queen.now() where name = 'named'")
    clock.advance(50)
    done, named = read(resources)["groups"]
    assert done == {
        "name": "done",
        "open": 0,
        "pending": 0,
        "processing": 0,
        "partitionsBehind": 0,
        "lagSeconds": 0,
        "wholeQueue": True,
        "paused": False,
    }
    assert 50 <= named.pop("lagSeconds") < 60
    assert named == {
        "name": "named",
        "open": 2,
        "pending": 1,
        "processing": 1,
        "partitionsBehind": 1,
        "wholeQueue": False,
        "paused": True,
    }


def test_partitions_come_in_pages(resources: Resources, store: Queues) -> None:
    for partition in ("c", "a", "b"):
        push(store, "q", 1, partition=partition)
    push(store, "other", 1)

    def page(page: Page) -> tuple[list[str], str | None]:
        found = read(resources, page)
        assert found["count"] == 3
        return [row["name"] for row in found["partitions"]], found["lastPartition"]

    assert page(Page(3)) == (["a", "b", "c"], None)
    assert page(Page(2)) == (["a", "b"], "b")
    assert page(Page(2, after=("b",))) == (["c"], None)
    assert page(Page(1, offset=1)) == (["b"], "b")
    assert page(Page(2, offset=5)) == ([], None)
    assert page(Page(2, after=("z",))) == ([], None)


def test_a_queue_that_is_not_there_is_not_found(resources: Resources) -> None:
    with pytest.raises(QueueNotFound) as refused:
        read(resources)
    assert refused.value.detail == {"queue": "q"}
