"""queen.create_topic: a queue with a fixed number of partitions, which can grow."""

import pytest

from regent.database import Database
from regent.errors import PartitionsFixed
from regent.paging import Page
from regent.stores.groups import Groups
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import EPOCH_OF_2030_MS, group_on, owned, settled, state
from tests.support.rows import rows, value
from tests.support.store import configure, pop, push


def test_a_topic_is_a_queue_whose_partitions_are_numbered(
    members: Members, owner_url: str, stopped_clock: StoppedClock
) -> None:
    assert members.create_topic("t", 3) == {
        "created": True,
        "changed": True,
        "partitions": 3,
        "createdAtMs": EPOCH_OF_2030_MS,
    }
    names = rows(owner_url, "select name from queen.partitions order by id")
    assert [row["name"] for row in names] == ["0", "1", "2"]
    assert value(owner_url, "select partition_count from queen.queues") == 3


def test_a_topic_that_is_there_is_left_as_it_is(members: Members, store: Queues) -> None:
    configure(store, "t", partitions=2, lease_time=7)
    assert members.create_topic("t", 2)["created"] is False
    push(store, "t", 1)
    assert pop(store, "t").messages[0].offset == 0


def test_a_topic_can_grow_and_not_shrink(members: Members, owner_url: str) -> None:
    members.create_topic("t", 2)
    assert members.create_topic("t", 4) == {
        "created": False,
        "changed": True,
        "partitions": 4,
        "createdAtMs": members.list_topics(topic="t").rows[0]["createdAtMs"],
    }
    with pytest.raises(PartitionsFixed) as refused:
        members.create_topic("t", 3)
    assert refused.value.detail == {"queue": "t", "partitions": 4, "requested": 3}
    assert value(owner_url, "select count(*) from queen.partitions") == 4


def test_a_queue_that_makes_partitions_as_they_come_is_no_topic(
    members: Members, store: Queues
) -> None:
    push(store, "q", 1)
    with pytest.raises(PartitionsFixed):
        members.create_topic("q", 4)


def test_growth_is_dealt_out_to_the_members_half_a_second_later(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=2)
    a, b = settled(members, stopped_clock, group, "a", "b")
    members.create_topic("t", 6)
    assert state(members, group) == "PREPARING_REBALANCE"
    assert owned(members, a, b) == [[0], [1]]
    stopped_clock.advance(0.5)
    assert owned(members, a, b) == [[0, 1, 2], [3, 4, 5]]


def test_growth_of_a_topic_without_members_rebalances_nobody(
    members: Members, owner_url: str
) -> None:
    group_on(members, partitions=2)
    members.create_topic("t", 4)
    assert value(owner_url, "select rebalance_at from queen.member_groups") is None


def test_new_partitions_are_the_members_from_the_start(
    members: Members, stopped_clock: StoppedClock, owner_url: str
) -> None:
    group = group_on(members, partitions=1)
    settled(members, stopped_clock, group, "a")
    members.create_topic("t", 3)
    assigned = rows(owner_url, "select assigned from queen.partition_consumers")
    assert [row["assigned"] for row in assigned] == [True] * 3


def test_a_new_partition_has_a_cursor_of_every_group_with_members(
    members: Members, database: Database, stopped_clock: StoppedClock
) -> None:
    """Even of a group whose subscription was deleted: its members read every partition."""
    group = group_on(members, partitions=1)
    (a,) = settled(members, stopped_clock, group, "a")
    groups = Groups(database)
    (record,) = groups.list_subscriptions(None, None, Page(100)).rows
    groups.delete_subscription(record["id"])
    members.create_topic("t", 2)
    stopped_clock.advance(0.5)
    assert owned(members, a) == [[0, 1]]
    members.commit_offsets(group, a, {1: 0})
    assert members.read_offsets(group) == {0: 0, 1: 0}


def test_growth_is_a_change_only_for_groups_with_members(
    members: Members, owner_url: str, stopped_clock: StoppedClock
) -> None:
    settled(members, stopped_clock, group_on(members), "a")
    group_on(members, app="without members")
    members.create_topic("t", 5)
    changes = "select app_id, changed_at is not null as changed from queen.member_groups order by 1"
    assert [tuple(row.values()) for row in rows(owner_url, changes)] == [
        ("app", True),
        ("without members", False),
    ]
