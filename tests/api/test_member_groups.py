"""…/metadata/consumer-groups: find or create, list, describe, delete."""

from __future__ import annotations

import pytest

from tests.support.clock import StoppedClock
from tests.support.http import Call
from tests.support.members import EPOCH_OF_2030_MS
from tests.support.members_http import (
    GROUPS,
    described,
    group_on,
    join,
    leave,
    offsets,
    settled,
)
from tests.support.queue_http import pop, push, refused, refused_twice
from tests.support.rows import rows

FIND = f"{GROUPS}/find-or-create"
NOW = EPOCH_OF_2030_MS


def test_a_group_is_created_and_found(call: Call) -> None:
    call("POST", "/api/v1/metadata/topics", {"topic": "orders", "partitions": 3})
    request = {"topic": "orders", "appId": "order-processor"}
    reply = call("POST", FIND, request)
    group = {
        "groupId": "G_orders_order-processor",
        "groupLeaderBrokerId": 0,
        "groupLeaderUrl": "test",
    }
    assert (reply.status, reply.body) == (200, {**group, "created": True})
    assert call("POST", FIND, request).body == {**group, "created": False}
    assert offsets(call, "G_orders_order-processor") == {"0": 0, "1": 0, "2": 0}


def test_a_group_of_nothing_is_refused(call: Call, owner_url: str) -> None:
    push(call, "q", 1)
    for topic in ("q", "nowhere"):
        reply = call("POST", FIND, {"topic": topic, "appId": "app"})
        assert refused_twice(reply, 404, "UNKNOWN_TOPIC")["detail"] == {"topic": topic}
    group_on(call)
    right = {"topic": "orders", "appId": "app"}
    for name in ("topic", "appId"):
        for wrong in ("", "x" * 256, "a\0b", 5, None, ["a"], {}):
            reply = call("POST", FIND, right | {name: wrong})
            refused_twice(reply, 400, "INVALID_REQUEST")
        reply = call("POST", FIND, {n: v for n, v in right.items() if n != name})
        refused_twice(reply, 400, "INVALID_REQUEST")
    reply = call("POST", FIND, right, query={"onEmpty": "perhaps"})
    refused_twice(reply, 400, "INVALID_REQUEST")
    assert len(rows(owner_url, "select * from queen.member_groups")) == 1


def test_a_group_whose_id_would_be_no_groups_name_is_refused(call: Call) -> None:
    group_on(call, "t" * 200, 1, "a" * 52)
    reply = call("POST", FIND, {"topic": "t" * 200, "appId": "a" * 53})
    body = refused_twice(reply, 400, "INVALID_REQUEST")
    assert "would have 256 characters, more than 255" in body["error"]
    reply = call("POST", FIND, {"topic": "t" * 200, "appId": "/queues/"})
    refused_twice(reply, 400, "INVALID_REQUEST")


def test_two_groups_cannot_have_the_same_id(call: Call) -> None:
    group_on(call, "a", 1, "b_c")
    call("POST", "/api/v1/metadata/topics", {"topic": "a_b", "partitions": 1})
    reply = call("POST", FIND, {"topic": "a_b", "appId": "c"})
    assert refused_twice(reply, 409, "GROUP_ID_TAKEN")["detail"] == {"groupId": "G_a_b_c"}


def test_groups_are_listed_as_an_array(call: Call, stopped_clock: StoppedClock) -> None:
    assert call("GET", GROUPS).body == []
    for app in "bca":
        group_on(call, app=app)
    join(call, "G_orders_b", "x")
    listed = call("GET", GROUPS).body
    assert listed[0] == {
        "groupId": "G_orders_a",
        "topic": "orders",
        "appId": "a",
        "groupLeaderBrokerId": 0,
        "groupLeaderUrl": "test",
        "createdAt": NOW,
        "lastModifiedAt": NOW,
        "state": "EMPTY",
        "generation": 0,
        "memberCount": 0,
    }
    assert [(group["appId"], group["state"]) for group in listed] == [
        ("a", "EMPTY"),
        ("b", "PREPARING_REBALANCE"),
        ("c", "EMPTY"),
    ]
    page = call("GET", GROUPS, query={"after": "G_orders_a", "limit": 1}).body
    assert [group["appId"] for group in page] == ["b"]
    for query in ({"limit": 0}, {"limit": 1_001}, {"limit": "x"}, {"after": "a\0b"}):
        refused_twice(call("GET", GROUPS, query=query), 400, "INVALID_REQUEST")


