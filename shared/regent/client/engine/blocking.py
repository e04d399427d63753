"""Consuming with a client for threads."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from types import TracebackType
from typing import Any, Self, Unpack

from regent.client.core.options import Options
from regent.client.core.outgoing import Form, Outgoing, Pushed
from regent.client.core.payloads import Codec
from regent.client.core.popping import Source
from regent.client.core.writing import More, Writing
from regent.client.drivers.protocols import Transport
from regent.client.engine.background import Background, Registered, Running, async_batches
from regent.client.engine.consumer import ConsumerRun
from regent.client.engine.consuming import Consuming
from regent.client.engine.lambdas import Context, Event, answered
from regent.client.engine.loop import Engine, InThreads
from regent.client.engine.places import CallersLoop, CallersThread, Place, Threads
from regent.client.engine.signals import all_done, stopping_on_signals
from regent.client.engine.writing import Buffer
from regent.client.sync.message import Batch
from regent.client.sync.session import Session

__all__ = ["Consumers", "Running", "Writer"]


class Writer:
    """Pushes in the background, many in a request. Each partition keeps its order."""

    def __init__(self, form: Form, buffer: Buffer) -> None:
        self._form = form
        self._buffer = buffer

    def push(self, payload: Any, **more: Unpack[More]) -> Future[Pushed]:
        """Have a message sent soon; waits only while too much waits already."""
        draft = self._form.draft(Outgoing(payload, **more))
        self._buffer.wait_for_room(draft)
        return self._buffer.add(draft)

    def flush(self) -> None:
        """Wait until all that was pushed is stored, or has failed. Raises the first failure, if
        there is no ``on_error`` that was told."""
        all_done(self._buffer.hurry())
        self._buffer.raise_error()

    def close(self) -> None:
        """Flush, and take nothing more."""
        self._buffer.close()
        self.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Consumers:
    """The consumers of one ``Regent``."""

    def __init__(self, session: Session, options: Options, transport: Transport | None) -> None:
        self._session = session
        passed = None if transport is None else InThreads(transport)
        self._background = Background(options, passed)
        # Handlers that are async def have a loop of their own, which they may block.
        self._handlers = Engine(options, passed)

    def register(self, source: Source, codec: Codec[Any] | None, consuming: Consuming) -> None:
        """Have ``run`` and ``start`` begin with this consumer as well."""
        self._background.register(Registered(source, codec, consuming))

    def consume(self, source: Source, codec: Codec[Any] | None, consuming: Consuming) -> None:
        """Consume until it is stopped. One lane is handled in this thread."""
        one = Registered(source, codec, consuming)
        here = None
        if consuming.concurrency == 1 and not consuming.is_async:
            here = CallersThread(consuming)
        running = self._background.together([self._begin(one, here)])
        with stopping_on_signals(running.stop):
            if here is not None:
                here.work()
            running.join()

    def run(self, stop_within_seconds: float) -> None:
        """Run the registered consumers until they are stopped."""
        running = self.start()
        with stopping_on_signals(lambda: running.stop(stop_within_seconds)):
            running.join()

    def start(self) -> Running:
        """Begin with the registered consumers."""
        return self._background.together(
            [self._begin(one, None) for one in self._background.registered()]
        )

    def writer(self, form: Form, writing: Writing) -> Writer:
        """A writer for the messages of one queue."""
        return Writer(form, self._background.buffer(writing))

    def lambda_handler(
        self, codec: Codec[Any] | None, consuming: Consuming
    ) -> Callable[[Event, Context], dict[str, Any]]:
        """A Lambda function of a handler."""
        if consuming.is_async:
            # In one loop for all calls of the function: connections belong to their loop.
            make = async_batches(self._handlers.session(), codec)
        else:
            make = partial(Batch[Any], self._session, codec=codec)

        def handle(event: Event, context: Context) -> dict[str, Any]:
            try:
                return answered(consuming, make, event, context, self._in_handlers_loop)
            finally:
                self.flush()  # a frozen Lambda sends nothing

        return handle

    def flush(self) -> None:
        """Wait for what the writers hold."""
        all_done(self._background.hurry())

    def stop(self, within_seconds: float) -> None:
        """Stop all consumers."""
        self._background.stop(within_seconds)

    def look_at_clock(self) -> None:
        """Have all consumers do what is due: the clock was moved."""
        self._background.look_at_clock()

    def close(self) -> None:
        """Stop what still runs, and end the threads."""
        self._background.close()
        self._handlers.close()

    def _in_handlers_loop(self, work: Coroutine[Any, Any, None]) -> None:
        self._handlers.begin(work).result()

    def _begin(
        self, one: Registered, here: CallersThread | None
    ) -> tuple[ConsumerRun, Future[None]]:
        consuming, codec = one.consuming, one.codec
        if consuming.is_async:
            place: Place = CallersLoop(consuming, self._handlers.loop)
            session = self._handlers.session()
            return self._background.begin(one, place, async_batches(session, codec))
        place = here or Threads(consuming)
        return self._background.begin(
            one, place, lambda popped: Batch[Any](self._session, popped, codec)
        )
