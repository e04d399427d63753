"""The hot calls, each measured on a queue of `partitions` partitions of which one has work."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from regent.limits import MAX_POP_BYTES
from regent.stores.ack_wire import ack_lanes
from regent.stores.queue_types import Ack, Lease, PopRequest, PushItem, Source, TransactionKey
from tests.plans.counters import Work, measure
from tests.races.sessions import Session, acks, item
from tests.support.store import configure, failure

REQUEST = PopRequest(group="g", batch=10, partitions=1)
QUEUE = Source("ns.q")


def _push(session: Session, *partitions: str) -> None:
    session.queues.push([item("ns.q", 1, name, str(uuid.uuid4())) for name in partitions])
    session.commit()


def _pop(session: Session, partition: str | None = None, **changes: Any) -> Any:
    request = PopRequest(**({"group": "g", "batch": 10} | changes))
    return session.queues.pop("ns.q", partition, request)


def empty_pop(session: Session, partitions: int) -> Work:
    return measure(session.connection, lambda: _pop(session))


def empty_pop_of_a_partition(session: Session, partitions: int) -> Work:
    return measure(session.connection, lambda: _pop(session, "p50"))


def empty_pop_by_label(session: Session, partitions: int) -> Work:
    return measure(session.connection, lambda: session.queues.pop_matching("ns", "", REQUEST))


def look_for_what_is_due(session: Session, partitions: int) -> Work:
    return measure(session.connection, lambda: session.queues.next_due("ns.q", "g"))


def needle_pop(session: Session, partitions: int) -> Work:
    return _taking(session, partitions, lambda: _pop(session))


def needle_pop_of_a_partition(session: Session, partitions: int) -> Work:
    return _taking(session, partitions, lambda: _pop(session, f"p{partitions // 2}"))


def needle_pop_by_label(session: Session, partitions: int) -> Work:
    return _taking(session, partitions, lambda: session.queues.pop_matching("ns", "", REQUEST))


def needle_pop_with_auto_ack(session: Session, partitions: int) -> Work:
    return _taking(session, partitions, lambda: _pop(session, auto_ack=True))


def pop_of_ten_partitions(session: Session, partitions: int) -> Work:
    _push(session, *(f"p{partitions // 2 + n}" for n in range(10)))
    lease = None

    def take() -> None:
        nonlocal lease
        lease = _pop(session, partitions=10)
        assert len(lease.messages) == 10

    work = measure(session.connection, take)
    session.queues.ack(acks(lease))  # type: ignore[arg-type]
    session.commit()
    return work


def pop_for_ten(session: Session, partitions: int) -> Work:
    """Ten consumers in one statement, and an eleventh that finds nothing."""
    _push(session, *(f"p{partitions // 2 + n}" for n in range(10)))
    leases = []

    def take() -> None:
        leases.extend(session.queues.pop_each("ns.q", REQUEST, [None] * 11))
        assert [len(lease.messages) for lease in leases] == [1] * 10 + [0]

    work = measure(session.connection, take)
    session.queues.ack([answer for lease in leases for answer in acks(lease)])
    session.commit()
    return work


def ack_of_ten_requests(session: Session, partitions: int) -> Work:
    _push(session, *(f"p{partitions // 2 + n}" for n in range(10)))
    lanes = [
        ack_lanes(acks(each))[0] for each in session.queues.pop_each("ns.q", REQUEST, [None] * 10)
    ]

    def answer() -> None:
        assert all(rows[0][2] for rows in session.queues.ack_lanes(lanes))

    return measure(session.connection, answer)


def take_next_for_ten(session: Session, partitions: int) -> Work:
    """Ten requests in one statement: each completes a lease and finds a message."""
    names = [f"p{partitions // 2 + n}" for n in range(10)]
    _push(session, *names)
    lanes = [
        ack_lanes(acks(each))[0] for each in session.queues.pop_each("ns.q", REQUEST, [None] * 10)
    ]
    _push(session, *names)
    leases = []

    def answer() -> None:
        outcomes, taken = session.queues.take_next_each(
            lanes, "ns.q", REQUEST, MAX_POP_BYTES, [None] * 10
        )
        assert all(rows[0][2] for rows in outcomes)
        leases.extend(taken)
        assert [len(lease.messages) for lease in taken] == [1] * 10

    work = measure(session.connection, answer)
    session.queues.ack([answer for lease in leases for answer in acks(lease)])
    session.commit()
    return work


def push_to_one(session: Session, partitions: int) -> Work:
    work = measure(session.connection, lambda: _push_open(session, f"p{partitions // 2}"))
    _finish(session)
    return work


def push_of_a_batch(session: Session, partitions: int) -> Work:
    names = [f"p{partitions // 2}"] * 3
    work = measure(session.connection, lambda: _push_open(session, *names))
    _finish(session)
    return work


def push_to_ten(session: Session, partitions: int) -> Work:
    names = [f"p{partitions // 2 + n}" for n in range(10)]
    work = measure(session.connection, lambda: _push_open(session, *names))
    _finish(session)
    return work


def push_by_keys(session: Session, partitions: int) -> Work:
    """To a topic that grew lately, so each message is looked for in two places."""
    topic = f"topic {uuid.uuid4()}"
    for count in (5, 10):
        configure(session.queues, topic, partitions=count)
    session.commit()
    items: list[PushItem] = [
        {"queue": topic, "payload": 1, "key": f"k{n}", "transactionId": str(uuid.uuid4())}
        for n in range(10)
    ]
    work = measure(session.connection, lambda: session.queues.push(items))
    session.commit()
    return work


def push_of_a_duplicate(session: Session, partitions: int) -> Work:
    twice = [item("ns.q", 1, f"p{partitions // 2}", str(uuid.uuid4()))]
    session.queues.push(twice)
    work = measure(session.connection, lambda: session.queues.push(twice))
    _finish(session)
    return work


def ack(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    lease = _pop(session)
    return measure(session.connection, lambda: _all_accepted(session, acks(lease)))


def ack_in_another_order(session: Session, partitions: int) -> Work:
    _push(session, *[f"p{partitions // 2}"] * 3)
    answers = acks(_pop(session))[::-1]
    return measure(session.connection, lambda: _all_accepted(session, answers))


def ack_of_ten_partitions(session: Session, partitions: int) -> Work:
    _push(session, *(f"p{partitions // 2 + n}" for n in range(10)))
    lease = _pop(session, partitions=10)
    return measure(session.connection, lambda: _all_accepted(session, acks(lease)))


def ack_of_a_part(session: Session, partitions: int) -> Work:
    _push(session, *[f"p{partitions // 2}"] * 3)
    answers = acks(_pop(session))
    work = measure(session.connection, lambda: _all_accepted(session, answers[1:]))
    _all_accepted(session, answers[:1])
    session.commit()
    return work


def failed_ack(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    answers = acks(_pop(session), "dlq")
    return measure(session.connection, lambda: _all_accepted(session, answers))


def failed_batch(session: Session, partitions: int) -> Work:
    _push(session, *[f"p{partitions // 2}"] * 3)
    failed = [failure(_pop(session), "g", delaySeconds=0)]
    work = measure(session.connection, lambda: _is(True, session.queues.ack([], failed)[0].success))
    _finish(session)
    return work


def take_next(session: Session, partitions: int) -> Work:
    """The lease of one partition is completed, and another one has a message."""
    lease, answers = _with_one_to_take(session, partitions)
    work = measure(session.connection, lambda: lease.append(_take_next(session, answers)))
    _all_accepted(session, acks(lease[0]))
    session.commit()
    return work


def take_next_by_label(session: Session, partitions: int) -> Work:
    lease, answers = _with_one_to_take(session, partitions)
    by_label = Source(namespace="ns")
    work = measure(session.connection, lambda: lease.append(_take_next(session, answers, by_label)))
    _all_accepted(session, acks(lease[0]))
    session.commit()
    return work


def take_next_of_nothing(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    answers = acks(_pop(session))
    return measure(
        session.connection,
        lambda: session.queues.take_next(answers, QUEUE, REQUEST, MAX_POP_BYTES),
    )


def repeated_pop(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    key = str(uuid.uuid4())
    lease = _pop(session, partitions=1, lease_key=key)
    work = measure(
        session.connection,
        lambda: _is(lease.id, _pop(session, partitions=1, lease_key=key, repeat=True).id),
    )
    _all_accepted(session, acks(lease))
    session.commit()
    return work


def release_by_key(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    key = str(uuid.uuid4())
    _pop(session, partitions=1, lease_key=key)
    work = measure(
        session.connection, lambda: _is(1, session.queues.release(key, QUEUE, REQUEST.group))
    )
    _all_accepted(session, acks(_pop(session)))
    session.commit()
    return work


def extend(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    lease = _pop(session)
    work = measure(session.connection, lambda: _is((1,), session.queues.extend(lease.id, 600)[:1]))
    _all_accepted(session, acks(lease))
    session.commit()
    return work


def transaction(session: Session, partitions: int) -> Work:
    _push(session, f"p{partitions // 2}")
    lease = _pop(session)
    follow_up = [item("ns.q", 2, f"p{partitions // 2 + 1}", str(uuid.uuid4()))]
    work = measure(
        session.connection,
        lambda: session.queues.transaction(follow_up, acks(lease), [lease.id]),
    )
    _finish(session)
    return work


def keyed_transaction(session: Session, partitions: int) -> Work:
    """Once, and again."""
    follow_up = [item("ns.q", 2, f"p{partitions // 2 + 1}", str(uuid.uuid4()))]
    key = TransactionKey(str(uuid.uuid4()), str(uuid.uuid4()))

    def twice() -> None:
        for repeated in (False, True):
            done = session.queues.transaction(follow_up, [], [], key=key)
            assert done.repeated == repeated

    work = measure(session.connection, twice)
    _finish(session)
    return work


def _taking(session: Session, partitions: int, pop: Callable[[], Any]) -> Work:
    """One partition of all has a message: the pop must find it."""
    _push(session, f"p{partitions // 2}")
    lease = None

    def take() -> None:
        nonlocal lease
        lease = pop()
        assert [message.partition for message in lease.messages] == [f"p{partitions // 2}"]

    work = measure(session.connection, take)
    if lease is not None and lease.id:
        _all_accepted(session, acks(lease))
    session.commit()
    return work


def _with_one_to_take(session: Session, partitions: int) -> tuple[list[Lease], list[Ack]]:
    _push(session, f"p{partitions // 2}")
    answers = acks(_pop(session))
    _push(session, f"p{partitions // 2 + 1}")
    return [], answers


def _take_next(session: Session, answers: list[Ack], source: Source = QUEUE) -> Lease:
    outcomes, lease = session.queues.take_next(answers, source, REQUEST, MAX_POP_BYTES)
    assert [outcome.success for outcome in outcomes] == [True]
    assert len(lease.messages) == 1
    return lease


def _push_open(session: Session, *names: str) -> None:
    session.queues.push([item("ns.q", 1, name, str(uuid.uuid4())) for name in names])


def _all_accepted(session: Session, answers: Any) -> None:
    assert all(outcome.success for outcome in session.queues.ack(answers))


def _is(expected: Any, got: Any) -> None:
    assert got == expected


def _finish(session: Session) -> None:
    """Consume what a call has pushed, so that the next one finds the queue at rest."""
    while _pop(session, auto_ack=True, batch=100, partitions=100).messages:
        pass
    session.commit()


OPERATIONS: dict[str, Callable[[Session, int], Work]] = {
    operation.__name__: operation
    for operation in (
        empty_pop,
        empty_pop_of_a_partition,
        empty_pop_by_label,
        look_for_what_is_due,
        needle_pop,
        needle_pop_of_a_partition,
        needle_pop_by_label,
        needle_pop_with_auto_ack,
        pop_of_ten_partitions,
        pop_for_ten,
        push_to_one,
        push_of_a_batch,
        push_to_ten,
        push_of_a_duplicate,
        ack,
        ack_in_another_order,
        ack_of_ten_partitions,
        ack_of_ten_requests,
        take_next_for_ten,
        ack_of_a_part,
        failed_ack,
        failed_batch,
        take_next,
        take_next_by_label,
        take_next_of_nothing,
        repeated_pop,
        release_by_key,
        extend,
        transaction,
        keyed_transaction,
        push_by_keys,
    )
}
