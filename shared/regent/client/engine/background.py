"""Consumers of one client: those that are registered, and those that are at work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from regent.client.aio.message import AsyncBatch
from regent.client.aio.session import AsyncSession
from regent.client.core.options import Options
from regent.client.core.outgoing import Pushed
from regent.client.core.payloads import Codec
from regent.client.core.popping import Popped, Source
from regent.client.core.writing import Writing
from regent.client.drivers.protocols import AsyncTransport
from regent.client.engine.consumer import STOP_WITHIN_SECONDS, ConsumerRun, LaneBatch
from regent.client.engine.consuming import Consuming
from regent.client.engine.loop import Engine
from regent.client.engine.places import Place
from regent.client.engine.signals import all_done
from regent.client.engine.writing import Buffer
from regent.client.errors import Misused

#: A consumer that was told to end keeps its word; its thread may need a moment.
_GRACE_SECONDS: Final = 2.0


class Registered(NamedTuple):
    """A consumer that ``run`` and ``start`` begin with."""

    source: Source
    codec: Codec[Any] | None
    consuming: Consuming


@dataclass(eq=False)
class Running:
    """Consumers at work, as ``start`` returns them."""

    runs: list[tuple[ConsumerRun, Future[None]]]

    def stop(self, within_seconds: float = STOP_WITHIN_SECONDS) -> None:
        """Ask for nothing more; end within this time. Returns at once."""
        for run, _ in self.runs:
            run.stop(within_seconds)

    def join(self, timeout_seconds: float | None = None) -> bool:
        """Wait for their end; False: the time was up before. Raises what ended one of them."""
        if not all_done([future for _, future in self.runs], timeout_seconds):
            return False
        self.check()
        return True

    def check(self) -> None:
        """Raise what ended one of them, if they were not just stopped."""
        for run, future in self.runs:
            future.result()
            if run.failure is not None:
                raise run.failure

    @property
    def is_over(self) -> bool:
        """Whether all of them have ended."""
        return all(future.done() for _, future in self.runs)

    def when_one_ends(self, do: Callable[[], object]) -> None:
        """Call it when a consumer has ended by itself: a program must not go on with half of
        them."""
        for run, future in self.runs:

            def ended(_: Future[None], run: ConsumerRun = run) -> None:
                if run.failure is not None:
                    do()

            future.add_done_callback(ended)


class Background:
    """What both kinds of client share."""

    def __init__(self, options: Options, transport: AsyncTransport | None = None) -> None:
        self.engine = Engine(options, transport)
        self._registered: list[Registered] = []
        self._running: list[Running] = []
        self._buffers: list[Buffer] = []
        self._lock = threading.Lock()

    def register(self, one: Registered) -> None:
        """Have ``run`` and ``start`` begin with this consumer as well."""
        with self._lock:
            self._registered.append(one)

    def registered(self) -> list[Registered]:
        """All that are to begin."""
        if not self._registered:
            raise Misused(
                "no consumer is registered: decorate a handler with @queue.group(…).consumer()"
            )
        return list(self._registered)

    def begin(
        self, one: Registered, place: Place, make_batch: Callable[[Popped], LaneBatch]
    ) -> tuple[ConsumerRun, Future[None]]:
        """Begin with one consumer."""
        engine = self.engine
        run = ConsumerRun(
            loop=engine.loop,
            session=engine.session(),
            source=one.source,
            consuming=one.consuming,
            place=place,
            make_batch=make_batch,
            can_hang_up=engine.transport is None,
        )
        return run, engine.begin(run.run())

    def together(self, runs: list[tuple[ConsumerRun, Future[None]]]) -> Running:
        """Consumers that are stopped together, and end together when one of them fails."""
        running = Running(runs)
        with self._lock:
            self._running = [each for each in self._running if not each.is_over] + [running]
        running.when_one_ends(running.stop)
        return running

    def buffer(self, writing: Writing) -> Buffer:
        """What one writer holds."""
        buffer = Buffer(self.engine, writing)
        with self._lock:
            self._buffers.append(buffer)
        return buffer

    def hurry(self) -> list[Future[Pushed]]:
        """Send what the writers hold without lingering; all that is on its way."""
        with self._lock:
            self._buffers = [each for each in self._buffers if not each.is_done]
            return [pushed for each in self._buffers for pushed in each.hurry()]

    def stop(self, within_seconds: float) -> None:
        """Stop all consumers of the client."""
        for running in list(self._running):
            running.stop(within_seconds)

    def look_at_clock(self) -> None:
        """Have all consumers do what is due: the clock was moved."""
        for running in list(self._running):
            for run, _ in running.runs:
                run.look_at_clock()

    def close(self) -> None:
        """Send what the writers hold, stop what still runs, and end the engine."""
        all_done(self.hurry())
        for running in list(self._running):
            running.stop(0.0)
            all_done([future for _, future in running.runs], _GRACE_SECONDS)
        self.engine.close()


def async_batches(session: AsyncSession, codec: Codec[Any] | None) -> Callable[[Popped], LaneBatch]:
    """What a handler gets that is ``async def``."""
    return lambda popped: AsyncBatch[Any](session, popped, codec)
