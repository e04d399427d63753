"""A reader that has seen a position of the log never meets a lower one later. Only appends hold it
up."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait

import psycopg
import pytest

from tests.races.log.steps import PAUSE, close_gate, lost_marks, visible
from tests.races.sessions import STUCK_SECONDS, Broken, Open, Session, Watcher
from tests.support.log import ack, append, claim, message, positions, took


def note(session: Session, **payload: object) -> int:
    """Append a message in the session's transaction; its position."""
    return append(session.log, message("note", **payload)).last_position


def warm(session: Session) -> None:
    """Make the kind of the messages: sessions wait for each other when it is made, once."""
    note(session, by="nobody")
    session.commit()


def late_commit(session: Open) -> list[list[int]]:
    """Of two appends the later commits first. What a reader sees before and after the other
    commits."""
    first, second, reader = session(), session(), session(autocommit=True)
    warm(first)
    note(first, by="first")
    note(second, by="second")
    second.commit()
    seen = [visible(reader)]
    first.commit()
    return [*seen, visible(reader)]


def without_safe_position(broken: Broken) -> None:
    """Break the safe position: readers take every message that they find."""
    broken("_safe_position", ("return least(v_given, v_started);", "return v_given;"))


def test_a_message_is_not_shown_before_those_below_it(session):
    assert late_commit(session) == [[1], [1, 2, 3]]


def test_reading_without_the_safe_position_is_caught(session, broken):
    without_safe_position(broken)
    assert late_commit(session) == [[1, 3], [1, 2, 3]]


def test_an_append_that_is_rolled_back_holds_nobody_up(session):
    first, second, reader = session(), session(), session(autocommit=True)
    warm(first)
    note(first, by="first")
    note(second, by="second")
    second.commit()
    first.rollback()
    assert visible(reader) == [1, 3]


def test_an_append_whose_connection_breaks_holds_nobody_up(session, owner_url):
    first, second, reader = session(), session(), session(autocommit=True)
    warm(first)
    note(first, by="first")
    note(second, by="second")
    second.commit()
    assert visible(reader) == [1]
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("select pg_terminate_backend(%s, 5000)", (first.pid,))
    assert visible(reader) == [1, 3]


def test_a_savepoint_that_is_rolled_back_takes_its_append_with_it(session):
    """The mark goes too; the mark of an earlier append in the same transaction stays."""
    writer, other, reader = session(), session(autocommit=True), session(autocommit=True)
    warm(writer)
    writer.execute("savepoint before")
    note(writer, by="writer")
    writer.execute("rollback to before")
    note(other, by="other")
    assert visible(reader) == [1, 3]
    note(writer, by="writer")
    writer.execute("savepoint after")
    note(writer, by="writer")
    writer.execute("rollback to after")
    note(other, by="other")
    assert visible(reader) == [1, 3]
    writer.commit()
    assert visible(reader) == [1, 3, 4, 6]


def test_a_position_that_was_taken_and_not_marked_yet_is_waited_for(session, watcher, owner_url):
    """An append that stops between its mark and its positions holds readers back."""
    first, second, reader = session(), session(), session(autocommit=True)
    gate = session(at=owner_url)
    warm(first)
    gate.execute("lock table log.message_keys in exclusive mode")
    call = first.start(note, first, by="first")
    watcher.waits(first, call)
    gate.rollback()
    assert call.result(STUCK_SECONDS) == 2
    note(second, by="second")
    second.commit()
    assert visible(reader) == [1]
    first.commit()
    assert visible(reader) == [1, 2, 3]


def idle_writers(session: Open, owner_url: str) -> list[Session]:
    """Sessions with open transactions: a write elsewhere, a push, a read, any lock."""
    elsewhere, producer, reader, holder = session(at=owner_url), session(), session(), session()
    elsewhere.execute("create table public.elsewhere (a integer)")
    elsewhere.execute("insert into public.elsewhere values (1)")
    producer.queues.push([{"queue": "q", "payload": 1}])
    visible(reader)
    holder.execute("select pg_advisory_xact_lock(1279870720), pg_advisory_xact_lock(7, 7)")
    return [elsewhere, producer, reader, holder]


