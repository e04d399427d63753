"""No wake-up is lost: whatever a push meets, its message is there for the next pop.

Each pair of sessions is stepped through in both orders. A broken variant takes out the lock that
decides the race, and the same steps must then lose a message.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from regent.stores.queue_types import Lease, PopRequest, Subscription
from tests.races.sessions import (
    BOTH_WAYS,
    STUCK_SECONDS,
    Broken,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    by_the_long_way,
    drain,
    follow,
    payloads,
    pending,
    pop,
    push,
    wake_in_the_snapshot_of_the_lock,
)


def idle_without_the_lock(broken: Broken, way: str = "long") -> None:
    if way == "short":
        broken("_complete_lane", ("where p.id = p_partition for share skip locked;",
                            "where p.id = p_partition;"))  # fmt: skip
        return
    by_the_long_way(broken)
    broken("_settle", ("where p.id = p_row.partition_id for share skip locked;",
                       "where p.id = p_row.partition_id;"))  # fmt: skip


def then(first: Session, second: Session, watcher: Watcher, call: Future[Any]) -> Any:
    """Let the second session's call run into the first's transaction; commit both in turn."""
    if watcher.settled(second, call):
        second.commit()
        first.commit()
    else:
        first.commit()
    answer = call.result(STUCK_SECONDS)
    second.commit()
    return answer


def leased(session: Open) -> tuple[Session, Session, Lease]:
    """A producer, and a consumer that holds the only message."""
    producer, consumer = session(), session()
    pending(producer, "old")
    lease = pop(consumer)
    consumer.commit()
    return producer, consumer, lease


def push_in_flight_meets_ack(session: Open, watcher: Watcher) -> list[str]:
    producer, consumer, lease = leased(session)
    push(producer, "new")  # not committed yet
    answer = consumer.start(accepted, consumer, acks(lease))
    assert then(producer, consumer, watcher, answer) == [True]
    return drain(consumer)


def ack_in_flight_meets_push(session: Open, watcher: Watcher) -> list[str]:
    producer, consumer, lease = leased(session)
    assert accepted(consumer, acks(lease)) == [True]
    pushed = producer.start(push, producer, "new")
    then(consumer, producer, watcher, pushed)
    return drain(consumer)


@BOTH_WAYS
@pytest.mark.parametrize("meeting", [push_in_flight_meets_ack, ack_in_flight_meets_push])
def test_an_ack_that_empties_a_partition_and_a_push(session, watcher, broken, meeting, way):
    if way == "long":
        by_the_long_way(broken)
    assert meeting(session, watcher) == ["new"]


@BOTH_WAYS
def test_going_idle_without_the_partitions_lock_is_caught(session, watcher, broken, way):
    idle_without_the_lock(broken, way)
    assert push_in_flight_meets_ack(session, watcher) == []


@BOTH_WAYS
def test_a_wake_in_the_snapshot_of_the_lock_is_caught(session, watcher, broken, way):
    wake_in_the_snapshot_of_the_lock(broken, way)
    assert ack_in_flight_meets_push(session, watcher) == []


def stale_flag(session: Open) -> tuple[Session, Session]:
    """A ready row without a pending message: the ack that emptied the partition met a push, and
    that was rolled back."""
    producer, consumer, lease = leased(session)
    push(producer, "taken back")
    assert accepted(consumer, acks(lease)) == [True]
    consumer.commit()
    producer.rollback()
    return producer, consumer


def push_in_flight_meets_pop(producer: Session, consumer: Session, watcher: Watcher) -> list[str]:
    push(producer, "new")
    popped = consumer.start(pop, consumer, partitions=1)
    assert payloads(then(producer, consumer, watcher, popped)) == []
    return drain(consumer)


def pop_in_flight_meets_push(producer: Session, consumer: Session, watcher: Watcher) -> list[str]:
    assert payloads(pop(consumer, partitions=1)) == []
    pushed = producer.start(push, producer, "new")
    then(consumer, producer, watcher, pushed)
    return drain(consumer)


@BOTH_WAYS
@pytest.mark.parametrize("meeting", [push_in_flight_meets_pop, pop_in_flight_meets_push])
def test_a_pop_that_clears_a_stale_flag_and_a_push(session, watcher, broken, meeting, way):
    if way == "long":
        by_the_long_way(broken)
    assert meeting(*stale_flag(session), watcher) == ["new"]


def test_clearing_the_flag_without_the_partitions_lock_is_caught(session, watcher, broken):
    sessions = stale_flag(session)
    idle_without_the_lock(broken)
    assert push_in_flight_meets_pop(*sessions, watcher) == []


@BOTH_WAYS
def test_waking_in_the_snapshot_of_the_lock_is_caught_by_a_pop_too(session, watcher, broken, way):
    sessions = stale_flag(session)
    wake_in_the_snapshot_of_the_lock(broken, way)
    assert pop_in_flight_meets_push(*sessions, watcher) == []


def push_in_flight_meets_first_pop(session: Open, watcher: Watcher, mode: str) -> list[str]:
    producer, consumer = session(), session()
    follow(producer, "p", group="other")
    push(producer, "new")
    popped = consumer.start(pop, consumer, mode=mode, auto_ack=True)
    got = payloads(then(producer, consumer, watcher, popped))
    return got + drain(consumer)


def first_pop_in_flight_meets_push(session: Open, watcher: Watcher, mode: str) -> list[str]:
    producer, consumer = session(), session()
    follow(producer, "p", group="other")
    got = payloads(pop(consumer, mode=mode, auto_ack=True))
    pushed = producer.start(push, producer, "new")
    then(consumer, producer, watcher, pushed)
    return got + drain(consumer)


FIRST_POP = [push_in_flight_meets_first_pop, first_pop_in_flight_meets_push]


@pytest.mark.parametrize(("mode", "history"), [("new", []), ("all", ["seed of q/p"])])
@pytest.mark.parametrize("meeting", FIRST_POP)
def test_a_groups_first_pop_and_a_push(session, watcher, meeting, mode, history):
    """Mode `new` starts at the head of that instant: without history, with the one in flight."""
    assert meeting(session, watcher, mode) == [*history, "new"]


def test_a_first_pop_follows_also_the_partition_that_a_push_holds(session, watcher):
    """The other partition is free, and gets its row first."""
    producer, consumer = session(), session()
    follow(producer, "free", "p", group="other")
    push(producer, "new")
    assert payloads(pop(consumer, mode="new")) == []
    consumer.commit()
    producer.commit()
    assert drain(consumer) == ["new"]


def test_subscribing_without_the_share_lock_is_caught(session, watcher, broken):
    broken("_subscribe", ("order by p.id for share skip locked)", "order by p.id)"))
    assert push_in_flight_meets_first_pop(session, watcher, "new") == []


def new_partition_in_flight_meets_first_pop(session: Open, watcher: Watcher) -> list[str]:
    producer, consumer = session(), session()
    follow(producer, "p", group="other")
    push(producer, "new", partition="made just now")
    popped = consumer.start(pop, consumer, auto_ack=True)
    got = payloads(then(producer, consumer, watcher, popped))
    return got + drain(consumer)


def first_pop_in_flight_meets_new_partition(session: Open, watcher: Watcher) -> list[str]:
    producer, consumer = session(), session()
    follow(producer, "p", group="other")
    assert payloads(pop(consumer, mode="new")) == []
    pushed = producer.start(push, producer, "new", partition="made just now")
    then(consumer, producer, watcher, pushed)
    return drain(consumer)


def test_a_new_partition_and_a_groups_first_pop(session, watcher):
    got = new_partition_in_flight_meets_first_pop(session, watcher)
    assert sorted(got) == ["new", "seed of q/p"]


def test_a_groups_first_pop_in_mode_new_and_a_new_partition(session, watcher):
    """The partition appears after the pop: the group gets its first message."""
    assert first_pop_in_flight_meets_new_partition(session, watcher) == ["new"]


def test_subscribing_without_the_queues_lock_is_caught(session, watcher, broken):
    broken("_subscribe", ("where q.id = p_queue.id for no key update;", "where q.id = p_queue.id;"))
    assert "new" not in new_partition_in_flight_meets_first_pop(session, watcher)


def test_making_a_partition_without_the_queues_lock_is_caught(session, watcher, broken):
    broken("_create_lanes", ("order by q.id for no key update;", "order by q.id;"))
    broken(
        "_create_partitions",
        ("from queues q where q.id = p_queue_id for no key update;",
         "from queues q where q.id = p_queue_id;"),
    )  # fmt: skip
    assert "new" not in first_pop_in_flight_meets_new_partition(session, watcher)


def pop_labels(session: Session, mode: Any = "all") -> list[str]:
    request = PopRequest("g", 100, 100, True, Subscription(mode))
    return payloads(session.queues.pop_matching("ns", "", request))


def new_queue_in_flight_meets_subscription(
    session: Open, watcher: Watcher, mode: str = "all"
) -> list[str]:
    """The group's messages. In mode `new` the pop may also wait, and so come after the message."""
    producer, consumer = session(), session()
    push(producer, "new", queue="ns.made")
    popped = consumer.start(pop_labels, consumer, mode)
    if mode == "new" and not watcher.settled(consumer, popped):
        return ["waited"]
    got = then(producer, consumer, watcher, popped)
    return got + pop_labels(consumer, mode)


