"""Dropping idle partitions while other sessions push, or hold something of them."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.races.retention.job import Job
from tests.races.sessions import STUCK_SECONDS, Session, Watcher, drain, push


def test_a_partition_that_a_push_holds_is_not_dropped(old, job, watcher, stopped_clock):
    drain(old)
    stopped_clock.advance(2 * 3600)
    job.retire()
    job.session.commit()
    push(old, "d")
    drop = job.session.start(job.drop)
    assert watcher.settled(job.session, drop)
    assert drop.result() == 0
    job.session.commit()
    old.commit()
    assert drain(old) == ["d"]


@pytest.fixture
def idle(old: Session, job: Job, stopped_clock: Any) -> Session:
    """Partition p is empty, and its time is over. Nothing else can be dropped."""
    drain(old)
    stopped_clock.advance(2 * 3600)
    job.retire()
    job.session.commit()
    return old


#: What another session holds, and a variant of the drop that waits for it.
HELD_BY_OTHERS = {
    "a consumer's row": (
        "select from queen.partition_consumers where committed > 0 for update",
        ("_hold_partitions(v_idle, false)", "_hold_partitions(v_idle, true)"),
    ),
    "a dead letter's reference": (
        "select from queen.partitions where name = 'p' for key share",
        (
            "order by p.id for update skip locked) l;",
            "order by p.id for no key update skip locked) l;",
        ),
    ),
}


def dropped_beside(other: Session, job: Job, watcher: Watcher, statement: str) -> int | None:
    """How many partitions went, while another session held something of the only idle one. None:
    the drop waited."""
    other.execute(statement)
    drop = job.session.start(job.drop)
    returned = watcher.settled(job.session, drop)
    other.commit()
    gone = drop.result(STUCK_SECONDS)
    job.session.commit()
    return gone if returned else None


@pytest.mark.parametrize("held", HELD_BY_OTHERS)
def test_a_drop_waits_for_nobody(idle, job, watcher, gate, held):
    """A session that holds on for seconds would end the job's run with `lock_timeout`."""
    statement, _ = HELD_BY_OTHERS[held]
    assert dropped_beside(gate, job, watcher, statement) == 0
    assert job.drop() == 1


@pytest.mark.parametrize("held", HELD_BY_OTHERS)
@pytest.mark.usefixtures("idle")
def test_a_drop_that_waits_is_caught(job, watcher, gate, broken, held):
    statement, variant = HELD_BY_OTHERS[held]
    broken("drop_idle_partitions", variant)
    assert dropped_beside(gate, job, watcher, statement) is None


def test_a_push_that_meets_a_drop_makes_the_partition_anew(old, job, watcher, stopped_clock):
    drain(old)
    stopped_clock.advance(2 * 3600)
    job.retire()
    job.session.commit()
    assert job.drop() == 1
    call = old.start(push, old, "d")
    watcher.waits(old, call)
    job.session.commit()
    try:
        call.result(STUCK_SECONDS)
    except psycopg.errors.SerializationFailure:  # regent.database sends it again
        old.rollback()
        push(old, "d")
    old.commit()
    assert drain(old) == ["d"]
