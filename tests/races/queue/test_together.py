"""Statements that carry many requests: pop_each, ack_lanes, take_next_each against each other."""

from __future__ import annotations

import pytest

from regent.limits import MAX_POP_BYTES
from regent.stores.ack_wire import ack_lanes
from regent.stores.queue_types import Ack, Acked
from regent.stores.wire import PushBatch
from tests.races.gates import HOLD_CONSUMER, HOLD_PARTITION, hold, meet
from tests.races.sessions import (
    LEASE_AND_BEYOND,
    STUCK_SECONDS,
    Session,
    accepted,
    acks,
    ended,
    follow,
    item,
    payloads,
    pop,
    push,
    push_to_each,
)
from tests.support import store


def taken(session: Session, count: int = 3, group: str = "g") -> list[list[str]]:
    return [
        payloads(lease)
        for lease in session.queues.pop_each("q", store.request(group=group), [None] * count)
    ]


def lanes(session: Session, *requests: list[Ack]) -> list[bool]:
    """Whether each request, of one message, was accepted."""
    rows = session.queues.ack_lanes([ack_lanes(request)[0] for request in requests])
    return [row[0][2] for row in rows]


def nexts(session: Session, *requests: list[Ack], keys: list[str] | None = None) -> list[bool]:
    """Whether each request, of one message, was accepted; then each takes the next."""
    rows, _ = session.queues.take_next_each(
        [ack_lanes(request)[0] for request in requests],
        "q",
        store.request(group="g"),
        MAX_POP_BYTES,
        [None] * len(requests),
        lease_keys=keys or [],
    )
    return [row[0][2] for row in rows]


def leased(session: Session, *names: str) -> list[list[Ack]]:
    """The acks of a lease on each partition, committed."""
    follow(session, *names)
    push_to_each(session, *names)
    found = [acks(pop(session, partitions=1)) for _ in names]
    session.commit()
    return found


def test_two_pops_of_many_share_no_partition(session, watcher):
    one, two = session(), session()
    follow(one, "a", "b", "c")
    push_to_each(one, "a", "b", "c")
    assert taken(one, 2) == [["a"], ["b"]]  # not committed
    call = two.start(taken, two, 2)
    assert watcher.settled(two, call)
    assert call.result(STUCK_SECONDS) == [["c"], []]


def test_a_pop_of_many_that_takes_without_a_lock_is_caught(session, watcher, broken):
    broken("_plain_lanes", ("limit p_count for no key update skip locked", "limit p_count"))
    one, two = session(), session()
    follow(one, "a", "b")
    push_to_each(one, "a", "b")
    assert taken(one, 1) == [["a"]]
    call = two.start(taken, two, 1)
    watcher.settled(two, call)
    one.commit()
    assert ended(two, call) == [["a"]]


KEYS = ["01a1ef2e-be52-7293-8b8d-017564f12a90", "01a1ef2e-be52-7293-8b8d-017564f12a91"]


def popping(session: Session) -> None:
    session.queues.pop_each("q", store.request(group="g"), [None] * 2, KEYS)


def taking_next(session: Session) -> None:
    nexts(session, keys=KEYS)


def left_for_others(session, watcher, way) -> list[list[str]]:
    """What a third session gets while many requests wait for the second of their lease keys."""
    one, two, three = session(), session(), session()
    follow(one, "a", "b")
    asked = store.request(group="g", lease_key=KEYS[1], repeat=True)
    assert two.queues.pop("q", None, asked).messages == []  # not committed: it has the key
    push_to_each(one, "a", "b")
    one.commit()
    call = one.start(way, one)
    watcher.waits(one, call)
    found = taken(three, 1)
    three.commit()
    two.commit()
    ended(one, call)
    return found


def test_what_is_taken_meanwhile_makes_no_room_for_others(session, watcher, gate, broken):
    """The row of `a` moves beyond the head that the statement sees: it has less than nothing."""
    found = "c.ready and not c.assigned"
    stop = "(select pg_advisory_xact_lock_shared(1) is not null)"
    broken("_plain_lanes", (found, f"{found} and {stop}"))
    one, two = session(), session()
    follow(one, "a", "b")
    push_to_each(one, "a")
    push(one, *["x" * 4_000 + str(number) for number in range(5)], partition="b")
    one.commit()
    gate.execute("select pg_advisory_xact_lock(1)")
    call = two.start(
        two.database.call,
        "select lease, payload from queen.pop_each('q', 'g', 5, $1, 10000, null, null)",
        "{" + ",".join(KEYS) + "}",
    )
    watcher.waits(two, call)
    push(one, *range(500), partition="a")
    assert len(payloads(pop(one, partition="a", batch=1000, auto_ack=True))) == 501
    push(one, "last", partition="a")
    one.commit()
    gate.commit()
    handed_out = [payload for _, payload in call.result(STUCK_SECONDS) if payload is not None]
    assert '"last"' in handed_out
    assert sum(map(len, handed_out)) < 10_000


