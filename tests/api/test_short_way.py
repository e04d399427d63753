"""The short way of a hot route answers what the long way answers, and never more."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from functions.api import ack, pop, push
from functions.edge import short_way
from functions.edge.short_way import ShortWay, ShortWayResolver
from tests.support.http import Call, Context, event

#: What differs from one run to the next: ids, leases, instants.
_UNIQUE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}(\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]+Z|\"\d+\"")

Request = tuple[str, str, Any, dict[str, Any]]
#: Q is the queue's name.
REQUESTS: list[Request] = [
    (
        "POST",
        "/api/v1/push",
        {"items": [{"queue": "Q", "payload": {"a": [1, "ä", None, 1.5]}}]},
        {},
    ),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "data": 2, "transactionId": "x"}]}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "transactionId": "x"}]}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "partition": "p", "headers": {}}]}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "payload": 1}]}, {"query": {"depth": True}}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "producerSub": "me"}]}, {"sub": "alice"}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "key": "k"}]}, {}),
    ("POST", "/api/v1/push", {"items": []}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "paylod": 1}]}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "payload": 1, "data": 1}]}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q", "delaySeconds": "5"}]}, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": 7}]}, {}),
    ("POST", "/api/v1/push", {"items": {}}, {}),
    ("POST", "/api/v1/push", {}, {}),
    ("POST", "/api/v1/push", [], {}),
    ("POST", "/api/v1/push", "{", {}),
    ("POST", "/api/v1/push", '{"items": [{"queue": "Q", "payload": NaN}]}', {}),
    ("POST", "/api/v1/push", None, {}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}]}, {"query": {"dept": True}}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}]}, {"query": {"depth": "perhaps"}}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}]}, {"claims": {"role": "read-only"}}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}]}, {"claims": {"role": "nobody"}}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}]}, {"sub": "x" * 256}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}]}, {"claims": {"role": "read-write"}}),
    ("POST", "/api/v1/push", {"items": [{"queue": "Q"}], "more": 1}, {}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"batch": 2, "consumerGroup": "g"}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"autoAck": True, "partitions": 3}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"batch": "1,2"}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"consumerGroup": "a,b"}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"consumerGroup": ""}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"group": "g"}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"batch": 0}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"batch": ""}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"conflation": True}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"subscriptionMode": "sometimes"}}),
    ("GET", "/api/v1/pop/queue/Q", None, {"query": {"subscriptionFrom": "2020-01-01"}}),
    ("GET", "/api/v1/pop/queue/Q", {"a": 1}, {}),
    ("GET", "/api/v1/pop/queue/Q", None, {"claims": {"role": "read-only"}}),
    ("GET", "/api/v1/pop/queue/Q/", None, {}),
    ("GET", "/api/v1/pop/queue/Q/partition/p", None, {"query": {"consumerGroup": "h"}}),
    ("GET", "/api/v1/pop/queue/Q/partition/a%2Fpartition%2Fb", None, {}),
    ("GET", "/api/v1/pop/queue/Q/partition/%00", None, {}),
    ("GET", "/api/v1/pop", None, {"query": {"namespace": "Q"}}),
    ("GET", "/api/v1/pop", None, {}),
    ("POST", "/api/v1/ack", {"transactionId": "x", "partitionId": "999"}, {}),
    ("POST", "/api/v1/ack", {"transactionId": "x", "partitionId": "999", "status": "done"}, {}),
    ("POST", "/api/v1/ack", {"transactionId": "x"}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": []}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [{"transactionId": "x"}]}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": 1, "consumerGroup": 2}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "next": {"queue": "Q"}}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "next": {"queue": "Qx"}}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "next": {"queue": "Q", "wait": 1}}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "next": {"bach": 2}}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "next": {}}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "failedLeases": []}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "failedLeases": [{"leaseId": "l"}]}, {}),
    ("POST", "/api/v1/ack/batch", {"acknowledgments": [], "failedLeases": [{"lease": "l"}]}, {}),
]


class Ways:
    """Sends each request both ways, to a queue of its own, and counts what took the short one."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.short = 0

    def differences(self) -> list[tuple[Request, Any, Any]]:
        """The requests that are not answered alike."""
        found = []
        for request in REQUESTS:
            short = self._send(request, "qs")
            with self._monkeypatch.context() as only:
                only.setattr(ShortWayResolver, "handle_shortly", lambda *_: None)
                long = self._send(request, "ql")
            if short != long:
                found.append((request, short, long))
        return found

    def _send(self, request: Request, queue: str) -> Any:
        """The answer, with what is unique taken out of it."""
        method, path, body, rest = request
        sent = json.loads(json.dumps(event(method, path, body, **rest)).replace("Q", queue))
        (handler,) = (
            each.handler
            for each in (push, pop, ack)
            if any(route.rule.match(sent["rawPath"]) for route in each.app.known_routes())
        )
        answer = handler(sent, Context())  # type: ignore[arg-type]
        text = (answer["body"] or "").replace(queue, "Q")
        return answer["statusCode"], answer["headers"], _UNIQUE.sub("…", text)


@pytest.fixture
def ways(call: Call, monkeypatch: pytest.MonkeyPatch) -> Ways:
    ways = Ways(monkeypatch)
    arguments = ShortWay.arguments

    def counted(*given: Any) -> Any:
        found = arguments(*given)
        ways.short += 1
        return found

    monkeypatch.setattr(ShortWay, "arguments", counted)
    return ways


def test_both_ways_give_the_same_answer(ways: Ways) -> None:
    assert ways.differences() == []
    assert 20 <= ways.short < len(REQUESTS)


def test_a_short_way_that_reads_over_unknown_parameters_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ShortWay.arguments

    def careless(way: ShortWay, names: Any, query: Any, body: Any) -> Any:
        known = {name: value for name, value in query.items() if name in way.known}
        return arguments(way, names, known, body)

    monkeypatch.setattr(ShortWay, "arguments", careless)
    different = [request[3].get("query") for request, *_ in ways.differences()]
    # What such a pop took is missing in later answers, too.
    assert different[:2] == [{"dept": True}, {"group": "g"}]


def test_a_short_way_that_admits_everybody_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_way, "admit", lambda claims, needed: None)
    statuses = {(short[0], long[0]) for _, short, long in ways.differences()}
    assert statuses == {(201, 403), (204, 403)}


def test_a_short_way_that_takes_any_body_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_way, "json_object", json.loads)
    assert [request[2] for request, *_ in ways.differences()] == [
        '{"items": [{"queue": "Q", "payload": NaN}]}'
    ]
