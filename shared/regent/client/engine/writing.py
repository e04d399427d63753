"""Buffered pushes: what waits, in which lane, and how it is sent; in the engine's loop."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from zlib import crc32

from regent.client.aio.session import AsyncSession
from regent.client.core.outgoing import Draft, Pushed
from regent.client.core.writing import Writing
from regent.client.engine.loop import Engine
from regent.client.errors import Misused, PartlyPushed
from regent.errors import RegentError

log: Final = logging.getLogger("regent.client.writer")


class Waiting(NamedTuple):
    """A message that waits for its request."""

    draft: Draft
    pushed: Future[Pushed]


@dataclass(eq=False, slots=True)
class Lane:
    """One request at a time, so that each partition keeps the order of ``push``."""

    waiting: deque[Waiting] = field(default_factory=deque)
    bytes: int = 0
    is_awake: bool = False
    #: Somebody waits for what is here: it does not linger.
    hurry: asyncio.Event = field(default_factory=asyncio.Event)


class Buffer:
    """What one writer holds. Its methods may be called in any thread; requests are the engine's."""

    def __init__(self, engine: Engine, writing: Writing) -> None:
        self._engine = engine
        self._writing = writing
        self._lanes = [Lane() for _ in range(writing.lanes)]
        self._open: set[Future[Pushed]] = set()
        self._open_bytes = 0
        self._room = threading.Condition()
        self._sending: set[Future[None]] = set()
        self._error: RegentError | None = None
        self._is_closed = False

    def has_room(self, draft: Draft) -> bool:
        """Whether a message may wait here. One always may, however large it is."""
        held = self._open_bytes
        return held == 0 or held + draft.size <= self._writing.max_waiting_bytes

    def wait_for_room(self, draft: Draft) -> None:
        """Block until there is room: so the pressure of a full queue reaches its producer."""
        with self._room:
            self._room.wait_for(lambda: self.has_room(draft))

    def add(self, draft: Draft) -> Future[Pushed]:
        """Have a message sent."""
        pushed: Future[Pushed] = Future()
        owner = draft.key if draft.partition is None else draft.partition
        lane = self._lanes[crc32(f"{draft.queue}\x1f{owner}".encode()) % len(self._lanes)]
        with self._room:
            if self._is_closed:
                raise Misused("the writer is closed")
            self._open.add(pushed)
            self._open_bytes += draft.size
            lane.waiting.append(Waiting(draft, pushed))
            lane.bytes += draft.size
            wakes, lane.is_awake = not lane.is_awake, True
            is_full = self._is_full(lane)
        if wakes:
            sending = self._engine.begin(self._send_all(lane))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)
        if is_full and not lane.hurry.is_set():
            self._engine.loop.call_soon_threadsafe(lane.hurry.set)
        return pushed

    def hurry(self) -> list[Future[Pushed]]:
        """Send what waits without lingering. Returns all that is on its way."""
        with self._room:
            on_the_way = list(self._open)
        if on_the_way:
            for lane in self._lanes:
                self._engine.loop.call_soon_threadsafe(lane.hurry.set)
        return on_the_way

    def close(self) -> None:
        """Take nothing more."""
        with self._room:
            self._is_closed = True

    @property
    def is_done(self) -> bool:
        """Whether it takes nothing more, and holds nothing."""
        return self._is_closed and not self._open

    def raise_error(self) -> None:
        """Raise the first failure that ``on_error`` was not told of; once."""
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _is_full(self, lane: Lane) -> bool:
        writing = self._writing
        return len(lane.waiting) >= writing.max_items or lane.bytes >= writing.max_bytes

    async def _send_all(self, lane: Lane) -> None:
        """Send what waits in a lane, one request after the other, until nothing does."""
        session = self._engine.session()
        while True:
            if not self._is_full(lane):
                with suppress(TimeoutError):
                    async with asyncio.timeout(self._writing.linger_seconds):
                        await lane.hurry.wait()
            with self._room:
                batch = self._take(lane)
                if not lane.waiting:
                    lane.hurry.clear()
                if not batch:
                    lane.is_awake = False
                    return
            await self._send(session, batch)

    def _take(self, lane: Lane) -> list[Waiting]:
        batch: list[Waiting] = []
        size = 0
        while lane.waiting and len(batch) < self._writing.max_items:
            size += lane.waiting[0].draft.size
            if batch and size > self._writing.max_bytes:
                break
            batch.append(lane.waiting.popleft())
            lane.bytes -= batch[-1].draft.size
        return batch

    async def _send(self, session: AsyncSession, batch: list[Waiting]) -> None:
        drafts = [waiting.draft for waiting in batch]
        results: Sequence[Pushed | None]
        failures: Mapping[int, BaseException] = {}
        try:
            results = await session.run(
                session.options.pushing.many(drafts, self._writing.when_full, None)
            )
        except PartlyPushed as error:
            results, failures = error.results, error.failures
        except BaseException as error:
            results, failures = [None] * len(batch), dict.fromkeys(range(len(batch)), error)
            if not isinstance(error, RegentError):
                raise
        finally:
            self._settle(batch, results, failures)

    def _settle(
        self,
        batch: Sequence[Waiting],
        results: Sequence[Pushed | None],
        failures: Mapping[int, BaseException],
    ) -> None:
        for place, (draft, pushed) in enumerate(batch):
            stored = results[place]
            if stored is not None:
                pushed.set_result(stored)
                continue
            error = failures[place]
            pushed.set_exception(error)
            self._tell(draft, error)
        with self._room:
            self._open.difference_update(waiting.pushed for waiting in batch)
            self._open_bytes -= sum(waiting.draft.size for waiting in batch)
            self._room.notify_all()

    def _tell(self, draft: Draft, error: BaseException) -> None:
        if isinstance(error, RegentError):
            if self._writing.on_error is not None:
                self._writing.on_error(draft.transaction_id, error)
                return
            self._error = self._error or error
        log.error("message %s of %s was not stored: %s", draft.transaction_id, draft.queue, error)
