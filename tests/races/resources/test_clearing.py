"""Clearing a queue or deleting a partition while other sessions push, pop and ack. No later message
is lost, no earlier one is left, and no live lease is taken away without p_force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.races.gates import HOLD_PARTITION, deadlocked, hold, meet
from tests.races.sessions import (
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    behind,
    drain,
    follow,
    item,
    payloads,
    pending,
    pop,
    push,
    push_to_each,
)
from tests.support.rows import rows, stored, value

LEASE_LIVE = "RG013"


def clear(session: Session, *, force: bool = False) -> int:
    ((deleted, _),) = session.execute("select * from queen.clear_queue('q', null, %s)", (force,))
    return int(deleted)


def delete(session: Session, *, force: bool = False) -> int:
    ((deleted,),) = session.execute("select queen.delete_partition('q', 'p', %s)", (force,))
    return int(deleted)


def cleared_behind_a_push(session: Open, watcher: Watcher, owner_url: str) -> tuple[int, list[str]]:
    """How many messages are left in the table, and what a consumer gets of a later push."""
    producer, operator = session(), session()
    follow(producer, "p")
    push(producer, "before")
    call = operator.start(clear, operator)
    behind(producer, operator, watcher, call)
    left = stored(owner_url)
    push(producer, "after")
    producer.commit()
    return left, drain(producer)


def test_a_push_in_flight_is_cleared_too(session, watcher, owner_url):
    assert cleared_behind_a_push(session, watcher, owner_url) == (0, ["after"])


def test_clearing_without_holding_the_partitions_is_caught(session, watcher, owner_url, broken):
    broken("clear_queue", ("order by p.id for no key update) l;", "order by p.id) l;"))
    left, _ = cleared_behind_a_push(session, watcher, owner_url)
    assert left == 1


def pushed_behind_a_clear(session: Open, watcher: Watcher, owner_url: str) -> list[str]:
    """A clear makes a ready row without messages idle while a push is under way."""
    producer, operator = session(), session()
    follow(producer, "p")
    clear(operator)
    operator.commit()
    rows(owner_url, "update queen.partition_consumers set ready = true")
    clear(operator)
    call = producer.start(push, producer, "new")
    behind(operator, producer, watcher, call)
    return drain(producer)


def test_a_push_that_meets_a_clear_wakes_its_consumers(session, watcher, owner_url):
    assert pushed_behind_a_clear(session, watcher, owner_url) == ["new"]


def test_going_idle_without_holding_the_partitions_is_caught(session, watcher, owner_url, broken):
    broken("clear_queue", ("order by p.id for no key update) l;", "order by p.id) l;"))
    assert pushed_behind_a_clear(session, watcher, owner_url) == []


REMOVALS = {"clear": clear, "delete": delete}
BLIND = {
    "clear": (
        "clear_queue",
        ("order by c.partition_id, c.group_id for no key update;", "limit 0;"),
    ),
    "delete": ("delete_partition", ("order by c.group_id for update;", "limit 0;")),
}


def removed_behind_a_pop(session: Open, watcher: Watcher, removal: str) -> Any:
    consumer, operator = session(), session()
    pending(consumer, "held")
    assert payloads(pop(consumer)) == ["held"]
    call = operator.start(REMOVALS[removal], operator)
    return behind(consumer, operator, watcher, call)


@pytest.mark.parametrize("removal", REMOVALS)
def test_a_lease_in_flight_is_in_the_way(session, watcher, removal):
    assert removed_behind_a_pop(session, watcher, removal) == LEASE_LIVE


@pytest.mark.parametrize("removal", REMOVALS)
def test_looking_for_leases_without_holding_their_rows_is_caught(session, watcher, broken, removal):
    broken(BLIND[removal][0], BLIND[removal][1])
    assert removed_behind_a_pop(session, watcher, removal) == 2  # the seed, and what is held


@pytest.mark.parametrize("removal", REMOVALS)
def test_a_pop_does_not_wait_for_it_and_finds_nothing(session, watcher, removal):
    consumer, operator = session(), session()
    pending(consumer, "old")
    REMOVALS[removal](operator)
    call = consumer.start(pop, consumer)
    assert watcher.settled(consumer, call)
    assert payloads(call.result()) == []
    operator.commit()
    assert drain(consumer) == []


@pytest.mark.parametrize("removal", REMOVALS)
def test_an_ack_that_meets_it_is_refused_and_moves_nothing(session, watcher, removal):
    consumer, operator = session(), session()
    pending(consumer, "held", "too")
    lease = pop(consumer)
    consumer.commit()
    REMOVALS[removal](operator, force=True)
    call = consumer.start(accepted, consumer, acks(lease))
    assert behind(operator, consumer, watcher, call) == [False, False]
    push(consumer, "after")
    consumer.commit()
    assert drain(consumer) == ["after"]


@pytest.mark.parametrize("removal", REMOVALS)
def test_it_waits_for_an_ack_in_flight(session, watcher, removal):
    consumer, operator = session(), session()
    pending(consumer, "held")
    lease = pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True]
    call = operator.start(REMOVALS[removal], operator)
    watcher.waits(operator, call)
    assert behind(consumer, operator, watcher, call) == 2
    push(consumer, "after")
    consumer.commit()
    assert drain(consumer) == ["after"]


def test_a_partition_in_flight_is_cleared_too(session, watcher, owner_url):
    producer, operator = session(), session()
    follow(producer, "p")
    push(producer, "before", partition="made just now")
    call = operator.start(clear, operator)
    assert behind(producer, operator, watcher, call) == 2
    assert stored(owner_url) == 0


def test_a_partition_that_is_made_during_a_clear_keeps_its_message(session, watcher):
    producer, operator = session(), session()
    follow(producer, "p")
    clear(operator)
    call = producer.start(push, producer, "new", partition="made just now")
    behind(operator, producer, watcher, call)
    assert drain(producer) == ["new"]


def pushed_behind_a_delete(session: Open, watcher: Watcher) -> list[str]:
    producer, operator = session(), session()
    push(producer, "history")
    producer.commit()
    assert payloads(pop(producer, mode="new")) == []
    producer.commit()
    delete(operator)
    call = producer.start(push, producer, "first")
    if behind(operator, producer, watcher, call) == "40001":  # regent.database sends it again
        push(producer, "first")
        producer.commit()
    return drain(producer, mode="new")


def test_a_push_that_meets_the_deletion_of_its_partition_makes_it_anew(session, watcher, owner_url):
    assert pushed_behind_a_delete(session, watcher) == ["first"]
    assert value(owner_url, "select partition_count from queen.queues") == 1
    assert stored(owner_url) == 1


def test_a_deletion_waits_for_a_push_in_flight(session, watcher, owner_url):
    producer, operator = session(), session()
    follow(producer, "p")
    push(producer, "before")
    call = operator.start(delete, operator)
    watcher.waits(operator, call)
    assert behind(producer, operator, watcher, call) == 2
    assert stored(owner_url) == 0
    push(producer, "after")
    producer.commit()
    assert drain(producer) == ["after"]


def test_a_group_that_comes_during_a_deletion_follows_the_next_partition(session, watcher):
    consumer, operator = session(), session()
    follow(consumer, "p", "other")
    delete(operator)
    call = consumer.start(pop, consumer, group="comes", mode="new")
    behind(operator, consumer, watcher, call)
    push(consumer, "first")
    consumer.commit()
    assert drain(consumer, group="comes", mode="new") == ["first"]


@pytest.mark.parametrize("removal", REMOVALS)
def test_two_at_once_take_turns(session, watcher, removal):
    one, two = session(), session()
    follow(one, "p")
    assert REMOVALS[removal](one) == 1
    call = two.start(REMOVALS[removal], two)
    watcher.waits(two, call)
    assert behind(one, two, watcher, call) == {"clear": 0, "delete": "RG007"}[removal]


def clear_and_push_deadlock(session: Open, watcher: Watcher, gate: Session) -> bool:
    producer, operator = session(), session()
    push_to_each(producer, "a", "m1", "m2", "z")
    hold(gate, HOLD_PARTITION, "m1")
    hold(gate, HOLD_PARTITION, "m2")
    items = [item("q", 1, name) for name in ("a", "m1", "z")]
    return meet(
        gate,
        watcher,
        (producer, lambda: producer.queues.push(items)),
        (operator, lambda: clear(operator)),
    )


def test_a_clear_and_a_push_over_several_partitions(session, watcher, gate):
    assert not clear_and_push_deadlock(session, watcher, gate)


def test_a_clear_in_another_order_is_caught(session, watcher, gate, broken):
    broken(
        "clear_queue",
        ("order by p.id for no key update) l;", "order by p.id desc for no key update) l;"),
    )
    assert clear_and_push_deadlock(session, watcher, gate)


def delete_and_limited_push_deadlock(
    session: Open, watcher: Watcher, gate: Session, store: Any
) -> bool:
    """The push holds the queue and wants the partition."""
    store.configure("q", namespace=None, task=None, partitions=None, options={"max_queue_size": 9})
    producer, operator = session(), session()
    push_to_each(producer, "held", "p")
    hold(gate, HOLD_PARTITION, "held")
    items = [item("q", 1, "held"), item("q", 1, "p")]
    return meet(
        gate,
        watcher,
        (producer, lambda: producer.queues.push(items)),
        (operator, lambda: delete(operator)),
    )


def test_a_deletion_and_a_push_to_a_limited_queue(session, watcher, gate, store):
    assert not delete_and_limited_push_deadlock(session, watcher, gate, store)


def test_deleting_without_the_queues_lock_is_caught(session, watcher, gate, store, broken):
    broken(
        "delete_partition",
        ("where q.name = p_queue for no key update;", "where q.name = p_queue;"),
    )
    assert delete_and_limited_push_deadlock(session, watcher, gate, store)


def delete_whole_queue(session: Session, **_: Any) -> bool:
    return session.queues.delete_queue("q")


def delete_and_burial_deadlock(
    session: Open, watcher: Watcher, owner_url: str, delete: Callable[..., Any] = delete
) -> bool:
    """The consumer holds its row, and its dead letter takes a key-share lock on the partition."""
    consumer, operator = session(at=owner_url), session()
    pending(consumer, "poison")
    lease = pop(consumer)
    consumer.commit()
    hold(consumer, "select 1 from queen.partition_consumers for no key update")
    deleted = operator.start(delete, operator, force=True)
    watcher.waits(operator, deleted)
    buried = consumer.start(accepted, consumer, acks(lease, "dlq"))
    return deadlocked((consumer, buried), (operator, deleted))


def test_a_deletion_and_an_ack_that_buries_a_message(session, watcher, owner_url):
    assert not delete_and_burial_deadlock(session, watcher, owner_url)


def test_holding_the_partition_against_dead_letters_is_caught(session, watcher, owner_url, broken):
    broken(
        "delete_partition",
        ("p.name = p_partition for no key update;", "p.name = p_partition for update;"),
    )
    assert delete_and_burial_deadlock(session, watcher, owner_url)


def test_a_deletion_of_the_queue_and_an_ack_that_buries_a_message(session, watcher, owner_url):
    assert not delete_and_burial_deadlock(session, watcher, owner_url, delete_whole_queue)


def test_holding_the_queues_partitions_against_dead_letters_is_caught(
    session, watcher, owner_url, broken
):
    broken(
        "delete_queue", ("order by p.id for no key update of p", "order by p.id for update of p")
    )
    assert delete_and_burial_deadlock(session, watcher, owner_url, delete_whole_queue)
