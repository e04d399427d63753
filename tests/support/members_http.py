"""The steps of which tests of members over HTTP are made: each calls a handler."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from tests.support.clock import StoppedClock
from tests.support.http import Call, Reply
from tests.support.members import REBALANCE_SECONDS

GROUPS = "/api/v1/metadata/consumer-groups"
GROUP = "/api/v1/consumer-group"


def group_on(call: Call, topic: str = "orders", partitions: int = 3, app: str = "app") -> str:
    """A topic, and the group of an application on it; the group's id."""
    call("POST", "/api/v1/metadata/topics", {"topic": topic, "partitions": partitions})
    reply = call("POST", f"{GROUPS}/find-or-create", {"topic": topic, "appId": app})
    assert reply.status == 200, reply
    group: str = reply.body["groupId"]
    return group


def join(call: Call, group: str, consumer: str, **fields: Any) -> str:
    """Join; the member's id."""
    body = {"groupId": group, "consumerId": consumer, **fields}
    reply = call("POST", f"{GROUP}/join", body)
    assert reply.status == 200, reply
    member: str = reply.body["memberId"]
    return member


def settled(call: Call, clock: StoppedClock, group: str, *consumers: str) -> list[str]:
    """Join, and let the rebalance come; the members' ids."""
    ids = [join(call, group, consumer) for consumer in consumers]
    clock.advance(REBALANCE_SECONDS)
    return ids


def assignment(call: Call, member: str) -> dict[str, Any]:
    """What a member has been assigned."""
    reply = call("GET", f"{GROUP}/assignment/{quote(member, safe='')}")
    assert reply.status == 200, reply
    body: dict[str, Any] = reply.body
    return body


def owned(call: Call, *members: str) -> list[list[int]]:
    """The partitions of each."""
    return [assignment(call, member)["partitions"] for member in members]


def heartbeat(call: Call, group: str, member: str, **fields: Any) -> Reply:
    return call("POST", f"{GROUP}/heartbeat", {"groupId": group, "memberId": member, **fields})


def commit(call: Call, group: str, member: str, offsets: Any, **fields: Any) -> Reply:
    body = {"groupId": group, "memberId": member, "offsets": offsets, **fields}
    return call("POST", f"{GROUP}/commit-offsets", body)


def leave(call: Call, group: str, member: str) -> Reply:
    return call("POST", f"{GROUP}/leave", {"groupId": group, "memberId": member})


def offsets(call: Call, group: str) -> dict[str, int]:
    """The committed ones."""
    reply = call("GET", f"{GROUP}/offsets", query={"groupId": group})
    assert reply.status == 200, reply
    found: dict[str, int] = reply.body["offsets"]
    return found


def produce(call: Call, partition: int, *values: Any, topic: str = "orders") -> None:
    """Store records in a partition."""
    messages = [{"value": value, "partition": partition} for value in values]
    reply = call("POST", "/api/v1/produce", {"topic": topic, "messages": messages})
    assert reply.status == 201, reply


def described(call: Call, group: str) -> dict[str, Any]:
    """The group, with its members."""
    reply = call("GET", f"{GROUPS}/{quote(group, safe='')}")
    assert reply.status == 200, reply
    body: dict[str, Any] = reply.body
    return body
