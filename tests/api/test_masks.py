"""Payload masks: who sees which part of a payload, on every route that shows one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import quote

import pytest

from functions.edge.roles import Role, role_needed
from functions.handlers import API_MODULES
from tests.support.dead_letters import bury_over_http
from tests.support.http import Call, Reply
from tests.support.queue_http import configure, data, pop, push, refused
from tests.support.roles import routes_of

SECRET = "4111-canary"
READER = {"role": "read-only"}
WRITER = {"sub": "ann", "role": "read-write"}
PAYLOAD = {"card": {"number": SECRET, "name": "Ann"}, "total": 12}
SEEN = {"card": {"number": "***", "name": "Ann"}, "total": 12}
#: Queues by what is hidden in them from whoever only reads.
QUEUES = {
    "masked": {"maskPaths": ["card.number"]},
    "sealed": {"maskPaths": ["card.number"], "encryptionEnabled": True},
    "writers": {"payloads": "read-write"},
    "nobody": {"payloads": "none", "maskPaths": ["card.number"]},
}
TRACE = "0190a000-0000-7000-8000-000000000001"


@pytest.fixture
def seeded(call: Call) -> dict[str, str]:
    """In each queue a message, a dead letter and a note; the partitions' ids."""
    for queue, options in QUEUES.items():
        configure(call, queue, **options)
        bury_over_http(call, queue, PAYLOAD, partition="p", group="g", transactionId="dead")
        push(call, queue, PAYLOAD, partition="p", transactionId="t", traceId=TRACE)
    found = call("GET", "/api/v1/messages", query={"transactionId": "t"}).body["messages"]
    places = {message["queue"]: message["partitionId"] for message in found}
    for place in places.values():
        note = {"transactionId": "t", "partitionId": place, "data": 1, "traceNames": ["n"]}
        assert call("POST", "/api/v1/traces", note).status == 201
    return places


