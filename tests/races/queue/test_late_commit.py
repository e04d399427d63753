"""A push that commits late is never skipped by a consumer that follows the partition's end."""

from __future__ import annotations

import random
import threading
from concurrent.futures import wait

import psycopg
import pytest

from tests.races.sessions import (
    STUCK_SECONDS,
    Broken,
    Open,
    Session,
    Watcher,
    by_the_long_way,
    drain,
    follow,
    push,
)


def two_writers(session: Open, watcher: Watcher) -> list[str]:
    """The later of two pushes commits first, if it can. All that a consumer gets."""
    first, second, consumer = session(), session(), session()
    follow(consumer, "p")
    push(first, "start")
    first.commit()
    push(first, "early")
    pushed = second.start(push, second, "late")
    if watcher.settled(second, pushed):
        second.commit()
    taken = drain(consumer)
    first.commit()
    pushed.result(STUCK_SECONDS)
    second.commit()
    return taken + drain(consumer)


def offsets_from_a_sequence(broken: Broken, owner_url: str) -> None:
    """The usual design: numbers that are unique and grow, taken without a lock."""
    by_the_long_way(broken)
    with psycopg.connect(owner_url) as connection:
        connection.execute("create sequence queen.offsets minvalue 0")
        connection.execute("grant all on queen.offsets to regent_owner")
    broken(
        "push",
        ("if jsonb_array_length(p_lanes) = 1 then", "if false then"),
        (
            "insert into messages (partition_id,",
            """select array_agg(nextval('queen.offsets') order by n),
                      array_agg(queen.now() order by n)
                 into v_bases, v_times from generate_subscripts(v_ids, 1) n;
               insert into messages (partition_id,""",
        ),
        ("with locked as materialized (", "v_bases := v_ids;\nif false then with locked as ("),
        (
            "from numbered n;",
            "from numbered n; end if;",
        ),
    )
    head = '(select coalesce(max(m."offset") + 1, 0) from messages m where m.partition_id = p.id)'
    broken("_claimable", ("select p.name, p.head,", f"select p.name, {head},"))
    broken(
        "_settle",
        ("if found and v_head > p_row.committed and not exists (", "if false and not exists ("),
        ("v_pending := v_head is null or v_head > p_row.committed;", ""),
    )


def test_a_late_commit_is_not_skipped(session, watcher):
    assert two_writers(session, watcher) == ["start", "early", "late"]


def test_offsets_from_a_sequence_are_caught(session, watcher, broken, owner_url):
    offsets_from_a_sequence(broken, owner_url)
    taken = two_writers(session, watcher)
    assert "late" in taken
    assert "early" not in taken


def tail_slow_writers(session: Open, rounds: int) -> tuple[list[str], list[str]]:
    """Eight writers hold each push until the consumer has looked again. (pushed, taken)"""
    looked = threading.Condition()
    looks = 0

    def write(writer: Session, number: int) -> list[str]:
        chance = random.Random(number)
        pushed = []
        for turn in range(rounds):
            push(writer, name := f"{number}.{turn}", partition=chance.choice("ab"))
            with looked:
                until = looks + chance.randint(0, 3)  # so that some writers overtake others
                # The wait ends: in rare moments the consumer waits for this very commit.
                looked.wait_for(lambda until=until: looks > until, timeout=0.5)
            writer.commit()
            pushed.append(name)
        return pushed

    consumer = session()
    follow(consumer, "a", "b")
    taken: list[str] = []
    writers = [session() for _ in range(8)]
    calls = [writer.start(write, writer, number) for number, writer in enumerate(writers)]
    while wait(calls, timeout=0).not_done:
        taken += drain(consumer)
        with looked:
            looks += 1
            looked.notify_all()
    taken += drain(consumer)
    return [name for call in calls for name in call.result()], taken


@pytest.mark.parametrize("idle_writer", [False, True], ids=["alone", "beside_an_idle_transaction"])
def test_a_consumer_that_tails_slow_writers_skips_nothing(session, idle_writer):
    """An unrelated write transaction that stays open does not stall it either."""
    if idle_writer:
        other = session()
        follow(other, "p", queue="other")
        push(other, "unrelated", queue="other")  # never committed
    pushed, taken = tail_slow_writers(session, rounds=6)
    assert len(pushed) == 48
    assert sorted(taken) == sorted(pushed)


def test_a_consumer_that_tails_slow_writers_over_a_sequence_skips_some(session, broken, owner_url):
    offsets_from_a_sequence(broken, owner_url)
    pushed, taken = tail_slow_writers(session, rounds=6)
    assert set(pushed) - set(taken)
