"""POST /api/v1/transaction: pushes and acks, all or nothing."""

from typing import Any

from regent.limits import MAX_MESSAGE_BYTES
from tests.support.clock import Clock
from tests.support.http import Call, Reply
from tests.support.queue_http import complete, configure, data, pop, pop_labels, push, refused
from tests.support.rows import dead_letters, rows, stored

PATH = "/api/v1/transaction"
ROLLED_BACK = "rolled back"


def run(call: Call, *operations: dict[str, Any], **rest: Any) -> Reply:
    reply: Reply = call("POST", PATH, {"operations": list(operations), **rest})
    return reply


def pushing(queue: str, *payloads: Any, **fields: Any) -> dict[str, Any]:
    items = [{"queue": queue, "payload": payload, **fields} for payload in payloads]
    return {"type": "push", "items": items}


def acking(message: dict[str, Any], **fields: Any) -> dict[str, Any]:
    named = ("transactionId", "partitionId", "consumerGroup", "leaseId")
    return {"type": "ack", **{name: message[name] for name in named}, **fields}


def test_transaction_answers_one_result_per_ack_and_pushed_item(call: Call) -> None:
    push(call, "in", "a", transactionId="t-in")
    (message,) = pop(call, "in")
    reply = run(
        call,
        pushing("out", 1, 2),
        acking(message),
        pushing("other", 3, transactionId="t-out", partition="p"),
    )
    assert reply.status == 200
    body = reply.body
    assert body["success"] is True
    assert len(body["transactionId"]) == 36
    results = body["results"]
    assert [(r["index"], r["type"], r["success"]) for r in results] == [
        (0, "push", True),
        (1, "push", True),
        (2, "ack", True),
        (3, "push", True),
    ]
    assert (results[2]["transactionId"], results[2]["dlq"]) == ("t-in", False)
    assert results[3]["transactionId"] == "t-out"
    (out,) = pop(call, "other")
    assert (results[3]["messageId"], results[3]["partitionId"], results[3]["queueName"]) == (
        out["id"],
        out["partitionId"],
        "other",
    )
    assert data(pop(call, "out", batch=9)) == [1, 2]
    assert pop(call, "in") == []


def test_transaction_that_is_refused_changes_nothing(call: Call, owner_url: str) -> None:
    push(call, "in", "a", "b")
    first, second = pop(call, "in", batch=2)
    unknown = {**second, "transactionId": "unknown"}
    reply = run(call, acking(first), pushing("out", 1, transactionId="x"), acking(unknown))
    assert reply.status == 200
    assert (reply.body["success"], reply.body["error"]) == (False, "Message not found")
    assert [(r["type"], r["success"], r["error"]) for r in reply.body["results"]] == [
        ("ack", False, ROLLED_BACK),
        ("push", False, ROLLED_BACK),
        ("ack", False, "Message not found"),
    ]
    assert [r["index"] for r in reply.body["results"]] == [0, 1, 2]
    assert rows(owner_url, "select * from queen.queues where name = 'out'") == []
    assert stored(owner_url) == 2
    complete(call, first, second)


def test_transaction_under_a_lease_that_ran_out(call: Call, clock: Clock, owner_url: str) -> None:
    push(call, "in", "a")
    (message,) = pop(call, "in")
    clock.advance(301)
    reply = run(call, pushing("out", 1), acking(message))
    assert reply.body["success"] is False
    assert reply.body["error"] == "Invalid or expired lease"
    assert stored(owner_url) == 1
    assert data(pop(call, "in")) == ["a"]


def test_transaction_of_a_zombie(call: Call, clock: Clock, owner_url: str) -> None:
    push(call, "in", "a")
    (zombie,) = pop(call, "in")
    clock.advance(301)
    (heir,) = pop(call, "in")
    assert run(call, pushing("out", 1), acking(zombie)).body["success"] is False
    assert stored(owner_url) == 1
    assert run(call, pushing("out", 1), acking(heir)).body["success"] is True


