"""A member is evicted while it works: each test steps two sessions through what they do at once,
and some do so again with a variant of the SQL that must be caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regent.paging import Page
from regent.stores.members import Joined, Members, Standing
from tests.races.members.scenes import Scene
from tests.races.sessions import ended
from tests.support.members import SESSION_MS, join, owned, settled, state
from tests.support.rows import rows

EVICTED_A = {"consumerId": "a", "partitions": [0, 1], "membersLeft": 1}


def left(scene: Scene) -> list[str]:
    """The members."""
    found = rows(scene.owner_url, "select consumer_id from queen.members order by place")
    return [row["consumer_id"] for row in found]


def history(scene: Scene) -> list[list[str]]:
    """What led to each generation, the oldest first."""
    found = scene.members.list_generations(scene.group, Page(100)).rows
    return [[each["change"] for each in row["changes"]] for row in reversed(found)]


# The member's own requests run into its eviction.

REQUESTS: dict[str, Callable[[Members, str, str], Any]] = {
    "heartbeat": lambda members, group, member: members.heartbeat(group, member),
    "beat and commit": lambda members, group, member: members.heartbeat(group, member, 1, {0: 1}),
    "commit": lambda members, group, member: members.commit_offsets(group, member, {0: 1}),
    "assignment": lambda members, _, member: members.read_assignment(member),
    "leave": lambda members, group, member: members.leave_group(group, member),
}


@pytest.mark.parametrize("what", REQUESTS)
def test_what_runs_into_an_eviction_says_that_the_member_is_gone(scene, what):
    one, two = scene.two()
    a, b = settled(scene.members, scene.clock, scene.group, "a", "b")
    scene.members.produce("t", [{"value": 1, "partition": 0}])
    assert one.members.evict_member(scene.group, a) == EVICTED_A
    call = two.start(REQUESTS[what], two.members, scene.group, a)
    assert scene.after(one, two, call) == "RG102"
    assert scene.members.read_offsets(scene.group, 0) == {0: 0}
    scene.clock.advance(0.5)
    assert owned(scene.members, b) == [[0, 1, 2, 3]]


@pytest.mark.parametrize("what", [each for each in REQUESTS if each != "leave"])
def test_an_eviction_waits_for_what_the_member_just_does(scene, what):
    """What was accepted counts: the offset stays committed."""
    one, two = scene.two()
    a, _ = settled(scene.members, scene.clock, scene.group, "a", "b")
    scene.members.produce("t", [{"value": 1, "partition": 0}])
    REQUESTS[what](one.members, scene.group, a)
    call = two.start(two.members.evict_member, scene.group, a)
    assert not scene.watcher.settled(two, call)
    assert scene.after(one, two, call) == EVICTED_A
    assert left(scene) == ["b"]
    committed = scene.members.read_offsets(scene.group, 0)
    assert committed == {0: int("commit" in what)}


def commit_beside_an_eviction(scene: Scene) -> Any:
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    scene.members.produce("t", [{"value": 1, "partition": 0}])
    one.members.evict_member(scene.group, a)
    return scene.after(one, two, two.start(two.members.commit_offsets, scene.group, a, {0: 1}))


def test_a_commit_that_does_not_wait_for_an_eviction_is_caught(scene, broken):
    """It is accepted from a member that is none."""
    assert commit_beside_an_eviction(scene) == "RG102"
    broken("commit_offsets", ("    perform _hold_member_group_shared(p_group);\n", ""))
    assert isinstance(commit_beside_an_eviction(scene), Standing)


def heartbeat_between_two_steps_of_an_eviction(scene: Scene) -> list[Any]:
    """An eviction has begun and waits for the group's row; its member's heartbeat comes with
    offsets. What becomes of both."""
    gate, (one, two) = scene.gate(), scene.two()
    a, _ = settled(scene.members, scene.clock, scene.group, "a", "b")
    gate.execute("select id from queen.member_groups for share")
    eviction = one.start(one.members.evict_member, scene.group, a)
    scene.watcher.waits(one, eviction)
    beat = two.start(two.members.heartbeat, scene.group, a, 1, {0: 0})
    scene.watcher.settled(two, beat)
    gate.rollback()
    return [ended(two, beat), ended(one, eviction)]


def test_an_eviction_and_a_heartbeat_with_offsets_take_their_locks_in_one_order(scene):
    assert heartbeat_between_two_steps_of_an_eviction(scene) == [Standing(1, "STABLE"), EVICTED_A]


def test_an_eviction_that_deletes_before_it_holds_the_group_is_caught(scene, broken):
    broken("_remove_member", ("_carry_out_due(p_group, true)", "_carry_out_due(p_group)"))
    assert "40P01" in heartbeat_between_two_steps_of_an_eviction(scene)


# The consumer joins again.


def test_a_consumer_that_joins_beside_its_eviction_is_another_member(scene):
    one, two = scene.two()
    a, b = settled(scene.members, scene.clock, scene.group, "a", "b")
    one.members.evict_member(scene.group, a)
    call = two.start(two.members.join_group, scene.group, "a", SESSION_MS)
    again = scene.after(one, two, call)
    assert isinstance(again, Joined)
    assert again.member_id != a
    scene.clock.advance(0.5)
    assert owned(scene.members, b, again.member_id) == [[0, 1], [2, 3]]
    assert history(scene)[-1] == ["evicted", "joined"]


def test_an_eviction_beside_a_join_under_the_same_name_evicts(scene):
    one, two = scene.two()
    a, _ = settled(scene.members, scene.clock, scene.group, "a", "b")
    assert one.members.join_group(scene.group, "a", SESSION_MS).member_id == a
    assert scene.after(one, two, two.start(two.members.evict_member, scene.group, a)) == EVICTED_A
    assert left(scene) == ["b"]


# The group is rebalanced.


@pytest.mark.parametrize("evict_first", [True, False])
def test_an_eviction_beside_a_rebalance_leads_to_the_next_one(scene, evict_first):
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    (b,) = join(scene.members, scene.group, "b")
    scene.clock.advance(0.5)
    evict, beat = (
        lambda session: session.members.evict_member(scene.group, a),
        lambda session: session.members.heartbeat(scene.group, b),
    )
    first, second = (evict, beat) if evict_first else (beat, evict)
    first(one)
    scene.after(one, two, two.start(second, two))
    assert state(scene.members, scene.group) == "PREPARING_REBALANCE"
    assert owned(scene.members, b) == [[2, 3]]
    scene.clock.advance(0.5)
    assert owned(scene.members, b) == [[0, 1, 2, 3]]
    assert history(scene) == [["joined"], ["joined"], ["evicted"]]


# Two evictions at once.


def test_a_member_is_evicted_once(scene):
    one, two = scene.two()
    a, _ = settled(scene.members, scene.clock, scene.group, "a", "b")
    assert one.members.evict_member(scene.group, a) == EVICTED_A
    assert scene.after(one, two, two.start(two.members.evict_member, scene.group, a)) == "RG102"
    assert history(scene) == [["joined", "joined"], ["evicted"]]


def test_the_last_two_that_are_evicted_at_once_leave_an_empty_group(scene):
    one, two = scene.two()
    a, b = settled(scene.members, scene.clock, scene.group, "a", "b")
    assert one.members.evict_member(scene.group, a)["membersLeft"] == 1
    call = two.start(two.members.evict_member, scene.group, b)
    assert scene.after(one, two, call)["membersLeft"] == 0
    assert history(scene) == [["joined", "joined"], ["evicted", "evicted"]]
    assert scene.assigned() == [False] * 4
