"""GET /api/v1/messages…, DELETE /api/v1/messages/…"""

from __future__ import annotations

import uuid
from typing import Any
from urllib.parse import quote

import pytest

from functions.forms.configure import Options
from regent.paging import encode_cursor
from tests.support.clock import Clock
from tests.support.http import Call, Reply, restart
from tests.support.queue_http import ack, complete, configure, data, pop, push, refused
from tests.support.rows import rows

PATH = "/api/v1/messages"
#: 32 bytes, and not those that the tests' handlers have.
OTHER_KEY = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="


def listing(call: Call, **query: Any) -> dict[str, Any]:
    reply = call("GET", PATH, query=query)
    assert reply.status == 200, reply
    body: dict[str, Any] = reply.body
    return body


def ids(body: dict[str, Any]) -> list[str]:
    return [message["transactionId"] for message in body["messages"]]


def named(call: Call, queue: str, *names: str, **fields: Any) -> str:
    """Messages with these transaction ids; the id of their partition."""
    for name in names:
        (pushed,) = push(call, queue, name, transactionId=name, **fields)
    partition: str = pushed["partition_id"]
    return partition


def one(call: Call, method: str, partition: str, transaction: str) -> Reply:
    path = f"{PATH}/{quote(partition, safe='')}/{quote(transaction, safe='')}"
    reply: Reply = call(method, path)
    return reply


