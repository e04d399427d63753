"""Short ways against each other, and against the long ones: the fences of pop and ack_lane."""

from __future__ import annotations

import pytest

from regent.stores.groups import Target
from regent.stores.queue_types import Lease
from tests.races.sessions import (
    LEASE_AND_BEYOND,
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    by_the_long_way,
    drain,
    ended,
    follow,
    item,
    payloads,
    pending,
    pop,
    push,
)
from tests.support.rows import value


def short_pop(session: Session, batch: int = 100) -> Lease:
    return pop(session, batch=batch, partitions=1)


def long_pop(session: Session, batch: int = 100) -> Lease:
    return pop(session, batch=batch, partitions=100)


def two_pops(session: Open, watcher: Watcher, first, second) -> list[list[str]]:
    """What each of two consumers gets, of which the second one comes before the first commits."""
    one, two = session(), session()
    pending(one, "a", "b")
    leases = [first(one)]
    call = two.start(second, two)
    watcher.settled(two, call)
    one.commit()
    leases.append(ended(two, call))
    return [payloads(lease) for lease in leases]


@pytest.mark.parametrize("second", [short_pop, long_pop])
@pytest.mark.parametrize("first", [short_pop, long_pop])
def test_two_pops_do_not_share_a_partition(session, watcher, first, second):
    assert two_pops(session, watcher, first, second) == [["a", "b"], []]


@pytest.mark.parametrize("first", [short_pop, long_pop])
def test_a_short_pop_that_takes_without_a_lock_is_caught(session, watcher, broken, first):
    broken("_plain_lane", ("limit 1 for no key update skip locked", "limit 1"))
    assert two_pops(session, watcher, first, short_pop) == [["a", "b"], ["a", "b"]]


def test_a_second_short_pop_takes_the_next_partition_without_waiting(session, watcher):
    one, two = session(), session()
    follow(one, "a", "b")
    for name in ("a", "b"):
        push(one, name, partition=name)
    one.commit()
    assert payloads(short_pop(one)) == ["a"]  # not committed
    call = two.start(short_pop, two)
    assert watcher.settled(two, call)
    assert payloads(call.result(STUCK_SECONDS)) == ["b"]


def test_a_short_pop_hands_out_what_is_committed_and_leaves_the_rest(session, watcher):
    producer, consumer = session(), session()
    pending(producer, "old")
    push(producer, "new")  # not committed
    popped = consumer.start(short_pop, consumer)
    assert watcher.settled(consumer, popped)
    lease = popped.result(STUCK_SECONDS)
    assert payloads(lease) == ["old"]
    consumer.commit()
    producer.commit()
    assert all(accepted(consumer, acks(lease)))
    consumer.commit()
    assert payloads(short_pop(consumer)) == ["new"]


def test_a_short_pop_in_flight_holds_up_no_push(session, watcher):
    producer, consumer = session(), session()
    pending(producer, "old")
    lease = short_pop(consumer)  # not committed
    pushed = producer.start(push, producer, "new")
    assert watcher.settled(producer, pushed)
    producer.commit()
    consumer.commit()
    assert payloads(lease) == ["old"]
    assert all(accepted(consumer, acks(lease)))
    consumer.commit()
    assert payloads(short_pop(consumer)) == ["new"]


def test_a_push_that_is_taken_back_leaves_nothing_to_a_short_pop(session):
    producer, consumer = session(), session()
    follow(producer, "p")
    push(producer, "never")
    producer.rollback()
    push(producer, "new")
    producer.commit()
    assert payloads(short_pop(consumer)) == ["new"]


def test_a_duplicate_keeps_an_open_transaction_alive(session):
    producer, consumer = session(), session()
    pending(producer, "a")
    push(producer, "b")
    (again,) = producer.queues.push([item("q", "a", transaction="a")])
    push(producer, "c")
    producer.commit()
    assert again.duplicate
    assert drain(consumer) == ["a", "b", "c"]


# The lease is the fence of a short ack, too.


def handed_out_twice(session: Open, watcher: Watcher) -> list[bool]:
    """A seek takes a lease away, and the same messages go to another consumer. All of it is in
    flight when the ack of the first consumer comes: it waits, and judges the row that it finds."""
    zombie, heir = session(), session()
    pending(zombie, "a", "b")
    stale = short_pop(zombie)
    zombie.commit()
    heir.groups.seek("g", "q", None, Target("offset", offset=1), force=True)
    assert payloads(short_pop(heir)) == ["a", "b"]
    answer = zombie.start(accepted, zombie, acks(stale))
    watcher.waits(zombie, answer)
    heir.commit()
    return ended(zombie, answer)


