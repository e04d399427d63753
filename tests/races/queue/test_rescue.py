"""The reclaim meets acks: no completed message comes back, and nothing counts twice."""

from __future__ import annotations

import pytest

from tests.races.sessions import (
    LEASE_AND_BEYOND,
    STUCK_SECONDS,
    Broken,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    drain,
    item,
    payloads,
    pop,
    push,
)
from tests.support.clock import Clock

FORCED = 1_000
# River's way: choose the rows to rescue first, and write them without another look.
NO_RECHECK = (
    "order by c.partition_id, c.group_id limit p_limit for no key update skip locked",
    "order by c.partition_id, c.group_id limit p_limit",
)


@pytest.fixture
def rescuer(session: Open, url: str) -> Session:
    return session(at=url.replace("//regent_api@", "//regent_reclaim@"))


@pytest.fixture
def no_recheck(broken: Broken) -> None:
    broken("reclaim", NO_RECHECK)


def resurrected(
    session: Open, watcher: Watcher, *, clock: Clock, rescuer: Session, gate: Session
) -> tuple[int, int, int]:
    """The reclaim sees leases run out, 1,000 acks complete their messages, the reclaim writes.

    A gate holds the reclaim up at its first row, when it has chosen the others. The acks read the
    clock before the leases ran out. Returns the numbers of messages that were (completed,
    resurrected, completed twice).
    """
    consumer = session()
    extra = 100  # rows that the reclaim may have locked before it is held up
    names = [f"{number:04}" for number in range(extra + FORCED)]
    consumer.queues.push([item("q", name, name, name) for name in names])
    leases = [pop(consumer, batch=100, partitions=100) for _ in range(len(names) // 100)]
    consumer.commit()
    gate.execute(
        "insert into queen.attempts select c.partition_id, c.group_id, 0, 1, '', now(), '[]'"
        " from queen.partition_consumers c order by c.partition_id limit 1"
    )
    clock.advance(LEASE_AND_BEYOND)
    rescue = rescuer.start(rescuer.queues.reclaim, 10_000)
    watcher.waits(rescuer, rescue)
    clock.advance(-LEASE_AND_BEYOND)
    completed = [
        name
        for lease in leases[1:]
        for name, ok in zip(payloads(lease), accepted(consumer, acks(lease)), strict=True)
        if ok
    ]
    consumer.commit()
    gate.rollback()
    rescue.result(STUCK_SECONDS)
    rescuer.commit()
    clock.advance(LEASE_AND_BEYOND)
    again = set(drain(consumer))
    second = sum(sum(accepted(consumer, acks(lease))) for lease in leases[1:])
    repeated = sum(a.repeated for lease in leases[1:] for a in consumer.queues.ack(acks(lease)))
    return len(completed), len(again & set(completed)), second - repeated


def test_of_a_thousand_completions_during_a_reclaim_none_is_undone(
    session, watcher, clock, rescuer, gate
):
    assert resurrected(session, watcher, clock=clock, rescuer=rescuer, gate=gate) == (FORCED, 0, 0)


@pytest.mark.usefixtures("no_recheck")
def test_a_reclaim_that_does_not_look_again_is_caught(session, watcher, clock, rescuer, gate):
    completed, undone, _ = resurrected(session, watcher, clock=clock, rescuer=rescuer, gate=gate)
    assert completed == FORCED
    assert undone > 0


def test_an_ack_that_holds_the_row_is_left_alone(session, clock, rescuer):
    consumer = session()
    push(consumer, "a")
    lease = pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True]  # not committed yet
    clock.advance(LEASE_AND_BEYOND)
    assert rescuer.queues.reclaim(100).leases_expired == 0
    rescuer.commit()
    consumer.commit()
    assert rescuer.queues.reclaim(100).leases_expired == 0
    rescuer.commit()
    assert drain(consumer) == []


@pytest.mark.parametrize("rescue", ["reclaim", "pop"])
def test_an_ack_that_waits_for_the_rescue_is_refused(session, watcher, clock, rescuer, rescue):
    """The ack read the clock in time, but the lease was taken away first."""
    consumer, other = session(), session()
    push(consumer, "a")
    lease = pop(consumer)
    consumer.commit()
    clock.advance(LEASE_AND_BEYOND)
    taker = rescuer if rescue == "reclaim" else other
    if rescue == "reclaim":
        assert rescuer.queues.reclaim(100).leases_expired == 1
    else:
        assert payloads(pop(other)) == ["a"]
    clock.advance(-LEASE_AND_BEYOND)
    answer = consumer.start(accepted, consumer, acks(lease))
    watcher.waits(consumer, answer)
    taker.commit()
    assert answer.result(STUCK_SECONDS) == [False]


def attempts_after_two_reclaims(session: Open, watcher: Watcher, clock, owner_url: str) -> int:
    consumer = session(autocommit=True)
    push(consumer, "a")
    pop(consumer)
    clock.advance(LEASE_AND_BEYOND)
    reclaim_url = owner_url.replace("//postgres@", "//regent_reclaim@")
    first, second = session(at=reclaim_url), session(at=reclaim_url)
    assert first.queues.reclaim(100).leases_expired == 1
    run = second.start(second.queues.reclaim, 100)
    watcher.settled(second, run)
    first.commit()
    run.result(STUCK_SECONDS)
    second.commit()
    return pop(consumer).messages[0].failed_attempts


def test_two_reclaims_at_once_count_an_expired_lease_once(session, watcher, clock, owner_url):
    assert attempts_after_two_reclaims(session, watcher, clock, owner_url) == 1


@pytest.mark.usefixtures("no_recheck")
def test_two_reclaims_without_a_second_look_are_caught(session, watcher, clock, owner_url):
    assert attempts_after_two_reclaims(session, watcher, clock, owner_url) == 2


def test_a_reclaim_at_its_limit_leaves_the_other_leases_as_they_are(session, store, clock, rescuer):
    """Evicting old messages may not end a lease on the way without counting it."""
    consumer = session(autocommit=True)
    store.configure("q", namespace=None, task=None, partitions=None, options={"ttl": 100_000})
    for name in ("a", "b"):
        push(consumer, name, name + "'", partition=name)
    consumer.execute("select 1")
    clock.advance(99_000)
    stale = [pop(consumer, partition=name) for name in ("a", "b")]
    clock.advance(1_500)  # the messages are too old now, and the leases have run out
    for name in ("a", "b"):
        push(consumer, name + '"', partition=name)
    assert rescuer.queues.reclaim(1).leases_expired == 1
    rescuer.commit()
    assert rescuer.queues.reclaim(1).leases_expired == 1
    rescuer.commit()
    assert [a.repeated for lease in stale for a in consumer.queues.ack(acks(lease))] == [False] * 4
