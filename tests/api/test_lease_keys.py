"""A pop whose answer was lost is repeated under its ``leaseKey``."""

from __future__ import annotations

from typing import Any

import pytest

from functions.edge import waiting
from tests.support.http import Call
from tests.support.queue_http import configure, data, pop, push, refused

KEY = "01A1EF2E-BE52-7293-8B8D-017564F12A90"
OTHER = "01a1ef2e-be52-7293-8b8d-017564f12a91"
QUEUE = "/api/v1/pop/queue/q"


def popped(call: Call, path: str = QUEUE, **query: Any) -> Any:
    return call("GET", path, query=query).body


def test_a_repetition_is_answered_alike(call: Call) -> None:
    push(call, "q", *range(4))
    first = popped(call, batch=2, leaseKey=KEY)
    assert first["leaseId"] == f"{KEY.lower()}.{first['partitionId']}"
    again = popped(call, batch=2, leaseKey=KEY.lower(), repeat=True)
    assert again.pop("leaseSeconds") in range(290, 301)
    del first["leaseSeconds"]
    assert again == first
    assert popped(call, leaseKey=OTHER) is None


@pytest.mark.parametrize("path", [QUEUE, f"{QUEUE}/partition/p", "/api/v1/pop?namespace=q"])
def test_a_repetition_by_any_route(call: Call, path: str) -> None:
    push(call, "q", 1, partition="p")
    path, _, labels = path.partition("?")
    query = {"namespace": "q"} if labels else {}
    first = popped(call, path, leaseKey=KEY, **query)
    again = popped(call, path, leaseKey=KEY, repeat=True, **query)
    assert again["messages"] == first["messages"]


def test_a_pop_that_waits_finds_what_its_repetition_took(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its client hung up, and came again with the next request. The first one waits on: it takes
    nothing else under the same key."""
    push(call, "q", 0, partition="a")
    pop(call, "q")
    repeated = []

    def sleep(_: float) -> None:
        push(call, "q", 1, partition="b")
        repeated.append(popped(call, leaseKey=KEY, repeat=True))
        push(call, "q", 2, partition="c")

    monkeypatch.setattr(waiting, "sleep", sleep)
    first = popped(call, leaseKey=KEY, wait=True)
    assert data(first["messages"]) == data(repeated[0]["messages"]) == [1]


def test_a_repetition_that_waits_looks_each_time(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request reaches the database after its repetition."""
    push(call, "q", 0, partition="a")
    pop(call, "q")

    def sleep(_: float) -> None:
        push(call, "q", 1, partition="b")
        popped(call, leaseKey=KEY)
        push(call, "q", 2, partition="c")

    monkeypatch.setattr(waiting, "sleep", sleep)
    again = popped(call, leaseKey=KEY, repeat=True, wait=True)
    assert data(again["messages"]) == [1]


def test_next_is_repeated_with_its_acks(call: Call) -> None:
    push(call, "q", 1, 2)
    (message,) = pop(call, "q")
    acked = {name: message[name] for name in ("transactionId", "partitionId", "leaseId")}
    body: dict[str, Any] = {
        "acknowledgments": [acked],
        "next": {"queue": "q", "leaseKey": KEY, "repeat": False},
    }
    first = call("POST", "/api/v1/ack/batch", body).body
    body["next"]["repeat"] = True
    again = call("POST", "/api/v1/ack/batch", body).body
    assert again["acknowledgments"][0]["alreadyCompleted"] is True
    assert again["next"]["messages"] == first["next"]["messages"] != []


def test_a_lease_is_given_back_by_its_key(call: Call) -> None:
    """A client that stops knows the lease's id, though it never saw the answer."""
    push(call, "q", 1, transactionId="t")
    lost = popped(call, leaseKey=KEY)
    body = {
        "transactionId": "t",
        "partitionId": lost["partitionId"],
        "leaseId": f"{KEY.lower()}.{lost['partitionId']}",
        "status": "retry",
    }
    assert call("POST", "/api/v1/ack", body).body[0]["leaseReleased"] is True


def test_keys_that_make_no_sense_are_refused(call: Call) -> None:
    configure(call, "q")
    for query, sentence in (
        ({"leaseKey": "x"}, "leaseKey"),
        ({"leaseKey": ""}, "leaseKey"),
        ({"leaseKey": KEY, "repeat": "often"}, "repeat"),
        ({"repeat": True}, "repeat: needs the leaseKey of the request that it repeats"),
        ({"leaseKey": KEY, "autoAck": True}, "leaseKey: a pop with autoAck has no lease"),
    ):
        answer = refused(call("GET", QUEUE, query=query), 400, "INVALID_REQUEST")
        assert answer["error"].startswith(sentence)
    for wanted, sentence in (
        ({"leaseKey": "x"}, "next.leaseKey"),
        ({"repeat": 1, "leaseKey": KEY}, "next.repeat"),
        ({"repeat": True}, "repeat: needs the leaseKey"),
    ):
        body = {"acknowledgments": [], "next": {"queue": "q", **wanted}}
        answer = refused(call("POST", "/api/v1/ack/batch", body), 400, "INVALID_REQUEST")
        assert answer["error"].startswith(sentence)
