"""A copy that a test has used is used again only as an install left it (tests/support)."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest

from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.queue import Queues
from tests.support import restoring, warm
from tests.support.clock import StoppedClock
from tests.support.databases import Databases
from tests.support.owner import execute
from tests.support.store import pop, push

pytestmark = pytest.mark.new_database
_NAMES = b"""
    select oid::regclass::text as name,
           case relkind when 'S' then 'last_value, is_called' else '*' end as columns
      from pg_class
     where relkind in ('r', 'S') and relnamespace in ('queen'::regnamespace, 'log'::regnamespace)
     order by 1"""


@pytest.fixture
def session(owner_url: str) -> Iterator[psycopg.Connection[object]]:
    with psycopg.connect(owner_url, autocommit=True) as session:
        yield session


def use(url: str) -> None:
    """A queue, messages, a lease, and time that was moved."""
    StoppedClock(url).advance(5)
    with warm.opened(url.replace("//postgres@", "//regent_api@")) as database:
        store = Queues(database, Encryption(Settings()))
        push(store, "q", 1, 2, 3)
        assert len(pop(store, "q", batch=2).messages) == 2


def contents(url: str) -> dict[str, object]:
    """Every row, every sequence, and the clock."""
    found: dict[str, object] = {
        each["name"]: execute(url, f"select {each['columns']} from {each['name']}".encode())
        for each in execute(url, _NAMES)
    }
    found["now"] = execute(url, b"select pg_get_functiondef('queen.now'::regproc) as now")
    return found


def test_a_used_copy_is_as_an_install_left_it(
    owner_url: str, session: psycopg.Connection[object]
) -> None:
    before = contents(owner_url)
    use(owner_url)
    assert contents(owner_url) != before
    assert restoring.restore(session, sessions=9)
    assert contents(owner_url) == before


@pytest.mark.parametrize(
    "change",
    [
        "create or replace function queen.now() returns timestamptz language sql return now()",
        "create table public.left_behind ()",
        "begin;; drop view queen.messages_status;; rollback",
        "alter table queen.queues alter name set storage external",
        "grant select on queen.queues to public",
        "do $$ begin execute format('alter database %I set jit = on', current_database()); end $$",
        "insert into queen.queues (name, created_at) values ('q', now());; analyze queen.queues",
        "vacuum queen.messages",
        "update queen.bounds set queues = 7",
        "insert into queen.queues (name, created_at) select i, now() from generate_series(1,900) i",
    ],
)
def test_more_than_rows_is_noticed(
    owner_url: str, session: psycopg.Connection[object], change: str
) -> None:
    for statement in change.split(";; "):
        session.execute(statement.encode())
    assert not restoring.restore(session, sessions=9)


def test_a_session_that_was_left_is_noticed(
    owner_url: str, session: psycopg.Connection[object]
) -> None:
    with psycopg.connect(owner_url):
        assert not restoring.restore(session, sessions=1)


def test_a_session_is_reset(session: psycopg.Connection[object]) -> None:
    session.execute("set search_path = log; set role regent_api; select pg_advisory_lock(1)")
    session.execute("reset role; create temporary table t ()")
    assert restoring.reset(session)
    row = session.execute(
        "select current_setting('search_path'), to_regclass('t'),"
        " (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())"
    ).fetchone()
    assert row == ('"$user", public', None, 0)
    session.autocommit = False
    session.execute("select 1")
    assert not restoring.reset(session)
    session.rollback()


def test_a_copy_is_handed_on_with_its_sessions(databases: Databases, template: str) -> None:
    urls = []
    for _ in range(12):
        urls.append(url := databases.copy(template, again=True))
        use(url)
        databases.give_back(url)
    assert len(set(urls)) < 8
    assert databases.copy(template) not in urls
