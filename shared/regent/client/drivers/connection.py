"""One connection under asyncio."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Callable
from typing import cast

from regent.client.core.http1 import Answering


class Connection(asyncio.Protocol):
    """One connection, on which one request at a time waits for its answer."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.alive = True
        self._transport: asyncio.Transport | None = None
        self._waiter: asyncio.Future[None] | None = None
        #: Takes what comes, and says whether that is all. None: nothing should come.
        self._take: Callable[[bytes], bool] | None = None
        self._at_end: Callable[[], bool] | None = None

    async def answer(self, data: bytes, answering: Answering) -> None:
        """Send a request, and feed its answer until that is whole."""
        self._at_end = answering.end
        await self.converse(data, answering.feed)

    async def converse(self, data: bytes, take: Callable[[bytes], bool]) -> None:
        """Send something, and hand on what comes until that is all."""
        if not self.alive or self._transport is None:
            raise ConnectionResetError("the connection was closed")
        self._take = take
        self._waiter = self.loop.create_future()
        self._transport.write(data)
        try:
            await self._waiter
        finally:
            self._take = self._at_end = self._waiter = None

    async def secure(self, context: ssl.SSLContext, host: str) -> None:
        """Go on under TLS."""
        plain = cast("asyncio.Transport", self._transport)
        secured = await self.loop.start_tls(plain, self, context, server_hostname=host)
        self._transport = cast("asyncio.Transport", secured)

    def give_up(self, why: type[Exception]) -> None:
        """Nobody waits for the answer any longer."""
        self._done(why())

    def close(self) -> None:
        """End it at once: what is still to be sent is not wanted."""
        self.alive = False
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is there."""
        self._transport = cast("asyncio.Transport", transport)
        found = transport.get_extra_info("socket")
        if found is not None and found.family != getattr(socket, "AF_UNIX", None):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        """A piece of an answer came, or something that nobody asked for."""
        if self._take is None:
            self.alive = False
            return
        try:
            if self._take(data):
                self._done(None)
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
            self._done(error)

    def eof_received(self) -> None:
        """The server is done with this connection."""
        self.alive = False
        if self._at_end is not None and self._at_end():
            self._done(None)

    def connection_lost(self, error: Exception | None) -> None:
        """It has ended."""
        self.alive = False
        self._done(error or EOFError("the connection was closed before the answer was whole"))

    def _done(self, error: Exception | None) -> None:
        waiter = self._waiter
        if waiter is None or waiter.done():
            return
        if error is None:
            waiter.set_result(None)
        else:
            waiter.set_exception(error)
