"""Everything at once, for a number of rounds: no deadlock, and the books balance."""

from __future__ import annotations

import random
import threading
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import psycopg

from regent.stores.queue_types import PopRequest
from tests.races.sessions import (
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    acks,
    follow,
    item,
    payloads,
    pop,
)

PARTITIONS = [f"p{number}" for number in range(12)]


class Books:
    """The messages that all threads pushed and completed."""

    def __init__(self) -> None:
        self.pushed: dict[str, str] = {}  # message -> partition
        self.completed: Counter[str] = Counter()
        self.deadlocks = 0
        self.guard = threading.Lock()

    def spread(self, chance: random.Random, name: str) -> list[Any]:
        """Messages for a few partitions, in no order."""
        lanes = chance.sample(PARTITIONS, 5)
        with self.guard:
            self.pushed |= {f"{name} {lane}": lane for lane in lanes}
        return [item("q", f"{name} {lane}", lane, f"{name} {lane}") for lane in lanes]

    def attempt(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """Call until there was no deadlock, as regent.database does; count the deadlocks."""
        while True:
            try:
                return call(*arguments)
            except psycopg.errors.DeadlockDetected:
                with self.guard:
                    self.deadlocks += 1


def produce(session: Session, books: Books, number: int, rounds: int) -> None:
    chance = random.Random(number)
    for turn in range(rounds):
        books.attempt(session.queues.push, books.spread(chance, f"{number}.{turn}"))


def consume(session: Session, books: Books, number: int, rounds: int) -> None:
    """Pop over many partitions; ack all in one batch, in any order, some in a transaction."""
    chance = random.Random(number)
    for turn in range(rounds):
        lease = books.attempt(lambda: pop(session, batch=40, partitions=chance.randint(1, 8)))
        answers = acks(lease)
        if not answers:
            continue
        chance.shuffle(answers)
        if chance.random() < 0.3:
            follow_up = books.spread(chance, f"{number}.{turn}")
            books.attempt(session.queues.transaction, follow_up, answers, [lease.id])
        else:
            outcomes = books.attempt(session.queues.ack, answers)
            assert all(outcome.success for outcome in outcomes)
            if chance.random() < 0.3:  # as if the answer was lost
                again = books.attempt(session.queues.ack, answers)
                assert all(a.repeated or not a.success for a in again)
        with books.guard:
            books.completed.update(payloads(lease))


def storm(session: Open, watcher: Watcher, jobs: list[Callable[..., None]], rounds: int) -> Books:
    books = Books()
    starter = session()
    follow(starter, *PARTITIONS)
    before = watcher.deadlocks()
    sessions = [session(autocommit=True) for _ in jobs]
    calls: list[Future[None]] = [
        each.start(job, each, books, number, rounds)
        for number, (job, each) in enumerate(zip(jobs, sessions, strict=True))
    ]
    for call in calls:
        call.result(STUCK_SECONDS * 6)
    for each in sessions:
        each.close()
    # Postgres counts also those that a session swallowed. Its figure comes a little late.
    books.deadlocks = max(books.deadlocks, watcher.deadlocks() - before)
    return books


def drain_in_order(session: Session, books: Books) -> None:
    while lease := pop(session, batch=1000):
        if not lease.messages:
            break
        assert all(outcome.success for outcome in session.queues.ack(acks(lease)))
        books.completed.update(payloads(lease))


def test_eight_writers_over_random_partitions_do_not_deadlock(session, watcher):
    books = storm(session, watcher, [produce] * 8, rounds=60)
    assert books.deadlocks == 0
    assert len(books.pushed) == 8 * 60 * 5


def test_eight_writers_that_lock_in_the_order_of_the_request_are_caught(session, watcher, broken):
    broken(
        "push", ("order by p.id for no key update of p", "order by u.lane for no key update of p")
    )
    assert storm(session, watcher, [produce] * 8, rounds=60).deadlocks > 0


def test_pushes_acks_pops_and_transactions_over_many_partitions_do_not_deadlock(session, watcher):
    books = storm(session, watcher, [produce, consume] * 4, rounds=80)
    assert books.deadlocks == 0
    drain_in_order(session(autocommit=True), books)
    assert set(books.completed) == set(books.pushed)
    assert set(books.completed.values()) == {1}


def test_two_groups_each_get_every_message_in_order_in_a_storm(session, watcher):
    """Order by (partition, group): the offsets that consumers see of a partition only grow."""
    seen: dict[tuple[str, str], list[int]] = defaultdict(list)
    guard = threading.Lock()

    def follow_in_order(each: Session, books: Books, number: int, rounds: int) -> None:
        group = "gh"[number % 2]
        for _ in range(rounds):
            lease = books.attempt(lambda: pop(each, group=group, batch=30, partitions=3))
            with guard:
                for message in lease.messages:
                    seen[group, message.partition].append(message.offset)
            books.attempt(each.queues.ack, acks(lease, group=group))

    follow(session(), *PARTITIONS, group="h")
    jobs = [produce] * 4 + [follow_in_order] * 4
    books = storm(session, watcher, jobs, rounds=50)
    assert books.deadlocks == 0
    rest = session(autocommit=True)
    for group in "gh":
        while (lease := pop(rest, group=group, batch=1000)).messages:
            for message in lease.messages:
                seen[group, message.partition].append(message.offset)
            rest.queues.ack(acks(lease, group=group))
    per_partition = Counter(books.pushed.values())
    for group in "gh":
        for name in PARTITIONS:
            offsets = seen[group, name]
            assert offsets == list(range(offsets[0], offsets[0] + per_partition[name]))


def retried(call: Callable[..., Any], *arguments: Any) -> Any:
    """Repeat as regent.database does. Any other error would be an answer 500."""
    for _ in range(50):
        try:
            return call(*arguments)
        except (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure):
            pass
    raise AssertionError("no progress")


def delete(session: Session, books: Books, number: int, rounds: int) -> None:
    for _ in range(rounds):
        retried(session.queues.delete_queue, "q")


def write(session: Session, books: Books, number: int, rounds: int) -> None:
    chance = random.Random(number)
    for turn in range(rounds):
        retried(session.queues.push, books.spread(chance, f"{number}.{turn}"))


def read(session: Session, books: Books, number: int, rounds: int) -> None:
    for _ in range(rounds):
        request = PopRequest(f"g{number % 2}", 10, 4)
        lease = retried(session.queues.pop, "q", None, request)
        retried(session.queues.ack, acks(lease, group=request.group))


def test_deletions_beside_everything_else_break_nothing(session, watcher):
    """A queue is deleted and made again under its producers and consumers."""
    sessions = [session(autocommit=True) for _ in range(8)]
    jobs = [delete, write, read, write, read, write, read, read]
    books = Books()
    calls = [
        each.start(job, each, books, number, 40)
        for number, (job, each) in enumerate(zip(jobs, sessions, strict=True))
    ]
    for call in calls:
        call.result(STUCK_SECONDS * 3)
