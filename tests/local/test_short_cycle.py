"""A request that skips ASGI is answered as the gateway answers it, and never if it is refused."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from functions.edge import waiting
from functions.handlers import API_MODULES, use_news
from regent.database import Database
from regent.limits import MAX_SHORT_BODY_BYTES
from regent.local import connections, short_way
from regent.local.auth import Authorizer
from regent.local.connections import Connection
from regent.local.gateway import Gateway
from regent.local.news import Bells, News
from regent.local.refusals import MAX_HEAD_BYTES
from regent.local.routes import RouteTable
from regent.local.short_way import ShortWay
from regent.settings import Settings
from tests.local.tokens import SECRET, STRANGERS_SECRET, bearer
from tests.support.http import Call

_UNIQUE = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}(\.\d+)?|\d{4}-\d\d-\d\dT[\d:.]+Z|\"\d+\"")
_METHODS = re.compile(rb"([A-Z]+) [^ ]+ HTTP/1")
HOST = "host: localhost"
ITEM = json.dumps({"items": [{"queue": "@Q@", "payload": {"a": "ä"}}]})
LARGE = json.dumps({"items": [{"queue": "@Q@", "payload": "x" * MAX_SHORT_BODY_BYTES}]})


def post(path: str, body: str, *headers: str, version: str = "1.1") -> bytes:
    length = f"content-length: {len(body.encode())}"
    head = "\r\n".join([f"POST {path} HTTP/{version}", *(headers or (HOST,)), length])
    return f"{head}\r\n\r\n{body}".encode()


def get(path: str, *headers: str, method: str = "GET", version: str = "1.1") -> bytes:
    head = "\r\n".join([f"{method} {path} HTTP/{version}", *(headers or (HOST,))])
    return f"{head}\r\n\r\n".encode()


PUSH, POP = "/api/v1/push", "/api/v1/pop/queue/@Q@"
CHUNKED = (
    f"POST {PUSH} HTTP/1.1\r\n{HOST}\r\ntransfer-encoding: chunked\r\n\r\n"
    f"{len(ITEM.encode()):x}\r\n{ITEM}\r\n0\r\n\r\n"
).encode()
REQUESTS: list[bytes] = [
    post(PUSH, ITEM),
    post(PUSH, ITEM, HOST, "content-type: text/plain"),
    post(f"{PUSH}?depth=true", ITEM),
    post(f"{PUSH}?dept=true", ITEM),
    post(PUSH, LARGE),
    post(PUSH, "{"),
    post(PUSH, ""),
    post(PUSH, '{"items": [{"queue": ""}]}'),
    post(PUSH, ITEM, "host: evil.example"),
    post(PUSH, ITEM, "host: localhost:80", "host: evil.example"),
    post(PUSH, ITEM, HOST, "origin: https://evil.example"),
    post(PUSH, ITEM, HOST, "origin: http://localhost:3000"),
    post(PUSH, ITEM, HOST, "referer: https://evil.example/page"),
    post(PUSH, ITEM, HOST, "referer: http://localhost/page"),
    post(PUSH, ITEM, HOST, "sec-fetch-site: cross-site"),
    post(PUSH, ITEM, HOST, "Sec-Fetch-Site: same-origin"),
    post(PUSH, ITEM, HOST, "connection: close"),
    post(PUSH, ITEM, HOST, "expect: 100-continue"),
    post(PUSH, ITEM, HOST, "connection: upgrade", "upgrade: websocket"),
    post(PUSH, ITEM, version="1.0"),
    post(PUSH, ITEM, HOST, f"x-filling: {'x' * MAX_HEAD_BYTES}"),
    post(f"http://localhost{PUSH}", ITEM),
    post(f"{PUSH}#fragment", ITEM),
    post(f"{PUSH}/", ITEM),
    CHUNKED,
    get(POP),
    get(f"{POP}?batch=2&consumerGroup=a%2Fb"),
    get(f"{POP}?batch=2&batch=3"),
    get(f"{POP}?batch=%FF"),
    get(f"{POP}?" + "&".join(f"a{number}=1" for number in range(1_001))),
    get(f"{POP}?wait=true&timeout=0"),
    get(f"{POP}%00"),
    get(f"{POP}%FF"),
    get(f"{POP}/partition/a%2Fb"),
    get(f"{POP}/partition/a/partition/b"),
    get("/api/v1/pop?namespace=@Q@"),
    get("/api/v1/pop"),
    get(POP, method="HEAD"),
    get(POP, method="OPTIONS"),
    get(POP, method="DELETE"),
    get(PUSH),
    get("/api/v1/pop/queue/"),
    get(POP, version="1.0"),
    get(POP, HOST, "cookie: a=1; b=2"),
    post("/api/v1/ack", '{"transactionId": "x", "partitionId": "999"}'),
    post("/api/v1/ack/batch", '{"acknowledgments": []}'),
    get(POP) + get(f"{POP}?batch=3") + post(PUSH, ITEM),
    get(POP) + get("/health") + get(POP),
]
HOUR = {"iss": "i", "aud": "a"}
TOKENS: list[str | None] = [
    None,
    "nonsense",
    bearer(HOUR | {"role": "admin"}),
    bearer(HOUR | {"role": "admin"}).replace("Bearer", "bearer"),
    bearer(HOUR | {"role": "read-write", "sub": "ann"}),
    bearer(HOUR | {"role": "read-only"}),
    bearer(HOUR | {"role": "nobody"}),
    bearer(HOUR | {"role": "admin", "exp": 1}),
    bearer(HOUR | {"role": "admin"}, STRANGERS_SECRET),
]
WITH_TOKENS = [
    make(*[HOST, *([] if token is None else [f"authorization: {token}"])])
    for token in TOKENS
    for make in (
        lambda *headers: post(PUSH, ITEM, *headers),
        lambda *headers: get(POP, *headers),
    )
]
WITH_TOKENS.append(post(PUSH, ITEM, HOST, *[f"authorization: {TOKENS[2]}"] * 2))


class Ways:
    """Sends each request to two servers, of which one knows no short way."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.short = 0
        #: Threads in which statements ran.
        self.threads: set[str] = set()
        begin, once = ShortWay.begin, Database._once

        def counted(*arguments: Any, **named: Any) -> Any:
            steps = begin(*arguments, **named)
            self.short += steps is not None
            return steps

        def noted(*arguments: Any) -> Any:
            self.threads.add(threading.current_thread().name)
            return once(*arguments)

        monkeypatch.setattr(ShortWay, "begin", counted)
        monkeypatch.setattr(Database, "_once", noted)

    def differences(self, requests: list[bytes], authorizer: Authorizer | None) -> list[Any]:
        return asyncio.run(self._compare(requests, authorizer))

    async def _compare(self, requests: list[bytes], authorizer: Authorizer | None) -> list[Any]:
        gateway, found = Gateway(RouteTable(API_MODULES), authorizer), []
        for request in requests:
            short = await self._send(gateway, request.replace(b"@Q@", b"@s@"), is_short=True)
            long = await self._send(gateway, request.replace(b"@Q@", b"@l@"), is_short=False)
            if short != long:
                found.append((request, short, long))
        return found

    async def _send(self, gateway: Gateway, request: bytes, *, is_short: bool) -> Any:
        config = uvicorn.Config(gateway, lifespan="off", log_config=None, server_header=False)
        state = ServerState()

        def connection() -> Connection:
            made = Connection(config, state, {})
            if not is_short:
                made._way = None
            return made

        loop = asyncio.get_running_loop()
        async with await loop.create_server(connection, "127.0.0.1", 0) as server:
            host, port = server.sockets[0].getsockname()
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(request)
            async with asyncio.timeout(20):
                answers = [await _answer(reader, method) for method in _METHODS.findall(request)]
            writer.close()
            await writer.wait_closed()
        return answers


