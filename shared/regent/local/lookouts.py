"""Waits for many requests in an event loop: one look is for all that wait for the same.

Looks follow news at once, and also come once in a while: a rest that is over, a lease that ran out
and other programs tell nothing. Who waits takes neither a thread nor a connection.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Hashable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from regent.database import is_undone
from regent.limits import (
    FIRST_LOOK_SECONDS,
    MAX_TOGETHER_CALLS,
    MAX_TOGETHER_MESSAGES,
    QUIET_SECONDS,
    SLOW_LOOK_SECONDS,
)
from regent.local.threads import Done, HandlerThreads
from regent.local.together import Together, tell
from regent.stores.looking import Looking

if TYPE_CHECKING:
    from regent.local.news import Watch


class Waiter:
    """A request that waits."""

    def __init__(self, line: _Line, looking: Looking[Any], done: Done) -> None:
        self.line = line
        self.looking = looking
        self.watch = cast("Watch", looking.watch)
        self.done = done
        self.timer: asyncio.TimerHandle | None = None
        #: A look for it is on its way.
        self.is_asked = False
        #: That look is its last one.
        self.leaves = False


class _Line:
    """Those that wait for the same, in the order in which they came."""

    def __init__(self, lookouts: Lookouts, key: Hashable) -> None:
        self.key = key
        self.waiters: dict[Waiter, None] = {}
        self.is_looking = False
        #: News came during a look, or just after one that found nothing.
        self.has_news = False
        self.looked_at = float("-inf")
        self.timer: asyncio.TimerHandle | None = None
        self._lookouts = lookouts

    def hear(self) -> None:
        """There is news, told in whichever thread."""
        self._lookouts.hear(self)


class Lookouts:
    """Belongs to one event loop."""

    def __init__(self, threads: HandlerThreads, together: Together) -> None:
        self._threads = threads
        self._together = together
        self._lines: dict[Hashable, _Line] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0

    def wait(self, looking: Looking[Any], done: Done) -> Waiter:
        """Go on looking in the event loop; `done` gets what is found in the end."""
        if self._loop is None:
            self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        key = looking if looking.look.key is None else looking.look.key
        line = self._lines.get(key)
        if line is None:
            line = self._lines[key] = _Line(self, key)
        waiter = Waiter(line, looking, done)
        line.waiters[waiter] = None
        # The server may have begun to stop during its first look.
        seconds = looking.patience.left() if looking.patience.may_look() else 0.0
        waiter.timer = self._loop.call_later(seconds, self.leave, waiter)
        # Whoever tells from here on calls it; what was told before is asked for.
        waiter.watch.called = line.hear
        if waiter.watch.has_news():
            self._hear(line)
        elif line.timer is None and not line.is_looking:
            line.timer = self._loop.call_later(FIRST_LOOK_SECONDS, self._look, line)
        return waiter

    def leave(self, waiter: Waiter) -> None:
        """It has waited long enough, or its client is gone: its last look is its answer. One that
        is on its way may take something, so it is waited for."""
        waiter.leaves = True
        if not waiter.is_asked and self._remove(waiter):
            tell(waiter.done, waiter.looking.found, None)

    def leave_all(self) -> None:
        """The server stops."""
        for line in list(self._lines.values()):
            for waiter in list(line.waiters):
                self.leave(waiter)

    def hear(self, line: _Line) -> None:
        """There is news for a line."""
        if threading.get_ident() == self._thread:
            self._hear(line)
        elif self._loop is not None:
            self._loop.call_soon_threadsafe(self._hear, line)

    def _hear(self, line: _Line) -> None:
        if line.is_looking:
            line.has_news = True
        elif not line.has_news:
            # News that nobody can use, as of a group that is paused, must not make us look always.
            rest = line.looked_at + QUIET_SECONDS - time.monotonic()
            if rest <= 0:
                self._look(line)
            else:
                line.has_news = True
                self._look_in(line, rest)

    def _look_in(self, line: _Line, seconds: float) -> None:
        if line.timer is not None:
            line.timer.cancel()
        assert self._loop is not None  # noqa: S101 - somebody waits in it
        line.timer = self._loop.call_later(seconds, self._look, line)

    def _look(self, line: _Line) -> None:
        if line.timer is not None:
            line.timer.cancel()
            line.timer = None
        if line.is_looking or not line.waiters:
            return
        asked: list[Waiter] = []
        messages = 0
        for waiter in line.waiters:
            messages += waiter.looking.look.messages
            if asked and (messages > MAX_TOGETHER_MESSAGES or len(asked) == MAX_TOGETHER_CALLS):
                break
            asked.append(waiter)
            waiter.is_asked = True
        for waiter in line.waiters:
            waiter.watch.has_news()
        line.is_looking, line.has_news = True, False
        work = partial(_looked_for, [waiter.looking for waiter in asked])
        self._threads.run_then(work, partial(self._looked, line, asked))

    def _looked(
        self,
        line: _Line,
        asked: list[Waiter],
        came: tuple[Sequence[Any], float] | None,
        error: Exception | None,
    ) -> None:
        line.is_looking = False
        for waiter in asked:
            waiter.is_asked = False
        results, due = ((), SLOW_LOOK_SECONDS) if came is None else came
        if error is not None:
            line.looked_at = time.monotonic()
            for waiter in asked:
                if self._remove(waiter):
                    self._go_alone(waiter, error, is_alone=len(asked) == 1)
        found = sum(self._found(*each) for each in zip(asked, results, strict=False))
        for waiter in asked[len(results) :]:
            if waiter.leaves:
                self.leave(waiter)
        if not line.waiters:
            return
        if found == len(results) > 0:  # there may be more for those behind
            self._look(line)
            return
        line.looked_at = time.monotonic()
        has_news, line.has_news = line.has_news, False
        if has_news:
            self._hear(line)
        else:
            self._look_in(line, due)

    def _found(self, waiter: Waiter, result: Any) -> bool:
        """Note what a look found for a waiter; whether that is enough."""
        waiter.looking.found = result
        is_enough = waiter.looking.is_enough(result)
        if (is_enough or waiter.leaves) and self._remove(waiter):
            tell(waiter.done, result, None)
        return is_enough

    def _go_alone(self, waiter: Waiter, error: Exception, *, is_alone: bool) -> None:
        if is_alone or not is_undone(error):
            tell(waiter.done, None, error)
        else:
            self._together.carry_out(waiter.looking.look, waiter.done)

    def _remove(self, waiter: Waiter) -> bool:
        """Whether it was still waiting."""
        line = waiter.line
        if waiter.timer is not None:
            waiter.timer.cancel()
        if waiter not in line.waiters:
            return False
        del line.waiters[waiter]
        if not line.waiters and self._lines.get(line.key) is line:
            del self._lines[line.key]
            if line.timer is not None:
                line.timer.cancel()
                line.timer = None
        return True


def _looked_for(asked: Sequence[Looking[Any]]) -> tuple[Sequence[Any], float]:
    """What a look finds for each, and in how many seconds the next one is due."""
    calls = [looking.look for looking in asked]
    first = calls[0]
    results = [first.carry_out()] if len(calls) == 1 else first.carry_out_together(calls)
    if asked[0].is_enough(results[-1]):
        return results, SLOW_LOOK_SECONDS
    due = first.next_due()
    # What is due already was not for this look: a partition that it does not ask for.
    return results, SLOW_LOOK_SECONDS if due is None or due <= 0 else min(due, SLOW_LOOK_SECONDS)
