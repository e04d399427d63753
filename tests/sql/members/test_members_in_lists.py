"""A group with members in the control plane: listed like others, moved by force only."""

from __future__ import annotations

from typing import Any

import pytest

from functions.forms.partitions import explained
from regent.database import Database
from regent.errors import GroupHasMembers, UnknownGroup, UnknownMember
from regent.paging import Page
from regent.stores.groups import Filters, Groups, Target
from regent.stores.members import Members
from regent.stores.queue import Queues
from regent.stores.resources import NamedPartition, Resources, WhichPartitions
from tests.support.clock import StoppedClock
from tests.support.members import group_on, join, produce, settled
from tests.support.store import pop, push


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def told_of(database: Database, group: str, partition: str = "0") -> Any:
    facts = Resources(database).explain_partition(NamedPartition("t", partition), group, "all")
    return explained(group, facts)


def test_its_lag_stands_in_the_list_of_groups(
    members: Members, groups: Groups, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    produce(members, "t", 1, 2, 3, partition=0)
    members.commit_offsets(group, member, {0: 1})
    (found,) = groups.list_groups(Filters(), Page(10)).rows
    assert (found["name"], found["queueName"], found["totalLag"]) == (group, "t", 2)


def test_explain_names_the_member_that_has_not_committed(
    members: Members, database: Database, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    produce(members, "t", 1, 2, partition=0)
    told = told_of(database, group)
    assert (told["state"], told["owner"], told["open"]) == ("assigned", member, 2)
    assert told["sentence"] == (
        f"The partition is assigned to its member {member}, which has not committed them;"
        f" 2 messages wait for group {group}."
    )
    assert told_of(database, group, "1")["state"] == "empty"
    resources = Resources(database)
    assigned = WhichPartitions("t", group, state="assigned")
    assert [row["name"] for row in resources.list_partitions(Page(9), assigned).rows] == ["0"]
    (counted,) = resources.explain_queue("t", group)["states"]
    assert (counted["state"], counted["partitions"]) == ("assigned", 1)


def test_explain_knows_a_partition_that_is_being_dealt_out(
    members: Members, database: Database
) -> None:
    group = group_on(members)
    join(members, group, "a")
    produce(members, "t", 1, partition=0)
    told = told_of(database, group)
    assert (told["state"], told["owner"]) == ("assigned", None)
    assert told["sentence"] == (
        "The partition is being dealt out to one of its members;"
        f" 1 message waits for group {group}."
    )


def test_it_is_moved_by_force_only(
    members: Members, groups: Groups, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    produce(members, "t", 1, 2, partition=0)
    with pytest.raises(GroupHasMembers) as refused:
        groups.seek(group, "t", None, Target("end"))
    assert refused.value.detail == {"groupId": group, "members": 1}
    assert members.read_offsets(group)[0] == 0
    groups.seek(group, "t", None, Target("end"), force=True)
    assert members.read_offsets(group)[0] == 2


def test_it_is_deleted_by_force_only(
    members: Members, groups: Groups, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    with pytest.raises(GroupHasMembers):
        groups.delete_group(group, "t", records=True, force=False)
    assert groups.delete_group(group, "t", records=True, force=True).partitions == 4


def test_when_its_members_are_gone_it_is_a_leased_group_again(
    members: Members, groups: Groups, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    produce(members, "t", 1, partition=0)
    stopped_clock.advance(60)
    groups.seek(group, "t", None, Target("beginning"))
    assert len(pop(store, "t", group=group).messages) == 1


def test_with_its_cursors_go_its_members(
    members: Members, groups: Groups, store: Queues, stopped_clock: StoppedClock
) -> None:
    """Otherwise the cursors of the group's next pop would be assigned to members as well."""
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    produce(members, "t", 1, partition=0)
    groups.delete_group(group, None, records=True, force=True)
    with pytest.raises(UnknownGroup):
        members.commit_offsets(group, a, {0: 1})
    assert len(pop(store, "t", group=group).messages) == 1
    assert members.register_group("t", "app")["created"] is True
    with pytest.raises(UnknownMember):
        members.commit_offsets(group, a, {0: 1})


def test_on_another_queue_it_is_deleted_without_them(
    members: Members, groups: Groups, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (a,) = settled(members, stopped_clock, group, "a")
    push(store, "q", 1)
    pop(store, "q", group=group)
    assert groups.delete_group(group, "q", records=True, force=True).partitions == 1
    members.commit_offsets(group, a, {0: 0})