@pytest.mark.parametrize("way", [popping, taking_next])
def test_all_keys_are_taken_before_a_row_is_locked(session, watcher, way):
    """Else it could wait for a key whose holder waits for one of its rows."""
    assert left_for_others(session, watcher, way) == [["a"]]


@pytest.mark.parametrize(
    ("way", "text"), [(popping, "if p_repeat is not null then"), (taking_next, "if p_keyed then")]
)
def test_many_requests_that_take_no_keys_are_caught(session, watcher, broken, way, text):
    routine = "pop_each" if way is popping else "take_next_each"
    broken(routine, (text, "if false then"))
    with pytest.raises(AssertionError, match="did not wait"):
        left_for_others(session, watcher, way)


def test_a_lease_that_ended_is_refused_beside_one_that_lives(session, clock):
    one, two = session(), session()
    (old,) = leased(one, "a")
    clock.advance(LEASE_AND_BEYOND)
    assert taken(two, 2) == [["a"], []]
    two.commit()
    push_to_each(two, "b")
    (live,) = leased(two, "c")
    assert lanes(one, old, live) == [False, True]
    one.commit()


def test_an_ack_of_many_waits_for_the_lease_that_takes_over(session, watcher, clock):
    """The lease is compared under the row's lock, also in the middle of a statement."""
    one, two = session(), session()
    first, second = leased(one, "a", "b")
    clock.advance(LEASE_AND_BEYOND)
    assert taken(two, 2) == [["a"], ["b"]]  # not committed
    call = one.start(lanes, one, first, second)
    watcher.waits(one, call)
    two.commit()
    assert ended(one, call) == [False, False]


def opposite(gate, watcher, session, way) -> bool:
    """Whether two sessions deadlock that complete the same two leases in opposite order."""
    one, two = session(), session()
    first, second = leased(one, "a", "b")
    hold(gate, HOLD_CONSUMER, "a", "g")
    return meet(
        gate,
        watcher,
        (one, lambda: way(one, first, second)),
        (two, lambda: way(two, second, first)),
    )


@pytest.mark.parametrize("way", [lanes, nexts])
def test_acks_in_opposite_order_do_not_deadlock(gate, watcher, session, way):
    assert not opposite(gate, watcher, session, way)


@pytest.mark.parametrize("way", [lanes, nexts])
def test_acks_in_the_order_of_the_requests_are_caught(gate, watcher, session, broken, way):
    broken("ack_lanes", ("order by l.p, g.id, l.lane", "order by l.lane"))
    assert opposite(gate, watcher, session, way)


def two_groups(gate, watcher, session) -> bool:
    """Whether they deadlock when a partition's groups have names in another order than ids."""
    one, two = session(), session()
    for group in ("z", "b"):
        follow(one, "a", group=group)
    push_to_each(one, "a")
    later, sooner = (acks(pop(one, group=group), group=group) for group in ("z", "b"))
    one.commit()
    hold(gate, HOLD_CONSUMER, "a", "z")
    return meet(
        gate,
        watcher,
        # As every batch of acks of one request locks its rows.
        (one, lambda: one.queues.ack([*later, *sooner])),
        (two, lambda: lanes(two, later, sooner)),
    )


def test_acks_of_two_groups_of_a_partition_keep_the_order_of_all(gate, watcher, session):
    assert not two_groups(gate, watcher, session)


def test_acks_in_the_order_of_the_groups_names_are_caught(gate, watcher, session, broken):
    broken("ack_lanes", ("order by l.p, g.id, l.lane", "order by l.p, l.g, l.lane"))
    assert two_groups(gate, watcher, session)


def test_acks_of_many_and_pushes_of_many_do_not_deadlock(gate, watcher, session):
    """A push holds its partitions before the rows that it wakes; an ack waits for no partition."""
    one, two = session(), session()
    first, second = leased(one, "a", "b")
    batches = [PushBatch([item("q", "new", name)]) for name in ("b", "a")]
    hold(gate, HOLD_PARTITION, "a")
    assert not meet(
        gate,
        watcher,
        (one, lambda: one.queues.push_together(batches)),
        (two, lambda: lanes(two, second, first)),
        second_waits=False,
    )
    assert taken(one) == [["new"], ["new"], []]


@pytest.mark.parametrize("count", [1, 3])
def test_a_push_that_is_not_committed_leaves_its_pops_empty(session, count):
    producer, consumer = session(), session()
    follow(producer, "a")
    producer.queues.push_together([PushBatch([item("q", "new", "a")])] * count)
    assert taken(consumer, 2) == [[], []]
    consumer.commit()
    producer.commit()
    assert taken(consumer, 1) == [["new"]]


def test_acked_is_what_the_store_says_it_is(session):
    """Outcomes come as of single requests."""
    one = session()
    first, second = leased(one, "a", "b")
    assert accepted(one, first) == [True]
    assert lanes(one, first, second) == [True, True]
    outcome = one.queues.ack(second)[0]
    assert (type(outcome), outcome.repeated) == (Acked, True)
