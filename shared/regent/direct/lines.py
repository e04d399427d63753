"""The connections of one client to its database, within the time that each of its requests has."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from threading import local
from typing import Any, Final, TypeVar

from regent.client.errors import Unreachable
from regent.connections import WarmConnection
from regent.database import SESSION_OPTIONS, Connection, Database
from regent.direct.place import Place, checked_password
from regent.direct.watchdog import Watchdog
from regent.errors import DatabaseUnavailable
from regent.limits import CONNECT_SECONDS, WAKE_SECONDS
from regent.settings import Settings

T = TypeVar("T")

#: A server that is gone without a word is noticed: nothing of ours works in silence for longer.
_SILENCE: Final = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}

#: Of a connection that is refused libpq tells no SQLSTATE. A server that speaks another language
#: is tried until the time is up.
_REFUSALS: Final = re.compile(
    r'(database|role) ".*" does not exist|permission denied for database|no pg_hba\.conf entry'
)
#: With a right password, too.
_FULL: Final = re.compile("too many connections|connection slots are reserved")


class Exchange:
    """One request on its way through a handler."""

    __slots__ = ("began", "deadline", "failed")

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline
        #: A statement of it was sent.
        self.began = False
        #: Why the database did not answer one of its statements.
        self.failed: Exception | None = None

    def time_left(self) -> float:
        """Seconds, 0 when its time is up."""
        return max(0.0, self.deadline - time.monotonic())


class Lines(Database):
    """Warm connections that threads share; each is used by one thread at a time."""

    def __init__(self, settings: Settings, place: Place) -> None:
        super().__init__(settings)
        self._place = place
        self._watchdog = Watchdog()
        self._in_this_thread = local()
        self._closed = False

    def carry(self, exchange: Exchange, work: Callable[[], T]) -> T:
        """Do the work of one request, whose statements are carried out in this thread."""
        self._in_this_thread.exchange = exchange
        try:
            return work()
        finally:
            del self._in_this_thread.exchange

    @property
    def _exchange(self) -> Exchange:
        exchange: Exchange = self._in_this_thread.exchange
        return exchange

    def _retried(self, work: Callable[[Connection], T]) -> T:
        try:
            return super()._retried(work)
        except DatabaseUnavailable as error:
            self._exchange.failed = self._exchange.failed or self._unreachable(error)
            raise

    def _unreachable(self, error: DatabaseUnavailable) -> Unreachable:
        shown = self._place.shown
        if _is_refused(error.__cause__):
            sentence = f"{shown} refuses this login: {error}; correct the URL or the password"
            return Unreachable(sentence, sent=self._exchange.began, final=True)
        return Unreachable(f"{shown} does not answer: {error}", sent=self._exchange.began)

    def _once(self, work: Callable[[Connection], T]) -> T:
        exchange = self._exchange

        def timed(connection: Connection) -> T:
            exchange.began = True
            with self._watchdog.over(connection, exchange.deadline):
                return work(connection)

        try:
            return super()._once(timed)
        finally:
            if self._closed:
                super().close()

    def close(self) -> None:
        """Close the connections; those in use are closed when their statement has ended."""
        self._closed = True
        super().close()

    def _wait_for_place(self) -> None:
        exchange = self._exchange
        if not self._places.acquire(timeout=exchange.time_left()):
            raise DatabaseUnavailable(
                f"all {self._settings.max_connections} connections were in use until the time was"
                " up; raise max_connections"
            )

    def _connect(self) -> WarmConnection:
        exchange = self._exchange
        if exchange.time_left() <= 0:
            raise DatabaseUnavailable("there was no time left to connect")
        return super()._connect()

    def _how(self) -> dict[str, Any]:
        """The URL wins over what is usual."""
        settings, place = self._settings, self._place
        most = WAKE_SECONDS if settings.database_pauses else CONNECT_SECONDS
        usual = {
            "application_name": "regent",
            "connect_timeout": min(most, math.ceil(self._exchange.time_left())),
            **_SILENCE,
        }
        options = [] if settings.database_proxied else [SESSION_OPTIONS]
        found = {**usual, **place.parts, "options": " ".join([*options, *place.options]) or None}
        if place.password is not None:
            found["password"] = self._asked_password(place.password)
        return found

    def _asked_password(self, ask: Callable[[], str]) -> str:
        """What the program's function returns; whatever it raises is raised in the program."""
        try:
            return checked_password(ask())
        except Exception as error:
            self._exchange.failed = error
            raise DatabaseUnavailable("the function for the password failed") from error


def _is_refused(cause: BaseException | None) -> bool:
    """Whether another try would be refused as well. The server asked for a password, and refused
    it or got none; or it has no such database or role, or lets nobody in from here."""
    attempt = getattr(cause, "pgconn", None)
    if attempt is None or _FULL.search(str(cause)):
        return False
    return attempt.needs_password or attempt.used_password or bool(_REFUSALS.search(str(cause)))