async def _answer(reader: asyncio.StreamReader, method: bytes) -> Any:
    """Status, headers, and the body with what is unique taken out of them."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
    except asyncio.IncompleteReadError as closed:
        return closed.partial
    headers = dict(_UNIQUE.sub("…", line).split(": ", 1) for line in head[1:-1])
    length = 0 if method == b"HEAD" else int(headers.get("content-length", 0))
    if head[0].startswith("HTTP/1.1 100"):
        return head, await _answer(reader, method)
    body = (await reader.readexactly(length)).decode()
    body = _UNIQUE.sub("…", body.replace("@s@", "@Q@").replace("@l@", "@Q@"))
    if "…" in body:
        headers.pop("content-length")
    return head[0], headers, body


@pytest.fixture
def ways(call: Call, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ways]:
    return Ways(monkeypatch)


AUTHORIZER = Authorizer.of(Settings(jwt_key=SECRET))


def test_both_ways_give_the_same_answer(ways: Ways) -> None:
    assert ways.differences(REQUESTS, None) == []
    assert 15 <= ways.short < len(REQUESTS)
    # A statement in the event loop's thread would hold up all requests.
    found = {name.partition("-")[0] for name in ways.threads}
    assert found == {"quick", "waiting", "watching"}


def test_both_ways_judge_a_token_alike(ways: Ways) -> None:
    assert ways.differences(WITH_TOKENS, AUTHORIZER) == []
    assert ways.short == 6  # three tokens open both routes


def broken(ways: Ways, monkeypatch: pytest.MonkeyPatch, name: str, instead: Any) -> str:
    """The requests that are answered otherwise, once a check is broken."""
    monkeypatch.setattr(short_way, name, instead)
    different = ways.differences(REQUESTS, None) + ways.differences(WITH_TOKENS, AUTHORIZER)
    return b"\n".join(request for request, *_ in different).decode()


def test_a_short_way_that_lets_strangers_in_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = broken(ways, monkeypatch, "refuse_strangers", lambda *_, **__: None)
    assert "host: evil.example" in found
    assert "referer: https://evil.example" in found
    assert "cross-site" in found


def test_a_short_way_that_asks_for_no_token_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    def admit(asking: Any) -> dict[str, str]:
        asking.close()
        return {"role": "admin"}

    found = broken(ways, monkeypatch, "_at_once", admit)
    assert found.count("authorization:") == 10  # five that do not open the two routes


def test_a_short_way_that_takes_one_of_two_headers_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(headers: Any) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in reversed(headers)}

    found = broken(ways, monkeypatch, "_looked_at", careless)
    assert "host: localhost:80\r\nhost: evil.example" in found
    assert "origin: http://localhost:3000" in found


def test_a_short_way_for_heads_of_any_size_is_caught(
    ways: Ways, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "x-filling" in broken(ways, monkeypatch, "MAX_HEAD_BYTES", 10**9)


class Transport(asyncio.Transport):
    """A client's connection, as far as it was written to."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def close(self) -> None:
        """Nothing comes back from here."""


