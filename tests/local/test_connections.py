"""A request that its client never finishes is given up, and connections have a bound."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import resource
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from regent.local import connections
from regent.local.connections import Connection
from tests.local.conftest import LocalServer, wait_until

HEAD, BODY = 0.2, 0.5
HALF_HEAD = b"GET /slow HTTP/1.1\r\nHost: localhost\r\n"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
SLOW = WHOLE.replace(b"/", b"/slow", 1)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Read the whole body, then answer; /slow takes its time, /early does not read it."""
    message = {"more_body": scope["path"] != "/early"}
    while message.get("more_body"):
        message = await receive()
    if scope["path"] == "/slow":
        await asyncio.sleep(3 * HEAD)
    headers = [(b"content-length", b"2")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok"})


Open = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@asynccontextmanager
async def serving(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """A server of such connections, with short limits."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", HEAD)
    monkeypatch.setattr(connections, "BODY_SECONDS", BODY)
    config = uvicorn.Config(application, lifespan="off", log_config=None, timeout_keep_alive=60)
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: Connection(config, state, {}), "127.0.0.1", 0
    )
    async with server:
        host, port = server.sockets[0].getsockname()
        writers = []

        async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection(host, port)
            writers.append(writer)
            return reader, writer

        yield connect
        for writer in writers:
            writer.close()
            await asyncio.wait([asyncio.ensure_future(writer.wait_closed())])
        while state.connections:
            await asyncio.sleep(0)


async def answers(
    monkeypatch: pytest.MonkeyPatch, *parts: bytes, pause: float = 0.0
) -> tuple[bytes, float]:
    """Send these parts, then nothing: all that comes back, and after how long it is closed."""
    async with serving(monkeypatch) as connect:
        began = time.monotonic()  # the server begins to count when the connection is there
        reader, writer = await connect()
        for part in parts:
            writer.write(part)
            await asyncio.sleep(pause)
        answer = b""
        async with asyncio.timeout(5):
            with suppress(ConnectionError):  # it was closed while we were writing
                answer = await reader.read()
        return answer, time.monotonic() - began


def assert_timeout(answer: bytes, words: str) -> None:
    head, _, body = answer.rpartition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
    assert b"connection: close" in head
    assert f"content-length: {len(body)}".encode() in head
    said = json.loads(body)
    assert said["code"] == "REQUEST_TIMEOUT"
    assert said["error"] == words
    assert re.fullmatch(r"[0-9a-f-]{36}", said["requestId"])


def test_half_a_head_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer, seconds = asyncio.run(answers(monkeypatch, HALF_HEAD))
    assert_timeout(answer, f"the head of the request was not complete after {HEAD} seconds")
    assert HEAD <= seconds < BODY
    (record,) = [each for each in caplog.records if each.levelno == logging.WARNING]
    assert "127.0.0.1" in record.getMessage()
    assert "the head of the request was not complete" in record.getMessage()


def test_half_a_body_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    answer, seconds = asyncio.run(answers(monkeypatch, HALF_BODY))
    assert_timeout(answer, f"the body of the request was not complete after {BODY} seconds")
    assert seconds >= BODY
    assert "the body of the request was not complete" in caplog.text


@pytest.mark.parametrize("trickle", [HALF_HEAD, b"\r\n" * 100], ids=["a head", "line breaks"])
def test_a_head_that_trickles_in_has_no_more_time(
    monkeypatch: pytest.MonkeyPatch, trickle: bytes
) -> None:
    parts = [trickle[i : i + 1] for i in range(40)]
    _, seconds = asyncio.run(answers(monkeypatch, *parts, pause=HEAD / 40))
    assert seconds < 3 * HEAD


@pytest.mark.parametrize("then", [b"", b"\r\n", HALF_HEAD], ids=["nothing", "a line", "half"])
def test_a_kept_connection_has_its_limit_from_the_next_byte_on(
    monkeypatch: pytest.MonkeyPatch, then: bytes
) -> None:
    async def ask() -> tuple[bytes, bool]:
        async with serving(monkeypatch) as connect:
            reader, writer = await connect()
            writer.write(WHOLE)
            await reader.readuntil(b"ok")
            await asyncio.sleep(2 * HEAD)  # it may be idle for longer than that
            writer.write(then)
            try:
                async with asyncio.timeout(3 * HEAD):
                    return await reader.read(), True
            except TimeoutError:
                return b"", False

    answer, closed = asyncio.run(ask())
    assert closed == (then != b"")
    assert (b" 408 " in answer) == (then == HALF_HEAD)


def test_a_connection_that_says_nothing_is_closed_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer, seconds = asyncio.run(answers(monkeypatch))
    assert answer == b""
    assert HEAD <= seconds < BODY


def test_a_body_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, seconds = asyncio.run(answers(monkeypatch, HALF_BODY.replace(b"/", b"/early", 1)))
    assert answer.startswith(b"HTTP/1.1 200")
    assert b" 408 " not in answer
    assert seconds >= BODY


def test_a_body_that_waits_behind_a_long_answer_has_no_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first request takes longer than a body may; until then, nobody reads on."""

    async def ask() -> bytes:
        async with serving(monkeypatch) as connect:
            reader, writer = await connect()
            large = b"x" * 8_000_000
            writer.write(SLOW + HALF_BODY.replace(b": 9", b": 8000001") + large)
            answer = b""
            for _ in range(2):
                answer += await reader.readuntil(b"ok")
            return answer

    assert asyncio.run(ask()).count(b"HTTP/1.1 200") == 2


def test_what_cannot_be_read_is_refused_as_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    answer, _ = asyncio.run(answers(monkeypatch, b"nonsense\r\n\r\n"))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert json.loads(body)["code"] == "BAD_REQUEST"


def test_connections_beyond_the_bound_are_refused_and_logged(start_server: Any) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (220, hard))  # the server inherits it
    try:
        server: LocalServer = start_server(workers="1", max_connections="8")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    held = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(300)]
    try:
        for connection in held[:100]:
            connection.sendall(HALF_HEAD)
        last = held[-1].recv(65_536)
        assert last.startswith(b"HTTP/1.1 503 ")
        assert json.loads(last.partition(b"\r\n\r\n")[2])["code"] == "TOO_MANY_CONNECTIONS"
        assert b"retry-after: 1" in last
        assert wait_until(lambda: "connections are open" in server.log)
        # Those that are open are served.
        held[0].sendall(b"\r\n")
        assert held[0].recv(65_536).startswith(b"HTTP/1.1 200")
    finally:
        for connection in held:
            connection.close()
    assert wait_until(lambda: _answers(server))
    assert server.log.count("connections are open") < 20


def _answers(server: LocalServer) -> bool:
    try:
        return httpx.get(f"{server.url}/pid").status_code == 200
    except httpx.HTTPError:
        return False
