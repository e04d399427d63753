"""Sessions of the code under test that stay open with their database: the first statement of a new
one compiles the routines that it calls, which takes longer than most tests."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from regent.connections import WarmConnection
from regent.database import Database
from regent.settings import Settings
from tests.support.restoring import reset

_kept: dict[str, list[WarmConnection]] = defaultdict(list)
#: Those that tests step through themselves.
_stepped: dict[str, list[psycopg.Connection[Any]]] = defaultdict(list)
_MOST_STEPPED = 3
#: The names of databases that are used again.
_allowed: set[str] = set()


def allow(url: str) -> None:
    """Sessions of this database may be kept."""
    _allowed.add(_name(url))


def _name(url: str) -> str:
    return str(conninfo_to_dict(url)["dbname"])


@contextmanager
def opened(url: str) -> Iterator[Database]:
    """The database of a fixture."""
    database = Database(Settings(database_url=url))
    lend(url, database)
    yield database
    take_back(url, database)


def lend(url: str, database: Database) -> None:
    """Give a database that has no connection the one of an earlier test."""
    if connections := _kept.pop(url, None):
        database._idle += connections


def take_back(url: str, database: Database) -> None:
    """Keep one connection for later tests, if its database is used again, and close the others."""
    allowed = _name(url) in _allowed
    while database._idle:
        connection = database._idle.pop()
        if allowed and not _kept[url] and reset(connection):
            _kept[url].append(connection)
        else:
            connection.close()


def session(url: str) -> psycopg.Connection[Any]:
    """A session that a test steps through, perhaps one of an earlier test."""
    while _stepped[url]:
        connection = _stepped[url].pop()
        if not connection.closed:
            return connection
    return psycopg.connect(url)


def put_back(url: str, connection: psycopg.Connection[Any]) -> None:
    """Undo what a session has begun, and keep it if its database is used again."""
    with suppress(psycopg.Error):  # it may be cut
        connection.rollback()
    if _name(url) in _allowed and len(_stepped[url]) < _MOST_STEPPED and reset(connection):
        connection.isolation_level = None
        _stepped[url].append(connection)
    else:
        connection.close()


def count(url: str) -> int:
    """The sessions that are kept for a database."""
    kept = [*_kept.items(), *_stepped.items()]
    return sum(len(connections) for each, connections in kept if _name(each) == _name(url))


def forget(url: str) -> None:
    """Close the sessions of a database, for whatever role."""
    _allowed.discard(_name(url))
    for each in [each for each in {*_kept, *_stepped} if _name(each) == _name(url)]:
        for connection in (*_kept.pop(each, ()), *_stepped.pop(each, ())):
            connection.close()
