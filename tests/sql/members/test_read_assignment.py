"""queen.read_assignment: what a member has been assigned, and when that changes."""

import pytest

from regent.errors import UnknownMember
from regent.stores.members import Assignment, Members
from tests.support.clock import StoppedClock
from tests.support.members import generation, group_on, join, owned, settled, state


def test_a_pending_rebalance_says_when_it_is_due(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=2)
    (member,) = join(members, group, "a")
    assert members.read_assignment(member) == Assignment(group, "t", [], 0, 0.5)
    stopped_clock.advance(0.3)
    assert members.read_assignment(member).due_in_seconds == pytest.approx(0.2)
    stopped_clock.advance(0.2)
    assert members.read_assignment(member) == Assignment(group, "t", [0, 1], 1, None)


@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("partitions", range(1, 13))
def test_partitions_are_dealt_out_in_ranges(
    members: Members, stopped_clock: StoppedClock, partitions: int, count: int
) -> None:
    group = group_on(members, partitions=partitions)
    joined = settled(members, stopped_clock, group, *"edcba"[:count])
    ranges = owned(members, *joined)
    assert [number for one in ranges for number in one] == list(range(partitions))
    each, extra = divmod(partitions, count)
    assert [len(one) for one in ranges] == [each + 1] * extra + [each] * (count - extra)


def test_members_keep_their_order(members: Members, stopped_clock: StoppedClock) -> None:
    """So that most partitions stay where they are, whatever the members are called."""
    group = group_on(members, partitions=6)
    z, a = settled(members, stopped_clock, group, "z", "a")
    (m,) = settled(members, stopped_clock, group, "m")
    assert owned(members, z, a, m) == [[0, 1], [2, 3], [4, 5]]


def test_more_members_than_partitions_leave_some_idle(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=2)
    assert owned(members, *settled(members, stopped_clock, group, *"abcd")) == [[0], [1], [], []]


def test_who_waits_for_its_assignment_lives(members: Members, stopped_clock: StoppedClock) -> None:
    """Others may keep joining for longer than its session lasts; asking counts as a heartbeat."""
    group = group_on(members)
    (a,) = join(members, group, "a")
    for number in range(40):
        stopped_clock.advance(0.4)
        members.join_group(group, f"another {number}", 60_000)
        assert members.read_assignment(a).partitions == []
    stopped_clock.advance(0.5)
    assert members.read_assignment(a).partitions == [0]
    assert generation(members, group) == 1


def test_asking_carries_out_what_is_due(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    a, b = settled(members, stopped_clock, group, "a", "b")
    stopped_clock.advance(9)
    members.heartbeat(group, a)
    stopped_clock.advance(2)
    assert members.read_assignment(a) == Assignment(group, "t", [0, 1, 2, 3], 2, None)
    with pytest.raises(UnknownMember) as refused:
        members.read_assignment(b)
    assert refused.value.detail == {"memberId": b}


def test_who_asks_after_its_session_is_no_member(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = join(members, group, "a")
    stopped_clock.advance(10)
    for name in (member, "nobody"):
        with pytest.raises(UnknownMember):
            members.read_assignment(name)
    assert state(members, group) == "EMPTY"
