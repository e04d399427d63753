"""POST /api/v1/push."""

import json
import uuid
from typing import Any

import pytest

from functions.api import push as push_handler
from functions.edge.http import Api
from regent.limits import MAX_MESSAGE_BYTES, MAX_REQUEST_BYTES
from tests.support.http import Call, Context, event, restart
from tests.support.queue_http import configure, data, pop, push, refused
from tests.support.rows import rows, stored, value

PATH = "/api/v1/push"
TRACE = "0f8fad5b-d9cb-469f-a165-70867728950e"


def body_of(characters: int, filler: str = " ") -> str:
    """A valid request of so many characters."""
    start = '{"items":[{"queue":"q","payload":1}]'
    return start + filler * (characters - len(start) - 1) + "}"


def test_push_answers_a_stored_message(call: Call, owner_url: str) -> None:
    item = {"queue": "q", "payload": {"a": 1}, "transactionId": "t-1", "traceId": TRACE}
    reply = call("POST", PATH, {"items": [item]})
    partition_id = value(owner_url, "select id from queen.partitions")
    message_id = value(owner_url, "select id from queen.messages")
    assert reply.status == 201
    assert reply.body == [
        {
            "index": 0,
            "transaction_id": "t-1",
            "status": "queued",
            "message_id": str(message_id),
            "partition_id": str(partition_id),
            "trace_id": TRACE,
            "queueName": "q",
        }
    ]


def test_push_answers_items_in_their_order(call: Call) -> None:
    items = [
        {"queue": queue, "partition": partition, "transactionId": f"{queue}{partition}{number}"}
        for number in range(3)
        for queue in ("b", "a")
        for partition in ("y", "x")
    ]
    reply = call("POST", PATH, {"items": items})
    assert [answer["index"] for answer in reply.body] == list(range(12))
    assert [answer["transaction_id"] for answer in reply.body] == [
        item["transactionId"] for item in items
    ]
    assert [m["transactionId"] for m in pop(call, "a", "x", batch=9)] == ["ax0", "ax1", "ax2"]


def test_push_of_no_items_stores_nothing(call: Call) -> None:
    reply = call("POST", PATH, {"items": []})
    assert (reply.status, reply.body) == (201, [])


def test_push_makes_up_a_transaction_id_that_is_the_message_id(call: Call) -> None:
    (answer,) = push(call, "q", 1)
    assert uuid.UUID(answer["message_id"]).version == 7
    assert answer["transaction_id"] == answer["message_id"]
    assert pop(call, "q")[0]["transactionId"] == answer["message_id"]


def test_push_answers_a_repeat_with_the_first_message(call: Call, owner_url: str) -> None:
    (first,) = push(call, "q", "first", transactionId="t")
    (again,) = push(call, "q", "again", transactionId="t")
    assert again == {**first, "status": "duplicate"}
    assert data(pop(call, "q", batch=9)) == ["first"]
    assert stored(owner_url) == 1


def test_push_recognises_a_repeat_within_a_request(call: Call) -> None:
    ids = ["a", "b", "a", "c", "b"]
    items = [
        {"queue": "q", "payload": place, "transactionId": name} for place, name in enumerate(ids)
    ]
    answers = call("POST", PATH, {"items": items}).body
    assert [answer["status"] for answer in answers] == [
        "queued",
        "queued",
        "duplicate",
        "queued",
        "duplicate",
    ]
    assert answers[2]["message_id"] == answers[0]["message_id"]
    assert answers[4]["message_id"] == answers[1]["message_id"]
    popped = pop(call, "q", batch=9)
    assert [(m["data"], m["offset"]) for m in popped] == [(0, 0), (1, 1), (3, 2)]


def test_push_takes_the_same_transaction_id_in_another_partition(call: Call) -> None:
    push(call, "q", 1, transactionId="t", partition="a")
    (answer,) = push(call, "q", 1, transactionId="t", partition="b")
    assert answer["status"] == "queued"
    (answer,) = push(call, "r", 1, transactionId="t", partition="a")
    assert answer["status"] == "queued"


def test_push_keeps_any_json_value_as_it_is(call: Call) -> None:
    payloads = [None, {}, [], "", "text", 0, -1, 1.5, True, False, 2**100, {"": {"ü": [None]}}]
    push(call, "q", *payloads)
    kept = data(pop(call, "q", batch=20))
    assert kept == payloads
    assert [type(payload) for payload in kept] == [type(payload) for payload in payloads]


