"""POST /api/v1/messages/…/dlq: a message is given up by hand."""

from typing import Any

import pytest

from tests.support.dead_letters import letters
from tests.support.http import Call
from tests.support.queue_http import configure, data, pop, push, refused

HUGE = 10**40


def move(call: Call, pushed: dict[str, Any], body: Any = None) -> Any:
    path = f"/api/v1/messages/{pushed['partition_id']}/{pushed['transaction_id']}/dlq"
    return call("POST", path, body)


def test_a_message_is_given_up_by_hand(call: Call) -> None:
    pop(call, "q", consumerGroup="g")
    first, _ = push(call, "q", 1, 2)
    reply = move(call, first, {"consumerGroup": "g", "error": "poison"})
    assert (reply.status, reply.body) == (
        200,
        {
            "success": True,
            "partitionId": first["partition_id"],
            "transactionId": first["transaction_id"],
            "messageId": first["message_id"],
            "queue": "q",
            "partition": "Default",
            "consumerGroup": "g",
            "moved": True,
        },
    )
    again = move(call, first, {"consumerGroup": "g"})
    assert (again.status, again.body) == (200, reply.body | {"moved": False})
    (letter,) = letters(call)
    assert (letter["reason"], letter["errorMessage"]) == ("moved", "poison")
    assert data(pop(call, "q", consumerGroup="g", batch=10)) == [2]


def test_without_a_body_it_is_the_group_of_those_who_name_none(call: Call) -> None:
    configure(call, "q")
    pop(call, "q")
    (pushed,) = push(call, "q", 1)
    assert move(call, pushed).body["consumerGroup"] == "__QUEUE_MODE__"
    assert letters(call)[0]["errorMessage"] == ""
    assert pop(call, "q") == []


def test_a_long_error_is_cut(call: Call) -> None:
    pop(call, "q", consumerGroup="g")
    (pushed,) = push(call, "q", 1)
    move(call, pushed, {"consumerGroup": "g", "error": "x" * 20_000})
    assert len(letters(call, reason="moved")[0]["errorMessage"]) == 10_000


def test_a_message_that_a_consumer_holds_is_left_to_it(call: Call) -> None:
    (pushed,) = push(call, "q", 1)
    (held,) = pop(call, "q")
    body = refused(move(call, pushed), 409, "LEASE_LIVE")
    assert set(body["detail"]) == {"consumerGroup", "leaseExpiresAt"}
    assert letters(call) == []
    assert move(call, pushed, {"force": True}).body["moved"] is True
    assert held["data"] == 1


def test_what_the_group_is_done_with_cannot_be_given_up(call: Call) -> None:
    (pushed,) = push(call, "q", 1)
    pop(call, "q", autoAck=True)
    refused(move(call, pushed), 409, "ALREADY_COMPLETED")


@pytest.mark.parametrize(
    ("partition", "transaction", "body", "status", "code"),
    [
        ("1", "t", {"consumerGroup": "nobody"}, 404, "GROUP_NOT_FOUND"),
        ("1", "never", None, 404, "MESSAGE_NOT_FOUND"),
        ("99", "t", None, 404, "MESSAGE_NOT_FOUND"),
        ("x", "t", None, 404, "MESSAGE_NOT_FOUND"),
        (str(HUGE), "t", None, 404, "MESSAGE_NOT_FOUND"),
        ("1", "x" * 256, None, 400, "INVALID_REQUEST"),
        ("1", "%00", None, 400, "INVALID_REQUEST"),
        ("1", "t", {"error": "\x00"}, 400, "INVALID_REQUEST"),
        ("1", "t", {"error": 5}, 400, "INVALID_REQUEST"),
        ("1", "t", {"force": "perhaps"}, 400, "INVALID_REQUEST"),
        ("1", "t", {"consumerGroup": "a/queues/b"}, 400, "INVALID_REQUEST"),
        ("1", "t", "[]", 400, "INVALID_REQUEST"),
        ("1", "t", "{", 400, "INVALID_JSON"),
    ],
)
def test_a_move_that_is_refused_changes_nothing(  # noqa: PLR0917
    call: Call, partition: str, transaction: str, body: Any, status: int, code: str
) -> None:
    configure(call, "q")
    push(call, "q", 1, transactionId="t")
    refused(call("POST", f"/api/v1/messages/{partition}/{transaction}/dlq", body), status, code)
    assert letters(call) == []
