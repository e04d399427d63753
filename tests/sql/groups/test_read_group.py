"""queen.read_group: a group's place in each partition."""

from typing import Any

import pytest

from functions.forms.groups import by_queue
from regent.database import Database
from regent.errors import GroupNotFound, QueueNotFound
from regent.paging import Page
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def read(groups: Groups, limit: int = 1000, queue: str | None = None) -> dict[str, Any]:
    return by_queue(groups.read_group("g", queue, Page(limit)).rows)


def places(found: dict[str, Any]) -> list[tuple[str, int]]:
    return [(row["partition"], row["offsetLag"]) for row in found["partitions"]]


def test_a_partition_is_told_with_its_cursor_its_lease_and_its_counts(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    push(store, "q", *range(6), partition="p")
    store.ack(acks(pop(store, "q", group="g", batch=2), group="g"))
    lease = pop(store, "q", group="g", batch=3)
    store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
    clock.advance(60)
    (place,) = read(groups)["q"]["partitions"]
    assert place.pop("timeLagSeconds") in (60, 61)
    assert place.pop("partitionId") == str(lease.messages[0].partition_id)
    assert place.pop("workerId") == lease.id.split(".")[0]
    assert place.pop("lastConsumedAt").endswith("Z")
    assert place.pop("leaseExpiresAt").endswith("Z")
    assert place == {
        "partition": "p",
        "totalConsumed": 2,
        "committed": 3,
        "head": 6,
        "offsetLag": 3,
        "leaseActive": True,
        "client": None,
        "restUntil": None,
        "totalPopped": 5,
        "totalFailed": 0,
        "totalExpired": 0,
        "totalDead": 1,
    }


def test_a_group_is_told_as_the_list_tells_it(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    found = read(groups)["q"]
    assert (found["state"], found["totalLag"], found["members"]) == ("Stable", 1, 1)
    assert (found["subscriptionMode"], found["truncated"]) == ("all", False)


def test_a_lease_that_ran_out_holds_nothing(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    clock.advance(301)
    (place,) = read(groups)["q"]["partitions"]
    assert (place["workerId"], place["leaseActive"], place["leaseExpiresAt"]) == (None, False, None)


def test_a_resting_partition_says_until_when(groups: Groups, store: Queues) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", 1)
    store.ack(acks(pop(store, "q", group="g"), group="g", status="failed"))
    (place,) = read(groups)["q"]["partitions"]
    assert (place["offsetLag"], place["totalFailed"]) == (1, 1)
    assert place["restUntil"].endswith("Z")


def test_the_oldest_work_comes_first_then_idle_partitions_by_name(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    for partition in ("idle b", "idle a", "new", "old"):
        push(store, "q", 1, partition=partition)
    complete(store, pop(store, "q", group="g", batch=9, partitions=9), "g")
    for partition in ("old", "new"):
        push(store, "q", 2, partition=partition)
        clock.advance(1)
    assert places(read(groups)["q"]) == [("old", 1), ("new", 1), ("idle a", 0), ("idle b", 0)]


def test_a_partition_that_waits_for_a_look_is_listed_once(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    """Its row is ready, but there is no open message: it is one of the partitions without work."""
    push(store, "q", 1)
    complete(store, pop(store, "q", group="g"), "g")
    rows(owner_url, "update queen.partition_consumers set ready = true")
    assert places(read(groups)["q"]) == [("Default", 0)]


def test_a_long_list_is_cut_and_says_so(groups: Groups, store: Queues, clock: Clock) -> None:
    for number in range(5):
        push(store, "q", 1, partition=f"p{number}")
        clock.advance(1)
    pop(store, "q", "p0", group="g", auto_ack=True)
    pop(store, "q", group="g", auto_ack=True)
    found = read(groups, limit=3)["q"]
    assert places(found) == [("p2", 1), ("p3", 1), ("p4", 1)]
    assert (found["truncated"], found["totalLag"]) == (True, 3)
    assert read(groups, limit=5)["q"]["truncated"] is False


def test_queues_share_the_limit(groups: Groups, store: Queues) -> None:
    for queue in ("a", "b", "c"):
        for number in range(4):
            push(store, queue, 1, partition=f"p{number}")
        pop(store, queue, group="g")
    assert [len(found["partitions"]) for found in read(groups, limit=6).values()] == [2, 2, 2]
    assert [len(found["partitions"]) for found in read(groups, limit=1).values()] == [1, 1, 1]
    assert list(read(groups, queue="b")) == ["b"]
    assert len(read(groups, limit=4, queue="b")["b"]["partitions"]) == 4


def test_a_group_without_partitions_is_there(groups: Groups, store: Queues) -> None:
    store.configure("q", namespace=None, task=None, partitions=None, options={})
    pop(store, "nowhere yet", group="g")
    assert read(groups) == {}
    pop(store, "q", group="g")
    assert places(read(groups)["q"]) == [("Default", 0)]


def test_another_groups_partitions_are_not_told(groups: Groups, store: Queues) -> None:
    for partition in "ab":
        push(store, "q", 1, partition=partition)
    pop(store, "q", "a", group="g")
    pop(store, "q", group="other")
    assert places(read(groups)["q"]) == [("a", 1)]


def test_many_queues_come_a_hundred_at_a_time(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    rows(
        owner_url,
        "insert into queen.queues (name, created_at)"
        " select 'q' || lpad(i::text, 3, '0'), now() from generate_series(1, 101) i",
    )
    rows(
        owner_url,
        "insert into queen.consumer_groups (queue_id, name, whole_queue, created_at)"
        " select id, 'g', true, now() from queen.queues",
    )
    found = groups.read_group("g", None, Page(1000))
    assert (len(found.rows), found.next_key) == (100, ("q100",))
    rest = groups.read_group("g", None, Page(1000, after=("q100",)))
    assert ([row["queueName"] for row in rest.rows], rest.next_key) == (["q101"], None)


def test_a_group_that_nobody_knows(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    with pytest.raises(GroupNotFound) as refused:
        read(groups)
    assert refused.value.detail == {"consumerGroup": "g"}
    with pytest.raises(GroupNotFound) as refused:
        read(groups, queue="q")
    assert refused.value.detail == {"consumerGroup": "g", "queue": "q"}
    with pytest.raises(QueueNotFound):
        read(groups, queue="nowhere")
