"""POST, GET /api/v1/traces…"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from tests.support.http import Call
from tests.support.queue_http import push, refused
from tests.support.rows import value

PATH = "/api/v1/traces"


@pytest.fixture
def partition(call: Call) -> str:
    """The partition of a message with the transaction id `t` and the payload {"n": 1}."""
    found: str = push(call, "q", {"n": 1}, transactionId="t")[0]["partition_id"]
    return found


def note(call: Call, partition: str, data: Any = 1, **fields: Any) -> str:
    body = {"partitionId": partition, "transactionId": "t", "data": data, **fields}
    reply = call("POST", PATH, body)
    assert reply.status == 201, reply
    assert reply.body["success"] is True
    trace: str = reply.body["traceId"]
    return trace


def test_a_trace_is_found_by_its_message_and_by_its_names(call: Call, partition: str) -> None:
    trace = note(
        call, partition, {"step": "billed"}, consumerGroup="g", traceNames=["order 7", "shop"],
        eventType="step", workerId="w",
    )  # fmt: skip
    plain = note(call, partition)
    body = call("GET", f"{PATH}/{partition}/t").body
    first, second = body.pop("traces")
    created_at = first["created_at"]
    assert first == {
        "id": trace,
        "event_type": "step",
        "data": {"step": "billed"},
        "consumer_group": "g",
        "worker_id": "w",
        "created_at": created_at,
        "trace_names": ["order 7", "shop"],
    }
    assert second == {
        "id": plain,
        "event_type": "info",
        "data": 1,
        "consumer_group": None,
        "worker_id": None,
        "created_at": second["created_at"],
        "trace_names": [],
    }
    assert body == {
        "total": 2,
        "pagination": {"limit": 100, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }
    body = call("GET", f"{PATH}/by-name/{quote('order 7')}").body
    assert body["traces"] == [
        {
            **first,
            "transaction_id": "t",
            "partition_id": partition,
            "queue_name": "q",
            "partition_name": "Default",
            "message_payload": {"n": 1},
        }
    ]
    assert body["total"] == 1
    body = call("GET", f"{PATH}/names").body
    once = {"trace_count": 1, "message_count": 1, "last_seen": created_at}
    assert body == {
        "trace_names": [{"trace_name": "order 7", **once}, {"trace_name": "shop", **once}],
        "total": 2,
        "pagination": {"limit": 50, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }


def test_what_was_not_used_is_empty(call: Call, partition: str) -> None:
    for path, name in (("names", "trace_names"), ("by-name/x", "traces"), (f"{partition}/t",
                                                                          "traces")):  # fmt: skip
        body = call("GET", f"{PATH}/{path}").body
        assert (body[name], body["total"], body["nextCursor"]) == ([], 0, None)


@pytest.mark.parametrize("path", ["by-name/n", "{partition}/t", "names"])
def test_lists_are_followed_by_their_cursors(call: Call, partition: str, path: str) -> None:
    ids = [note(call, partition, traceNames=["n", f"n{turn}"]) for turn in range(5)]
    expected = ["n", "n0", "n1", "n2", "n3", "n4"] if path == "names" else ids
    seen, query = [], {"limit": 2}
    while True:
        body = call("GET", f"{PATH}/{path.format(partition=partition)}", query=query).body
        rows = body.get("traces") or body.get("trace_names")
        seen += [row.get("trace_name") or row["id"] for row in rows]
        assert body["total"] == len(expected)
        assert body["pagination"]["hasMore"] == (body["nextCursor"] is not None)
        if body["nextCursor"] is None:
            break
        query = {"limit": 2, "cursor": body["nextCursor"]}
    assert seen == expected
    body = call("GET", f"{PATH}/{path.format(partition=partition)}", query={"offset": 4}).body
    assert len(body.get("traces") or body.get("trace_names")) == len(expected) - 4


def test_fixed_words_come_before_ids(call: Call, partition: str) -> None:
    """`names` and `by-name` in a path are words, and no ids of partitions."""
    for name in ("a/b", "t", "names", "by-name", "ü 😀", "50%"):
        note(call, partition, traceNames=[name])
        assert call("GET", f"{PATH}/by-name/{quote(name, safe='')}").body["total"] == 1, name
    refused(call("GET", f"{PATH}/names/t"), 404, "MESSAGE_NOT_FOUND")


def test_a_transaction_id_with_a_slash_has_traces_too(call: Call) -> None:
    (pushed,) = push(call, "q", 1, transactionId="a/b")
    note(call, pushed["partition_id"], transactionId="a/b")
    for name in ("a/b", "a%2Fb"):
        assert call("GET", f"{PATH}/{pushed['partition_id']}/{name}").body["total"] == 1


def test_a_message_that_is_not_there_has_no_traces(
    call: Call, partition: str, owner_url: str
) -> None:
    for where, what in ((partition, "u"), ("99", "t"), ("x", "t"), ("9" * 30, "t")):
        body = {"partitionId": where, "transactionId": what, "data": 1}
        refused(call("POST", PATH, body), 404, "MESSAGE_NOT_FOUND")
        refused(call("GET", f"{PATH}/{where}/{what}"), 404, "MESSAGE_NOT_FOUND")
    assert value(owner_url, "select count(*) from queen.message_traces") == 0


def test_a_trace_refuses_what_has_another_form(call: Call, partition: str, owner_url: str) -> None:
    right = {"partitionId": partition, "transactionId": "t", "data": 1}
    for missing in right:
        body = {name: value for name, value in right.items() if name != missing}
        assert missing in refused(call("POST", PATH, body), 400, "INVALID_REQUEST")["error"]
    for wrong in (
        {"partitionId": int(partition)},
        {"partitionId": "\x00"},
        {"transactionId": None},
        {"transactionId": "x" * 256},
        {"consumerGroup": "x" * 256},
        {"consumerGroup": "a/queues/b"},
        {"traceNames": "n"},
        {"traceNames": [""]},
        {"traceNames": ["x" * 256]},
        {"traceNames": ["a\x00"]},
        {"traceNames": [7]},
        {"traceNames": [f"{n}" for n in range(21)]},
        {"eventType": ""},
        {"eventType": None},
        {"eventType": "x" * 65},
        {"workerId": "x" * 256},
    ):
        refused(call("POST", PATH, right | wrong), 400, "INVALID_REQUEST")
    refused(call("POST", PATH, right | {"data": {"a": "\x00"}}), 400, "INVALID_JSON")
    refused(call("POST", PATH, '{"data": NaN}'), 400, "INVALID_JSON")
    assert value(owner_url, "select count(*) from queen.message_traces") == 0


def test_a_trace_has_bounds(call: Call, partition: str) -> None:
    note(call, partition, "x" * 65_534, traceNames=[f"{n}" for n in range(20)], eventType="x" * 64)
    body = {"partitionId": partition, "transactionId": "t", "data": "x" * 65_535}
    body = refused(call("POST", PATH, body), 413, "PAYLOAD_TOO_LARGE")
    assert body["detail"] == {"bytes": 65_537, "maxBytes": 65_536}


@pytest.mark.parametrize("path", ["names", "by-name/n", "{partition}/t"])
def test_a_list_refuses_what_has_another_form(call: Call, partition: str, path: str) -> None:
    for query in (
        {"limit": 0},
        {"limit": 1001},
        {"offset": -1},
        {"offset": "x"},
        {"cursor": "garbage"},
        {"cursor": "WyJhIiwxXQ"},
        {"cursor": "W251bGxd"},
    ):
        reply = call("GET", f"{PATH}/{path.format(partition=partition)}", query=query)
        refused(reply, 400, "INVALID_REQUEST")


def test_names_that_cannot_be_are_refused(call: Call) -> None:
    for name in ("x" * 256, "a\x00"):
        refused(call("GET", f"{PATH}/by-name/{quote(name)}"), 400, "INVALID_REQUEST")


def test_a_trace_is_followed_over_all_queues(call: Call) -> None:
    trace = "01a1ef2e-be52-7293-8b8d-017564f12a90"
    push(call, "orders", 1, traceId=trace, transactionId="o")
    (pushed,) = push(call, "mails", 1, traceId=trace, transactionId="m")
    body = {"partitionId": pushed["partition_id"], "transactionId": "m", "data": 1}
    call("POST", PATH, body)
    found = call("GET", f"{PATH}/by-trace-id/{trace}").body
    assert [message["queue"] for message in found["messages"]] == ["orders", "mails"]
    assert [note["message"] for note in found["notes"]] == [1]
    assert (found["traceId"], found["more"], found["moreNotes"]) == (trace, False, False)
    short = call("GET", f"{PATH}/by-trace-id/{trace}", query={"limit": "1"}).body
    assert (len(short["messages"]), short["more"]) == (1, True)


def test_a_trace_id_is_a_uuid_and_a_list_has_an_end(call: Call) -> None:
    refused(call("GET", f"{PATH}/by-trace-id/order-7"), 400, "INVALID_REQUEST")
    path = f"{PATH}/by-trace-id/01a1ef2e-be52-7293-8b8d-017564f12a90"
    refused(call("GET", path, query={"limit": "201"}), 400, "INVALID_REQUEST")
