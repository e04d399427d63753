"""Pausing and deleting groups while others pop, push and make partitions."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from tests.races.sessions import (
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    drain,
    follow,
    payloads,
    pending,
    pop,
    push,
)


def pause(session: Session) -> None:
    session.groups.pause_group("g", paused=True)


def delete(session: Session, *, force: bool = False) -> int:
    return session.groups.delete_group("g", None, records=True, force=force).partitions


def first_pop_in_flight_meets_pause(session: Open, watcher: Watcher) -> list[str]:
    """What a group gets on a queue that it first pops while it is paused everywhere."""
    consumer, operator = session(), session()
    push(consumer, "old")
    consumer.commit()
    assert payloads(pop(consumer, mode="new")) == []
    paused = operator.start(pause, operator)
    if watcher.settled(operator, paused):
        operator.commit()
    consumer.commit()
    paused.result(STUCK_SECONDS)
    operator.commit()
    push(consumer, "new")
    consumer.commit()
    return drain(consumer)


def pause_in_flight_meets_first_pop(session: Open, watcher: Watcher) -> list[str]:
    consumer, operator = session(), session()
    push(consumer, "old")
    consumer.commit()
    pause(operator)
    popped = consumer.start(pop, consumer)
    watcher.waits(consumer, popped)
    operator.commit()
    popped.result(STUCK_SECONDS)
    consumer.commit()
    return drain(consumer)


@pytest.mark.parametrize(
    "meeting", [first_pop_in_flight_meets_pause, pause_in_flight_meets_first_pop]
)
def test_a_pause_everywhere_holds_for_a_first_pop_in_flight(session, watcher, meeting):
    assert meeting(session, watcher) == []


def test_pausing_without_the_queues_locks_is_caught(session, watcher, broken):
    broken("pause_group", ("    perform from queues q order by q.id for no key update;\n", ""))
    assert first_pop_in_flight_meets_pause(session, watcher) == ["new"]


def pop_in_flight_meets_deletion(session: Open, watcher: Watcher) -> Any:
    """What a deletion without force says while a consumer is being given a message."""
    consumer, operator = session(), session()
    push(consumer, "a")
    consumer.commit()
    pending(consumer, "b")
    assert payloads(pop(consumer)) == ["b"]
    deleted = operator.start(delete, operator)
    watcher.waits(operator, deleted)
    consumer.commit()
    return deleted.exception(STUCK_SECONDS)


def test_a_lease_that_is_being_given_is_in_the_way_of_a_deletion(session, watcher):
    refused = pop_in_flight_meets_deletion(session, watcher)
    assert getattr(refused, "sqlstate", None) == "RG013"


def test_looking_for_leases_without_the_rows_lock_is_caught(session, watcher, broken):
    broken("delete_group", ("order by c.partition_id, c.group_id for update of c) l;",
                            "order by c.partition_id, c.group_id) l;"))  # fmt: skip
    assert pop_in_flight_meets_deletion(session, watcher) is None


def test_a_partition_in_flight_and_a_deletion_leave_no_row_behind(session, watcher, owner_url):
    producer, operator, owner = session(), session(), session(at=owner_url)
    follow(producer, "p")
    push(producer, "new", partition="made just now")
    deleted = operator.start(delete, operator)
    watcher.waits(operator, deleted)
    producer.commit()
    assert deleted.result(STUCK_SECONDS) == 2
    operator.commit()
    assert owner.execute("select count(*) from queen.partition_consumers") == [(0,)]
    assert drain(producer) == ["seed of q/p", "new"]


def test_a_deletion_in_flight_and_a_pop(session, watcher):
    """The pop that comes while the group is deleted subscribes it anew, or finds nothing."""
    consumer, operator = session(), session()
    pending(consumer, "new")
    delete(operator)
    popped = consumer.start(pop, consumer)
    if not watcher.settled(consumer, popped):
        operator.commit()
    assert payloads(popped.result(STUCK_SECONDS)) == []
    consumer.commit()
    operator.commit()
    assert drain(consumer) == ["seed of q/p", "new"]


def test_a_deletion_in_flight_and_a_push_do_not_deadlock(session, watcher):
    producer, operator = session(), session()
    follow(producer, "a", "b")
    delete(operator)
    pushed = producer.start(push, producer, "new", partition="a")
    if not watcher.settled(producer, pushed):
        operator.commit()
    pushed.result(STUCK_SECONDS)
    producer.commit()
    operator.commit()
    assert watcher.deadlocks() == 0
    assert drain(operator) == ["seed of q/a", "new", "seed of q/b"]


def test_a_partition_that_is_made_while_a_subscription_is_deleted_is_not_missed(session, watcher):
    producer, operator = session(), session()
    follow(producer, "p")
    (record,) = operator.execute("select id from queen.list_subscriptions('g', 'q', 1, 0, null)")
    push(producer, "new", partition="made just now")
    deleted = operator.start(
        operator.execute, "select queen.delete_subscription(%s)", (uuid.UUID(str(record[0])),)
    )
    watcher.waits(operator, deleted)
    producer.commit()
    deleted.result(STUCK_SECONDS)
    operator.commit()
    push(producer, "later", partition="made then")
    producer.commit()
    assert sorted(drain(producer)) == ["later", "new"]
