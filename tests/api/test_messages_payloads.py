"""GET /api/v1/messages with payloads, oldest first, from an offset on."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from functions.api.messages import handler
from tests.support.http import Call, Context, event, restart
from tests.support.queue_http import configure, data, pop, push, refused

PATH = "/api/v1/messages"
#: 32 bytes, and not those that the tests' handlers have.
OTHER_KEY = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="
TRACE = "01a1ef2e-be52-7293-8b8d-017564f12a90"


def listing(call: Call, **query: Any) -> Any:
    reply = call("GET", PATH, query={"payloads": True, **query})
    assert reply.status == 200, reply
    return reply.body


def test_a_message_comes_with_its_payload_and_its_headers(call: Call) -> None:
    push(call, "q", {"n": [1, None]}, headers={"h": 1}, transactionId="t")
    (with_it,) = listing(call)["messages"]
    (bare,) = call("GET", PATH).body["messages"]
    assert (with_it.pop("data"), with_it.pop("headers")) == ({"n": [1, None]}, {"h": 1})
    assert with_it == bare


def test_a_partition_is_followed(call: Call) -> None:
    push(call, "q", *range(5), partition="p")
    push(call, "q", "other", partition="o")
    place = {"queue": "q", "partition": "p", "order": "asc"}
    first = listing(call, **place, limit=2)
    assert data(first["messages"]) == [0, 1]
    rest = listing(call, **place, limit=9, cursor=first["nextCursor"])
    assert (data(rest["messages"]), rest["nextCursor"]) == ([2, 3, 4], None)
    assert listing(call, **place, afterOffset=4)["messages"] == []
    push(call, "q", 5, partition="p")
    assert data(listing(call, **place, afterOffset=4)["messages"]) == [5]
    assert data(listing(call, **place | {"order": "desc"}, afterOffset=3)["messages"]) == [5, 4]


def test_a_queue_is_exported_oldest_first_and_nothing_is_taken(call: Call) -> None:
    for number in range(6):
        push(call, "q", number, partition=f"p{number % 3}")
    seen, query = [], {"queue": "q", "order": "asc", "limit": 4}
    while True:
        body = listing(call, **query)
        seen += data(body["messages"])
        if body["nextCursor"] is None:
            break
        query["cursor"] = body["nextCursor"]
    assert seen == [0, 1, 2, 3, 4, 5]
    assert len(pop(call, "q", batch=9, partitions=3)) == 6


def test_large_payloads_make_short_pages(call: Call) -> None:
    for number in range(4):
        push(call, "q", f"{number}" + "x" * 1_000_000)
    first = listing(call, order="asc")
    assert [payload[0] for payload in data(first["messages"])] == ["0", "1"]
    assert first["pagination"]["hasMore"] is True
    rest = listing(call, order="asc", cursor=first["nextCursor"])
    assert [payload[0] for payload in data(rest["messages"])] == ["2", "3"]


def test_the_messages_of_a_trace_come_with_payloads_too(call: Call) -> None:
    push(call, "q", 1, traceId=TRACE)
    push(call, "r", 2, traceId=TRACE)
    assert data(listing(call, traceId=TRACE)["messages"]) == [1, 2]
    assert data(listing(call, traceId=TRACE, order="asc")["messages"]) == [1, 2]


def test_encrypted_payloads_are_opened_and_a_lost_key_says_so(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(call, "q", encryptionEnabled=True)
    push(call, "q", {"secret": 1})
    (message,) = listing(call)["messages"]
    assert (message["isEncrypted"], message["data"]) == (True, {"secret": 1})
    assert "data" not in call("GET", PATH).body["messages"][0]
    restart(monkeypatch, encryption_key=OTHER_KEY)
    (message,) = listing(call)["messages"]
    assert message["data"] is None
    assert "which is not here" in message["decryptionError"]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"order": "down"}, "order: "),
        ({"order": ""}, "order: "),
        ({"payloads": "perhaps"}, "payloads: "),
        ({"queue": "q", "partition": "p", "afterOffset": -1}, "afterOffset: "),
        ({"queue": "q", "partition": "p", "afterOffset": 2**63}, "afterOffset: "),
        ({"queue": "q", "partition": "p", "afterOffset": "x"}, "afterOffset: "),
        ({"queue": "q", "afterOffset": 1}, "afterOffset: name the queue and the partition too"),
        ({"afterOffset": 1}, "afterOffset: name the queue and the partition too"),
        ({"traceId": TRACE, "order": "desc"}, "order: a list by traceId is always oldest first"),
        ({"transactionId": "t", "order": "desc"}, "order: a list by transactionId is always"),
        (
            {"queue": "q", "partition": "p", "transactionId": "t", "afterOffset": 1},
            "afterOffset: a list by transactionId is not one of offsets",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(call: Call, query: Any, sentence: str) -> None:
    body = refused(call("GET", PATH, query=query), 400, "INVALID_REQUEST")
    assert body["error"].startswith(sentence)


def test_the_largest_offset_is_an_offset(call: Call) -> None:
    push(call, "q", 1, partition="p")
    for order in ("asc", "desc"):
        query = {"queue": "q", "partition": "p", "afterOffset": 2**63 - 1, "order": order}
        assert listing(call, **query)["messages"] == []


def test_payloads_are_searched_and_shown_in_part(call: Call) -> None:
    push(call, "q", {"who": {"name": "ann"}, "text": "x" * 500}, {"who": {"name": "bob"}})
    found = listing(call, contains="ann", maxDataBytes=20)
    (message,) = found["messages"]
    assert (message["data"], message["dataBytes"]) == (None, 532)
    assert message["dataStart"] == '{"who":{"name":"ann"'
    assert found["looked"]["messages"] == 2
    assert found["looked"]["encrypted"] == 0
    assert found["looked"]["to"] == message["createdAt"]
    (message,) = listing(call, field="who.name", value="bob", maxDataBytes=200)["messages"]
    assert (message["data"], message["dataBytes"]) == ({"who": {"name": "bob"}}, 22)
    assert message["dataStart"] is None


def test_messages_come_as_lines(call: Call) -> None:
    push(call, "q", 1, 2, 3)
    query: dict[str, Any] = {"payloads": True, "limit": 2, "order": "asc"}

    def answered() -> Any:
        request = event("GET", PATH, query=query)
        request["headers"]["accept"] = "application/x-ndjson, application/json;q=0.5"
        return handler(request, Context())  # type: ignore[arg-type]

    answer = answered()
    assert answer["headers"]["Content-Type"] == "application/x-ndjson"
    assert [orjson.loads(line)["data"] for line in answer["body"].splitlines()] == [1, 2]
    query["cursor"] = answer["headers"]["X-Next-Cursor"]
    answer = answered()
    assert [orjson.loads(line)["data"] for line in answer["body"].splitlines()] == [3]
    assert "X-Next-Cursor" not in answer["headers"]


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"maxDataBytes": 10}, "maxDataBytes: say payloads=true too"),
        ({"payloads": True, "maxDataBytes": 0}, "maxDataBytes"),
        ({"payloads": True, "maxDataBytes": 65_537}, "maxDataBytes"),
        ({"field": "a"}, "field and value go together"),
        ({"value": "a"}, "field and value go together"),
        ({"contains": ""}, "contains"),
        ({"contains": "a\0"}, "contains"),
        ({"contains": "a", "traceId": TRACE}, "a list by traceId or transactionId is not searched"),
        (
            {"field": "a", "value": "b", "transactionId": "t"},
            "a list by traceId or transactionId is not searched",
        ),
    ],
)
def test_what_cannot_be_searched_is_refused(call: Call, query: dict[str, Any], told: str) -> None:
    assert told in refused(call("GET", PATH, query=query), 400, "INVALID_REQUEST")["error"]
