"""The queue client, wired to the handlers of this process and this test's database.

A test is written once and runs for both clients and both roads: ``regent`` is a Regent, or an
AsyncRegent whose calls are awaited behind the scenes; its requests become events, or go straight.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from regent import AsyncRegent, Regent
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.drivers.protocols import Transport
from regent.client.errors import Unreachable
from regent.direct.road import Road
from tests.support.http import Call

Fault = Callable[[HttpRequest], Reply | None]


class Wire:
    """A transport to the handlers, which a test can cut."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._road: Transport | None = None
        self.sent: list[HttpRequest] = []
        self._before: list[tuple[str, Fault]] = []
        self._after: list[tuple[str, Fault]] = []

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        self.sent.append(request)
        if (instead := self._met(self._before, request)) is not None:
            return instead
        carry = (
            self._answer if self._road is None else partial(self._road.exchange, within_seconds=30)
        )
        answer = carry(request)
        return self._met(self._after, request) or answer

    def close(self) -> None:
        """Nothing is open."""

    def lead_to(self, road: Transport) -> None:
        """Hand requests to another transport."""
        self._road = road

    @property
    def paths(self) -> list[str]:
        """The paths of what was sent."""
        return [f"{request.method} {urlsplit(request.target).path}" for request in self.sent]

    @property
    def last(self) -> Any:
        """The body of what was sent last."""
        return json.loads(self.sent[-1].body or b"null")

    def query(self, place: int = -1) -> dict[str, str]:
        """The query of what was sent."""
        return dict(parse_qsl(urlsplit(self.sent[place].target).query))

    def refuse(self, part: str, status: int, code: str, times: int = 1, **headers: str) -> None:
        """Answer the next requests to such a path like this, without carrying them out."""
        body = json.dumps({"error": "refused by the test", "code": code}).encode()
        named = {name.replace("_", "-").encode(): v.encode() for name, v in headers.items()}
        self._add(self._before, part, lambda _: Reply(status, named, body), times)

    def answer(self, part: str, body: bytes) -> None:
        """Answer the next request to such a path like this, without carrying it out."""
        self._add(self._before, part, lambda _: Reply(200, {}, body), 1)

    def cut(self, part: str, times: int = 1) -> None:
        """Do not carry out the next requests to such a path: there is no connection."""
        self._add(self._before, part, _raising(Unreachable("cut", sent=False)), times)

    def lose_answer(
        self, part: str, times: int = 1, meanwhile: Callable[[], object] = bool
    ) -> None:
        """Carry the next requests to such a path out, and lose what was answered. ``meanwhile``:
        something happens before they are repeated."""
        lost = _raising(Unreachable("lost", sent=True))
        self._add(self._after, part, lambda request: lost((meanwhile(), request)[1]), times)

    @staticmethod
    def _add(faults: list[tuple[str, Fault]], part: str, fault: Fault, times: int) -> None:
        left = [fault] * times
        faults.append((part, lambda request: left.pop()(request) if left else None))

    @staticmethod
    def _met(faults: list[tuple[str, Fault]], request: HttpRequest) -> Reply | None:
        for part, fault in faults:
            if part in request.target and (answer := fault(request)) is not None:
                return answer
        return None

    def _answer(self, request: HttpRequest) -> Reply:
        target = urlsplit(request.target)
        reply = self._call(
            request.method,
            target.path,
            None if request.body is None else request.body.decode(),
            query=dict(parse_qsl(target.query, keep_blank_values=True)),
        )
        headers = {k.lower().encode(): str(v).encode() for k, v in reply.headers.items()}
        body = b"" if reply.body is None else json.dumps(reply.body).encode()
        return Reply(reply.status, headers, body)


class AsyncWire:
    """A ``Wire`` whose exchanges the client of asyncio awaits."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        return self._wire.exchange(request, within_seconds)

    async def close(self) -> None:
        """Nothing is open."""


def _raising(error: Exception) -> Fault:
    def fault(_: HttpRequest) -> Reply | None:
        raise error

    return fault


class Waited:
    """An object of the asyncio client that is used like that of the other one."""

    def __init__(self, inner: Any, run: Callable[[Awaitable[Any]], Any]) -> None:
        self.__dict__.update(inner=inner, run=run)

    def __getattr__(self, name: str) -> Any:
        return waited(getattr(self.inner, name), self.run)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.inner, name, value)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        given = [_inner(argument) for argument in arguments]
        found = self.inner(*given, **{name: _inner(value) for name, value in named.items()})
        return waited(self.run(found) if hasattr(found, "__await__") else found, self.run)

    def __iter__(self) -> Iterator[Any]:
        if not hasattr(self.inner, "__aiter__"):
            for each in self.inner:
                yield waited(each, self.run)
            return
        walk = self.inner.__aiter__()
        while True:
            try:
                yield waited(self.run(walk.__anext__()), self.run)
            except StopAsyncIteration:
                return

    def __len__(self) -> int:
        return len(self.inner)

    def __getitem__(self, index: Any) -> Any:
        return waited(self.inner[index], self.run)

    def __enter__(self) -> Any:
        return waited(self.run(self.inner.__aenter__()), self.run)

    def __exit__(self, *raised: object) -> Any:
        return self.run(self.inner.__aexit__(*raised))


def _inner(value: Any) -> Any:
    if isinstance(value, list):
        return [_inner(each) for each in value]
    return value.inner if isinstance(value, Waited) else value


def waited(value: Any, run: Callable[[Awaitable[Any]], Any]) -> Any:
    """Values stay, what belongs to the asyncio client is wrapped."""
    if isinstance(value, list):
        return [waited(each, run) for each in value]
    ours = str(getattr(type(value), "__module__", "")).startswith("regent.client.aio")
    if ours or callable(value) or hasattr(value, "__aiter__"):
        return Waited(value, run)
    return value


@pytest.fixture
def wire(call: Call) -> Wire:
    """To this test's database."""
    return Wire(call)


@pytest.fixture(params=["threads", "asyncio", "straight"])
def regent(request: pytest.FixtureRequest, wire: Wire, url: str) -> Iterator[Any]:
    """Both clients over the handlers, and one over the straight road."""
    if request.param != "straight":
        yield from both(request.param, transport=wire)
        return
    road = Road(url, None, max_connections=4).blocking()
    wire.lead_to(road)
    yield from both("threads", transport=wire)
    road.close()


def both(kind: str, url: str | None = None, transport: Any = None, **more: Any) -> Iterator[Any]:
    """One of the two clients."""
    if kind == "threads":
        with Regent(url, transport=transport, **more) as regent:
            yield regent
        return
    with asyncio.Runner() as runner:
        inner = AsyncRegent(url, transport=transport and AsyncWire(transport), **more)
        with Waited(inner, runner.run) as regent:
            yield regent
