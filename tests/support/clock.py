"""Time that a test moves: the database's, which is `queen.now()`, and a process's own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from tests.support.owner import execute

#: The routine reads how far the clock was moved, in microseconds, from a sequence: all sessions see
#: a move at once, and keep their plans, which a new routine at each move would take from them.
#: restoring.py puts the shipped routine back, so this is no change that it has to know of.
_INSTALL = """
    set session_replication_role = replica;
    create sequence if not exists public.moved_time minvalue -9000000000000000000;
    grant select on public.moved_time to public;
    select setval('public.moved_time', {moved});
    create or replace function queen.now() returns timestamptz language sql volatile parallel safe
    return {start} + interval '1 microsecond'
                     * pg_sequence_last_value('public.moved_time'::regclass);
    reset session_replication_role"""


@dataclass
class Clock:
    """queen.now() of one database, for all of its sessions. It runs on between two moves.

    A database has one clock in a test, because the clock remembers how far it was moved.
    """

    owner_url: str
    #: The seconds by which the test has moved it.
    passed: float = 0.0
    _installed: bool = field(default=False, init=False)

    #: SQL: the instant that `passed` is added to.
    start: ClassVar[str] = "clock_timestamp()"

    def advance(self, seconds: float) -> None:
        self.passed += seconds
        moved = round(self.passed * 1_000_000)
        if self._installed:
            execute(self.owner_url, b"select setval('public.moved_time', %s)", (moved,))
        else:
            execute(self.owner_url, _INSTALL.format(moved=moved, start=self.start).encode())
            self._installed = True


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