def test_transaction_names_the_group_of_a_lease(call: Call, owner_url: str) -> None:
    push(call, "in", "a", "b")
    first, second = pop(call, "in", batch=2, consumerGroup="g")
    wrong = acking(second)
    del wrong["consumerGroup"]
    reply = run(call, acking(first), pushing("out", 1), wrong)
    said = (
        "Invalid or expired lease: this lease is group g's, not group __QUEUE_MODE__'s;"
        " name its group as consumerGroup"
    )
    assert (reply.body["error"], reply.body["code"]) == (said, "TRANSACTION_REFUSED")
    assert [r["error"] for r in reply.body["results"]] == [ROLLED_BACK, ROLLED_BACK, said]
    assert stored(owner_url) == 2


def test_transaction_refuses_an_ack_that_is_repeated_with_another_verdict(call: Call) -> None:
    push(call, "in", "a", "b")
    first, _ = pop(call, "in", batch=2)
    complete(call, first)
    reply = run(call, pushing("out", 1), acking(first, status="failed"))
    assert reply.body["success"] is False
    assert pop(call, "out") == []


def test_transaction_with_an_impossible_partition(call: Call, owner_url: str) -> None:
    push(call, "in", "a")
    (message,) = pop(call, "in")
    reply = run(call, pushing("out", 1), acking(message, partitionId="nowhere"))
    assert (reply.body["success"], reply.body["error"]) == (False, "Message not found")
    assert stored(owner_url) == 1


def test_transaction_moves_only_the_group_that_it_names(call: Call) -> None:
    push(call, "in", "a")
    (message,) = pop(call, "in", consumerGroup="one")
    assert run(call, acking(message)).body["success"] is True
    assert pop(call, "in", consumerGroup="one") == []
    assert data(pop(call, "in", consumerGroup="two")) == ["a"]


def test_transaction_sends_failed_to_the_dead_letters_at_once(call: Call, owner_url: str) -> None:
    configure(call, "in", retryLimit=5)
    push(call, "in", "a", "b")
    first, second = pop(call, "in", batch=2)
    reply = run(call, acking(first, status="failed", error="bad"), acking(second))
    assert [r["dlq"] for r in reply.body["results"]] == [True, False]
    assert [letter[0] for letter in dead_letters(owner_url)] == ["a"]
    assert pop(call, "in", batch=2) == []


def test_transaction_that_is_refused_writes_no_dead_letter(call: Call, owner_url: str) -> None:
    push(call, "in", "a")
    (message,) = pop(call, "in")
    unknown = {**message, "transactionId": "unknown"}
    reply = run(call, acking(message, status="dlq"), acking(unknown))
    assert reply.body["success"] is False
    assert dead_letters(owner_url) == []


def test_transaction_checks_the_leases_it_requires(call: Call, clock: Clock) -> None:
    configure(call, "in", leaseTime=10)
    for partition in "ab":
        push(call, "in", partition, partition=partition)
    a, b = pop(call, "in", batch=2, partitions=2)
    lease = a["leaseId"]
    assert run(call, pushing("out", 1), requiredLeases=[lease]).body["success"] is True
    clock.advance(11)
    reply = run(call, pushing("out", 2), requiredLeases=[lease])
    assert (reply.status, reply.body["success"]) == (200, False)
    assert (reply.body["error"], reply.body["code"]) == (
        "Invalid or expired lease",
        "INVALID_LEASE",
    )
    for never in ("x", "0f8fad5b-d9cb-469f-a165-70867728950e.1"):
        assert run(call, pushing("out", 3), requiredLeases=[never]).body["success"] is False
    assert data(pop(call, "out", batch=9)) == [1]
    assert a["leaseId"] == b["leaseId"]


