"""A message that is deleted while somebody pushes, pops or acks beside it, or notes something about
it. Each pair is stepped through; a broken variant takes out the lock that decides it."""

from __future__ import annotations

from typing import Any

import pytest

from regent.identifiers import transaction_key
from tests.races.gates import meet
from tests.races.sessions import (
    LEASE_AND_BEYOND,
    Broken,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    behind,
    drain,
    payloads,
    pending,
    pop,
    push,
)
from tests.support.rows import rows, value

NUMBERS = "select tail, head - tail - removed as kept from queen.partitions where name = 'p'"


def partition_of(owner_url: str, name: str = "p") -> int:
    found: int = value(owner_url, "select id from queen.partitions where name = %s", (name,))
    return found


def delete(session: Session, partition: int, name: str) -> bool:
    ((deleted,),) = session.execute(
        "select queen.delete_message(%s, %s)", (partition, transaction_key(name)[0])
    )
    return bool(deleted)


def note(session: Session, partition: int, name: str) -> int | None:
    ((trace,),) = session.execute(
        "select queen.record_trace(%s, %s, null, 'info', '1', null, '{n}')",
        (partition, transaction_key(name)[0]),
    )
    return None if trace is None else int(trace)


def without_the_partitions_lock(broken: Broken) -> None:
    broken("delete_message", ("where p.id = p_partition for no key update;",
                              "where p.id = p_partition;"))  # fmt: skip


def without_the_rows_lock(broken: Broken) -> None:
    broken("delete_message", ("order by c.group_id for no key update", "order by c.group_id"))


def test_a_push_in_flight_while_the_only_message_is_deleted(session, watcher, owner_url):
    producer, deleter = pending(session(), "old"), session()
    push(producer, "new")  # done but for its commit
    call = deleter.start(delete, deleter, partition_of(owner_url), "old")
    watcher.waits(deleter, call)
    assert behind(producer, deleter, watcher, call) is True
    assert drain(deleter) == ["new"]
    assert rows(owner_url, NUMBERS) == [{"tail": 0, "kept": 2}]


def test_a_push_while_the_only_message_is_being_deleted(session, watcher, owner_url):
    producer, deleter = pending(session(), "old"), session()
    assert delete(deleter, partition_of(owner_url), "old") is True
    call = producer.start(push, producer, "new")
    watcher.waits(producer, call)
    behind(deleter, producer, watcher, call)
    assert drain(producer) == ["new"]


def push_and_deletion_deadlock(session: Open, watcher: Watcher, owner_url: str) -> bool:
    """A push that has its partition, and has yet to wake a group that is done; a deletion that
    has that group's row."""
    producer, deleter, gate = pending(session(), "old"), session(), session(at=owner_url)
    drain(producer, group="done")
    partition = partition_of(owner_url)
    gate.execute(
        'insert into queen.messages (partition_id, "offset", created_at, id, transaction_key,'
        " payload) values (%s, 999, now(), gen_random_uuid(), %s, '1')",
        (partition, transaction_key("new")[0]),
    )
    return meet(
        gate,
        watcher,
        (producer, lambda: push(producer, "new")),
        (deleter, lambda: delete(deleter, partition, "old")),
    )


def test_a_push_and_a_deletion_do_not_deadlock(session, watcher, owner_url):
    assert not push_and_deletion_deadlock(session, watcher, owner_url)


def test_a_deletion_that_takes_consumers_first_is_caught(session, watcher, owner_url, broken):
    without_the_partitions_lock(broken)
    assert push_and_deletion_deadlock(session, watcher, owner_url)


def ack_in_flight_meets_deletion(
    session: Open, watcher: Watcher, owner_url: str, clock: Any
) -> list[str]:
    """What comes again, of two messages of which one is completed and the other deleted."""
    consumer, deleter = pending(session(), "a", "b"), session()
    lease = pop(consumer)
    consumer.commit()
    assert accepted(consumer, acks(lease, only=["a"])) == [True]
    call = deleter.start(delete, deleter, partition_of(owner_url), "b")
    assert behind(consumer, deleter, watcher, call) is True
    clock.advance(LEASE_AND_BEYOND)
    return drain(consumer)


