"""Consuming with a client for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from types import TracebackType
from typing import Any, Self, Unpack

from regent.client.aio.session import AsyncSession
from regent.client.core.options import Options
from regent.client.core.outgoing import Form, Outgoing, Pushed
from regent.client.core.payloads import Codec
from regent.client.core.popping import Source
from regent.client.core.writing import More, Writing
from regent.client.drivers.protocols import AsyncTransport
from regent.client.engine.background import Background, Registered, Running, async_batches
from regent.client.engine.consumer import STOP_WITHIN_SECONDS, ConsumerRun
from regent.client.engine.consuming import Consuming
from regent.client.engine.lambdas import Context, Event, answered
from regent.client.engine.loop import FromThreads, InLoop
from regent.client.engine.places import CallersLoop, Threads
from regent.client.engine.signals import LOOK_SECONDS, all_done, stopping_on_signals
from regent.client.engine.writing import Buffer
from regent.client.sync.message import Batch
from regent.client.sync.session import Session


class AsyncRunning:
    """Consumers at work, as ``start`` returns them."""

    def __init__(self, running: Running) -> None:
        self._running = running

    def stop(self, within_seconds: float = STOP_WITHIN_SECONDS) -> None:
        """Ask for nothing more; end within this time. Returns at once."""
        self._running.stop(within_seconds)

    async def join(self, timeout_seconds: float | None = None) -> bool:
        """Wait for their end; False: the time was up before. Raises what ended one of them."""
        ends = [asyncio.wrap_future(future) for _, future in self._running.runs]
        looking = asyncio.get_running_loop().create_task(_look_for_signals())
        try:
            _, open_ones = await asyncio.wait(ends, timeout=timeout_seconds)
        finally:
            looking.cancel()
        if open_ones:
            return False
        self._running.check()
        return True


class AsyncWriter:
    """Pushes in the background, many in a request. Each partition keeps its order."""

    def __init__(self, form: Form, buffer: Buffer) -> None:
        self._form = form
        self._buffer = buffer

    async def push(self, payload: Any, **more: Unpack[More]) -> asyncio.Future[Pushed]:
        """Have a message sent soon, and return a future of it; waits only while too much waits
        already."""
        draft = self._form.draft(Outgoing(payload, **more))
        if not self._buffer.has_room(draft):
            await asyncio.to_thread(self._buffer.wait_for_room, draft)
        return asyncio.wrap_future(self._buffer.add(draft))

    async def flush(self) -> None:
        """Wait until all that was pushed is stored, or has failed. Raises the first failure, if
        there is no ``on_error`` that was told."""
        await _settled(self._buffer.hurry())
        self._buffer.raise_error()

    async def aclose(self) -> None:
        """Flush, and take nothing more."""
        self._buffer.close()
        await self.flush()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()


async def _look_for_signals() -> None:
    while True:
        await asyncio.sleep(LOOK_SECONDS)


async def _settled(futures: Sequence[Future[Any]]) -> None:
    if futures:
        await asyncio.wait([asyncio.wrap_future(future) for future in futures])


class AsyncConsumers:
    """The consumers of one ``AsyncRegent``."""

    def __init__(
        self, session: AsyncSession, options: Options, transport: AsyncTransport | None
    ) -> None:
        self._session = session
        self._options = options
        self._transport = transport
        self._background = Background(options)
        #: Of handlers that are plain functions.
        self._of_threads: list[Session] = []

    def register(self, source: Source, codec: Codec[Any] | None, consuming: Consuming) -> None:
        """Have ``run`` and ``start`` begin with this consumer as well."""
        self._background.register(Registered(source, codec, consuming))

    async def consume(self, source: Source, codec: Codec[Any] | None, consuming: Consuming) -> None:
        """Consume until it is stopped. Handlers that are ``async def`` run in this loop."""
        one = Registered(source, codec, consuming)
        await self._joined(self._together([one]), STOP_WITHIN_SECONDS)

    async def run(self, stop_within_seconds: float) -> None:
        """Run the registered consumers until they are stopped."""
        await self._joined(await self.start(), stop_within_seconds)

    async def start(self) -> AsyncRunning:
        """Begin with the registered consumers."""
        return self._together(self._background.registered())

    def writer(self, form: Form, writing: Writing) -> AsyncWriter:
        """A writer for the messages of one queue."""
        if self._transport is not None:
            loop = asyncio.get_running_loop()
            self._background.engine.transport = InLoop(self._transport, loop)
        return AsyncWriter(form, self._background.buffer(writing))

    def lambda_handler(
        self, codec: Codec[Any] | None, consuming: Consuming
    ) -> Callable[[Event, Context], dict[str, Any]]:
        """A Lambda function of a handler."""
        if consuming.is_async:
            make = async_batches(self._session, codec)
        else:
            make = partial(Batch[Any], self._session_of_threads(None), codec=codec)

        def handle(event: Event, context: Context) -> dict[str, Any]:
            try:
                return answered(consuming, make, event, context)
            finally:
                all_done(self._background.hurry())  # a frozen Lambda sends nothing

        return handle

    async def flush(self) -> None:
        """Wait for what the writers hold."""
        await _settled(self._background.hurry())

    async def stop(self, within_seconds: float) -> None:
        """Stop all consumers."""
        self._background.stop(within_seconds)

    def look_at_clock(self) -> None:
        """Have all consumers do what is due: the clock was moved."""
        self._background.look_at_clock()

    async def close(self) -> None:
        """Stop what still runs, and end the thread."""
        await asyncio.to_thread(self._background.close)
        while self._of_threads:
            self._of_threads.pop().close()

    def _session_of_threads(self, passed: FromThreads | None) -> Session:
        self._of_threads.append(Session(self._options, passed))
        return self._of_threads[-1]

    async def _joined(self, running: AsyncRunning, stop_within_seconds: float) -> None:
        try:
            with stopping_on_signals(lambda: running.stop(stop_within_seconds)):
                await running.join()
        except asyncio.CancelledError:
            # The task is to end, so its consumers are: gracefully, and then the task as well.
            running.stop(stop_within_seconds)
            await running.join()
            raise

    def _together(self, those: list[Registered]) -> AsyncRunning:
        loop = asyncio.get_running_loop()
        if self._transport is not None:
            self._background.engine.transport = InLoop(self._transport, loop)
        return AsyncRunning(self._background.together([self._begin(one, loop) for one in those]))

    def _begin(
        self, one: Registered, loop: asyncio.AbstractEventLoop
    ) -> tuple[ConsumerRun, Future[None]]:
        if one.consuming.is_async:
            place = CallersLoop(one.consuming, loop)
            return self._background.begin(one, place, async_batches(self._session, one.codec))
        passed = None if self._transport is None else FromThreads(self._transport, loop)
        session = self._session_of_threads(passed)
        return self._background.begin(
            one,
            Threads(one.consuming),
            lambda popped: Batch[Any](session, popped, one.codec),
        )
