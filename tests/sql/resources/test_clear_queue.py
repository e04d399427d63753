"""queen.clear_queue: the messages go, everything else stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from regent.database import Database
from regent.errors import LeaseLive, PartitionNotFound, QueueNotFound
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.clock import Clock, StoppedClock
from tests.support.rows import dead_letters, rows, stored, value
from tests.support.store import acks, complete, configure, payloads, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def clear(
    resources: Resources, queue: str = "q", partition: str | None = None, *, force: bool = False
) -> tuple[int, int]:
    cleared = resources.clear_queue(queue, partition=partition, force=force)
    return cleared["deletedMessages"], cleared["partitions"]


def test_the_messages_are_gone_and_the_rest_is_there(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    push(store, "other", 4)
    complete(store, pop(store, "q", "a", group="g"), "g")
    pop(store, "q", "b", group="late", mode="new")
    assert clear(resources) == (3, 2)
    assert stored(owner_url) == 1
    assert pop(store, "q", group="g").messages == []
    assert rows(
        owner_url,
        "select p.name, p.head, p.tail, p.removed from queen.partitions p"
        " join queen.queues q on q.id = p.queue_id where q.name = 'q' order by 1",
    ) == [
        {"name": "a", "head": 2, "tail": 2, "removed": 0},
        {"name": "b", "head": 1, "tail": 1, "removed": 0},
    ]
    assert payloads(pop(store, "other")) == ["4"]


def test_every_group_goes_on_with_what_is_pushed_next(resources: Resources, store: Queues) -> None:
    push(store, "q", 1, 2)
    for group in ("at the start", "in the middle", "done"):
        pop(store, "q", group=group, mode="all")
    complete(store, pop(store, "q", group="done", batch=9), "done")
    clear(resources, force=True)
    (pushed,) = push(store, "q", 3)
    assert not pushed.duplicate
    for group in ("at the start", "in the middle", "done"):
        lease = pop(store, "q", group=group, batch=9)
        assert payloads(lease) == ["3"], group
        assert lease.messages[0].offset == 2
    assert payloads(pop(store, "q", group="comes later", batch=9)) == ["3"]


def test_cursors_are_at_the_head_and_nothing_is_left_to_do(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    configure(store, "q", retry_delay=60_000, max_queue_size=100)
    for partition in "abc":
        push(store, "q", 1, 2, 3, partition=partition)
    lease = pop(store, "q", "a", group="g", batch=3)
    store.ack(acks(lease, lease.messages[1], group="g"))
    store.ack(acks(lease, lease.messages[0], group="g", status="failed"))
    lease = pop(store, "q", "b", group="g", batch=3)
    store.ack(acks(lease, lease.messages[2], group="g"))
    clear(resources, force=True)
    assert rows(
        owner_url,
        "select distinct committed, ready, rest_until, lease_id, completed, failing"
        "  from queen.partition_consumers",
    ) == [
        {
            "committed": 3,
            "ready": False,
            "rest_until": None,
            "lease_id": None,
            "completed": None,
            "failing": False,
        }
    ]
    assert rows(owner_url, "select * from queen.attempts") == []
    assert rows(owner_url, "select * from queen.group_backlogs") == []
    assert value(owner_url, "select current_depth from queen.queue_depths") == 0
    (pushed,) = push(store, "q", 4, partition="a")
    assert (pushed.depth, pushed.remaining) == (1, 99)


def test_a_message_that_was_cleared_can_be_pushed_again(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1, transactionId="t")
    clear(resources)
    (pushed,) = push(store, "q", 2, transactionId="t")
    assert not pushed.duplicate
    assert payloads(pop(store, "q")) == ["2"]


def test_dead_letters_stay(resources: Resources, store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="g")
    store.ack(acks(lease, group="g", status="dlq"))
    assert clear(resources) == (2, 1)
    assert [letter[0] for letter in dead_letters(owner_url)] == [1]


def test_a_live_lease_is_in_the_way_and_nothing_is_changed(
    resources: Resources, store: Queues, owner_url: str, clock: Clock
) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="b")
    lease = pop(store, "q", "a", group="g", batch=2)
    with pytest.raises(LeaseLive) as refused:
        clear(resources)
    assert refused.value.detail is not None
    assert refused.value.detail["queue"] == "q"
    assert refused.value.detail["leases"] == 1
    assert refused.value.detail["until"].endswith("Z")
    assert stored(owner_url) == 3
    assert clear(resources, partition="b") == (1, 1)
    assert all(outcome.success for outcome in complete(store, lease, "g"))
    pop(store, "q", "a", group="h")
    clock.advance(301)
    assert clear(resources) == (2, 2)


def test_acks_under_a_lease_that_was_cleared_are_refused(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1, 2, transactionId=None)
    push(store, "q", 3, transactionId="again")
    lease = pop(store, "q", group="g", batch=9)
    assert clear(resources, force=True) == (3, 1)
    assert store.extend(lease.id, 60) == (0, None, None)
    assert [outcome.success for outcome in complete(store, lease, "g")] == [False] * 3
    push(store, "q", 4, transactionId="again")
    outcomes = store.ack(acks(lease, lease.messages[2], group="g"))
    assert [(o.success, o.code) for o in outcomes] == [(False, "INVALID_LEASE")]
    assert payloads(pop(store, "q", group="g", batch=9)) == ["4"]


def test_one_partition_can_be_cleared(resources: Resources, store: Queues) -> None:
    push(store, "q", 1, partition="a")
    push(store, "q", 2, partition="b")
    assert clear(resources, partition="a") == (1, 1)
    assert payloads(pop(store, "q", batch=9, partitions=9)) == ["2"]


def test_a_queue_with_fixed_partitions_can_be_cleared(resources: Resources, store: Queues) -> None:
    configure(store, "q", partitions=3)
    push(store, "q", 1)
    assert clear(resources) == (1, 3)
    assert clear(resources) == (0, 3)


def test_only_leases_that_it_ends_are_released_by_clearing(
    resources: Resources, store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 3, partition="never leased")
    complete(store, pop(store, "q", group="before"), "before")
    pop(store, "q", group="held")
    stopped_clock.advance(10)
    clear(resources, force=True)
    released = (
        "select g.name, p.name as partition, queen.now() - c.released_at as ago"
        "  from queen.partition_consumers c join queen.consumer_groups g on g.id = c.group_id"
        "  join queen.partitions p on p.id = c.partition_id order by 1, 2"
    )
    assert [tuple(row.values()) for row in rows(owner_url, released)] == [
        ("before", "a", timedelta(seconds=10)),
        ("before", "never leased", None),
        ("held", "a", timedelta(0)),
        ("held", "never leased", None),
    ]


def test_a_subscription_to_an_instant_to_come_stays_one(
    resources: Resources, store: Queues, clock: Clock, owner_url: str
) -> None:
    when = value(owner_url, "select queen.now() + interval '1 hour'")
    push(store, "q", 1)
    pop(store, "q", group="g", mode="timestamp", instant=when)
    clear(resources)
    push(store, "q", 2)
    assert pop(store, "q", group="g").messages == []
    clock.advance(3601)
    push(store, "q", 3)
    assert payloads(pop(store, "q", group="g", batch=9)) == ["3"]


def test_what_is_not_there_cannot_be_cleared(resources: Resources, store: Queues) -> None:
    with pytest.raises(QueueNotFound) as refused:
        clear(resources)
    assert refused.value.detail == {"queue": "q"}
    push(store, "q", 1)
    with pytest.raises(PartitionNotFound) as refused:
        clear(resources, partition="nowhere")
    assert refused.value.detail == {"queue": "q", "partition": "nowhere"}
