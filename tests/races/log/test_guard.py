"""Of appends whose guards exclude each other, exactly one succeeds. Others do not wait for each
other, and none deadlocks."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import psycopg
import pytest

from regent.errors import ConcurrentAppend
from regent.stores.log import Appended
from tests.races.log.steps import try_append
from tests.races.sessions import STUCK_SECONDS, Open, Session, Watcher, sqlstate
from tests.support.log import append, condition, message, positions

LOCKING = "perform _lock_values(v_new.types, v_new.attributes, p_conditions);"
SEAT = condition("seat.taken", hall="A", seat="1")


def taken(hall: str = "A", seat: str = "1") -> Any:
    return message("seat.taken", hall=hall, seat=seat)


def warm(session: Session) -> int:
    """Append messages and guards of this form once: sessions wait for each other when their kinds
    and shapes are made. Returns the last position."""
    append(session.log, taken("Z", "0"), guard=[condition("seat.taken", hall="Z", seat="9")])
    append(session.log, message("seat.freed", hall="Z"))
    guard = [condition("seat.taken", hall="Y"), condition("seat.freed", hall="Y")]
    last = append(session.log, message("hall.built", hall="Z"), guard=guard).last_position
    session.commit()
    return last


def winners(session: Open, last: int, count: int) -> int:
    """How many of `count` sessions succeed that append with one guard at once."""
    start = threading.Barrier(count)

    def compete(each: Session) -> bool:
        start.wait()
        return try_append(each.log, [taken()], [SEAT], last)

    sessions = [session(autocommit=True) for _ in range(count)]
    calls = [each.start(compete, each) for each in sessions]
    return sum(call.result(STUCK_SECONDS) for call in calls)


@pytest.mark.parametrize("count", [2, 3, 4, 8, 16, 32])
@pytest.mark.parametrize("first_time", [True, False], ids=["first_guard", "known_guard"])
def test_exactly_one_of_those_with_the_same_guard_appends(session, count, first_time):
    starter = session(autocommit=True)
    last = append(starter.log, message("hall.built", hall="A")).last_position
    if not first_time:
        last = warm(starter)
    assert winners(session, last, count) == 1
    assert winners(session, last, count) == 0
    assert len(positions(starter.log.read_conditions([SEAT]))) == 1


def outcome(
    first: Session, second: Session, watcher: Watcher, call: Future[str | None]
) -> tuple[bool, str | None]:
    """Whether a call waits for an append in flight, and what it is refused with in the end."""
    waited = not watcher.settled(second, call)
    first.commit()
    return waited, call.result(STUCK_SECONDS)


def meeting(session: Open, watcher: Watcher, second: Callable[[Session], Any]) -> tuple[bool, Any]:
    """A guarded append is in flight when a second one comes. Returns whether the second one waits,
    and the SQLSTATE that it gets in the end."""
    one, two = session(), session(autocommit=True)
    last = warm(one)
    append(one.log, taken(), guard=[SEAT], last=last)
    call = two.start(sqlstate, second, two)
    return outcome(one, two, watcher, call)


def same_guard(each: Session) -> Any:
    return append(each.log, taken(), guard=[SEAT], last=3)


def wider_guard(each: Session) -> Any:
    return append(
        each.log, message("hall.shut", hall="A"), guard=[condition("seat.taken", hall="A")]
    )


def unguarded_match(each: Session) -> Any:
    return append(each.log, taken())


def another_seat(each: Session) -> Any:
    guard = [condition("seat.taken", hall="A", seat="2")]
    return append(each.log, taken(seat="2"), guard=guard)


def another_hall(each: Session) -> Any:
    return append(each.log, taken("B", "1"), guard=[condition("seat.taken", hall="B")])


def another_type(each: Session) -> Any:
    return append(
        each.log, message("seat.freed", hall="A"), guard=[condition("seat.freed", hall="A")]
    )


def test_a_second_append_with_the_same_guard_waits_and_is_refused(session, watcher):
    assert meeting(session, watcher, same_guard) == (True, "RG030")


def test_an_append_with_a_wider_guard_waits_and_is_refused(session, watcher):
    assert meeting(session, watcher, wider_guard) == (True, "RG030")


def test_an_unguarded_append_of_what_a_guard_excludes_comes_after_it(session, watcher):
    assert meeting(session, watcher, unguarded_match) == (True, None)


@pytest.mark.parametrize("other", [another_seat, another_hall, another_type])
def test_appends_that_do_not_exclude_each_other_do_not_wait(session, watcher, other):
    assert meeting(session, watcher, other) == (False, None)


def test_appends_without_the_locks_are_caught(session, watcher, broken):
    broken("append", (LOCKING, ""))
    assert meeting(session, watcher, same_guard) == (False, None)


def test_one_lock_for_the_whole_log_is_caught(session, watcher, broken):
    broken("_lock_values", (", 4444) as number", ", 4444) * 0 as number"))
    assert meeting(session, watcher, another_seat) == (True, None)


def any_of_a_type(session: Open, watcher: Watcher) -> tuple[bool, str | None]:
    """A message is in flight when a guard comes that asks for every message of its type."""
    one, two = session(), session(autocommit=True)
    last = append(two.log, message("hall.built"), guard=[condition("seat.taken")]).last_position
    append(one.log, taken())
    call = two.start(
        sqlstate,
        lambda: append(two.log, message("hall.built"), guard=[condition("seat.taken")], last=last),
    )
    return outcome(one, two, watcher, call)


def test_a_guard_without_attributes_waits_for_every_message_of_its_type(session, watcher):
    assert any_of_a_type(session, watcher) == (True, "RG030")


def test_messages_that_lock_no_guard_without_attributes_are_caught(session, watcher, broken):
    broken("_lock_values", ("m.attrs ?& s.names", "m.attrs ?| s.names"))
    assert any_of_a_type(session, watcher) == (False, None)


def sent_again(session: Open, watcher: Watcher) -> str | None:
    """A client gives up waiting, and sends its guarded append again while the first is in flight.
    Returns the second one's SQLSTATE. A third one is answered with the message's position."""
    one, two = session(), session(autocommit=True)
    last, mine = warm(one), taken()

    def again() -> Appended:
        return append(two.log, mine, guard=[SEAT], last=last)

    first = append(one.log, mine, guard=[SEAT], last=last)
    call = two.start(sqlstate, again)
    watcher.waits(two, call)
    one.commit()
    told = call.result(STUCK_SECONDS)
    assert again() == first
    return told


def test_an_append_that_is_sent_again_while_it_is_in_flight_does_not_meet_itself(session, watcher):
    """It has to start again and then finds its messages. Database does that for its callers."""
    assert sent_again(session, watcher) == "40001"


def test_a_guard_that_meets_its_own_messages_is_caught(session, watcher, broken):
    broken("_check_guard", ("if exists (select", "if false and exists (select"))
    assert sent_again(session, watcher) == "RG030"


def test_another_message_in_flight_is_a_conflict_all_the_same(session, watcher):
    """That some messages of a request are known changes nothing for its other messages."""
    one, two = session(), session(autocommit=True)
    last, known = warm(one), message("hall.built", hall="A")
    append(one.log, known)
    append(one.log, taken(), guard=[SEAT], last=last)
    call = two.start(sqlstate, lambda: append(two.log, known, taken(), guard=[SEAT], last=last))
    watcher.waits(two, call)
    one.commit()
    # `known` was in flight as well, so the first try has to start again. The next one is refused.
    assert call.result(STUCK_SECONDS) == "40001"
    assert sqlstate(lambda: append(two.log, known, taken(), guard=[SEAT], last=last)) == "RG030"


def first_guard_meets_append(session: Open, watcher: Watcher) -> tuple[bool, str | None]:
    """A message is in flight when a guard comes that excludes it and is the first of its form."""
    one, two = session(), session(autocommit=True)
    append(two.log, taken("Z", "0"), message("hall.built", hall="Z"))
    append(one.log, taken())
    guard = [condition("seat.taken", seat="1")]
    call = two.start(
        sqlstate, lambda: append(two.log, message("hall.built", hall="A"), guard=guard)
    )
    return outcome(one, two, watcher, call)


def test_the_first_guard_of_a_form_sees_what_is_in_flight(session, watcher):
    assert first_guard_meets_append(session, watcher) == (True, "RG030")


def test_a_first_guard_that_does_not_lock_the_type_is_caught(session, watcher, broken):
    broken("_lock_values", ("v_type.fresh or v_type.values > 100", "v_type.values > 100"))
    assert first_guard_meets_append(session, watcher) == (False, None)


def large_append_meets_guard(session: Open, watcher: Watcher) -> tuple[bool, str | None]:
    """An append of more messages than are locked one by one meets a guard that one of them
    breaks."""
    one, two = session(), session(autocommit=True)
    last = warm(one)
    append(one.log, *(taken("A", str(seat)) for seat in range(200)))
    call = two.start(sqlstate, lambda: append(two.log, taken(), guard=[SEAT], last=last))
    return outcome(one, two, watcher, call)


def test_a_large_append_is_seen_by_a_guard(session, watcher):
    assert large_append_meets_guard(session, watcher) == (True, "RG030")


def test_a_large_append_without_any_lock_is_caught(session, watcher, broken):
    broken(
        "_lock_values",
        (
            "if v_type.fresh or v_type.values > 100 then",
            "if v_type.values > 100 then null; elsif v_type.fresh then",
        ),
    )
    assert large_append_meets_guard(session, watcher) == (False, None)


def lock_waits(owner_url: str) -> int:
    with psycopg.connect(owner_url, autocommit=True) as connection:
        row = connection.execute(
            "select count(*) from pg_locks where not granted and database ="
            " (select oid from pg_database where datname = current_database())"
        ).fetchone()
    assert row is not None
    return int(row[0])


def test_thirty_two_appends_with_guards_on_different_tuples_are_in_flight_at_once(
    session, owner_url
):
    """None waits for another: each statement ends while all earlier transactions are open."""
    last = warm(session())
    sessions = [session() for _ in range(32)]
    for number, each in enumerate(sessions):
        guard = [condition("seat.taken", hall="A", seat=str(number))]
        call = each.start(append, each.log, taken("A", str(number)), guard=guard, last=last)
        call.result(STUCK_SECONDS)
        assert lock_waits(owner_url) == 0
    for each in sessions:
        each.commit()
    found = session().log.read_conditions([condition("seat.taken", hall="A")])
    assert len(positions(found)) == 32


TYPES = ("a", "b", "c")
VALUES = ("1", "2", "3")


class History:
    """The appends that sessions tried, and their answers."""

    def __init__(self) -> None:
        self.appended: list[tuple[list[int], list[Any], list[Any], int]] = []
        self.refused: list[tuple[list[int], list[Any], int]] = []
        self.deadlocks = 0
        self.lock = threading.Lock()

    def attempt(self, log: Any, messages: list[Any], guard: list[Any], last: int) -> int:
        while True:
            try:
                done = log.append(messages, guard or None, last)
            except psycopg.errors.DeadlockDetected:
                with self.lock:
                    self.deadlocks += 1
            except psycopg.errors.SerializationFailure:
                pass
            except ConcurrentAppend as error:
                conflicts: list[int] = (error.detail or {})["conflicts"]
                with self.lock:
                    self.refused.append((conflicts, guard, last))
                return max(conflicts)
            else:
                with self.lock:
                    self.appended.append((done.positions, messages, guard, last))
                return done.last_position


def any_message(chance: random.Random) -> Any:
    names = chance.sample("xyz", chance.randint(1, 3))
    return message(chance.choice(TYPES), **{name: chance.choice(VALUES) for name in names})


def any_condition(chance: random.Random) -> Any:
    names = chance.sample("xyz", chance.randint(0, 2))
    return condition(chance.choice(TYPES), **{name: chance.choice(VALUES) for name in names})


def write(session: Session, history: History, number: int, rounds: int) -> None:
    chance = random.Random(number)
    last = 0
    for _ in range(rounds):
        many = chance.random() < 0.05
        messages = [any_message(chance) for _ in range(120 if many else chance.randint(1, 4))]
        guard = [any_condition(chance) for _ in range(chance.choice((0, 1, 1, 2, 5)))]
        last = history.attempt(session.log, messages, guard, last if chance.random() < 0.8 else 0)


def matches(one: Any, guard: Sequence[Any]) -> bool:
    return any(
        one["type"] == each["type"] and each["attrs"].items() <= one["payload"].items()
        for each in guard
    )


def storm(session: Open, watcher: Watcher, rounds: int) -> tuple[History, list[str]]:
    """Eight writers with guards of all kinds. Returns the history, and the errors in it."""
    history = History()
    before = watcher.deadlocks()
    sessions = [session(autocommit=True) for _ in range(8)]
    calls = [
        each.start(write, each, history, number, rounds) for number, each in enumerate(sessions)
    ]
    for call in calls:
        call.result(STUCK_SECONDS * 6)
    for each in sessions:
        each.close()
    history.deadlocks = max(history.deadlocks, watcher.deadlocks() - before)
    log = {p: m for ps, ms, *_ in history.appended for p, m in zip(ps, ms, strict=True)}
    wrong = []
    for appended, _, guard, last in history.appended:
        missed = [p for p in log if last < p < appended[0] and matches(log[p], guard)]
        if missed:
            wrong.append(f"{appended[0]} after {last} in spite of {missed[:3]}")
    for conflicts, guard, last in history.refused:
        if not all(p > last and matches(log[p], guard) for p in conflicts):
            wrong.append(f"refused after {last} for {conflicts[:3]}")
    return history, wrong


def test_guards_are_exact_in_a_storm_and_nobody_deadlocks(session, watcher):
    history, wrong = storm(session, watcher, rounds=60)
    assert wrong == []
    assert history.deadlocks == 0
    assert len(history.appended) > 50
    assert len(history.refused) > 50


def test_a_storm_without_the_locks_is_caught(session, watcher, broken):
    broken("append", (LOCKING, ""))
    _, wrong = storm(session, watcher, rounds=60)
    assert wrong


def test_a_storm_with_locks_in_no_order_is_caught(session, watcher, broken):
    broken("_lock_values", ("by number order by number", "by number order by random()"))
    history, _ = storm(session, watcher, rounds=60)
    assert history.deadlocks > 0
