"""Databases on one server, each a copy of a template. One session makes and drops all of them: a
session of its own for each would cost as much as the copy."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable

import psycopg
from psycopg.conninfo import conninfo_to_dict

from regent.local.postgres import Postgres
from tests.support import owner, restoring, warm

_CATALOG = "select oid::regclass::text from pg_class where relkind = 'r' and relnamespace = 11"

#: Of clients: those that have ended, and those that have not.
_SESSIONS = """
    select pg_stat_get_db_sessions(oid) + pg_stat_get_db_numbackends(oid)
      from pg_database where datname = %s"""


#: Databases that are left alone for a while before they are dropped.
_RESTING = 2


class Databases:
    """Makes and drops databases of a server that is thrown away, and all of them with it."""

    def __init__(self, server: Postgres) -> None:
        self._server = server
        self._session = psycopg.connect(server.url(), autocommit=True, prepare_threshold=None)
        self._numbers = itertools.count()
        self._templates: set[str] = set()
        self._given_back: list[str] = []
        #: Copies of each template to which nobody has connected.
        self._untouched: dict[str, list[str]] = defaultdict(list)
        self._template_of: dict[str, str] = {}
        self._configured: set[str] = set()
        #: Copies that are used again, and those of them that were restored.
        self._again: set[str] = set()
        self._restored: dict[str, list[str]] = defaultdict(list)

    def template(
        self, name: str, fill: Callable[[str], object], *, copy_of: str = "template1"
    ) -> str:
        """Make a database to copy from, once: ``fill`` fills the copy of another."""
        if name not in self._templates:
            self._create(name, copy_of)
            fill(self._server.url(name))
            self._templates.add(name)
        return name

    def drop_template(self, name: str) -> None:
        """Drop a template; its copies stay."""
        self._templates.remove(name)
        self._given_back += self._untouched.pop(name, [])
        self._execute(f"drop database {name} with (force)")

    def copy(self, template: str, *, again: bool = False) -> str:
        """Copy a template; the copy's URL as the superuser. ``again``: it may be one that a test
        has used, if it is as good as new."""
        # Not those of a moment ago. Where a backend is on its way out, Postgres waits for a tenth
        # of a second before it looks again.
        while len(self._given_back) > _RESTING:
            self._use_again_or_drop(self._given_back.pop(0))
        if again and self._restored[template]:
            return self._server.url(self._restored[template].pop())
        if self._untouched[template]:
            name = self._untouched[template].pop()
        else:
            name = f"test_{next(self._numbers)}"
            self._create(name, template)
            self._template_of[name] = template
        url = self._server.url(name)
        if again:
            self._again.add(name)
            warm.allow(url)
        return url

    def give_back(self, url: str) -> None:
        """Nobody needs this copy any more. A later test may get it."""
        name = str(conninfo_to_dict(url)["dbname"])
        if name not in self._again:
            owner.forget(url)
        row = self._session.execute(_SESSIONS, (name,), prepare=True).fetchone()
        if row == (0,) and name not in self._configured | self._again:
            self._untouched[self._template_of[name]].append(name)
        else:
            self._given_back.append(name)

    def _use_again_or_drop(self, name: str) -> None:
        url, template = self._server.url(name), self._template_of[name]
        if name in self._again and name not in self._configured:
            session = owner.session(url)
            if restoring.reset(session) and restoring.restore(session, 1 + warm.count(url)):
                self._restored[template].append(name)
                return
        owner.forget(url)
        warm.forget(url)
        self._execute(f"drop database {name} with (force)")
        self._again.discard(name)
        del self._template_of[name]

    def configure(self, url: str, setting: str) -> None:
        """A setting for sessions that begin from now on in one copy."""
        name = str(conninfo_to_dict(url)["dbname"])
        self._configured.add(name)
        self._execute(f"alter database {name} set {setting}")

    def close(self) -> None:
        """Close the session."""
        self._session.close()

    def _create(self, name: str, template: str) -> None:
        # The other strategy writes each page to the WAL, too.
        self._execute(f"create database {name} template {template} strategy file_copy")

    def _execute(self, statement: str) -> None:
        self._session.execute(statement.encode())


def tidy(url: str) -> None:
    """Write the catalog anew: copies get fewer pages, and find their hint bits set. Our own tables
    and their statistics stay as an install leaves them."""
    with psycopg.connect(url, autocommit=True) as connection:
        for (table,) in connection.execute(_CATALOG).fetchall():
            connection.execute(f"vacuum (full, freeze) {table}".encode())
    # The first session writes down what each session of a copy would look up again.
    psycopg.connect(url).close()
