"""…/consumer-group: join, assignment, heartbeat, commit-offsets, offsets, leave."""

from __future__ import annotations

from typing import Any

import pytest

from functions.edge import waiting
from tests.support.clock import StoppedClock, Watch
from tests.support.http import Call, Context
from tests.support.members import EPOCH_OF_2030_MS
from tests.support.members_http import (
    GROUP,
    assignment,
    commit,
    described,
    group_on,
    heartbeat,
    join,
    leave,
    offsets,
    owned,
    produce,
    settled,
)
from tests.support.queue_http import pop, push, refused_twice

STABLE = {"success": True, "generation": 1, "state": "STABLE", "rebalanceInProgress": False}
#: A valid body for each route, for a group or a member that does not exist.
BODIES: dict[str, dict[str, Any]] = {
    "join": {"groupId": "G_nowhere_app", "consumerId": "c"},
    "heartbeat": {"groupId": "G_nowhere_app", "memberId": "m"},
    "commit-offsets": {"groupId": "G_nowhere_app", "memberId": "m", "offsets": {"0": 1}},
    "leave": {"groupId": "G_nowhere_app", "memberId": "m"},
}
ALIASES = {
    "join": (f"{GROUP}/join", f"{GROUP}/join-group", "/api/v1/consumer-groups/join"),
    "heartbeat": (f"{GROUP}/heartbeat", "/api/v1/consumer-groups/heartbeat"),
    "leave": (f"{GROUP}/leave", f"{GROUP}/leave-group"),
    "commit-offsets": (f"{GROUP}/commit-offsets",),
}


def test_every_route_has_its_role(call: Call) -> None:
    paths = call("GET", "/openapi.json").body["paths"]
    roles = {
        f"{method.upper()} {path}": operation["x-regent-role"]
        for path, methods in paths.items()
        for method, operation in methods.items()
        if set(operation["tags"]) & {"topics", "member_groups", "members"}
    }
    assert len(roles) == 22
    assert {route for route, role in roles.items() if role == "admin"} == {
        "DELETE /api/v1/metadata/topics/{topic}",
        "DELETE /api/v1/metadata/consumer-groups/{group}",
        "DELETE /api/v1/metadata/consumer-groups/{group}/members/{member}",
    }
    assert {route for route, role in roles.items() if role == "read-only"} == {
        "GET /api/v1/metadata/topics",
        "GET /api/v1/metadata/topics/{topic}",
        "GET /api/v1/metadata/consumer-groups",
        "GET /api/v1/metadata/consumer-groups/{group}",
        "GET /api/v1/metadata/consumer-groups/{group}/generations",
        "GET /api/v1/consumer-group/offsets",
    }


def test_a_token_that_may_only_read_joins_nothing(call: Call) -> None:
    group = group_on(call)
    body = {"groupId": group, "consumerId": "c"}
    for path in ALIASES["join"]:
        reply = call("POST", path, body, claims={"role": "read-only"})
        refused_twice(reply, 403, "FORBIDDEN")
    assert call("POST", f"{GROUP}/join", body, claims={"role": "read-write"}).status == 200