def test_an_empty_list_says_all_that_a_full_one_says(call: Call) -> None:
    assert listing(call) == {
        "messages": [],
        "mode": {"hasQueueMode": False, "busGroupsCount": 0, "type": "none"},
        "looked": None,
        "total": 0,
        "pagination": {"limit": 200, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }


def test_a_listed_message_has_no_payload(call: Call) -> None:
    configure(call, "q", namespace="ns", task="t", priority=3)
    trace = str(uuid.uuid4())
    partition = named(call, "q", "t 1", partition="p", traceId=trace, key="k")
    (message,) = listing(call)["messages"]
    assert uuid.UUID(message.pop("id"))
    assert message.pop("createdAt").endswith("Z")
    assert message == {
        "transactionId": "t 1",
        "partitionId": partition,
        "queuePath": "q/p",
        "queue": "q",
        "partition": "p",
        "namespace": "ns",
        "task": "t",
        "offset": 0,
        "status": "pending",
        "queueStatus": None,
        "busStatus": {"consumedBy": 0, "totalGroups": 0},
        "traceId": trace,
        "producerSub": None,
        "queuePriority": 3,
        "leaseExpiresAt": None,
        "isEncrypted": False,
        "key": "k",
        "dueAt": None,
    }


def test_every_filter_reaches_the_store(call: Call, clock: Clock) -> None:
    configure(call, "q", namespace="ns", task="t")
    configure(call, "r", namespace="ns")
    trace = str(uuid.uuid4())
    named(call, "q", "old", partition="a")
    clock.advance(60)
    named(call, "q", "held", partition="b", traceId=trace)
    named(call, "r", "other", partition="a")
    at = {message["transactionId"]: message["createdAt"] for message in listing(call)["messages"]}
    assert len(pop(call, "q", "b", consumerGroup="g")) == 1
    for query, expected in (
        ({"queue": "q"}, ["held", "old"]),
        ({"queue": "q", "partition": "a"}, ["old"]),
        ({"namespace": "ns"}, ["other", "held", "old"]),
        ({"ns": "ns"}, ["other", "held", "old"]),
        ({"namespace": "", "ns": "elsewhere"}, []),
        ({"task": "t"}, ["held", "old"]),
        ({"status": "processing"}, ["held"]),
        ({"consumerGroup": "g"}, ["held"]),
        ({"consumerGroup": "g", "status": "pending"}, []),
        ({"traceId": trace}, ["held"]),
        ({"traceId": trace.upper()}, ["held"]),
        ({"transactionId": "old"}, ["old"]),
        ({"from": at["held"]}, ["other", "held"]),
        ({"to": at["held"]}, ["old"]),
        ({"from": "2020-01-01"}, ["other", "held", "old"]),
        ({"to": "2020-01-01T00:00:00+01:00"}, []),
        ({"limit": 1}, ["other"]),
        ({"limit": 1, "offset": 1}, ["held"]),
    ):
        assert ids(listing(call, **query)) == expected, query


@pytest.mark.parametrize(
    ("groups", "mode"),
    [
        (["__QUEUE_MODE__"], {"hasQueueMode": True, "busGroupsCount": 0, "type": "queue"}),
        (["a", "b"], {"hasQueueMode": False, "busGroupsCount": 2, "type": "bus"}),
        (["__QUEUE_MODE__", "a"], {"hasQueueMode": True, "busGroupsCount": 1, "type": "hybrid"}),
    ],
)
def test_the_mode_is_that_of_the_queues_asked_for(
    call: Call, groups: list[str], mode: dict[str, Any]
) -> None:
    named(call, "q", "1")
    for group in groups:
        pop(call, "q", consumerGroup=group)
    assert listing(call, queue="q")["mode"] == mode
    assert listing(call, queue="other")["mode"]["type"] == "none"


def test_a_list_is_followed_by_its_cursors(call: Call) -> None:
    named(call, "q", *"12345")
    seen, cursor = [], None
    for turn in range(3):
        body = listing(call, limit=2, **({"cursor": cursor} if cursor else {}))
        seen += ids(body)
        named(call, "q", f"new {turn}", partition=f"new {turn}")
        cursor = body["nextCursor"]
        assert body["pagination"] == {"limit": 2, "offset": 0, "hasMore": cursor is not None}
        assert body["total"] == 5 + turn
    assert (seen, cursor) == (list("54321"), None)


def test_a_list_refuses_what_has_another_form(call: Call) -> None:
    named(call, "q", "1", "2")
    cursor = listing(call, limit=1)["nextCursor"]
    for query in (
        {"status": "asleep"},
        {"status": ""},
        {"from": "yesterday"},
        {"to": "0"},
        {"from": ""},
        {"to": "2026-13-01"},
        {"from": "0001-01-01T00:00:00+23:59"},
        {"traceId": "not a uuid"},
        {"queue": ""},
        {"queue": "x" * 256},
        {"queue": "a\x00"},
        {"queue": "q", "partition": "x" * 256},
        {"consumerGroup": ""},
        {"consumerGroup": "a/queues/b"},
        {"transactionId": "x" * 256},
        {"transactionId": ""},
        {"namespace": "x" * 256},
        {"limit": 0},
        {"limit": 1001},
        {"limit": "many"},
        {"offset": -1},
        {"offset": 10**30},
        {"cursor": "garbage"},
        {"cursor": cursor[:-4]},
        {"cursor": "WzFd"},
        {"cursor": "\x00"},
    ):
        refused(call("GET", PATH, query=query), 400, "INVALID_REQUEST")
    body = refused(call("GET", PATH, query={"partition": "p"}), 400, "INVALID_REQUEST")
    assert "name its queue too" in body["error"]
    body = refused(call("GET", PATH, query={"from": "noon"}), 400, "INVALID_REQUEST")
    assert body["error"] == (
        "from: takes an ISO 8601 instant such as 2026-11-18T09:00:00Z, not 'noon'"
    )


def test_a_message_is_read_whole(call: Call) -> None:
    configure(call, "q", retryDelay=0, leaseTime=77)
    partition = named(call, "q", "t", headers={"h": [1]})
    ack(call, *pop(call, "q", consumerGroup="g"), status="failed", error="no such account")
    (held,) = pop(call, "q", consumerGroup="g")
    message = one(call, "GET", partition, "t").body
    assert (message["data"], message["headers"]) == ("t", {"h": [1]})
    assert (message["status"], message["errorMessage"]) == ("processing", "no such account")
    assert message["retryCount"] == 1
    assert message["queueConfig"] == Options(leaseTime=77, retryDelay=0).model_dump()
    (group,) = message["consumerGroups"]
    failed_at = group.pop("failedAt")
    assert failed_at > message["createdAt"]
    assert group.pop("leaseExpiresAt") == message["leaseExpiresAt"] > message["createdAt"]
    assert message["createdAt"] < group.pop("processingAt") < message["leaseExpiresAt"]
    assert group == {
        "consumerGroup": "g",
        "status": "processing",
        "attempts": 1,
        "lastAttempts": [{"at": failed_at, "error": "no such account"}],
        "errorMessage": "no such account",
        "lastConsumedAt": None,
        "leaseId": held["leaseId"],
        "deadLetter": None,
    }


def test_reading_takes_nothing_away(call: Call, owner_url: str) -> None:
    partition = named(call, "q", "1", "2")
    pop(call, "q", consumerGroup="g")
    before = rows(owner_url, "select * from queen.partition_consumers")
    listing(call)
    listing(call, status="pending", consumerGroup="other")
    one(call, "GET", partition, "1")
    assert rows(owner_url, "select * from queen.partition_consumers") == before


def test_an_encrypted_message_whose_key_is_lost_says_so(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(call, "q", encryptionEnabled=True)
    (pushed,) = push(call, "q", {"secret": 1}, transactionId="t")
    message = one(call, "GET", pushed["partition_id"], "t").body
    assert (message["isEncrypted"], message["data"]) == (True, {"secret": 1})
    restart(monkeypatch, encryption_key=OTHER_KEY)
    message = one(call, "GET", pushed["partition_id"], "t").body
    assert message["data"] is None
    assert "which is not here" in message["decryptionError"]


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_message_that_is_not_there_is_not_found(call: Call, method: str) -> None:
    partition = named(call, "q", "t")
    for where, what in ((partition, "u"), ("99", "t"), ("x", "t"), ("-1", "t"), ("9" * 30, "t"),
                        ("\uff11", "t"), (str(2**63), "t"), (partition, "t/retry")):  # fmt: skip
        body = refused(one(call, method, where, what), 404, "MESSAGE_NOT_FOUND")
        assert body["detail"] == {"partitionId": where, "transactionId": what}
    for where, what in ((partition, "x" * 256), (partition, "a\x00"), ("\x00", "t"),
                        ("1" * 256, "t")):  # fmt: skip
        refused(one(call, method, where, what), 400, "INVALID_REQUEST")
    assert one(call, "GET", partition, "t").status == 200


@pytest.mark.parametrize(
    "name", ["a/b", "a/b/", "/", "a b", "ü 😀", "50%", "%2F", "names", "by-name/x", "x" * 255]
)
def test_a_transaction_id_may_be_any_text(call: Call, name: str) -> None:
    partition = named(call, "q", name)
    assert one(call, "GET", partition, name).body["transactionId"] == name
    reply = call("GET", f"{PATH}/{partition}/{name}") if "%" not in name else None
    assert reply is None or reply.body["transactionId"] == name  # raw, as the clients send it
    assert ids(listing(call, transactionId=name)) == [name]
    assert one(call, "DELETE", partition, name).status == 200
    assert listing(call)["total"] == 0


def test_a_deleted_message_is_gone_for_everybody(call: Call) -> None:
    partition = named(call, "q", "1", "2", "3")
    (first,) = pop(call, "q", consumerGroup="g")
    reply = one(call, "DELETE", partition, "1")
    assert (reply.status, reply.body) == (
        200,
        {
            "success": True,
            "partitionId": partition,
            "transactionId": "1",
            "message": "Message deleted",
        },
    )
    (outcome,) = ack(call, first)
    assert (outcome["success"], outcome["error"]) == (False, "Message not found")
    assert one(call, "DELETE", partition, "3").status == 200
    assert (ids(listing(call)), listing(call)["total"]) == (["2"], 1)
    for group in ("g", "new"):
        taken = pop(call, "q", consumerGroup=group, batch=10)
        assert data(taken) == ["2"]
        complete(call, *taken)
    (again,) = push(call, "q", "again", transactionId="1")
    assert again["status"] == "queued"


def test_a_forged_cursor_is_refused(call: Call) -> None:
    push(call, "q", 1)
    for skip in (100_001, 2**40):
        cursor = encode_cursor("messages", ["2026-01-01T00:00:00+00:00", 1, 1, skip])
        for path in ("/api/v1/messages", "/api/v1/status/queues/q/messages"):
            refused(call("GET", path, query={"cursor": cursor}), 400, "INVALID_REQUEST")
