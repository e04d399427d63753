"""Time that a test moves: the database's, which is `queen.now()`, and a process's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tests.support.owner import execute


@dataclass
class Clock:
    """queen.now() of one database, for all of its sessions. It runs on between two moves.

    A database has one clock in a test, because the clock remembers how far it was moved.
    """

    owner_url: str
    #: The seconds by which the test has moved it.
    passed: float = 0.0

    #: SQL: the instant that `passed` is added to.
    start: ClassVar[str] = "clock_timestamp()"

    def advance(self, seconds: float) -> None:
        self.passed += seconds
        # restoring.py puts the shipped routine back, so this is no change that it has to know of.
        moved = (
            "set session_replication_role = replica;"
            " create or replace function queen.now() returns timestamptz language sql volatile"
            f" parallel safe return {self.start} + interval '{self.passed} seconds';"
            " reset session_replication_role"
        ).encode()
        execute(self.owner_url, moved)


class StoppedClock(Clock):
    """Time that passes only when a test says so, to the microsecond. It stops at its first move."""

    start = "timestamptz '2030-01-01 00:00:00+00'"


@dataclass
class Watch:
    """A process's own clock, for `time.monotonic` and `time.sleep`. Nobody waits for it: it moves
    when somebody sleeps or when a test says so, and the database's clock with it, if there is one.
    """

    clock: Clock | None = None
    time: float = 0.0
    #: A look at the watch takes as many seconds: work that takes its time.
    each_look: float = 0.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        self.time += self.each_look
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        self.time += seconds
        if self.clock is not None:
            self.clock.advance(seconds)
