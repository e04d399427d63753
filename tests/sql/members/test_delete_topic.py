"""queen.delete_topic: a topic goes with its records, groups and members."""

import pytest

from regent.errors import UnknownGroup, UnknownMember, UnknownTopic
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.members import group_on, join, produce
from tests.support.rows import value
from tests.support.store import pop, push


def test_everything_of_a_topic_goes_with_it(members: Members, owner_url: str) -> None:
    group = group_on(members)
    (member,) = join(members, group, "a")
    produce(members, "t", 1, 2, 3)
    members.delete_topic("t")
    with pytest.raises(UnknownGroup):
        members.heartbeat(group, member)
    with pytest.raises(UnknownMember):
        members.read_assignment(member)
    for table in ("queues", "partitions", "messages", "member_groups", "members"):
        assert value(owner_url, f"select count(*) from queen.{table}") == 0, table


def test_a_topic_that_is_made_again_starts_anew(members: Members) -> None:
    group_on(members)
    produce(members, "t", "old", partition=0)
    members.delete_topic("t")
    group = group_on(members)
    assert members.read_records("t", 0, 0, 10).records == []
    assert members.read_offsets(group) == {0: 0, 1: 0, 2: 0, 3: 0}


def test_a_queue_that_is_no_topic_is_left_alone(members: Members, store: Queues) -> None:
    push(store, "q", 1)
    for name in ("q", "nowhere"):
        with pytest.raises(UnknownTopic):
            members.delete_topic(name)
    assert len(pop(store, "q").messages) == 1