def test_push_stores_null_where_there_is_no_payload(call: Call) -> None:
    assert call("POST", PATH, {"items": [{"queue": "q"}]}).status == 201
    assert data(pop(call, "q")) == [None]


def test_push_keeps_a_large_payload_intact(call: Call) -> None:
    payload = [{"n": number, "text": "ü" * 10} for number in range(10_000)]
    push(call, "q", payload)
    assert data(pop(call, "q")) == [payload]


def test_push_keeps_key_and_headers(call: Call) -> None:
    push(call, "q", 1, key="customer-7", headers={"a": [1, {"b": None}]})
    push(call, "q", 2)
    first, second = pop(call, "q", batch=2)
    assert (first["key"], first["headers"]) == ("customer-7", {"a": [1, {"b": None}]})
    assert (second["key"], second["headers"]) == (None, None)


def test_push_makes_queue_and_partition_with_labels_from_the_name(
    call: Call, owner_url: str
) -> None:
    push(call, "shop.orders.eu", 1)
    push(call, "plain", 1, partition="p")
    assert rows(
        owner_url,
        "select q.name, namespace, task, p.name as partition from queen.queues q"
        " join queen.partitions p on p.queue_id = q.id order by q.id",
    ) == [
        {
            "name": "shop.orders.eu",
            "namespace": "shop",
            "task": "orders",
            "partition": "Default",
        },
        {"name": "plain", "namespace": "plain", "task": "", "partition": "p"},
    ]


def test_push_takes_a_null_partition_as_none(call: Call) -> None:
    item = {"queue": "q", "partition": None, "transactionId": None, "traceId": None}
    assert call("POST", PATH, {"items": [item]}).status == 201
    assert pop(call, "q")[0]["partition"] == "Default"


def test_push_takes_the_producer_from_the_token_only(call: Call) -> None:
    item = {"queue": "q", "payload": 1, "producerSub": "mallory"}
    call("POST", PATH, {"items": [item]}, sub="alice")
    call("POST", PATH, {"items": [item]})
    assert [m["producerSub"] for m in pop(call, "q", batch=2)] == ["alice", None]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("paylod", "did you mean payload?"),
        ("transactionID", "did you mean transactionId?"),
        ("transaction_id", "did you mean transactionId?"),
        ("Key", "did you mean key?"),
        ("priority", "there are queue, partition, payload, transactionId, traceId, key, headers,"),
        ("isEncrypted", "there are queue, partition"),
        ("x" * 300, "there are queue, partition"),
    ],
)
@pytest.mark.parametrize("place", ["push", "transaction"])
def test_a_field_that_an_item_does_not_have_is_refused(
    call: Call, owner_url: str, place: str, name: str, words: str
) -> None:
    """Under a misspelt name a payload was lost, and a transaction id did not dedupe."""
    items = [{"queue": "q", "payload": 1}, {"queue": "q", name: {"x": 1}}]
    body: dict[str, Any] = {"items": items}
    if place == "transaction":
        body = {"operations": [{"type": "push", **body}]}
    told = refused(call("POST", f"/api/v1/{place}", body), 400, "INVALID_REQUEST")["error"]
    assert "items[1]" in told
    assert f"is no field here; {words}" in told
    assert stored(owner_url) == 0


def test_a_payload_may_be_called_data_as_pops_call_it(call: Call, owner_url: str) -> None:
    body = {"items": [{"queue": "q", "data": {"x": 1}}, {"queue": "q", "data": None}]}
    assert call("POST", PATH, body).status == 201
    operation = {"type": "push", "items": [{"queue": "q", "data": 2}]}
    assert call("POST", "/api/v1/transaction", {"operations": [operation]}).body["success"] is True
    assert data(pop(call, "q", batch=3)) == [{"x": 1}, None, 2]

    both = {"items": [{"queue": "q", "payload": 1}, {"queue": "q", "data": 1, "payload": 1}]}
    told = refused(call("POST", PATH, both), 400, "INVALID_REQUEST")["error"]
    assert told == "items[1]: has a payload and data, which mean the same"
    assert stored(owner_url) == 3


def test_push_delays_a_single_message(call: Call) -> None:
    push(call, "q", "later", delaySeconds=60)
    assert pop(call, "q") == []


