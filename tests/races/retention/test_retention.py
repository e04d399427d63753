"""Retention while other sessions push, pop, ack and seek: a message that one of them holds or wants
back stays, no session is deadlocked, and no wake-up is lost."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.races.gates import HOLD_PARTITION, hold, meet
from tests.races.retention.job import Job
from tests.races.sessions import (
    STUCK_SECONDS,
    Session,
    Watcher,
    accepted,
    acks,
    drain,
    item,
    payloads,
    pop,
    push,
    push_to_each,
)
from tests.support.retention import left, retained
from tests.support.rows import rows, value

#: A variant that judges rows without holding them.
BLIND = (
    "_hold_partitions",
    (
        "where c.partition_id = any(v_held) order by c.partition_id, c.group_id for no key update;",
        "where false;",
    ),
)


def test_what_is_completed_goes(old, job, owner_url):
    assert job.retire() == 2
    job.session.commit()
    assert left(owner_url) == [("p", 2)]
    assert drain(old) == ["c"]


def test_a_push_in_flight_is_waited_for_and_stays(old, job):
    push(old, "d")
    assert job.retire_behind(old, waits=True) == 2
    assert drain(old) == ["c", "d"]


def leased_meanwhile(old: Session, job: Job, owner_url: str) -> list[str]:
    """All messages may go by their age, but a pop leases the first one at this moment."""
    rows(owner_url, "update queen.queues set pending_retention_seconds = 60 where name = 'q'")
    held = payloads(pop(old, group="other", batch=1))
    assert held == ["a"]
    job.retire_behind(old)
    return [name for name, offset in left(owner_url) if offset == 0]


def test_a_message_that_is_leased_in_this_moment_stays(old, job, owner_url, stopped_clock):
    assert payloads(pop(old, group="other", batch=1)) == ["a"]
    old.commit()
    stopped_clock.advance(61)  # the row is there; its lease ran out
    assert leased_meanwhile(old, job, owner_url) == ["p"]


def test_judging_leases_without_holding_their_rows_is_caught(
    old, job, owner_url, stopped_clock, broken
):
    assert payloads(pop(old, group="other", batch=1)) == ["a"]
    old.commit()
    stopped_clock.advance(61)
    broken(*BLIND)
    assert leased_meanwhile(old, job, owner_url) == []


def wanted_back(old: Session, job: Job) -> list[str]:
    """A seek to the beginning, at this moment; what the group gets afterwards."""
    old.execute("select queen.seek('g', 'q', null, 'beginning', null, null, false)")
    job.retire_behind(old)
    return drain(old)


def test_a_seek_back_in_this_moment_gets_everything(old, job):
    assert wanted_back(old, job) == ["a", "b", "c"]


def test_judging_cursors_without_holding_their_rows_is_caught(old, job, broken):
    broken(*BLIND)
    assert wanted_back(old, job) == ["c"]


def test_a_seek_back_that_comes_too_late_gets_what_is_left(old, job, watcher, owner_url):
    job.retire()
    seek = old.start(
        old.execute, "select queen.seek('g', 'q', null, 'beginning', null, null, false)"
    )
    watcher.waits(old, seek)
    job.session.commit()
    seek.result(STUCK_SECONDS)
    old.commit()
    assert value(owner_url, "select current_depth from queen.queue_depths") == 1
    assert drain(old) == ["c"]


def test_an_ack_in_flight_is_waited_for(old, job):
    lease = pop(old)
    old.commit()
    assert accepted(old, acks(lease)) == [True]
    assert job.retire_behind(old, waits=True) == 3
    push(old, "d")
    old.commit()
    assert drain(old) == ["d"]


def test_a_pop_passes_it_by_and_finds_the_rest_afterwards(old, job, watcher):
    job.retire()
    call = old.start(pop, old)
    assert watcher.settled(old, call)
    assert payloads(call.result()) == []
    old.commit()
    job.session.commit()
    assert drain(old) == ["c"]


def test_a_push_waits_for_it_and_wakes_its_consumers(old, job, watcher):
    drain(old)
    assert job.retire() == 3
    call = old.start(push, old, "d")
    watcher.waits(old, call)
    job.session.commit()
    call.result(STUCK_SECONDS)
    old.commit()
    assert drain(old) == ["d"]


def test_a_group_that_comes_in_this_moment_begins_with_what_is_left(
    old, job, watcher, session, owner_url
):
    late = session()
    job.retire()
    call = late.start(pop, late, group="late")
    watcher.settled(late, call)
    job.session.commit()
    call.result(STUCK_SECONDS)
    late.commit()
    late.queues.ack(acks(call.result(), group="late"))
    late.commit()
    drain(late, group="late")
    push(old, "d")
    old.commit()
    assert drain(late, group="late") == ["d"]
    depths = rows(owner_url, "select open_messages from queen.group_backlogs")
    assert [row["open_messages"] for row in depths] == [2]  # g's "c" and "d"


def test_of_several_partitions_those_that_are_held_are_left_out(
    old, job, session, owner_url, stopped_clock
):
    other = session()
    push(other, "x", partition="free")
    other.commit()
    assert drain(other, group="g") == ["c", "x"]
    stopped_clock.advance(2 * 3600)
    push(old, "d")
    assert job.retire_behind(old, waits=False) == 1
    assert left(owner_url) == [("p", 0), ("p", 1), ("p", 2), ("p", 3)]


def pushed_over_several(old: Session, job: Job, watcher: Watcher, gate: Session) -> bool:
    push_to_each(old, "p1", "p2", "p3", "p4")
    hold(gate, HOLD_PARTITION, "p2")
    hold(gate, HOLD_PARTITION, "p3")
    items = [item("q", 1, name) for name in ("p1", "p2", "p4")]
    return meet(
        gate, watcher, (old, lambda: old.queues.push(items)), (job.session, job.retire),
        second_waits=False,
    )  # fmt: skip


def test_a_push_over_several_partitions(old, job, watcher, gate):
    assert not pushed_over_several(old, job, watcher, gate)


def test_waiting_for_them_in_another_order_is_caught(old, job, watcher, gate, broken):
    broken(
        "_hold_partitions",
        (
            "order by p.id for no key update skip locked) l;",
            "order by p.id desc for no key update) l;",
        ),
    )
    assert pushed_over_several(old, job, watcher, gate)


@pytest.mark.parametrize(
    "statement",
    ["select queen.clear_queue('q', null, true)", "select queen.delete_partition('q', 'p', true)"],
    ids=["clear", "delete"],
)
def test_a_queue_that_is_cleared_meanwhile(old, job, statement):
    old.execute(statement)
    assert job.retire_behind(old, waits=True) == 0
    push(old, "d")
    old.commit()
    assert drain(old) == ["d"]


GROUPS, LANES, EACH = ("one", "two"), ("a", "b", "c"), 60


def produce(producer: Session, lane: str) -> None:
    for number in range(EACH):
        push(producer, f"{lane}{number:03}", partition=lane)
        time.sleep(0.02)


def consume(consumer: Session, group: str) -> list[str]:
    got: list[str] = []
    deadline = time.monotonic() + 60
    while len(got) < EACH * len(LANES) and time.monotonic() < deadline:
        lease = pop(consumer, group=group, batch=5, partitions=2)
        got += payloads(lease)
        assert all(accepted(consumer, acks(lease, group=group)))
    return got


def clean(job: Job, done: threading.Event) -> int:
    gone = 0
    while not done.is_set():
        gone += job.retire()
    return gone


def test_a_storm_loses_nothing(store, session, jobs_url, owner_url, watcher):
    """Producers, two groups and retention at once: each group gets every message once, in order."""
    retained(store, seconds=1)
    for group in GROUPS:
        drain(session(), group=group)
    for lane in LANES:
        push(session(autocommit=True), f"{lane}first", partition=lane)
    for group in GROUPS:
        drain(session(), group=group)
    done = threading.Event()
    job = Job(session(at=jobs_url, autocommit=True), owner_url, watcher)
    producers = {lane: session(autocommit=True) for lane in LANES}
    consumers = {group: session(autocommit=True) for group in GROUPS}
    with ThreadPoolExecutor(8) as threads:
        cleaned = threads.submit(clean, job, done)
        pushed = [threads.submit(produce, producers[lane], lane) for lane in LANES]
        found = [threads.submit(consume, consumers[group], group) for group in GROUPS]
        try:
            for call in (*pushed, *found):
                call.result(90)
        finally:
            done.set()
        assert cleaned.result(60) > 0
    for call in found:
        by_lane = [[one for one in call.result() if one[0] == lane] for lane in LANES]
        assert by_lane == [[f"{lane}{n:03}" for n in range(EACH)] for lane in LANES]
    assert watcher.deadlocks() == 0
