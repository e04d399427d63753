"""A transaction of pushes and acks beside pushes, acks and pops: all or nothing."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from regent.stores.log import Appended, LogAppend, NewMessage
from regent.stores.queue_types import Lease, TransactionKey
from tests.races.sessions import (
    LEASE_AND_BEYOND,
    STUCK_SECONDS,
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
    pop,
    push,
    sqlstate,
)
from tests.support.log import condition, message


def forward(session: Session, lease: Any, *names: str, required: bool = False) -> Any:
    """Ack a lease and push its follow-up messages, in one transaction."""
    pushed = [item("next", name, transaction=name) for name in names]
    return session.queues.transaction(pushed, acks(lease), [lease.id] if required else [])


def ready(session: Open) -> tuple[Session, Session, Any]:
    worker, other = session(), session()
    follow(worker, "p")
    follow(worker, "p", queue="next")
    push(worker, "m")
    lease = pop(worker)
    worker.commit()
    return worker, other, lease


def test_nothing_of_a_transaction_shows_before_its_commit(session, watcher):
    worker, other, lease = ready(session)
    forward(worker, lease, "follow-up")
    assert payloads(pop(other, queue="next")) == []
    assert payloads(pop(other)) == []
    other.commit()
    worker.rollback()
    assert accepted(other, acks(lease)) == [True]  # the rolled-back ack left the lease alone
    other.commit()
    assert drain(other, queue="next") == []


def test_of_two_transactions_that_answer_for_a_message_one_happens(session, watcher):
    worker, other, lease = ready(session)
    forward(worker, lease, "first")
    call = other.start(sqlstate, forward, other, lease, "second")
    watcher.settled(other, call)
    worker.commit()
    assert call.result(STUCK_SECONDS) == "RG011"
    other.rollback()
    assert drain(other, queue="next") == ["first"]


def test_the_same_transaction_sent_twice_at_once_happens_once(session, watcher):
    worker, other, lease = ready(session)
    forward(worker, lease, "same")
    call = other.start(forward, other, lease, "same")
    watcher.settled(other, call)
    worker.commit()
    pushed, *_ = call.result(STUCK_SECONDS)
    other.commit()
    assert [each.duplicate for each in pushed] == [True]
    assert drain(other, queue="next") == ["same"]


KEY = TransactionKey("01a1ef2e-be52-7293-8b8d-017564f12a90", str(uuid.UUID(int=1)))


def under_one_key(session: Session, lease: Lease) -> Any:
    pushed = [item("next", "keyed")]
    return session.queues.transaction(pushed, acks(lease), [lease.id], key=KEY)


def one_key_twice(session: Open, watcher: Watcher) -> tuple[Any, Any]:
    """A transaction comes again before its first try commits."""
    worker, other, lease = ready(session)
    first = under_one_key(worker, lease)
    call = other.start(under_one_key, other, lease)
    return first, behind(worker, other, watcher, call)


def test_a_transaction_that_comes_again_under_its_key_gets_the_answer(session, watcher):
    first, again = one_key_twice(session, watcher)
    assert again == first._replace(repeated=True)
    assert drain(session(), queue="next") == ["keyed"]


def test_a_transaction_that_does_not_wait_for_its_key_is_caught(session, watcher, broken):
    broken("_lock_key", ("uuid_hash_extended(p_key, p_kind)", "pg_backend_pid()"))
    assert one_key_twice(session, watcher)[1] == "RG010"


def test_a_key_is_taken_back_with_its_transaction(session):
    worker, other, lease = ready(session)
    under_one_key(worker, lease)
    worker.rollback()
    assert under_one_key(other, lease).repeated is False
    other.commit()
    assert drain(other, queue="next") == ["keyed"]


@pytest.mark.parametrize("required", [False, True])
def test_a_transaction_whose_lease_is_taken_meanwhile_stores_nothing(
    session, watcher, clock, required
):
    worker, heir, lease = ready(session)
    clock.advance(LEASE_AND_BEYOND)
    assert payloads(pop(heir)) == ["m"]
    clock.advance(-LEASE_AND_BEYOND)
    call = worker.start(sqlstate, forward, worker, lease, "follow-up", required=required)
    watcher.settled(worker, call)
    heir.commit()
    assert call.result(STUCK_SECONDS) == ("RG010" if required else "RG011")
    worker.rollback()
    assert drain(heir, queue="next") == []


def test_a_transaction_that_keeps_its_pushes_when_an_ack_is_refused_is_caught(
    session, clock, broken
):
    broken("transaction", ("if v_refused is not null then", "if false then"))
    worker, heir, lease = ready(session)
    clock.advance(LEASE_AND_BEYOND)
    pop(heir)
    heir.commit()
    assert sqlstate(forward, worker, lease, "follow-up") is None
    worker.commit()
    assert drain(heir, queue="next") == ["follow-up"]


def test_a_transaction_in_flight_holds_back_later_pushes_and_no_pop(session, watcher):
    worker, other, lease = ready(session)
    forward(worker, lease, "first")
    call = other.start(push, other, "second", queue="next")
    watcher.waits(other, call)
    consumer = session()
    assert payloads(pop(consumer, queue="next")) == []
    consumer.commit()
    worker.commit()
    call.result(STUCK_SECONDS)
    other.commit()
    assert drain(consumer, queue="next") == ["first", "second"]


def test_a_queue_without_room_refuses_the_acks_too(session, store):
    worker, other, lease = ready(session)
    store.configure(
        "next", namespace=None, task=None, partitions=None, options={"max_queue_size": 1}
    )
    assert sqlstate(forward, worker, lease, "one", "two") == "RG001"
    worker.rollback()
    assert accepted(other, acks(lease)) == [True]


SEAT = condition("seat.taken", seat="1")


def book(each: Session, lease: Lease, taken: NewMessage, last: int) -> Appended | None:
    """Answer for a message, tell another queue, and take the seat if it is free."""
    append = LogAppend([taken], [SEAT], last)
    told = [item("next", "told", transaction="told")]
    return each.queues.transaction(told, acks(lease), [], append=append)[2]


def seat() -> NewMessage:
    return message("seat.taken", seat="1")


def seen(each: Session) -> int:
    """Make such messages and guards known to the log. Its last position."""
    last = each.log.append([message("seat.taken", seat="2")], [SEAT]).last_position
    each.commit()
    return last


def test_a_guard_that_breaks_while_a_transaction_waits_takes_all_of_it_back(session, watcher):
    worker, other, lease = ready(session)
    last = seen(worker)
    rival = session()
    rival.log.append([seat()], [SEAT], last)
    call = worker.start(sqlstate, book, worker, lease, seat(), last)
    watcher.waits(worker, call)
    rival.commit()
    assert call.result(STUCK_SECONDS) == "RG030"
    worker.rollback()
    assert drain(other, queue="next") == []
    assert accepted(other, acks(lease)) == [True]


def test_a_transaction_with_a_guard_that_is_sent_again_in_flight_happens_once(session, watcher):
    worker, other, lease = ready(session)
    last, mine = seen(worker), seat()
    first = book(worker, lease, mine, last)
    call = other.start(book, other, lease, mine, last)
    watcher.waits(other, call)
    worker.commit()
    assert call.result(STUCK_SECONDS) == first
    other.commit()
    assert drain(other, queue="next") == ["told"]