def reads(places: dict[str, str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each route that whoever reads may call, with every name that could lead to a payload."""
    names = {
        "queue": list(QUEUES),
        "partitionId": list(places.values()),
        "transactionId": ["t", "dead"],
        "partition": ["p"],
        "id": list(places.values()),
        "name": ["n"],
        "traceId": [TRACE],
        "group": ["g"],
    }
    variants: dict[str, list[dict[str, Any]]] = {
        "/api/v1/messages": [
            {"payloads": True},
            {"payloads": True, "maxDataBytes": 40},
            {"payloads": True, "traceId": TRACE},
            {"payloads": True, "order": "asc"},
        ],
        "/api/v1/status/queues/{queue}/messages": [{}],
    }
    for method, path, function in routes_of(API_MODULES):
        if role_needed(function) > Role.READ_ONLY or method == "HEAD" or "/console" in path:
            continue
        words = [part.split("}")[0].rstrip("+") for part in path.split("{")[1:]]
        for values in product(*(names.get(word, ["x"]) for word in words)):
            filled = path
            for word, value in zip(words, values, strict=True):
                for form in (f"{{{word}}}", f"{{{word}+}}"):
                    filled = filled.replace(form, quote(value, safe=""))
            for query in variants.get(path, [{}]):
                yield method, filled, query


def shows_secret(reply: Reply) -> bool:
    return SECRET in json.dumps(reply.body) + json.dumps(reply.headers)


def leaks(call: Call, places: dict[str, str], claims: dict[str, str]) -> set[str]:
    """The addresses whose answers have the secret."""
    return {
        path
        for method, path, query in reads(places)
        if shows_secret(
            call(method, path, None if method == "GET" else {}, query=query, claims=claims)
        )
    }


def test_no_answer_to_a_reader_has_what_is_hidden(call: Call, seeded: dict[str, str]) -> None:
    asked = list(reads(seeded))
    assert len({path for _, path, _ in asked}) > 50
    assert leaks(call, seeded, READER) == set()


def test_a_route_that_forgets_the_mask_is_found(
    call: Call, seeded: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regent.stores.payloads.shown", lambda payload, *_: (payload, []))
    found = leaks(call, seeded, READER)
    assert {"/api/v1/messages", "/api/v1/dlq", "/api/v1/traces/by-name/n"} <= found
    assert len(found) == 3 + 2 * len(QUEUES)  # and each message by itself


def test_who_writes_sees_more_and_what_is_masked_only_on_purpose(
    call: Call, seeded: dict[str, str]
) -> None:
    def seen(queue: str, claims: dict[str, str], **query: Any) -> tuple[Any, Any]:
        path = f"/api/v1/messages/{seeded[queue]}/t"
        body = call("GET", path, query=query, claims=claims).body
        return body["data"], body.get("masked")

    number, whole = ["card.number"], ["*"]
    assert seen("masked", READER) == seen("masked", WRITER) == (SEEN, number)
    assert seen("sealed", READER) == seen("sealed", WRITER) == (SEEN, number)
    assert (seen("writers", READER), seen("writers", WRITER)) == ((None, whole), (PAYLOAD, None))
    assert seen("nobody", READER) == seen("nobody", WRITER) == (None, whole)
    for queue in ("masked", "sealed", "writers"):
        assert seen(queue, WRITER, reveal=True) == (PAYLOAD, None)
    assert seen("nobody", WRITER, reveal=True) == (None, whole)


def test_a_look_at_what_is_hidden_is_noted(call: Call, seeded: dict[str, str]) -> None:
    place = {"partitionId": seeded["masked"], "transactionId": "t"}
    call("GET", f"/api/v1/messages/{seeded['masked']}/t", query={"reveal": True}, claims=WRITER)
    call("GET", "/api/v1/dlq", query={"queue": "masked", "reveal": True}, claims=WRITER)
    call("GET", "/api/v1/traces/by-name/n", query={"reveal": True}, claims=WRITER)
    listed = {"queue": "masked", "payloads": True, "reveal": True}
    call("GET", "/api/v1/messages", query=listed, claims=WRITER)
    call("GET", "/api/v1/messages", query={**listed, "queue": "no"}, claims=WRITER)
    call("GET", f"/api/v1/messages/{seeded['masked']}/t", claims=WRITER)
    found = call("GET", "/api/v1/audit", query={"who": "ann"}).body["changes"]
    assert [(note["action"], note["target"], note["result"]) for note in reversed(found)] == [
        ("reveal", {"queue": "masked", "partition": "p", **place}, {"messages": 1}),
        ("reveal", {"queue": "masked"}, {"deadLetters": 1}),
        ("reveal", {}, {"messages": 4}),
        ("reveal", {"queue": "masked"}, {"messages": 2}),
    ]


@pytest.mark.parametrize("path", ["/api/v1/messages", "/api/v1/dlq", "/api/v1/traces/by-name/n"])
def test_who_only_reads_reveals_nothing(call: Call, seeded: dict[str, str], path: str) -> None:
    reply = call("GET", path, query={"reveal": True}, claims=READER)
    refused(reply, 403, "FORBIDDEN")
    reply = call("GET", path, query={"reveal": True}, claims={**WRITER, "sub": "x" * 256})
    refused(reply, 400, "INVALID_REQUEST")
    assert call("GET", "/api/v1/audit", query={"what": "reveal"}).body["changes"] == []


@pytest.mark.parametrize(
    "query",
    [
        {"contains": SECRET},
        {"contains": "4111"},
        {"field": "card.number", "value": SECRET},
        {"field": "total", "value": "12"},
    ],
)
def test_what_is_hidden_is_not_found_by_searching(
    call: Call, seeded: dict[str, str], query: dict[str, str]
) -> None:
    def found(claims: dict[str, str], **more: Any) -> tuple[set[str], int]:
        body = call("GET", "/api/v1/messages", query={**query, **more}, claims=claims).body
        return {message["queue"] for message in body["messages"]}, body["looked"]["encrypted"]

    assert found(READER) == (set(), 8)
    assert found(WRITER) == ({"writers"}, 6)
    assert found(WRITER, reveal=True) == ({"masked", "writers"}, 4)


def test_a_beginning_is_one_of_what_may_be_seen(call: Call, seeded: dict[str, str]) -> None:
    def begins(queue: str, most: int) -> tuple[Any, ...]:
        query = {"queue": queue, "payloads": True, "maxDataBytes": most, "transactionId": "t"}
        (message,) = call("GET", "/api/v1/messages", query=query, claims=READER).body["messages"]
        return tuple(message[name] for name in ("data", "dataStart", "dataBytes", "masked"))

    text = json.dumps(SEEN, separators=(",", ":"))
    for queue in ("masked", "sealed"):
        assert begins(queue, 30) == (None, text[:30], len(text), ["card.number"])
        assert begins(queue, 300) == (SEEN, None, len(text), ["card.number"])
    for queue in ("writers", "nobody"):
        assert begins(queue, 30) == (None, None, 4, ["*"])


def test_consumers_get_what_was_pushed(call: Call, seeded: dict[str, str]) -> None:
    for queue in QUEUES:
        assert data(pop(call, queue, consumerGroup="g")) == [PAYLOAD]
        redriven = call("POST", "/api/v1/dlq/redrive", {"queue": queue}, claims=WRITER)
        assert redriven.body["redriven"] == 1
        assert data(pop(call, queue, "p", consumerGroup="other", batch=9))[-1] == PAYLOAD
    noted = call("GET", "/api/v1/audit", query={"who": "ann"}).body["changes"]
    assert {json.dumps(note["result"]) for note in noted} == {'{"redriven": 1, "messages": 1}'}


def test_options_are_kept_told_and_compared(call: Call) -> None:
    options = {"payloads": "read-write", "maskPaths": ["card.number", r"a\.b[].c"]}
    made = configure(call, "q", **options)
    assert {name: made["options"][name] for name in options} == options
    assert configure(call, "q", **options)["revision"] == made["revision"]
    shown = call("GET", "/api/v1/resources/queues/q").body["options"]
    assert {name: shown[name] for name in options} == options
    body = {"queue": "q", "options": {"maskPaths": ["card"]}}
    preview = call("POST", "/api/v1/configure", body, query={"dryRun": True}).body["changes"]
    assert preview == [
        {"option": "maskPaths", "before": options["maskPaths"], "after": ["card"]},
        {"option": "payloads", "before": "read-write", "after": "all"},
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"maskPaths": ["card..number"]}, "takes a path such as card.number or items[].pin"),
        ({"maskPaths": ["a"] * 51}, "maskPaths"),
        ({"maskPaths": "card"}, "maskPaths"),
        ({"maskPaths": ["x" * 256]}, "maskPaths"),
        ({"payloads": "some"}, "payloads"),
    ],
)
def test_what_is_no_mask_is_refused(call: Call, options: dict[str, Any], words: str) -> None:
    reply = call("POST", "/api/v1/configure", {"queue": "q", "options": options})
    assert words in refused(reply, 400, "INVALID_REQUEST")["error"]
    assert call("GET", "/api/v1/resources/queues/q").status == 404
