"""queen.join_group: who is in a group, and when its partitions are dealt out."""

import pytest

from regent.errors import GroupFull, GroupHasMembers, GroupIsLeased, UnknownGroup
from regent.stores import members as store_module
from regent.stores.members import Joined, Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import (
    EPOCH_OF_2030_MS,
    SESSION_MS,
    generation,
    group_on,
    join,
    owned,
    produce,
    settled,
    state,
)
from tests.support.rows import rows
from tests.support.store import complete, configure, payloads, pop, request


def test_a_member_gets_its_partitions_half_a_second_after_it_joined(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=3)
    joined = members.join_group(group, "a", SESSION_MS)
    assert joined == Joined(joined.member_id, True, 0, EPOCH_OF_2030_MS)
    assert joined.member_id.startswith(f"{group}-")
    assert (state(members, group), owned(members, joined.member_id)) == (
        "PREPARING_REBALANCE",
        [[]],
    )
    stopped_clock.advance(0.499999)
    assert owned(members, joined.member_id) == [[]]
    stopped_clock.advance(0.000001)
    assert owned(members, joined.member_id) == [[0, 1, 2]]
    assert (state(members, group), generation(members, group)) == ("STABLE", 1)


def test_each_change_starts_the_half_second_again(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    a, b, c = [_join_after(members, stopped_clock, group, name) for name in "abc"]
    assert generation(members, group) == 0
    members.leave_group(group, b)
    stopped_clock.advance(0.4)
    assert owned(members, a, c) == [[], []]
    stopped_clock.advance(0.1)
    assert owned(members, a, c) == [[0, 1], [2, 3]]
    assert generation(members, group) == 1


def _join_after(members: Members, clock: StoppedClock, group: str, consumer: str) -> str:
    clock.advance(0.4)
    return members.join_group(group, consumer, SESSION_MS).member_id


def test_a_group_whose_members_come_and_go_is_dealt_out_after_30_seconds(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """Each change starts the half second again, but not for ever."""
    group = group_on(members)
    a = members.join_group(group, "a", 120_000).member_id
    for number in range(74):
        stopped_clock.advance(0.4)
        members.leave_group(group, join(members, group, f"passer-by {number}")[0])
    assert (state(members, group), generation(members, group)) == ("PREPARING_REBALANCE", 0)
    stopped_clock.advance(0.4)
    join(members, group, "late")
    assert (generation(members, group), owned(members, a)) == (1, [[0, 1, 2, 3]])
    assert state(members, group) == "PREPARING_REBALANCE"


def test_a_consumer_that_joins_again_is_the_same_member(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    assert members.join_group(group, "a", SESSION_MS) == Joined(member, False, 1, EPOCH_OF_2030_MS)
    assert state(members, group) == "STABLE"
    stopped_clock.advance(9.9)
    members.join_group(group, "a", SESSION_MS)  # it lives
    stopped_clock.advance(9.9)
    assert owned(members, member) == [[0, 1, 2, 3]]


def test_who_joins_hears_since_when_the_group_is_there(
    members: Members, stopped_clock: StoppedClock
) -> None:
    """A group that was deleted and made again is another one, whatever its generation."""
    group = group_on(members)
    stopped_clock.advance(5)
    for _ in range(2):
        joined = members.join_group(group, "a", SESSION_MS)
        assert joined.group_created_at_ms == EPOCH_OF_2030_MS
    members.delete_member_group(group, force=True)
    members.register_group("t", "app")
    assert (
        members.join_group(group, "a", SESSION_MS).group_created_at_ms == EPOCH_OF_2030_MS + 5_000
    )


def test_joining_again_does_not_start_the_half_second_again(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = join(members, group, "a")
    stopped_clock.advance(0.4)
    assert members.join_group(group, "a", SESSION_MS) == Joined(member, True, 0, EPOCH_OF_2030_MS)
    stopped_clock.advance(0.1)
    assert generation(members, group) == 1


def test_a_consumer_that_joins_after_its_session_is_another_member(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    (member,) = settled(members, stopped_clock, group, "a")
    stopped_clock.advance(10)
    again = members.join_group(group, "a", SESSION_MS)
    assert again.member_id != member
    assert again.rebalance_required is True


def test_a_shorter_session_counts_from_the_join_that_asked_for_it(
    members: Members, stopped_clock: StoppedClock
) -> None:
    group = group_on(members)
    join(members, group, "a")
    members.join_group(group, "a", 1_000)
    stopped_clock.advance(1)
    assert state(members, group) == "EMPTY"


def test_a_group_has_so_many_members_at_most(
    members: Members, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MAX_MEMBERS", 2)
    group = group_on(members)
    a, _ = join(members, group, "a", "b")
    with pytest.raises(GroupFull) as refused:
        members.join_group(group, "c", SESSION_MS)
    assert refused.value.detail == {"groupId": group, "members": 2}
    assert members.join_group(group, "a", SESSION_MS).member_id == a


def test_a_group_that_is_not_there_cannot_be_joined(members: Members, owner_url: str) -> None:
    with pytest.raises(UnknownGroup):
        members.join_group("G_nowhere_app", "a", SESSION_MS)
    group = group_on(members)
    rows(owner_url, "delete from queen.consumer_groups")
    with pytest.raises(UnknownGroup):
        members.join_group(group, "a", SESSION_MS)
    members.register_group("t", "app")
    members.join_group(group, "a", SESSION_MS)


def test_a_group_that_is_leased_cannot_be_joined_until_the_lease_ends(
    members: Members, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=2)
    produce(members, "t", *range(2))
    leases = [pop(store, "t", group=group) for _ in range(2)]
    with pytest.raises(GroupIsLeased) as refused:
        members.join_group(group, "a", SESSION_MS)
    assert refused.value.detail == {"groupId": group, "until": "2030-01-01T00:05:00.000000Z"}
    complete(store, leases[0], group)
    with pytest.raises(GroupIsLeased):
        members.join_group(group, "a", SESSION_MS)
    complete(store, leases[1], group)
    members.join_group(group, "a", SESSION_MS)


def test_a_lease_that_ran_out_is_ended_before_its_partition_is_assigned(
    members: Members, store: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    """Or the reclaim would end it later, and count a failure of a message that is being read."""
    group = group_on(members, partitions=1)
    produce(members, "t", 1)
    lease = pop(store, "t", group=group)
    stopped_clock.advance(301)
    join(members, group, "a")
    assert rows(owner_url, "select lease_id, lapsed, committed from queen.partition_consumers") == [
        {"lease_id": None, "lapsed": 1, "committed": 0}
    ]
    assert rows(owner_url, "select leases_expired from queen.reclaim(9)") == [{"leases_expired": 0}]
    assert [ack.success for ack in complete(store, lease, group)] == [False]


def test_a_group_with_members_cannot_be_popped(
    members: Members, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=1)
    produce(members, "t", 1)
    (member,) = join(members, group, "a")
    for partition in (None, "0"):
        with pytest.raises(GroupHasMembers) as refused:
            pop(store, "t", partition, group=group)
        assert refused.value.detail == {"groupId": group, "members": 1}
    assert payloads(pop(store, "t", group="another")) == ["1"]
    members.leave_group(group, member)
    assert payloads(pop(store, "t", group=group)) == ["1"]


def test_a_pop_by_labels_passes_by_what_is_assigned(
    members: Members, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, "shop.orders", 1)
    produce(members, "shop.orders", 1)
    configure(store, "shop.other")
    join(members, group, "a")
    assert store.pop_matching("shop", "", request(group=group)).messages == []
    stopped_clock.advance(10)  # the member is gone, and nobody has noticed yet
    assert payloads(store.pop_matching("shop", "", request(group=group))) == ["1"]


def test_a_group_that_everybody_has_left_can_be_popped_again(
    members: Members, store: Queues, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=1)
    produce(members, "t", 1, 2, 3)
    (member,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, member, {0: 1})
    stopped_clock.advance(10)
    assert payloads(pop(store, "t", group=group)) == ["2"]
