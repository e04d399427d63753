"""Seed 002: maximum queue sizes, trace ids across queues, transaction ids that are strings."""

from typing import Any

from tests.support.http import Call, Reply
from tests.support.queue_http import complete, configure, data, pop, push
from tests.support.rows import rows, stored, value

TRACE = "0f8fad5b-d9cb-469f-a165-70867728950e"


def attempt(call: Call, queue: str, count: int, **fields: Any) -> Reply:
    items = [{"queue": queue, "payload": number, **fields} for number in range(count)]
    reply: Reply = call("POST", "/api/v1/push", {"items": items})
    return reply


def test_002_limit_a_full_queue_refuses_a_push(call: Call, owner_url: str) -> None:
    configure(call, "limited-queue", maxSize=3)
    push(call, "limited-queue", "M1", "M2", "M3")
    reply = attempt(call, "limited-queue", 1)
    assert (reply.status, reply.body["code"]) == (429, "QUEUE_FULL")
    assert reply.headers["Retry-After"] == "1"
    assert reply.body["detail"] == {
        "queue": "limited-queue",
        "depth": 3,
        "maxSize": 3,
        "remaining": 0,
        "requested": 1,
    }
    assert stored(owner_url) == 3


def test_002_limit_a_batch_fits_as_a_whole_or_not_at_all(call: Call, owner_url: str) -> None:
    configure(call, "limited-queue", maxSize=5)
    push(call, "limited-queue", "M1", "M2", "M3")
    reply = attempt(call, "limited-queue", 3)
    assert (reply.status, reply.body["code"]) == (429, "QUEUE_FULL")
    assert reply.body["detail"]["remaining"] == 2
    assert stored(owner_url) == 3
    assert attempt(call, "limited-queue", 2).status == 201
    assert stored(owner_url) == 5


def test_002_limit_counts_all_partitions_together(call: Call) -> None:
    configure(call, "limited-queue", maxSize=2)
    push(call, "limited-queue", "M1", partition="p1")
    push(call, "limited-queue", "M2", partition="p2")
    assert attempt(call, "limited-queue", 1, partition="p3").status == 429


def test_002_limit_one_full_queue_refuses_the_whole_request(call: Call, owner_url: str) -> None:
    configure(call, "full", maxSize=1)
    push(call, "full", "M1")
    items = [{"queue": "roomy", "payload": 1}, {"queue": "full", "payload": 2}]
    reply = call("POST", "/api/v1/push", {"items": items})
    assert (reply.status, reply.body["detail"]["queue"]) == (429, "full")
    assert stored(owner_url) == 1


def test_002_limit_zero_is_unlimited(call: Call, owner_url: str) -> None:
    configure(call, "q", maxSize=0)
    assert attempt(call, "q", 500).status == 201
    assert stored(owner_url) == 500


def test_002_limit_a_push_tells_depth_and_remaining_capacity(call: Call) -> None:
    configure(call, "q", maxSize=10)
    push(call, "q", "M1", "M2", "M3")
    (answer,) = push(call, "q", "M4")
    assert (answer["queueDepth"], answer["remainingCapacity"]) == (4, 6)


def test_002_limit_messages_under_a_lease_take_room_and_acked_ones_do_not(call: Call) -> None:
    configure(call, "q", maxSize=2)
    push(call, "q", "M1", "M2")
    held = pop(call, "q", batch=2)
    assert attempt(call, "q", 1).status == 429
    complete(call, held[0])
    assert attempt(call, "q", 2).status == 429
    assert attempt(call, "q", 1).status == 201


def test_002_limit_the_slowest_group_decides(call: Call) -> None:
    configure(call, "q", maxSize=2)
    push(call, "q", "M1", "M2")
    complete(call, *pop(call, "q", consumerGroup="fast", batch=2))
    (held, _) = pop(call, "q", consumerGroup="slow", batch=2)
    assert attempt(call, "q", 1).status == 429
    complete(call, held)
    assert attempt(call, "q", 1).status == 201


def test_002_limit_a_batch_without_a_partition_is_stored_once(call: Call, owner_url: str) -> None:
    """The seed's push writes such a batch into every partition."""
    configure(call, "q", maxSize=100)
    for partition in ("p1", "p2", "p3"):
        push(call, "q", "M", partition=partition)
    push(call, "q", "A", "B")
    assert stored(owner_url) == 5


def test_002_limit_is_set_by_the_seeds_own_statement(call: Call, owner_url: str) -> None:
    configure(call, "high-volume-queue")
    push(call, "high-volume-queue", "M1")
    rows(
        owner_url,
        "UPDATE queen.queues SET max_queue_size = 2 WHERE name = 'high-volume-queue'",
    )
    assert attempt(call, "high-volume-queue", 2).status == 429
    assert attempt(call, "high-volume-queue", 1).status == 201


def test_002_push_without_a_partition_goes_to_the_least_recently_active(call: Call) -> None:
    """So it is in queues with a fixed number of partitions. Elsewhere it goes to `Default`."""
    configure(call, "q", partitions=3)
    push(call, "q", "M1", partition="1")
    push(call, "q", "M2", partition="0")
    push(call, "q", "M3", partition="2")
    push(call, "q", "M4")
    push(call, "q", "M5")
    assert data(pop(call, "q", "1", batch=10)) == ["M1", "M4"]
    assert data(pop(call, "q", "0", batch=10)) == ["M2", "M5"]


def test_002_trace_follows_a_pipeline_through_queues(call: Call, owner_url: str) -> None:
    steps = (
        ("order-intake", "ORDER-001", "validate"),
        ("payment-queue", "PAYMENT-001", "charge"),
        ("shipping-queue", "SHIP-001", "ship"),
    )
    for queue, transaction_id, action in steps:
        push(call, queue, {"action": action}, transactionId=transaction_id, traceId=TRACE)
    push(call, "order-intake", {"action": "unrelated"})
    found = rows(owner_url, f"SELECT * FROM queen.messages WHERE trace_id = '{TRACE}'")
    assert sorted(row["payload"]["action"] for row in found) == ["charge", "ship", "validate"]
    for queue, transaction_id, _ in steps:
        (message,) = pop(call, queue)
        assert (message["traceId"], message["transactionId"]) == (TRACE, transaction_id)


def test_002_trace_is_null_where_none_was_given(call: Call) -> None:
    push(call, "q", "M1")
    assert pop(call, "q")[0]["traceId"] is None


def test_002_transaction_ids_are_strings(call: Call) -> None:
    ids = ["ORDER-2024-001234", "0042", "payment:ü/€ 😀", "x" * 255, TRACE.upper(), TRACE]
    for transaction_id in ids:
        push(call, "q", transaction_id, transactionId=transaction_id)
    popped = pop(call, "q", batch=10)
    assert [m["transactionId"] for m in popped] == ids
    complete(call, *popped)


def test_002_transaction_id_is_stored_once_in_a_partition(call: Call, owner_url: str) -> None:
    (first,) = push(call, "orders", "M1", transactionId="ORDER-2024-001234")
    (again,) = push(call, "orders", "M2", transactionId="ORDER-2024-001234")
    assert (again["status"], again["message_id"]) == ("duplicate", first["message_id"])
    (elsewhere,) = push(call, "orders", "M3", transactionId="ORDER-2024-001234", partition="p")
    assert elsewhere["status"] == "queued"
    assert value(owner_url, "select count(*) from queen.messages") == 2