def test_transactions_that_stay_open_for_something_else_stall_nothing(session, owner_url):
    writer, reader = session(autocommit=True), session(autocommit=True)
    warm(writer)
    idle_writers(session, owner_url)
    note(writer, by="writer")
    assert visible(reader) == [1, 2]


def test_waiting_for_every_open_transaction_is_caught(session, owner_url, broken):
    """The usual solution: read nothing from the server's oldest open transaction on."""
    broken(
        "_safe_position",
        (
            "return least(v_given, v_started);",
            """return coalesce((
                select min(m.position) - 1 from messages m
                 where m.xmin::text::bigint >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
            ), v_given);""",
        ),
    )
    writer, reader = session(autocommit=True), session(autocommit=True)
    warm(writer)
    idle_writers(session, owner_url)
    note(writer, by="writer")
    assert visible(reader) == [1]


def tail(session: Open, rounds: int) -> tuple[set[int], list[int]]:
    """Eight slow writers, some of which roll back, and a reader that goes on where it stopped.
    Returns the committed positions, and those that the reader met, in its order."""
    looked = threading.Condition()
    looks = 0

    def write(writer: Session, number: int) -> list[int]:
        chance = random.Random(number)
        kept = []
        for turn in range(rounds):
            mine = [note(writer, by=f"{number}", turn=turn) for _ in range(chance.randint(1, 3))]
            with looked:
                until = looks + chance.randint(0, 4)  # so that some overtake others
                looked.wait_for(lambda until=until: looks > until, timeout=5)
            if chance.random() < 0.1:
                writer.rollback()
            else:
                writer.commit()
                kept += mine
        return kept

    writers = [session() for _ in range(8)]
    reader = session(autocommit=True)
    warm(writers[0])
    calls: list[Future[list[int]]] = [
        writer.start(write, writer, number) for number, writer in enumerate(writers)
    ]
    met: list[int] = []

    def look() -> None:
        start = met[-1] + 1 if met else 0
        met.extend(positions(reader.log.read_messages(start, 1_000_000)))

    while wait(calls, timeout=0).not_done:
        look()
        with looked:
            looks += 1
            looked.notify_all()
    look()
    return {1, *(position for call in calls for position in call.result())}, met


def test_a_reader_behind_eight_slow_writers_misses_nothing(session):
    committed, met = tail(session, rounds=12)
    assert len(committed) > 100
    assert met == sorted(committed)


def test_a_reader_without_the_safe_position_misses_some(session, broken):
    without_safe_position(broken)
    committed, met = tail(session, rounds=12)
    assert set(met) < committed


_AHEAD = """
    do $$
    declare
        v_before bigint;
    begin
        for i in 1..20000 loop
            v_before := log._last_position();
            if v_before > pg_sequence_last_value('log.positions') then
                raise exception 'ahead';
            end if;
        end loop;
    end $$"""


def ahead(session: Open, owner_url: str, tries: int) -> bool:
    """Whether _last_position ever answered more than the sequence said a moment later, while
    another session took positions as fast as it could."""
    taker, reader = session(at=owner_url, autocommit=True), session(at=owner_url, autocommit=True)
    for _ in range(tries):
        call = taker.start(
            taker.execute, "select count(nextval('log.positions')) from generate_series(1, 200000)"
        )
        try:
            while not call.done():
                reader.execute(_AHEAD)
        except psycopg.errors.RaiseException:
            return True
        finally:
            call.result(STUCK_SECONDS)
    return False


def test_the_end_of_the_log_is_never_said_to_be_further_than_it_is(session, owner_url):
    assert not ahead(session, owner_url, tries=5)


def test_reading_the_row_of_the_sequence_is_caught(session, owner_url, broken):
    """Whenever Postgres writes the sequence to WAL, its row shows a number up to 32 too high."""
    broken(
        "_last_position",
        (
            "coalesce(pg_sequence_last_value('log.positions'), 0)",
            "(select last_value from log.positions)",
        ),
    )
    assert ahead(session, owner_url, tries=200)


