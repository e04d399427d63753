"""Answers about many partitions: they tell the last count and its age, unless live=true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.http import Call
from tests.support.prometheus import parse
from tests.support.queue_http import pop, push, refused

Read = Callable[[Any], int]
#: A path, its query, and where the number of messages stands that a count changes.
ROUTES: dict[str, tuple[str, dict[str, Any], Read]] = {
    "overview": ("/api/v1/resources/overview", {}, lambda body: body["messages"]["total"]),
    "status": ("/api/v1/status", {}, lambda body: body["messages"]["total"]),
    "status of a queue": ("/api/v1/status/queues/q", {}, lambda body: body["totals"]["total"]),
    "queue": ("/api/v1/resources/queues/q", {}, lambda body: body["totals"]["total"]),
    "queues": (
        "/api/v1/resources/queues",
        {},
        lambda body: body["queues"][0]["messages"]["total"],
    ),
    "queues by what is open": (
        "/api/v1/resources/queues",
        {"sort": "open"},
        lambda body: body["queues"][0]["depth"],
    ),
    "namespaces": (
        "/api/v1/resources/namespaces",
        {},
        lambda body: body["namespaces"][0]["messages"]["total"],
    ),
    "statuses": ("/api/v1/status/queues", {}, lambda body: body["queues"][0]["lagMessages"]),
    "depth": (
        "/api/v1/resources/queues/q/depth",
        {},
        lambda body: body["pending"] + body["processing"],
    ),
    "depth of a group": (
        "/api/v1/resources/queues/q/depth",
        {"group": "g"},
        lambda body: body["pending"] + body["processing"],
    ),
    "groups": ("/api/v1/consumer-groups", {}, lambda body: body[0]["totalLag"]),
    "groups by name": (
        "/api/v1/consumer-groups",
        {"by": "group"},
        lambda body: body[0]["queues"]["q"]["totalLag"],
    ),
    "group": ("/api/v1/consumer-groups/g", {}, lambda body: body["q"]["totalLag"]),
}
AS_OF = "2030-01-01T00:00:00.000000Z"


@pytest.fixture
def large(owner_url: str) -> None:
    """A system of any size counts as a large one: answers are those of the last count."""
    rewrite(owner_url, "_counted_at", ("c_quick constant bigint := 20000", "c_quick bigint := -1"))
    rewrite(owner_url, "count_activity", ("c_wide constant bigint := 20000", "c_wide bigint := -1"))


@pytest.fixture
def counted(large: None, call: Call, stopped_clock: StoppedClock) -> None:
    """Two messages were counted, and 40 seconds later there is a third one."""
    push(call, "q", 1, 2)
    pop(call, "q", consumerGroup="g")
    for _ in range(2):
        assert call("POST", "/api/v1/stats/refresh").status == 200
    push(call, "q", 3)
    stopped_clock.advance(40)


def aged(body: Any) -> dict[str, Any]:
    """Where an answer tells its age: of groups, with each of them."""
    if isinstance(body, list):
        return dict(body[0])
    return dict(body["q"]) if "q" in body else dict(body)


def told(call: Call, name: str, **query: Any) -> tuple[int, str | None, float | None]:
    """The number of messages, and the age of it."""
    path, its_query, read = ROUTES[name]
    body = call("GET", path, query=its_query | query).body
    found = aged(body)
    return read(body), found.get("asOf"), found.get("ageSeconds")


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("name", ROUTES)
def test_an_answer_tells_the_last_count_and_its_age(call: Call, name: str) -> None:
    assert told(call, name) == (2, AS_OF, 40)
    refresh = call("POST", "/api/v1/stats/refresh").body
    assert (refresh["success"], refresh["refreshed"]) == (True, True)
    assert told(call, name) == (3, "2030-01-01T00:00:40.000000Z", 0)


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("name", ROUTES)
def test_a_live_answer_is_of_now(call: Call, name: str) -> None:
    assert told(call, name, live=True) == (3, None, None)
    assert told(call, name, live=False) == (2, AS_OF, 40)


@pytest.mark.parametrize("name", ROUTES)
def test_an_answer_about_few_partitions_is_of_now(call: Call, name: str) -> None:
    push(call, "q", 1, 2)
    pop(call, "q", consumerGroup="g")
    call("POST", "/api/v1/stats/refresh")
    push(call, "q", 3)
    assert told(call, name) == (3, None, None)


@pytest.mark.parametrize("name", ROUTES)
def test_live_is_true_or_false(call: Call, name: str) -> None:
    path, query, _ = ROUTES[name]
    refused(call("GET", path, query=query | {"live": "perhaps"}), 400, "INVALID_REQUEST")


@pytest.mark.usefixtures("counted")
def test_metrics_tell_the_last_count_and_its_age(call: Call) -> None:
    body = call("GET", "/metrics").body
    assert body["messages"]["pushed"] == 2
    assert (body["asOf"], body["ageSeconds"]) == (AS_OF, 40)
    families = parse(call("GET", "/metrics/prometheus").body)
    assert [*families["regent_counted_age_seconds"].samples.values()] == [40]


def test_metrics_of_few_partitions_are_of_now(call: Call) -> None:
    push(call, "q", 1)
    call("POST", "/api/v1/stats/refresh")
    assert not {"asOf", "ageSeconds"} & set(call("GET", "/metrics").body)
    families = parse(call("GET", "/metrics/prometheus").body)
    assert not families["regent_counted_age_seconds"].samples


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("path", ["/metrics", "/metrics/prometheus"])
def test_nobody_makes_the_open_routes_count(call: Call, path: str) -> None:
    """Without a token, anybody could keep the database busy."""
    refused(call("GET", path, query={"live": True}), 400, "INVALID_REQUEST")
