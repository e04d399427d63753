"""Connections over blocking sockets, for threads."""

from __future__ import annotations

import os
import select
import socket
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from regent.client.core.auth import Authorization
from regent.client.core.http1 import Answering, HttpRequest, Reply, request_bytes
from regent.client.core.options import Options
from regent.client.core.retry import CONNECT_SECONDS
from regent.client.core.tunnel import connect_bytes, is_open
from regent.client.drivers.protocols import IDLE_SECONDS, Route, Stale, Transport
from regent.client.errors import Misused

if TYPE_CHECKING:
    import ssl

_PIECE: Final = 65_536


class Pool:
    """The connections to one server. The one that was used last is used first, so that those that
    are not needed grow idle and are closed."""

    def __init__(self, route: Route) -> None:
        self._route = route
        self._tls: ssl.SSLContext | None = None
        self._closed = False
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._idle: deque[tuple[socket.socket, float]] = deque()
        self._slots = threading.Semaphore(self._route.max_connections)

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        if self._closed:
            raise Misused("the client is closed")
        if self._pid != os.getpid():
            self._begin()  # the sockets of a parent process are not ours
        deadline = time.monotonic() + within_seconds
        if not self._slots.acquire(timeout=max(0.0, within_seconds)):
            raise self._route.busy(within_seconds)
        try:
            return self._exchange(request, deadline)
        finally:
            self._slots.release()

    def _exchange(self, request: HttpRequest, deadline: float) -> Reply:
        data = request_bytes(request, self._route.address.authority)
        repeated = False
        while (reused := self._reusable()) is not None:
            try:
                return self._over(reused, data, deadline, reused=True)
            except Stale as stale:
                if not request.repeatable:
                    raise self._route.failed(request, stale.__cause__, sent=True) from stale
                # The server closed it at the moment at which we wrote. Others may be as old.
                repeated = True
                self._drop_idle()
            except (OSError, EOFError) as error:
                raise self._route.failed(request, error, sent=True) from error
        try:
            connection = self._connect(deadline)
        except OSError as error:
            raise self._route.failed(request, error, sent=repeated) from error
        try:
            reply = self._over(connection, data, deadline, reused=False)
        except (OSError, EOFError) as error:
            raise self._route.failed(request, error, sent=True) from error
        reply.repeated = repeated
        return reply

    def _over(
        self, connection: socket.socket, data: bytes, deadline: float, *, reused: bool
    ) -> Reply:
        """Send and receive. The connection is kept for the next request, or closed."""
        answering = Answering()
        keep = False
        try:
            connection.settimeout(_left(deadline))
            connection.sendall(data)
            while True:
                piece = connection.recv(_PIECE)
                if answering.feed(piece) if piece else answering.end():
                    break
                if not piece:
                    raise EOFError("the connection was closed before the answer was whole")
                connection.settimeout(_left(deadline))
            keep = answering.reusable
        except TimeoutError:
            raise
        except (OSError, EOFError) as error:
            if reused and not answering.begun:
                raise Stale from error
            raise
        finally:
            if keep and not self._closed:
                self._kept(connection)
            else:
                connection.close()
        return answering.reply()

    def _reusable(self) -> socket.socket | None:
        """An idle connection that is alive: the server has neither closed it nor said anything."""
        while self._idle:
            try:
                connection, since = self._idle.pop()
            except IndexError:
                return None  # another thread was quicker
            if time.monotonic() - since < IDLE_SECONDS and not _is_readable(connection):
                return connection
            connection.close()
        return None

    def _kept(self, connection: socket.socket) -> None:
        """Keep a connection, and close the one that has been idle for longest if that is too
        long."""
        now = time.monotonic()
        self._idle.append((connection, now))
        if now - self._idle[0][1] >= IDLE_SECONDS:
            self._idle.popleft()[0].close()

    def _drop_idle(self) -> None:
        while self._idle:
            try:
                self._idle.pop()[0].close()
            except IndexError:
                return

    def _connect(self, deadline: float) -> socket.socket:
        address, proxy = self._route.address, self._route.proxy
        deadline = min(deadline, time.monotonic() + CONNECT_SECONDS)
        first = address if proxy is None else proxy.address
        connection = socket.create_connection((first.host, first.port), timeout=_left(deadline))
        try:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if proxy is not None:
                connection.sendall(connect_bytes(address, proxy))
                head = b""
                while not is_open(head, proxy):
                    connection.settimeout(_left(deadline))
                    # One byte at a time: what follows the head is not ours to read.
                    piece = connection.recv(1)
                    if not piece:
                        raise EOFError("the proxy closed the connection")
                    head += piece
            if address.tls:
                if self._tls is None:
                    self._tls = self._route.tls()
                connection.settimeout(_left(deadline))
                connection = self._tls.wrap_socket(connection, server_hostname=address.host)
        except EOFError as error:
            connection.close()
            raise ConnectionError(str(error)) from error
        except BaseException:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Close the connections; those in use are closed when their answer is there."""
        self._closed = True
        self._drop_idle()


def transport_to(options: Options) -> Transport:
    """A transport of a session's own."""
    if options.road is not None:
        return options.road.blocking()
    return Pool(Route(options.address, options.proxy, options.ssl_context, options.max_connections))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("the time is up")
    return left


def _is_readable(connection: Any) -> bool:
    poll = select.poll()
    poll.register(connection, select.POLLIN | select.POLLHUP | select.POLLERR)
    return bool(poll.poll(0))


def pause(seconds: float) -> None:
    """Wait."""
    time.sleep(seconds)


def asked(authorization: Authorization, request: HttpRequest, *, again: bool) -> Any:
    """What an identity gives for a request."""
    given = authorization.ask(request, again=again)
    if hasattr(given, "__await__"):
        given.close()
        raise Misused("auth is a coroutine function: use AsyncRegent, or pass a plain function")
    return given