def connected(gateway: Gateway) -> tuple[Connection, Transport]:
    config = uvicorn.Config(gateway, lifespan="off", log_config=None, server_header=False)
    connection, transport = Connection(config, ServerState(), {}), Transport()
    connection.connection_made(transport)
    return connection, transport


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


def test_head_and_body_are_one_write(call: Call) -> None:
    async def go() -> list[bytes]:
        connection, transport = connected(Gateway(RouteTable(API_MODULES)))
        connection.data_received(post(PUSH, ITEM))
        await until(lambda: transport.written)
        connection.connection_lost(OSError())
        return transport.written

    (written,) = asyncio.run(go())
    assert written.startswith(b"HTTP/1.1 201 Created\r\n")
    assert written.endswith(b"}]")


def test_half_a_body_is_given_up(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.05)

    async def go() -> bytes:
        connection, transport = connected(Gateway(RouteTable(API_MODULES)))
        connection.data_received(post(PUSH, ITEM)[:-1])
        await until(lambda: transport.written)
        connection.connection_lost(OSError())
        return transport.written[0]

    assert asyncio.run(go()).startswith(b"HTTP/1.1 408 ")


def test_a_client_that_leaves_during_the_first_look_does_not_wait(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> dict[Any, Any]:
        bells = Bells(1)
        news = News(0, *_dup(bells))
        use_news(news)
        gateway = Gateway(RouteTable(API_MODULES), None, news)
        connection, transport = connected(gateway)
        connection.data_received(get(f"{POP}?wait=true"))
        connection.connection_lost(OSError())
        await until(lambda: not news._watches)
        news.close()
        bells.close()
        assert transport.written == []
        return gateway.lookouts._lines

    monkeypatch.setattr(waiting, "_news", waiting._news)  # put back at the end
    assert asyncio.run(go()) == {}


def _dup(bells: Bells) -> tuple[int, int, list[int]]:
    memory, heard, *rung = map(os.dup, bells.files(0))
    return memory, heard, rung
