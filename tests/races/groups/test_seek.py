"""A seek meets pushes, pops and acks: no message is lost, no ended lease moves a cursor."""

from __future__ import annotations

from typing import Any

import pytest

from regent.stores.groups import Sought, Target
from tests.races.sessions import (
    BOTH_WAYS,
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    drain,
    follow,
    payloads,
    pending,
    pop,
    push,
    wake_in_the_snapshot_of_the_lock,
)

END = Target("end")
BEGINNING = Target("beginning")


def seek(session: Session, target: Target, *, force: bool = False) -> Sought:
    return session.groups.seek("g", "q", None, target, force=force)


def backlog(session: Open) -> tuple[Session, Session]:
    """A producer and an operator; group g has an old message to do."""
    producer, operator = session(), session()
    pending(producer, "old")
    return producer, operator


def push_in_flight_meets_seek(session: Open, watcher: Watcher) -> list[str]:
    producer, operator = backlog(session)
    push(producer, "new")
    sought = operator.start(seek, operator, END)
    if not watcher.settled(operator, sought):
        producer.commit()
    assert sought.result(STUCK_SECONDS) == Sought(1, None)
    operator.commit()
    producer.commit()
    return drain(operator)


def seek_in_flight_meets_push(session: Open, watcher: Watcher) -> list[str]:
    producer, operator = backlog(session)
    assert seek(operator, END) == Sought(1, None)
    pushed = producer.start(push, producer, "new")
    watcher.waits(producer, pushed)
    operator.commit()
    pushed.result(STUCK_SECONDS)
    producer.commit()
    return drain(operator)


@pytest.mark.parametrize("meeting", [push_in_flight_meets_seek, seek_in_flight_meets_push])
def test_what_is_pushed_during_a_seek_to_the_end_is_delivered(session, watcher, meeting):
    assert meeting(session, watcher) == ["new"]


def test_a_seek_does_not_wait_for_a_push(session, watcher):
    producer, operator = backlog(session)
    push(producer, "new")
    assert watcher.settled(operator, operator.start(seek, operator, END))


def push_waits_for_a_seek_back(session: Open, watcher: Watcher) -> bool:
    producer, operator = backlog(session)
    push(producer, "older than new")
    producer.commit()
    assert payloads(pop(operator, batch=1, auto_ack=True)) == ["old"]
    operator.commit()
    assert seek(operator, BEGINNING) == Sought(1, None)
    pushed = producer.start(push, producer, "new")
    waits = not watcher.settled(producer, pushed)
    operator.commit()
    pushed.result(STUCK_SECONDS)
    producer.commit()
    assert drain(operator) == ["seed of q/p", "old", "older than new", "new"]
    return waits


def test_a_push_does_not_wait_for_a_seek_back(session, watcher):
    """There is work in the partition, so nothing goes idle, and nothing has to be held for it."""
    assert not push_waits_for_a_seek_back(session, watcher)


def test_a_seek_back_that_holds_the_partitions_is_caught(session, watcher, broken):
    broken("seek", ("where h.id = u.id and u.target >= p.head for", "where h.id = u.id for"))
    assert push_waits_for_a_seek_back(session, watcher)


def test_going_idle_without_the_partitions_lock_is_caught(session, watcher, broken):
    broken("seek", ("u.target >= p.head for share skip locked)", "u.target >= p.head)"))
    assert push_in_flight_meets_seek(session, watcher) == []


@BOTH_WAYS
def test_waking_in_the_snapshot_of_the_lock_is_caught(session, watcher, broken, way):
    """A push that waited for the seek has to see the row that went idle meanwhile."""
    wake_in_the_snapshot_of_the_lock(broken, way)
    assert seek_in_flight_meets_push(session, watcher) == []


def test_a_seek_back_during_a_push_delivers_everything_in_order(session, watcher):
    producer, operator = backlog(session)
    drain(operator)
    push(producer, "new")
    sought = operator.start(seek, operator, BEGINNING)
    watcher.waits(operator, sought)  # for the row that the push has woken
    producer.commit()
    assert sought.result(STUCK_SECONDS) == Sought(1, None)
    operator.commit()
    assert drain(operator) == ["seed of q/p", "old", "new"]


def pop_in_flight_meets_seek(session: Open, watcher: Watcher) -> Any:
    """What a seek without force says while a consumer is being given a message."""
    _, operator = backlog(session)
    consumer = session()
    assert payloads(pop(consumer)) == ["old"]
    sought = operator.start(seek, operator, END)
    watcher.waits(operator, sought)
    consumer.commit()
    return sought.exception(STUCK_SECONDS)


def test_a_lease_that_is_being_given_is_in_the_way(session, watcher):
    refused = pop_in_flight_meets_seek(session, watcher)
    assert getattr(refused, "sqlstate", None) == "RG013"


