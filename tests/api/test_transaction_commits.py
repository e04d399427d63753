"""POST /api/v1/transaction: commits of a member's offsets beside pushes and acks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.clock import StoppedClock
from tests.support.http import Call, Reply
from tests.support.members_http import group_on, join, offsets, produce, settled
from tests.support.queue_http import data, pop, push, refused

PATH = "/api/v1/transaction"
ROLLED_BACK = "rolled back"


def run(call: Call, *operations: dict[str, Any]) -> Reply:
    reply: Reply = call("POST", PATH, {"operations": list(operations)})
    return reply


def pushing(*payloads: Any) -> dict[str, Any]:
    return {"type": "push", "items": [{"queue": "out", "payload": p} for p in payloads]}


def committing(group: str, member: str, offsets: Any, **fields: Any) -> dict[str, Any]:
    return {"type": "commit", "groupId": group, "memberId": member, "offsets": offsets, **fields}


@pytest.fixture
def group(call: Call) -> str:
    group = group_on(call)
    produce(call, 0, "a", "b", "c")
    return group


def test_what_was_read_and_what_came_of_it_happen_together(
    call: Call, stopped_clock: StoppedClock, group: str
) -> None:
    (member,) = settled(call, stopped_clock, group, "a")
    push(call, "in", 1)
    (message,) = pop(call, "in")
    named = ("transactionId", "partitionId", "leaseId")
    reply = run(
        call,
        committing(group, member, {"0": 2}, generation=1),
        {"type": "ack", **{name: message[name] for name in named}},
        pushing("x", "y"),
    )
    assert (reply.status, reply.body["success"]) == (200, True)
    results = reply.body["results"]
    assert [(r["index"], r["type"], r["success"]) for r in results] == [
        (0, "commit", True),
        (1, "ack", True),
        (2, "push", True),
        (3, "push", True),
    ]
    assert results[0] == {
        "index": 0,
        "type": "commit",
        "success": True,
        "groupId": group,
        "memberId": member,
        "error": None,
    }
    assert offsets(call, group) == {"0": 2, "1": 0, "2": 0}
    assert data(pop(call, "out", batch=9)) == ["x", "y"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"generation": 7}, "ILLEGAL_GENERATION"),
        ({"offsets": {"0": 1}}, "NOT_OWNER"),
        ({"offsets": {"2": 1}}, "OFFSET_BEYOND_HEAD"),
        ({"memberId": "nobody"}, "UNKNOWN_MEMBER_ID"),
        ({"groupId": "G_nowhere_app"}, "UNKNOWN_GROUP"),
    ],
)
def test_a_refused_commit_is_answered_like_a_refused_ack(
    call: Call, stopped_clock: StoppedClock, group: str, wrong: Any, code: str
) -> None:
    a, b = settled(call, stopped_clock, group, "a", "b")
    reply = run(
        call,
        committing(group, a, {"0": 3}),
        pushing(1),
        committing(group, b, {"2": 0}) | wrong,
    )
    assert (reply.status, reply.body["success"], reply.body["code"]) == (200, False, code)
    sentence = reply.body["error"]
    assert [result["error"] for result in reply.body["results"]] == [
        ROLLED_BACK,
        ROLLED_BACK,
        sentence,
    ]
    assert [result["success"] for result in reply.body["results"]] == [False] * 3
    assert offsets(call, group) == {"0": 0, "1": 0, "2": 0}
    assert pop(call, "out") == []


def test_a_rewind_is_refused_in_a_transaction_too(
    call: Call, stopped_clock: StoppedClock, group: str
) -> None:
    (member,) = settled(call, stopped_clock, group, "a")
    assert run(call, committing(group, member, {"0": 3})).body["success"] is True
    assert run(call, committing(group, member, {"0": 1})).body["code"] == "OFFSET_REWIND"
    assert run(call, committing(group, member, {"0": 1}, force=True)).body["success"] is True
    assert offsets(call, group)["0"] == 1


def test_a_transaction_may_be_repeated_when_its_answer_was_lost(
    call: Call, stopped_clock: StoppedClock, group: str
) -> None:
    (member,) = settled(call, stopped_clock, group, "a")
    item = {"queue": "out", "payload": 1, "transactionId": "t"}
    both = (committing(group, member, {"0": 3}), {"type": "push", "items": [item]})
    for _ in range(2):
        assert run(call, *both).body["success"] is True
    assert data(pop(call, "out", batch=9)) == [1]


@pytest.mark.usefixtures("stopped_clock")
def test_a_malformed_commit_is_a_400(call: Call, group: str) -> None:
    member = join(call, group, "a")
    right = committing(group, member, {"0": 0})
    for name in ("groupId", "memberId", "offsets"):
        for wrong in ("", None, 5, [1], "x" * 300):
            refused(run(call, right | {name: wrong}), 400, "INVALID_REQUEST")
        missing = {n: v for n, v in right.items() if n != name}
        refused(run(call, missing), 400, "INVALID_REQUEST")
    refused(run(call, right | {"offsets": {"00": 1}}), 400, "INVALID_REQUEST")
    refused(run(call, right | {"generation": -1}), 400, "INVALID_REQUEST")
    refused(run(call, right | {"force": "perhaps"}), 400, "INVALID_REQUEST")