def test_push_reads_a_base64_body(call: Call) -> None:
    body = "eyJpdGVtcyI6W3sicXVldWUiOiJxIiwicGF5bG9hZCI6IsO8In1dfQ=="
    assert call("POST", PATH, body, base64=True).status == 201
    assert data(pop(call, "q")) == ["ü"]


def test_push_counts_the_bytes_of_a_request(call: Call, owner_url: str) -> None:
    assert call("POST", PATH, body_of(MAX_REQUEST_BYTES)).status == 201
    refused(call("POST", PATH, body_of(MAX_REQUEST_BYTES + 1)), 413, "PAYLOAD_TOO_LARGE")
    assert stored(owner_url) == 1


def test_push_counts_bytes_not_characters_of_a_request(call: Call, owner_url: str) -> None:
    characters = MAX_REQUEST_BYTES // 2 + 100
    half = '"' + "é" * (characters // 2) + '"'
    body = f'{{"items":[{{"queue":"q","payload":{half}}},{{"queue":"q","payload":{half}}}]}}'
    assert len(body) < MAX_REQUEST_BYTES < len(body.encode())
    refused(call("POST", PATH, body), 413, "PAYLOAD_TOO_LARGE")
    assert stored(owner_url) == 0


def test_push_counts_a_base64_request_by_what_it_encodes(call: Call) -> None:
    import base64

    encoded = base64.b64encode(body_of(MAX_REQUEST_BYTES).encode()).decode()
    assert call("POST", PATH, encoded, base64=True).status == 201


def test_push_counts_the_bytes_of_a_payload(call: Call, owner_url: str) -> None:
    quotes = 2
    push(call, "q", "x" * (MAX_MESSAGE_BYTES - quotes))
    items = [{"queue": "q", "payload": 1}, {"queue": "q", "payload": "x" * (MAX_MESSAGE_BYTES - 1)}]
    body = refused(call("POST", PATH, {"items": items}), 413, "PAYLOAD_TOO_LARGE")
    assert body["detail"] == {
        "index": 1,
        "bytes": MAX_MESSAGE_BYTES + 1,
        "maxBytes": MAX_MESSAGE_BYTES,
    }
    assert stored(owner_url) == 1


def test_push_counts_bytes_not_characters_of_a_payload(call: Call, owner_url: str) -> None:
    payload = json.dumps("é" * (MAX_MESSAGE_BYTES // 2), ensure_ascii=False)
    body = f'{{"items":[{{"queue":"q","payload":{payload}}}]}}'
    refused(call("POST", PATH, body), 413, "PAYLOAD_TOO_LARGE")
    assert stored(owner_url) == 0


def test_push_obeys_limits_that_are_configured(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    restart(monkeypatch, max_request_bytes="200", max_message_bytes="50")
    push(call, "q", "x" * 48)
    reply = call("POST", PATH, {"items": [{"queue": "q", "payload": "x" * 49}]})
    assert refused(reply, 413, "PAYLOAD_TOO_LARGE")["detail"]["maxBytes"] == 50
    assert call("POST", PATH, body_of(200)).status == 201
    refused(call("POST", PATH, body_of(201)), 413, "PAYLOAD_TOO_LARGE")


def test_push_takes_ten_thousand_items_and_no_more(call: Call, owner_url: str) -> None:
    items = [{"queue": "q"}] * 5_000
    assert call("POST", PATH, {"items": items}).status == 201
    refused(call("POST", PATH, {"items": [*items, {"queue": "q"}]}), 400, "INVALID_REQUEST")
    assert stored(owner_url) == 5_000


def test_push_refuses_what_has_another_form_and_stores_nothing(call: Call, owner_url: str) -> None:
    good = {"queue": "q"}
    wrong = [
        ({}, "items"),
        ({"items": None}, "items"),
        ({"items": {}}, "items"),
        ({"items": "q"}, "items"),
        ({"items": [good, 5]}, "items[1]"),
        ({"items": [good, None]}, "items[1]"),
        ({"items": [good, []]}, "items[1]"),
        ({"items": [good, {}]}, "items[1].queue"),
        *(({"items": [good, {"queue": v}]}, "items[1].queue") for v in (None, 5, [], {}, "", True)),
        *(
            ({"items": [good, {**good, name: v}]}, f"items[1].{name}")
            for name in ("partition", "transactionId", "traceId", "key")
            for v in (5, [], {}, "", False, "x" * 256)
        ),
        *(({"items": [good, {**good, "headers": v}]}, "items[1].headers") for v in (5, [], "a")),
        *(
            ({"items": [good, {**good, "delaySeconds": v}]}, "items[1].delaySeconds")
            for v in (-1, "soon", [], 1e12)
        ),
        ({"items": [good, {**good, "traceId": "0f8fad5b"}]}, "items[1].traceId"),
    ]
    for body, where in wrong:
        answer = refused(call("POST", PATH, body), 400, "INVALID_REQUEST")
        assert answer["error"].startswith(f"{where}: "), (body, answer)
    assert stored(owner_url) == 0
    assert rows(owner_url, "select * from queen.queues") == []


def test_push_to_a_partition_that_a_fixed_queue_has_not(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=2)
    items = [{"queue": "q", "partition": "0"}, {"queue": "q", "partition": "2"}]
    body = refused(call("POST", PATH, {"items": items}), 400, "UNKNOWN_PARTITION")
    assert body["detail"] == {"queue": "q", "partitions": 2}
    assert stored(owner_url) == 0


def test_push_that_names_every_partition_and_none(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=1)
    items = [{"queue": "q", "partition": "0"}, {"queue": "q"}]
    body = refused(call("POST", PATH, {"items": items}), 400, "MIXED_PARTITIONS")
    assert body["detail"] == {"queue": "q"}
    assert stored(owner_url) == 0


def test_a_key_chooses_the_partition_of_a_fixed_queue(call: Call) -> None:
    configure(call, "q", partitions=10)
    for items in ([{"key": "alice"}], [{"key": "alice"}, {"key": "bob"}, {}]):
        reply = call("POST", PATH, {"items": [{"queue": "q", **item} for item in items]})
        assert reply.status == 201
    produced = {"topic": "q", "messages": [{"key": "bob", "value": 1}]}
    assert call("POST", "/api/v1/produce", produced).body["results"][0]["partition"] == 4
    assert [m["key"] for m in pop(call, "q", "5", batch=9)] == ["alice", "alice"]
    assert [m["key"] for m in pop(call, "q", "4", batch=9)] == ["bob", "bob"]


def test_a_keyed_push_leaves_nothing_open(call: Call, owner_url: str) -> None:
    configure(call, "q", partitions=1)
    items = [{"queue": "q", "partition": "0"}, {"queue": "q", "key": "k"}]
    assert call("POST", PATH, {"items": items}).status == 201
    items.append({"queue": "q"})
    refused(call("POST", PATH, {"items": items}), 400, "MIXED_PARTITIONS")
    assert stored(owner_url) == 2


def test_push_of_duplicates_only_takes_no_room(call: Call) -> None:
    configure(call, "q", maxSize=1)
    push(call, "q", 1, transactionId="t")
    (answer,) = push(call, "q", 1, transactionId="t")
    assert answer["status"] == "duplicate"
    assert (answer["queueDepth"], answer["remainingCapacity"]) == (1, 0)


def test_push_answers_without_depth_where_there_is_no_maximum(call: Call) -> None:
    (answer,) = push(call, "q", 1)
    assert "queueDepth" not in answer
    assert "remainingCapacity" not in answer


def test_push_answers_the_depth_of_any_queue_that_is_asked_for_it(call: Call) -> None:
    push(call, "q", 1)
    reply = call("POST", PATH, {"items": [{"queue": "q"}]}, query={"depth": True})
    assert reply.status == 201
    assert (reply.body[0]["queueDepth"], reply.body[0]["remainingCapacity"]) == (2, None)
    (without,) = push(call, "q", 1)
    assert "queueDepth" not in without
    reply = call("POST", PATH, {"items": [{"queue": "q"}]}, query={"depth": "5"})
    refused(reply, 400, "INVALID_REQUEST")


def test_push_room_refuses_other_routes(call: Call) -> None:
    answer = push_handler.handler(event("GET", "/api/v1/nothing"), Context())
    assert answer["statusCode"] == 404
    assert json.loads(answer["body"]) == {
        "error": "there is no GET /api/v1/nothing",
        "code": "NOT_FOUND",
        "requestId": "test-request",
    }


def test_an_unexpected_error_says_nothing_of_itself(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Api) -> str:
        raise ZeroDivisionError("the secret")

    monkeypatch.setattr(Api, "subject", property(broken))
    body = refused(call("POST", PATH, {"items": [{"queue": "q"}]}), 500, "INTERNAL")
    assert "secret" not in str(body)
