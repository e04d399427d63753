"""POST /api/v1/transaction with a ``transactionKey``: sent again, it is answered again."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.settings import Settings
from tests.support.clock import Clock
from tests.support.http import Call, Reply
from tests.support.queue_http import configure, data, pop, push, refused
from tests.support.rows import rows, value

KEY = "01A1EF2E-BE52-7293-8B8D-017564F12A90"
Message = dict[str, Any]


def send(call: Call, *operations: Message, key: str = KEY, **rest: Any) -> Reply:
    body = {"operations": list(operations), "transactionKey": key, **rest}
    return call("POST", "/api/v1/transaction", body)


def forward(message: Message, **item: Any) -> list[Message]:
    """Complete a message, and push what follows from it."""
    ack = {name: message[name] for name in ("transactionId", "partitionId", "consumerGroup")}
    return [
        {"type": "ack", **ack},
        {"type": "push", "items": [{"queue": "out", "payload": 1, **item}, {"queue": "out"}]},
    ]


@pytest.fixture
def message(call: Call) -> Message:
    push(call, "in", "command")
    (message,) = pop(call, "in")
    return message


def test_a_repetition_is_answered_alike_and_changes_nothing(call: Call, message: Message) -> None:
    """Blindly repeated, it would meet the lease that it ended, and push twice."""
    required = {"requiredLeases": [message["leaseId"]]}
    first = send(call, *forward(message), **required)
    assert (first.status, first.body["success"], "repeated" in first.body) == (200, True, False)
    assert first.body["transactionId"] == KEY.lower()
    assert len({each.get("messageId") for each in first.body["results"]}) == 3
    for key in (KEY, KEY.lower()):
        again = send(call, *forward(message), key=key, **required)
        assert again.body.pop("repeated") is True
        assert again.body == first.body
    assert data(pop(call, "out", batch=9)) == [1, None]


def test_without_a_key_nothing_is_kept(call: Call, message: Message, owner_url: str) -> None:
    body = {"operations": forward(message), "transactionKey": None}
    assert call("POST", "/api/v1/transaction", body).body["success"] is True
    assert rows(owner_url, "select * from queen.keyed_transactions") == []


def test_every_kind_of_operation_is_answered_again(call: Call, owner_url: str) -> None:
    push(call, "in", "a", "b")
    a, b = pop(call, "in", batch=2)
    operations: list[Message] = [
        *forward(a, transactionId="t"),
        {**forward(b)[0], "status": "dlq", "error": "no"},
        {"type": "push", "items": [{"queue": "out", "transactionId": "t"}]},
        {"type": "append", "messages": [{"type": "decided", "payload": {}}]},
    ]
    first = send(call, *operations)
    assert first.body["success"] is True, first
    assert [each.get("status") for each in first.body["results"]][-2] == "duplicate"
    again = send(call, *operations)
    assert again.body.pop("repeated") is True
    assert again.body == first.body
    assert value(owner_url, "select count(*) from log.messages") == 1


def test_another_transaction_with_the_same_key_is_refused(
    call: Call, message: Message, owner_url: str
) -> None:
    send(call, *forward(message), key=KEY)
    before = rows(owner_url, "select * from queen.messages")
    other = {"type": "push", "items": [{"queue": "out", "payload": 2}]}
    for operations, rest in (
        ([other], {}),
        (forward(message, payload=2), {}),
        (forward(message), {"requiredLeases": [message["leaseId"]]}),
    ):
        answer = refused(send(call, *operations, **rest), 409, "TRANSACTION_KEY_TAKEN")
        assert answer["error"] == (
            f"transactionKey {KEY.lower()} belongs to another transaction, which happened;"
            " make a new key"
        )
    body = {"operations": forward(message), "transactionKey": KEY}
    reply = call("POST", "/api/v1/transaction", body, sub="somebody else")
    refused(reply, 409, "TRANSACTION_KEY_TAKEN")
    assert rows(owner_url, "select * from queen.messages") == before


def test_a_transaction_that_was_refused_may_happen_later(call: Call) -> None:
    """Nothing of it was kept, so it is not answered by its refusal."""
    configure(call, "out", maxSize=1)
    push(call, "out", "full")
    operation = {"type": "push", "items": [{"queue": "out", "payload": 1}]}
    assert send(call, operation).body["code"] == "QUEUE_FULL"
    pop(call, "out", autoAck=True)
    done = send(call, operation)
    assert (done.body["success"], "repeated" in done.body) == (True, False)


def test_a_repetition_needs_no_encryption(call: Call) -> None:
    configure(call, "out", encryptionEnabled=True)
    operation = {"type": "push", "items": [{"queue": "out", "payload": 1}]}
    first = send(call, operation)
    again = send(call, operation)
    assert (first.body["success"], again.body["results"]) == (True, first.body["results"])
    assert data(pop(call, "out", batch=9)) == [1]


def test_a_key_is_kept_for_an_hour(call: Call, url: str, clock: Clock, owner_url: str) -> None:
    schedule = Database(Settings(database_url=url.replace("//regent_api@", "//regent_reclaim@")))
    operation = {"type": "push", "items": [{"queue": "out", "payload": 1}]}
    count = "select count(*) from queen.keyed_transactions"

    def reclaim(limit: int) -> bool:
        return bool(schedule.fetch("select more from queen.reclaim(%s)", (limit,))[0][0])

    for number in range(3):
        send(call, operation, key=f"{KEY[:-1]}{number}")
    clock.advance(3_500)
    assert reclaim(10) is False
    assert send(call, operation).body.get("repeated") is True  # its key ends in 0
    clock.advance(101)
    assert reclaim(2) is True
    assert value(owner_url, count) == 1
    assert reclaim(2) is False
    assert value(owner_url, count) == 0
    assert "repeated" not in send(call, operation).body
    schedule.close()


@pytest.mark.parametrize("key", ["", "x", 5, {}, KEY[:-1], KEY + "0"])
def test_a_key_is_a_uuid(call: Call, key: Any) -> None:
    answer = refused(send(call, {"type": "push", "items": [{"queue": "q"}]}, key=key), 400,
                     "INVALID_REQUEST")  # fmt: skip
    assert answer["error"].startswith("transactionKey")
