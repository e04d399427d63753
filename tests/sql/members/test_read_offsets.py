"""queen.read_offsets: up to where a group has read."""

import pytest

from regent.errors import UnknownGroup, UnknownPartition
from regent.stores.members import Members
from tests.support.clock import StoppedClock
from tests.support.members import group_on, produce, settled
from tests.support.rows import rows


def test_offsets_are_those_of_all_partitions_or_of_one(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=11)
    produce(members, "t", 1, 2, partition=10)
    (a,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, a, {10: 1})
    assert list(members.read_offsets(group).items()) == [*((n, 0) for n in range(10)), (10, 1)]
    assert members.read_offsets(group, 10) == {10: 1}


def test_what_was_deleted_before_it_was_read_is_not_read_from(
    members: Members, owner_url: str
) -> None:
    group = group_on(members, partitions=1)
    produce(members, "t", *range(5))
    rows(owner_url, "update queen.partitions set tail = 3")
    assert members.read_offsets(group) == {0: 3}


def test_a_group_or_partition_that_is_not_there_is_refused(members: Members) -> None:
    group = group_on(members, partitions=2)
    with pytest.raises(UnknownPartition) as refused:
        members.read_offsets(group, 2)
    assert refused.value.detail == {"groupId": group, "partitions": 2}
    with pytest.raises(UnknownGroup):
        members.read_offsets("G_nowhere_app")
