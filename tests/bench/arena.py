"""The place of all measurements: one embedded Postgres with the settings of `make run`, and a fresh
database for each contender of each shape."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self

import psycopg

from regent.local.postgres import Postgres
from tests.bench.clients import elsewhere
from tests.bench.contenders import Contender

#: A contender's write-ahead log must not cause a checkpoint in another one's round: checkpoints
#: happen between shapes (see databases). All other settings are those of `make run`.
SETTINGS = {"max_wal_size": "16GB", "checkpoint_timeout": "1h"}


class Arena:
    """One server. Its data is thrown away, but commits are as durable as in production."""

    def __init__(self, folder: Path, settings: dict[str, str] = SETTINGS) -> None:
        self.folder = folder
        self._postgres = Postgres(folder / "postgres", settings=settings)
        self._numbers = itertools.count()

    def __enter__(self) -> Self:
        self._postgres.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._postgres.stop()

    @contextmanager
    def databases(self, *contenders: Contender) -> Iterator[list[str]]:
        """A fresh database with the schema of each contender, dropped at the end; yields their
        URLs."""
        names = [f"{contender.name}_{next(self._numbers)}" for contender in contenders]
        for name, contender in zip(names, contenders, strict=True):
            self.execute(f"create database {name}")
            elsewhere(partial(contender.install, self._postgres.url(name)))
        self.execute("checkpoint")
        yield [self._postgres.url(name) for name in names]
        for name in names:
            self.execute(f"drop database {name} with (force)")

    @contextmanager
    def without(self, *settings: str) -> Iterator[None]:
        """With these settings off, for measurements that they would disturb."""
        for setting in settings:
            self.execute(f"alter system set {setting} = off")
        self.execute("select pg_reload_conf()")
        yield
        for setting in settings:
            self.execute(f"alter system reset {setting}")
        self.execute("select pg_reload_conf()")

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement as the superuser, outside of the contenders' databases."""
        return execute(self._postgres.url(), statement)


def execute(url: str, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
    """Run a statement on a connection of its own."""
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement, parameters or None)
        return cursor.fetchall() if cursor.description else []
