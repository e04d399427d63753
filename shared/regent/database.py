"""The only way to Postgres: connect, reuse, retry, and turn a SQLSTATE into an error of ours."""

from __future__ import annotations

import json
import logging
import random
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, Final, LiteralString, TypeVar

try:
    import psycopg
    from psycopg.pq import ConnStatus
    from psycopg.rows import TupleRow
    from psycopg.types.string import TextLoader
except ModuleNotFoundError as error:
    if error.name != "psycopg":
        raise
    raise ModuleNotFoundError(
        "a database needs psycopg: pip install '.[direct]' in Regent's repository"
    ) from error

from regent.changes import noted, present_change
from regent.connections import WarmConnection, call
from regent.credentials import connection_parameters
from regent.errors import RAISED, DatabaseUnavailable, RegentError
from regent.limits import CONNECT_SECONDS, WAKE_SECONDS
from regent.rows import Row, as_json_rows, json_text
from regent.settings import Settings
from regent.sqlstates import POSTGRES

log = logging.getLogger("regent.database")

Connection = psycopg.Connection[TupleRow]
#: An error whose SQLSTATE errors.py does not map.
UnexpectedDatabaseError = psycopg.Error
T = TypeVar("T")

#: Seed 002 asks for these delays after a serialization failure or a deadlock. Jitter keeps two
#: transactions that met from meeting again.
RETRY_DELAYS_SECONDS: Final = (0.1, 0.2, 0.4)
_RETRIED_SQLSTATES: Final = frozenset({"40001", "40P01", "0A000", "26000"})
#: An upgrade replaced the routine of a prepared statement. The statement lives as long as its
#: connection, so the connection is closed.
#: And after a failover the server behind a connection may only read.
_STALE_SQLSTATES: Final = frozenset({"0A000", "25006", "26000"})
#: The roles have the same timeouts (roles.sql); these are for a login as another role.
SESSION_OPTIONS: Final = (
    "-c statement_timeout=30s -c lock_timeout=5s -c idle_in_transaction_session_timeout=60s"
)


class IsolationLevel(Enum):
    """The levels that a caller may ask for. The queue's own statements run at the first: each of
    their steps has to see rows that were committed while it waited for a lock."""

    READ_COMMITTED = psycopg.IsolationLevel.READ_COMMITTED
    REPEATABLE_READ = psycopg.IsolationLevel.REPEATABLE_READ
    SERIALIZABLE = psycopg.IsolationLevel.SERIALIZABLE


class Database:
    """Warm connections to one database: as many as statements run at once, so one on Lambda.

    They are kept in a free list. A pool's threads would not survive Lambda's freezing.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._idle: list[WarmConnection] = []
        self._places = threading.BoundedSemaphore(settings.max_connections)

    def fetch(self, statement: LiteralString, parameters: Sequence[Any] = ()) -> list[TupleRow]:
        """Run one statement, which is the whole transaction, and return its rows."""
        return self._retried(lambda connection: self._rows(connection, statement, parameters))

    def call(self, statement: LiteralString, *parameters: object) -> list[TupleRow]:
        """Like ``fetch``, for the statements that are most of the traffic; parameters are $1, $2, …

        They go straight through libpq. psycopg works out anew for each statement how each parameter
        is written and each column is read, which costs as much as half of a push.
        """
        texts = [None if value is None else str(value).encode() for value in parameters]
        return self._retried(lambda connection: call(connection, statement, texts))

    def fetch_rows(self, statement: LiteralString, parameters: Sequence[Any] = ()) -> list[Row]:
        """Like ``fetch``, but each row is a dict with the names and types of an answer."""
        return self._retried(lambda connection: self._named_rows(connection, statement, parameters))

    def change(
        self,
        statement: LiteralString,
        parameters: Sequence[Any],
        *,
        result: LiteralString,
    ) -> list[TupleRow]:
        """Like ``fetch``, for what an operator changes: where a request asks for a note of it, the
        statement notes it, too. ``result``: what it did, of its rows (``changes.noted``)."""
        if (change := present_change()) is None:
            return self.fetch(statement, parameters)
        return self.fetch(noted(statement, result), (*parameters, *change.columns()))

    def change_rows(
        self,
        statement: LiteralString,
        parameters: Sequence[Any],
        *,
        result: LiteralString,
    ) -> list[Row]:
        """Like ``change``, but each row is a dict with the names and types of an answer."""
        if (change := present_change()) is None:
            return self.fetch_rows(statement, parameters)
        return self.fetch_rows(noted(statement, result), (*parameters, *change.columns()))

    def run_aside(self, statement: LiteralString) -> None:
        """Run a statement that a schedule repeats anyway. Its failure is dropped: the work before
        it has succeeded, and its caller must not see an error."""
        with suppress(RegentError, psycopg.Error):
            self.fetch(statement)

    def transaction(
        self,
        work: Callable[[Connection], T],
        isolation_level: IsolationLevel = IsolationLevel.READ_COMMITTED,
    ) -> T:
        """Run ``work`` in one transaction; start it again if it collided with another
        transaction."""

        def attempt(connection: Connection) -> T:
            connection.isolation_level = isolation_level.value
            with connection.transaction():
                return work(connection)

        return self._retried(attempt)

    @property
    def idle_connections(self) -> int:
        """How many connections are open and wait for a statement."""
        return len(self._idle)

    def warm_up(self) -> None:
        """Connect now, rather than in the first request. Lambda's init phase is the time for it."""
        self._once(lambda _: None)

    def close(self) -> None:
        """Close the idle connections."""
        while self._idle:
            self._idle.pop().close()

    @staticmethod
    def _rows(
        connection: Connection, statement: LiteralString, parameters: Sequence[Any]
    ) -> list[TupleRow]:
        return connection.execute(statement, parameters).fetchall()

    @staticmethod
    def _named_rows(
        connection: Connection, statement: LiteralString, parameters: Sequence[Any]
    ) -> list[Row]:
        cursor = connection.cursor()
        cursor.adapters.register_loader("json", _StoredJson)
        cursor.execute(statement, parameters)
        return as_json_rows([column.name for column in cursor.description or ()], cursor.fetchall())

    def _retried(self, work: Callable[[Connection], T]) -> T:
        for delay in RETRY_DELAYS_SECONDS:
            try:
                return self._once(work)
            except psycopg.Error as error:
                if error.sqlstate not in _RETRIED_SQLSTATES:
                    raise _translated(error) from error
            time.sleep(delay * random.uniform(0.75, 1.25))  # noqa: S311 - jitter, not a secret
        try:
            return self._once(work)
        except psycopg.Error as error:
            raise _translated(error) from error

    def _once(self, work: Callable[[Connection], T]) -> T:
        self._wait_for_place()
        try:
            connection = self._take()
            try:
                return work(connection)
            except psycopg.Error as error:
                if error.sqlstate in _STALE_SQLSTATES:
                    connection.close()
                raise
            finally:
                if connection.pgconn.status != ConnStatus.OK:
                    connection.close()
                else:
                    self._idle.append(connection)
        finally:
            self._places.release()

    def _wait_for_place(self) -> None:
        """Wait until one more statement may run."""
        self._places.acquire()

    def _take(self) -> WarmConnection:
        """An idle connection that still works, or a new one.

        A server that went away while the connection was idle has closed its side of the socket.
        Polling the socket shows this before anything is sent, so the request safely goes to a new
        connection.
        """
        while True:
            try:
                connection = self._idle.pop()
            except IndexError:
                return self._connect()
            if not connection.has_news():
                return connection
            connection.close()

    def _connect(self) -> WarmConnection:
        settings = self._settings
        try:
            connection = WarmConnection.connect(
                **self._how(),
                autocommit=True,
                prepare_threshold=None if settings.database_proxied else 0,
            )
        except psycopg.Error as error:
            raise DatabaseUnavailable("cannot connect to the database", words=str(error)) from error
        connection.add_notice_handler(_log_notice)
        return connection

    def _how(self) -> dict[str, Any]:
        """What a new connection is opened with."""
        settings = self._settings
        return {
            **connection_parameters(settings),
            "options": None if settings.database_proxied else SESSION_OPTIONS,
            "application_name": "regent",
            "connect_timeout": WAKE_SECONDS if settings.database_pauses else CONNECT_SECONDS,
        }


