"""A transport that hands each request to the handlers of this process, over a database of its own.

Behaviour, validation and refusals are the server's, because they are the server's code.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import threading
import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from regent.client.core.address import Address
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.errors import Misused, Unreachable
from regent.direct.handlers import are_loaded, check_packages, routes, table
from regent.direct.lines import Exchange, Lines
from regent.direct.place import Place
from regent.direct.schema import check_schema
from regent.errors import DatabaseUnavailable, NotFound
from regent.identifiers import random_uuid
from regent.local.context import LambdaContext, Lifetime
from regent.local.events import HttpAnswer, decode_path, read_query
from regent.local.events import HttpRequest as Asked
from regent.local.routes import Match
from regent.local.threads import HandlerThreads
from regent.names import check_path
from regent.settings import Settings

log: Final = logging.getLogger("regent.direct")

#: Requests of one event loop that wait, each in a thread without a connection.
_WAITING_THREADS: Final = 512


class _ProgramsLog:
    """The log of the handlers. Refusals are raised in the program, which logs them or not."""

    @staticmethod
    def error(words: str, *, exc_info: Exception | None = None, extra: Any = None) -> None:
        """A refusal; with its exception, what nobody expected."""
        level = logging.DEBUG if exc_info is None else logging.ERROR
        log.log(level, words, exc_info=exc_info, extra=extra)


class _There:
    """What a process has of a road: a child that was forked has it anew."""

    def __init__(self, place: Place, settings: Settings, users: int = 0) -> None:
        self.pid = os.getpid()
        self.lines = Lines(settings, place)
        self.lifetime = Lifetime()
        self.is_checked = False
        #: Sessions that are open.
        self.users = users
        self.apart = table().apart(settings=settings, database=self.lines, logger=_ProgramsLog())


class Road:
    """The way of one client. All of its sessions share the connections."""

    def __init__(self, url: str, password: Any, max_connections: int) -> None:
        check_packages()
        self._place = place = Place.at(url, password)
        self.max_connections = max_connections
        self.address = Address(place.shown, tls=False, host=place.host, port=0, prefix="")
        self._settings = replace(
            Settings.from_environment(),
            max_connections=max_connections,
            # Of a server: nobody hands in claims here, and the program may itself be a Lambda.
            auth_required=False,
            on_lambda=False,
            tracing=False,
        )
        self._lock = threading.Lock()
        self._present = _There(place, self._settings)
        #: Of parent processes: they must be neither used here nor closed.
        self._left_behind: list[_There] = []

    def blocking(self) -> StraightTransport:
        """For a session of threads."""
        return StraightTransport(self)

    def in_loop(self) -> AsyncStraightTransport:
        """For a session of an event loop."""
        return AsyncStraightTransport(self)

    def there(self) -> _There:
        """Connections and stores of this process."""
        present = self._present
        if present.pid == os.getpid():
            return present
        with self._lock:
            if self._present.pid != os.getpid():
                self._left_behind.append(self._present)
                self._present = _There(self._place, self._settings, self._present.users)
            return self._present

    def begin(self) -> None:
        """One more session uses it."""
        there = self.there()
        with self._lock:
            there.users += 1

    def end(self) -> None:
        """A session is closed. The last one lets all go that wait, and closes the connections."""
        there = self.there()
        with self._lock:
            there.users -= 1
            is_last = there.users == 0
        if is_last:
            there.lifetime.stopping = True
            there.lines.close()

    def asked(self, request: HttpRequest) -> Exchanged:
        """A request, and the route that it goes to."""
        raw_path, _, query = request.target.partition("?")
        path = decode_path(raw_path.encode())
        check_path(path)
        match = routes(self.there().apart).find(request.method, path)
        if match is None:
            raise NotFound(f"there is no {request.method} {path}")
        name, lifetime = match.route.function_name, self.there().lifetime
        context = LambdaContext(name, random_uuid(), lifetime)
        return Exchanged(request, match, read_query(query), context)

    def carry_out(self, asked: Exchanged, within_seconds: float) -> Reply:
        """Have its handler answer a request, in this thread."""
        there = self.there()
        deadline = time.monotonic() + within_seconds
        if not there.is_checked:
            self._check(there, Exchange(deadline))
        exchange = Exchange(deadline)
        found = there.lines.carry(exchange, lambda: there.apart.run(asked.answer))
        if exchange.failed is not None and _is_lost(found):
            raise exchange.failed
        return Reply(found.status, dict(found.headers), found.body)

    def _check(self, there: _There, look: Exchange) -> None:
        try:
            there.lines.carry(look, lambda: check_schema(there.lines, self._place.shown))
        except DatabaseUnavailable:
            if isinstance(look.failed, Unreachable):
                look.failed.sent = False  # of the request, nothing was
            raise look.failed or Unreachable(self._place.shown) from None
        there.is_checked = True


@dataclass(eq=False, slots=True)
class Exchanged:
    """A request on its way to its handler."""

    request: HttpRequest
    match: Match
    query: dict[str, str]
    context: LambdaContext

    @property
    def waits(self) -> bool:
        """Whether it may take long although nobody works for it."""
        return self.match.route.waits(self.query)

    def answer(self) -> HttpAnswer:
        """What the handler makes of it."""
        request = self.request
        path, _, query = request.target.partition("?")
        asked = Asked(
            method=request.method,
            path=decode_path(path.encode()),
            query=query,
            headers={name.lower(): value for name, value in request.headers},
            cookies=[],
            protocol="HTTP/1.1",
            client_host="",
        )
        return self.match.answer(
            asked, query=self.query, body=request.body or b"", claims=None, context=self.context
        )


class StraightTransport:
    """For a session of threads: a request is carried out in the thread that sends it."""

    def __init__(self, road: Road) -> None:
        self._road = road
        self._closed = False
        road.begin()

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        if self._closed:
            raise Misused("the client is closed")
        return self._road.carry_out(self._road.asked(request), within_seconds)

    def close(self) -> None:
        """Let the connections go, if nobody else uses them."""
        if not self._closed:
            self._closed = True
            self._road.end()


class AsyncStraightTransport:
    """For a session of an event loop: a request is carried out in a thread."""

    def __init__(self, road: Road) -> None:
        self._road = road
        self._closed = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._quick, self._waiting = self._threads()
        self._waiters: set[Exchanged] = set()
        road.begin()

    def _threads(self) -> tuple[HandlerThreads, HandlerThreads]:
        quick = HandlerThreads("regent", self._road.max_connections)
        return quick, HandlerThreads("regent waiting", _WAITING_THREADS)

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        if self._closed:
            raise Misused("the client is closed")
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # threads tell one loop, and a fork leaves them behind
            self._close_threads()
            self._loop, (self._quick, self._waiting) = loop, self._threads()
        if not are_loaded():
            await self._quick.run(partial(routes, self._road.there().apart))
        asked = self._road.asked(request)
        threads = self._waiting if asked.waits else self._quick
        self._waiters.add(asked)
        try:
            reply: Reply = await threads.run(partial(self._road.carry_out, asked, within_seconds))
        except asyncio.CancelledError:
            asked.context.client_gone = True
            raise
        finally:
            self._waiters.discard(asked)
        return reply

    def hang_up(self) -> None:
        """Answer now all that wait: nobody wants to wait any longer."""
        for asked in self._waiters:
            asked.context.client_gone = True

    async def close(self) -> None:
        """Let the threads go, and the connections if nobody else uses them."""
        if not self._closed:
            self._closed = True
            self._close_threads()
            self._road.end()

    def _close_threads(self) -> None:
        self._quick.close()
        self._waiting.close()


def _is_lost(answer: HttpAnswer) -> bool:
    """Whether a handler says that the database did not answer: over HTTP it is a refusal, here it
    is a request without an answer."""
    if answer.status != DatabaseUnavailable.status:
        return False
    code: str | None = json.loads(answer.body).get("code")
    return code == DatabaseUnavailable.code
