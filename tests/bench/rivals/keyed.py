"""Rows with the same content and keys as Regent's, inserted by hand. This is the cost of storing
messages that can be read in order and deduplicated, without a queue around them.

Measured in two forms, each one prepared statement a batch; the faster one stands for "bare insert".
"""

from __future__ import annotations

import itertools
import random
import uuid
from collections.abc import Callable
from typing import Any

import orjson
import psycopg

from tests.bench.contenders import PARTITIONS, PAYLOAD_BYTES, PushShape, Step, ready_batches
from tests.bench.rivals.bare import checked

_TABLE = """
create table keyed (
    partition_id bigint not null,
    "offset" bigint generated always as identity,
    created_at timestamptz not null default now(),
    id uuid not null,
    transaction_key uuid not null,
    payload json not null,
    primary key (partition_id, "offset"),
    unique (partition_id, transaction_key))"""

Rows = list[tuple[int, str, str, bytes]]
Send = Callable[[psycopg.Connection, Rows], object]


def _values(connection: psycopg.Connection, rows: Rows) -> None:
    """`insert … values (…), (…)`. Through libpq: psycopg would parse the text each time."""
    name = b"keyed_%d" % len(rows)
    if name not in _prepared.setdefault(connection, set()):
        places = ", ".join(
            f"(${4 * row + 1}, ${4 * row + 2}, ${4 * row + 3}, ${4 * row + 4})"
            for row in range(len(rows))
        )
        statement = (
            f"insert into keyed (partition_id, id, transaction_key, payload) values {places}"
        )
        checked(connection.pgconn.prepare(name, statement.encode()))
        _prepared[connection].add(name)
    parameters: list[Any] = []
    for partition, message_id, key, payload in rows:
        parameters += (b"%d" % partition, message_id.encode(), key.encode(), payload)
    checked(connection.pgconn.exec_prepared(name, parameters))


def _columns(connection: psycopg.Connection, rows: Rows) -> None:
    """The parameters in the form of Regent's own push."""
    partitions, ids, keys, payloads = zip(*rows, strict=True)
    connection.execute(
        "insert into keyed (partition_id, id, transaction_key, payload)"
        " select p, i, t, d::json from rows from (unnest(%s::bigint[]), unnest(%s::uuid[]),"
        " unnest(%s::uuid[]), unnest(string_to_array(%s, E'\\x1f'))) as m(p, i, t, d)",
        (
            "{" + ",".join(map(str, partitions)) + "}",
            "{" + ",".join(ids) + "}",
            "{" + ",".join(keys) + "}",
            b"\x1f".join(payloads).decode(),
        ),
        prepare=True,
    )


_prepared: dict[psycopg.Connection, set[bytes]] = {}
FORMS: dict[str, Send] = {"values": _values, "columns": _columns}


class Keyed:
    """A table with a message's keys, and one way to write into it."""

    def __init__(self, form: str, payload_bytes: int = PAYLOAD_BYTES) -> None:
        self.name = f"keyed_{form}"
        self.payload_bytes = payload_bytes
        self._send = FORMS[form]

    def install(self, url: str) -> None:
        """The table."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(_TABLE)

    def producer(self, url: str, shape: PushShape) -> Step:
        """A batch for one partition, or each message for a random one."""
        connection = psycopg.connect(url, autocommit=True)
        batches = itertools.cycle(ready_batches(shape.batch, self.payload_bytes))

        def step() -> int:
            one = random.randrange(PARTITIONS)
            self._send(
                connection,
                [
                    (
                        random.randrange(PARTITIONS) if shape.spread else one,
                        *(str(uuid.uuid4()) for _ in range(2)),
                        orjson.dumps(payload),
                    )
                    for payload in next(batches)
                ],
            )
            return shape.batch

        return step

    def consumer(self, url: str, batch: int) -> Step:
        """A table has no consumers."""
        raise NotImplementedError

    def fill(self, url: str, messages: int, batch: int) -> None:
        """Nor a backlog."""
        raise NotImplementedError
