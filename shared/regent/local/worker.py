"""One worker process: a gateway that serves the connections its supervisor hands over.

The supervisor accepts and deals connections out in turn. When processes accept for themselves,
one of them takes most of a burst of keep-alive connections and the other cores stay idle.

    python -m regent.local.worker <control socket's fd> <handlers module> <slow or quick disk>
        <place> <news' fds>…
"""

import asyncio
import contextlib
import importlib
import logging
import resource
import signal
import socket
import sys
import time
from http import HTTPStatus
from typing import Any

import uvicorn

from regent import limits, rooms
from regent.local.auth import Authorizer
from regent.local.connections import Connection, refusal
from regent.local.disk import Disk
from regent.local.gateway import Gateway
from regent.local.hang_ups import HEADER
from regent.local.news import News
from regent.local.routes import RouteTable
from regent.settings import Settings

log = logging.getLogger("regent.local.worker")

READY = b"r"
# A waiting handler looks at its remaining time at least every second; the rest answer sooner.
GRACE_SECONDS = 5
KEEP_ALIVE_SECONDS = 75  # longer than the pools of the usual clients, so that they close first
MAX_HANDED_AT_ONCE = 16
# Of the files that the process may open, what is no client's: the event loop's, logs, libraries'.
OTHER_FILES = 64
# A crowd of refused connections is one line of the log in this time.
REFUSED_LOG_SECONDS = 1.0


class HandedServer(uvicorn.Server):
    """A uvicorn server without a listening socket."""

    def __init__(
        self,
        config: uvicorn.Config,
        control: socket.socket,
        gateway: Gateway,
        news: News,
        max_connections: int,
    ) -> None:
        super().__init__(config)
        self._control = control
        self._gateway = gateway
        self._news = news
        self._max_connections = max_connections
        self._refused_logged = 0.0
        self._opening: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell the supervisor that connections are welcome."""
        await super().startup(sockets=sockets if sockets is not None else [])
        self._control.setblocking(False)
        loop = asyncio.get_running_loop()
        loop.add_reader(self._control.fileno(), self._receive)
        loop.add_reader(self._news.heard.fileno(), self._news.hear)
        self._count_later()
        self._control.send(READY)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let waiting handlers go, finish what is being answered, close the rest."""
        self._gateway.stop()
        asyncio.get_running_loop().remove_reader(self._control.fileno())
        await super().shutdown(sockets=sockets)
        self._gateway.write_counts()

    def _count_later(self) -> None:
        asyncio.get_running_loop().call_later(limits.REQUEST_COUNT_SECONDS, self._count)

    def _count(self) -> None:
        self._gateway.write_counts_aside()
        self._count_later()

    def _receive(self) -> None:
        try:
            message, handed, _, _ = socket.recv_fds(self._control, 1, MAX_HANDED_AT_ONCE)
        except BlockingIOError:
            return
        for fd in handed:
            connection = socket.socket(fileno=fd)
            if len(self.server_state.connections) + len(self._opening) >= self._max_connections:
                self._refuse(connection)
                continue
            task = asyncio.ensure_future(self._open(connection))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        if not message:
            # The supervisor is gone, however it went: nobody can reach this process any more.
            self.should_exit = True
            asyncio.get_running_loop().remove_reader(self._control.fileno())

    def _refuse(self, connection: socket.socket) -> None:
        """Say so rather than run out of files: then nobody would be told anything."""
        open_now = len(self.server_state.connections)
        now = time.monotonic()
        if now - self._refused_logged >= REFUSED_LOG_SECONDS:
            self._refused_logged = now
            log.warning("refusing connections: %d connections are open", open_now)
        answer = refusal(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "TOO_MANY_CONNECTIONS",
            f"{open_now} connections are open, as many as this process takes; close some, or allow"
            " the server more open files (ulimit -n)",
            [(b"retry-after", b"1")],
        )
        with connection, contextlib.suppress(OSError):
            connection.setblocking(False)
            connection.send(answer)

    async def _open(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = make(
            config=self.config, server_state=self.server_state, app_state={}
        )
        return protocol


def main(control_fd: int, handlers_name: str, disk: Disk, place: int, *news_fds: int) -> None:
    """Serve until the supervisor says stop or is gone."""
    # Ctrl-C reaches every process of a terminal; the supervisor passes it on as SIGTERM.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settings = Settings.from_environment()
    logging.basicConfig(level=settings.log_level, format="%(levelname)s %(name)s %(message)s")
    rooms.add_to_path(own_process=True)
    handlers = importlib.import_module(handlers_name)
    memory, heard, *rung = news_fds
    news = News(place, memory, heard, rung)
    if hasattr(handlers, "use_news"):  # handlers that wait for nothing have no use for it
        handlers.use_news(news)
    gateway = Gateway(RouteTable(handlers.API_MODULES), Authorizer.of(settings), news, disk)
    if hasattr(handlers, "count_requests"):
        gateway.write_counts = handlers.count_requests()
    config = uvicorn.Config(
        gateway,
        loop="uvloop",
        http=Connection,
        ws="none",
        lifespan="off",
        access_log=False,
        server_header=False,
        log_config=None,
        log_level="warning",
        headers=[HEADER],
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    control = socket.socket(fileno=control_fd)
    HandedServer(config, control, gateway, news, _connections_that_fit(settings)).run()


def _connections_that_fit(settings: Settings) -> int:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return sys.maxsize
    return max(1, files - settings.max_connections - OTHER_FILES)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], Disk(sys.argv[3]), *map(int, sys.argv[4:]))
