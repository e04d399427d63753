"""Connections under asyncio."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections import deque
from typing import Any

from regent.client.core.address import Proxy
from regent.client.core.auth import Authorization
from regent.client.core.http1 import Answering, HttpRequest, Reply, request_bytes
from regent.client.core.options import Options
from regent.client.core.retry import CONNECT_SECONDS
from regent.client.core.tunnel import connect_bytes, is_open
from regent.client.drivers.connection import Connection
from regent.client.drivers.protocols import IDLE_SECONDS, AsyncTransport, Route, Stale
from regent.client.errors import Misused


class AsyncPool:
    """The connections to one server. The one that was used last is used first, so that those that
    are not needed grow idle and are closed."""

    def __init__(self, route: Route) -> None:
        self._route = route
        self._tls: ssl.SSLContext | None = None
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._idle: deque[tuple[Connection, float]] = deque()
        self._slots = asyncio.Semaphore(route.max_connections)

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        if self._closed:
            raise Misused("the client is closed")
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            # Connections belong to the loop that opened them: that of an earlier asyncio.run, or
            # of the parent process.
            self._loop, self._idle = loop, deque()
            self._slots = asyncio.Semaphore(self._route.max_connections)
        deadline = loop.time() + within_seconds
        try:
            if self._slots.locked():
                async with asyncio.timeout_at(deadline):
                    await self._slots.acquire()
            else:
                await self._slots.acquire()
        except TimeoutError:
            raise self._route.busy(within_seconds) from None
        try:
            return await self._exchange(request, deadline)
        finally:
            self._slots.release()

    async def _exchange(self, request: HttpRequest, deadline: float) -> Reply:
        data = request_bytes(request, self._route.address.authority)
        repeated = False
        while (reused := self._reusable()) is not None:
            try:
                return await self._over(reused, data, deadline, reused=True)
            except Stale as stale:
                if not request.repeatable:
                    raise self._route.failed(request, stale.__cause__, sent=True) from stale
                # The server closed it at the moment at which we wrote. Others may be as old.
                repeated = True
                self._drop_idle()
            except (OSError, EOFError) as error:
                raise self._route.failed(request, error, sent=True) from error
        try:
            connection = await self._connect(deadline)
        except OSError as error:
            raise self._route.failed(request, error, sent=repeated) from error
        try:
            reply = await self._over(connection, data, deadline, reused=False)
        except (OSError, EOFError) as error:
            raise self._route.failed(request, error, sent=True) from error
        reply.repeated = repeated
        return reply

    async def _over(
        self, connection: Connection, data: bytes, deadline: float, *, reused: bool
    ) -> Reply:
        """Send and receive. The connection is kept for the next request, or closed."""
        answering = Answering()
        keep = False
        timer = connection.loop.call_at(deadline, connection.give_up, TimeoutError)
        try:
            await connection.answer(data, answering)
            keep = answering.reusable
        except TimeoutError:
            raise TimeoutError("the time is up") from None
        except (OSError, EOFError) as error:
            if reused and not answering.begun:
                raise Stale from error
            raise
        finally:
            timer.cancel()
            if keep and not self._closed:
                self._kept(connection)
            else:
                connection.close()
        return answering.reply()

    def _reusable(self) -> Connection | None:
        """An idle connection that is alive: the server has neither closed it nor said anything."""
        while self._idle:
            connection, since = self._idle.pop()
            if time.monotonic() - since < IDLE_SECONDS and connection.alive:
                return connection
            connection.close()
        return None

    def _kept(self, connection: Connection) -> None:
        """Keep a connection, and close the one that has been idle for longest if that is too
        long."""
        now = time.monotonic()
        self._idle.append((connection, now))
        if now - self._idle[0][1] >= IDLE_SECONDS:
            self._idle.popleft()[0].close()

    def _drop_idle(self) -> None:
        while self._idle:
            self._idle.pop()[0].close()

    async def _connect(self, deadline: float) -> Connection:
        address, proxy = self._route.address, self._route.proxy
        loop = asyncio.get_running_loop()
        if address.tls and self._tls is None:
            self._tls = self._route.tls()
        first = address if proxy is None else proxy.address
        direct = self._tls if address.tls and proxy is None else None
        async with asyncio.timeout_at(min(deadline, loop.time() + CONNECT_SECONDS)):
            _, connection = await loop.create_connection(
                lambda: Connection(loop),
                first.host,
                first.port,
                ssl=direct,
                server_hostname=address.host if direct else None,
                happy_eyeballs_delay=0.25,
            )
            try:
                if proxy is not None:
                    head = bytearray()
                    asked = connect_bytes(address, proxy)
                    await connection.converse(asked, lambda data: _tunnelled(head, data, proxy))
                    if self._tls is not None and address.tls:
                        await connection.secure(self._tls, address.host)
            except EOFError as error:
                connection.close()
                raise ConnectionError(f"the proxy closed the connection: {error}") from error
            except BaseException:
                connection.close()
                raise
        return connection

    async def close(self) -> None:
        """Close the connections; those in use are closed when their answer is there."""
        self._closed = True
        self._drop_idle()


def _tunnelled(head: bytearray, data: bytes, proxy: Proxy) -> bool:
    head += data
    return is_open(bytes(head), proxy)


def transport_to(options: Options) -> AsyncTransport:
    """A transport of a session's own."""
    if options.road is not None:
        return options.road.in_loop()
    return AsyncPool(
        Route(options.address, options.proxy, options.ssl_context, options.max_connections)
    )


async def pause(seconds: float) -> None:
    """Wait."""
    await asyncio.sleep(seconds)


async def asked(authorization: Authorization, request: HttpRequest, *, again: bool) -> Any:
    """What an identity gives for a request. A coroutine function of the program is awaited; what
    may take its time is asked in a thread."""
    if authorization.blocks:
        return await asyncio.to_thread(authorization.ask, request, again=again)
    given = authorization.ask(request, again=again)
    return await given if hasattr(given, "__await__") else given
