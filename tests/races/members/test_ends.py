"""Groups and topics that are made and deleted, and sessions that end, while others use them: each
test steps two sessions through what they do at once, and most do so again with a variant of the SQL
that must be caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regent.errors import PartitionsFixed
from regent.stores.members import Members, Standing
from tests.races.log.steps import PAUSE, close_gate
from tests.races.members.scenes import Scene
from tests.races.sessions import ended
from tests.support.members import SESSION_MS, generation, join, owned, settled
from tests.support.rows import value

# One call made twice at once, and a group that is deleted.


def test_a_consumer_that_joins_twice_at_once_is_one_member(scene):
    one, two = scene.two()
    first = one.members.join_group(scene.group, "a", SESSION_MS)
    call = two.start(two.members.join_group, scene.group, "a", SESSION_MS)
    assert scene.after(one, two, call) == first


def test_a_group_that_is_created_twice_at_once_is_one(scene):
    one, two = scene.two()
    assert one.members.register_group("t", "another")["created"] is True
    call = two.start(two.members.register_group, "t", "another")
    assert scene.after(one, two, call)["created"] is False
    assert value(scene.owner_url, "select count(*) from queen.partition_consumers") == 8


def test_a_topic_that_is_created_twice_at_once_is_created_once(scene):
    one, two = scene.two()
    assert one.members.create_topic("another", 2)["created"] is True
    call = two.start(two.members.create_topic, "another", 2)
    assert scene.after(one, two, call)["created"] is False


DURING_A_DELETE: dict[str, Callable[[Members, str, str], Any]] = {
    "join": lambda members, group, member: members.join_group(group, "b", SESSION_MS),
    "heartbeat": lambda members, group, member: members.heartbeat(group, member),
    "commit": lambda members, group, member: members.commit_offsets(group, member, {0: 0}),
    "leave": lambda members, group, member: members.leave_group(group, member),
    "assignment": lambda members, group, member: members.read_assignment(member),
}


@pytest.mark.parametrize("what", DURING_A_DELETE)
def test_what_runs_into_the_deletion_of_its_group_says_that_it_is_gone(scene, what):
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    arguments = (DURING_A_DELETE[what], two.members, scene.group, a)
    one.members.delete_member_group(scene.group, force=True)
    found = scene.after(one, two, two.start(*arguments))
    if found == "40001":  # the caller's retry (regent.database) does it
        found = ended(two, two.start(*arguments))
    assert found in ("RG101", "RG102")
    assert generation(scene.members, scene.members.register_group("t", "app")["groupId"]) == 0


def test_a_group_that_goes_while_it_is_described_is_unknown(scene, broken):
    """It is deleted between the two looks of the description, which here waits between them."""
    query = "    return query\n    select g.name, q.name,"
    broken("list_member_groups", (query, PAUSE + query))
    gate, (slow, other) = scene.gate(), scene.two()
    close_gate(gate, slow)
    call = slow.start(slow.members.list_member_groups, group=scene.group)
    scene.watcher.waits(slow, call)
    other.members.delete_member_group(scene.group)
    other.commit()
    gate.commit()
    assert ended(slow, call) == "RG101"


# A call that waits for a member's row, and one that runs into the end of a session.


def assignment_that_waits_beyond_the_deadline(scene: Scene) -> float:
    gate, waiter = scene.gate(), scene.open()
    (a,) = join(scene.members, scene.group, "a")
    gate.execute("select member_id from queen.members where member_id = %s for update", (a,))
    call = waiter.start(waiter.members.read_assignment, a)
    scene.watcher.waits(waiter, call)
    scene.clock.advance(0.6)
    gate.rollback()
    due = ended(waiter, call).due_in_seconds
    assert isinstance(due, float)
    return due


def test_a_rebalance_that_falls_due_while_its_member_is_waited_for_is_due_now(scene):
    """With a negative time to wait the handler would fail."""
    assert assignment_that_waits_beyond_the_deadline(scene) == 0


def test_a_deadline_that_has_passed_is_caught(scene, broken):
    now = "greatest(0, extract(epoch from g.rebalance_at - queen.now()))"
    broken("read_assignment", (now, "extract(epoch from g.rebalance_at - queen.now())"))
    assert assignment_that_waits_beyond_the_deadline(scene) < 0


def commit_beside_the_end_of_a_session(scene: Scene) -> Any:
    """Another request finds that a's session and the half second after it are over: b owns all
    partitions now."""
    one, two = scene.two()
    (a,) = join(scene.members, scene.group, "a")
    b = scene.members.join_group(scene.group, "b", 60_000).member_id
    scene.clock.advance(0.5)
    scene.members.heartbeat(scene.group, b)
    scene.members.produce("t", [{"value": 1, "partition": 0}])
    scene.clock.advance(20)
    assert one.members.heartbeat(scene.group, b) == Standing(2, "STABLE")
    return scene.after(one, two, two.start(two.members.commit_offsets, scene.group, a, {0: 1}))


def test_a_commit_that_meets_the_end_of_its_session_is_refused(scene):
    assert commit_beside_the_end_of_a_session(scene) == "RG102"
    assert scene.members.read_offsets(scene.group, 0) == {0: 0}


def test_a_commit_that_shares_no_group_is_caught(scene, broken):
    broken("commit_offsets", ("    perform _hold_member_group_shared(p_group);\n", ""))
    assert isinstance(commit_beside_the_end_of_a_session(scene), Standing)
    assert scene.members.read_offsets(scene.group, 0) == {0: 1}


# A group is deleted with its last member while a consumer joins.


def test_who_joins_a_group_that_goes_with_its_last_member_makes_it_again(scene):
    one, two = scene.two()
    group = scene.members.register_group("t", "going", delete_when_empty=True)["groupId"]
    (a,) = settled(scene.members, scene.clock, group, "a")
    one.members.leave_group(group, a)
    assert two.members.register_group("t", "going")["created"] is False  # as far as one can see
    two.commit()
    call = two.start(two.members.join_group, group, "b", SESSION_MS)
    assert scene.after(one, two, call) == "40001"
    assert ended(two, two.start(two.members.join_group, group, "b", SESSION_MS)) == "RG101"
    assert scene.members.register_group("t", "going")["created"] is True
    assert owned(scene.members, *settled(scene.members, scene.clock, group, "b")) == [[0, 1, 2, 3]]


def test_a_last_member_that_leaves_while_another_one_joins_leaves_the_group_to_it(scene):
    one, two = scene.two()
    group = scene.members.register_group("t", "going", delete_when_empty=True)["groupId"]
    (a,) = settled(scene.members, scene.clock, group, "a")
    b = one.members.join_group(group, "b", SESSION_MS).member_id
    assert scene.after(one, two, two.start(two.members.leave_group, group, a)) is None
    scene.clock.advance(0.5)
    assert owned(scene.members, b) == [[0, 1, 2, 3]]


def died_out_beside_growth(scene: Scene) -> Any:
    """A group is registered again after its members died, and so deleted first; the topic grows at
    that moment."""
    one, two = scene.two()
    group = scene.members.register_group("t", "going", delete_when_empty=True)["groupId"]
    settled(scene.members, scene.clock, group, "a")
    scene.clock.advance(20)
    one.members.create_topic("t", 5)
    return scene.after(one, two, two.start(two.members.register_group, "t", "going"))["created"]


def test_a_group_that_died_out_is_made_again_beside_growth(scene):
    assert died_out_beside_growth(scene) is True
    assert scene.members.read_offsets("G_t_going") == dict.fromkeys(range(5), 0)


def test_a_group_that_is_found_although_it_died_out_is_caught(scene, broken):
    broken("queen.register_group", ("    perform _count_members(v_name);\n", ""))
    assert died_out_beside_growth(scene) is False


DURING_A_TOPICS_DELETION: dict[str, Callable[[Members, str, str], Any]] = {
    **DURING_A_DELETE,
    "register": lambda members, group, member: members.register_group("t", "another"),
    "beat and commit": lambda members, group, member: members.heartbeat(group, member, 1, {0: 0}),
    "grow": lambda members, group, member: members.create_topic("t", 5),
    "produce": lambda members, group, member: members.produce("t", [{"value": 1, "key": "k"}]),
}


@pytest.mark.parametrize("what", DURING_A_TOPICS_DELETION)
def test_what_runs_into_the_deletion_of_its_topic_leaves_nothing_behind(scene, what):
    """It says that the topic or its group is gone, or runs afterwards and makes the topic again."""
    one, two = scene.two()
    (a,) = settled(scene.members, scene.clock, scene.group, "a")
    arguments = (DURING_A_TOPICS_DELETION[what], two.members, scene.group, a)
    one.members.delete_topic("t")
    found = scene.after(one, two, two.start(*arguments))
    if found == "40001":
        found = ended(two, two.start(*arguments))
    if what == "grow":
        assert found["created"] is True
    else:
        assert found in ("RG101", "RG102", "RG106")
    counts = [
        value(scene.owner_url, f"select count(*) from queen.{table}")
        for table in ("queues", "member_groups", "members")
    ]
    assert counts == [int(what == "grow"), 0, 0]


def test_records_that_make_a_deleted_topic_a_queue_are_caught(scene, broken):
    """Nobody could make the topic again."""
    broken("produce", ("    perform _still_there(found);\n", ""))
    one, two = scene.two()
    one.members.delete_topic("t")
    call = two.start(two.members.produce, "t", [{"value": 1, "key": "k"}])
    assert scene.after(one, two, call)[0].offset == 0
    with pytest.raises(PartitionsFixed):
        scene.members.create_topic("t", 4)
