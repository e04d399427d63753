"""GET, DELETE /api/v1/dlq…: dead letters are listed, counted and deleted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.clock import Watch
from tests.support.dead_letters import bury_over_http, fill, letters, numbers
from tests.support.http import Call, restart
from tests.support.queue_http import configure, refused

LIST = "/api/v1/dlq"
SUMMARY = f"{LIST}/summary"
REDRIVE = f"{LIST}/redrive"
HUGE = 10**40
UUID = "7b1c6dd4-58f4-4a35-9d56-4b0f6f1f9b11"


def test_a_dead_letter_is_listed_with_all_that_is_known(call: Call) -> None:
    (message,) = bury_over_http(
        call, "q", {"n": 1}, group="g", error="no such account", key="k", headers={"h": 1},
        traceId=UUID,
    )  # fmt: skip
    reply = call("GET", LIST)
    (letter,) = reply.body["messages"]
    assert letter.pop("failedAt").endswith("Z")
    assert letter == {
        "id": "1",
        **{name: message[name] for name in ("transactionId", "partitionId", "createdAt")},
        "queue": "q",
        "partition": "Default",
        "offset": 0,
        "consumerGroup": "g",
        "messageId": message["id"],
        "errorMessage": "no such account",
        "fingerprint": "no such account",
        "lastAttempts": [],
        "reason": "rejected",
        "retryCount": 0,
        "data": {"n": 1},
        "producerSub": None,
        "traceId": UUID,
        "isEncrypted": False,
        "headers": {"h": 1},
        "key": "k",
    }
    assert reply.body["total"] == 1
    assert reply.body["pagination"] == {"limit": 100, "offset": 0, "hasMore": False}
    assert reply.body["nextCursor"] is None


def test_pages_are_followed_by_cursor_and_by_offset(call: Call) -> None:
    bury_over_http(call, "q", *range(5))
    first = call("GET", LIST, query={"queue": "q", "limit": 2}).body
    assert [letter["data"] for letter in first["messages"]] == [4, 3]
    assert (first["total"], first["pagination"]["hasMore"]) == (5, True)
    bury_over_http(call, "q", "later")
    assert numbers(call, queue="q", limit=2, cursor=first["nextCursor"]) == [2, 1]
    assert numbers(call, queue="q", limit=2, offset=4) == [1, 0]


def test_filters_of_the_query(call: Call) -> None:
    (first,) = bury_over_http(call, "ns.a", 1, group="g", partition="p/1", traceId=UUID)
    bury_over_http(call, "ns.b", 2, group="h", transactionId="t 2")
    failed_at = letters(call, queue="ns.a")[0]["failedAt"]
    assert numbers(call, queue="ns.a", partition="p/1") == [1]
    assert numbers(call, consumerGroup="h") == [2]
    assert numbers(call, namespace="ns", task="b") == [2]
    assert numbers(call, transactionId="t 2") == [2]
    assert numbers(call, transactionId=first["transactionId"]) == [1]
    assert numbers(call, traceId=UUID.upper()) == [1]
    assert numbers(call, reason="rejected") == [2, 1]
    assert numbers(call, reason="max_wait") == []
    assert numbers(call, fingerprint="no") == [2, 1]
    assert numbers(call, error="no", queue="ns.a") == [1]
    assert numbers(call, error="nothing") == []
    assert numbers(call, ids="2,7") == [2]
    assert numbers(call, **{"from": failed_at}) == [2, 1]
    assert numbers(call, to=failed_at) == []
    assert numbers(call, **{"from": "2020-01-01", "to": "2100-01-01T00:00:00+02:00"}) == [2, 1]
    assert numbers(call, queue="nowhere") == []


def test_an_answer_stays_below_what_lambda_may_answer(call: Call) -> None:
    for number in range(3):
        bury_over_http(call, "q", str(number) * 1_300_000)
    reply = call("GET", LIST)
    assert [letter["data"][0] for letter in reply.body["messages"]] == ["2", "1"]
    assert reply.body["pagination"] == {"limit": 100, "offset": 0, "hasMore": True}
    assert reply.body["total"] == 3
    rest = call("GET", LIST, query={"cursor": reply.body["nextCursor"]}).body
    assert [letter["data"][0] for letter in rest["messages"]] == ["0"]
    assert rest["nextCursor"] is None


def test_the_longest_errors_and_names_fit(call: Call) -> None:
    name = "\x01" * 255
    for _ in range(8):
        bury_over_http(call, name, *range(50), group=name, partition=name, key=name,
                       error="\x01" * 10_000)  # fmt: skip
    cursor: str | None = None
    seen = 0
    while True:
        query = {"limit": 1000} | ({"cursor": cursor} if cursor else {})
        body = call("GET", LIST, query=query).body
        answer = json.dumps(json.dumps(body, ensure_ascii=False), ensure_ascii=False)
        assert len(answer.encode()) < 6 * 1024 * 1024
        seen += len(body["messages"])
        if (cursor := body["nextCursor"]) is None:
            break
    assert seen == 400


def test_encrypted_letters_are_readable_with_their_key_only(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(call, "q", encryptionEnabled=True)
    bury_over_http(call, "q", {"secret": 1})
    assert letters(call)[0]["data"] == {"secret": 1}
    restart(monkeypatch, encryption_key="ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=")
    (letter,) = letters(call)
    assert (letter["data"], letter["isEncrypted"]) == (None, True)
    assert "key" in letter["decryptionError"]


def test_a_summary(call: Call) -> None:
    assert call("GET", SUMMARY).body == {
        "count": 0,
        "oldestFailedAt": None,
        "newestFailedAt": None,
        "groups": [],
        "errors": [],
        "interval": "minute",
        "points": [],
    }
    bury_over_http(call, "a", 1, 2, group="g", error="timeout")
    bury_over_http(call, "b", 3, group="h", error="refused")
    body = call("GET", SUMMARY).body
    newest, oldest = body["newestFailedAt"], body["oldestFailedAt"]
    assert body["count"] == 3
    assert [(each["queue"], each["count"]) for each in body["groups"]] == [("a", 2), ("b", 1)]
    assert body["groups"][0]["oldestFailedAt"] == oldest < newest
    assert body["errors"][1] == {
        "fingerprint": "refused",
        "errorMessage": "refused",
        "count": 1,
        "firstSeenAt": newest,
        "lastSeenAt": newest,
        "groupCount": 1,
        "groups": body["groups"][1:],
    }
    assert sum(point["count"] for point in body["points"]) == 3
    assert call("GET", SUMMARY, query={"error": "refused", "interval": "day"}).body["count"] == 1
    assert call("GET", SUMMARY, query={"queue": "a"}).body["count"] == 2
    assert call("GET", SUMMARY, query={"consumerGroup": "h"}).body["count"] == 1
    assert call("GET", SUMMARY, query={"queue": "a", "consumerGroup": "h"}).body["count"] == 0


def test_dead_letters_are_purged_by_filter(call: Call) -> None:
    bury_over_http(call, "a", 1, 2, group="g", error="no")
    bury_over_http(call, "b", 3, 4, group="g")
    bury_over_http(call, "b", 5, group="h", partition="p")

    def purged(**query: Any) -> int:
        body = call("DELETE", LIST, query=query).body
        assert body["more"] is False
        count: int = body["purged"]
        return count

    assert purged(queue="nowhere") == 0
    assert purged(olderThanSeconds=3600) == 0
    assert purged(queue="a", to="2020-01-01") == 0
    assert purged(fingerprint="nothing", queue="b") == 0
    assert purged(ids="1,99") == 1
    assert purged(queue="b", partition="p") == 1
    assert purged(consumerGroup="g", queue="a", all=True) == 1
    assert purged(all=True) == 2
    assert letters(call) == []


def test_a_purge_goes_on_until_its_time_is_up(call: Call, watch: Watch, owner_url: str) -> None:
    fill(owner_url, "q", partitions=10, each=450)
    watch.each_look = 8.0
    assert call("DELETE", LIST, query={"queue": "q"}).body == {"purged": 3_000, "more": True}
    watch.each_look = 0.0
    assert call("DELETE", LIST, query={"queue": "q"}).body == {"purged": 1_500, "more": False}


def test_one_dead_letter_is_deleted_by_its_id(call: Call) -> None:
    bury_over_http(call, "q", 1, 2)
    assert call("DELETE", f"{LIST}/2").body == {"purged": 1, "more": False}
    assert numbers(call) == [1]
    for gone in ("2", "99", "x", "-1", str(HUGE)):
        body = refused(call("DELETE", f"{LIST}/{gone}"), 404, "DEAD_LETTER_NOT_FOUND")
        assert body["detail"] == {"id": gone}
    refused(call("DELETE", f"{LIST}/{'9' * 256}"), 400, "INVALID_REQUEST")


@pytest.mark.parametrize(
    ("method", "query"),
    [
        ("DELETE", {}),
        ("DELETE", {"all": "false"}),
        ("DELETE", {"all": "perhaps"}),
        ("DELETE", {"namespace": "", "task": ""}),
        ("DELETE", {"ids": ""}),
        ("DELETE", {"ids": "1,,2"}),
        ("DELETE", {"ids": "1,two"}),
        ("DELETE", {"ids": str(HUGE)}),
        ("DELETE", {"olderThanSeconds": -1}),
        ("DELETE", {"olderThanSeconds": HUGE}),
        ("DELETE", {"olderThanSeconds": "x"}),
        *(
            (method, query)
            for method in ("GET", "DELETE")
            for query in (
                {"partition": "p"},
                {"queue": ""},
                {"queue": "x" * 256},
                {"queue": "a\x00"},
                {"consumerGroup": "a/queues/b"},
                {"reason": "bad luck"},
                {"fingerprint": ""},
                {"fingerprint": "x" * 201},
                {"error": "a\x00"},
                {"from": "yesterday"},
                {"to": "9999-12-31T23:59:59-23:00"},
                {"transactionId": "x" * 256},
                {"traceId": "1"},
            )
        ),
        *(
            ("GET", query)
            for query in (
                {"limit": 0},
                {"limit": 1001},
                {"limit": HUGE},
                {"offset": -1},
                {"offset": 100_001},
                {"cursor": "garbage"},
                {"cursor": "WzFd!"},
                {"cursor": "WyIxIl0"},
                {"cursor": "WzEsMl0"},
                {"cursor": "Wy0xXQ"},
            )
        ),
    ],
)
def test_a_query_of_another_form_is_refused(call: Call, method: str, query: dict[str, Any]) -> None:
    bury_over_http(call, "q", 1)
    refused(call(method, LIST, query=query), 400, "INVALID_REQUEST")
    assert numbers(call) == [1]


@pytest.mark.parametrize(
    "query", [{"queue": ""}, {"consumerGroup": "x" * 256}, {"interval": "week"}, {"error": ""}]
)
def test_a_summary_of_another_form_is_refused(call: Call, query: dict[str, str]) -> None:
    refused(call("GET", SUMMARY, query=query), 400, "INVALID_REQUEST")


@pytest.mark.parametrize(
    ("method", "path", "role"),
    [
        ("GET", LIST, "read-only"),
        ("GET", SUMMARY, "read-only"),
        ("POST", f"{LIST}/outcomes", "read-only"),
        ("POST", REDRIVE, "read-write"),
        ("POST", "/api/v1/messages/1/t/retry", "read-write"),
        ("POST", "/api/v1/messages/1/t/dlq", "read-write"),
        ("DELETE", LIST, "admin"),
        ("DELETE", f"{LIST}/1", "admin"),
    ],
)
def test_each_route_needs_its_role(call: Call, method: str, path: str, role: str) -> None:
    ranks = ["read-only", "read-write", "admin"]
    for given in ranks:
        reply = call(method, path, claims={"role": given})
        assert (reply.status == 403) == (ranks.index(given) < ranks.index(role)), given
