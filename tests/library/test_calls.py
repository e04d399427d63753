"""Database.call, the short way to Postgres: it answers, and fails, as the long way does."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import psycopg
import pytest

from regent.database import Connection, Database, IsolationLevel, OpenTransaction
from regent.errors import DatabaseUnavailable, QueueFull
from regent.settings import Settings
from tests.support.rows import value

PREPARED = "select count(*) from pg_prepared_statements"
RAISE = "select queen.refuse($1)"


@pytest.fixture
def refusing(database: Database, owner_url: str) -> Database:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "create function queen.refuse(p_detail text) returns int language plpgsql as $$ begin"
            " raise exception using errcode = 'RG001', message = 'the sentence', detail = p_detail;"
            " end $$"
        )
    return database


def test_values_are_read_as_psycopg_reads_them(database: Database) -> None:
    instant = datetime(2026, 11, 19, 12, 0, 0, 5, tzinfo=UTC)
    identifier = UUID(int=7)
    rows = database.call(
        "select $1::text, $2::int, $3::boolean, $4::timestamptz, $5::uuid, $6::jsonb, $7::bigint[],"
        " null::text, $8::text",
        *("é'\\", 7, True, instant, identifier, '{"a": [1, null]}', "{1,2}", None),
    )
    assert rows == [("é'\\", 7, True, instant, identifier, {"a": [1, None]}, [1, 2], None, None)]


def test_any_number_of_rows(database: Database) -> None:
    some = "select n from generate_series(1, $1::int) n"
    assert [database.call(some, n) for n in (0, 2)] == [[], [(1,), (2,)]]
    assert len(database.call(some, 10_000)) == 10_000


def test_a_statement_is_prepared_once(database: Database) -> None:
    for number in range(3):
        assert database.call("select $1::int", number) == [(number,)]
    assert database.call(PREPARED) == [(2,)]


def test_behind_a_proxy_nothing_is_prepared(url: str) -> None:
    database = Database(Settings(database_url=url, database_proxied=True))
    for number in range(3):
        assert database.call("select $1::int", number) == [(number,)]
    assert database.call(PREPARED) == [(0,)]
    database.close()


def test_an_error_of_ours_keeps_its_sentence_and_detail(refusing: Database) -> None:
    backend = refusing.call("select pg_backend_pid()")
    with pytest.raises(QueueFull) as raised:
        refusing.call(RAISE, '{"a": "é"}')
    assert (raised.value.message, raised.value.detail) == ("the sentence", {"a": "é"})
    assert refusing.call("select pg_backend_pid()") == backend


def test_a_statement_that_cannot_be_prepared_is_told(database: Database) -> None:
    for _ in range(2):
        with pytest.raises(psycopg.errors.UndefinedTable):
            database.call("select * from nowhere")
    assert database.call("select 1") == [(1,)]


def test_a_connection_that_breaks_at_work_is_an_error_and_the_next_request_works(
    database: Database, owner_url: str
) -> None:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute(
            "create function queen.break() returns void language sql security definer as"
            " 'select pg_terminate_backend(pg_backend_pid())'"
        )
    with pytest.raises(DatabaseUnavailable):
        database.call("select queen.break()")
    assert database.call("select 1") == [(1,)]


@pytest.fixture
def counted(owner_url: str) -> str:
    with psycopg.connect(owner_url, autocommit=True) as owner:
        owner.execute("create table public.t (n int); grant all on public.t to regent_api")
    return "insert into public.t values ($1) returning n"


def test_in_a_transaction_calls_commit_together_or_not_at_all(
    database: Database, owner_url: str, counted: Any
) -> None:
    def fails(connection: Connection) -> None:
        OpenTransaction(connection).call(counted, 1)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        database.transaction(fails, IsolationLevel.SERIALIZABLE)
    assert value(owner_url, "select count(*) from public.t") == 0
    assert database.transaction(lambda c: OpenTransaction(c).call(counted, 2)) == [(2,)]
    assert value(owner_url, "select count(*) from public.t") == 1


def test_a_connection_of_the_callers_own_begins_a_transaction(
    url: str, owner_url: str, counted: Any
) -> None:
    with psycopg.connect(url) as connection:
        assert OpenTransaction(connection).call(counted, 1) == [(1,)]
        connection.rollback()
    assert value(owner_url, "select count(*) from public.t") == 0
