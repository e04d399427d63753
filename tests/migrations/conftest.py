"""Empty databases, on the newest Postgres and on the oldest that we support."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import psycopg
import pytest

from regent.local.postgres import Postgres

_numbers = itertools.count()


@pytest.fixture(scope="module", params=[16, 18])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """A server of its own for each version: roles belong to a whole server."""
    data_dir = tmp_path_factory.mktemp(f"postgres{request.param}") / "data"
    with Postgres(data_dir, version=request.param, throw_away=True) as server:
        yield server


@pytest.fixture
def empty(server: Postgres) -> Iterator[Callable[[], str]]:
    """Make an empty database; its URL as the superuser."""
    made: list[str] = []

    def database() -> str:
        made.append(f"empty_{next(_numbers)}")
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {made[-1]}".encode())
        return server.url(made[-1])

    yield database
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        for name in made:
            connection.execute(f"drop database {name} with (force)".encode())
