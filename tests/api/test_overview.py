"""GET /api/v1/resources/{overview,namespaces,tasks}."""

from __future__ import annotations

import pytest

from tests.support.http import Call
from tests.support.queue_http import ack, complete, pop, push, refused


def test_the_overview_of_nothing(call: Call) -> None:
    reply = call("GET", "/api/v1/resources/overview")
    assert reply.status == 200
    assert reply.body.pop("timestamp").endswith("Z")
    zero = {"avg": 0, "median": 0, "min": 0, "max": 0}
    assert reply.body == {
        "queues": 0,
        "partitions": 0,
        "namespaces": 0,
        "tasks": 0,
        "messages": {
            "total": 0,
            "pending": 0,
            "processing": 0,
            "completed": 0,
            "failed": 0,
            "deadLetter": 0,
        },
        "lag": {"time": zero, "offset": zero},
        "throughput": {"ingestedPerSecond": 0, "processedPerSecond": 0},
        "statsAge": None,
    }


def test_the_overview_counts(call: Call) -> None:
    push(call, "shop.orders", 1, 2, 3, 4)
    push(call, "mail", 5)
    complete(call, *pop(call, "shop.orders"))
    ack(call, *pop(call, "shop.orders"), status="dlq")
    pop(call, "shop.orders")
    body = call("GET", "/api/v1/resources/overview").body
    assert [body[kind] for kind in ("queues", "partitions", "namespaces", "tasks")] == [2, 2, 2, 1]
    assert body["messages"] == {
        "total": 5,
        "pending": 2,
        "processing": 1,
        "completed": 1,
        "failed": 0,
        "deadLetter": 1,
    }
    assert body["lag"]["offset"] == {"avg": 2, "median": 2, "min": 2, "max": 2}
    assert 0 <= body["lag"]["time"]["max"] < 60


@pytest.mark.parametrize(
    ("kind", "names"), [("namespaces", ["mail", "shop"]), ("tasks", ["orders", "returns"])]
)
def test_labels_are_listed(call: Call, kind: str, names: list[str]) -> None:
    for queue in ("shop.orders", "shop.returns", "mail.orders"):
        push(call, queue, 1)
    reply = call("GET", f"/api/v1/resources/{kind}")
    assert reply.status == 200
    assert [label["name"] for label in reply.body[kind]] == names
    assert sum(label["queues"] for label in reply.body[kind]) == 3
    assert reply.body[kind][0]["messages"]["total"] == (1 if kind == "namespaces" else 2)
    assert reply.body["total"] == 2
    first = call("GET", f"/api/v1/resources/{kind}", query={"limit": 1}).body
    assert first["pagination"] == {"limit": 1, "offset": 0, "hasMore": True}
    second = call(
        "GET", f"/api/v1/resources/{kind}", query={"limit": 1, "cursor": first["nextCursor"]}
    ).body
    assert [label["name"] for label in second[kind]] == names[1:]
    assert second["nextCursor"] is None
    for query in ({"limit": 1_001}, {"cursor": "WzFd"}, {"offset": "x"}):
        refused(call("GET", f"/api/v1/resources/{kind}", query=query), 400, "INVALID_REQUEST")
