"""POST /api/v1/ack/batch with ``failedLeases``: batches that failed as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from regent.errors import DatabaseUnavailable, NotSubscribed
from regent.limits import MAX_ACKS
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.http import Call, Reply
from tests.support.queue_http import Message, configure, data, pop, push, refused
from tests.support.rows import dead_letters, rows, value

PATH = "/api/v1/ack/batch"
NOTHING: dict[str, Any] = {"next": None, "nextSkipped": None}


def fail(
    call: Call, messages: list[Message], *others: dict[str, Any], group: str = "g", **more: Any
) -> Reply:
    """Say that the batch of these messages failed as a whole."""
    failed = [{"leaseId": messages[0]["leaseId"], **more}, *others]
    return call(
        "POST", PATH, {"acknowledgments": [], "consumerGroup": group, "failedLeases": failed}
    )


def outcomes(reply: Reply) -> list[dict[str, Any]]:
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.body["failedLeases"]
    return found


@pytest.fixture
def leased(call: Call) -> list[Message]:
    """Four messages of one partition, under one lease of group g."""
    configure(call, "q", retryLimit=2, retryDelay=5000)
    push(call, "q", *range(4), partition="p")
    return pop(call, "q", batch=4, consumerGroup="g")


def test_a_batch_that_failed_is_handed_out_again_in_halves(
    call: Call, leased: list[Message], clock: Clock, owner_url: str
) -> None:
    reply = fail(call, leased, error="no such account")
    assert reply.status == 200
    assert reply.body == {
        "acknowledgments": [],
        "failedLeases": [
            {"index": 0, "success": True, "error": None, "queueName": "q", "dlq": False}
        ],
        **NOTHING,
    }
    assert rows(owner_url, 'select "offset", attempts, last_error from queen.attempts') == [
        {"offset": 0, "attempts": 1, "last_error": "no such account"}
    ]
    assert pop(call, "q", batch=4, consumerGroup="g") == []
    clock.advance(5)
    again = pop(call, "q", batch=4, consumerGroup="g")
    assert [(m["data"], m["deliveryAttempt"], m["failedAttempts"]) for m in again] == [
        (0, 2, 1),
        (1, 2, 0),
    ]


def test_a_message_that_was_alone_becomes_a_dead_letter(call: Call, owner_url: str) -> None:
    configure(call, "q", retryLimit=0)
    push(call, "q", "poison")
    (outcome,) = outcomes(fail(call, pop(call, "q", consumerGroup="g"), error="boom"))
    assert (outcome["success"], outcome["dlq"]) == (True, True)
    assert dead_letters(owner_url) == [("poison", "retries", "boom", 1)]


def test_a_failure_may_name_a_partition_and_a_delay(call: Call, clock: Clock) -> None:
    for name in "ab":
        push(call, "q", f"{name}1", f"{name}2", partition=name)
    messages = pop(call, "q", batch=4, partitions=2, consumerGroup="g")
    of_b = messages[-1]["partitionId"]
    (outcome,) = outcomes(fail(call, messages, partitionId=of_b, delaySeconds=30))
    assert outcome["success"]
    clock.advance(29)
    assert pop(call, "q", consumerGroup="g") == []
    clock.advance(2)
    assert data(pop(call, "q", batch=9, consumerGroup="g")) == ["b1"]


def test_a_repetition_is_refused_and_counts_nothing(
    call: Call, leased: list[Message], owner_url: str
) -> None:
    fail(call, leased)
    (again,) = outcomes(fail(call, leased))
    assert again == {
        "index": 0,
        "success": False,
        "error": "Invalid or expired lease",
        "queueName": "q",
        "dlq": False,
    }
    assert value(owner_url, "select attempts from queen.attempts") == 1


@pytest.mark.parametrize(
    "lease", ["", "dceea2b0", "x" * 10_000, "0f8fad5b-d9cb-469f-a165-70867728950e.9"]
)
def test_a_lease_that_is_none_is_refused(call: Call, lease: str, owner_url: str) -> None:
    body = {"acknowledgments": [], "failedLeases": [{"leaseId": lease}]}
    (outcome,) = outcomes(call("POST", PATH, body))
    assert (outcome["success"], outcome["error"]) == (False, "Invalid or expired lease")
    assert outcome["queueName"] is None


def test_a_lease_of_another_group_is_named(call: Call, leased: list[Message]) -> None:
    """Most often the group was forgotten."""
    body = {"acknowledgments": [], "failedLeases": [{"leaseId": leased[0]["leaseId"]}]}
    (outcome,) = outcomes(call("POST", PATH, body))
    assert outcome["error"] == (
        "Invalid or expired lease: this lease is group g's, not group __QUEUE_MODE__'s;"
        " name its group as consumerGroup"
    )


def test_acks_and_failures_and_next_share_a_request(call: Call, leased: list[Message]) -> None:
    push(call, "q", "other", partition="o")
    first = {name: leased[0][name] for name in ("transactionId", "partitionId", "leaseId")}
    body = {
        "acknowledgments": [first],
        "consumerGroup": "g",
        "failedLeases": [{"leaseId": leased[0]["leaseId"]}, {"leaseId": "none"}],
        "next": {"queue": "q", "batch": 9},
    }
    reply = call("POST", PATH, body)
    assert list(reply.body) == ["acknowledgments", "failedLeases", "next", "nextSkipped"]
    assert [each["success"] for each in reply.body["acknowledgments"]] == [True]
    assert [each["success"] for each in outcomes(reply)] == [True, False]
    assert [each["index"] for each in outcomes(reply)] == [0, 1]
    assert data(reply.body["next"]["messages"]) == ["other"]  # the failed partition rests
    again = call("POST", PATH, body)
    assert again.body["acknowledgments"][0]["alreadyCompleted"]
    assert [each["success"] for each in outcomes(again)] == [False, False]


def test_an_error_of_next_leaves_the_failure(
    call: Call, leased: list[Message], owner_url: str
) -> None:
    body = {
        "acknowledgments": [],
        "consumerGroup": "g",
        "failedLeases": [{"leaseId": leased[0]["leaseId"]}],
        "next": {"queue": "not followed"},
    }
    reply = call("POST", PATH, body)
    assert [each["success"] for each in outcomes(reply)] == [True]
    assert (reply.body["next"], reply.body["nextSkipped"]["code"]) == (None, NotSubscribed.code)
    assert value(owner_url, "select attempts from queen.attempts") == 1


def test_a_broken_connection_is_told(
    call: Call, leased: list[Message], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Perhaps it happened; a repetition finds out."""

    def broken(*_: object) -> None:
        raise DatabaseUnavailable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(Queues, "ack", broken)
        refused(fail(call, leased), 503, "DATABASE_UNAVAILABLE")
    assert outcomes(fail(call, leased))[0]["success"]


