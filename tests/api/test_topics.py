"""…/metadata/topics, POST /api/v1/produce, GET /api/v1/consumer-group/records."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from functions.edge import waiting
from regent.limits import MAX_MESSAGE_BYTES
from tests.support.clock import Watch
from tests.support.http import Call, Context
from tests.support.members import EPOCH_OF_2030_MS
from tests.support.queue_http import configure, data, pop, push, refused_twice
from tests.support.rows import rows, stored

TOPICS = "/api/v1/metadata/topics"
PRODUCE = "/api/v1/produce"
RECORDS = "/api/v1/consumer-group/records"
NOW = EPOCH_OF_2030_MS


def make(call: Call, topic: str = "orders", partitions: int = 3) -> dict[str, Any]:
    reply = call("POST", TOPICS, {"topic": topic, "partitions": partitions})
    assert reply.status in (200, 201), reply
    body: dict[str, Any] = reply.body
    return body


def produce(call: Call, *messages: dict[str, Any], topic: str = "orders") -> list[dict[str, Any]]:
    reply = call("POST", PRODUCE, {"topic": topic, "messages": list(messages)})
    assert reply.status == 201, reply
    assert reply.body["topic"] == topic
    results: list[dict[str, Any]] = reply.body["results"]
    return results


def read(call: Call, **query: Any) -> dict[str, Any]:
    reply = call("GET", RECORDS, query={"topic": "orders", "partition": 0, "offset": 0} | query)
    assert reply.status == 200, reply
    body: dict[str, Any] = reply.body
    return body


@pytest.mark.usefixtures("stopped_clock")
def test_a_topic_is_made_described_and_deleted(call: Call) -> None:
    reply = call("POST", TOPICS, {"topic": "orders", "partitions": 2})
    made = {"topic": "orders", "partitions": 2, "createdAt": NOW, "created": True}
    assert (reply.status, reply.body) == (201, made)
    again = call("POST", TOPICS, {"topic": "orders", "partitions": 2})
    assert (again.status, again.body) == (200, {**made, "created": False})
    produce(call, {"value": 1, "partition": 1})
    assert call("GET", f"{TOPICS}/orders").body == {
        "topic": "orders",
        "partitions": 2,
        "createdAt": NOW,
        "offsets": [
            {"partition": 0, "logStartOffset": 0, "highWatermark": 0},
            {"partition": 1, "logStartOffset": 0, "highWatermark": 1},
        ],
    }
    gone = call("DELETE", f"{TOPICS}/orders")
    assert (gone.status, gone.body) == (200, {"deleted": True, "topic": "orders"})
    refused_twice(call("GET", f"{TOPICS}/orders"), 404, "UNKNOWN_TOPIC")


def test_topics_are_listed_page_by_page(call: Call) -> None:
    assert call("GET", TOPICS).body["topics"] == []
    for name in ("c", "a", "d", "b"):
        make(call, name, 1)
    push(call, "a queue", 1)
    first = call("GET", TOPICS, query={"limit": 3}).body
    assert [topic["topic"] for topic in first["topics"]] == ["a", "b", "c"]
    assert (first["total"], first["pagination"]) == (
        4,
        {"limit": 3, "offset": 0, "hasMore": True},
    )
    second = call("GET", TOPICS, query={"limit": 3, "cursor": first["nextCursor"]}).body
    assert [topic["topic"] for topic in second["topics"]] == ["d"]
    assert second["nextCursor"] is None
    by_offset = call("GET", TOPICS, query={"limit": 2, "offset": 1}).body
    assert [topic["topic"] for topic in by_offset["topics"]] == ["b", "c"]
    for query in ({"cursor": "garbage"}, {"cursor": "WzFd"}, {"limit": 0}, {"offset": -1}):
        refused_twice(call("GET", TOPICS, query=query), 400, "INVALID_REQUEST")


def test_a_topic_grows_and_does_not_shrink(call: Call) -> None:
    make(call, partitions=2)
    assert make(call, partitions=5)["partitions"] == 5
    reply = call("POST", TOPICS, {"topic": "orders", "partitions": 4})
    body = refused_twice(reply, 409, "PARTITIONS_FIXED")
    assert body["detail"] == {"queue": "orders", "partitions": 5, "requested": 4}
    push(call, "q", 1)
    reply = call("POST", TOPICS, {"topic": "q", "partitions": 4})
    refused_twice(reply, 409, "PARTITIONS_FIXED")


def test_a_topic_that_is_asked_for_wrongly(call: Call, owner_url: str) -> None:
    for partitions in (0, -1, 1_001, 2**70, 1.5, "many", None, [3], {}):
        reply = call("POST", TOPICS, {"topic": "orders", "partitions": partitions})
        refused_twice(reply, 400, "INVALID_REQUEST")
    for topic in ("", "x" * 256, "a\0b", "a/partition/b", 5, None):
        reply = call("POST", TOPICS, {"topic": topic, "partitions": 1})
        refused_twice(reply, 400, "INVALID_REQUEST")
    refused_twice(call("POST", TOPICS, "{"), 400, "INVALID_JSON")
    refused_twice(call("POST", TOPICS, "[]"), 400, "INVALID_REQUEST")
    refused_twice(call("POST", TOPICS, '{"a":"' + "x" * 6_000_000 + '"}'), 413, "PAYLOAD_TOO_LARGE")
    assert rows(owner_url, "select * from queen.queues") == []


def test_a_topic_may_have_any_name(call: Call) -> None:
    for name in ("a/b", "ü 😀", "50%", "x" * 255, "find-or-create"):
        make(call, name, 1)
        path = f"{TOPICS}/{quote(name, safe='')}"
        assert call("GET", path).body["topic"] == name
        produce(call, {"value": name}, topic=name)
        assert read(call, topic=name)["records"][0]["value"] == name
        assert call("DELETE", path).status == 200


def test_what_is_no_topic_is_not_found(call: Call) -> None:
    push(call, "q", 1)
    for name in ("q", "nowhere"):
        for method in ("GET", "DELETE"):
            reply = call(method, f"{TOPICS}/{name}")
            assert refused_twice(reply, 404, "UNKNOWN_TOPIC")["detail"] == {"topic": name}
        body = {"topic": name, "messages": [{"value": 1}]}
        refused_twice(call("POST", PRODUCE, body), 404, "UNKNOWN_TOPIC")
        query = {"topic": name, "partition": 0, "offset": 0}
        refused_twice(call("GET", RECORDS, query=query), 404, "UNKNOWN_TOPIC")
    assert data(pop(call, "q")) == [1]


@pytest.mark.usefixtures("stopped_clock")
def test_produced_records_are_read_as_they_were_sent(call: Call) -> None:
    make(call)
    results = produce(
        call,
        {"value": {"total": 12}, "key": "alice", "headers": {"a": [1]}, "timestamp": 1_700},
        {"value": "text", "partition": 2},
        {"value": None, "partition": 2},
    )
    assert results == [
        {"partition": 2, "offset": 0, "timestamp": 1_700, "duplicate": False},
        {"partition": 2, "offset": 1, "timestamp": NOW, "duplicate": False},
        {"partition": 2, "offset": 2, "timestamp": NOW, "duplicate": False},
    ]
    whole = {"topic": "orders", "partition": 2, "key": None, "headers": None, "timestamp": NOW}
    assert read(call, partition=2) == {
        "records": [
            {
                **whole,
                "offset": 0,
                "key": "alice",
                "value": {"total": 12},
                "timestamp": 1_700,
                "headers": {"a": [1]},
            },
            {**whole, "offset": 1, "value": "text"},
            {**whole, "offset": 2, "value": None},
        ],
        "highWatermark": 3,
        "logStartOffset": 0,
        "nextOffset": 3,
    }


def test_a_record_that_is_sent_again_is_a_duplicate(call: Call) -> None:
    make(call)
    message = {"value": 1, "key": "alice", "transactionId": "t-1"}
    (first,) = produce(call, message)
    produce(call, {"value": 2, "key": "alice"})
    assert produce(call, message) == [{**first, "duplicate": True}]
    assert data(pop(call, "orders", "2", batch=9)) == [1, 2]


def test_the_producer_comes_from_the_token(call: Call) -> None:
    make(call)
    body = {"topic": "orders", "messages": [{"value": 1, "partition": 0}]}
    assert call("POST", PRODUCE, body, sub="alice").status == 201
    assert pop(call, "orders", "0")[0]["producerSub"] == "alice"


def test_records_that_are_sent_wrongly_store_nothing(call: Call, owner_url: str) -> None:
    make(call)
    right = {"value": 1}
    for wrong in (
        {},
        {"key": "k"},
        {"value": 1, "key": ""},
        {"value": 1, "key": "x" * 256},
        {"value": 1, "key": 5},
        {"value": 1, "key": "a\0b"},
        {"value": 1, "partition": -1},
        {"value": 1, "partition": 1_000},
        {"value": 1, "partition": "0"},
        {"value": 1, "partition": True},
        {"value": 1, "partition": 0.5},
        {"value": 1, "timestamp": -1},
        {"value": 1, "timestamp": 2**63},
        {"value": 1, "timestamp": "2026-11-18T09:00:00Z"},
        {"value": 1, "headers": [1]},
        {"value": 1, "headers": "h"},
        {"value": 1, "transactionId": "x" * 256},
        5,
        None,
    ):
        body = {"topic": "orders", "messages": [right, wrong]}
        refused_twice(call("POST", PRODUCE, body), 400, "INVALID_REQUEST")
    for messages in (None, [], {}, "x", [right] * 5_001):
        body = {"topic": "orders", "messages": messages}
        refused_twice(call("POST", PRODUCE, body), 400, "INVALID_REQUEST")
    for value in ('"\\u0000"', "1e400", "NaN"):
        text = '{"topic":"orders","messages":[{"value":' + value + "}]}"
        refused_twice(call("POST", PRODUCE, text), 400, "INVALID_JSON")
    unknown = {"topic": "orders", "messages": [right, {"value": 1, "partition": 3}]}
    reply = call("POST", PRODUCE, unknown)
    assert refused_twice(reply, 400, "UNKNOWN_PARTITION")["detail"]["partitions"] == 3
    assert stored(owner_url) == 0


def test_the_limits_of_a_push_hold(call: Call, owner_url: str) -> None:
    make(call)
    large = {"topic": "orders", "messages": [{"value": "x" * MAX_MESSAGE_BYTES}]}
    refused_twice(call("POST", PRODUCE, large), 413, "PAYLOAD_TOO_LARGE")
    configure(call, "orders", partitions=3, maxSize=2)
    reply = call("POST", PRODUCE, {"topic": "orders", "messages": [{"value": 1}] * 3})
    assert refused_twice(reply, 429, "QUEUE_FULL")["detail"]["remaining"] == 2
    assert reply.headers["Retry-After"] == "1"
    call("POST", "/api/v1/system/maintenance", {"enabled": True})
    reply = call("POST", PRODUCE, {"topic": "orders", "messages": [{"value": 1}]})
    refused_twice(reply, 503, "IN_MAINTENANCE")
    assert stored(owner_url) == 0


def test_records_are_read_from_an_offset_on(call: Call) -> None:
    make(call)
    produce(call, *({"value": number, "partition": 0} for number in range(10)))
    part = read(call, offset=4, maxRecords=3)
    assert [record["value"] for record in part["records"]] == [4, 5, 6]
    assert (part["nextOffset"], part["highWatermark"]) == (7, 10)
    assert read(call, offset=10) == {
        "records": [],
        "highWatermark": 10,
        "logStartOffset": 0,
        "nextOffset": 10,
    }


def test_an_offset_out_of_range_is_told_the_range(call: Call, owner_url: str) -> None:
    make(call)
    produce(call, *({"value": number, "partition": 0} for number in range(5)))
    rows(owner_url, "update queen.partitions set tail = 2 where name = '0'")
    for offset in (0, 1, 6, 2**63 - 1):
        query = {"topic": "orders", "partition": 0, "offset": offset}
        body = refused_twice(call("GET", RECORDS, query=query), 416, "OFFSET_OUT_OF_RANGE")
        assert body["detail"] == {"logStartOffset": 2, "highWatermark": 5}


def test_records_that_are_asked_for_wrongly(call: Call) -> None:
    make(call)
    right = {"topic": "orders", "partition": 0, "offset": 0}
    for wrong in (
        {"partition": -1},
        {"partition": 1_000},
        {"partition": "a"},
        {"offset": -1},
        {"offset": 2**63},
        {"offset": "latest"},
        {"maxRecords": 0},
        {"maxRecords": 5_001},
        {"maxWaitMs": -1},
        {"maxWaitMs": "nan"},
        {"topic": ""},
        {"topic": "a\0b"},
    ):
        refused_twice(call("GET", RECORDS, query=right | wrong), 400, "INVALID_REQUEST")
    for missing in right:
        query = {name: value for name, value in right.items() if name != missing}
        refused_twice(call("GET", RECORDS, query=query), 400, "INVALID_REQUEST")
    reply = call("GET", RECORDS, query=right | {"partition": 3})
    assert refused_twice(reply, 400, "UNKNOWN_PARTITION")["detail"]["partitions"] == 3


def test_a_read_waits_for_a_first_record_as_long_as_it_says(call: Call, watch: Watch) -> None:
    make(call)
    assert read(call, maxWaitMs=3_000)["records"] == []
    assert sum(watch.slept) == pytest.approx(3)
    watch.slept.clear()
    assert read(call, maxWaitMs=1e9)["records"] == []
    assert sum(watch.slept) == pytest.approx(20)
    watch.slept.clear()
    read(call)
    produce(call, {"value": 1, "partition": 0})
    read(call, maxWaitMs=3_000)
    assert watch.slept == []


def test_a_read_does_not_wait_when_lambda_has_no_time(call: Call, watch: Watch) -> None:
    make(call)
    query = {"topic": "orders", "partition": 0, "offset": 0, "maxWaitMs": 3_000}
    assert call("GET", RECORDS, query=query, context=Context(999)).status == 200
    assert len(watch.slept) == 1


def test_a_read_that_waits_wakes_on_a_record(
    call: Call, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(call)

    def sleep(seconds: float) -> None:
        produce(call, {"value": "late", "partition": 0})
        watch.sleep(seconds)

    monkeypatch.setattr(waiting, "sleep", sleep)
    records = read(call, maxWaitMs=15_000)["records"]
    assert [record["value"] for record in records] == ["late"]
    assert len(watch.slept) == 1


def test_a_record_whose_key_is_lost_says_so(
    call: Call, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(call, "orders", partitions=1, encryptionEnabled=True)
    produce(call, {"value": "secret"}, {"value": "secret too"})
    assert [record["value"] for record in read(call)["records"]] == ["secret", "secret too"]
    sealed = json.dumps({"key": "another", "sealed": ""})
    rows(owner_url, 'update queen.messages set payload = %s where "offset" = 0', (sealed,))
    lost, kept = read(call)["records"]
    assert (lost["value"], kept["value"]) == (None, "secret too")
    assert "another" in lost["decryptionError"]
    assert "decryptionError" not in kept
