"""Connections that stay open, and the short way through them to Postgres.

psycopg works out anew for each statement how each parameter is written and each column is read.
That costs as much as half of a push. So the statements that are most of the traffic go straight
through libpq, and a connection remembers how it reads their columns.
"""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, LiteralString

import psycopg
from psycopg.adapt import Transformer
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import ConnStatus, ExecStatus
from psycopg.rows import TupleRow

if TYPE_CHECKING:
    from psycopg.pq.abc import PGresult


class WarmConnection(psycopg.Connection[TupleRow]):
    """A connection that remembers which statements it has prepared."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._names: dict[str, bytes] = {}
        self._transformer = Transformer(self)
        self._poll = select.poll()
        self._poll.register(self.fileno(), select.POLLIN)

    def has_news(self) -> bool:
        """Tell whether the server sent something, or closed its side, while nobody asked."""
        return bool(self._poll.poll(0))

    def call(self, statement: LiteralString, parameters: Sequence[bytes | None]) -> list[TupleRow]:
        """Run one statement straight through libpq."""
        result = self._execute(statement, parameters)
        if result.status != ExecStatus.TUPLES_OK:
            if self.pgconn.status != ConnStatus.OK:
                raise psycopg.OperationalError(self.pgconn.get_error_message())
            raise psycopg.errors.error_from_result(result, encoding="utf-8")
        self._transformer.set_pgresult(result)
        rows = self._transformer.load_rows(0, result.ntuples, tuple)
        # An answer may take megabytes, and the connection may now be idle for long.
        self._transformer.set_pgresult(None)
        return rows

    def _execute(self, statement: LiteralString, parameters: Sequence[bytes | None]) -> PGresult:
        if self.prepare_threshold is None:  # a proxy may send each statement to another session
            return self.pgconn.exec_params(statement.encode(), parameters)
        name = self._names.get(statement)
        if name is None:
            name = b"regent_%d" % len(self._names)
            prepared = self.pgconn.prepare(name, statement.encode())
            if prepared.status != ExecStatus.COMMAND_OK:
                return prepared
            self._names[statement] = name
        return self.pgconn.exec_prepared(name, parameters)  # type: ignore[arg-type]


def known_parameters() -> frozenset[str]:
    """The parameters that a URL of Postgres may have."""
    return frozenset(each.keyword.decode() for each in psycopg.pq.Conninfo.get_defaults())


def parts_of(url: str) -> dict[str, Any]:
    """The parameters of a URL of Postgres. Raises ValueError without the driver's words: they quote
    what they cannot read, and that may be a password."""
    try:
        return dict(conninfo_to_dict(url))
    except psycopg.Error:
        pass
    raise ValueError("no URL of Postgres")


def call(
    connection: psycopg.Connection[TupleRow],
    statement: LiteralString,
    parameters: Sequence[bytes | None],
) -> list[TupleRow]:
    """Run a statement whose parameters are texts named $1, $2, …, the short way where there is one.

    A caller's own connection goes through psycopg: it begins a transaction where one is due.
    """
    if isinstance(connection, WarmConnection):
        return connection.call(statement, parameters)
    texts = [None if each is None else each.decode() for each in parameters]
    with psycopg.RawCursor(connection) as cursor:
        return cursor.execute(statement, texts).fetchall()
