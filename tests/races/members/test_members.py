"""Two environments coordinate one group: each test steps two sessions through what they do at once,
and most do so again with a variant of the SQL that must be caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regent.stores.members import Joined, Standing
from tests.races.members.scenes import Scene
from tests.races.sessions import Session, ended, item, pop
from tests.support.members import SESSION_MS, join, owned, settled, state
from tests.support.rows import rows

# A pop takes a lease while the first member joins.


def join_while_a_pop_is_in_flight(scene: Scene) -> Any:
    consumer, member = scene.two()
    consumer.queues.push([item("t", 1, "2")])
    consumer.commit()
    assert pop(consumer, queue="t", group=scene.group).messages
    call = member.start(member.members.join_group, scene.group, "a", SESSION_MS)
    return scene.after(consumer, member, call)


def test_a_join_sees_a_lease_that_is_just_being_taken(scene):
    assert join_while_a_pop_is_in_flight(scene) == "RG108"
    assert scene.assigned() == [False] * 4


def test_a_join_that_does_not_lock_the_rows_is_caught(scene, broken):
    broken(
        "_take_partitions",
        ("order by c.partition_id for no key update of c", "order by c.partition_id"),
    )
    assert isinstance(join_while_a_pop_is_in_flight(scene), Joined)
    assert (scene.assigned(), scene.leased()) == ([True] * 4, ["2"])


def pop_that_looked_before_the_join(scene: Scene) -> Any:
    """The pop saw a group without members; then it has to wait, and a consumer joins meanwhile."""
    gate, (consumer, member) = scene.gate(), scene.two()
    consumer.queues.push([item("t", 1, "2")])
    consumer.commit()
    gate.execute(
        "insert into queen.consumer_groups_metadata (consumer_group, queue_name, partition_name,"
        " subscription_mode, subscription_timestamp) values (%s, 't', '2', 'all', 'epoch')",
        (scene.group,),
    )
    call = consumer.start(pop, consumer, queue="t", partition="2", group=scene.group)
    scene.watcher.waits(consumer, call)
    member.members.join_group(scene.group, "a", SESSION_MS)
    member.commit()
    gate.rollback()
    return ended(consumer, call)


def test_a_pop_that_looked_before_a_join_takes_nothing_after_it(scene):
    assert pop_that_looked_before_the_join(scene).messages == []
    assert scene.leased() == []


def test_a_pop_that_does_not_look_again_is_caught(scene, broken):
    broken(
        "_pop_any",
        (
            "c.partition_id = v_one and c.group_id = v_group and c.ready and not c.assigned",
            "c.partition_id = v_one and c.group_id = v_group and c.ready",
        ),
    )
    assert pop_that_looked_before_the_join(scene).messages
    assert (scene.assigned(), scene.leased()) == ([True] * 4, ["2"])


# A member commits while the partitions are dealt out anew.


def commit_while_a_rebalance_comes(scene: Scene) -> tuple[bool, Any]:
    """The old owner's commit has been judged and waits for its row when the rebalance falls due.
    Whether the rebalance overtook it, and what became of the commit."""
    gate, (old, new) = scene.gate(), scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    (b,) = join(scene.members, scene.group, "b")
    scene.members.produce("t", [{"value": 1, "partition": 3}])
    gate.execute(
        "select c.partition_id from queen.partition_consumers c join queen.partitions p"
        " on p.id = c.partition_id where p.name = '3' for no key update of c"
    )
    commit = old.start(old.members.commit_offsets, scene.group, a, {3: 1}, generation=1)
    scene.watcher.waits(old, commit)
    scene.clock.advance(0.5)
    beat = new.start(new.members.heartbeat, scene.group, b)
    passed = scene.watcher.settled(new, beat)
    gate.rollback()
    committed = ended(old, commit)
    assert ended(new, beat) == Standing(2, "STABLE")
    return passed, committed


def test_a_rebalance_waits_for_a_commit_that_was_judged(scene):
    accepted = Standing(1, "PREPARING_REBALANCE")
    assert commit_while_a_rebalance_comes(scene) == (False, accepted)


def test_a_commit_that_does_not_hold_the_rebalance_is_caught(scene, broken):
    """The commit is accepted although the partition belongs to another member already."""
    broken(
        "_hold_member_group_shared",
        ("where g.id = v_group.id for share;", "where g.id = v_group.id;"),
    )
    accepted = Standing(1, "PREPARING_REBALANCE")
    assert commit_while_a_rebalance_comes(scene) == (True, accepted)


def test_a_commit_that_meets_a_rebalance_finds_the_new_assignment(scene):
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    (b,) = join(scene.members, scene.group, "b")
    scene.clock.advance(0.5)
    one.members.heartbeat(scene.group, b)  # carries out what is due, not committed yet
    call = two.start(two.members.commit_offsets, scene.group, a, {3: 0}, generation=1)
    assert scene.after(one, two, call) == "RG103"
    call = two.start(two.members.commit_offsets, scene.group, a, {3: 0})
    assert ended(two, call) == "RG104"


def test_two_commits_of_one_group_do_not_wait_for_each_other(scene):
    one, two = scene.two()
    a, b = settled(scene.members, scene.clock, scene.group, "a", "b")
    one.members.commit_offsets(scene.group, a, {0: 0})
    call = two.start(two.members.commit_offsets, scene.group, b, {3: 0})
    assert scene.watcher.settled(two, call)
    one.commit()


def two_commits_of_one_member(scene: Scene) -> Any:
    """The second commit is the older one: it was sent again and comes late."""
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    scene.members.produce("t", [{"value": n, "partition": 0} for n in range(5)])
    one.members.commit_offsets(scene.group, a, {0: 5})
    return scene.after(one, two, two.start(two.members.commit_offsets, scene.group, a, {0: 3}))


def test_a_commit_that_meets_a_later_one_does_not_go_back(scene):
    assert two_commits_of_one_member(scene) == "RG105"
    assert scene.members.read_offsets(scene.group, 0) == {0: 5}


def test_a_commit_that_does_not_lock_its_row_is_caught(scene, broken):
    broken(
        "_commit_offsets",
        ("c.group_id = v_consumers for no key update;", "c.group_id = v_consumers;"),
    )
    assert two_commits_of_one_member(scene) == Standing(1, "STABLE")
    assert scene.members.read_offsets(scene.group, 0) == {0: 3}


# Two requests come after the same deadline.


def test_a_rebalance_that_two_requests_find_due_is_carried_out_once(scene):
    one, two = scene.two()
    a, b = join(scene.members, scene.group, "a", "b")
    scene.clock.advance(0.5)
    first = one.members.heartbeat(scene.group, a)
    call = two.start(two.members.heartbeat, scene.group, b)
    scene.watcher.waits(two, call)
    second = scene.after(one, two, call)
    assert [first, second] == [Standing(1, "STABLE")] * 2


def join_beside_a_rebalance(scene: Scene) -> tuple[str, list[list[int]]]:
    """A rebalance falls due while a consumer joins and puts it off. Then all get partitions."""
    one, two = scene.two()
    (a,) = join(scene.members, scene.group, "a")
    scene.clock.advance(0.4)
    b = one.members.join_group(scene.group, "b", SESSION_MS).member_id
    scene.clock.advance(0.1)
    scene.after(one, two, two.start(two.members.heartbeat, scene.group, a))
    found = state(scene.members, scene.group)
    scene.clock.advance(0.5)
    return found, owned(scene.members, a, b)


def test_a_join_puts_off_the_rebalance_that_another_request_finds_due(scene):
    assert join_beside_a_rebalance(scene) == ("PREPARING_REBALANCE", [[0, 1], [2, 3]])


def test_a_rebalance_that_does_not_lock_the_group_is_caught(scene, broken):
    """It deals out without the new member, and clears the deadline that this one set."""
    broken("_carry_out", ("where g.id = p_group for no key update;", "where g.id = p_group;"))
    assert join_beside_a_rebalance(scene) == ("STABLE", [[0, 1, 2, 3], []])


# A heartbeat comes at the end of a session.


def heartbeat_at_the_end_of_its_session(scene: Scene) -> list[str]:
    """The heartbeat came in time, but is not committed yet when another request finds the session
    over. The members that are left."""
    one, two = scene.two()
    (a,) = join(scene.members, scene.group, "a")
    b = scene.members.join_group(scene.group, "b", 60_000).member_id
    scene.clock.advance(0.5)
    scene.members.heartbeat(scene.group, b)
    scene.clock.advance(9.4)
    one.members.heartbeat(scene.group, a)
    scene.clock.advance(0.2)
    scene.after(one, two, two.start(two.members.heartbeat, scene.group, b))
    found = rows(scene.owner_url, "select consumer_id from queen.members order by place")
    return [row["consumer_id"] for row in found]


def test_a_heartbeat_in_time_saves_its_member(scene):
    assert heartbeat_at_the_end_of_its_session(scene) == ["a", "b"]


def test_a_removal_of_members_that_were_chosen_before_is_caught(scene, broken):
    over = "m.group_id = p_group and _session_end(m.last_heartbeat, m.session_timeout_ms) <= v_now"
    chosen = f"m.member_id = any(array(select m.member_id from members m where {over}))"
    broken("_carry_out", (over, chosen))
    assert heartbeat_at_the_end_of_its_session(scene) == ["b"]


def test_a_heartbeat_that_meets_its_members_removal_is_refused(scene):
    one, two = scene.two()
    a, b = settled(scene.members, scene.clock, scene.group, "a", "b")
    scene.clock.advance(5)
    scene.members.heartbeat(scene.group, b)
    scene.clock.advance(5)
    assert one.members.heartbeat(scene.group, b) == Standing(1, "PREPARING_REBALANCE")
    call = two.start(two.members.heartbeat, scene.group, a)
    assert scene.after(one, two, call) == "RG102"


# A topic grows while its group gets its first member, or loses its last one.

GROWTH_WITHOUT_A_LOCK = (
    "where g.queue_id = p_queue_id order by g.id for no key update;",
    "where false;",
)


def growth_beside_a_leave(scene: Scene) -> None:
    """The new partition has read that the group has members, when the last one leaves."""
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    one.members.create_topic("t", 5)
    scene.after(one, two, two.start(two.members.leave_group, scene.group, a))


def test_a_partition_that_is_made_while_the_last_member_leaves_can_be_popped(scene):
    growth_beside_a_leave(scene)
    assert scene.assigned() == [False] * 5


def growth_beside_a_join(scene: Scene, *, grow_first: bool) -> None:
    one, two = scene.two()
    steps: list[Callable[[Session], Any]] = [
        lambda each: each.members.create_topic("t", 5),
        lambda each: each.members.join_group(scene.group, "a", SESSION_MS),
    ]
    first, second = steps if grow_first else reversed(steps)
    first(one)
    scene.after(one, two, two.start(second, two))


@pytest.mark.parametrize("grow_first", [True, False])
def test_a_partition_that_is_made_while_the_first_member_joins_is_assigned(scene, grow_first):
    growth_beside_a_join(scene, grow_first=grow_first)
    assert scene.assigned() == [True] * 5
    scene.clock.advance(0.5)
    assert owned(scene.members, *join(scene.members, scene.group, "a")) == [[0, 1, 2, 3, 4]]


def test_growth_that_does_not_lock_the_groups_is_caught(scene, broken):
    broken("_create_partitions", GROWTH_WITHOUT_A_LOCK)
    growth_beside_a_join(scene, grow_first=True)
    assert scene.assigned() == [True] * 4 + [False]
