"""Bodies that are not JSON, or JSON without sense, get a clear 4xx, and nothing is stored."""

import base64
import json

import pytest

from functions.edge import http
from tests.support.http import Call
from tests.support.queue_http import pop, refused
from tests.support.rows import stored, value

BODIES = {
    "push": '{"items":[{"queue":"q","payload":%s}]}',
    "transaction": '{"operations":[{"type":"push","items":[{"queue":"q","payload":%s}]}]}',
}
ROUTES = (
    "/api/v1/push",
    "/api/v1/transaction",
    "/api/v1/configure",
    "/api/v1/ack",
    "/api/v1/ack/batch",
    "/api/v1/lease/x/extend",
)


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("path", ROUTES)
def test_a_body_that_is_no_json_object(call: Call, owner_url: str, path: str) -> None:
    for body in (
        *("{", "}", "{'a': 1}", '{"a":1,}', "nonsense", "{}{}", '{"a":1} x', "\ufeff{}"),
        *('{"a":NaN}', '{"a":Infinity}', '{"a":-Infinity}', '{"a":0x10}', '{"a":01}', '{"a":.5}'),
        *('{"a":"\\ud800"}', '{"a":"\\udc00\\ud800"}', '{"a":"\\x"}', '{"a":"\n"}', '{"a":tru}'),
        *("\x00", '{"a"\x00:1}', nested(100_000), '{"a":' * 100_000, "a" * 1_000_000),
    ):
        refused(call("POST", path, body), 400, "INVALID_JSON")
    for body in ("[]", "[{}]", "null", "5", '"x"', "true", "-0.0", "[1]"):
        refused(call("POST", path, body), 400, "INVALID_REQUEST")
    assert value(owner_url, "select count(*) from queen.queues") == 0


@pytest.mark.parametrize("path", [path for path in ROUTES if "lease" not in path])
def test_an_empty_body(call: Call, path: str) -> None:
    for body in (None, ""):
        reply = call("POST", path, body)
        assert (reply.status, reply.body["requestId"]) == (400, "test-request")
    refused(call("POST", path, "{}"), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("path", ROUTES)
def test_base64_garbage(call: Call, path: str) -> None:
    for body in (
        *("%%%", "a", "ä", "=", "AAA", " "),
        base64.b64encode(b"\xff\xfe\x00").decode(),
        base64.b64encode('{"a":"ü"}'.encode("latin-1")).decode(),
        base64.b64encode("{}".encode("utf-16")).decode(),
    ):
        assert call("POST", path, body, base64=True).status == 400, body


@pytest.mark.parametrize("handler", BODIES)
def test_payloads_that_cannot_be_stored(call: Call, owner_url: str, handler: str) -> None:
    for payload in (
        *("NaN", "[NaN]", "Infinity", "-Infinity", "1e400", "-1e400", '{"a":[1E+999]}'),
        *('"\\u0000"', '{"a":"x\\u0000y"}', '{"\\u0000":1}', '["\\ud800"]', '{"\\udfff":1}'),
        *("1" + "0" * 5_000, "-" + "9" * 100_000, nested(250), '{"a":' * 250 + "1" + "}" * 250),
    ):
        reply = call("POST", f"/api/v1/{handler}", BODIES[handler] % payload)
        refused(reply, 400, "INVALID_JSON")
    assert stored(owner_url) == 0
    assert value(owner_url, "select count(*) from queen.queues") == 0


def test_headers_that_cannot_be_stored(call: Call, owner_url: str) -> None:
    for headers in ('{"a":"\\u0000"}', '{"a":1e400}', '{"a":NaN}', '{"\\ud800":1}'):
        body = f'{{"items":[{{"queue":"q","headers":{headers}}}]}}'
        refused(call("POST", "/api/v1/push", body), 400, "INVALID_JSON")
    assert stored(owner_url) == 0


def test_one_bad_payload_stores_none_of_the_request(call: Call, owner_url: str) -> None:
    body = '{"items":[{"queue":"q","payload":1},{"queue":"r","payload":"\\u0000"}]}'
    refused(call("POST", "/api/v1/push", body), 400, "INVALID_JSON")
    assert stored(owner_url) == 0
    assert value(owner_url, "select count(*) from queen.queues") == 0


def test_odd_payloads_that_are_json_are_kept(call: Call) -> None:
    for text, kept in (
        ("1e308", 1e308),
        ("-1e-400", 0),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\uffff\\u202e\\u0001"', "\uffff\u202e\x01"),
        ('{"a":1,"a":2}', {"a": 2}),
        (nested(100), json.loads(nested(100))),
    ):
        assert call("POST", "/api/v1/push", BODIES["push"] % text).status == 201
        (message,) = pop(call, "q", autoAck=True)
        assert message["data"] == kept


def test_a_million_keys(call: Call, owner_url: str) -> None:
    keys = ",".join(f'"{number}":0' for number in range(1_000_000))
    refused(call("POST", "/api/v1/push", BODIES["push"] % f"{{{keys}}}"), 413, "PAYLOAD_TOO_LARGE")
    assert stored(owner_url) == 0


def test_as_many_keys_as_fit(call: Call) -> None:
    keys = ",".join(f'"{number}":0' for number in range(300_000))
    assert call("POST", "/api/v1/push", BODIES["push"] % f"{{{keys}}}").status == 201
    many = call("POST", "/api/v1/push", f'{{"items":[{{"queue":"q",{keys}}}]}}')
    assert many.status == 400
    assert len(str(many.body)) < 10_000
    for path in ROUTES:
        reply = call("POST", path, f"{{{keys}}}")
        assert reply.status in (200, 400), path
        assert len(str(reply.body)) < 10_000


def test_what_is_meant_is_looked_for_in_the_problems_that_are_told(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look at each of hundreds of thousands of unknown fields would take seconds."""
    looked: list[str] = []
    monkeypatch.setattr(http, "unknown", lambda _, name, __: looked.append(name) or "is unknown")
    keys = ",".join(f'"{number}":0' for number in range(1_000))
    refusal = call("POST", "/api/v1/push", f'{{"items":[{{"queue":"q",{keys}}}]}}')
    assert (refusal.status, refusal.body["detail"]) == (400, {"problems": 1_000})
    assert looked == ["0", "1", "2", "3", "4"]


def test_sql_in_every_text_is_only_text(call: Call, owner_url: str) -> None:
    sting = "'); drop schema queen cascade; --"
    item = {"queue": sting, "partition": sting, "payload": sting, "key": sting}
    assert call("POST", "/api/v1/push", {"items": [{**item, "transactionId": sting}]}).status == 201
    (message,) = pop(call, sting, sting, consumerGroup=sting)
    assert (message["data"], message["transactionId"]) == (sting, sting)
    verdict = {"transactionId": sting, "partitionId": sting, "leaseId": sting, "error": sting}
    assert call("POST", "/api/v1/ack", verdict).status == 200
    assert call("POST", f"/api/v1/lease/{sting.replace(' ', '')}/extend").status == 200
    assert stored(owner_url) == 1
