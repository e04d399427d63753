"""News between the worker processes of a server: in which queues there may be something new.

The processes share a piece of memory with a row for each. In its row a process counts the news that
it tells, and the watches that it has, both by slot: the hash of a queue's name. Only it writes
there. A teller looks which rows have a watch for its slot, and rings these processes: a datagram
with the slot.

No news is lost. A watch is counted before the first look, and news is told after the commit. So
what a look did not see is told after it, and the teller finds the watch. A bell that is full is
no loss either: the process that rings counts it, and the one that is rung then looks at all slots.
"""

from __future__ import annotations

import contextlib
import mmap
import socket
import struct
import tempfile
import threading
from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import Any, Final, Self
from zlib import crc32

from regent.limits import SLOW_LOOK_SECONDS
from regent.local.context import LambdaContext

#: Names that share a slot only look once too often.
SLOTS: Final = 1024
#: The first slots are not for names: news for every watch; news of any name; bells that were full.
_ALL, _ANY, _FULL = range(3)
_NAMES = 3
_COUNTER = 8  # bytes
_ROW = 2 * SLOTS
_RING = struct.Struct("=H")


class Bells:
    """What the processes of a server share. The supervisor makes it, and keeps it: a worker that is
    replaced gets the place of the one that died."""

    def __init__(self, processes: int) -> None:
        self._opened = contextlib.ExitStack()
        memory = tempfile.TemporaryFile()  # noqa: SIM115 - close() closes it
        self._memory = self._opened.enter_context(memory)
        self._memory.truncate(processes * _ROW * _COUNTER)
        #: By place: where a process hears, and where others ring it.
        self._pairs = [
            socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(processes)
        ]
        for each in chain(*self._pairs):
            each.setblocking(False)
            self._opened.enter_context(each)

    def files(self, place: int) -> list[int]:
        """The files that the process at a place needs."""
        return [
            self._memory.fileno(),
            self._pairs[place][0].fileno(),
            *(rung.fileno() for _, rung in self._pairs),
        ]

    def close(self) -> None:
        """The last process has ended."""
        self._opened.close()


class News:
    """The news of one process, at its place."""

    notices_hang_ups = True

    def __init__(self, place: int, memory: int, heard: int, rung: Sequence[int]) -> None:
        self._place = place
        shared = mmap.mmap(memory, 0)
        counters = memoryview(shared).cast("Q")
        rows = [counters[at * _ROW : (at + 1) * _ROW] for at in range(len(rung))]
        self._told = [row[:SLOTS] for row in rows]
        self._watched = [row[SLOTS:] for row in rows]
        for slot in range(SLOTS):  # those of the process that was here before have ended with it
            self._watched[place][slot] = 0
        #: Where to listen; `hear` takes in what came.
        self.heard = socket.socket(fileno=heard)
        self._rung = [socket.socket(fileno=each) for each in rung]
        #: In the order in which they began.
        self._watches: dict[int, dict[Watch, None]] = {}
        self._full = self.count((_FULL,))
        self._lock = threading.Lock()

    def watch(self, *about: str) -> Watch:
        """A watch for news about these queues, or about any."""
        return Watch(self, (_ALL, *(map(_slot, about) if about else (_ANY,))))

    def tell(self, *about: str) -> None:
        """Something was committed in these queues."""
        self._tell({_ANY, *map(_slot, about)} if about else ())

    def has_client(self, context: LambdaContext) -> bool:
        """Whether somebody still waits for the answer to this request."""
        return context.has_client()

    def tell_all(self) -> None:
        """Something was committed, and nobody says for whom."""
        self._tell((_ALL,))

    def hear(self) -> None:
        """Take in what other processes told."""
        slots = set()
        with contextlib.suppress(BlockingIOError):
            while True:
                slots.add(_RING.unpack(self.heard.recv(_RING.size))[0])
        if self.count((_FULL,)) != self._full:
            self._full = self.count((_FULL,))
            slots.update(self._watches)
        self._ring(slots)

    def ring_all(self) -> None:
        """Have everybody look who waits here."""
        self._ring(list(self._watches))

    def close(self) -> None:
        """The process ends."""
        for each in (self.heard, *self._rung):
            each.close()

    def count(self, slots: Collection[int]) -> int:
        """How much news was ever told in these slots."""
        return sum(told[slot] for told in self._told for slot in slots)

    def add(self, watch: Watch) -> None:
        """Count a watch."""
        mine = self._watched[self._place]
        with self._lock:
            for slot in watch.slots:
                mine[slot] += 1
                self._watches.setdefault(slot, {})[watch] = None

    def remove(self, watch: Watch) -> None:
        """Count a watch no more."""
        mine = self._watched[self._place]
        with self._lock:
            for slot in watch.slots:
                mine[slot] -= 1
                del self._watches[slot][watch]
                if not self._watches[slot]:
                    del self._watches[slot]

    def _tell(self, slots: Collection[int]) -> None:
        mine = self._told[self._place]
        with self._lock:
            for slot in slots:
                mine[slot] += 1
        for place, watched in enumerate(self._watched):
            if place != self._place:
                for slot in slots:
                    if watched[slot]:
                        self._ring_other(place, slot)
        self._ring(slots)

    def _ring_other(self, place: int, slot: int) -> None:
        try:
            self._rung[place].send(_RING.pack(slot))
        except OSError:  # it has not heard the last ones yet, and is told that it missed some
            with self._lock:
                self._told[self._place][_FULL] += 1

    def _ring(self, slots: Collection[int]) -> None:
        if not self._watches:
            return
        with self._lock:
            watches = [self._watches.get(slot, ()) for slot in slots]
            called = dict.fromkeys(watch.called for each in watches for watch in each)
        for call in called:
            call()


class Watch:
    """Hears of the news in some slots."""

    def __init__(self, news: News, slots: Collection[int]) -> None:
        self._news = news
        self.slots = frozenset(slots)
        self._event = threading.Event()
        #: What is called when there is news, in whichever thread tells it.
        self.called: Callable[[], Any] = self._event.set
        self._known = 0

    def __enter__(self) -> Self:
        self._news.add(self)
        self.has_news()
        return self

    def __exit__(self, *_: object) -> None:
        self._news.remove(self)

    def has_news(self) -> bool:
        """Whether there was news since this was asked last."""
        known, self._known = self._known, self._news.count(self.slots)
        return known != self._known

    def wait(self, seconds: float) -> None:
        """Wait for news in this thread, or until a slow look is due."""
        if not self.has_news():
            self._event.wait(min(seconds, SLOW_LOOK_SECONDS))
            self._event.clear()
            self.has_news()


def _slot(name: str) -> int:
    return _NAMES + crc32(name.encode()) % (SLOTS - _NAMES)
