"""Answers to claims beside events that end them: another worker's claim, a reset, a rollback. Late
answers move nothing."""

from __future__ import annotations

import pytest

from tests.races.log.steps import BY, TYPES, a, claim, key, marked, started
from tests.races.sessions import STUCK_SECONDS, Open, sqlstate
from tests.support.clock import Clock
from tests.support.log import ack, took


def late_answers(session: Open, clock: Clock) -> list[str | None]:
    """A worker answers after its partition went to another worker of the same name."""
    slow, quick = session(autocommit=True), session(autocommit=True)
    started(slow, a("x"))
    stale = claim(slow, worker="w")
    clock.advance(121)
    answers = [sqlstate(slow.log.ack_claim, "g", stale["offsetId"], 1)]
    assert key(claim(quick, worker="w")) == "p:x"
    answers.append(sqlstate(slow.log.ack_claim, "g", stale["offsetId"], 1, "w"))
    answers.append(sqlstate(slow.log.release_claim, "g", stale["offsetId"]))
    return answers


def test_late_answers_are_refused_and_move_nothing(session, clock):
    assert late_answers(session, clock) == ["RG031"] * 3
    clock.advance(121)
    assert took(session(autocommit=True).log, "g", BY, TYPES) == ("p:x", [1])


def test_answers_without_the_number_of_the_claim_are_caught(session, clock, broken):
    broken("_held_offset", ("v_offset.claims <> p_claim or ", ""))
    assert late_answers(session, clock) == ["RG031", None, "RG031"]


def test_an_ack_that_meets_the_next_claim_is_refused(session, watcher, clock):
    slow, quick = session(autocommit=True), session()
    started(slow, a("x"))
    stale = claim(slow)
    clock.advance(121)
    assert key(claim(quick)) == "p:x"
    call = slow.start(sqlstate, slow.log.ack_claim, "g", stale["offsetId"], 1)
    watcher.waits(slow, call)
    quick.commit()
    assert call.result(STUCK_SECONDS) == "RG031"


def test_an_ack_that_meets_a_reset_is_refused(session, watcher):
    one, two = session(), session(autocommit=True)
    started(one, a("x"))
    held = claim(two)
    one.log.reset_group("g")
    call = two.start(sqlstate, two.log.ack_claim, "g", held["offsetId"], 1)
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS) == "RG031"
    assert took(two.log, "g", BY, TYPES) == ("p:x", [1])


def test_a_claim_in_flight_ends_with_the_reset_that_waits_for_it(session, watcher):
    one, two = session(), session(autocommit=True)
    marked(one, a("x"))
    held = claim(one)
    call = two.start(two.log.reset_group, "g")
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS) == 2  # with the partition that `marked` completed
    assert sqlstate(two.log.ack_claim, "g", held["offsetId"], 2) == "RG031"
    assert took(two.log, "g", BY, TYPES) == ("p:first", [1])
    assert took(two.log, "g", BY, TYPES) == ("p:x", [2])


def test_an_ack_in_flight_outlives_the_time_of_its_claim(session, clock, watcher):
    """The ack was in time: no worker gets the partition, before it commits or after."""
    one, two = session(), session(autocommit=True)
    marked(one, a("x"))
    held = claim(one)
    one.commit()
    ack(one.log, "g", held)
    clock.advance(121)
    call = two.start(claim, two)
    assert watcher.settled(two, call)
    assert call.result(STUCK_SECONDS) is None
    one.commit()
    assert claim(two) is None


def test_an_ack_that_is_rolled_back_gives_the_partition_to_the_next(session, clock):
    one, two = session(), session(autocommit=True)
    marked(one, a("x"))
    held = claim(one)
    one.commit()
    ack(one.log, "g", held)
    one.rollback()
    assert claim(two) is None
    clock.advance(121)
    assert took(two.log, "g", BY, TYPES) == ("p:x", [2])


def test_moving_forward_beside_a_claim_in_flight_moves_nothing_back(session, watcher):
    one, two = session(), session(autocommit=True)
    marked(one, a("x"), a("x"), a("x"))
    held = claim(one, batch=1)
    call = two.start(two.log.advance_offset, "g", {"p": "x"}, 3)
    watcher.waits(two, call)
    one.commit()
    assert call.result(STUCK_SECONDS) == 3
    ack(two.log, "g", held)
    assert took(two.log, "g", BY, TYPES) == ("p:x", [4])


def past_what_is_in_flight(session: Open, verb: str) -> tuple[str | None, int]:
    """A worker moves past a message that is in flight and that no reader has seen. Returns the
    worker's SQLSTATE, and how many messages its group gets after everything is committed."""
    slow, worker = session(), session(autocommit=True)
    started(worker, a("x"))
    held = claim(worker)
    slow.log.append([a("x")])
    assert worker.log.append([a("x")]).positions == [3]
    if verb == "ack":
        told = sqlstate(worker.log.ack_claim, "g", held["offsetId"], 3)
    else:
        told = sqlstate(worker.log.advance_offset, "g", {"p": "x"}, 3)
    slow.commit()
    if told is not None:
        ack(worker.log, "g", held)
    found = claim(worker)
    return told, 0 if found is None else len(found["messages"])


@pytest.mark.parametrize("verb", ["ack", "advance"])
def test_nobody_moves_past_what_is_in_flight(session, verb):
    assert past_what_is_in_flight(session, verb) == ("40001", 2)


@pytest.mark.parametrize("verb", ["ack", "advance"])
def test_moving_past_what_is_in_flight_is_caught(session, broken, verb):
    broken("_require_reached", ("p_position > _safe_position()", "false"))
    assert past_what_is_in_flight(session, verb) == (None, 0)
