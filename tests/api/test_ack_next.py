"""POST /api/v1/ack/batch with ``next``: answer for messages, and take the next ones."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest

from regent.errors import Busy, DatabaseUnavailable
from regent.rows import instant
from regent.stores.queue import Queues
from tests.api.test_pop_bytes import LAMBDA_BYTES
from tests.support.clock import Clock
from tests.support.http import Call, Reply
from tests.support.queue_http import (
    Message,
    complete,
    configure,
    data,
    pop,
    pop_labels,
    push,
    refused,
)
from tests.support.rows import rows, value


def ask(call: Call, messages: list[Message], wanted: dict[str, Any], **fields: Any) -> Reply:
    """Complete messages, and ask for the next ones."""
    acknowledgments = [
        {name: m[name] for name in ("transactionId", "partitionId", "leaseId")} | fields
        for m in messages
    ]
    group = messages[0]["consumerGroup"] if messages else None
    body = {"acknowledgments": acknowledgments, "consumerGroup": group, "next": wanted}
    return call("POST", "/api/v1/ack/batch", body)


def take_next(
    call: Call, messages: list[Message], wanted: dict[str, Any], **fields: Any
) -> list[Message]:
    """The next messages, where every ack is accepted and nothing is skipped."""
    reply = ask(call, messages, wanted, **fields)
    assert reply.status == 200, reply
    assert [each["error"] for each in reply.body["acknowledgments"]] == [None] * len(messages)
    assert reply.body["nextSkipped"] is None
    taken: list[Message] = reply.body["next"]["messages"]
    return taken


def test_next_answers_the_outcomes_and_what_a_pop_would(call: Call, owner_url: str) -> None:
    push(call, "q", "a", "b", "c", partition="p", key="k", headers={"h": 1})
    (first,) = pop(call, "q", consumerGroup="g")
    reply = ask(call, [first], {"queue": "q", "batch": 2})
    assert reply.status == 200
    assert list(reply.body) == ["acknowledgments", "failedLeases", "next", "nextSkipped"]
    assert reply.body["acknowledgments"] == [
        {
            "index": 0,
            "transactionId": first["transactionId"],
            "success": True,
            "error": None,
            "queueName": "q",
            "partitionName": "p",
            "leaseReleased": True,
            "dlq": False,
        }
    ]
    taken = reply.body["next"]
    assert (set(taken), taken["partitionsClaimed"]) == (
        {"leaseId", "leaseSeconds", "expiresAt", "messages", "partitionsClaimed"},
        1,
    )
    assert taken["leaseSeconds"] == 300
    ends = "select lease_expires_at from queen.partition_consumers"
    assert taken["expiresAt"] == instant(value(owner_url, ends))
    assert data(taken["messages"]) == ["b", "c"]
    (second, third) = taken["messages"]
    assert second["leaseId"] == third["leaseId"] == taken["leaseId"] != first["leaseId"]
    same = ("queue", "partition", "partitionId", "consumerGroup", "key", "headers")
    assert {name: second[name] for name in same} == {name: first[name] for name in same}
    assert set(second) == set(first)


def test_without_next_the_answer_is_the_array(call: Call) -> None:
    for body in ({"acknowledgments": []}, {"acknowledgments": [], "next": None}):
        assert call("POST", "/api/v1/ack/batch", body).body == []


def test_next_of_nothing(call: Call) -> None:
    push(call, "q", 1)
    messages = pop(call, "q")
    reply = ask(call, messages, {"queue": "q"})
    nothing = {
        "leaseId": "",
        "leaseSeconds": None,
        "expiresAt": None,
        "messages": [],
        "partitionsClaimed": 0,
    }
    assert (reply.body["next"], reply.body["nextSkipped"]) == (nothing, None)
    reply = ask(call, [], {"queue": "q"})
    assert reply.body == {
        "acknowledgments": [],
        "failedLeases": [],
        "next": nothing,
        "nextSkipped": None,
    }


def test_next_goes_through_a_queue(call: Call) -> None:
    for name in "abc":
        push(call, "q", *(f"{name}{number}" for number in range(4)), partition=name)
    seen = []
    messages = pop(call, "q", batch=3)
    while messages:
        seen += data(messages)
        messages = take_next(call, messages, {"queue": "q", "batch": 3})
    assert sorted(seen) == [f"{name}{number}" for name in "abc" for number in range(4)]
    for name in "abc":
        assert [each for each in seen if each[0] == name] == [f"{name}{n}" for n in range(4)]


def test_next_takes_from_a_partition_several_and_labels(call: Call) -> None:
    configure(call, "q", namespace="ns", task="t")
    for name in "abc":
        push(call, "q", name, partition=name)
    messages = pop(call, "q", "b")
    pop(call, "q", "a", autoAck=True)
    messages = take_next(call, messages, {"queue": "q", "partition": "a"})
    assert messages == []
    pop(call, "q", "c", consumerGroup="other")
    messages = pop(call, "q")
    assert data(messages) == ["c"]
    push(call, "q", "b2", partition="b")
    push(call, "q", "a2", partition="a")
    messages = take_next(call, messages, {"queue": "q", "batch": 9, "partitions": 9})
    assert sorted(data(messages)) == ["a2", "b2"]
    push(call, "q", "c2", partition="c")
    assert data(pop_labels(call, namespace="ns", consumerGroup="labels")) != []
    messages = take_next(call, messages, {"namespace": "ns", "task": "t"})
    assert data(messages) == ["c2"]


def test_each_verdict_is_carried_out_before_next(call: Call) -> None:
    push(call, "q", "bad", "behind it", partition="p")
    push(call, "q", "other", partition="r")
    messages = pop(call, "q", batch=1)
    messages = take_next(call, messages, {"queue": "q", "batch": 9}, status="dlq")
    assert data(messages) == ["behind it"]
    assert data(take_next(call, messages, {"queue": "q"}, status="failed")) == ["other"]


def test_refused_acks_do_not_stop_next(call: Call, clock: Clock) -> None:
    push(call, "q", "a", "b")
    stale = pop(call, "q", batch=2)
    clock.advance(301)
    reply = ask(call, stale, {"queue": "q"})
    assert [each["error"] for each in reply.body["acknowledgments"]] == [
        "Invalid or expired lease"
    ] * 2
    assert data(reply.body["next"]["messages"]) == ["a"]


def test_next_subscribes_nobody_and_the_acks_count(call: Call) -> None:
    push(call, "q", 1)
    push(call, "r", 2)
    reply = ask(call, pop(call, "q", consumerGroup="g"), {"queue": "r"})
    assert reply.body["acknowledgments"][0]["leaseReleased"] is True
    assert reply.body["next"] is None
    assert reply.body["nextSkipped"] == {
        "code": "NOT_SUBSCRIBED",
        "error": "group g is not subscribed to queue r; pop it once",
    }
    assert pop(call, "q", consumerGroup="g") == []
    assert call("GET", "/api/v1/consumer-groups/g").body.keys() == {"q"}
    messages = pop(call, "r", consumerGroup="g")
    assert take_next(call, messages, {"queue": "r"}) == []
    reply = ask(call, [], {"namespace": "r"})
    assert reply.body["acknowledgments"] == []
    assert reply.body["nextSkipped"]["code"] == "NOT_SUBSCRIBED"


def test_next_in_maintenance_is_empty_and_the_acks_count(call: Call) -> None:
    push(call, "q", 1, 2)
    messages = pop(call, "q")
    call("POST", "/api/v1/system/maintenance/pop", {"enabled": True})
    assert take_next(call, messages, {"queue": "q"}) == []
    call("POST", "/api/v1/system/maintenance/pop", {"enabled": False})
    assert data(pop(call, "q")) == [2]


def test_next_opens_what_is_encrypted(call: Call) -> None:
    configure(call, "q", encryptionEnabled=True)
    push(call, "q", "a", "b")
    (message,) = take_next(call, pop(call, "q"), {"queue": "q"})
    assert (message["data"], message["isEncrypted"]) == ("b", True)


def fail(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def broken(*_: Any) -> Any:
        raise error

    monkeypatch.setattr(Queues, "take_next", broken)


def test_an_error_of_next_leaves_the_acks(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    push(call, "q", 1, 2)
    first = pop(call, "q")
    with monkeypatch.context() as only:
        fail(only, Busy("the database took too long; try again"))
        reply = ask(call, first, {"queue": "q"})
    assert (reply.status, reply.body["next"]) == (200, None)
    assert reply.body["nextSkipped"] == {
        "code": "BUSY",
        "error": "the database took too long; try again",
    }
    second = pop(call, "q")
    assert data(second) == [2]
    fail(monkeypatch, psycopg.errors.DataCorrupted("nobody expects it"))
    reply = ask(call, second, {"queue": "q"})
    assert reply.body["acknowledgments"][0]["success"] is True
    assert reply.body["nextSkipped"]["code"] == "INTERNAL"
    assert "nobody" not in reply.body["nextSkipped"]["error"]


def test_an_error_that_leaves_open_what_happened_is_answered(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    push(call, "q", 1)
    messages = pop(call, "q")
    with monkeypatch.context() as only:
        fail(only, DatabaseUnavailable("the connection broke"))
        refused(ask(call, messages, {"queue": "q"}), 503, "DATABASE_UNAVAILABLE")
    complete(call, *messages)


def test_next_refuses_what_has_another_form(call: Call, owner_url: str) -> None:
    push(call, "q", 1)
    messages = pop(call, "q")
    wrong: list[tuple[Any, str]] = [
        (5, "next"),
        ([], "next"),
        ({}, "next: name a queue, or a namespace or a task"),
        ({"partition": "p"}, "next: name a queue"),
        ({"partition": "p", "namespace": "ns"}, "next: name a queue"),
        ({"queue": "q", "task": "t"}, "next: takes a queue or labels, not both"),
        ({"queue": ""}, "next.queue"),
        ({"queue": "a/partition/b"}, "next.queue"),
        ({"queue": "q", "partition": "x" * 256}, "next.partition"),
        ({"queue": "q", "batch": 0}, "next.batch"),
        ({"queue": "q", "batch": "5"}, "next.batch"),
        ({"queue": "q", "batch": 5_001}, "next.batch"),
        ({"queue": "q", "partitions": 101}, "next.partitions"),
        ({"queue": "q", "perPartition": 0}, "next.perPartition"),
        ({"queue": "q", "leaseSeconds": 0}, "next.leaseSeconds"),
        ({"queue": "q", "leaseSeconds": 86_401}, "next.leaseSeconds"),
        ({"queue": "q", "wait": True}, "next.wait: the acks are answered at once"),
        ({"queue": "q", "wait": "no"}, "next.wait"),
        ({"queue": "q", "autoAck": True}, "next.autoAck: is for a pop"),
        ({"queue": "q", "bach": 5}, "next.bach: is no field here; did you mean batch?"),
        ({"queue": "q", "consumerGroup": "g"}, "next.consumerGroup: is no field here"),
    ]
    for wanted, sentence in wrong:
        answer = refused(ask(call, messages, wanted), 400, "INVALID_REQUEST")
        assert answer["error"].startswith(sentence), (wanted, answer)
    assert rows(owner_url, "select acked from queen.partition_consumers") == [{"acked": 0}]
    assert take_next(call, messages, {"queue": "q", "wait": False, "autoAck": False}) == []


def test_an_answer_with_next_fits_lambda(call: Call) -> None:
    partition = "\x01" * 255
    push(call, "q", *range(300), partition=partition)
    for _ in range(3):
        push(call, "q", "x" * 1_300_000, partition="large")
    reply = ask(call, pop(call, "q", batch=300), {"queue": "q", "batch": 9})
    text = json.dumps(reply.body, ensure_ascii=False, separators=(",", ":"))
    (message,) = reply.body["next"]["messages"]
    assert len(json.dumps(text)) < LAMBDA_BYTES
    reply = ask(call, [message], {"queue": "q", "batch": 9})
    assert len(reply.body["next"]["messages"]) == 2
    assert len(json.dumps(json.dumps(reply.body))) < LAMBDA_BYTES
