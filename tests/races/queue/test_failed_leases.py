"""A batch that failed as a whole, beside its own repetition, the end of its lease, and others."""

from __future__ import annotations

from concurrent.futures import Future

from regent.stores.groups import Target
from regent.stores.queue_types import Lease
from regent.stores.resources import Resources
from tests.races.gates import HOLD_CONSUMER, hold, meet
from tests.races.sessions import (
    LEASE_AND_BEYOND,
    Broken,
    Open,
    Session,
    Watcher,
    accepted,
    acks,
    drain,
    ended,
    follow,
    payloads,
    pending,
    pop,
    push,
    push_to_each,
)
from tests.support.rows import dead_letters
from tests.support.store import configure, failure


def fails(session: Session, *leases: Lease) -> list[bool]:
    """Say that these batches failed, in one request; whether each was taken."""
    failed = [failure(lease, "g") for lease in leases]
    return [outcome.success for outcome in session.queues.ack([], failed)]


def attempts(session: Session) -> int:
    """How many failed attempts there are in all."""
    ((count,),) = session.execute("select coalesce(sum(attempts), 0) from queen.attempts")
    session.commit()
    return int(count)


def leased(session: Session, *names: str, batch: int = 100) -> Lease:
    """A lease of the messages with these names in partition p, committed."""
    configure(session.queues, "q", retry_delay=0)
    lease = pop(pending(session, *names), batch=batch, partitions=1)
    session.commit()
    return lease


def unfenced(broken: Broken) -> None:
    """A verdict that trusts the partition: whoever holds it has failed."""
    broken(
        "_fail_batch",
        ("coalesce(p_row.lease_id = p_lease and p_row.lease_expires_at > p_now, false)",
         "coalesce(p_row.lease_id is not null, false)"),
    )  # fmt: skip


# Repetitions


def repeated(session: Open, watcher: Watcher) -> list[bool]:
    """The first try is on its way when its repetition comes; what that one is told."""
    one, two = session(), session()
    lease = leased(one, "a", "b", "c", "d")
    assert fails(one, lease) == [True]  # not committed
    call = two.start(fails, two, lease)
    watcher.waits(two, call)
    one.commit()
    told: list[bool] = ended(two, call)
    return told


def test_a_repetition_waits_for_the_first_try_and_counts_nothing(session, watcher, gate):
    assert repeated(session, watcher) == [False]
    assert attempts(gate) == 1


def test_a_repetition_after_the_first_try_was_undone_counts(session, watcher, gate):
    one, two = session(), session()
    lease = leased(one, "a", "b", "c", "d")
    fails(one, lease)
    call = two.start(fails, two, lease)
    watcher.waits(two, call)
    one.rollback()
    assert ended(two, call) == [True]
    assert attempts(gate) == 1


def after_the_next_lease(one: Session, two: Session) -> tuple[Lease, list[bool]]:
    """The repetition arrives when the same consumer has the next lease already."""
    lease = leased(one, "a", "b", "c", "d")
    fails(one, lease)
    one.commit()
    following = pop(one, partitions=1)
    one.commit()
    assert payloads(following) == ["a", "b"]
    again = fails(two, lease)
    two.commit()
    return following, again


def test_a_repetition_after_the_next_lease_began_leaves_that_one_alone(session, gate):
    one, two = session(), session()
    following, again = after_the_next_lease(one, two)
    assert again == [False]
    assert attempts(gate) == 1
    assert accepted(one, acks(following)) == [True, True]


def test_a_verdict_without_its_fence_is_caught(session, broken, gate):
    unfenced(broken)
    one, two = session(), session()
    _, again = after_the_next_lease(one, two)
    assert again == [True]
    assert attempts(gate) == 2  # an attempt that nobody made


def test_an_attempt_that_is_counted_before_the_fence_is_caught(session, broken, gate):
    broken(
        "_fail_batch",
        ("    repeated := false;",
         """    repeated := false;
            perform _count_attempt(p_partition, p_row.group_id, 0, 'Failed');"""),
    )  # fmt: skip
    one, two = session(), session()
    after_the_next_lease(one, two)
    assert attempts(gate) > 1


# The end of the lease


def test_a_lease_that_ends_first_has_not_failed(session, watcher, gate, clock):
    """The lease is compared under the row's lock, after the wait."""
    one, two = session(), session()
    lease = leased(one, "a", "b", "c", "d")
    clock.advance(LEASE_AND_BEYOND)
    taken = pop(two, partitions=1)  # not committed
    assert payloads(taken) == ["a", "b"]
    call = one.start(fails, one, lease)
    watcher.waits(one, call)
    two.commit()
    assert ended(one, call) == [False]
    assert attempts(gate) == 1  # that of the lease that ran out
    assert accepted(two, acks(taken)) == [True, True]


def test_a_zombies_verdict_is_refused(session, gate, clock):
    zombie, heir = session(), session()
    lease = leased(zombie, "a", "b", "c", "d")
    clock.advance(LEASE_AND_BEYOND)
    taken = pop(heir, partitions=1)
    heir.commit()
    assert fails(zombie, lease) == [False]
    zombie.commit()
    assert accepted(heir, acks(taken)) == [True, True]
    heir.commit()
    assert drain(heir) == ["c", "d"]


