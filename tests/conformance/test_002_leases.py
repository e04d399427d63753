"""Seed 002: a partition is leased to one consumer of a group at a time, and nobody needs a name."""

from typing import Any

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, configure, data, pop, push
from tests.support.rows import rows

K = ("K1", "K2", "K3", "K4", "K5", "K6")


def leases(owner_url: str) -> list[dict[str, Any]]:
    return rows(
        owner_url,
        "select consumer_group, message_batch, released_at is not null as released"
        "  from queen.partition_leases order by consumer_group",
    )


def test_002_leasing_k4_never_starts_before_k1_to_k3_are_complete(call: Call) -> None:
    push(call, "orders", *K, partition="K")
    held = pop(call, "orders", batch=3)
    assert data(held) == ["K1", "K2", "K3"]
    assert pop(call, "orders", batch=3) == []
    for message in held:
        assert pop(call, "orders", batch=3) == []
        complete(call, message)
    assert data(pop(call, "orders", batch=3)) == ["K4", "K5", "K6"]


def test_002_leasing_a_pop_gives_messages_of_one_partition_only(call: Call) -> None:
    push(call, "orders", "K1", "K2", partition="K")
    push(call, "orders", "L1", partition="L")
    assert data(pop(call, "orders", batch=10)) == ["K1", "K2"]


def test_002_leasing_consumer_b_gets_another_partition(call: Call) -> None:
    push(call, "orders", "K1", "K2", partition="K")
    push(call, "orders", "L1", "L2", partition="L")
    assert data(pop(call, "orders", batch=10)) == ["K1", "K2"]
    assert data(pop(call, "orders", batch=10)) == ["L1", "L2"]
    assert pop(call, "orders", batch=10) == []


def test_002_leasing_the_oldest_message_comes_first(call: Call) -> None:
    for partition in ("third", "first", "second"):
        push(call, "orders", partition, partition=partition)
    assert [data(pop(call, "orders", batch=10))[0] for _ in range(3)] == [
        "third",
        "first",
        "second",
    ]


def test_002_leasing_a_dead_consumer_is_replaced_when_its_lease_ends(
    call: Call, clock: Clock
) -> None:
    """Messages are retried in order, and fewer at once, so that a poison message is found."""
    configure(call, "orders", leaseTime=300)
    push(call, "orders", *K, partition="K")
    assert data(pop(call, "orders", batch=6)) == list(K)
    clock.advance(299)
    assert pop(call, "orders", batch=6) == []
    clock.advance(2)
    again = pop(call, "orders", batch=6)
    assert data(again) == ["K1", "K2", "K3"]
    assert [m["deliveryAttempt"] for m in again] == [2, 2, 2]
    assert [m["failedAttempts"] for m in again] == [1, 0, 0]
    complete(call, *again)
    assert data(pop(call, "orders", batch=6)) == ["K4", "K5", "K6"]


def test_002_leasing_groups_do_not_block_each_other(call: Call) -> None:
    push(call, "orders", "K1", partition="K")
    assert data(pop(call, "orders")) == ["K1"]
    assert data(pop(call, "orders", consumerGroup="audit")) == ["K1"]
    assert data(pop(call, "orders", consumerGroup="billing")) == ["K1"]
    assert pop(call, "orders", consumerGroup="audit") == []


def test_002_leasing_an_ack_releases_the_partition(call: Call, owner_url: str) -> None:
    push(call, "orders", "K1", "K2", "K3", partition="K")
    first = pop(call, "orders", batch=2)
    ids = [message["id"] for message in first]
    assert leases(owner_url) == [
        {"consumer_group": "__QUEUE_MODE__", "message_batch": ids, "released": False}
    ]
    (outcome,) = ack(call, first[0])
    assert outcome["leaseReleased"] is False
    (outcome,) = ack(call, first[1])
    assert outcome["leaseReleased"] is True
    assert leases(owner_url)[0]["released"] is True
    # Leased again after a release, which the seed's insert cannot do.
    third = pop(call, "orders")
    assert data(third) == ["K3"]
    assert leases(owner_url) == [
        {
            "consumer_group": "__QUEUE_MODE__",
            "message_batch": [third[0]["id"]],
            "released": False,
        }
    ]


def test_002_leasing_there_is_one_lease_a_partition_and_group(call: Call, owner_url: str) -> None:
    push(call, "orders", "K1", partition="K")
    push(call, "orders", "L1", partition="L")
    for group in ("audit", "billing"):
        pop(call, "orders", consumerGroup=group, partitions=2, batch=2)
    counted = rows(
        owner_url,
        "select partition_id, consumer_group, count(*) as leases from queen.partition_leases"
        " group by 1, 2",
    )
    assert [row["leases"] for row in counted] == [1, 1, 1, 1]


def test_002_leasing_needs_no_worker_id(call: Call) -> None:
    """Any consumer may answer for what its group holds, also without the lease's id."""
    push(call, "orders", "K1", transactionId="ORDER-1")
    (held,) = pop(call, "orders", consumerGroup="audit")
    reply = call(
        "POST",
        "/api/v1/ack",
        {
            "transactionId": "ORDER-1",
            "partitionId": held["partitionId"],
            "status": "completed",
            "consumerGroup": "audit",
        },
    )
    assert reply.body[0]["success"] is True
    assert reply.body[0]["leaseReleased"] is True


def test_002_expiration_puts_the_error_on_the_message(
    call: Call, clock: Clock, owner_url: str
) -> None:
    """The seed counts a retry for the whole batch. Here it counts for the message at the cursor. A
    message that will be retried has the status `failed`."""
    push(call, "orders", "K1", "K2")
    pop(call, "orders", batch=2)
    clock.advance(301)
    rows(owner_url, "select * from queen.reclaim(100)")
    assert rows(
        owner_url,
        "select status, retry_count, error_message, failed_at is not null as failed"
        '  from queen.messages_status order by "offset"',
    ) == [
        {
            "status": "failed",
            "retry_count": 1,
            "error_message": "Partition lease expired",
            "failed": True,
        },
        {"status": "pending", "retry_count": 0, "error_message": None, "failed": False},
    ]
    assert leases(owner_url)[0]["released"] is True


def test_002_expiration_poison_does_not_block_for_ever(
    call: Call, clock: Clock, owner_url: str
) -> None:
    """The seed's reclaim has no limit of retries and no dead letters: poison would block."""
    configure(call, "orders", retryLimit=1)
    push(call, "orders", "poison", "innocent")
    for _ in range(2):
        assert data(pop(call, "orders")) == ["poison"]
        clock.advance(301)
    assert data(pop(call, "orders")) == ["innocent"]
    assert rows(owner_url, "select payload, error_message from queen.dead_letter_queue") == [
        {"payload": "poison", "error_message": "Partition lease expired"}
    ]
