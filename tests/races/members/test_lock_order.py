"""Members do not deadlock, with each other or with pushes, pops, transactions and deletions: queues
come first, then partitions, groups with members, consumers' rows."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from regent.errors import PartitionsFixed, RegentError
from regent.paging import Page
from regent.stores.members import Members
from regent.stores.queue_types import OffsetCommit
from tests.races.gates import HOLD_CONSUMER, hold, meet
from tests.races.sessions import (
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    acks,
    item,
    pop,
)
from tests.support.clock import StoppedClock
from tests.support.members import group_on, join, settled
from tests.support.rows import value

LIMIT = {"max_queue_size": 1_000_000}
HOLD_MEMBER = "select member_id from queen.members where member_id = %s for update"
HOLD_GROUP = "select id from queen.member_groups where name = %s for no key update"


@pytest.fixture
def scenario(session, watcher, gate, members, stopped_clock) -> Callable[..., bool]:
    def play(story: Callable[..., bool]) -> bool:
        return story(session, watcher, gate, members, stopped_clock)

    return play


def leave_beside_a_deletion(
    session: Open, watcher: Watcher, gate: Session, members: Members, clock: StoppedClock
) -> bool:
    """The last member leaves, and the topic is deleted, which takes everything with it."""
    group = group_on(members)
    (a,) = settled(members, clock, group, "a")
    one, two = session(), session()
    hold(gate, HOLD_MEMBER, a)
    return meet(
        gate,
        watcher,
        (one, lambda: one.members.leave_group(group, a)),
        (two, lambda: two.queues.delete_queue("t")),
    )


def test_a_last_member_that_leaves_a_topic_that_is_deleted(scenario):
    assert not scenario(leave_beside_a_deletion)


def commit_beside_a_deletion(
    session: Open, watcher: Watcher, gate: Session, members: Members, clock: StoppedClock
) -> bool:
    """A member commits to two partitions of a topic that is deleted; the deletion takes the rows in
    the order in which they lie there, and the first one was written last."""
    group = group_on(members)
    (a,) = settled(members, clock, group, "a")
    members.produce("t", [{"value": 1, "partition": 0}])
    members.commit_offsets(group, a, {0: 1})
    one, two = session(), session()
    hold(gate, HOLD_CONSUMER, "0", group)
    return meet(
        gate,
        watcher,
        (one, lambda: one.members.commit_offsets(group, a, {0: 0, 3: 0}, force=True)),
        (two, lambda: two.queues.delete_queue("t")),
    )


def test_a_member_that_commits_to_a_topic_that_is_deleted(scenario):
    assert not scenario(commit_beside_a_deletion)


def commit_beside_a_push(
    session: Open, watcher: Watcher, gate: Session, members: Members, clock: StoppedClock
) -> bool:
    """A member commits to two partitions of which nothing is pending; a push wakes both."""
    group = group_on(members, partitions=2)
    (a,) = settled(members, clock, group, "a")
    one, two = session(), session()
    hold(gate, HOLD_CONSUMER, "0", group)
    return meet(
        gate,
        watcher,
        (one, lambda: one.queues.push([item("t", 1, "0"), item("t", 1, "1")])),
        (two, lambda: two.members.commit_offsets(group, a, {0: 0, 1: 0})),
    )


def test_a_member_that_commits_to_partitions_that_are_pushed_to(scenario):
    assert not scenario(commit_beside_a_push)


def test_a_commit_that_takes_its_rows_backwards_is_caught(scenario, broken):
    broken("_commit_offsets", ("         order by p.id\n", "         order by p.id desc\n"))
    assert scenario(commit_beside_a_push)


def commit_beside_growth(
    session: Open, watcher: Watcher, gate: Session, members: Members, clock: StoppedClock
) -> bool:
    """A transaction commits to a limited topic and pushes to it, while the topic grows."""
    group = group_on(members)
    (a,) = settled(members, clock, group, "a")
    gate.execute("update queen.queues set max_queue_size = 100")
    gate.commit()
    one, two = session(), session()
    hold(gate, HOLD_GROUP, group)
    commit: OffsetCommit = {"group": group, "member_id": a, "offsets": {0: 0}}
    return meet(
        gate,
        watcher,
        (one, lambda: one.queues.transaction([item("t", 1, "1")], [], [], None, [commit])),
        (two, lambda: two.members.create_topic("t", 5)),
    )


def test_a_transaction_that_commits_to_a_topic_that_grows(scenario):
    assert not scenario(commit_beside_growth)


def test_a_transaction_that_locks_its_groups_before_the_queues_is_caught(scenario, broken):
    pushes = "    if jsonb_array_length(p_lanes) > 0 then\n"
    too_early = "    perform _lock_consumers('[]', '[]', '{}', p_commits);\n"
    broken("transaction", (pushes, too_early + pushes))
    assert scenario(commit_beside_growth)


def commit_beside_a_wake_up(
    session: Open, watcher: Watcher, gate: Session, members: Members, clock: StoppedClock
) -> bool:
    """A transaction commits in one partition and acks in a later one; a push wakes both."""
    group = group_on(members, partitions=2)
    (a,) = settled(members, clock, group, "a")
    one, two = session(), session()
    one.queues.push([item("t", 1, "1")])
    lease = pop(one, queue="t", group="popping")
    one.commit()
    hold(gate, HOLD_CONSUMER, "0", group)
    commit: OffsetCommit = {"group": group, "member_id": a, "offsets": {0: 0}}
    answers = acks(lease, group="popping")
    return meet(
        gate,
        watcher,
        (one, lambda: one.queues.transaction([], answers, [lease.id], None, [commit])),
        (two, lambda: two.queues.push([item("t", 1, "0"), item("t", 1, "1")])),
    )


def test_a_transaction_that_commits_and_acks_keeps_the_order_of_rows(scenario):
    assert not scenario(commit_beside_a_wake_up)


def deletion_beside_a_pause(
    session: Open, watcher: Watcher, gate: Session, members: Members, clock: StoppedClock
) -> bool:
    """A group whose members died is deleted by its name, while all groups' queues are locked."""
    group = group_on(members)
    settled(members, clock, group, "a")
    clock.advance(20)
    one, two = session(), session()
    hold(gate, HOLD_GROUP, group)
    return meet(
        gate,
        watcher,
        (one, lambda: one.groups.delete_group(group, None, records=True, force=False)),
        (two, lambda: two.groups.pause_group("another", paused=True)),
    )