def test_transaction_recognises_duplicates(call: Call, owner_url: str) -> None:
    push(call, "out", 1, transactionId="t")
    reply = run(call, pushing("out", 2, transactionId="t"))
    assert reply.body["success"] is True
    assert reply.body["results"][0]["status"] == "duplicate"
    assert stored(owner_url) == 1


def test_transaction_into_a_full_queue_changes_nothing(call: Call) -> None:
    configure(call, "out", maxSize=1)
    push(call, "out", 0)
    push(call, "in", "a")
    (message,) = pop(call, "in")
    reply = run(call, acking(message), pushing("out", 1))
    assert reply.status == 200
    assert (reply.body["success"], reply.body["code"]) == (False, "QUEUE_FULL")
    complete(call, message)


def test_transaction_takes_the_producer_from_the_token(call: Call) -> None:
    call("POST", PATH, {"operations": [pushing("out", 1)]}, sub="alice")
    assert pop(call, "out")[0]["producerSub"] == "alice"


def test_transaction_encrypts_for_queues_that_want_it(call: Call, owner_url: str) -> None:
    configure(call, "out", encryptionEnabled=True)
    assert run(call, pushing("out", "canary")).body["success"] is True
    assert "canary" not in str(rows(owner_url, "select payload from queen.messages"))
    assert data(pop(call, "out")) == ["canary"]


def test_transaction_of_acks_for_several_partitions_and_groups(call: Call) -> None:
    for queue in ("one", "two"):
        push(call, queue, queue)
    a = pop(call, "one", consumerGroup="g")[0]
    b = pop(call, "two")[0]
    c = pop(call, "one", consumerGroup="h")[0]
    assert run(call, acking(b), acking(a), acking(c)).body["success"] is True
    assert pop_labels(call, namespace="one", consumerGroup="g") == []


def test_transaction_counts_the_bytes_of_a_payload(call: Call, owner_url: str) -> None:
    reply = run(call, pushing("q", "x" * (MAX_MESSAGE_BYTES - 2)))
    assert reply.body["success"] is True
    reply = run(call, pushing("q", "x" * (MAX_MESSAGE_BYTES - 1)))
    refused(reply, 413, "PAYLOAD_TOO_LARGE")
    assert stored(owner_url) == 1


def test_transaction_refuses_what_has_another_form(call: Call, owner_url: str) -> None:
    good = pushing("q", 1)
    lone = {"type": "ack", "transactionId": "t"}
    wrong: list[dict[str, Any]] = [
        {},
        {"operations": None},
        {"operations": []},
        {"operations": {}},
        {"operations": [good, 5]},
        {"operations": [good, {}]},
        {"operations": [good, {"type": "pusch", "items": good["items"]}]},
        {"operations": [good, {"type": "kv"}]},
        {"operations": [good, {"type": None}]},
        {"operations": [good, {"type": "push"}]},
        {"operations": [good, {"type": "push", "items": []}]},
        {"operations": [good, pushing("", 1)]},
        {"operations": [good, lone]},
        {"operations": [good, {**lone, "partitionId": "1", "status": "done"}]},
        {"operations": [good], "requiredLeases": "x"},
        {"operations": [good], "requiredLeases": [5]},
        {"operations": [good], "kv": [{"op": "put"}]},
        {"operations": [good], "timers": [{"delayMs": 5}]},
    ]
    for body in wrong:
        refused(call("POST", PATH, body), 400, "INVALID_REQUEST")
    refused(call("POST", PATH, {"operations": [good] * 5_001}), 400, "INVALID_REQUEST")
    assert stored(owner_url) == 0


def test_transaction_bounds_its_items_like_a_push(call: Call, owner_url: str) -> None:
    halves = [pushing("q", *[None] * 5_000), pushing("q", *[None] * 5_001)]
    refused(run(call, *halves), 400, "INVALID_REQUEST")
    assert stored(owner_url) == 0


def test_transaction_takes_empty_riders(call: Call) -> None:
    assert run(call, pushing("q", 1), kv=[], timers=[]).body["success"] is True
