"""The log at isolation levels other than read committed: refused, because it would be wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.races.log.steps import BY, TYPES, a, claim, lost_marks, marked, try_append, visible
from tests.races.sessions import Open, Session, sqlstate
from tests.support.log import ack, append, condition, message, took

FRESH = "perform _require_fresh_looks();"
SEAT = condition("seat.taken", seat="1")


def taken(seat: str) -> Any:
    return message("seat.taken", seat=seat)


def work(each: Session, held: Any) -> dict[str, Callable[[], Any]]:
    """Every call that looks at the log and then writes or promises something."""
    log = each.log
    return {
        "append": lambda: append(log, a("x")),
        "guarded append": lambda: append(log, a("x"), guard=[condition("b", p="x")]),
        "append of nothing": lambda: append(log),
        "read": lambda: visible(each),
        "claim": lambda: claim(each),
        "ack": lambda: log.ack_claim("g", held["offsetId"], 2),
        "release": lambda: log.release_claim("g", held["offsetId"]),
        "advance": lambda: log.advance_offset("g", {"p": "x"}, 1),
        "reset": lambda: log.reset_group("g"),
        "look": lambda: log.read_group("g"),
    }


@pytest.mark.parametrize("level", ["repeatable read", "serializable"])
def test_other_levels_are_refused(session, level):
    one = session()
    marked(one, a("x"))
    held = claim(one)
    one.commit()
    told = {}
    for name, call in work(one, held).items():
        one.execute(f"set transaction isolation level {level}".encode())
        told[name] = sqlstate(call)
        one.rollback()
    assert told == dict.fromkeys(told, "25000")
    ack(one.log, "g", held)


def guard_beside_a_snapshot(session: Open) -> list[bool]:
    """The transaction of an append began before the first guard of a form; a second guard of that
    form comes while the append is in flight. Returns which of the two succeed."""
    old, new = session(), session(autocommit=True)
    append(new.log, taken("0"), message("hall.built"))
    old.execute("set transaction isolation level repeatable read")
    old.execute("select 1")
    assert try_append(new.log, [message("hall.built")], [SEAT], 2)
    stored = sqlstate(append, old.log, taken("1")) is None
    guarded = try_append(new.log, [message("hall.built")], [SEAT], 2)
    old.commit()
    return [stored, guarded]


def test_an_append_that_would_not_see_what_guards_ask_for_is_refused(session):
    assert guard_beside_a_snapshot(session) == [False, True]


def test_an_append_that_does_not_see_what_guards_ask_for_is_caught(session, broken):
    broken("append", (FRESH, ""))
    assert guard_beside_a_snapshot(session) == [True, True]


def ack_beside_a_snapshot(session: Open) -> None:
    """A worker acks message 2 in a transaction that began before message 3 was scanned."""
    worker, other = session(), session(autocommit=True)
    marked(worker, a("x"))
    held = claim(worker)
    worker.commit()
    worker.execute("set transaction isolation level repeatable read")
    worker.execute("select 1")
    append(other.log, a("x"))
    assert claim(other) is None
    if sqlstate(ack, worker.log, "g", held) is not None:
        worker.rollback()
        ack(worker.log, "g", held)
    worker.commit()


def test_an_ack_that_would_not_see_what_was_scanned_is_refused(session, owner_url):
    ack_beside_a_snapshot(session)
    assert lost_marks(owner_url) == []
    assert took(session(autocommit=True).log, "g", BY, TYPES) == ("p:x", [3])


def test_an_ack_that_does_not_see_what_was_scanned_is_caught(session, owner_url, broken):
    broken("_held_offset", (FRESH, ""))
    ack_beside_a_snapshot(session)
    assert [row[0] for row in lost_marks(owner_url)] == ["p:x"]
