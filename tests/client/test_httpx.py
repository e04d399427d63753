"""The client over httpx."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from regent import AsyncRegent, Regent
from regent.client.errors import UnexpectedAnswer, Unreachable
from regent.client.httpx_ import AsyncHttpxTransport, HttpxTransport
from regent.errors import Unauthorized

HEALTHY = (200, {"status": "healthy", "database": "connected"})
REFUSED = (401, {"error": "no", "code": "UNAUTHORIZED"})


class Server:
    """Answers, or raises."""

    def __init__(self, answer: tuple[int, Any] | Exception) -> None:
        self._answer = answer
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if isinstance(self._answer, Exception):
            raise self._answer
        status, body = self._answer
        return httpx.Response(status, json=body)


def health(kind: str, server: Server, **more: Any) -> Any:
    """Ask for its health with one of the two clients."""
    url, mock = "https://regent.example/prod", httpx.MockTransport(server)
    if kind == "threads":
        client = httpx.Client(transport=mock)
        with client, Regent(url, transport=HttpxTransport(client), **more) as regent:
            return regent.health()

    async def ask() -> Any:
        async with httpx.AsyncClient(transport=mock) as client:
            transport = AsyncHttpxTransport(client)
            async with AsyncRegent(url, transport=transport, **more) as regent:
                return await regent.health()

    return asyncio.run(ask())


@pytest.mark.parametrize("kind", ["threads", "asyncio"])
def test_requests_and_answers_go_through_httpx(kind: str) -> None:
    server = Server(HEALTHY)
    assert health(kind, server, auth="secret").is_healthy
    (request,) = server.requests
    assert (request.method, str(request.url)) == ("GET", "https://regent.example/prod/health")
    assert request.headers["authorization"] == "Bearer secret"
    assert request.extensions["timeout"]["connect"] == 5
    with pytest.raises(Unauthorized):
        health(kind, Server(REFUSED), auth="secret")


@pytest.mark.parametrize("kind", ["threads", "asyncio"])
@pytest.mark.parametrize(
    ("error", "sent"),
    [
        (httpx.ConnectError("refused"), False),
        (httpx.ConnectTimeout("slow"), False),
        (httpx.ReadError("lost"), True),
        (httpx.ReadTimeout("slow"), True),
    ],
)
def test_an_error_says_whether_anything_was_sent(kind: str, error: Exception, sent: bool) -> None:
    with pytest.raises(Unreachable, match="no answer") as gone:
        health(kind, Server(error), timeout_seconds=0.1)
    assert gone.value.sent == sent


@pytest.mark.parametrize("kind", ["threads", "asyncio"])
def test_what_is_no_http_is_told(kind: str) -> None:
    with pytest.raises(UnexpectedAnswer, match="no HTTP"):
        health(kind, Server(httpx.RemoteProtocolError("garbage")))
