"""No two calls deadlock. Each test holds a gate until two sessions have taken locks in the order
that could deadlock. Then it opens the gate and insists that both return."""

from __future__ import annotations

from regent.stores.queue_types import PopRequest
from tests.races.gates import HOLD_CONSUMER, HOLD_PARTITION, hold, meet
from tests.races.sessions import (
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    item,
    pop,
    push,
    push_to_each,
)

HOLD_QUEUE = "select q.id from queen.queues q where q.name = %s for no key update"


def fan_in_deadlocks(session: Open, watcher: Watcher, gate: Session) -> bool:
    """Two pushes over the same partitions, named in opposite order, meet in the middle."""
    first, second = session(), session()
    push_to_each(first, "a", "m1", "m2", "z")
    hold(gate, HOLD_PARTITION, "m1")
    hold(gate, HOLD_PARTITION, "m2")
    forth = [item("q", 1, name) for name in ("a", "m1", "z")]
    back = [item("q", 2, name) for name in ("z", "m2", "a")]
    return meet(
        gate,
        watcher,
        (first, lambda: first.queues.push(forth)),
        (second, lambda: second.queues.push(back)),
    )


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
    named = [item("plain", 1, "low"), item("fixed", 1, "0")]
    chosen = [item("fixed", 2, None), item("plain", 2, "low")]
    assert not meet(
        gate, watcher, (two, lambda: two.queues.push(named)), (one, lambda: one.queues.push(chosen))
    )


def test_a_push_to_the_least_active_partition_of_a_limited_queue_takes_the_queue_first(
    session, watcher, gate, store
):
    store.configure(
        "fixed", namespace=None, task=None, partitions=2, options={"max_queue_size": 100}
    )
    one, two = session(), session()
    hold(gate, HOLD_PARTITION, "0")
    named, chosen = [item("fixed", 1, "0"), item("fixed", 1, "1")], [item("fixed", 2, None)]
    assert not meet(
        gate, watcher, (two, lambda: two.queues.push(named)), (one, lambda: one.queues.push(chosen))
    )


def test_pushes_to_a_limited_queue_and_to_a_new_partition_of_another(session, watcher, gate, store):
    limit = {"max_queue_size": 100}
    store.configure("first", namespace=None, task=None, partitions=1, options=limit)
    store.configure("second", namespace=None, task=None, partitions=None, options=limit)
    one, two = session(), session()
    hold(gate, HOLD_QUEUE, "first")
    there = [item("first", 1, "0"), item("second", 1, "Default")]
    new = [item("first", 2, "0"), item("second", 2, "new")]
    assert not meet(
        gate, watcher, (one, lambda: one.queues.push(there)), (two, lambda: two.queues.push(new))
    )


def test_a_group_that_subscribes_to_a_namespace_and_a_push_over_two_of_its_queues(
    session, watcher, gate, store
):
    store.configure("ns.a", namespace=None, task=None, partitions=2, options={})
    store.configure(
        "ns.b", namespace=None, task=None, partitions=None, options={"max_queue_size": 100}
    )
    producer, consumer = session(), session()
    hold(gate, HOLD_PARTITION, "0")
    items = [item("ns.a", 1, "0"), item("ns.a", 1, "1"), item("ns.b", 1, "Default")]
    assert not meet(
        gate,
        watcher,
        (producer, lambda: producer.queues.push(items)),
        (consumer, lambda: consumer.queues.pop_matching("ns", "", PopRequest(group="g"))),
    )


def test_a_transaction_that_requires_one_lease_and_acks_under_another(session, watcher, gate):
    one, two = session(), session()
    push_to_each(one, "a", "b")
    first = pop(one, partition="a")
    second = pop(one, partition="b")
    one.commit()
    hold(gate, HOLD_CONSUMER, "a", "g")
    assert not meet(
        gate,
        watcher,
        (two, lambda: two.queues.ack([*acks(first), *acks(second)])),
        (one, lambda: one.queues.transaction([], acks(first), [second.id])),
        refused=["RG010"],  # the batch has ended the lease
    )


def test_a_transaction_that_wakes_a_partition_and_an_ack_that_is_repeated_there(
    session, watcher, gate
):
    one, two = session(), session()
    push_to_each(one, "a", "b")
    first = pop(one, partition="a")
    done = pop(one, partition="b")
    assert accepted(one, acks(done)) == [True]
    one.commit()
    hold(gate, HOLD_CONSUMER, "a", "g")
    assert not meet(
        gate,
        watcher,
        (two, lambda: two.queues.ack([*acks(first), *acks(done)])),
        (one, lambda: one.queues.transaction([item("q", "next", "b")], acks(first), [])),
        refused=["RG011"],  # the batch has answered for the message
    )


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
    assert not meet(
        gate,
        watcher,
        (two, lambda: two.queues.push([item("q", "next")])),
        (one, lambda: one.queues.ack(answers)),
        second_waits=False,
    )
