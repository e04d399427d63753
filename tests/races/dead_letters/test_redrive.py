"""Redrives against each other, and against pushes, acks, transactions and moves by hand."""

from __future__ import annotations

from typing import Any

import psycopg

from regent.identifiers import transaction_key
from regent.stores.dead_letters import LetterFilter, Redriven
from tests.races.gates import HOLD_PARTITION, hold, meet
from tests.races.sessions import (
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    behind,
    drain,
    ended,
    follow,
    item,
    payloads,
    pop,
    push,
    push_to_each,
    sqlstate,
)

Q = LetterFilter(queue="q")


def redrive(
    session: Session, to: str | None = None, messages: int = 100, which: LetterFilter = Q
) -> list[Redriven]:
    return session.dead_letters.redrive(which, to, messages)


def bury(session: Session, *names: str, partition: str = "p") -> None:
    """Push messages of which group g gives up every one."""
    push(session, *names, partition=partition)
    lease = pop(session, partition=partition)
    assert payloads(lease) == list(names)
    assert all(accepted(session, acks(lease, "dlq")))
    session.commit()


def two_queues(session: Open, watcher: Watcher) -> tuple[list[str], list[str]]:
    """What two redrives of the same letters, to two queues, bring to each."""
    one, two = session(), session()
    for queue in ("x", "y"):
        follow(one, "p", queue=queue)
    bury(one, "a", "b")
    redrive(one, "x")
    behind(one, two, watcher, two.start(redrive, two, "y"))
    return drain(one, queue="x"), drain(one, queue="y")


def test_two_redrives_to_different_queues_move_each_letter_once(session, watcher):
    assert two_queues(session, watcher) == (["a", "b"], [])


def test_letters_that_are_read_and_then_deleted_are_caught(session, watcher, broken):
    broken(
        "_move_letters",
        (" order by d.id for update skip locked),", "),"),
        (
            "delete from dead_letter_queue d using held where d.id = held.id returning d.*),",
            """select d.* from dead_letter_queue d join held on d.id = held.id),
            removed as (delete from dead_letter_queue d using gone where d.id = gone.id),""",
        ),
    )
    assert two_queues(session, watcher) == (["a", "b"], ["a", "b"])


def in_turns(session: Open, watcher: Watcher) -> tuple[list[int], list[str]]:
    """What the second of two redrives to one queue moves, and what comes out in which order."""
    one, two = session(), session()
    bury(one, "a", "b", "c", "d")
    redrive(one, messages=2)
    call = two.start(redrive, two, messages=2)
    watcher.waits(two, call)
    one.commit()
    moved = [message.source_offset for message in call.result(STUCK_SECONDS)]
    two.commit()
    return moved, drain(one)


def test_two_redrives_to_one_queue_take_turns(session, watcher):
    assert in_turns(session, watcher) == ([2, 3], ["a", "b", "c", "d"])


def test_letters_that_are_chosen_before_it_is_ones_turn_are_caught(session, watcher, broken):
    broken("redrive", ("where q.name = v_target for no key update", "where q.name = v_target"))
    assert in_turns(session, watcher) == ([], ["a", "b"])


def test_a_redrive_that_is_rolled_back_leaves_its_letters_to_the_next(session, watcher):
    one, two = session(), session()
    bury(one, "a")
    redrive(one)
    call = two.start(redrive, two)
    watcher.waits(two, call)
    one.rollback()
    assert len(call.result(STUCK_SECONDS)) == 1
    two.commit()
    assert drain(one) == ["a"]


def meets_pushes(session: Open, watcher: Watcher, gate: Session) -> bool:
    """A redrive and a push over the same partitions meet in the middle."""
    producer, operator = session(), session()
    push_to_each(producer, "a", "m1", "m2", "z")
    for name in ("a", "m1", "z"):
        drain(producer)
        bury(producer, f"letter {name}", partition=name)
    hold(gate, HOLD_PARTITION, "m1")
    hold(gate, HOLD_PARTITION, "m2")
    back = [item("q", 2, name) for name in ("z", "m2", "a")]
    return meet(
        gate,
        watcher,
        (operator, lambda: redrive(operator)),
        (producer, lambda: producer.queues.push(back)),
    )


