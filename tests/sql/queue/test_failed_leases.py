"""queen.ack of a lease whose batch failed as a whole: half as many next, and no innocent dies."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.stores.groups import Groups, Target
from regent.stores.queue import Queues
from regent.stores.queue_types import QUEUE_MODE, Acked, FailedLease, Lease
from regent.stores.resources import Resources
from tests.support.clock import StoppedClock
from tests.support.rows import dead_letters, rows, value
from tests.support.store import (
    acks,
    complete,
    configure,
    failure,
    payloads,
    pop,
    push,
    take_next,
)

LEASE_SECONDS = 60
OTHER = "0f8fad5b-d9cb-469f-a165-70867728950e"


def fail(store: Queues, lease: Lease | str, **more: Any) -> Acked:
    """Say that a batch failed as a whole."""
    (outcome,) = store.ack([], [failure(lease, **more)])
    return outcome


def attempts(owner_url: str) -> list[tuple[int, int, str]]:
    """Offset, attempts and reason of what has failed."""
    found = rows(owner_url, 'select "offset", attempts, last_error from queen.attempts order by 1')
    return [tuple(row.values()) for row in found]  # type: ignore[misc]


def everything(owner_url: str) -> list[Any]:
    """The rows that a verdict may change."""
    tables = ("partition_consumers", "dead_letter_queue", "attempts")
    return [rows(owner_url, f"select * from queen.{table} t order by t::text") for table in tables]


@pytest.fixture
def queue(store: Queues) -> Queues:
    """Eight messages of one partition, and retries after five seconds."""
    configure(store, "q", lease_time=LEASE_SECONDS, retry_limit=2, retry_delay=5_000)
    push(store, "q", *range(8), partition="p")
    return store


def test_the_message_at_the_cursor_has_an_attempt_and_half_as_many_come_next(
    queue: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    lease = pop(queue, "q", batch=8)
    outcome = fail(queue, lease, error="boom")
    assert outcome == Acked(0, True, False, None, False, True, None, "q", "p")
    assert attempts(owner_url) == [(0, 1, "boom")]
    assert pop(queue, "q", batch=8).messages == []
    stopped_clock.advance(5)
    again = pop(queue, "q", batch=8)
    assert [(m.offset, m.delivery, m.failed_attempts) for m in again.messages] == [
        (0, 2, 1),
        (1, 2, 0),
        (2, 2, 0),
        (3, 2, 0),
    ]
    counted = "select popped, acked, failed, lapsed, dead from queen.partition_consumers"
    assert rows(owner_url, f"{counted} where popped > 0") == [
        {"popped": 12, "acked": 0, "failed": 1, "lapsed": 0, "dead": 0}
    ]


def test_a_failure_needs_no_reason(queue: Queues, owner_url: str) -> None:
    fail(queue, pop(queue, "q", batch=8))
    assert attempts(owner_url) == [(0, 1, "Failed")]


def test_a_failure_may_say_when_its_messages_come_again(
    queue: Queues, stopped_clock: StoppedClock
) -> None:
    fail(queue, pop(queue, "q", batch=8), delaySeconds=30)
    stopped_clock.advance(29)
    assert pop(queue, "q").messages == []
    stopped_clock.advance(1)
    lease = pop(queue, "q")
    assert payloads(lease) == ["0"]
    fail(queue, lease, delaySeconds=0)
    assert payloads(pop(queue, "q")) == ["0"]


def test_each_failure_doubles_the_delay(
    store: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    configure(store, "q", retry_limit=9, retry_delay=1_000, retry_delay_max=3_000)
    push(store, "q", *range(64))
    waited = []
    for _ in range(4):
        before = stopped_clock.passed
        fail(store, pop(store, "q", batch=64))
        while not pop_at(store, stopped_clock):
            stopped_clock.advance(1)
        waited.append(stopped_clock.passed - before)
    assert waited == [1, 2, 3, 3]


def pop_at(store: Queues, clock: StoppedClock) -> bool:
    """Whether there is something now; it is given back."""
    lease = pop(store, "q")
    if lease.messages:
        store.ack(acks(lease, status="retry"))
    return bool(lease.messages)


def test_a_message_that_is_alone_is_buried_after_its_retries(store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_limit=1, retry_delay=0)
    push(store, "q", "poison", "behind")
    assert not fail(store, pop(store, "q"), error="first").dead
    outcome = fail(store, pop(store, "q"), error="second")
    assert (outcome.success, outcome.dead) == (True, True)
    assert dead_letters(owner_url) == [("poison", "retries", "second", 2)]
    assert payloads(pop(store, "q")) == ['"behind"']


def test_no_message_is_buried_that_had_a_neighbour(store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_limit=0, retry_delay=0)
    push(store, "q", *range(8))
    for handed in (8, 1):
        lease = pop(store, "q", batch=8)
        assert len(lease.messages) == handed
        assert dead_letters(owner_url) == []
        fail(store, lease)
    assert [payload for payload, *_ in dead_letters(owner_url)] == [0]


def test_the_message_that_is_at_fault_is_found_in_any_place(store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_limit=3, retry_delay=0)
    push(store, "q", *range(16))
    done: list[str] = []
    for _ in range(60):
        lease = pop(store, "q", batch=16)
        if "11" in payloads(lease):
            fail(store, lease)
        elif lease.messages:
            done += payloads(lease)
            complete(store, lease)
    assert done == [str(n) for n in range(16) if n != 11]
    assert [payload for payload, *_ in dead_letters(owner_url)] == [11]


def test_a_shared_lease_fails_in_all_of_its_partitions_and_buries_nobody(
    store: Queues, owner_url: str
) -> None:
    configure(store, "q", retry_limit=0, retry_delay=0)
    for name in "abc":
        push(store, "q", name, partition=name)
    lease = pop(store, "q", batch=10, partitions=3)
    outcome = fail(store, lease)
    assert (outcome.success, outcome.dead, outcome.queue) == (True, False, "q")
    assert dead_letters(owner_url) == []
    assert [payloads(pop(store, "q", batch=10, partitions=3)) for _ in "abc"] == [
        [f'"{name}"'] for name in "abc"
    ]


def test_one_partition_of_a_shared_lease_may_fail(store: Queues) -> None:
    configure(store, "q", retry_delay=0)
    for name in "ab":
        push(store, "q", f"{name}1", f"{name}2", partition=name)
    lease = pop(store, "q", batch=10, partitions=2)
    of_a, *_ = (str(m.partition_id) for m in lease.messages)
    assert fail(store, lease, partitionId=of_a).partition == "a"
    assert payloads(pop(store, "q", batch=10, partitions=2)) == ['"a1"']
    outcomes = store.ack(acks(lease))
    assert [(outcome.success, outcome.code) for outcome in outcomes] == [
        (False, "INVALID_LEASE"),
        (False, "INVALID_LEASE"),
        (True, None),
        (True, None),
    ]


def test_what_was_completed_of_the_batch_stays_completed(
    queue: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    lease = pop(queue, "q", batch=8)
    queue.ack(acks(lease, *(lease.messages[n] for n in (0, 2, 3, 5))))
    assert fail(queue, lease, error="boom").success
    assert attempts(owner_url) == [(1, 1, "boom")]
    stopped_clock.advance(5)
    again = pop(queue, "q", batch=8)
    assert [m.offset for m in again.messages] == [1, 4, 6, 7]
    assert [m.success for m in complete(queue, again)] == [True] * 4
    assert attempts(owner_url) == []
    # An ack of then, whose answer was lost, is known still.
    assert fail(queue, lease).code == "INVALID_LEASE"


def test_an_ack_of_the_failed_lease_is_recognised(queue: Queues) -> None:
    lease = pop(queue, "q", batch=8)
    first = acks(lease, lease.messages[0])
    queue.ack(first)
    fail(queue, lease)
    assert [(a.success, a.repeated) for a in queue.ack(first)] == [(True, True)]


def test_one_message_that_is_left_of_several_was_not_alone(store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_limit=0, retry_delay=0)
    push(store, "q", 1, 2)
    lease = pop(store, "q", batch=2)
    store.ack(acks(lease, lease.messages[1]))
    assert not fail(store, lease).dead
    assert dead_letters(owner_url) == []
    assert fail(store, pop(store, "q", batch=2)).dead


def test_a_batch_of_which_all_was_deleted_blames_nobody(queue: Queues, owner_url: str) -> None:
    lease = pop(queue, "q", batch=2)
    rows(owner_url, 'delete from queen.messages where "offset" < 2')
    assert fail(queue, lease).success
    assert attempts(owner_url) == []
    assert payloads(pop(queue, "q", batch=2)) == ["2", "3"]


def test_acks_of_the_same_request_come_first(
    queue: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    lease = pop(queue, "q", batch=8)
    outcomes = queue.ack(acks(lease, *lease.messages[:3]), [failure(lease, error="boom")])
    assert [(o.place, o.success) for o in outcomes] == [(n, True) for n in range(4)]
    assert attempts(owner_url) == [(3, 1, "boom")]
    stopped_clock.advance(5)
    assert [m.offset for m in pop(queue, "q", batch=8).messages] == [3, 4, 5, 6]


def test_a_batch_that_is_done_has_not_failed(queue: Queues, owner_url: str) -> None:
    lease = pop(queue, "q", batch=2)
    outcomes = queue.ack(acks(lease), [failure(lease)])
    assert [o.code for o in outcomes] == [None, None, "INVALID_LEASE"]
    assert attempts(owner_url) == []


def test_a_lease_that_is_named_twice_fails_once(queue: Queues, owner_url: str) -> None:
    lease = pop(queue, "q", batch=8)
    name, partition = lease.id, lease.id.split(".")[1]
    twice = [failure(lease), failure(f"{name}.{partition}"), failure(lease, partitionId=partition)]
    assert [o.success for o in queue.ack([], twice)] == [True, False, False]
    assert attempts(owner_url) == [(0, 1, "Failed")]


def test_what_comes_next_is_taken_with_it(store: Queues, owner_url: str) -> None:
    """The failed partition rests, so it is another one."""
    for name in "ab":
        push(store, "q", f"{name}1", f"{name}2", partition=name)
    lease = pop(store, "q", batch=2)
    failed = [failure(lease, error="boom")]
    outcomes, following = take_next(store, [], "q", batch=2, failed=failed)
    assert [o.success for o in outcomes] == [True]
    assert payloads(following) == ['"b1"', '"b2"']
    assert attempts(owner_url) == [(0, 1, "boom")]


# Fences


def refusals(lease: Lease) -> dict[str, FailedLease]:
    """Verdicts that must change nothing, by the reason."""
    partition = lease.id.split(".")[1]
    return {
        "another lease": failure(f"{OTHER}.{partition}"),
        "no lease of ours": failure("dceea2b0"),
        "nothing": failure(""),
        "no partition": failure(lease.id.split(".")[0]),
        "a partition that is none": failure(lease, partitionId="p"),
        "a partition that is not there": failure(f"{lease.id.split('.')[0]}.999999"),
        "another group": failure(lease, group="other"),
    }


@pytest.mark.parametrize("reason", refusals(Lease("a.1", [])))
def test_it_is_refused_and_changes_nothing_with(queue: Queues, owner_url: str, reason: str) -> None:
    lease = pop(queue, "q", batch=8)
    pop(queue, "q", batch=1, group="other")
    before = everything(owner_url)
    (outcome,) = queue.ack([], [refusals(lease)[reason]])
    assert (outcome.success, outcome.code, outcome.lease_released) == (
        False,
        "INVALID_LEASE",
        False,
    )
    assert outcome.holder == (QUEUE_MODE if reason == "another group" else None)
    assert everything(owner_url) == before


def test_a_lease_that_ran_out_has_not_failed(
    queue: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    lease = pop(queue, "q", batch=8)
    stopped_clock.advance(LEASE_SECONDS)
    before = everything(owner_url)
    assert fail(queue, lease).code == "INVALID_LEASE"
    assert everything(owner_url) == before


def test_a_repetition_counts_nothing(
    queue: Queues, stopped_clock: StoppedClock, owner_url: str
) -> None:
    """At once, after the lease's time, and after the next lease of the same consumer began."""
    lease = pop(queue, "q", batch=8)
    assert fail(queue, lease).success
    for seconds in (0, LEASE_SECONDS):
        stopped_clock.advance(seconds)
        before = everything(owner_url)
        assert fail(queue, lease).code == "INVALID_LEASE"
        assert everything(owner_url) == before
    pop(queue, "q", batch=8)
    before = everything(owner_url)
    assert fail(queue, lease).code == "INVALID_LEASE"
    assert everything(owner_url) == before


def test_a_group_that_was_moved_has_no_such_lease(
    queue: Queues, database: Database, owner_url: str
) -> None:
    lease = pop(queue, "q", batch=8, group="g")
    Groups(database).seek("g", "q", None, Target("beginning"), force=True)
    before = everything(owner_url)
    assert fail(queue, lease, group="g").code == "INVALID_LEASE"
    assert everything(owner_url) == before


def test_of_a_deleted_partition_the_others_fail(
    store: Queues, database: Database, owner_url: str
) -> None:
    resources = Resources(database)
    for name in "ab":
        push(store, "q", f"{name}1", f"{name}2", partition=name)
    lease = pop(store, "q", batch=4, partitions=2)
    resources.delete_partition("q", "a", force=True)
    outcome = fail(store, lease)
    assert (outcome.success, outcome.partition) == (True, "b")
    resources.delete_partition("q", "b", force=True)
    assert fail(store, lease).code == "INVALID_LEASE"
    assert value(owner_url, "select count(*) from queen.attempts") == 0


def test_what_is_behind_it_waits_with_it(queue: Queues) -> None:
    fail(queue, pop(queue, "q", batch=2))
    assert take_next(queue, [], "q", batch=8)[1].messages == []
