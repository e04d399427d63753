"""queen.leave_group: a member goes, and the others get its partitions."""

import pytest

from regent.errors import GroupIsLeased, UnknownGroup, UnknownMember
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import generation, group_on, join, owned, produce, settled, state
from tests.support.rows import rows
from tests.support.store import complete, pop


def test_the_others_get_the_partitions_of_who_leaves(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=5)
    a, b, c = settled(members, stopped_clock, group, *"abc")
    assert owned(members, a, b, c) == [[0, 1], [2, 3], [4]]
    members.leave_group(group, a)
    assert state(members, group) == "PREPARING_REBALANCE"
    assert owned(members, b, c) == [[2, 3], [4]]
    stopped_clock.advance(0.5)
    assert owned(members, b, c) == [[0, 1, 2], [3, 4]]
    assert generation(members, group) == 2


def test_the_last_one_leaves_an_empty_group_at_once(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    members.leave_group(group, member)
    assert (state(members, group), generation(members, group)) == ("EMPTY", 2)
    assert members.read_offsets(group) == {0: 0, 1: 0, 2: 0, 3: 0}


def test_an_empty_group_is_leased_or_assigned_anew(
    members: Members, store: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    """As if it had never had a member: its next one takes the partitions, unless a pop holds one
    of them."""
    group = group_on(members)
    members.leave_group(group, *settled(members, stopped_clock, group, "a"))
    produce(members, "t", 1, partition=2)
    lease = pop(store, "t", group=group)
    with pytest.raises(GroupIsLeased):
        join(members, group, "b")
    complete(store, lease, group)
    join(members, group, "b")
    assigned = rows(owner_url, "select assigned from queen.partition_consumers")
    assert [row["assigned"] for row in assigned] == [True] * 4


def test_who_is_no_member_cannot_leave(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    other = group_on(members, app="other")
    (member,) = settled(members, stopped_clock, group, "a")
    for given, name in ((group, "x"), (other, member)):
        with pytest.raises(UnknownMember) as refused:
            members.leave_group(given, name)
        assert refused.value.detail == {"memberId": name}
    with pytest.raises(UnknownGroup):
        members.leave_group("G_nowhere_app", member)
    members.leave_group(group, member)
    with pytest.raises(UnknownMember):
        members.leave_group(group, member)
