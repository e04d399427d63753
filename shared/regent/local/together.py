"""Carries out the calls of many requests for an event loop: those that wait travel together.

Of the calls with one key a single statement is on its way at a time. Calls that arrive meanwhile
wait for its end, and then go as one statement. So nobody waits for company: a call whose key is
idle goes at once.

A statement that fails is taken back, and each of its calls is sent again by itself. So a call that
is refused refuses only itself. For a while, calls about the same things go alone: a full queue must
not make others fail again and again.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Hashable, Iterable, Sequence
from functools import partial
from typing import Any

from regent.database import is_undone
from regent.errors import EncryptionRequired
from regent.limits import (
    APART_SECONDS,
    MAX_APART,
    MAX_TOGETHER_CALLS,
    MAX_TOGETHER_LENGTH,
    MAX_TOGETHER_MESSAGES,
)
from regent.local.disk import Disk
from regent.local.threads import Done, HandlerThreads
from regent.stores.calls import Call

log = logging.getLogger("regent.local.together")

#: Where a disk is slow and few calls come, so many of a key may be on their way at once: the disk
#: serves several with one flush. Where the disk is quick, many come, or they only look, the cores
#: are the bottleneck, and one statement after the other takes the least of them.
WIDTH = 4
#: A call, and what to do with its result.
Waiting = tuple[Call[Any], Done]


class _Line:
    """The calls of one key."""

    __slots__ = ("key", "lanes", "under_way", "waiting", "width")

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.waiting: deque[Waiting] = deque()
        #: How many calls are on their way, and the lanes of these.
        self.under_way = 0
        self.lanes: set[Hashable] = set()
        #: With so many on their way, the others wait.
        self.width = 1

    def departing(self) -> list[Waiting]:
        """The calls that go next, as many as one statement is to take. A call whose lane is on its
        way stays: it must not overtake."""
        if self.under_way >= self.width:
            return []
        taken: list[Waiting] = []
        blocked: list[Waiting] = []
        messages = length = 0
        while self.waiting and len(taken) < MAX_TOGETHER_CALLS:
            call = self.waiting[0][0]
            if call.lane in self.lanes:
                blocked.append(self.waiting.popleft())
                continue
            messages += call.messages
            length += call.length
            if taken and (messages > MAX_TOGETHER_MESSAGES or length > MAX_TOGETHER_LENGTH):
                break
            taken.append(self.waiting.popleft())
        self.waiting.extendleft(reversed(blocked))
        return taken


class Together:
    """Belongs to one event loop; only its thread may use it."""

    def __init__(self, threads: HandlerThreads, disk: Disk = Disk.SLOW) -> None:
        self._threads = threads
        self._width = WIDTH if disk is Disk.SLOW else 1
        #: A key that is not here has no call.
        self._lines: dict[Hashable, _Line] = {}
        #: What went wrong lately, and until when it goes alone.
        self._apart: dict[Hashable, float] = {}

    def carry_out(self, call: Call[Any], done: Done) -> None:
        """Carry it out in a thread, now or with others; then call `done` in the event loop."""
        if call.key is None or self._goes_alone(call):
            self._threads.run_then(call.carry_out, done)
            return
        line = self._lines.get(call.key)
        if line is None:
            line = self._lines[call.key] = _Line(call.key)
        if line.under_way < line.width and call.lane not in line.lanes:
            self._send(line, [(call, done)])
        else:
            line.waiting.append((call, done))

    def _send(self, line: _Line, sent: list[Waiting]) -> None:
        calls = [call for call, _ in sent]
        line.under_way += len(calls)
        line.lanes.update([call.lane for call in calls])
        if len(calls) == 1:
            self._threads.run_then(calls[0].carry_out, partial(self._came_alone, line, sent))
        else:
            work = partial(calls[0].carry_out_together, calls)
            self._threads.run_then(work, partial(self._came, line, sent))

    def _came_alone(
        self, line: _Line, sent: list[Waiting], result: Any, error: Exception | None
    ) -> None:
        ((call, done),) = sent
        if error is not None:
            self._keep_apart(call.about)
        self._go_on(line, sent, [] if error else [result])
        tell(done, result, error)

    def _came(
        self,
        line: _Line,
        sent: list[Waiting],
        results: Sequence[Any] | None,
        error: Exception | None,
    ) -> None:
        """The statement has ended: the next one sets out, then the answers are given."""
        if results is not None:
            unanswered = sent[len(results) :]
            self._go_on(line, sent, results, unanswered)
            for (_, done), result in zip(sent, results, strict=False):
                tell(done, result, None)
        elif error is not None and is_undone(error):
            self._keep_apart(_suspects(sent, error))
            self._go_on(line, sent, ())
            self._send_each(sent)
        else:
            self._go_on(line, sent, ())
            for _, done in sent:
                tell(done, None, error)

    def _go_on(
        self,
        line: _Line,
        came: Sequence[Waiting],
        results: Sequence[Any],
        unanswered: Sequence[Waiting] = (),
    ) -> None:
        """Calls of a line have come back: send what has waited for them."""
        line.under_way -= len(came)
        line.lanes.difference_update([call.lane for call, _ in came])
        few = len(came) <= self._width
        line.width = self._width if few and any(map(came[0][0].has_changed, results)) else 1
        line.waiting.extendleft(reversed(unanswered))
        while sent := line.departing():
            alone = [each for each in sent if self._goes_alone(each[0])]
            self._send_each(alone)
            if len(alone) < len(sent):
                self._send(line, [each for each in sent if each not in alone])
        if not line.waiting and not line.under_way:
            del self._lines[line.key]

    def _send_each(self, sent: Iterable[Waiting]) -> None:
        """Send calls again, each by itself; those of one lane one after the other."""
        lanes: dict[Hashable, deque[Waiting]] = {}
        for each in sent:
            lanes.setdefault(each[0].lane, deque()).append(each)
        for lane in lanes.values():
            self._send_next(lane)

    def _send_next(self, lane: deque[Waiting]) -> None:
        if lane:
            call, done = lane.popleft()
            self._threads.run_then(call.carry_out, partial(self._sent_again, lane, call, done))

    def _sent_again(
        self,
        lane: deque[Waiting],
        call: Call[Any],
        done: Done,
        result: Any,
        error: Exception | None,
    ) -> None:
        self._send_next(lane)
        if error is not None:
            self._keep_apart(call.about)
        tell(done, result, error)

    def _keep_apart(self, things: Iterable[Hashable]) -> None:
        if len(self._apart) > MAX_APART:
            self._apart.clear()
        self._apart.update(dict.fromkeys(things, time.monotonic() + APART_SECONDS))

    def _goes_alone(self, call: Call[Any]) -> bool:
        if not self._apart:
            return False
        now = time.monotonic()
        for each in call.about:
            until = self._apart.get(each)
            if until is not None and until > now:
                return True
            if until is not None:
                del self._apart[each]
        return False


def tell(done: Done, result: Any, error: Exception | None) -> None:
    """Hand a result on. Whatever that leads to, the others get theirs, too."""
    try:
        done(result, error)
    except Exception:
        log.exception("a result could not be handed on")


def _suspects(sent: Iterable[Waiting], error: Exception) -> Iterable[Hashable]:
    """What may have made a statement fail: what its error names, or else all that it was about."""
    if isinstance(error, EncryptionRequired) and error.detail:
        named: list[Hashable] = error.detail["queues"]
        return named
    return (thing for call, _ in sent for thing in call.about)
