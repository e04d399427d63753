"""An ack and the next pop in one transaction keep the fences of both, and wait for nobody behind an
ack. What is done without a broken variant of its own stands on the helpers of ack_lane and pop,
whose variants test_short_ways.py and test_wake_ups.py have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regent.stores.groups import Target
from regent.stores.members import Members
from regent.stores.queue_types import Ack, Lease
from tests.races.gates import HOLD_CONSUMER, hold, meet
from tests.races.sessions import (
    BOTH_WAYS,
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    acks,
    by_the_long_way,
    drain,
    ended,
    follow,
    payloads,
    pending,
    pop,
    push,
)
from tests.support import store
from tests.support.clock import StoppedClock
from tests.support.members import SESSION_SECONDS, group_on, settled


def take_next(
    session: Session,
    answers: list[Ack],
    *,
    queue: str = "q",
    group: str = "g",
    batch: int = 100,
    partitions: int = 1,
) -> tuple[list[bool], Lease]:
    """Whether each ack was accepted, and what came next."""
    outcomes, lease = store.take_next(
        session.queues, answers, queue, group=group, batch=batch, partitions=partitions
    )
    return [outcome.success for outcome in outcomes], lease


def two_partitions(session: Open) -> tuple[Session, Session, Lease]:
    """Two consumers; the first holds a message of partition a, and b has one."""
    one, two = session(), session()
    follow(one, "a", "b")
    for name in "ab":
        push(one, name, partition=name)
        one.commit()
    lease = pop(one, partitions=1)
    one.commit()
    return one, two, lease


@BOTH_WAYS
def test_a_partition_that_is_taken_next_is_passed_by(session, watcher, broken, way):
    if way == "long":
        by_the_long_way(broken)
    one, two, lease = two_partitions(session)
    push(two, "a2", partition="a")
    two.commit()
    assert payloads(take_next(one, acks(lease))[1]) == ["b"]  # not committed
    call = two.start(pop, two, partitions=1)
    assert watcher.settled(two, call)
    assert payloads(ended(two, call)) == []  # a is not free before the commit
    one.commit()
    assert payloads(pop(two, partitions=1)) == ["a2"]


@BOTH_WAYS
def test_it_waits_for_no_pop_in_flight(session, watcher, broken, way):
    if way == "long":
        by_the_long_way(broken)
    one, two, lease = two_partitions(session)
    assert payloads(pop(two, partitions=1)) == ["b"]  # not committed
    call = one.start(take_next, one, acks(lease))
    assert watcher.settled(one, call)
    accepted, none = call.result(STUCK_SECONDS)
    assert (accepted, payloads(none)) == ([True], [])


def two_that_take_next_at_once(session: Open, watcher: Watcher) -> list[list[str]]:
    """Both have a message each, and one more comes."""
    one, two, first = two_partitions(session)
    second = pop(two, partitions=1)
    two.commit()
    push(one, "c", partition="b")
    one.commit()
    taken = [payloads(take_next(two, acks(second))[1])]  # not committed
    call = one.start(take_next, one, acks(first))
    watcher.settled(one, call)
    two.commit()
    return [*taken, payloads(ended(one, call)[1])]


def test_two_that_take_next_do_not_share_a_partition(session, watcher):
    assert two_that_take_next_at_once(session, watcher) == [["c"], []]


def waiting_ack(session: Open, watcher: Watcher, gate: Session) -> list[str]:
    """The ack waits for its row. Meanwhile a push is committed: the pop behind the ack sees it."""
    consumer, producer = session(), session()
    pending(consumer, "old")
    lease = pop(consumer, partitions=1)
    consumer.commit()
    hold(gate, HOLD_CONSUMER, "p", "g")
    call = consumer.start(take_next, consumer, acks(lease))
    watcher.waits(consumer, call)
    push(producer, "new")
    producer.commit()
    gate.rollback()
    return payloads(ended(consumer, call)[1])


@BOTH_WAYS
def test_what_came_while_the_ack_waited_is_taken(session, watcher, gate, broken, way):
    if way == "long":
        by_the_long_way(broken)
    assert waiting_ack(session, watcher, gate) == ["new"]


@pytest.mark.parametrize("partitions", [1, 9])
def test_a_zombie_moves_nothing_and_takes_what_is_free(session, watcher, partitions):
    zombie, heir = session(), session()
    follow(zombie, "p", "r")
    push(zombie, "a", "b")
    push(zombie, "c", partition="r")
    zombie.commit()
    stale = pop(zombie, partitions=1)
    zombie.commit()
    heir.groups.seek("g", "q", "p", Target("offset", offset=1), force=True)
    assert payloads(pop(heir, partitions=1)) == ["a", "b"]
    answer = zombie.start(take_next, zombie, acks(stale), partitions=partitions)
    watcher.waits(zombie, answer)
    heir.commit()
    accepted, lease = ended(zombie, answer)
    assert (accepted, payloads(lease)) == ([False, False], ["c"])


def test_what_is_taken_back_is_taken_back_as_a_whole(session):
    one, two, lease = two_partitions(session)
    assert payloads(take_next(one, acks(lease))[1]) == ["b"]
    one.rollback()
    assert payloads(pop(two, partitions=1)) == ["b"]
    two.commit()
    assert payloads(take_next(one, acks(lease))[1]) == []
    one.commit()
    assert drain(two) == []


def test_it_repeats_as_an_ack_does(session):
    one, _, lease = two_partitions(session)
    first = take_next(one, acks(lease))
    one.commit()
    again = take_next(one, acks(lease))
    assert (first[0], again[0], payloads(again[1])) == ([True], [True], [])


# Behind an ack nothing may be locked that comes before rows of consumers.


def subscribing_deadlocks(session: Open, watcher: Watcher, gate: Session) -> Any:
    """It holds a row of queue q, and its group does not follow queue r. Somebody deletes both
    queues, first r, and waits for the row."""
    one, two = session(), session()
    pending(one, "a")
    push(one, "b", queue="r")
    one.commit()
    lease = pop(one, partitions=1)
    one.commit()
    hold(gate, HOLD_CONSUMER, "p", "g")
    return meet(
        gate,
        watcher,
        (one, lambda: take_next(one, acks(lease), queue="r")),
        (two, lambda: [two.queues.delete_queue(name) for name in ("r", "q")]),
        refused=("RG014",),
    )


def test_it_does_not_lock_a_queue_behind_its_acks(session, watcher, gate):
    assert not subscribing_deadlocks(session, watcher, gate)


def test_subscribing_behind_an_ack_is_caught(session, watcher, gate, broken):
    broken("_refuse_to_subscribe", ("if p_mode is null then", "if false then"))
    broken("_record_subscription", ("if p_group = '__QUEUE_MODE__' and p_mode = 'all' then",
                                    "if p_mode is null then"))  # fmt: skip
    assert subscribing_deadlocks(session, watcher, gate)


@pytest.fixture
def removing_members(
    session: Open,
    watcher: Watcher,
    gate: Session,
    members: Members,
    stopped_clock: StoppedClock,
) -> Callable[[], bool]:
    """The group's name has members on a topic, whose sessions are over; to remove them locks the
    topic. Tells whether that deadlocks."""

    def play() -> bool:
        group = group_on(members)
        settled(members, stopped_clock, group, "a")
        one, two = session(), session()
        push(one, "seed")
        one.commit()
        lease = pop(one, group=group, partitions=1)
        one.commit()
        stopped_clock.advance(SESSION_SECONDS + 1)
        hold(gate, HOLD_CONSUMER, "p", group)
        answers = acks(lease, group=group)
        return meet(
            gate,
            watcher,
            (one, lambda: take_next(one, answers, queue="t", group=group)),
            (two, lambda: [two.queues.delete_queue(name) for name in ("t", "q")]),
            refused=("RG107", "RG014"),
        )

    return play


def test_it_does_not_remove_members_behind_its_acks(removing_members):
    assert not removing_members()


def test_removing_members_behind_an_ack_is_caught(removing_members, broken):
    broken("_count_members", ("where p_tidy and g.name", "where g.name"))
    assert removing_members()
