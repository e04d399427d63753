"""SIGTERM: consumers finish their current work and stop, and the program ends as it would have.

A handler belongs to the process, so there is one for all consumers. It is installed when the first
consumer subscribes in the main thread, and calls the program's own handler. It is removed when the
last consumer is closed. A program that ignores SIGTERM, or installs a handler later, keeps that.
"""

from __future__ import annotations

import contextlib
import signal
import threading
import weakref
from types import FrameType
from typing import Any, Final, Protocol

#: What a shell reports of a program that SIGTERM ended.
EXIT_STATUS: Final = 128 + signal.SIGTERM


class Stoppable(Protocol):
    """A consumer, as the handler sees it."""

    def stop(self) -> None:
        """Return from waiting. Called from within a signal handler."""


class _Sigterm:
    """The process's handler, while there are consumers."""

    def __init__(self) -> None:
        # Replaced as a whole: the handler may run between any two steps of the main thread.
        self._consumers: tuple[weakref.ref[Stoppable], ...] = ()
        self._before: Any = None
        self.is_ending = False

    def watch(self, consumer: Stoppable) -> None:
        """Stop this consumer on SIGTERM. Only the main thread may set handlers."""
        if threading.current_thread() is not threading.main_thread():
            return
        if not self._consumers:
            before = signal.getsignal(signal.SIGTERM)
            # None: something that is not Python installed it, and it cannot be called from here.
            if before is signal.SIG_IGN or before is None:
                return
            if before != self._handle:  # else the last consumer was closed in another thread
                self._before = before
            self.is_ending = False
            signal.signal(signal.SIGTERM, self._handle)
        self._consumers = (*self._consumers, weakref.ref(consumer))

    def forget(self, consumer: Stoppable) -> None:
        """Stop watching this consumer; after the last one, put the earlier handler back."""
        left = tuple(ref for ref in self._consumers if ref() not in (consumer, None))
        had, self._consumers = self._consumers, left
        if had and not left and signal.getsignal(signal.SIGTERM) == self._handle:
            with contextlib.suppress(ValueError):  # closed in another thread: it stays, idle
                signal.signal(signal.SIGTERM, self._before)

    def ends(self, consumer: Stoppable) -> bool:
        """Whether this consumer has to end the program, which has no handler of its own."""
        return self.is_ending and any(ref() is consumer for ref in self._consumers)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if callable(self._before):
            self._stop_all()
            self._before(number, frame)
            return
        consumers = [ref for ref in self._consumers if ref() is not None]
        if self.is_ending or not consumers:
            # A second SIGTERM means: at once.
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.raise_signal(signal.SIGTERM)
            return
        self.is_ending = True
        self._stop_all()

    def _stop_all(self) -> None:
        for ref in self._consumers:
            if (consumer := ref()) is not None:
                consumer.stop()


sigterm: Final = _Sigterm()