def test_an_ack_in_flight_while_its_neighbour_is_deleted(session, watcher, owner_url, clock):
    assert ack_in_flight_meets_deletion(session, watcher, owner_url, clock) == []


def test_a_deletion_without_the_rows_lock_is_caught(session, watcher, owner_url, clock, broken):
    without_the_rows_lock(broken)
    assert ack_in_flight_meets_deletion(session, watcher, owner_url, clock) == ["a"]


def test_an_ack_of_a_message_that_is_being_deleted(session, watcher, owner_url):
    consumer, deleter = pending(session(), "a", "b"), session()
    lease = pop(consumer)
    consumer.commit()
    assert delete(deleter, partition_of(owner_url), "a") is True
    call = consumer.start(accepted, consumer, acks(lease))
    watcher.waits(consumer, call)
    assert behind(deleter, consumer, watcher, call) == [False, True]
    assert drain(consumer) == []
    assert consumer.queues.extend(lease.id, 60) == (0, None, None)


def pop_in_flight_meets_deletion(session: Open, watcher: Watcher, owner_url: str) -> list[bool]:
    """The acks of a lease that was taken while one of its messages was deleted."""
    consumer, deleter = pending(session(), "a", "b"), session()
    lease = pop(consumer)
    assert payloads(lease) == ["a", "b"]
    call = deleter.start(delete, deleter, partition_of(owner_url), "a")
    assert behind(consumer, deleter, watcher, call) is True
    return accepted(consumer, acks(lease))


def test_a_pop_in_flight_while_its_message_is_deleted(session, watcher, owner_url):
    assert pop_in_flight_meets_deletion(session, watcher, owner_url) == [False, True]


def test_a_deletion_that_does_not_see_the_lease_is_caught(session, watcher, owner_url, broken):
    without_the_rows_lock(broken)
    assert pop_in_flight_meets_deletion(session, watcher, owner_url) == [False, False]


def test_a_pop_while_a_message_is_being_deleted_does_not_wait(session, owner_url):
    consumer, deleter = pending(session(), "a", "b"), session()
    assert delete(deleter, partition_of(owner_url), "a") is True
    assert payloads(pop(consumer)) == []
    consumer.commit()
    deleter.commit()
    assert drain(consumer) == ["b"]


def neighbours_deleted(session: Open, watcher: Watcher, owner_url: str) -> list[dict[str, Any]]:
    one, two = session(), session()
    push(one, "a", "b", "c")
    one.commit()
    partition = partition_of(owner_url)
    assert delete(one, partition, "a") is True
    call = two.start(delete, two, partition, "b")
    assert behind(one, two, watcher, call) is True
    return rows(owner_url, NUMBERS)


def test_two_neighbours_that_are_deleted_at_once(session, watcher, owner_url):
    """Of three only the last is left: the tail is there. (No group follows, so no row is held.)"""
    assert neighbours_deleted(session, watcher, owner_url) == [{"tail": 2, "kept": 1}]


def test_neighbours_deleted_without_the_partitions_lock_are_caught(
    session, watcher, owner_url, broken
):
    without_the_partitions_lock(broken)
    assert neighbours_deleted(session, watcher, owner_url) != [{"tail": 2, "kept": 1}]


def test_a_message_is_deleted_once(session, watcher, owner_url):
    one, two = pending(session(), "a", "b"), session()
    partition = partition_of(owner_url)
    assert delete(one, partition, "a") is True
    call = two.start(delete, two, partition, "a")
    watcher.waits(two, call)
    assert behind(one, two, watcher, call) is False
    assert rows(owner_url, NUMBERS) == [{"tail": 0, "kept": 2}]


def trace_in_flight_meets_deletion(session: Open, watcher: Watcher, owner_url: str) -> int:
    """How many traces are left of a message that was deleted while one was noted."""
    writer, deleter = pending(session(), "a"), session()
    partition = partition_of(owner_url)
    assert note(writer, partition, "a") is not None
    call = deleter.start(delete, deleter, partition, "a")
    assert behind(writer, deleter, watcher, call) is True
    left: int = value(owner_url, "select count(*) from queen.message_traces")
    return left