def test_an_ack_that_meets_a_takeover_is_refused(session, watcher):
    assert handed_out_twice(session, watcher) == [False, False]


def test_a_short_ack_without_the_fence_is_caught(session, watcher, broken):
    broken("_complete_lane", ("c.lease_id = coalesce(p_lease, c.lease_id) and ", ""))
    assert handed_out_twice(session, watcher) == [True, True]


def after_the_lease(session: Open, clock) -> list[bool]:
    """A lease ran out, and nobody has taken it over yet."""
    zombie = session(autocommit=True)
    pending(zombie, "a", "b")
    stale = short_pop(zombie)
    clock.advance(LEASE_AND_BEYOND)
    return accepted(zombie, acks(stale))


def test_an_ack_after_its_lease_is_refused(session, clock):
    assert after_the_lease(session, clock) == [False, False]
    assert drain(session()) == ["a", "b"]


def test_a_short_ack_that_forgets_the_time_is_caught(session, clock, broken):
    broken("_complete_lane", (" and c.lease_expires_at > v_now", ""))
    assert after_the_lease(session, clock) == [True, True]


def expiry_between(session: Open, watcher: Watcher, clock, way) -> tuple[list[bool], list[str]]:
    """An ack has read the clock and waits for the row. Meanwhile the lease runs out, and a pop
    comes for it: it does not wait, and the ack is still in time."""
    gate, consumer, other = session(), session(), session()
    pending(consumer, "a", "b")
    lease = short_pop(consumer)
    consumer.commit()
    gate.queues.extend(lease.id, 1)  # holds the row, and prolongs nothing
    answer = consumer.start(accepted, consumer, acks(lease))
    watcher.waits(consumer, answer)
    clock.advance(LEASE_AND_BEYOND)
    call = other.start(way, other)
    assert watcher.settled(other, call)
    taken = ended(other, call)
    gate.commit()
    return ended(consumer, answer), payloads(taken)


@pytest.mark.parametrize("second", [short_pop, long_pop])
def test_an_ack_that_came_in_time_completes_although_the_lease_ran_out(
    session, watcher, clock, second
):
    assert expiry_between(session, watcher, clock, second) == ([True, True], [])
    assert drain(session()) == []


@pytest.mark.parametrize("second", [short_pop, long_pop])
def test_an_ack_in_flight_is_passed_by_and_not_repeated(session, watcher, clock, second):
    consumer, other = session(), session()
    pending(consumer, "a", "b")
    lease = short_pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True, True]  # not committed
    clock.advance(LEASE_AND_BEYOND)
    call = other.start(second, other)
    assert watcher.settled(other, call)
    assert payloads(ended(other, call)) == []
    consumer.commit()
    assert payloads(second(other)) == []


@pytest.mark.parametrize("second", [short_pop, long_pop])
def test_an_ack_that_is_taken_back_leaves_the_lease_to_the_next(session, clock, second):
    consumer, other = session(), session()
    pending(consumer, "a", "b")
    lease = short_pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True, True]
    consumer.rollback()
    clock.advance(LEASE_AND_BEYOND)
    taken = second(other)
    assert payloads(taken) == ["a"]  # after an expiry, half as many
    assert [message.delivery for message in taken.messages] == [2]


def test_two_acks_of_one_lease_at_once_complete_it_once(session, watcher, owner_url):
    one, two = session(), session()
    pending(one, "a", "b")
    lease = short_pop(one)
    one.commit()
    assert accepted(one, acks(lease)) == [True, True]  # not committed
    call = two.start(two.queues.ack, acks(lease))
    watcher.waits(two, call)
    one.commit()
    assert [answer.repeated for answer in ended(two, call)] == [True, True]
    assert value(owner_url, "select sum(acked) from queen.partition_consumers") == 3


def test_the_long_way_is_what_the_broken_variants_think_it_is(session, broken, owner_url):
    """`by_the_long_way` leaves the short ways out, and everything works."""
    by_the_long_way(broken)
    owner = session(at=owner_url)
    pending(owner, "a")
    owner.execute("set track_functions = 'all'")
    push(owner, "b")
    assert all(accepted(owner, acks(short_pop(owner))))
    for routine in ("push", "_pop_any", "ack"):
        statement = "select pg_stat_get_xact_function_calls(%s::regproc)"
        assert owner.execute(statement, (f"queen.{routine}",)) == [(1,)]
