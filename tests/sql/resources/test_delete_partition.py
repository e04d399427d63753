"""queen.delete_partition: a partition goes with all that it holds."""

from __future__ import annotations

import pytest

from regent.database import Database
from regent.errors import LeaseLive, PartitionNotFound, PartitionsFixed, QueueNotFound
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.clock import Clock
from tests.support.rows import rows, stored, value
from tests.support.store import acks, complete, configure, payloads, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def delete(resources: Resources, partition: str = "p", *, force: bool = False) -> int:
    return resources.delete_partition("q", partition, force=force)


def test_all_that_it_held_is_gone(resources: Resources, store: Queues, owner_url: str) -> None:
    for partition in ("p", "kept"):
        push(store, "q", 1, 2, partition=partition)
        lease = pop(store, "q", partition, group="g", batch=2)
        store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
        store.ack(acks(lease, lease.messages[1], group="g", status="failed"))
    assert delete(resources) == 2
    for table in ("partitions", "partition_consumers", "dead_letter_queue", "attempts"):
        assert value(owner_url, f"select count(*) from queen.{table}") == 1, table
    assert stored(owner_url) == 2
    assert value(owner_url, "select partition_count from queen.queues") == 1


@pytest.mark.parametrize("mode", ["all", "new"])
def test_a_push_makes_it_anew_and_its_groups_get_the_first_message(
    resources: Resources, store: Queues, mode: str
) -> None:
    push(store, "q", "old", partition="p")
    complete(store, pop(store, "q", group="g", mode=mode, batch=9), "g")
    pop(store, "q", "p", group="named", mode="new")
    delete(resources)
    (pushed,) = push(store, "q", "first", partition="p")
    assert not pushed.duplicate
    for group in ("g", "named"):
        (message,) = pop(store, "q", "p", group=group, mode=mode, batch=9).messages
        assert (message.payload, message.offset) == ('"first"', 0)


def test_an_ack_for_what_it_held_is_refused(resources: Resources, store: Queues) -> None:
    push(store, "q", 1, partition="p", transactionId="t")
    lease = pop(store, "q", group="g")
    delete(resources, force=True)
    push(store, "q", 1, partition="p", transactionId="t")
    assert [(o.success, o.code) for o in complete(store, lease, "g")] == [
        (False, "MESSAGE_NOT_FOUND")
    ]
    assert payloads(pop(store, "q", group="g")) == ["1"]


def test_a_live_lease_is_in_the_way(resources: Resources, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, partition="p")
    push(store, "q", 1, partition="free")
    lease = pop(store, "q", "p", group="g")
    with pytest.raises(LeaseLive) as refused:
        delete(resources)
    assert refused.value.detail is not None
    assert (refused.value.detail["queue"], refused.value.detail["leases"]) == ("q", 1)
    assert store.extend(lease.id, 60)[0] == 1
    assert delete(resources, "free") == 1
    clock.advance(361)
    assert delete(resources) == 1


def test_a_fixed_number_of_partitions_stays(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    configure(store, "q", partitions=2)
    with pytest.raises(PartitionsFixed) as refused:
        delete(resources, "0")
    assert refused.value.detail == {"queue": "q", "partitions": 2}
    assert "they can be cleared" in refused.value.message
    assert len(rows(owner_url, "select * from queen.partitions")) == 2


def test_the_depth_of_a_limited_queue_is_counted_anew(resources: Resources, store: Queues) -> None:
    configure(store, "q", max_queue_size=2)
    push(store, "q", 1, 2, partition="p")
    delete(resources)
    (pushed,) = push(store, "q", 3, partition="r")
    assert (pushed.depth, pushed.remaining) == (1, 1)


def test_what_is_not_there_cannot_be_deleted(resources: Resources, store: Queues) -> None:
    with pytest.raises(QueueNotFound) as refused:
        delete(resources)
    assert refused.value.detail == {"queue": "q"}
    push(store, "q", 1)
    with pytest.raises(PartitionNotFound) as refused:
        delete(resources)
    assert refused.value.detail == {"queue": "q", "partition": "p"}
