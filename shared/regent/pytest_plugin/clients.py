"""Clients of a test: with a clock that is moved, and with queues of the test's own."""

from __future__ import annotations

import re
import time
import uuid
from dataclasses import dataclass, replace
from typing import Final

from regent import AsyncRegent, Regent
from regent.client.aio.session import AsyncSession
from regent.client.sync.session import Session

#: Of a test's name, what helps to find the test. A queue's name has to fit as well.
_SHOWN_LENGTH: Final = 40


@dataclass
class MovedClock:
    """This process's monotonic clock, and the seconds by which a test has moved it."""

    passed: float = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.passed


class RegentOfTest(Regent):
    """A ``Regent`` whose clock a test moves."""

    def __init__(self, url: str, clock: MovedClock, prefix: str) -> None:
        super().__init__(url, proxy=None)
        options = replace(self._session.options, clock=clock, queue_prefix=prefix)
        self._session = Session(options)

    def look_at_clock(self) -> None:
        """It was moved: what was to be done meanwhile is due."""
        self._session.consumers.look_at_clock()


class AsyncRegentOfTest(AsyncRegent):
    """An ``AsyncRegent`` whose clock a test moves."""

    def __init__(self, url: str, clock: MovedClock, prefix: str) -> None:
        super().__init__(url, proxy=None)
        options = replace(self._session.options, clock=clock, queue_prefix=prefix)
        self._session = AsyncSession(options)

    def look_at_clock(self) -> None:
        """It was moved: what was to be done meanwhile is due."""
        self._session.consumers.look_at_clock()


def prefix_for(test: str) -> str:
    """The beginning of the names of a test's queues. No other test gets it, nor the test itself
    when it runs again."""
    shown = re.sub(r"[^A-Za-z0-9_]+", "-", test)[:_SHOWN_LENGTH].strip("-")
    return f"{shown}-{uuid.uuid4().hex[:8]}-"
