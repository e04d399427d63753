"""The header regent-client: who holds a lease, for people who ask."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import push, refused

POP = "/api/v1/pop/queue/q"
LEASES = "/api/v1/analytics/leases"
NAME = 'web-1:4711 "the first", 100 %'


def holders(call: Call) -> list[tuple[str, str | None]]:
    return [(each["partition"], each["client"]) for each in call("GET", LEASES).body["leases"]]


def taken(call: Call, path: str, client: str | None, **query: Any) -> list[dict[str, Any]]:
    reply = call("GET", path, query={"consumerGroup": "g", **query}, client=client)
    assert reply.status == 200, reply
    found: list[dict[str, Any]] = reply.body["messages"]
    return found


def test_a_lease_is_told_with_the_name_of_its_client(call: Call) -> None:
    for partition in "abcd":
        push(call, "q", 1, partition=partition)
    (first,) = taken(call, POP, NAME)
    taken(call, f"{POP}/partition/b", "named", leaseSeconds=900)
    taken(call, POP, None, leaseSeconds=1_000)
    push(call, "ns.r", 1, partition="labels")
    taken(call, "/api/v1/pop", "by labels", namespace="ns", leaseSeconds=2_000)
    assert holders(call) == [
        ("a", NAME),
        ("b", "named"),
        ("c", None),
        ("labels", "by labels"),
    ]
    path = "/api/v1/resources/queues/q/partitions/a/explain"
    explained = call("GET", path, query={"group": "g"}).body
    assert explained["lease"]["client"] == NAME
    assert explained["sentence"].startswith(f"{NAME} of group g has held 1 message since")
    places = call("GET", "/api/v1/consumer-groups/g", query={"queue": "q"}).body["q"]["partitions"]
    assert {place["partition"]: place["client"] for place in places} == {
        "a": NAME,
        "b": "named",
        "c": None,
        "d": None,
    }
    verdict = {name: first[name] for name in ("transactionId", "partitionId", "leaseId")}
    body = {"acknowledgments": [verdict], "consumerGroup": "g", "next": {"queue": "q"}}
    assert call("POST", "/api/v1/ack/batch", body, client="next").body["next"]["messages"]
    assert ("d", "next") in holders(call)
    assert ("a", NAME) not in holders(call)


def test_a_lease_is_extended_and_released_by_the_id_in_the_list(call: Call, clock: Clock) -> None:
    push(call, "q", 1)
    taken(call, POP, NAME, leaseSeconds=60)
    (lease,) = call("GET", LEASES).body["leases"]
    assert lease["leaseId"].endswith(f".{lease['partitionId']}")
    extended = call("POST", f"/api/v1/lease/{lease['leaseId']}/extend", {"seconds": 600})
    assert extended.body["renewed"] == 1
    clock.advance(500)
    assert holders(call) == [("Default", NAME)]
    released = call("POST", f"/api/v1/lease/{lease['leaseId']}/release")
    assert (released.body["released"], holders(call)) == (1, [])


def test_a_name_that_a_later_lease_does_not_give_is_not_told_of_it(
    call: Call, clock: Clock
) -> None:
    push(call, "q", 1)
    taken(call, POP, NAME, leaseSeconds=1)
    clock.advance(2)
    taken(call, POP, None)
    assert holders(call) == [("Default", None)]


@pytest.mark.parametrize("name", ["x" * 101, "h\u00f6st", "a\tb", "a\x00b"])
@pytest.mark.parametrize("shape", ["pop", "next"])
def test_a_name_that_is_none_is_refused_and_nothing_is_taken(
    call: Call, name: str, shape: str
) -> None:
    push(call, "q", 1)
    if shape == "pop":
        reply = call("GET", POP, client=name)
    else:
        body = {"acknowledgments": [], "consumerGroup": "g", "next": {"queue": "q"}}
        reply = call("POST", "/api/v1/ack/batch", body, client=name)
    body = refused(reply, 400, "INVALID_REQUEST")
    assert f"of {len(name)} characters" in json.dumps(body)
    assert holders(call) == []


def test_an_empty_name_is_none(call: Call) -> None:
    push(call, "q", 1)
    taken(call, POP, "")
    assert holders(call) == [("Default", None)]