def subscription_in_flight_meets_new_queue(session: Open, watcher: Watcher) -> list[str]:
    producer, consumer = session(), session()
    assert pop_labels(consumer, "new") == []
    pushed = producer.start(push, producer, "new", queue="ns.made")
    then(consumer, producer, watcher, pushed)
    consumer.rollback()
    return pop_labels(consumer, "new")


@pytest.mark.parametrize(
    "meeting", [new_queue_in_flight_meets_subscription, subscription_in_flight_meets_new_queue]
)
def test_a_new_queue_and_a_subscription_by_namespace(session, watcher, meeting):
    assert meeting(session, watcher) == ["new"]


def test_a_subscription_to_what_is_new_waits_for_a_queue_in_flight(session, watcher):
    assert new_queue_in_flight_meets_subscription(session, watcher, "new") == ["waited"]


def test_making_a_queue_without_the_subscriptions_lock_is_caught(session, watcher, broken):
    """The message commits after the pop, so it is new, but its date is before the pop."""
    broken("_create_queue", ("perform _lock_subscriptions();", ""))
    assert new_queue_in_flight_meets_subscription(session, watcher, "new") == []


def test_a_first_pop_that_waits_while_its_queue_is_made_starts_where_it_came(
    session, watcher, owner_url
):
    """Mode `new` on a queue that is made during the pop. The group gets messages that are pushed
    after the pop, and one that is in flight when the pop ends."""
    maker, consumer, producer, gate = session(), session(), session(), session(at=owner_url)
    push(maker, "made with", queue="late")
    held = gate.start(
        gate.execute,
        "select 1 from pg_advisory_xact_lock(hashtextextended('queen.subscriptions', 0))",
    )
    watcher.waits(gate, held)
    popped = consumer.start(pop, consumer, queue="late", mode="new", auto_ack=True)
    watcher.waits(consumer, popped)
    maker.commit()
    held.result(STUCK_SECONDS)
    push(producer, "in flight", queue="late")
    gate.commit()
    got = payloads(popped.result(STUCK_SECONDS))
    consumer.commit()
    producer.commit()
    push(producer, "after", queue="late")
    producer.commit()
    got += drain(consumer, queue="late", mode="new")
    assert got[-2:] == ["in flight", "after"]