def test_the_mark_of_an_append_wraps_with_the_number_of_a_lock(session, owner_url):
    """A lock's number has 32 bits and a position 63, so they are compared modulo 2**32."""
    warm(session())
    for start in (2**31 - 2, 2**32 - 2, 2**33 + 2**31 - 1):
        with psycopg.connect(owner_url, autocommit=True) as connection:
            connection.execute("select setval('log.positions', %s)", (start,))
        first, second, reader = session(), session(), session(autocommit=True)
        before = set(visible(reader))
        low, high = note(first, by="first"), note(second, by="second")
        second.commit()
        assert (low, high) == (start + 1, start + 2)
        assert set(visible(reader)) == before
        first.commit()
        assert set(visible(reader)) == before | {low, high}


def test_a_reader_of_another_snapshot_is_refused(session):
    """At higher isolation levels a statement cannot see all messages up to the safe position."""
    writer, reader = session(autocommit=True), session()
    warm(writer)
    for level in ("repeatable read", "serializable"):
        reader.execute(f"set transaction isolation level {level}")
        with pytest.raises(psycopg.errors.InvalidTransactionState, match=level):
            visible(reader)
        reader.rollback()


def begun_later(session: Open, watcher: Watcher, owner_url: str, late: Callable[..., None]) -> int:
    """A reader has read the last position. Before it looks for marks, an append that started later
    sets its mark. Returns the reader's safe position."""
    late(f"v_given := _last_position();{PAUSE}")
    gate, slow, writer = session(at=owner_url), session(autocommit=True), session()
    warm(writer)
    close_gate(gate, slow)
    call = slow.start(slow.log.read_messages, None, 9)
    watcher.waits(slow, call)
    note(writer, by="writer")
    writer.commit()
    note(writer, by="writer")
    gate.commit()
    found: int = call.result(STUCK_SECONDS)["safePosition"]
    return found


def test_an_append_that_began_after_the_look_is_not_waited_for(session, watcher, owner_url, broken):
    def late(look: str) -> None:
        broken("_safe_position", ("v_given := _last_position();", look))

    assert begun_later(session, watcher, owner_url, late) == 1


def test_taking_a_later_mark_for_a_very_old_one_is_caught(session, watcher, owner_url, broken):
    def late(look: str) -> None:
        filtered = "where m.back < 2147483648;     -- else it started after v_given was read"
        broken("_safe_position", ("v_given := _last_position();", look), (filtered, ";"))

    assert begun_later(session, watcher, owner_url, late) < 0


def stepped_back(session: Open, watcher: Watcher, owner_url: str, broken: Broken) -> Session:
    """An append reads where it starts, and sets its mark only after other messages were appended
    and read. So the safe position steps back. Returns the append's session, which the caller
    ends."""
    broken(
        "_mark_append",
        ("begin\n", f"begin\n{PAUSE}"),
    )
    gate, slow, quick = session(at=owner_url), session(), session(autocommit=True)
    warm(quick)
    close_gate(gate, slow)
    call = slow.start(note, slow, by="slow")
    watcher.waits(slow, call)
    note(quick, by="quick")
    note(quick, by="quick")
    assert visible(quick) == [1, 2, 3]
    quick.log.register_group("g")
    held = [claim(quick.log, "g", ["by"], ["note"], batch=1) for _ in range(2)]
    gate.commit()
    assert call.result(STUCK_SECONDS) == 4
    assert visible(quick) == [1]
    # A worker can still complete the messages that a claim handed out.
    for each in held:
        ack(quick.log, "g", each)
    return slow


def test_a_safe_position_that_steps_back_takes_nothing_back(session, watcher, owner_url, broken):
    slow = stepped_back(session, watcher, owner_url, broken)
    assert lost_marks(owner_url) == []
    slow.commit()
    reader = session(autocommit=True)
    assert visible(reader) == [1, 2, 3, 4]
    assert took(reader.log, "g", ["by"], ["note"]) == ("by:quick", [3])
    assert took(reader.log, "g", ["by"], ["note"]) == ("by:slow", [4])


def test_an_ack_that_looks_no_further_than_is_safe_now_is_caught(
    session, watcher, owner_url, broken
):
    """Message 3 was marked when it was safe. The scan does not look at it again."""
    broken("ack_claim", ("p_position), s.scanned_to)", "p_position), _safe_position())"))
    stepped_back(session, watcher, owner_url, broken)
    assert [row[0] for row in lost_marks(owner_url)] == ["by:quick"]