def test_looking_for_leases_without_the_rows_lock_is_caught(session, watcher, broken):
    broken("seek", ("order by c.partition_id for no key update of c) l;",
                    "order by c.partition_id) l;"))  # fmt: skip
    assert pop_in_flight_meets_seek(session, watcher) is None


def test_an_ack_in_flight_is_waited_for_and_is_not_in_the_way(session, watcher):
    _, operator = backlog(session)
    consumer = session()
    lease = pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True]
    sought = operator.start(seek, operator, BEGINNING)
    watcher.waits(operator, sought)
    consumer.commit()
    assert sought.result(STUCK_SECONDS) == Sought(1, None)
    operator.commit()
    assert drain(operator) == ["seed of q/p", "old"]


def forced_seek_meets_ack(session: Open, watcher: Watcher) -> tuple[list[bool], list[str]]:
    """What an ack is told whose lease a seek is just ending, and what the group gets then."""
    _, operator = backlog(session)
    consumer = session()
    lease = pop(consumer)
    consumer.commit()
    seek(operator, BEGINNING, force=True)
    answer = consumer.start(accepted, consumer, acks(lease))
    watcher.settled(consumer, answer)
    operator.commit()
    told = answer.result(STUCK_SECONDS)
    consumer.commit()
    return told, drain(operator)


def test_the_ack_of_a_lease_that_was_ended_moves_nothing(session, watcher):
    assert forced_seek_meets_ack(session, watcher) == ([False], ["seed of q/p", "old"])


def test_a_seek_that_leaves_the_lease_is_caught(session, watcher, broken):
    broken("seek", ("lease_id = null, batch_end = null, handed = null, batch_limit = null,",
                    "batch_limit = null,"))  # fmt: skip
    assert forced_seek_meets_ack(session, watcher)[0] == [True]


def skipped_lease_repeats_its_ack(session: Open) -> list[bool]:
    """An ack under a lease that a seek to the end has ended: its message counts as done now."""
    _, operator = backlog(session)
    lease = pop(operator)
    seek(operator, END, force=True)
    return accepted(operator, acks(lease))


def test_an_ended_lease_has_nothing_to_repeat(session):
    assert skipped_lease_repeats_its_ack(session) == [False]


def test_remembering_the_ended_lease_is_caught(session, broken):
    broken("seek", ("last_lease_id = null, last_committed = null,",
                    "last_lease_id = c.lease_id, last_committed = a.cursor,"))  # fmt: skip
    assert skipped_lease_repeats_its_ack(session) == [True]


def test_a_limited_queues_push_and_a_seek_take_turns(session, watcher):
    """Both lock the queue first: neither holds rows that the other waits for."""
    producer, operator = backlog(session)
    limit = {"max_queue_size": 9}
    producer.queues.configure("q", namespace=None, task=None, partitions=None, options=limit)
    producer.commit()
    push(producer, "new")
    sought = operator.start(seek, operator, BEGINNING)
    watcher.waits(operator, sought)
    push(producer, "newer")
    producer.commit()
    assert sought.result(STUCK_SECONDS) == Sought(1, None)
    pushed = producer.start(push, producer, "newest")
    watcher.waits(producer, pushed)
    operator.commit()
    pushed.result(STUCK_SECONDS)
    producer.commit()
    assert watcher.deadlocks() == 0
    assert drain(operator) == ["seed of q/p", "old", "new", "newer", "newest"]


LANES = ("a", "b", "c")


def produce(me: Session, number: int) -> None:
    for step in range(40):
        for partition in LANES:
            push(me, f"{partition}{number}-{step:02}", partition=partition)


def consume(me: Session) -> None:
    for _ in range(60):
        me.queues.ack(acks(pop(me, batch=7, partitions=2)))


def move(me: Session) -> None:
    for step in range(30):
        seek(me, (END, BEGINNING)[step % 2], force=True)


def test_a_storm_of_seeks_loses_nothing_and_never_deadlocks(session, watcher):
    first, second, *others = (session(autocommit=True) for _ in range(6))
    follow(first, *LANES)
    storm = [first.start(produce, first, 0), second.start(produce, second, 1)]
    storm += [me.start(consume, me) for me in others[:2]]
    storm += [me.start(move, me) for me in others[2:]]
    for call in storm:
        call.result(STUCK_SECONDS)
    assert watcher.deadlocks() == 0
    seek(first, END, force=True)
    for partition in LANES:
        push(first, f"last of {partition}", partition=partition)
    assert sorted(drain(first)) == ["last of a", "last of b", "last of c"]
    seek(first, BEGINNING)
    got = drain(first)
    assert len(got) == len(LANES) * (1 + 2 * 40 + 1)
    for lane in [f"{partition}{number}" for partition in LANES for number in (0, 1)]:
        mine = [payload for payload in got if payload.startswith(f"{lane}-")]
        assert mine == [f"{lane}-{step:02}" for step in range(40)]
