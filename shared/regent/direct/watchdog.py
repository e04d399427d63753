"""Ends statements whose time is up: a client's call has a deadline, and a socket of libpq has none.

One thread sleeps until the earliest deadline. It cancels the statement, so that nothing of it
happened. A server that does not even answer to that has its socket closed.
"""

from __future__ import annotations

import contextlib
import math
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import Final, Protocol

#: For a cancelled statement to end, before its connection is given up.
_GRACE_SECONDS: Final = 2.0
#: With nothing to watch, the thread ends after this time.
_IDLE_SECONDS: Final = 10.0


class Connection(Protocol):
    """What it needs of a connection."""

    def cancel_safe(self, *, timeout: float) -> None:
        """Ask the server to end the present statement."""

    def fileno(self) -> int:
        """The socket."""

    def close(self) -> None:
        """End it."""


class _Watched:
    """A statement that runs."""

    __slots__ = ("connection", "due", "is_cancelled")

    def __init__(self, connection: Connection, due: float) -> None:
        self.connection = connection
        self.due = due
        self.is_cancelled = False


class Watchdog:
    """For the connections of one client. Threads share it."""

    def __init__(self) -> None:
        self._running: set[_Watched] = set()
        self._changed = threading.Condition()
        #: When the thread wakes up by itself; it is told of earlier deadlines.
        self._wakes_at = math.inf
        self._is_awake = False

    @contextlib.contextmanager
    def over(self, connection: Connection, deadline: float) -> Iterator[None]:
        """End what is done with a connection in the meantime at the deadline."""
        watched = _Watched(connection, deadline)
        with self._changed:
            self._running.add(watched)
            if not self._is_awake:
                self._is_awake = True
                threading.Thread(target=self._watch, name="regent watchdog", daemon=True).start()
            elif deadline < self._wakes_at:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._running.discard(watched)
            if watched.is_cancelled:
                # The cancellation may still be on its way, and would meet the next statement.
                connection.close()

    def _watch(self) -> None:
        while True:
            with self._changed:
                now = time.monotonic()
                late = [each for each in self._running if each.due <= now]
                if not late:
                    if not self._sleep(now):
                        return
                    continue
                again = [each for each in late if each.is_cancelled]
                for each in late:
                    each.due, each.is_cancelled = now + _GRACE_SECONDS, True
                for each in again:
                    _cut(each.connection)
            for each in late:
                if each not in again:
                    _cancel(each.connection)

    def _sleep(self, now: float) -> bool:
        """Sleep until something is due. False: nothing was there to watch for long."""
        if not self._running:
            self._wakes_at = math.inf
            if not self._changed.wait(_IDLE_SECONDS) and not self._running:
                self._is_awake = False
                return False
            return True
        self._wakes_at = min(each.due for each in self._running)
        self._changed.wait(self._wakes_at - now)
        return True


def _cancel(connection: Connection) -> None:
    with contextlib.suppress(Exception):  # whatever it is: the socket is closed next
        connection.cancel_safe(timeout=_GRACE_SECONDS)


def _cut(connection: Connection) -> None:
    """End a socket. Not ``close``: another thread is in the midst of it, and has to see the end."""
    with (
        contextlib.suppress(OSError),
        socket.socket(fileno=os.dup(connection.fileno())) as duplicate,
    ):
        duplicate.shutdown(socket.SHUT_RDWR)