def test_a_trace_in_flight_goes_with_its_message(session, watcher, owner_url):
    assert trace_in_flight_meets_deletion(session, watcher, owner_url) == 0


def test_a_trace_that_does_not_hold_its_message_is_caught(session, watcher, owner_url, broken):
    broken("record_trace", ("and m.transaction_key = p_key for key share;",
                            "and m.transaction_key = p_key;"))  # fmt: skip
    assert trace_in_flight_meets_deletion(session, watcher, owner_url) == 1


def test_traces_that_are_deleted_before_their_message_are_caught(
    session, watcher, owner_url, broken
):
    traces = (
        'delete from message_traces t where t.partition_id = p_partition and t."offset" = v_offset;'
    )
    broken(
        "delete_message",
        (traces, ""),
        ("delete from messages m where", f"{traces}\n    delete from messages m where"),
    )
    assert trace_in_flight_meets_deletion(session, watcher, owner_url) == 1


def test_a_message_that_is_being_deleted_takes_no_trace(session, watcher, owner_url):
    writer, deleter = pending(session(), "a"), session()
    partition = partition_of(owner_url)
    assert delete(deleter, partition, "a") is True
    call = writer.start(note, writer, partition, "a")
    watcher.waits(writer, call)
    assert behind(deleter, writer, watcher, call) is None


def trace_and_queue_deadlock(session: Open, watcher: Watcher, owner_url: str) -> bool:
    """A trace that has its message, and has yet to refer to the partition; a queue that is being
    deleted, and has yet to delete the message."""
    writer, deleter, gate = pending(session(), "a"), session(), session(at=owner_url)
    gate.execute("lock table queen.message_traces in exclusive mode")
    partition = partition_of(owner_url)
    return meet(
        gate,
        watcher,
        (writer, lambda: note(writer, partition, "a")),
        (deleter, lambda: deleter.queues.delete_queue("q")),
    )


def test_a_trace_and_a_queue_that_is_deleted_do_not_deadlock(session, watcher, owner_url):
    assert not trace_and_queue_deadlock(session, watcher, owner_url)


def test_a_trace_that_takes_the_message_first_is_caught(session, watcher, owner_url, broken):
    broken(
        "record_trace", ("perform from partitions p where p.id = p_partition for key share;", "")
    )
    assert trace_and_queue_deadlock(session, watcher, owner_url)


@pytest.mark.parametrize("status", ["dlq", "failed"])
def test_a_message_that_is_given_up_while_its_neighbour_is_deleted(
    session, watcher, owner_url, status
):
    """Its dead letter refers to the partition, which the deletion holds."""
    consumer, deleter = pending(session(), "a", "b"), session()
    lease = pop(consumer)
    consumer.commit()
    assert delete(deleter, partition_of(owner_url), "b") is True
    call = consumer.start(accepted, consumer, acks(lease, status, only=["a"]))
    watcher.waits(consumer, call)
    assert behind(deleter, consumer, watcher, call) == [True]


def given_up_in_flight_meets_deletion(session: Open, watcher: Watcher, owner_url: str) -> bool:
    """An ack that has its row, and has yet to write its dead letter; a deletion that has the
    partition. Whether one of them fell victim to a deadlock."""
    consumer, deleter, gate = pending(session(), "a", "b"), session(), session(at=owner_url)
    lease = pop(consumer)
    consumer.commit()
    gate.execute("lock table queen.dead_letter_queue in exclusive mode")
    partition = partition_of(owner_url)
    return meet(
        gate,
        watcher,
        (consumer, lambda: accepted(consumer, acks(lease, "dlq", only=["a"]))),
        (deleter, lambda: delete(deleter, partition, "b")),
    )


def test_a_dead_letter_and_a_deletion_do_not_deadlock(session, watcher, owner_url):
    assert not given_up_in_flight_meets_deletion(session, watcher, owner_url)


def test_a_deletion_that_keeps_references_out_is_caught(session, watcher, owner_url, broken):
    broken("delete_message", ("where p.id = p_partition for no key update;",
                              "where p.id = p_partition for update;"))  # fmt: skip
    assert given_up_in_flight_meets_deletion(session, watcher, owner_url)
