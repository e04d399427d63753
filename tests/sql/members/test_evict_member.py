"""queen.evict_member: a membership ends as if its session had expired."""

from __future__ import annotations

import pytest

from regent.errors import UnknownGroup, UnknownMember
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import generation, group_on, join, owned, produce, settled, state
from tests.support.store import complete, pop


def test_the_others_get_the_partitions_of_an_evicted_member(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, b = settled(members, stopped_clock, group, "a", "b")
    assert members.evict_member(group, a) == {
        "consumerId": "a",
        "partitions": [0, 1],
        "membersLeft": 1,
    }
    assert (state(members, group), owned(members, b)) == ("PREPARING_REBALANCE", [[2, 3]])
    stopped_clock.advance(0.5)
    assert (owned(members, b), generation(members, group)) == ([[0, 1, 2, 3]], 2)


def test_an_evicted_member_is_told_whatever_it_asks(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, _ = settled(members, stopped_clock, group, "a", "b")
    produce(members, "t", 1, partition=0)
    members.evict_member(group, a)
    for asks in (
        lambda: members.heartbeat(group, a),
        lambda: members.heartbeat(group, a, 1, {0: 1}),
        lambda: members.commit_offsets(group, a, {0: 1}),
        lambda: members.commit_offsets(group, a, {0: 1}, generation=1),
        lambda: members.read_assignment(a),
        lambda: members.leave_group(group, a),
    ):
        with pytest.raises(UnknownMember) as refused:
            asks()
        assert refused.value.detail == {"memberId": a}
    assert members.read_offsets(group, 0) == {0: 0}


def test_an_evicted_consumer_comes_back_as_another_member(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, b = settled(members, stopped_clock, group, "a", "b")
    members.evict_member(group, a)
    (again,) = settled(members, stopped_clock, group, "a")
    assert again != a
    assert owned(members, b, again) == [[0, 1], [2, 3]]


def test_the_last_one_that_is_evicted_leaves_its_partitions_to_pops(
    members: Members, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    produce(members, "t", 1, partition=2)
    assert members.evict_member(group, member)["membersLeft"] == 0
    assert state(members, group) == "EMPTY"
    complete(store, pop(store, "t", group=group), group)


def test_what_is_due_comes_before_the_eviction(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """A member whose session has ended is no member."""
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    stopped_clock.advance(60)
    with pytest.raises(UnknownMember):
        members.evict_member(group, a)
    (b,) = join(members, group, "b")
    stopped_clock.advance(0.5)
    assert members.evict_member(group, b)["partitions"] == [0, 1, 2, 3]


def test_what_is_not_there_cannot_be_evicted(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    other = group_on(members, app="other")
    (member,) = settled(members, stopped_clock, group, "a")
    for given, name in ((group, "x"), (other, member)):
        with pytest.raises(UnknownMember) as refused:
            members.evict_member(given, name)
        assert refused.value.detail == {"memberId": name}
    with pytest.raises(UnknownGroup):
        members.evict_member("G_nowhere_app", member)
    assert owned(members, member) == [[0, 1, 2, 3]]