def test_a_redrive_and_a_push_to_the_same_partitions_do_not_deadlock(session, watcher, gate):
    assert not meets_pushes(session, watcher, gate)
    reader = session()
    assert sorted(drain(reader)) == ["2", "2", "2", "letter a", "letter m1", "letter z"]


def test_a_redrive_that_locks_in_an_order_of_its_own_is_caught(session, watcher, gate, broken):
    broken("redrive", ("order by p.id for no key update", "order by p.id desc for no key update"))
    assert meets_pushes(session, watcher, gate)


def test_a_redrive_comes_behind_a_push_that_came_first(session, watcher):
    producer, operator = session(), session()
    bury(producer, "letter")
    push(producer, "pushed")
    call = operator.start(redrive, operator)
    watcher.waits(operator, call)
    producer.commit()
    assert [message.offset for message in call.result(STUCK_SECONDS)] == [2]
    operator.commit()
    assert drain(producer) == ["pushed", "letter"]


def test_a_push_comes_behind_a_redrive_that_came_first(session, watcher):
    producer, operator = session(), session()
    bury(producer, "letter")
    redrive(operator)
    call = producer.start(push, producer, "pushed")
    watcher.waits(producer, call)
    operator.commit()
    call.result(STUCK_SECONDS)
    producer.commit()
    assert drain(producer) == ["letter", "pushed"]


def goes_idle(session: Open, watcher: Watcher) -> list[str]:
    """A consumer finishes its last message while a redrive waits for the partition."""
    consumer, operator, reader = session(), session(), session()
    bury(consumer, "letter")
    push(consumer, "last")
    lease = pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True]
    call = operator.start(redrive, operator)
    watcher.waits(operator, call)
    consumer.commit()
    call.result(STUCK_SECONDS)
    operator.commit()
    return payloads(pop(reader))


def test_a_consumer_that_goes_idle_meanwhile_is_woken(session, watcher):
    assert goes_idle(session, watcher) == ["letter"]


def test_waking_in_the_statement_that_locks_is_caught(session, watcher, broken):
    broken(
        "redrive",
        (
            """    perform _still_there(cardinality(v_targets) = (
        select count(*) from (select from partitions p where p.id = any(v_targets)
                               order by p.id for no key update) locked));""",
            """    update partition_consumers c set ready = true
      from (select p.id from partitions p where p.id = any(v_targets)
             order by p.id for no key update) locked
     where c.partition_id = locked.id and not c.ready;""",
        ),
        ("where not i.ready and i.rest_until is null and p.head > i.committed", "where false"),
    )
    assert goes_idle(session, watcher) == []


def test_an_ack_does_not_wait_for_a_redrive_and_loses_nothing(session, watcher):
    consumer, operator = session(), session()
    bury(consumer, "letter")
    push(consumer, "last")
    lease = pop(consumer)
    consumer.commit()
    redrive(operator)
    assert consumer.start(accepted, consumer, acks(lease)).result(STUCK_SECONDS) == [True]
    consumer.commit()
    assert payloads(pop(consumer)) == []
    consumer.commit()
    operator.commit()
    assert payloads(pop(consumer)) == ["letter"]


def test_a_pop_does_not_wait_for_a_redrive(session, watcher):
    consumer, operator = session(), session()
    bury(consumer, "letter")
    assert drain(consumer) == []  # it follows the whole queue
    push(consumer, "there")
    consumer.commit()
    redrive(operator)
    assert payloads(consumer.start(pop, consumer).result(STUCK_SECONDS)) == ["there"]


