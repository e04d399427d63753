"""Sessions use all verbs of the log at once, for a number of rounds: none deadlocks, and no message
is forgotten."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import psycopg

from regent.errors import RegentError
from tests.races.log.steps import PAUSE, close_gate, lost_marks
from tests.races.sessions import STUCK_SECONDS, Open, Session, Watcher
from tests.support.clock import Clock
from tests.support.log import append, message, positions, work

BY = ("x", "y")
TYPES = ("a", "b", "c")
ROUNDS = 120
#: Errors that a caller handles or tries again; a deadlock is not among them.
EXPECTED = {"RG030", "RG031", "RG033", "40001"}


def any_message(chance: random.Random) -> Any:
    names = chance.sample("xyz", chance.randint(1, 3))
    return message(chance.choice(TYPES), **{name: chance.choice("1234") for name in names})


def produce(session: Session, chance: random.Random) -> None:
    batch = [any_message(chance) for _ in range(chance.randint(1, 5))]
    if chance.random() < 0.1:
        session.log.schedule_messages(batch, datetime.now(UTC))
    else:
        append(session.log, *batch)
        session.log.append_due()  # in a session, an append leaves it to its caller


def consume(session: Session, chance: random.Random) -> None:
    """Claim for all types or some, so that claims pass partitions. Ack, release or do nothing."""
    asked = chance.sample(TYPES, chance.randint(1, 3))
    found = session.log.claim_next("g", work(BY, asked, batch=3, lease_seconds=100))
    if found is None:
        return
    fate = chance.random()
    if fate < 0.6:
        session.log.ack_claim("g", found["offsetId"], positions(found)[-1])
    elif fate < 0.9:
        session.log.release_claim("g", found["offsetId"], rest_seconds=chance.choice((None, 0, 30)))


def steer(session: Session, chance: random.Random) -> None:
    """Reset, advance, stop and start."""
    fate = chance.random()
    if fate < 0.2:
        session.log.reset_group("g")
    elif fate < 0.6:
        value = {name: chance.choice("1234") for name in BY}
        session.log.advance_offset("g", value, chance.randint(0, 50))
    elif fate < 0.8:
        session.log.set_group_status("g", "failed", "storm", 0)
    else:
        session.log.set_group_status("g", "active")


def look(session: Session, chance: random.Random) -> None:
    session.log.read_group("g")
    session.log.list_offsets("g", None, 100)
    session.log.append_due()


def repeat(session: Session, do: Callable[[Session, random.Random], None], seed: int) -> int:
    """Repeat one kind of work. Returns how many rounds ended in a deadlock."""
    chance = random.Random(seed)
    deadlocks = 0
    for _ in range(ROUNDS):
        try:
            do(session, chance)
        except psycopg.errors.DeadlockDetected:
            deadlocks += 1
        except (psycopg.Error, RegentError) as error:
            if error.sqlstate not in EXPECTED:
                raise
    return deadlocks


def storm(session: Open, watcher: Watcher, clock: Clock) -> int:
    """Run the storm. Returns the number of deadlocks."""
    starter = session(autocommit=True)
    starter.log.register_group("g", BY)
    before = watcher.deadlocks()
    jobs = [produce, produce, consume, consume, consume, consume, steer, look]
    sessions = [session(autocommit=True) for _ in jobs]
    calls = [
        each.start(repeat, each, job, seed)
        for seed, (each, job) in enumerate(zip(sessions, jobs, strict=True))
    ]
    clock.advance(60)
    found = sum(call.result(STUCK_SECONDS * 6) for call in calls)
    for each in sessions:
        each.close()
    return max(found, watcher.deadlocks() - before)


def test_everything_at_once_does_not_deadlock_and_forgets_nothing(
    session, watcher, clock, owner_url
):
    assert storm(session, watcher, clock) == 0
    assert lost_marks(owner_url) == []
    rest = session(autocommit=True)
    rest.log.set_group_status("g", "active")
    clock.advance(1_000)
    while (found := rest.log.claim_next("g", work(BY, TYPES))) is not None:
        rest.log.ack_claim("g", found["offsetId"], positions(found)[-1])
    assert rest.log.read_group("g")["pending"] == 0


def claim_once(session: Session) -> Any:
    """Try one claim. Returns the partition and whether to ask again, or the SQLSTATE."""
    statement = "select partition_key, more from log.claim_next('g', %s, %s, 'w', 9, 9, 'broad', 9)"
    try:
        rows = session.execute(statement, (list(BY), list(TYPES)))
    except psycopg.Error as error:
        return error.sqlstate
    return rows[0] if rows else None


def woken_and_marked(session: Open, watcher: Watcher, owner_url: str, broken: Any) -> list[Any]:
    """A worker locks a partition whose rest is over and finds nothing pending. Meanwhile another
    worker looks through the log and is about to mark this partition. Returns what both get."""
    broken(
        "_scan_log",
        ("begin\n", f"begin\n{PAUSE}"),
    )
    gate, scanner, worker = (
        session(at=owner_url),
        session(autocommit=True),
        session(autocommit=True),
    )
    worker.log.register_group("g")
    append(worker.log, message("a", x="1", y="1"))
    found = worker.log.claim_next("g", work(BY, TYPES))
    assert found is not None
    worker.log.release_claim("g", found["offsetId"], rest_seconds=0)
    worker.log.advance_offset("g", {"x": "1", "y": "1"}, 1)
    append(worker.log, message("a", x="1", y="1"))
    close_gate(gate, scanner)
    looking = scanner.start(claim_once, scanner)
    watcher.waits(scanner, looking)
    waiting = worker.start(claim_once, worker)
    watcher.settled(worker, waiting)
    gate.commit()
    return [call.result(STUCK_SECONDS) for call in (looking, waiting)]


def test_who_holds_a_partition_does_not_wait_for_who_looks(session, watcher, owner_url, broken):
    looked, asked = woken_and_marked(session, watcher, owner_url, broken)
    assert looked == ("x:1|y:1", False)
    assert asked == (None, True)


def test_waiting_for_who_looks_while_holding_a_partition_is_caught(
    session, watcher, owner_url, broken
):
    broken("claim_next", ("and not v_woken and not v_found.passed", ""))
    assert "40P01" in woken_and_marked(session, watcher, owner_url, broken)
