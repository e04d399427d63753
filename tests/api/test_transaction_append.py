"""POST /api/v1/transaction with an append: the queue and the event log change together, or not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.http import Call, Reply
from tests.support.log import condition, created, joined
from tests.support.queue_http import Message, pop, push, refused

PATH = "/api/v1/transaction"


def messages(call: Call) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = call("GET", "/api/v1/log/messages").body["messages"]
    return found


def ack_of(message: Message) -> dict[str, Any]:
    return {"type": "ack", "transactionId": message["transactionId"],
            "partitionId": message["partitionId"], "leaseId": message["leaseId"]}  # fmt: skip


def decide(call: Call, message: Message, last: int, *events: Any) -> Reply:
    """Ack a command, push what follows from it, append what was decided."""
    conditions = [condition("user.joined_course", course_name="Algebra")]
    return call(
        "POST",
        PATH,
        {
            "operations": [
                {
                    "type": "append",
                    "messages": list(events),
                    "guard": {"conditions": conditions, "lastPosition": last},
                },
                {"type": "push", "items": [{"queue": "mails", "payload": "welcome"}]},
                ack_of(message),
            ]
        },
    )


@pytest.fixture
def command(call: Call) -> Message:
    push(call, "commands", "join")
    (message,) = pop(call, "commands")
    return message


def test_an_append_a_push_and_an_ack_happen_together(call: Call, command: Message) -> None:
    reply = decide(call, command, 0, joined("Algebra", "joe"), created("History"))
    assert reply.status == 200
    assert reply.body["success"] is True
    assert [(each["type"], each["success"]) for each in reply.body["results"]] == [
        ("append", True),
        ("push", True),
        ("ack", True),
    ]
    appended = reply.body["results"][0]
    assert (appended["positions"], appended["lastPosition"]) == ([1, 2], 2)
    assert [each["type"] for each in messages(call)] == ["user.joined_course", "course.created"]
    assert [each["data"] for each in pop(call, "mails")] == ["welcome"]
    assert pop(call, "commands") == []


def test_a_broken_guard_takes_everything_back_and_says_so(call: Call, command: Message) -> None:
    call("POST", "/api/v1/log/append", {"messages": [joined("Algebra", "jake")]})
    reply = decide(call, command, 0, joined("Algebra", "joe"))
    assert reply.status == 200
    body = reply.body
    assert (body["success"], body["code"]) == (False, "CONCURRENT_APPEND")
    assert body["detail"] == {"conflicts": [1], "lastPosition": 0}
    assert [each["success"] for each in body["results"]] == [False, False, False]
    assert body["results"][0]["error"] == body["error"]
    assert [each["error"] for each in body["results"][1:]] == ["rolled back", "rolled back"]
    assert len(messages(call)) == 1
    assert pop(call, "mails") == []
    again = decide(call, command, 1, joined("Algebra", "joe"))
    assert again.body["success"] is True


def test_a_refused_ack_takes_the_append_back(call: Call, command: Message) -> None:
    stranger = {**command, "transactionId": "unknown"}
    body = decide(call, stranger, 0, joined("Algebra", "joe")).body
    assert (body["success"], body["code"]) == (False, "TRANSACTION_REFUSED")
    assert body["results"][0]["error"] == "rolled back"
    assert messages(call) == []


def test_a_lost_answer_can_be_asked_for_again(call: Call, command: Message) -> None:
    """With its ids again, the append is known, the push is a duplicate, the ack is repeated."""
    event = joined("Algebra", "joe")
    operations = [
        {"type": "append", "messages": [event]},
        {"type": "push", "items": [{"queue": "mails", "transactionId": "m", "payload": 1}]},
        ack_of(command),
    ]
    for _ in range(2):
        body = call("POST", PATH, {"operations": operations}).body
        assert body["success"] is True
        assert body["results"][0]["positions"] == [1]
    assert len(messages(call)) == 1


def test_what_follows_from_a_message_is_not_appended_twice(call: Call, command: Message) -> None:
    """A repeated ack with another append is another decision, and refused."""
    assert decide(call, command, 0, created("History")).body["success"] is True
    operations = [{"type": "append", "messages": [created("Physics")]}, ack_of(command)]
    body = call("POST", PATH, {"operations": operations}).body
    assert (body["success"], body["code"]) == (False, "TRANSACTION_REFUSED")
    assert len(messages(call)) == 1


def test_an_append_alone_is_a_transaction(call: Call) -> None:
    body = call("POST", PATH, {"operations": [{"type": "append", "messages": [created("A")]}]}).body
    assert body["success"] is True
    assert body["results"][0]["lastPosition"] == 1


def test_appends_that_have_another_form_are_refused(call: Call) -> None:
    append = {"type": "append", "messages": [created("A")]}
    for operations in (
        [append, append],
        [{"type": "append", "messages": []}],
        [{"type": "append"}],
        [{**append, "guard": {"conditions": 7, "lastPosition": 0}}],
        [{**append, "guard": {"conditions": [], "lastPosition": -1}}],
        [{"type": "append", "messages": [{"type": "t", "payload": [1]}]}],
    ):
        refused(call("POST", PATH, {"operations": operations}), 400, "INVALID_REQUEST")
    assert messages(call) == []
