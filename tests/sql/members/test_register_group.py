"""queen.register_group: finds or creates the group of an application on a topic."""

import pytest

from regent.errors import GroupIdTaken, UnknownTopic
from regent.paging import Page
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import generation, group_on, join, owned, produce, settled, state
from tests.support.rows import rows, value
from tests.support.store import complete, pop, push


def test_a_group_is_created_once_and_found_after_that(members: Members) -> None:
    members.create_topic("orders", 2)
    first = members.register_group("orders", "billing")
    assert first == {
        "groupId": "G_orders_billing",
        "topic": "orders",
        "appId": "billing",
        "created": True,
    }
    assert members.register_group("orders", "billing") == {**first, "created": False}
    assert len(members.list_member_groups(Page(10)).rows) == 1


def test_a_new_group_begins_at_the_first_record_that_is_kept(
    members: Members, owner_url: str
) -> None:
    members.create_topic("t", 2)
    produce(members, "t", *range(5), partition=1)
    rows(owner_url, "update queen.partitions set tail = 3 where name = '1'")
    members.register_group("t", "app")
    assert members.read_offsets("G_t_app") == {0: 0, 1: 3}


def test_a_group_that_was_popped_before_goes_on_where_it_was(
    members: Members, store: Queues
) -> None:
    members.create_topic("t", 1)
    produce(members, "t", *range(3))
    complete(store, pop(store, "t", group="G_t_app", batch=2), "G_t_app")
    members.register_group("t", "app")
    assert members.read_offsets("G_t_app") == {0: 2}


def test_a_group_needs_its_topic(members: Members, store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    for topic in ("nowhere", "q"):
        with pytest.raises(UnknownTopic) as refused:
            members.register_group(topic, "app")
        assert refused.value.detail == {"topic": topic}
    assert value(owner_url, "select count(*) from queen.member_groups") == 0


def test_two_applications_cannot_have_the_same_group_id(members: Members) -> None:
    members.create_topic("a", 1)
    members.create_topic("a_b", 1)
    members.register_group("a", "b_c")
    with pytest.raises(GroupIdTaken) as refused:
        members.register_group("a_b", "c")
    assert refused.value.detail == {"groupId": "G_a_b_c"}


def test_a_group_may_be_deleted_with_its_last_member(
    members: Members, stopped_clock: StoppedClock
) -> None:
    members.create_topic("t", 1)
    produce(members, "t", 1, 2)
    group = members.register_group("t", "app", delete_when_empty=True)["groupId"]
    (member,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, member, {0: 1})
    members.leave_group(group, member)
    assert members.list_member_groups(Page(10)).rows == []
    assert members.register_group("t", "app")["created"] is True
    # Only the registration was deleted: what was read stays read.
    assert members.read_offsets(group) == {0: 1}


def test_a_group_that_died_out_is_deleted_by_whoever_looks_next(
    members: Members, stopped_clock: StoppedClock, store: Queues
) -> None:
    members.create_topic("t", 1)
    produce(members, "t", 1, 2)
    group = members.register_group("t", "app", delete_when_empty=True)["groupId"]
    join(members, group, "a")
    stopped_clock.advance(11)
    assert len(pop(store, "t", group=group).messages) == 1
    assert members.list_member_groups(Page(10)).rows == []


def test_what_is_found_is_not_changed(members: Members, stopped_clock: StoppedClock) -> None:
    group = group_on(members)
    settled(members, stopped_clock, group, "a")
    members.register_group("t", "app", delete_when_empty=True)
    assert (generation(members, group), state(members, group)) == (1, "STABLE")
    members.leave_group(
        group, members.list_member_groups(group=group).rows[0]["members"][0]["memberId"]
    )
    assert state(members, group) == "EMPTY"


def test_a_group_that_died_out_and_is_found_can_be_joined(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """The group was to be deleted with its last member: the caller gets a new one, and none that
    its next request deletes."""
    members.create_topic("t", 1)
    group = members.register_group("t", "app", delete_when_empty=True)["groupId"]
    join(members, group, "a")
    stopped_clock.advance(11)
    assert members.register_group("t", "app")["created"] is True
    assert owned(members, *settled(members, stopped_clock, group, "b")) == [[0]]
