"""The floor: rows without any key but a number, inserted by hand or by COPY."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import orjson
import psycopg

from tests.bench.contenders import PushShape, Step, ready_batches

_TABLE = """
create table bare (
    id bigint generated always as identity primary key,
    created_at timestamptz not null default now(),
    payload jsonb not null)"""

Send = Callable[[psycopg.Connection, list[dict[str, Any]]], object]


def _values(connection: psycopg.Connection, payloads: list[dict[str, Any]]) -> None:
    """`insert … values ($1), ($2), …`. Through libpq: psycopg would parse the text each time."""
    rows = len(payloads)
    name = b"values_%d" % rows
    if rows not in _prepared.setdefault(connection, set()):
        rest = ", ".join(f"(${row + 1})" for row in range(rows))
        statement = f"insert into bare (payload) values {rest}"
        checked(connection.pgconn.prepare(name, statement.encode()))
        _prepared[connection].add(rows)
    checked(connection.pgconn.exec_prepared(name, [orjson.dumps(p) for p in payloads]))


def _copy(connection: psycopg.Connection, payloads: list[dict[str, Any]]) -> None:
    with connection.cursor() as cursor, cursor.copy("copy bare (payload) from stdin") as copy:
        # COPY's own escape; JSON has backslashes and no raw tabs or newlines.
        copy.write(b"".join(orjson.dumps(p).replace(b"\\", b"\\\\") + b"\n" for p in payloads))


_prepared: dict[psycopg.Connection, set[int]] = {}
FORMS: dict[str, Send] = {"values": _values, "copy": _copy}


class Bare:
    """A table, and one way to write into it."""

    def __init__(self, form: str) -> None:
        self.name = f"bare_{form}"
        self._send = FORMS[form]

    def install(self, url: str) -> None:
        """The table."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_TABLE)

    def producer(self, url: str, shape: PushShape) -> Step:
        """Spread or not makes no difference to a table."""
        connection = psycopg.connect(url, autocommit=True)
        batches = itertools.cycle(ready_batches(shape.batch))

        def step() -> int:
            self._send(connection, next(batches))
            return shape.batch

        return step

    def consumer(self, url: str, batch: int) -> Step:
        """A table has no consumers."""
        raise NotImplementedError

    def fill(self, url: str, messages: int, batch: int) -> None:
        """Nor a backlog."""
        raise NotImplementedError


def checked(result: psycopg.pq.abc.PGresult) -> None:
    if result.status != psycopg.pq.ExecStatus.COMMAND_OK:
        raise psycopg.DatabaseError(result.error_message.decode())