class OpenTransaction(Database):
    """A database whose calls are all part of one open transaction: they commit together or not at
    all.

    Made in the work of :meth:`Database.transaction`. An error ruins the transaction, so it has to
    leave that work as well.
    """

    def __init__(self, connection: Connection) -> None:
        self._open = connection

    def _retried(self, work: Callable[[Connection], T]) -> T:
        """Run it once: a retry is up to the caller that opened the transaction."""
        try:
            return work(self._open)
        except psycopg.Error as error:
            if error.sqlstate in RAISED:
                raise _translated(error) from error
            raise

    def transaction(
        self,
        work: Callable[[Connection], T],
        isolation_level: IsolationLevel = IsolationLevel.READ_COMMITTED,
    ) -> T:
        """Run ``work`` as a part of the transaction, at its isolation level."""
        if isolation_level.value not in (
            self._open.isolation_level,
            psycopg.IsolationLevel.READ_COMMITTED,
        ):
            raise ValueError("a part of a transaction cannot have an isolation level of its own")
        with self._open.transaction():
            return work(self._open)

    def run_aside(self, statement: LiteralString) -> None:
        """Do nothing: the statement would share the transaction's locks and its end."""

    def warm_up(self) -> None:
        """Do nothing: the transaction has its connection."""

    def close(self) -> None:
        """Do nothing: the connection belongs to the caller that opened it."""


class _StoredJson(TextLoader):
    """A ``json`` column: its text is passed on as JSON, unparsed."""

    def load(self, data: Any) -> Any:
        return json_text(str(super().load(data)))


def _log_notice(notice: psycopg.errors.Diagnostic) -> None:
    """A routine's words on a decision of its own, such as where a group starts."""
    warns = notice.severity_nonlocalized == "WARNING"
    log.log(logging.WARNING if warns else logging.DEBUG, "%s", notice.message_primary)


def is_undone(error: Exception) -> bool:
    """Whether a statement that raised this has surely changed nothing: the database said so. When
    the connection broke, or our own code failed afterwards, it may have happened."""
    if isinstance(error, psycopg.Error):
        return error.sqlstate is not None
    return isinstance(error, RegentError) and not isinstance(error, DatabaseUnavailable)


def _translated(error: psycopg.Error) -> RegentError | psycopg.Error:
    """Our error for a SQLSTATE; an error that we do not expect is returned as it is."""
    state = error.sqlstate or ""
    if state in RAISED:
        detail = error.diag.message_detail
        return RAISED[state](
            error.diag.message_primary or "", json.loads(detail) if detail else None
        )
    if state in POSTGRES:
        kind, sentence = POSTGRES[state]
        return kind(sentence.format(error.diag.message_primary))
    if isinstance(error, psycopg.OperationalError) and not state:
        return DatabaseUnavailable("the connection to the database broke", words=str(error))
    return error
