"""Clients straight on this test's database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from regent import Regent
from tests.client.handlers import both
from tests.client.wires import wait_until


@pytest.fixture(params=["threads", "asyncio"])
def regent(request: pytest.FixtureRequest, url: str) -> Iterator[Any]:
    """Both clients."""
    yield from both(request.param, url)


@pytest.fixture
def straight(url: str) -> Iterator[Regent]:
    """The one for threads, where a test has threads of its own."""
    with Regent(url) as regent:
        yield regent


class Owner:
    """The superuser, who looks at sessions, holds them up and ends them."""

    def __init__(self, url: str) -> None:
        self._session = psycopg.connect(url, autocommit=True)
        #: A transaction that looks sees the same sessions as long as it lasts.
        self._holder = psycopg.connect(url, autocommit=True)

    def close(self) -> None:
        self._holder.close()
        self._session.close()

    @contextmanager
    def holding(self, table: str = "queen.partitions") -> Iterator[None]:
        """Nobody gets at a table."""
        with self._holder.transaction():
            self._holder.execute(f"lock table {table} in access exclusive mode".encode())
            yield

    def sessions(self, waiting: bool = False) -> list[int]:
        """The sessions of clients, or those that wait for a lock."""
        found = self._session.execute(
            "select pid from pg_stat_activity where datname = current_database()"
            " and usename = 'regent_api' and (wait_event_type = 'Lock' or not %s)",
            (waiting,),
        ).fetchall()
        return [pid for (pid,) in found]

    def end_sessions(self, waiting: bool = False) -> None:
        """As a failover does it."""
        for pid in self.sessions(waiting):
            self._session.execute("select pg_terminate_backend(%s, 5000)", (pid,))

    def until_one_waits(self) -> None:
        """Wait until somebody is held up."""
        wait_until(lambda: self.sessions(waiting=True) != [])

    def execute(self, statement: str) -> Any:
        return self._session.execute(statement.encode())


@pytest.fixture
def owner(owner_url: str) -> Iterator[Owner]:
    """The superuser."""
    owner = Owner(owner_url)
    yield owner
    owner.close()
