"""No two calls deadlock. Each test holds a gate until two sessions have taken locks in the order
that could deadlock. Then it opens the gate and insists that both return."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import psycopg
import pytest

from regent.stores.queue_types import PopRequest
from tests.races.sessions import (
    Session,
    Watcher,
    accepted,
    acks,
    as_they_return,
    item,
    pop,
    push,
)

Open = Callable[..., Session]


def deadlocked(*calls: tuple[Session, Future[Any]]) -> bool:
    """Commit each session as its call returns; tell whether one fell victim to a deadlock."""
    found = False
    for session, call in as_they_return(dict(calls)):
        try:
            call.result()
            session.commit()
        except psycopg.errors.DeadlockDetected:
            found = True
            session.rollback()
        except psycopg.DatabaseError as error:
            if not str(error.sqlstate).startswith("RG"):
                raise
            session.rollback()  # refused, without a deadlock
    return found


def hold(gate: Session, statement: str, *parameters: Any) -> None:
    assert gate.execute(statement, parameters), "the gate holds nothing"


HOLD_PARTITION = "select p.id from queen.partitions p where p.name = %s for no key update"
HOLD_QUEUE = "select q.id from queen.queues q where q.name = %s for no key update"
HOLD_CONSUMER = """
    select c.partition_id from queen.partition_consumers c
      join queen.partitions p on p.id = c.partition_id
      join queen.consumer_groups g on g.id = c.group_id
     where p.name = %s and g.name = %s for no key update of c"""


@pytest.fixture
def gate(owner_url: str, session: Open) -> Session:
    return session(at=owner_url)


def fan_in_deadlocks(session: Open, watcher: Watcher, gate: Session) -> bool:
    """Two pushes over the same partitions, named in opposite order, meet in the middle."""
    first, second = session(), session()
    for name in ("a", "m1", "m2", "z"):
        push(first, name, partition=name)
    first.commit()
    hold(gate, HOLD_PARTITION, "m1")
    hold(gate, HOLD_PARTITION, "m2")
    forth = [item("q", 1, name) for name in ("a", "m1", "z")]
    back = [item("q", 2, name) for name in ("z", "m2", "a")]
    one = first.start(first.queues.push, forth)
    watcher.waits(first, one)
    two = second.start(second.queues.push, back)
    watcher.settled(second, two)
    gate.commit()
    return deadlocked((first, one), (second, two))


def test_pushes_that_fan_in_on_the_same_partitions_do_not_deadlock(session, watcher, gate):
    assert not fan_in_deadlocks(session, watcher, gate)


def test_pushes_that_lock_in_the_order_of_the_request_are_caught(session, watcher, gate, broken):
    broken(
        "push",
        ("order by p.id for no key update of p", "order by u.lane for no key update of p"),
    )
    assert fan_in_deadlocks(session, watcher, gate)


def test_a_push_to_the_least_active_partition_keeps_the_order_of_locks(
    session, watcher, gate, store
):
    """It chooses its partition before it knows which others the request names."""
    one, two = session(), session()
    push(one, "first", queue="plain", partition="low")
    one.commit()
    store.configure("fixed", namespace=None, task=None, partitions=1, options={})
    hold(gate, HOLD_PARTITION, "low")
    named = two.start(two.queues.push, [item("plain", 1, "low"), item("fixed", 1, "0")])
    watcher.waits(two, named)
    chosen = one.start(one.queues.push, [item("fixed", 2, None), item("plain", 2, "low")])
    watcher.settled(one, chosen)
    gate.commit()
    assert not deadlocked((one, chosen), (two, named))


def test_a_push_to_the_least_active_partition_of_a_limited_queue_takes_the_queue_first(
    session, watcher, gate, store
):
    store.configure(
        "fixed", namespace=None, task=None, partitions=2, options={"max_queue_size": 100}
    )
    one, two = session(), session()
    hold(gate, HOLD_PARTITION, "0")
    named = two.start(two.queues.push, [item("fixed", 1, "0"), item("fixed", 1, "1")])
    watcher.waits(two, named)
    chosen = one.start(one.queues.push, [item("fixed", 2, None)])
    watcher.settled(one, chosen)
    gate.commit()
    assert not deadlocked((one, chosen), (two, named))


def test_pushes_to_a_limited_queue_and_to_a_new_partition_of_another(session, watcher, gate, store):
    limit = {"max_queue_size": 100}
    store.configure("first", namespace=None, task=None, partitions=1, options=limit)
    store.configure("second", namespace=None, task=None, partitions=None, options=limit)
    one, two = session(), session()
    hold(gate, HOLD_QUEUE, "first")
    there = one.start(one.queues.push, [item("first", 1, "0"), item("second", 1, "Default")])
    watcher.waits(one, there)
    new = two.start(two.queues.push, [item("first", 2, "0"), item("second", 2, "new")])
    watcher.settled(two, new)
    gate.commit()
    assert not deadlocked((one, there), (two, new))


def test_a_group_that_subscribes_to_a_namespace_and_a_push_over_two_of_its_queues(
    session, watcher, gate, store
):
    store.configure("ns.a", namespace=None, task=None, partitions=2, options={})
    store.configure(
        "ns.b", namespace=None, task=None, partitions=None, options={"max_queue_size": 100}
    )
    producer, consumer = session(), session()
    hold(gate, HOLD_PARTITION, "0")
    pushed = producer.start(
        producer.queues.push,
        [item("ns.a", 1, "0"), item("ns.a", 1, "1"), item("ns.b", 1, "Default")],
    )
    watcher.waits(producer, pushed)
    popped = consumer.start(consumer.queues.pop_matching, "ns", "", PopRequest(group="g"))
    watcher.settled(consumer, popped)
    gate.commit()
    assert not deadlocked((producer, pushed), (consumer, popped))


def test_a_transaction_that_requires_one_lease_and_acks_under_another(session, watcher, gate):
    one, two = session(), session()
    for name in ("a", "b"):
        push(one, name, partition=name)
    first = pop(one, partition="a")
    second = pop(one, partition="b")
    one.commit()
    hold(gate, HOLD_CONSUMER, "a", "g")
    batch = two.start(two.queues.ack, [*acks(first), *acks(second)])
    watcher.waits(two, batch)
    whole = one.start(one.queues.transaction, [], acks(first), [second.id])
    watcher.settled(one, whole)
    gate.commit()
    assert not deadlocked((one, whole), (two, batch))


def test_a_transaction_that_wakes_a_partition_and_an_ack_that_is_repeated_there(
    session, watcher, gate
):
    one, two = session(), session()
    for name in ("a", "b"):
        push(one, name, partition=name)
    first = pop(one, partition="a")
    done = pop(one, partition="b")
    assert accepted(one, acks(done)) == [True]
    one.commit()
    hold(gate, HOLD_CONSUMER, "a", "g")
    repeated = two.start(two.queues.ack, [*acks(first), *acks(done)])
    watcher.waits(two, repeated)
    whole = one.start(one.queues.transaction, [item("q", "next", "b")], acks(first), [])
    watcher.settled(one, whole)
    gate.commit()
    assert not deadlocked((one, whole), (two, repeated))


def test_acks_for_two_groups_and_a_push_that_wakes_both(session, watcher, gate):
    one, two = session(), session()
    push(one, "m")
    answers = []
    for group in ("z", "a"):  # z is the older group, a the first by name
        lease = pop(one, group=group)
        assert accepted(one, acks(lease, group=group)) == [True]
        answers += acks(lease, group=group)
    one.commit()
    hold(gate, HOLD_CONSUMER, "p", "z")
    pushed = two.start(two.queues.push, [item("q", "next")])
    watcher.waits(two, pushed)
    repeated = one.start(one.queues.ack, answers)
    watcher.settled(one, repeated)
    gate.commit()
    assert not deadlocked((one, repeated), (two, pushed))
