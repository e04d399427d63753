"""Claims of partitions: one holder each, and no message is forgotten."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.races.log.steps import (
    BY,
    PAUSE,
    TYPES,
    a,
    b,
    claim,
    close_gate,
    key,
    lost_marks,
    marked,
    started,
)
from tests.races.sessions import STUCK_SECONDS, Broken, Open, Session, Watcher, sqlstate
from tests.support.log import ack, append, took


def race_for_one(session: Open, watcher: Watcher) -> list[str | None]:
    """Two workers want the only partition; the first has claimed it but not committed."""
    one, two = session(), session(autocommit=True)
    marked(one, a("x"))
    first = claim(one)
    call = two.start(claim, two)
    watcher.settled(two, call)
    one.commit()
    return [key(first), key(call.result(STUCK_SECONDS))]


def test_a_partition_goes_to_one_of_two_workers(session, watcher):
    assert race_for_one(session, watcher) == ["p:x", None]


def test_taking_a_partition_without_its_lock_is_caught(session, watcher, broken):
    broken("_take_pending", ("limit 1 for no key update skip locked", "limit 1"))
    assert race_for_one(session, watcher) == ["p:x", "p:x"]


def test_a_worker_does_not_wait_for_another_one_s_claim(session, watcher):
    one, two = session(), session(autocommit=True)
    marked(one, a("x"), a("y"))
    assert key(claim(one)) == "p:x"
    call = two.start(claim, two)
    assert watcher.settled(two, call)
    assert key(call.result(STUCK_SECONDS)) == "p:y"


def test_who_finds_nothing_waits_for_the_one_that_looks(session, watcher):
    """Only then does it wait: until the other worker's scan commits, no worker can see whether a
    message is pending in that stretch. So none may be told that nothing is pending."""
    one, two = session(), session(autocommit=True)
    started(one)
    append(one.log, a("x"), a("y"))
    one.commit()
    assert key(claim(one)) == "p:x"
    call = two.start(claim, two)
    watcher.waits(two, call)
    one.commit()
    assert key(call.result(STUCK_SECONDS)) == "p:y"


def test_as_many_workers_as_partitions_get_one_each(session):
    starter = session(autocommit=True)
    starter.log.register_group("g")
    append(starter.log, *(a(str(number)) for number in range(12)))
    start = threading.Barrier(12)

    def compete(each: Session) -> str | None:
        start.wait()
        return key(claim(each))

    sessions = [session(autocommit=True) for _ in range(12)]
    calls = [each.start(compete, each) for each in sessions]
    keys = [call.result(STUCK_SECONDS) for call in calls]
    assert sorted(filter(None, keys)) == sorted(f"p:{number}" for number in range(12))


def ack_in_flight(session: Open, watcher: Watcher, owner_url: str) -> tuple[Any, list[Any]]:
    """Message 2 is scanned while the ack of message 1, which does not see it, is in flight. Returns
    the partition that the next claim gets, and the marks that were lost."""
    worker, scanner = session(), session(autocommit=True)
    started(worker, a("x"))
    held = claim(worker)
    worker.commit()
    ack(worker.log, "g", held)
    append(scanner.log, a("x"))
    call = scanner.start(claim, scanner)
    watcher.settled(scanner, call)
    worker.commit()
    found = call.result(STUCK_SECONDS) or claim(session(autocommit=True))
    return key(found), lost_marks(owner_url)


def test_a_mark_is_not_undone_by_an_ack_in_flight(session, watcher, owner_url):
    assert ack_in_flight(session, watcher, owner_url) == ("p:x", [])


def test_marking_without_the_lock_is_caught(session, watcher, owner_url, broken):
    broken(
        "_scan_log",
        ("perform from offsets o where o.id = any(v_offsets) order by o.id for no key update;", ""),
    )
    found, lost = ack_in_flight(session, watcher, owner_url)
    assert found is None
    assert [row[0] for row in lost] == ["p:x"]


def scan_in_flight(session: Open, watcher: Watcher, owner_url: str) -> list[Any]:
    """Message 1 is completed while the scan that found message 2 is not committed."""
    worker, scanner = session(autocommit=True), session()
    started(worker, a("x"))
    held = claim(worker)
    append(worker.log, a("x"))
    assert claim(scanner) is None
    call = worker.start(ack, worker.log, "g", held)
    watcher.waits(worker, call)
    scanner.commit()
    call.result(STUCK_SECONDS)
    return lost_marks(owner_url)


def test_an_ack_sees_what_a_scan_in_flight_has_marked(session, watcher, owner_url):
    assert scan_in_flight(session, watcher, owner_url) == []
    assert took(session(autocommit=True).log, "g", BY, TYPES) == ("p:x", [2])


def test_an_ack_that_looks_before_it_holds_the_partition_is_caught(
    session, watcher, owner_url, broken
):
    broken(
        "ack_claim",
        (
            "v_offset offsets := _held_offset(p_group, p_offset, p_claim, p_worker);",
            """v_seen bigint := (select s.scanned_to from scans s limit 1);
               v_offset offsets := _held_offset(p_group, p_offset, p_claim, p_worker);""",
        ),
        ("p_position), s.scanned_to)", "p_position), v_seen)"),
    )
    assert [row[0] for row in scan_in_flight(session, watcher, owner_url)] == ["p:x"]


def ack_past_the_first(session: Open, watcher: Watcher, owner_url: str) -> list[Any]:
    """A worker completes message 2 but not 3, while both are scanned again, as after a claim for a
    further type."""
    worker, scanner, gate = session(), session(autocommit=True), session(at=owner_url)
    started(worker, a("x"), a("x"), a("x"))
    ack(worker.log, "g", claim(worker, batch=1))
    worker.commit()
    gate.execute("update log.scans set scanned_to = 1")
    gate.commit()
    gate.execute("select from log.scans for update")
    held = claim(worker, batch=1)
    assert [each["position"] for each in held["messages"]] == [2]
    worker.commit()
    gate.commit()
    ack(worker.log, "g", held)
    call = scanner.start(claim, scanner)
    watcher.settled(scanner, call)
    worker.commit()
    call.result(STUCK_SECONDS)
    return lost_marks(owner_url)


def test_what_comes_after_a_message_that_is_done_is_marked(session, watcher, owner_url):
    assert ack_past_the_first(session, watcher, owner_url) == []


def test_marking_the_first_message_of_a_stretch_alone_is_caught(
    session, watcher, owner_url, broken
):
    broken(
        "_scan_log",
        (
            "else _first_pending(f.value, p_scan.types, f.last_position, v_upto) end",
            "end",
        ),
    )
    assert [row[0] for row in ack_past_the_first(session, watcher, owner_url)] == ["p:x"]


def stale_pass(session: Open, watcher: Watcher, owner_url: str, broken: Broken) -> list[Any]:
    """A worker knows the log up to message 1. It passes a partition that another worker has marked
    for message 2 since."""
    broken(
        "_wake_rested",
        ("begin\n", f"begin\n{PAUSE}"),
    )
    gate, slow, quick = session(at=owner_url), session(autocommit=True), session(autocommit=True)
    started(quick, a("x"))
    ack(quick.log, "g", claim(quick))
    close_gate(gate, slow)
    call = slow.start(claim, slow)
    watcher.waits(slow, call)
    append(quick.log, a("x"))
    held = claim(quick)
    assert key(held) == "p:x"
    quick.log.release_claim("g", held["offsetId"])
    gate.commit()
    assert call.result(STUCK_SECONDS) is None
    return lost_marks(owner_url)


def test_a_worker_that_is_late_forgets_nothing_that_others_marked(
    session, watcher, owner_url, broken
):
    assert stale_pass(session, watcher, owner_url, broken) == []
    assert took(session(autocommit=True).log, "g", BY, TYPES) == ("p:x", [2])


def test_a_late_worker_that_looks_as_far_as_it_knew_is_caught(session, watcher, owner_url, broken):
    broken("_take_pending", ("taken.last_position, s.scanned_to)", "taken.last_position, p_safe)"))
    assert [row[0] for row in stale_pass(session, watcher, owner_url, broken)] == ["p:x"]


def test_a_type_that_is_asked_for_first_while_its_message_is_scanned_is_found(
    session, watcher, owner_url
):
    scanner, other = session(), session(autocommit=True)
    started(scanner, a("x"))
    ack(scanner.log, "g", claim(scanner, "a"))
    scanner.commit()
    append(other.log, b("x"))
    assert claim(scanner, "a") is None
    call = other.start(claim, other, "a", "b")
    watcher.waits(other, call)
    scanner.commit()
    assert key(call.result(STUCK_SECONDS)) == "p:x"
    assert lost_marks(owner_url) == []


def test_two_first_claims_make_one_scan(session, watcher):
    one, two = session(), session(autocommit=True)
    started(one, a("x"), a("y"))
    assert key(claim(one)) == "p:x"
    call = two.start(claim, two)
    watcher.waits(two, call)
    one.commit()
    assert key(call.result(STUCK_SECONDS)) == "p:y"


def test_two_that_advance_the_same_new_partition_make_it_once(session, watcher, owner_url):
    one, two = session(), session(autocommit=True)
    started(one, a("x"), a("x"))
    one.log.advance_offset("g", {"p": "new"}, 1)
    call = two.start(two.log.advance_offset, "g", {"p": "new"}, 2)
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS) == 2
    assert one.log.advance_offset("g", {"p": "new"}, 1) == 2


def test_messages_that_are_due_are_appended_once(session, watcher, clock):
    one, two = session(), session(autocommit=True)
    started(one)
    one.log.schedule_messages([a("x")], datetime.now(UTC) + timedelta(minutes=1))
    one.commit()
    clock.advance(3600)
    assert one.log.append_due()
    call = two.start(two.log.append_due)
    assert watcher.settled(two, call)
    assert call.result(STUCK_SECONDS) is False
    one.commit()
    assert two.log.append_due() is False
    assert took(two.log, "g", BY, TYPES) == ("p:x", [1])


def test_the_same_messages_at_once_are_stored_once(session, watcher):
    one, two = session(), session(autocommit=True)
    started(one, a("z"))
    sent = [a("x"), a("y")]
    first = append(one.log, *sent)
    call = two.start(sqlstate, lambda: append(two.log, *reversed(sent)))
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS) == "40001"
    again = append(two.log, *reversed(sent))
    assert again.positions == list(reversed(first.positions))


@pytest.mark.parametrize("verb", ["reset", "set_status"])
def test_a_claim_beside_a_change_of_its_group_does_not_break(session, watcher, verb):
    one, two = session(), session(autocommit=True)
    started(one, a("x"))
    if verb == "reset":
        one.log.reset_group("g")
    else:
        one.log.set_group_status("g", "stopped")
    call = two.start(claim, two)
    watcher.settled(two, call)
    one.commit()
    assert key(call.result(STUCK_SECONDS)) == "p:x"
    assert key(claim(two)) is None