def test_a_group_is_described_with_its_members(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    a, b = settled(call, stopped_clock, group, "a", "b")
    body = described(call, group)
    assert body == {
        "groupId": "G_orders_app",
        "topic": "orders",
        "appId": "app",
        "groupLeaderBrokerId": 0,
        "groupLeaderUrl": "test",
        "createdAt": NOW,
        "lastModifiedAt": NOW + 500,
        "state": "STABLE",
        "generation": 1,
        "memberCount": 2,
        "members": [
            {
                "memberId": member,
                "consumerId": consumer,
                "partitions": partitions,
                "lastHeartbeat": NOW,
                "joinedAt": NOW,
                "sessionTimeoutMs": 10_000,
            }
            for member, consumer, partitions in ((a, "a", [0, 1]), (b, "b", [2]))
        ],
    }


def test_a_group_is_deleted_when_nobody_is_in_it(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    (member,) = settled(call, stopped_clock, group, "a")
    reply = call("DELETE", f"{GROUPS}/{group}", query={"brokerId": 101})
    body = refused_twice(reply, 409, "GROUP_HAS_MEMBERS")
    assert body["detail"] == {"groupId": group, "members": 1}
    leave(call, group, member)
    reply = call("DELETE", f"{GROUPS}/{group}", query={"brokerId": 101})
    assert (reply.status, reply.body) == (200, {"deleted": True, "groupId": group})
    refused_twice(call("GET", f"{GROUPS}/{group}"), 404, "UNKNOWN_GROUP")
    group_on(call)
    join(call, group, "a")
    assert call("DELETE", f"{GROUPS}/{group}", query={"force": True}).status == 200


def test_a_group_can_go_with_its_last_member(call: Call, stopped_clock: StoppedClock) -> None:
    call("POST", "/api/v1/metadata/topics", {"topic": "orders", "partitions": 1})
    body = {"topic": "orders", "appId": "app"}
    call("POST", FIND, body, query={"onEmpty": "delete"})
    (member,) = settled(call, stopped_clock, "G_orders_app", "a")
    leave(call, "G_orders_app", member)
    refused_twice(call("GET", f"{GROUPS}/G_orders_app"), 404, "UNKNOWN_GROUP")
    assert call("POST", FIND, body).body["created"] is True


def test_a_group_that_is_not_there(call: Call) -> None:
    for method in ("GET", "DELETE"):
        reply = call(method, f"{GROUPS}/G_nowhere_app")
        body = refused_twice(reply, 404, "UNKNOWN_GROUP")
        assert body["detail"] == {"groupId": "G_nowhere_app"}
        refused_twice(call(method, f"{GROUPS}/a%00b"), 400, "INVALID_REQUEST")
        refused_twice(call(method, f"{GROUPS}/" + "x" * 256), 400, "INVALID_REQUEST")
    reply = call("DELETE", f"{GROUPS}/G_nowhere_app", query={"force": "perhaps"})
    refused_twice(reply, 400, "INVALID_REQUEST")


def test_a_group_may_have_any_name(call: Call, stopped_clock: StoppedClock) -> None:
    for name in ("a/b", "ü 😀", "50%", "join"):
        group = group_on(call, name, 2, name)
        (member,) = settled(call, stopped_clock, group, name)
        assert described(call, group)["members"][0]["memberId"] == member


@pytest.mark.usefixtures("stopped_clock")
def test_a_group_with_members_is_not_popped(call: Call) -> None:
    group = group_on(call, partitions=1)
    push(call, "orders", 1)
    join(call, group, "a")
    for path in ("queue/orders", "queue/orders/partition/0"):
        reply = call("GET", f"/api/v1/pop/{path}", query={"consumerGroup": group})
        assert refused(reply, 409, "GROUP_HAS_MEMBERS")["detail"] == {
            "groupId": group,
            "members": 1,
        }
    assert len(pop(call, "orders", consumerGroup="another")) == 1
