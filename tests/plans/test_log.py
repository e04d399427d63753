"""The cost of a call on the event log follows what it hands out. It depends neither on the length
of the log nor on the number of partitions, whether claimed, resting or idle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from regent.local.postgres import Postgres
from tests.plans.counters import Work
from tests.plans.counters import measure as measure_schema
from tests.plans.log_data import fill_log
from tests.races.sessions import Session
from tests.support.log import condition, message, positions, work

SHORT, LONG, VERY_LONG = 10_000, 100_000, 1_000_000
BY = ("course", "user")
TYPES = ("created", "joined")
measure = partial(measure_schema, schema="log")


def joined(user: str = "u7") -> Any:
    """A message of one of the first hundred partitions, which all have the course c0."""
    return message("joined", course="c0", user=user)


def empty_claim(session: Session) -> Work:
    def look() -> None:
        assert session.log.claim_next("g", work(BY, TYPES)) is None

    return measure(session.connection, look)


def needle_claim(session: Session) -> Work:
    """A claim when only one of all partitions has a message."""
    session.log.append([joined()])
    session.commit()
    found: Any = None

    def take() -> None:
        nonlocal found
        found = session.log.claim_next("g", work(BY, TYPES))
        assert found["partitionKey"] == "course:c0|user:u7"
        assert len(positions(found)) == 1

    done = measure(session.connection, take)
    session.log.ack_claim("g", found["offsetId"], positions(found)[-1])
    session.commit()
    return done


def ack(session: Session) -> Work:
    session.log.append([joined()])
    session.commit()
    found = session.log.claim_next("g", work(BY, TYPES))
    assert found is not None
    session.commit()
    last = positions(found)[-1]
    return measure(session.connection, lambda: session.log.ack_claim("g", found["offsetId"], last))


def _consumed(session: Session, call: Callable[[], Any]) -> Work:
    done = measure(session.connection, call)
    while (found := session.log.claim_next("g", work(BY, TYPES))) is not None:
        session.log.ack_claim("g", found["offsetId"], positions(found)[-1])
    session.commit()
    return done


def append(session: Session) -> Work:
    return _consumed(session, lambda: session.log.append([joined()]))


def guarded_append(session: Session) -> Work:
    """A guarded append in a partition that had no append since the decider read."""
    last = session.log.append([]).last_position
    guard = [condition("joined", course="c0", user="u7"), condition("created", course="c77")]
    return _consumed(session, lambda: session.log.append([joined()], guard, last))


def guard_from_the_start(session: Session) -> Work:
    """A guard from the start of the log that no message meets: a user in a course without that
    user."""
    guard = [condition("joined", course="c1", user="u7"), condition("joined", user="nobody")]
    return _consumed(session, lambda: session.log.append([joined()], guard))


def read_partition(session: Session) -> Work:
    def read() -> None:
        found = session.log.read_partition({"course": "c0", "user": "u11"}, TYPES, limit=8)
        assert len(positions(found)) == 8

    return measure(session.connection, read)


def read_of_a_deep_partition(session: Session) -> Work:
    """A read at the end of a partition that holds a fifth of the log."""
    last = session.log.append([]).last_position

    def read() -> None:
        value = {"course": "deep", "user": "deep"}
        found = session.log.read_partition(value, TYPES, after=last - last % 100 - 100, limit=10)
        assert len(positions(found)) == 10

    return measure(session.connection, read)


def read_by_conditions(session: Session) -> Work:
    asked = [condition("joined", user="u11"), condition("created", course="c0")]

    def read() -> None:
        assert len(positions(session.log.read_conditions(asked, limit=10))) == 10

    return measure(session.connection, read)


def last_page_of_the_log(session: Session) -> Work:
    def read() -> None:
        assert len(positions(session.log.read_messages(None, 20, backwards=True))) == 20

    return measure(session.connection, read)


def last_page_of_a_type(session: Session) -> Work:
    def read() -> None:
        found = session.log.read_messages(None, 20, backwards=True, type_="created")
        assert len(positions(found)) == 20

    return measure(session.connection, read)


OPERATIONS: dict[str, Callable[[Session], Work]] = {
    operation.__name__: operation
    for operation in (
        empty_claim,
        needle_claim,
        ack,
        append,
        guarded_append,
        guard_from_the_start,
        read_partition,
        read_of_a_deep_partition,
        read_by_conditions,
        last_page_of_the_log,
        last_page_of_a_type,
    )
}


def after_warm_up(session: Session, name: str) -> Work:
    """The third run, after the session has made its plans."""
    for _ in range(2):
        OPERATIONS[name](session)
    return OPERATIONS[name](session)


@pytest.fixture(scope="session")
def long_log(postgres: Postgres, template: str) -> Callable[[int], str]:
    """The name of a template with a log of that many messages, made once."""
    made: dict[int, str] = {}

    def name(messages: int) -> str:
        if messages not in made:
            made[messages] = f"template_log_{messages}"
            with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
                connection.execute(f"create database {made[messages]} template {template}".encode())
            fill_log(postgres.url(made[messages]), messages)
        return made[messages]

    return name


@pytest.fixture
def open_log(postgres: Postgres, long_log: Callable[[int], str]) -> Iterator[Callable[[int], str]]:
    """Clone a database with a log of that many messages. Returns its URL as the superuser."""
    clones: list[str] = []

    def clone(messages: int) -> str:
        clones.append(f"log_{messages}_{len(clones)}")
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(
                f"create database {clones[-1]} template {long_log(messages)}".encode()
            )
        return postgres.url(clones[-1])

    yield clone
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        for name in clones:
            connection.execute(f"drop database if exists {name} with (force)".encode())


def excess(
    open_log: Callable[[int], str], open_session: Callable[[str], Session], messages: int
) -> dict[str, list[str]]:
    short, long = open_session(open_log(SHORT)), open_session(open_log(messages))
    return {
        name: found
        for name in OPERATIONS
        if (found := after_warm_up(long, name).excess(after_warm_up(short, name)))
    }


@pytest.mark.parametrize("messages", [LONG, pytest.param(VERY_LONG, marks=pytest.mark.slow)])
def test_no_call_grows_with_the_length_of_the_log(open_log, open_session, messages):
    assert excess(open_log, open_session, messages) == {}


def test_plans_made_while_the_log_was_empty_are_right_later(owner_url, open_session, open_log):
    old = open_session(owner_url)
    old.log.register_group("g")
    old.log.append([joined("u11"), joined(), message("created", course="c0")])
    old.commit()
    for _ in range(3):
        old.log.claim_next("g", work(BY, TYPES))
        old.commit()
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(
            "truncate log.messages, log.message_keys, log.kinds, log.groups, log.scans,"
            " log.offsets, log.offset_keys, log.replays"
        )
    fill_log(owner_url, LONG)
    short = open_session(open_log(SHORT))
    found = {
        name: found
        for name in OPERATIONS
        if (found := OPERATIONS[name](old).excess(after_warm_up(short, name)))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("drop", "operation"),
    [
        ("alter table log.message_keys drop constraint message_keys_pkey", "read_partition"),
        ("alter table log.message_keys drop constraint message_keys_pkey", "guard_from_the_start"),
        ("alter table log.messages drop constraint messages_pkey", "needle_claim"),
        ("alter table log.messages drop constraint messages_id_key", "append"),
        ("drop index log.offsets_pending", "empty_claim"),
        ("drop index log.offsets_resting", "empty_claim"),
        ("alter table log.offsets drop constraint offsets_scan_id_keys_key", "needle_claim"),
        ("alter table log.offsets drop constraint offsets_pkey cascade", "ack"),
    ],
)
def test_a_missing_index_is_reported(open_log, open_session, drop, operation):
    short = after_warm_up(open_session(open_log(SHORT)), operation)
    url = open_log(LONG)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(drop)
    assert after_warm_up(open_session(url), operation).excess(short) != []


def test_a_claim_passes_partitions_that_rest_without_looking_at_them(open_log, open_session):
    url = open_log(SHORT)
    session = open_session(url)
    before = after_warm_up(session, "empty_claim")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "update log.offsets set next_position = 1, resume_at = queen.now() + interval '1 day'"
        )
        connection.execute("vacuum log.offsets")
    assert after_warm_up(session, "empty_claim").excess(before) == []


def test_a_conversation_is_found_by_its_index(open_log, open_session):
    url = open_log(LONG)
    session = open_session(url)
    root = joined()
    session.log.append([root, {**joined(), "correlationId": root["id"]}])
    session.commit()
    for _ in range(3):
        looked = measure(
            session.connection, lambda: session.log.read_correlated(root["id"], None, 9)
        )
        one = measure(session.connection, lambda: session.log.read_message(root["id"]))
    assert (looked.sequential_scans, one.sequential_scans) == ({}, {})
    assert looked.blocks <= 40
    assert one.blocks <= 25


def test_a_claim_of_nothing_touches_a_handful_of_blocks(open_log, open_session):
    looked = after_warm_up(open_session(open_log(LONG)), "empty_claim")
    assert looked.sequential_scans == {}
    assert looked.blocks <= 25
    assert looked.updated == {}
