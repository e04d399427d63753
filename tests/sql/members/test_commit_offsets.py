"""queen.commit_offsets: a member commits offsets of partitions that it owns, and of no others."""

import pytest

from regent.database import Database
from regent.errors import (
    IllegalGeneration,
    NotOwner,
    OffsetBeyondHead,
    OffsetRewind,
    UnknownGroup,
    UnknownMember,
)
from regent.stores.members import Members, Standing
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from regent.stores.retention import Retention
from tests.support.clock import StoppedClock
from tests.support.members import group_on, join, owned, produce, settled
from tests.support.retention import retire
from tests.support.rows import rows, value
from tests.support.store import acks, configure, payloads, pop

COUNTERS = "select popped, acked from queen.partition_consumers where committed > 0"


@pytest.fixture
def group(members: Members) -> str:
    """A group on a topic of four partitions, each with five records."""
    group = group_on(members)
    for partition in range(4):
        produce(members, "t", *range(5), partition=partition)
    return group


def test_a_commit_moves_the_cursors(
    members: Members, stopped_clock: StoppedClock, group: str, owner_url: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    assert members.commit_offsets(group, a, {0: 3, 2: 5}) == Standing(1, "STABLE")
    assert members.read_offsets(group) == {0: 3, 1: 0, 2: 5, 3: 0}
    assert members.commit_offsets(group, a, {0: 4}, generation=1) == Standing(1, "STABLE")
    assert members.read_offsets(group) == {0: 4, 1: 0, 2: 5, 3: 0}
    assert rows(owner_url, COUNTERS + " order by partition_id") == [
        {"popped": 4, "acked": 4},
        {"popped": 5, "acked": 5},
    ]


def test_a_commit_may_be_repeated(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    for _ in range(2):
        members.commit_offsets(group, a, {0: 3})
    members.commit_offsets(group, a, {})
    assert members.read_offsets(group, 0) == {0: 3}


def test_a_commit_of_an_old_generation_is_refused(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    settled(members, stopped_clock, group, "b")
    for old in (0, 1, 3):
        with pytest.raises(IllegalGeneration) as refused:
            members.commit_offsets(group, a, {0: 1}, generation=old)
        assert refused.value.detail == {
            "groupId": group,
            "memberId": a,
            "generation": 2,
            "given": old,
        }
    members.commit_offsets(group, a, {0: 1}, generation=2)


def test_without_a_generation_the_owner_is_asked_for(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    a, b = settled(members, stopped_clock, group, "a", "b")
    for partition in (2, 3, 4, 999):
        with pytest.raises(NotOwner) as refused:
            members.commit_offsets(group, a, {0: 1, partition: 1})
        assert refused.value.detail == {
            "groupId": group,
            "memberId": a,
            "partition": str(partition),
        }
    assert members.read_offsets(group) == {0: 0, 1: 0, 2: 0, 3: 0}
    members.commit_offsets(group, b, {2: 1, 3: 1})


def test_while_a_rebalance_is_pending_the_owner_may_commit(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    """The half second before a rebalance gives the owner time to commit."""
    (a,) = settled(members, stopped_clock, group, "a")
    (b,) = join(members, group, "b")
    assert members.commit_offsets(group, a, {3: 2}, generation=1) == Standing(
        1, "PREPARING_REBALANCE"
    )
    with pytest.raises(NotOwner):
        members.commit_offsets(group, b, {3: 2})
    stopped_clock.advance(0.5)
    with pytest.raises(NotOwner):
        members.commit_offsets(group, a, {3: 3})
    members.commit_offsets(group, b, {3: 3})


def test_a_commit_that_comes_after_the_deadline_finds_the_new_assignment(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    join(members, group, "b")
    stopped_clock.advance(0.5)
    with pytest.raises(IllegalGeneration):
        members.commit_offsets(group, a, {0: 1}, generation=1)


def test_a_zombie_commits_nothing(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    """A member that slept through its session wakes and goes on as if nothing had happened."""
    a, b = settled(members, stopped_clock, group, "a", "b")
    stopped_clock.advance(9)
    members.heartbeat(group, b)
    stopped_clock.advance(2)
    assert owned(members, b) == [[0, 1, 2, 3]]
    members.commit_offsets(group, b, {0: 2})
    for generation in (None, 1, 2):
        with pytest.raises(UnknownMember):
            members.commit_offsets(group, a, {0: 5}, generation=generation)
    assert members.read_offsets(group, 0) == {0: 2}


def test_a_commit_that_went_past_what_was_deleted_may_be_repeated(
    members: Members, stopped_clock: StoppedClock, group: str, owner_url: str
) -> None:
    """The cursor stands at the first record that is left. The client does not know that, and
    repeats its commit when an answer was lost."""
    (a,) = settled(members, stopped_clock, group, "a")
    rows(
        owner_url,
        'delete from queen.messages where "offset" in (2, 3) and partition_id = '
        "(select id from queen.partitions where name = '0')",
    )
    for _ in range(2):
        members.commit_offsets(group, a, {0: 2})
        assert members.read_offsets(group, 0) == {0: 4}
    members.commit_offsets(group, a, {0: 5, 1: 1})
    with pytest.raises(OffsetRewind):
        members.commit_offsets(group, a, {0: 3})
    assert members.read_offsets(group)[0] == 5


def test_a_partition_that_was_cleared_holds_up_no_commits(
    members: Members, database: Database, stopped_clock: StoppedClock, group: str
) -> None:
    """The member had read two records when all five were cleared. Its commit of two is no step
    back, so the offset of the other partition in it counts."""
    (a,) = settled(members, stopped_clock, group, "a")
    Resources(database).clear_queue("t", partition="0", force=False)
    members.commit_offsets(group, a, {0: 2, 1: 3})
    assert members.read_offsets(group) == {0: 5, 1: 3, 2: 0, 3: 0}


def test_an_offset_goes_back_by_force_only(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, a, {0: 3})
    with pytest.raises(OffsetRewind) as refused:
        members.commit_offsets(group, a, {1: 4, 0: 2})
    assert refused.value.detail == {
        "groupId": group,
        "memberId": a,
        "partition": "0",
        "offset": 2,
        "committed": 3,
    }
    assert members.read_offsets(group) == {0: 3, 1: 0, 2: 0, 3: 0}
    members.commit_offsets(group, a, {0: 1}, force=True)
    assert members.read_offsets(group, 0) == {0: 1}


def test_nobody_has_read_what_is_not_written_yet(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, a, {0: 5})
    for offset in (6, 2**63 - 1):
        with pytest.raises(OffsetBeyondHead) as refused:
            members.commit_offsets(group, a, {1: 5, 0: offset}, force=True)
        assert (refused.value.detail or {})["head"] == 5
    assert members.read_offsets(group, 1) == {1: 0}


def test_who_is_no_member_commits_nothing(
    members: Members, stopped_clock: StoppedClock, group: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    other = group_on(members, app="other")
    with pytest.raises(UnknownMember):
        members.commit_offsets(group, "nobody", {0: 1})
    with pytest.raises(UnknownMember):
        members.commit_offsets(other, a, {0: 1})
    with pytest.raises(UnknownGroup) as refused:
        members.commit_offsets("G_nowhere_app", a, {0: 1})
    assert refused.value.detail == {"groupId": "G_nowhere_app"}


def test_a_group_without_cursors_is_unknown(
    members: Members, stopped_clock: StoppedClock, group: str, owner_url: str
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    rows(owner_url, "delete from queen.consumer_groups")
    with pytest.raises(UnknownGroup):
        members.commit_offsets(group, a, {0: 1})


def test_a_group_is_popped_from_where_its_members_were(
    members: Members, stopped_clock: StoppedClock, group: str, store: Queues
) -> None:
    (a,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, a, {0: 5, 1: 5, 2: 4, 3: 5})
    members.leave_group(group, a)
    assert payloads(pop(store, "t", group=group, batch=9)) == ["4"]


def test_members_go_on_where_the_group_was_popped_to(
    members: Members, stopped_clock: StoppedClock, group: str, store: Queues
) -> None:
    lease = pop(store, "t", "0", group=group, batch=3)
    # The first and the third are done; with the lease given back, the second is still to come.
    store.ack(acks(lease, lease.messages[0], lease.messages[2], group=group))
    store.ack(acks(lease, lease.messages[1], group=group, status="retry"))
    (a,) = settled(members, stopped_clock, group, "a")
    assert members.read_offsets(group, 0) == {0: 1}
    members.commit_offsets(group, a, {0: 1})
    members.commit_offsets(group, a, {0: 2})
    members.leave_group(group, a)
    # A member reads every offset: what was done out of order is forgotten with its commit.
    assert payloads(pop(store, "t", "0", group=group, batch=9)) == ["2", "3", "4"]


def test_a_commit_makes_room_in_a_limited_topic(
    members: Members, stopped_clock: StoppedClock, group: str, owner_url: str
) -> None:
    depth = "select current_depth from queen.queue_depths"
    (a,) = settled(members, stopped_clock, group, "a")
    assert value(owner_url, depth) == 20
    members.commit_offsets(group, a, {0: 5, 1: 2})
    assert value(owner_url, depth) == 13


def test_a_commit_of_what_retention_deleted_meanwhile_is_no_step_back(
    members: Members,
    store: Queues,
    retention: Retention,
    stopped_clock: StoppedClock,
    group: str,
) -> None:
    """The member was reading when its records were deleted; the cursor is at the first one left."""
    (a,) = settled(members, stopped_clock, group, "a")
    members.commit_offsets(group, a, {0: 2})
    configure(store, "t", retention_enabled=True, pending_retention_seconds=1)
    stopped_clock.advance(2)
    produce(members, "t", "left", partition=0)
    retire(retention)
    assert members.read_offsets(group, 0) == {0: 5}
    members.commit_offsets(group, a, {0: 4})
    assert members.read_offsets(group, 0) == {0: 5}
    members.commit_offsets(group, a, {0: 6})
    with pytest.raises(OffsetRewind):
        members.commit_offsets(group, a, {0: 5})
