"""POST /api/v1/ack and /api/v1/ack/batch: what an answer completes, and which ones are refused."""

from typing import Any

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, configure, data, pop, push, refused
from tests.support.rows import dead_letters, rows

STALE = "Invalid or expired lease"


def one(call: Call, message: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """Ack a message by itself, with the fields of the message that its holder would send."""
    body = {
        "transactionId": message["transactionId"],
        "partitionId": message["partitionId"],
        "consumerGroup": message["consumerGroup"],
        "leaseId": message["leaseId"],
        "status": "completed",
        **fields,
    }
    reply = call("POST", "/api/v1/ack", body)
    assert reply.status == 200, reply
    (outcome,) = reply.body
    return dict(outcome)


def cursor(owner_url: str) -> int:
    (row,) = rows(owner_url, "select committed from queen.partition_consumers")
    return int(row["committed"])


def test_ack_answers_an_array_of_one(call: Call) -> None:
    push(call, "q", 1, partition="p", transactionId="t")
    (message,) = pop(call, "q")
    assert one(call, message) == {
        "index": 0,
        "transactionId": "t",
        "success": True,
        "error": None,
        "queueName": "q",
        "partitionName": "p",
        "leaseReleased": True,
        "dlq": False,
    }
    assert pop(call, "q") == []


def test_ack_takes_success_for_completed_and_completed_for_nothing(call: Call) -> None:
    push(call, "q", 1, 2)
    first, second = pop(call, "q", batch=2)
    assert one(call, first, status="success")["success"] is True
    body = {name: second[name] for name in ("transactionId", "partitionId", "leaseId")}
    assert call("POST", "/api/v1/ack", body).body[0]["leaseReleased"] is True


def test_ack_without_a_group_is_the_queue_modes(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    assert one(call, message, consumerGroup=None, error=None)["success"] is True


def test_ack_completes_exactly_the_message_it_names(call: Call, clock: Clock) -> None:
    push(call, "q", *"abcde")
    messages = pop(call, "q", batch=5)
    assert one(call, messages[4])["leaseReleased"] is False
    assert one(call, messages[1])["leaseReleased"] is False
    clock.advance(301)  # the worker died: no message is lost, and no completed one comes again
    seen = []
    while again := pop(call, "q", batch=5):
        seen += data(again)
        complete(call, *again)
    assert seen == ["a", "c", "d"]


def test_ack_moves_the_cursor_to_the_end_of_the_completed_prefix(
    call: Call, owner_url: str
) -> None:
    push(call, "q", *"abcde")
    messages = pop(call, "q", batch=5)
    seen = []
    for place in (1, 3, 0, 2):
        complete(call, messages[place])
        seen.append(cursor(owner_url))
    assert seen == [0, 0, 2, 4]
    assert one(call, messages[4])["leaseReleased"] is True
    assert cursor(owner_url) == 5


def test_ack_up_to_completes_all_that_was_handed_out_before(call: Call, owner_url: str) -> None:
    push(call, "q", *"abcd")
    messages = pop(call, "q", batch=4)
    assert one(call, messages[2], upTo=True)["leaseReleased"] is False
    assert cursor(owner_url) == 3
    assert one(call, messages[3], upTo=True)["leaseReleased"] is True


def test_ack_repeated_under_its_lease_is_success(call: Call) -> None:
    push(call, "q", 1, 2)
    first, _ = pop(call, "q", batch=2)
    assert "alreadyCompleted" not in one(call, first)
    again = one(call, first)
    assert (again["success"], again["alreadyCompleted"], again["error"]) == (True, True, None)


def test_ack_repeated_after_its_lease_has_ended_is_success(call: Call) -> None:
    push(call, "q", 1, 2)
    (first,) = pop(call, "q")
    complete(call, first)
    pop(call, "q")
    again = one(call, first)
    assert (again["success"], again["alreadyCompleted"]) == (True, True)


def test_ack_repeated_after_the_lease_ran_out(call: Call, clock: Clock) -> None:
    push(call, "q", "a", "b")
    first, second = pop(call, "q", batch=2)
    complete(call, first)
    clock.advance(301)
    assert data(pop(call, "q", batch=2)) == ["b"]
    again = one(call, first)
    assert (again["success"], again.get("alreadyCompleted")) == (True, True)
    assert one(call, second)["error"] == STALE


def test_ack_of_a_message_that_needs_none_is_success(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q", autoAck=True)
    assert message["leaseId"] == ""
    outcome = one(call, message)
    assert (outcome["success"], outcome["alreadyCompleted"]) == (True, True)


def test_ack_with_another_verdict_on_a_completed_message_is_refused(call: Call) -> None:
    push(call, "q", 1, 2)
    first, _ = pop(call, "q", batch=2)
    complete(call, first)
    for status in ("failed", "retry", "dlq"):
        outcome = one(call, first, status=status)
        assert outcome["success"] is False
        assert outcome["error"] == "Message was already answered"


def test_ack_that_gives_a_message_up_may_be_repeated(call: Call, owner_url: str) -> None:
    push(call, "q", 1, 2)
    first, second = pop(call, "q", batch=2)
    for message in (first, second):
        assert one(call, message, status="dlq", error="bad")["dlq"] is True
        letters = dead_letters(owner_url)
        for _ in range(2):  # under its lease, and after that
            again = one(call, message, status="dlq", error="again")
            assert (again["success"], again["dlq"]) == (True, True)
            assert again["alreadyCompleted"] is True
        assert dead_letters(owner_url) == letters
    for status in ("failed", "retry"):
        assert one(call, first, status=status)["error"] == "Message was already answered"
    (count,) = rows(owner_url, "select dead, acked from queen.partition_consumers")
    assert count == {"dead": 2, "acked": 0}


def test_ack_batch_that_gives_a_message_up_twice(call: Call, owner_url: str) -> None:
    push(call, "q", 1)
    messages = pop(call, "q")
    outcomes = ack(call, *messages * 2, status="dlq")
    assert [each["success"] for each in outcomes] == [True, True]
    assert [each.get("alreadyCompleted") for each in outcomes] == [None, True]
    assert rows(owner_url, "select dead from queen.partition_consumers") == [{"dead": 1}]


def test_ack_that_gives_up_what_was_not_is_refused(call: Call, clock: Clock) -> None:
    """A letter of an earlier lease is no verdict of this one."""
    configure(call, "q", retryLimit=0)
    push(call, "q", "rejected", "failed")
    one(call, pop(call, "q")[0], status="dlq")
    (failed,) = pop(call, "q")
    assert one(call, failed, status="failed")["dlq"] is True
    assert one(call, failed, status="dlq")["error"] == "Message was already answered"
    call(
        "POST", "/api/v1/consumer-groups/__QUEUE_MODE__/queues/q/seek", {"timestamp": "1970-01-01"}
    )
    clock.advance(1)
    (again,) = pop(call, "q")
    assert again["data"] == "rejected"
    complete(call, again)
    assert one(call, again, status="dlq")["error"] == "Message was already answered"


def test_ack_under_a_lease_that_ran_out_is_refused(call: Call, clock: Clock) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    clock.advance(301)
    outcome = one(call, message)
    assert (outcome["success"], outcome["error"]) == (False, STALE)
    assert data(pop(call, "q")) == [1]


def test_ack_of_a_zombie_moves_nothing(call: Call, clock: Clock, owner_url: str) -> None:
    push(call, "q", 1)
    (zombie,) = pop(call, "q")
    clock.advance(301)
    (heir,) = pop(call, "q")
    for status in ("completed", "failed", "retry", "dlq"):
        assert one(call, zombie, status=status, upTo=True)["error"] == STALE
    assert cursor(owner_url) == 0
    assert dead_letters(owner_url) == []
    assert one(call, heir)["success"] is True


def test_ack_under_a_lease_that_never_was_is_refused(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    for lease in ("x", "1", "é" * 5_000, "0f8fad5b-d9cb-469f-a165-70867728950e", "." * 99):
        assert one(call, message, leaseId=lease)["error"] == STALE
    assert one(call, message)["success"] is True


def test_ack_without_a_lease_id_needs_a_live_lease(call: Call, clock: Clock) -> None:
    push(call, "q", 1, 2)
    body = {"transactionId": "none", "partitionId": "1"}
    (message,) = pop(call, "q")
    body = {"transactionId": message["transactionId"], "partitionId": message["partitionId"]}
    clock.advance(301)
    assert call("POST", "/api/v1/ack", body).body[0]["error"] == STALE
    pop(call, "q")
    assert call("POST", "/api/v1/ack", body).body[0]["success"] is True


def test_ack_of_a_message_that_was_not_handed_out_is_refused(call: Call) -> None:
    (answer, _) = push(call, "q", 1, 2)
    second = push(call, "q", 3, transactionId="third")[0]
    body = {"transactionId": "third", "partitionId": second["partition_id"]}
    assert call("POST", "/api/v1/ack", body).body[0]["error"] == STALE
    (message,) = pop(call, "q")
    assert call("POST", "/api/v1/ack", body).body[0]["error"] == STALE
    assert one(call, message, transactionId="third")["error"] == STALE
    assert answer["transaction_id"] == message["transactionId"]


def test_ack_for_another_group_names_the_lease_s_group(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q", consumerGroup="one")
    pop(call, "q", consumerGroup="two")
    for group, called in (
        ("two", "two"),
        ("never seen", "never seen"),
        (None, "__QUEUE_MODE__"),
        ("", "__QUEUE_MODE__"),
    ):
        for status in ("completed", "failed"):
            outcome = one(call, message, consumerGroup=group, status=status)
            assert outcome["success"] is False
            assert outcome["error"] == (
                f"{STALE}: this lease is group one's, not group {called}'s;"
                " name its group as consumerGroup"
            )
    complete(call, message)
    assert "is group one's" in one(call, message, consumerGroup=None)["error"]


def test_ack_names_no_group_to_whoever_does_not_know_its_lease(call: Call) -> None:
    push(call, "q", 1, 2)
    (message, _) = pop(call, "q", consumerGroup="one", batch=2)
    never = f"0f8fad5b-d9cb-469f-a165-70867728950e.{message['partitionId']}"
    for lease in (None, "x", never):
        assert one(call, message, consumerGroup=None, leaseId=lease)["error"] == STALE


def test_ack_batch_names_the_lease_s_group(call: Call) -> None:
    push(call, "q", 1, 2)
    messages = pop(call, "q", batch=2)
    wrong = [
        {**message, "consumerGroup": None, "status": status}
        for message, status in zip(messages, ("completed", "retry"), strict=True)
    ]
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": wrong, "consumerGroup": "one"})
    for outcome in reply.body:
        assert "this lease is group __QUEUE_MODE__'s, not group one's" in outcome["error"]
    complete(call, *messages)


def test_ack_of_a_message_that_is_not_there_is_refused(call: Call) -> None:
    push(call, "q", 1)
    (message,) = pop(call, "q")
    for fields in (
        {"transactionId": "unknown"},
        {"partitionId": "999999"},
        *({"partitionId": text} for text in ("x", "-1", "0", "1.5", "9" * 40, "' or 1=1")),
    ):
        outcome = one(call, message, **fields)
        assert (outcome["success"], outcome["error"]) == (False, "Message not found")


def test_ack_batch_answers_in_the_order_of_the_request(call: Call) -> None:
    push(call, "q", "a1", "a2", partition="a")
    push(call, "q", "b1", partition="b")
    a1, a2, b1 = pop(call, "q", batch=3, partitions=2)
    unknown = {**a1, "transactionId": "unknown"}
    outcomes = ack(call, b1, unknown, a2, a1)
    assert [outcome["index"] for outcome in outcomes] == [0, 1, 2, 3]
    assert [outcome["success"] for outcome in outcomes] == [True, False, True, True]
    assert [outcome["partitionName"] for outcome in outcomes][2:] == ["a", "a"]
    assert [outcome["transactionId"] for outcome in outcomes] == [
        m["transactionId"] for m in (b1, unknown, a2, a1)
    ]
    assert pop(call, "q", batch=9) == []


def test_ack_batch_judges_each_message_by_itself(call: Call, owner_url: str) -> None:
    push(call, "q", *"abcd")
    messages = pop(call, "q", batch=4)
    body = [
        {"status": "completed"},
        {"status": "dlq", "error": "bad"},
        {"status": "failed", "error": "later"},
        {"status": "completed"},
    ]
    acknowledgments = [
        {"transactionId": m["transactionId"], "partitionId": m["partitionId"], **fields}
        for m, fields in zip(messages, body, strict=True)
    ]
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": acknowledgments})
    assert [outcome["success"] for outcome in reply.body] == [True] * 4
    assert [outcome["dlq"] for outcome in reply.body] == [False, True, False, False]
    assert dead_letters(owner_url) == [("b", "rejected", "bad", 0)]
    assert cursor(owner_url) == 2


def test_ack_batch_of_the_same_message_twice(call: Call, owner_url: str) -> None:
    push(call, "q", 1, 2)
    first, second = pop(call, "q", batch=2)
    outcomes = ack(call, first, first, second)
    assert [outcome["success"] for outcome in outcomes] == [True] * 3
    assert outcomes[1]["alreadyCompleted"] is True
    assert cursor(owner_url) == 2


def test_ack_batch_of_nothing(call: Call) -> None:
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": []})
    assert (reply.status, reply.body) == (200, [])


def test_ack_batch_takes_ten_thousand_and_no_more(call: Call) -> None:
    item = {"transactionId": "t", "partitionId": "1"}
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": [item] * 5_000})
    assert (reply.status, len(reply.body)) == (200, 5_000)
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": [item] * 5_001})
    refused(reply, 400, "INVALID_REQUEST")


def test_ack_of_one_partition_leaves_the_lease_of_the_others(call: Call) -> None:
    push(call, "q", "a", partition="a")
    push(call, "q", "b", partition="b")
    first, second = pop(call, "q", batch=2, partitions=2)
    assert one(call, first)["leaseReleased"] is True
    assert pop(call, "q") == []
    assert one(call, second)["leaseReleased"] is True


def test_ack_refuses_what_has_another_form(call: Call) -> None:
    configure(call, "q")
    good = {"transactionId": "t", "partitionId": "1"}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({}, "transactionId"),
        ({"transactionId": "t"}, "partitionId"),
        *(({**good, "transactionId": v}, "transactionId") for v in (None, 5, "", "x" * 256)),
        *(({**good, "partitionId": v}, "partitionId") for v in (None, 5, "", [])),
        *(({**good, "status": v}, "status") for v in (None, 5, "", "done", "COMPLETED")),
        *(({**good, "error": v}, "error") for v in (5, {}, [])),
        *(({**good, "leaseId": v}, "leaseId") for v in (5, {}, [])),
        *(({**good, "delaySeconds": v}, "delaySeconds") for v in (-1, "5", [], 4e8)),
        *(({**good, "upTo": v}, "upTo") for v in (None, "often", [])),
        *(({**good, "consumerGroup": v}, "consumerGroup") for v in (5, {}, "x" * 256)),
    ]
    for body, where in wrong:
        answer = refused(call("POST", "/api/v1/ack", body), 400, "INVALID_REQUEST")
        assert answer["error"].startswith(where), (body, answer)
    for batch in (
        {},
        {"acknowledgments": None},
        {"acknowledgments": good},
        {"acknowledgments": [good, 5]},
        {"acknowledgments": [good], "consumerGroup": 5},
    ):
        refused(call("POST", "/api/v1/ack/batch", batch), 400, "INVALID_REQUEST")
