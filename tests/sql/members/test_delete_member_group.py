"""queen.delete_member_group: a group goes with its members and its committed offsets."""

import pytest

from regent.errors import GroupHasMembers, UnknownGroup, UnknownMember
from regent.paging import Page
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import group_on, join, produce, settled
from tests.support.rows import rows, value
from tests.support.store import complete, pop, push


def test_a_deleted_group_starts_anew(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    produce(members, "t", 1, 2, partition=0)
    (member,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, member, {0: 2})
    members.leave_group(group, member)
    members.delete_member_group(group)
    with pytest.raises(UnknownGroup):
        members.list_member_groups(group=group)
    assert members.register_group("t", "app")["created"] is True
    assert members.read_offsets(group)[0] == 0


def test_a_group_with_members_is_deleted_by_force_only(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    with pytest.raises(GroupHasMembers) as refused:
        members.delete_member_group(group)
    assert refused.value.detail == {"groupId": group, "members": 1}
    members.delete_member_group(group, force=True)
    with pytest.raises(UnknownGroup):
        members.heartbeat(group, member)
    with pytest.raises(UnknownMember):
        members.read_assignment(member)


def test_members_whose_session_has_ended_keep_nothing(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    join(members, group, "a")
    stopped_clock.advance(10)
    members.delete_member_group(group)
    assert members.list_member_groups(Page(10)).rows == []


def test_the_same_name_on_another_queue_is_another_group(
    members: Members, store: Queues, owner_url: str
) -> None:
    group = group_on(members)
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group=group), group)
    members.delete_member_group(group)
    assert pop(store, "q", group=group).messages[0].payload == "2"
    assert rows(owner_url, "select queue_name from queen.consumer_groups_metadata") == [
        {"queue_name": "q"}
    ]


def test_a_deleted_group_holds_nothing_up(members: Members, owner_url: str) -> None:
    """The depth of a limited queue is that of its slowest group."""
    group = group_on(members)
    rows(owner_url, "update queen.queues set max_queue_size = 2")
    produce(members, "t", 1, 2)
    members.register_group("t", "fast")
    members.delete_member_group(group)
    assert value(owner_url, "select depth_bound from queen.queues") is None


def test_a_group_that_is_not_there_is_refused(members: Members) -> None:
    with pytest.raises(UnknownGroup):
        members.delete_member_group("G_nowhere_app")