def meets_a_transaction(session: Open, watcher: Watcher, gate: Session) -> bool:
    """A transaction gives up again a message whose letter is just being redriven, and pushes to
    another partition that the redrive needs."""
    consumer, operator = session(), session()
    bury(consumer, "first", partition="p")
    bury(consumer, "second", partition="r")
    gate.execute(  # as a seek does
        "update queen.partition_consumers c set committed = 0, ready = true"
        "  from queen.partitions p where p.id = c.partition_id and p.name = 'p'"
    )
    gate.commit()
    lease = pop(consumer, partition="p")
    consumer.commit()
    hold(gate, HOLD_PARTITION, "p")
    pushed, answers = [item("q", "next", "r")], acks(lease, "dlq")
    return meet(
        gate,
        watcher,
        (operator, lambda: redrive(operator)),
        (consumer, lambda: consumer.queues.transaction(pushed, answers, [])),
        second_waits=False,
    )


def test_a_redrive_and_a_transaction_that_buries_the_same_message_do_not_deadlock(
    session, watcher, gate
):
    assert not meets_a_transaction(session, watcher, gate)
    assert sorted(drain(session())) == ["first", "next", "second"]


def test_letters_that_are_locked_first_are_caught(session, watcher, gate, broken):
    broken(
        "redrive",
        (
            "    perform from queues q where q.name = v_target for no key update;",
            """    perform from dead_letter_queue d order by d.id for update;
            perform from queues q where q.name = v_target for no key update;""",
        ),
    )
    assert meets_a_transaction(session, watcher, gate)


def test_a_queue_that_is_deleted_meanwhile(session, watcher):
    one, two = session(), session()
    bury(one, "a")
    two.queues.delete_queue("q")
    call = one.start(redrive, one)
    watcher.waits(one, call)
    two.commit()
    assert call.result(STUCK_SECONDS) == []
    one.commit()
    assert sqlstate(redrive, one) == "RG006"


def test_a_queue_that_receives_letters_is_deleted_behind_them(session, watcher):
    one, two = session(), session()
    bury(one, "a")
    redrive(one)
    call = two.start(two.queues.delete_queue, "q")
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS) is True
    two.commit()
    assert drain(one) == []


MOVE = "select moved from queen.move_to_dead_letters(%s, %s, 'g', null, true)"


def moved_twice(session: Open, watcher: Watcher, owner_url: str) -> tuple[Any, Any, Any]:
    """What two moves of one message say, and how many the group counts."""
    one, two = session(), session()
    follow(one, "p")
    (pushed,) = one.queues.push([item("q", 1, "p", "t")])
    one.commit()
    place = (pushed.partition_id, transaction_key("t")[0])
    first = one.execute(MOVE, place)
    second = behind(one, two, watcher, two.start(two.execute, MOVE, place))
    with psycopg.connect(owner_url) as owner:
        (dead,) = owner.execute("select dead from queen.partition_consumers").fetchone() or (0,)
    return first[0][0], second[0][0], dead


def test_two_moves_of_one_message_bury_it_once(session, watcher, owner_url):
    assert moved_twice(session, watcher, owner_url) == (True, False, 1)


def test_a_move_without_the_rows_lock_is_caught(session, watcher, owner_url, broken):
    broken(
        "move_to_dead_letters",
        ("c.group_id = v_group for no key update;", "c.group_id = v_group;"),
    )
    first, second, _ = moved_twice(session, watcher, owner_url)
    assert (first, second) == (True, True)


def test_a_move_of_a_message_that_is_acked_meanwhile_is_refused(session, watcher):
    consumer, operator = session(), session()
    (pushed,) = consumer.queues.push([item("q", 1, "p", "t")])
    lease = pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease)) == [True]
    place = (pushed.partition_id, transaction_key("t")[0])
    call = operator.start(operator.execute, MOVE, place)
    watcher.waits(operator, call)
    consumer.commit()
    assert ended(operator, call) == "RG027"