def test_a_group_that_is_deleted_while_another_one_is_paused_everywhere(scenario):
    assert not scenario(deletion_beside_a_pause)


def test_a_deletion_that_looks_for_members_before_it_locks_subscriptions_is_caught(
    scenario, broken
):
    looks = """    if not p_force then
        perform _require_no_members(p_group, 'let them leave, or send force');
    end if;
"""
    locks = "    perform _lock_subscriptions();\n"
    broken("delete_group", (locks + looks, looks + locks))
    assert scenario(deletion_beside_a_pause)


# Everything at once.


class Chaos:
    """What a session does at random; refusals of the contract are fine, deadlocks are not."""

    def __init__(self, deletions: float = 0.0) -> None:
        self.deletions = deletions
        self.deadlocks = 0
        self.done: Counter[str] = Counter()
        self._guard = threading.Lock()

    def run(self, session: Session, number: int, rounds: int) -> None:
        chance = random.Random(number)
        mine: dict[str, str] = {}
        steps = [self.join, self.join, self.beat, self.commit, self.commit, self.leave, self.grow]
        steps += [self.push, self.transaction, self.pop, self.find, self.find, self.delete]
        steps += [self.evict]
        for _ in range(rounds):
            step = chance.choice(steps)
            group = chance.choice(["G_t_a", "G_t_b"])
            try:
                step(session, chance, group, mine)
                outcome = "done"
            except psycopg.errors.DeadlockDetected:
                with self._guard:
                    self.deadlocks += 1
                continue
            except (RegentError, psycopg.errors.SerializationFailure):
                outcome = "refused"
            with self._guard:
                self.done[f"{step.__name__} {outcome}"] += 1

    def join(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        mine[group] = session.members.join_group(group, str(chance.random()), 1_000).member_id

    def beat(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        session.members.heartbeat(group, mine.get(group, "nobody"))

    def commit(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        member = mine.get(group, "nobody")
        owned = session.members.read_assignment(member).partitions
        offsets = dict.fromkeys(chance.sample(owned, min(3, len(owned))), 0)
        session.members.commit_offsets(group, member, offsets, force=True)

    def leave(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        session.members.leave_group(group, mine.pop(group, "nobody"))

    def evict(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        (found,) = session.members.list_member_groups(group=group).rows
        names = [each["memberId"] for each in found["members"]]
        session.members.evict_member(group, chance.choice(names or ["nobody"]))
        session.members.list_generations(group, Page(5))

    def grow(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        try:
            session.members.create_topic("t", chance.randint(8, 20))
        except PartitionsFixed:
            if self.deletions:  # perhaps made anew by a push
                session.queues.delete_queue("t")
            raise

    def push(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        names = chance.sample([str(number) for number in range(8)], 3)
        session.queues.push([item("t", 1, name) for name in names])

    def transaction(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        commits: list[OffsetCommit] = [
            {
                "group": each,
                "member_id": member,
                "offsets": dict.fromkeys(session.members.read_assignment(member).partitions[:2], 0),
                "force": True,
            }
            for each, member in mine.items()
        ]
        lease = pop(session, queue="t", group="popping", batch=3)
        items = [item("t", 1, name) for name in chance.sample(["0", "3", "7"], 2)]
        session.queues.transaction(items, acks(lease, group="popping"), [], None, commits)

    def pop(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        lease = pop(session, queue="t", group=group, batch=3)
        session.queues.ack(acks(lease, group=group))

    def find(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        app = group[-1]
        session.members.register_group("t", app, delete_when_empty=chance.random() < 0.5)
        session.members.list_member_groups(Page(10))

    def delete(self, session: Session, chance: Any, group: str, mine: dict[str, str]) -> None:
        if chance.random() < 0.2:
            session.members.delete_member_group(group, force=True)
        elif chance.random() < self.deletions:
            session.members.delete_topic("t")


def unleash(chaos: Chaos, session: Open, clock: StoppedClock, rounds: int) -> None:
    sessions = [session(autocommit=True) for _ in range(8)]
    calls = [each.start(chaos.run, each, number, rounds) for number, each in enumerate(sessions)]
    while any(not call.done() for call in calls):
        clock.advance(0.3)  # deadlines and sessions end while they work
    for call in calls:
        call.result(STUCK_SECONDS)
    for each in sessions:
        each.close()


def test_everything_at_once_does_not_deadlock(session, watcher, members, stopped_clock):
    for app in "ab":
        group_on(members, partitions=8, app=app)
    chaos = Chaos()
    before = watcher.deadlocks()
    unleash(chaos, session, stopped_clock, 250)
    assert max(chaos.deadlocks, watcher.deadlocks() - before) == 0
    for step in ("join", "beat", "commit", "leave", "evict", "grow", "push", "pop", "find"):
        assert chaos.done[f"{step} done"] > 0, chaos.done


def test_topics_that_are_deleted_under_their_members_break_nothing(session, members, stopped_clock):
    """A deletion may deadlock with a push, as it may without members: both are tried again."""
    for app in "ab":
        group_on(members, partitions=8, app=app)
    chaos = Chaos(deletions=0.05)
    unleash(chaos, session, stopped_clock, 150)
    assert chaos.done["delete done"] > 0
    if members.list_topics().rows:
        members.delete_topic("t")
    for table in ("member_groups", "members"):
        assert value(stopped_clock.owner_url, f"select count(*) from queen.{table}") == 0


def test_members_that_join_beside_each_other_all_get_their_share(session, members, stopped_clock):
    group = group_on(members, partitions=12)
    sessions = [session(autocommit=True) for _ in range(6)]
    calls = [
        each.start(each.members.join_group, group, str(number), 10_000)
        for number, each in enumerate(sessions)
    ]
    ids = [call.result(STUCK_SECONDS).member_id for call in calls]
    stopped_clock.advance(0.5)
    shares = [members.read_assignment(member).partitions for member in ids]
    assert sorted(number for share in shares for number in share) == list(range(12))
    assert [len(share) for share in shares] == [2] * 6
    assert join(members, group, "0") == [ids[0]]
