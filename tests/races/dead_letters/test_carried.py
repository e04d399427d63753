"""Redrives that the reclaim carries: two carriers, a stop in between, and carriers that die."""

from __future__ import annotations

import pytest

from regent.stores.dead_letters import LetterFilter, Slice
from tests.races.dead_letters.test_redrive import bury
from tests.races.sessions import STUCK_SECONDS, Open, Session, Watcher, behind, drain, push
from tests.support.owner import execute

Q = LetterFilter(queue="q")


@pytest.fixture(autouse=True)
def _may_carry(owner_url: str) -> None:
    """These sessions have the role of the API; the reclaim's alone may carry a redrive."""
    execute(owner_url, "grant execute on function queen.carry_redrive to regent_api")


def start(session: Session, which: LetterFilter = Q, **asked: int) -> int:
    redrive = int(session.dead_letters.start_redrive(which, None, **asked)["id"])
    session.commit()
    return redrive


def carry(session: Session) -> Slice:
    return session.dead_letters.carry_redrive()


def two_carriers(session: Open, watcher: Watcher) -> tuple[int, list[str]]:
    """What the second of two carriers of one redrive of two messages moves, and what comes out."""
    one, two = session(), session()
    bury(one, "a", "b", "c", "d")
    start(one, limit=2)
    assert carry(one).messages == 2
    second = behind(one, two, watcher, two.start(carry, two))
    two.commit()
    return second.messages, drain(one)


def test_a_redrive_has_one_carrier_at_a_time(session: Open, watcher: Watcher) -> None:
    assert two_carriers(session, watcher) == (0, ["a", "b"])


def test_a_redrive_that_is_chosen_without_its_lock_is_caught(session, watcher, broken):
    broken("carry_redrive", (" limit 1 for update skip locked", " limit 1"))
    assert two_carriers(session, watcher) == (2, ["a", "b", "c", "d"])


def test_a_carrier_rests_while_another_one_holds_what_is_due(session):
    one, two = session(), session()
    bury(one, "a")
    start(one)
    assert carry(one).messages == 1
    found = carry(two)
    assert found.redrive is None
    assert (found.wait_seconds or 0) > 0


def test_a_partition_that_is_held_for_long_stops_its_own_redrive_alone(session, owner_url):
    one, two = session(), session()
    for name in ("p", "free"):
        bury(one, name, partition=name)
    held, free = (start(one, LetterFilter(queue="q", partition=name)) for name in ("p", "free"))
    execute(owner_url, "alter function queen.carry_redrive set lock_timeout = '1ms'")
    push(two, "c")
    assert carry(one) == Slice(held, 0, 0, None)
    one.commit()
    found = one.dead_letters.read_redrive(held)
    assert (found["status"], found["redriven"]) == ("running", 0)
    assert "another transaction held" in found["error"]
    assert carry(one) == Slice(free, 1, 1, None)
    one.commit()
    two.commit()


def test_a_stop_comes_behind_the_slice_that_is_under_way(session, watcher):
    one, two = session(), session()
    bury(one, "a", "b")
    redrive = start(one, rate=1)
    assert carry(one).messages == 1
    call = two.start(two.dead_letters.stop_redrive, redrive)
    watcher.waits(two, call)
    one.commit()
    found = call.result(STUCK_SECONDS)
    two.commit()
    assert (found["status"], found["messages"]) == ("stopped", 1)
    assert carry(one) == Slice(None, 0, 0, None)
    assert drain(two) == ["a"]


def carriers_that_die(session: Open) -> list[str]:
    """What comes out when every other slice dies before its commit."""
    one = session()
    names = [str(number) for number in range(6)]
    bury(one, *names)
    start(one)
    for number in range(len(names) * 2 + 4):
        done = one.dead_letters.carry_redrive()
        if number % 2:
            one.commit()
        else:
            one.rollback()
        if done.redrive is not None and done.messages == 0:
            break
    return drain(one)


def test_a_slice_that_dies_is_carried_again_and_no_letter_twice(session):
    assert carriers_that_die(session) == [str(number) for number in range(6)]


def test_letters_that_are_moved_and_stay_on_the_list_are_caught(session, broken):
    broken(
        "_move_letters",
        (
            "delete from dead_letter_queue d using held where d.id = held.id returning d.*),",
            "select d.* from dead_letter_queue d join held on d.id = held.id),",
        ),
    )
    broken("carry_redrive", ('"offset" = coalesce(v_offset, -1)', '"offset" = -1'))
    assert len(carriers_that_die(session)) > 6
