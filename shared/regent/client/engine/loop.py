"""The engine's thread, its event loop, and what it sends through."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from dataclasses import replace
from typing import Any, TypeVar

from regent.client.aio.session import AsyncSession
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.core.options import Options
from regent.client.core.retry import Budget, RetryPolicy
from regent.client.drivers.protocols import AsyncTransport, Transport

A = TypeVar("A")


class InThreads:
    """A blocking transport that was passed in, for the engine's loop."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer, in a thread."""
        return await asyncio.to_thread(self._transport.exchange, request, within_seconds)

    async def close(self) -> None:
        """It stays open: it was passed in."""


class InLoop:
    """A transport of the program's own loop, for the engine's."""

    def __init__(self, transport: AsyncTransport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer, in the program's loop."""
        exchange = self._transport.exchange(request, within_seconds)
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(exchange, self._loop))

    async def close(self) -> None:
        """It stays open: it was passed in."""


class FromThreads:
    """A transport of the program's own loop, for handlers that run in threads."""

    def __init__(self, transport: AsyncTransport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer, in the program's loop."""
        exchange = self._transport.exchange(request, within_seconds)
        return asyncio.run_coroutine_threadsafe(exchange, self._loop).result()

    def close(self) -> None:
        """It stays open: it was passed in."""


class Engine:
    """One thread with an event loop, for all that a client does in the background."""

    def __init__(self, options: Options, transport: AsyncTransport | None = None) -> None:
        self._options = options
        #: One that was passed to the client; else the engine has connections of its own.
        self.transport = transport
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._session: AsyncSession | None = None
        self._process = os.getpid()

    def session(self) -> AsyncSession:
        """The engine's own connections. A poll is not tried again here: its consumer's schedule
        knows the pauses that keep consumers from coming back together."""
        if self._session is None:
            options = replace(self._options, polls=Budget(RetryPolicy(stock=0)))
            self._session = AsyncSession(options, self.transport)
        return self._session

    def begin(self, work: Coroutine[Any, Any, A]) -> Future[A]:
        """Start work in the engine's loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def close(self) -> None:
        """End the thread, and close its connections."""
        with self._lock:
            loop, self._loop = self._loop, None
            session, self._session = self._session, None
            if loop is None or self._process != os.getpid():
                return
        if session is not None:
            asyncio.run_coroutine_threadsafe(session.close(), loop).result()
        loop.call_soon_threadsafe(loop.stop)

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop, in its thread."""
        with self._lock:
            if self._process != os.getpid():  # a fork leaves the thread behind
                self._process, self._loop, self._session = os.getpid(), None, None
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(
                    target=_serve, args=(self._loop,), name="regent engine", daemon=True
                ).start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()
