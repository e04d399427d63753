"""…/generations and …/members/{member}: what led to a rebalance, and a member's eviction."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from tests.support.clock import StoppedClock
from tests.support.http import Call, Reply
from tests.support.members import EPOCH_OF_2030_MS
from tests.support.members_http import (
    GROUPS,
    commit,
    group_on,
    heartbeat,
    join,
    owned,
    produce,
    settled,
)
from tests.support.queue_http import refused_twice

NOW = EPOCH_OF_2030_MS


def history(call: Call, group: str, **query: Any) -> Reply:
    return call("GET", f"{GROUPS}/{quote(group, safe='')}/generations", query=query)


def named(group: str, member: str) -> dict[str, str]:
    return {"groupId": group, "memberId": member}


def path(group: str, member: str) -> str:
    return f"{GROUPS}/{quote(group, safe='')}/members/{quote(member, safe='')}"


def test_the_generations_of_a_group(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    owned(call, *settled(call, stopped_clock, group, "a", "b"))
    call("POST", "/api/v1/metadata/topics", {"topic": "orders", "partitions": 4})
    reply = history(call, group)
    assert reply.status == 200
    assert reply.body == {
        "generations": [
            {
                "generation": 2,
                "changes": [{"change": "grew", "consumerId": None, "at": NOW + 500}],
                "changeCount": 1,
                "rebalancedAt": None,
                "memberCount": None,
                "members": None,
            },
            {
                "generation": 1,
                "changes": [
                    {"change": "joined", "consumerId": "a", "at": NOW},
                    {"change": "joined", "consumerId": "b", "at": NOW},
                ],
                "changeCount": 2,
                "rebalancedAt": NOW + 500,
                "memberCount": 2,
                "members": [
                    {"consumerId": "a", "partitions": [0, 1]},
                    {"consumerId": "b", "partitions": [2]},
                ],
            },
        ],
        "total": None,
        "pagination": {"limit": 20, "offset": 0, "hasMore": False},
        "nextCursor": None,
    }


def test_generations_come_by_pages(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    for consumer in "abc":
        settled(call, stopped_clock, group, consumer)
        owned(call, join(call, group, consumer))
    first = history(call, group, limit=2).body
    second = history(call, group, limit=2, cursor=first["nextCursor"]).body
    assert [row["generation"] for row in first["generations"]] == [3, 2]
    assert [row["generation"] for row in second["generations"]] == [1]
    assert second["nextCursor"] is None


def test_what_is_no_page_is_refused(call: Call) -> None:
    group = group_on(call)
    for wrong in ({"limit": 0}, {"limit": 1_001}, {"limit": "x"}, {"cursor": "x"}):
        refused_twice(history(call, group, **wrong), 400, "INVALID_REQUEST")


def test_a_group_that_is_not_there_has_no_generations(call: Call) -> None:
    body = refused_twice(history(call, "G_nowhere_app"), 404, "UNKNOWN_GROUP")
    assert body["detail"] == {"groupId": "G_nowhere_app"}


def test_an_eviction_says_beforehand_what_it_will_do(
    call: Call, stopped_clock: StoppedClock
) -> None:
    group = group_on(call)
    a, b = settled(call, stopped_clock, group, "a", "b")
    assert owned(call, a) == [[0, 1]]
    produce(call, 0, "x", "y")
    previewed = {
        "evicted": False,
        **named(group, a),
        "consumerId": "a",
        "partitions": [0, 1],
        "membersLeft": 1,
        "dryRun": True,
        "uncommitted": 2,
        "assignment": [{"consumerId": "b", "partitions": [0, 1, 2]}],
    }
    assert call("DELETE", path(group, a), query={"dryRun": True}).body == previewed
    assert owned(call, a, b) == [[0, 1], [2]]


def test_an_evicted_member_is_told_and_may_come_back(
    call: Call, stopped_clock: StoppedClock
) -> None:
    """Its group has slashes in its name."""
    group = group_on(call, "a/b", 3, "c/d")
    a, b = settled(call, stopped_clock, group, "a", "b")
    assert owned(call, a) == [[0, 1]]
    reply = call("DELETE", path(group, a))
    assert (reply.status, reply.body) == (
        200,
        {
            "evicted": True,
            **named(group, a),
            "consumerId": "a",
            "partitions": [0, 1],
            "membersLeft": 1,
        },
    )
    for told in (heartbeat(call, group, a), commit(call, group, a, {"0": 0})):
        assert refused_twice(told, 404, "UNKNOWN_MEMBER_ID")["detail"] == {"memberId": a}
    stopped_clock.advance(0.5)
    assert owned(call, b) == [[0, 1, 2]]
    assert join(call, group, "a") != a


def test_what_is_not_there_is_not_evicted(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    (member,) = settled(call, stopped_clock, group, "a")
    for query in ({}, {"dryRun": True}):
        reply = call("DELETE", path(group, "x"), query=query)
        assert refused_twice(reply, 404, "UNKNOWN_MEMBER_ID")["detail"] == {"memberId": "x"}
        reply = call("DELETE", path("G_nowhere_app", member), query=query)
        assert refused_twice(reply, 404, "UNKNOWN_GROUP")["detail"] == {"groupId": "G_nowhere_app"}
    reply = call("DELETE", path(group, member), query={"dryRun": "perhaps"})
    refused_twice(reply, 400, "INVALID_REQUEST")
    assert owned(call, member) == [[0, 1, 2]]


def test_who_may_only_write_evicts_nobody(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    (member,) = settled(call, stopped_clock, group, "a")
    for claims in ({"role": "read-write"}, {"role": "read-only"}):
        reply = call("DELETE", path(group, member), claims=claims)
        assert refused_twice(reply, 403, "FORBIDDEN")["detail"]["needed"] == "admin"
        assert call("GET", f"{GROUPS}/{group}/generations", claims=claims).status == 200
    assert owned(call, member) == [[0, 1, 2]]


def test_a_group_has_no_name_that_a_path_would_read_as_another_route(call: Call) -> None:
    for topic, app in (("a/members/b", "c"), ("a", "b/generations"), ("a", "b/members/")):
        call("POST", "/api/v1/metadata/topics", {"topic": topic, "partitions": 1})
        reply = call("POST", f"{GROUPS}/find-or-create", {"topic": topic, "appId": app})
        refused_twice(reply, 400, "INVALID_REQUEST")