@pytest.mark.parametrize(
    ("failed", "where"),
    [
        ({}, "failedLeases"),
        ([1], "failedLeases[0]"),
        ([{}], "failedLeases[0].leaseId: is missing"),
        ([{"leaseId": 1}], "failedLeases[0].leaseId"),
        ([{"leaseId": None}], "failedLeases[0].leaseId"),
        ([{"leaseId": "l", "partitionId": 2}], "failedLeases[0].partitionId"),
        ([{"leaseId": "l", "partitionId": ""}], "failedLeases[0].partitionId"),
        ([{"leaseId": "l", "error": 5}], "failedLeases[0].error"),
        ([{"leaseId": "l", "delaySeconds": -1}], "failedLeases[0].delaySeconds"),
        ([{"leaseId": "l", "delaySeconds": "5"}], "failedLeases[0].delaySeconds"),
        ([{"leaseId": "l", "delaySeconds": 1e12}], "failedLeases[0].delaySeconds"),
        ([{"leaseId": "l", "status": "failed"}], "failedLeases[0].status"),
        ([{"leaseId": "l"}] * (MAX_ACKS + 1), "failedLeases"),
    ],
    ids=str,
)
def test_what_has_another_form_is_refused(
    call: Call, leased: list[Message], owner_url: str, failed: Any, where: str
) -> None:
    body = {"acknowledgments": [], "consumerGroup": "g", "failedLeases": failed}
    answer = refused(call("POST", PATH, body), 400, "INVALID_REQUEST")
    assert answer["error"].startswith(where), answer
    assert value(owner_url, "select count(*) from queen.attempts") == 0


def test_leases_of_more_partitions_than_a_request_answers_for_are_refused(call: Call) -> None:
    lease = "0f8fad5b-d9cb-469f-a165-70867728950e" + ".7" * 100
    body = {"acknowledgments": [], "failedLeases": [{"leaseId": lease}] * 51}
    answer = refused(call("POST", PATH, body), 400, "INVALID_REQUEST")
    assert answer["error"] == (
        "failedLeases: these leases hold 5100 partitions, and a request answers for at most 5000;"
        " send some of them in another one"
    )
    body["failedLeases"] = body["failedLeases"][:50]  # type: ignore[index]
    assert len(outcomes(call("POST", PATH, body))) == 50


def test_no_failures_are_an_object_all_the_same(call: Call) -> None:
    body = {"acknowledgments": [], "failedLeases": []}
    assert call("POST", PATH, body).body == {"acknowledgments": [], "failedLeases": [], **NOTHING}
    assert call("POST", PATH, {"acknowledgments": [], "failedLeases": None}).body == []


def test_a_long_reason_is_cut_and_no_reason_is_needed(
    call: Call, leased: list[Message], owner_url: str
) -> None:
    fail(call, leased, error="x" * 20_000)
    assert value(owner_url, "select length(last_error) from queen.attempts") == 10_000
