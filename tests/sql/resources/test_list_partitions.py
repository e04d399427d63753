"""queen.list_partitions: pages of partitions, and what each group has done there."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.errors import QueueNotFound
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.resources import Resources, WhichPartitions
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def names(resources: Resources, page: Page, queue: str | None = None) -> list[tuple[str, str]]:
    return [
        (row["queue"], row["name"])
        for row in resources.list_partitions(page, WhichPartitions(queue)).rows
    ]


def only(resources: Resources, queue: str = "q") -> Any:
    ((row,), *_) = resources.list_partitions(Page(10), WhichPartitions(queue))
    return orjson.loads(orjson.dumps(row))


def test_a_partition_is_told_with_its_groups(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    push(store, "q", *range(5))
    complete(store, pop(store, "q", group="done", batch=5), "done")
    lease = pop(store, "q", group="holds", batch=3)
    store.ack(acks(lease, lease.messages[1], group="holds"))
    clock.advance(100)
    row = only(resources)
    assert [row[name] for name in ("name", "head", "tail", "messages")] == ["Default", 5, 0, 5]
    assert row["lastActivity"].endswith("Z")
    done, holds = row["groups"]
    assert done == {
        "name": "done",
        "cursor": 5,
        "open": 0,
        "pending": 0,
        "processing": 0,
        "lease": None,
        "lagSeconds": 0,
        "paused": False,
    }
    assert 100 <= holds.pop("lagSeconds") < 110
    held = holds.pop("lease")
    assert lease.id.startswith(held["id"])
    assert 199 < held["secondsLeft"] <= 200
    assert held["expiresAt"].endswith("Z")
    assert holds == {
        "name": "holds",
        "cursor": 0,
        "open": 4,
        "pending": 2,
        "processing": 2,
        "paused": False,
    }


def test_an_expired_lease_is_not_told(resources: Resources, store: Queues, clock: Clock) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    clock.advance(301)
    (group,) = only(resources)["groups"]
    assert (group["lease"], group["pending"], group["processing"]) == (None, 1, 0)


def test_a_paused_group_is_told(resources: Resources, store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    rows(owner_url, "update queen.consumer_groups set paused_at = queen.now()")
    assert only(resources)["groups"][0]["paused"] is True


def test_it_counts_as_the_view_of_backlogs_does(
    resources: Resources, store: Queues, url: str
) -> None:
    configure(store, "q", retry_delay=60_000)
    for partition in "abcd":
        push(store, "q", *range(6), partition=partition)
    complete(store, pop(store, "q", "a", group="g", batch=6), "g")
    lease = pop(store, "q", "b", group="g", batch=4)
    store.ack(acks(lease, lease.messages[2], group="g"))
    lease = pop(store, "q", "c", group="g", batch=4)
    store.ack(acks(lease, lease.messages[0], group="g"))
    store.ack(acks(lease, lease.messages[1], group="g", status="failed"))
    told = {
        row["name"]: (group["open"], group["processing"])
        for row in orjson.loads(
            orjson.dumps(resources.list_partitions(Page(9), WhichPartitions("q")).rows)
        )
        for group in row["groups"]
        if group["open"]
    }
    seen = {
        row["partition_name"]: (row["open_messages"], row["processing"])
        for row in rows(url, "select * from queen.group_backlogs")
    }
    assert told == seen == {"b": (5, 3), "c": (5, 0)}


def test_of_many_groups_those_with_most_to_do_are_told(resources: Resources, store: Queues) -> None:
    push(store, "q", 1)
    for number in range(101):
        lease = pop(store, "q", "Default", group=f"g{number:03}")
        if number == 50:
            complete(store, lease, "g050")
    told = [group["name"] for group in only(resources)["groups"]]
    assert len(told) == 100
    assert told == sorted(told)
    assert "g050" not in told


def test_pages_go_through_one_queue_or_all(resources: Resources, store: Queues) -> None:
    for queue in ("b", "a", "c"):
        for partition in ("2", "1", "3"):
            push(store, queue, 1, partition=partition)
    every = [(queue, partition) for queue in "abc" for partition in "123"]
    assert names(resources, Page(100)) == every
    seen: list[tuple[str, str]] = []
    page = Page(2)
    while True:
        found = resources.list_partitions(page, WhichPartitions())
        seen += [(row["queue"], row["name"]) for row in found.rows]
        assert found.total == 9
        if found.next_key is None:
            break
        page = Page(2, after=found.next_key)
    assert seen == every
    assert names(resources, Page(2, offset=4)) == every[4:6]
    assert names(resources, Page(9), "b") == every[3:6]
    assert names(resources, Page(2, after=("b", "1")), "b") == every[4:6]
    assert resources.list_partitions(Page(9), WhichPartitions("b")).total == 3
    assert resources.list_partitions(Page(9, offset=9), WhichPartitions("b")) == ([], None, 3, {})


def test_a_queue_that_is_not_there_has_no_partitions(resources: Resources) -> None:
    assert resources.list_partitions(Page(9), WhichPartitions()) == ([], None, 0, {})
    with pytest.raises(QueueNotFound) as refused:
        resources.list_partitions(Page(9), WhichPartitions("nowhere"))
    assert refused.value.detail == {"queue": "nowhere"}