def test_a_member_from_its_join_to_its_leave(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    produce(call, 0, "a", "b", "c")
    reply = call("POST", f"{GROUP}/join", {"groupId": group, "consumerId": "c-1"})
    member = reply.body["memberId"]
    assert reply.body == {
        "memberId": member,
        "rebalanceRequired": True,
        "generation": 0,
        "groupCreatedAt": EPOCH_OF_2030_MS,
    }
    assert member.startswith("G_orders_app-")
    stopped_clock.advance(0.5)
    assert assignment(call, member) == {
        "memberId": member,
        "groupId": group,
        "topic": "orders",
        "partitions": [0, 1, 2],
        "assignedPartitions": [0, 1, 2],
        "generation": 1,
        "rebalanceInProgress": False,
    }
    beat = heartbeat(call, group, member, generation=1)
    assert (beat.status, beat.body) == (200, STABLE)
    done = commit(call, group, member, {"0": 2, "1": 0}, generation=1)
    assert (done.status, done.body) == (200, STABLE)
    assert offsets(call, group) == {"0": 2, "1": 0, "2": 0}
    one = call("GET", f"{GROUP}/offsets", query={"groupId": group, "partition": 0})
    assert one.body == {"groupId": group, "offsets": {"0": 2}}
    gone = leave(call, group, member)
    assert (gone.status, gone.body) == (200, {"success": True})
    assert described(call, group)["state"] == "EMPTY"
    assert offsets(call, group) == {"0": 2, "1": 0, "2": 0}


def test_the_assignment_waits_for_the_rebalance(call: Call, watch: Watch) -> None:
    group = group_on(call)
    member = join(call, group, "a")
    found_out = assignment(call, member)
    assert (found_out["partitions"], found_out["generation"]) == ([0, 1, 2], 1)
    assert watch.slept == [0.5]
    assert assignment(call, member)["rebalanceInProgress"] is False
    assert len(watch.slept) == 1


def test_the_assignment_waits_20_seconds_at_most(
    call: Call, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = group_on(call)
    member = join(call, group, "a")
    sleep = waiting.sleep

    def somebody_joins(seconds: float) -> None:
        sleep(seconds if seconds < 0.5 else 0.4)
        join(call, group, f"another {len(watch.slept)}")

    monkeypatch.setattr(waiting, "sleep", somebody_joins)
    still = assignment(call, member)
    assert (still["partitions"], still["generation"]) == ([], 0)
    assert still["rebalanceInProgress"] is True
    assert sum(watch.slept) == pytest.approx(20)


def test_the_assignment_does_not_wait_when_lambda_has_no_time(call: Call, watch: Watch) -> None:
    member = join(call, group_on(call), "a")
    path = f"{GROUP}/assignment/{member}"
    reply = call("GET", path, context=Context(remaining_ms=999))
    assert (reply.status, reply.body["rebalanceInProgress"]) == (200, True)
    assert len(watch.slept) == 1


def test_the_routes_have_their_other_names(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    ids = set()
    for path in ALIASES["join"]:
        ids.add(call("POST", path, {"groupId": group, "consumerId": "c"}).body["memberId"])
    (member,) = ids
    stopped_clock.advance(0.5)
    for path in ALIASES["heartbeat"]:
        reply = call("POST", path, {"groupId": group, "memberId": member})
        assert reply.body == STABLE
    path = ALIASES["leave"][1]
    assert call("POST", path, {"groupId": group, "memberId": member}).status == 200


def test_a_heartbeat_tells_of_a_rebalance(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    (a,) = settled(call, stopped_clock, group, "a")
    join(call, group, "b")
    beat = heartbeat(call, group, a)
    assert beat.body == {
        "success": True,
        "generation": 1,
        "state": "PREPARING_REBALANCE",
        "rebalanceInProgress": True,
    }
    stopped_clock.advance(0.5)
    assert heartbeat(call, group, a, generation=1).body == {**STABLE, "generation": 2}


def test_a_heartbeat_may_carry_offsets(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    produce(call, 1, "a", "b")
    (a,) = settled(call, stopped_clock, group, "a")
    assert heartbeat(call, group, a, offsets={"1": 2}).body == STABLE
    assert offsets(call, group) == {"0": 0, "1": 2, "2": 0}
    reply = heartbeat(call, group, a, generation=0, offsets={"1": 2})
    refused_twice(reply, 409, "ILLEGAL_GENERATION")


def test_commits_that_are_refused_change_nothing(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    produce(call, 0, "a", "b", "c")
    a, _ = settled(call, stopped_clock, group, "a", "b")
    who = {"groupId": group, "memberId": a}
    reply = commit(call, group, a, {"0": 1}, generation=0)
    body = refused_twice(reply, 409, "ILLEGAL_GENERATION")
    assert body["detail"] == {**who, "generation": 1, "given": 0}
    body = refused_twice(commit(call, group, a, {"0": 1, "2": 0}), 409, "NOT_OWNER")
    assert body["detail"] == {**who, "partition": "2"}
    body = refused_twice(commit(call, group, a, {"0": 4}), 400, "OFFSET_BEYOND_HEAD")
    assert body["detail"] == {**who, "partition": "0", "offset": 4, "head": 3}
    assert commit(call, group, a, {"0": 2}).status == 200
    body = refused_twice(commit(call, group, a, {"0": 1}), 409, "OFFSET_REWIND")
    assert body["detail"] == {**who, "partition": "0", "offset": 1, "committed": 2}
    assert offsets(call, group) == {"0": 2, "1": 0, "2": 0}
    assert commit(call, group, a, {"0": 1}, force=True).status == 200
    assert offsets(call, group) == {"0": 1, "1": 0, "2": 0}


@pytest.mark.parametrize("route", BODIES)
def test_who_or_what_is_not_there_is_not_found(
    call: Call, stopped_clock: StoppedClock, route: str
) -> None:
    for path in ALIASES[route]:
        body = refused_twice(call("POST", path, BODIES[route]), 404, "UNKNOWN_GROUP")
        assert body["detail"] == {"groupId": "G_nowhere_app"}
    if route != "join":
        (other,) = settled(call, stopped_clock, group_on(call, app="other"), "a")
        group = group_on(call)
        for member in ("m", other):
            wrong = {**BODIES[route], "groupId": group, "memberId": member}
            body = refused_twice(call("POST", f"{GROUP}/{route}", wrong), 404, "UNKNOWN_MEMBER_ID")
            assert body["detail"] == {"memberId": member}


def test_reads_of_what_is_not_there(call: Call) -> None:
    reply = call("GET", f"{GROUP}/assignment/nobody")
    assert refused_twice(reply, 404, "UNKNOWN_MEMBER_ID")["detail"] == {"memberId": "nobody"}
    reply = call("GET", f"{GROUP}/offsets", query={"groupId": "G_nowhere_app"})
    refused_twice(reply, 404, "UNKNOWN_GROUP")
    group = group_on(call, partitions=3)
    reply = call("GET", f"{GROUP}/offsets", query={"groupId": group, "partition": 3})
    refused_twice(reply, 400, "UNKNOWN_PARTITION")


@pytest.mark.parametrize("route", BODIES)
def test_what_has_another_form_is_refused(call: Call, route: str) -> None:
    path, right = f"{GROUP}/{route}", BODIES[route]
    for name in right:
        missing = {n: v for n, v in right.items() if n != name}
        refused_twice(call("POST", path, missing), 400, "INVALID_REQUEST")
        for wrong in ("", "a\0b", "x" * 300, 5, None, [1], True):
            reply = call("POST", path, right | {name: wrong})
            refused_twice(reply, 400, "INVALID_REQUEST")
    for body in (None, "", "{", "[]", "5"):
        reply = call("POST", path, body)
        assert (reply.status, reply.body["errorCode"]) in (
            (400, "INVALID_JSON"),
            (400, "INVALID_REQUEST"),
        )
    large = '{"a":"' + "x" * 6_000_000 + '"}'
    refused_twice(call("POST", path, large), 413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize("route", ["commit-offsets", "heartbeat"])
def test_offsets_are_whole_numbers_by_partition(call: Call, route: str) -> None:
    for wrong in (
        {"00": 1},
        {"-1": 1},
        {"1000": 1},
        {"a": 1},
        {"": 1},
        {" 0": 1},
        {"0": -1},
        {"0": 2**63},
        {"0": 10**400},
        {"0": "1"},
        {"0": 1.5},
        {"0": True},
        {"0": None},
        {"0": [1]},
        {str(number): 0 for number in range(1_001)},
        {"x" * 100_000: 1},
        [[0, 1]],
        "0",
        5,
    ):
        body = {**BODIES["heartbeat"], "offsets": wrong}
        refusal = refused_twice(call("POST", f"{GROUP}/{route}", body), 400, "INVALID_REQUEST")
        assert len(refusal["error"]) < 300
    for generation in (-1, 2**63, "1", 1.5, True, [1]):
        body = {**BODIES["commit-offsets"], "generation": generation}
        refused_twice(call("POST", f"{GROUP}/{route}", body), 400, "INVALID_REQUEST")


def test_sessions_have_bounds(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call)
    for wrong in (99, 1_800_001, -1, "long", None, 2**70):
        body = {"groupId": group, "consumerId": "c", "sessionTimeoutMs": wrong}
        refused_twice(call("POST", f"{GROUP}/join", body), 400, "INVALID_REQUEST")
    join(call, group, "short", sessionTimeoutMs=100)
    join(call, group, "long", sessionTimeoutMs=1_800_000)
    stopped_clock.advance(1_700)
    assert [m["consumerId"] for m in described(call, group)["members"]] == ["long"]


def test_queries_that_have_another_form(call: Call) -> None:
    for query in (
        {},
        {"groupId": ""},
        {"groupId": "a\0b"},
        {"groupId": "x" * 256},
        {"groupId": "g", "partition": -1},
        {"groupId": "g", "partition": 1_000},
        {"groupId": "g", "partition": "a"},
    ):
        refused_twice(call("GET", f"{GROUP}/offsets", query=query), 400, "INVALID_REQUEST")
    for member in ("a%00b", "x" * 293):
        reply = call("GET", f"{GROUP}/assignment/{member}")
        refused_twice(reply, 400, "INVALID_REQUEST")


def test_a_group_that_is_leased_is_not_joined(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call, partitions=1)
    push(call, "orders", 1)
    pop(call, "orders", consumerGroup=group)
    reply = call("POST", f"{GROUP}/join", {"groupId": group, "consumerId": "c"})
    body = refused_twice(reply, 409, "GROUP_IS_LEASED")
    assert body["detail"] == {"groupId": group, "until": "2030-01-01T00:05:00.000000Z"}
    stopped_clock.advance(300)
    join(call, group, "c")


def test_members_of_one_group_share_the_partitions(call: Call, stopped_clock: StoppedClock) -> None:
    group = group_on(call, partitions=10)
    ids = settled(call, stopped_clock, group, "a", "b", "c")
    assert owned(call, *ids) == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