def test_a_zombies_verdict_without_its_fence_is_caught(session, broken, clock):
    unfenced(broken)
    zombie, heir = session(), session()
    lease = leased(zombie, "a", "b", "c", "d")
    clock.advance(LEASE_AND_BEYOND)
    taken = pop(heir, partitions=1)
    heir.commit()
    assert fails(zombie, lease) == [True]
    zombie.commit()
    assert accepted(heir, acks(taken)) == [False, False]  # its lease was taken away


def test_a_group_that_is_moved_meanwhile_has_no_such_lease(session, watcher, gate):
    one, two = session(), session()
    lease = leased(one, "a", "b")
    two.groups.seek("g", "q", None, Target("beginning"), force=True)  # not committed
    call = one.start(fails, one, lease)
    watcher.waits(one, call)
    two.commit()
    assert ended(one, call) == [False]
    assert attempts(gate) == 0


def test_a_partition_that_is_deleted_meanwhile_has_no_such_lease(session, watcher, gate):
    one, two = session(), session()
    lease = leased(one, "a", "b")
    Resources(two.database).delete_partition("q", "p", force=True)  # not committed
    call = one.start(fails, one, lease)
    watcher.waits(one, call)
    two.commit()
    assert ended(one, call) == [False]
    assert attempts(gate) == 0


def test_an_ack_that_waits_for_the_failure_finds_its_lease_ended(session, watcher):
    one, two = session(), session()
    lease = leased(one, "a", "b")
    assert fails(one, lease) == [True]  # not committed
    call = two.start(accepted, two, acks(lease))
    watcher.waits(two, call)
    one.commit()
    assert ended(two, call) == [False, False]


def test_a_failure_that_waits_for_an_ack_blames_what_is_left(session, watcher, gate):
    one, two = session(), session()
    lease = leased(one, "a", "b")
    first = acks(lease, only=["a"])
    assert accepted(one, first) == [True]  # not committed
    call = two.start(fails, two, lease)
    watcher.waits(two, call)
    one.commit()
    assert ended(two, call) == [True]
    assert drain(two) == ["b"]


# Innocents


def buried(owner_url: str) -> list[str]:
    return [payload for payload, *_ in dead_letters(owner_url)]


def without_retries(session: Session, batch: int) -> None:
    """A batch fails whose message at the cursor has no retry."""
    configure(session.queues, "q", retry_limit=0, retry_delay=0)
    push(session, "a", "b")
    session.commit()
    lease = pop(session, batch=batch, partitions=1)
    fails(session, lease)
    session.commit()


def test_a_message_with_a_neighbour_in_its_lease_is_not_buried(session, owner_url):
    one = session()
    follow(one, "p")
    without_retries(one, 2)
    assert buried(owner_url) == []


def test_a_message_that_was_alone_is_buried(session, owner_url):
    one = session()
    follow(one, "p")
    without_retries(one, 1)
    assert buried(owner_url) == ["a"]


def test_a_neighbour_that_is_buried_is_caught(session, owner_url, broken):
    broken(
        "_judge_batch", ("elsif p_row.handed > 1 or p_row.lease_shared then", "elsif false then")
    )
    one = session()
    follow(one, "p")
    without_retries(one, 2)
    assert buried(owner_url) == ["a"]


def test_a_lease_that_never_halves_is_caught(session, broken):
    """The message that is at fault would never be alone."""
    broken("_judge_batch", ("greatest(1, p_row.handed / 2)", "p_row.handed"))
    one = session()
    lease = leased(one, "a", "b", "c", "d")
    fails(one, lease)
    assert payloads(pop(one, partitions=1)) == ["a", "b", "c", "d"]


# Locks


def crossed(gate: Session, watcher: Watcher, session: Open) -> bool:
    """Whether two requests deadlock that name the same two leases in opposite order."""
    one, two = session(), session()
    follow(one, "a", "b")
    push_to_each(one, "a", "b")
    first, second = pop(one, partitions=1), pop(one, partitions=1)
    one.commit()
    hold(gate, HOLD_CONSUMER, "a", "g")
    return meet(
        gate,
        watcher,
        (one, lambda: fails(one, first, second)),
        (two, lambda: fails(two, second, first)),
    )


def test_failures_in_opposite_order_do_not_deadlock(gate, watcher, session):
    assert not crossed(gate, watcher, session)


def test_failures_in_the_order_of_the_request_are_caught(gate, watcher, session, broken):
    broken("ack", ("if jsonb_array_length(p_lanes) > 1 and not p_locked then", "if false then"))
    assert crossed(gate, watcher, session)


def test_a_failure_does_not_wait_for_a_producer(session, watcher, owner_url):
    """And what was pushed meanwhile is delivered: no wake-up is lost."""
    one, two = session(), session()
    configure(one.queues, "q", retry_limit=0, retry_delay=0)
    lease = pop(pending(one, "a"), partitions=1)
    one.commit()
    push(two, "new")  # not committed: it holds the partition
    call: Future[list[bool]] = one.start(fails, one, lease)
    assert watcher.settled(one, call)
    assert ended(one, call) == [True]
    assert buried(owner_url) == ["a"]
    two.commit()
    assert drain(one) == ["new"]
