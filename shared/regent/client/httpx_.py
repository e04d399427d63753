"""The client over httpx, for those who need more than it has itself: SOCKS, HTTP/2, or a mock.

``Regent(transport=HttpxTransport(httpx.Client()))``; the client that is passed in stays open.
"""

from __future__ import annotations

from typing import Any

import httpx

from regent.client.core.http1 import HttpRequest, Reply
from regent.client.core.retry import CONNECT_SECONDS
from regent.client.errors import UnexpectedAnswer, Unreachable


class HttpxTransport:
    """For ``Regent``."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        try:
            return _reply(self._client.request(**_arguments(request, within_seconds)))
        except httpx.RequestError as error:
            raise _failed(request, error) from error

    def close(self) -> None:
        """The client is the program's."""


class AsyncHttpxTransport:
    """For ``AsyncRegent``."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""
        try:
            return _reply(await self._client.request(**_arguments(request, within_seconds)))
        except httpx.RequestError as error:
            raise _failed(request, error) from error

    async def close(self) -> None:
        """The client is the program's."""


def _arguments(request: HttpRequest, within_seconds: float) -> dict[str, Any]:
    connect = min(within_seconds, CONNECT_SECONDS)
    return {
        "method": request.method,
        "url": request.origin + request.target,
        "headers": dict(request.headers),
        "content": request.body,
        "timeout": httpx.Timeout(within_seconds, connect=connect),
        "follow_redirects": False,
    }


def _reply(response: httpx.Response) -> Reply:
    headers = {name.lower(): value for name, value in response.headers.raw}
    return Reply(response.status_code, headers, response.content)


def _failed(request: HttpRequest, error: httpx.RequestError) -> Unreachable | UnexpectedAnswer:
    where = f"{request.method} {request.origin}{request.target.partition('?')[0]}"
    if isinstance(error, httpx.RemoteProtocolError | httpx.DecodingError):
        return UnexpectedAnswer(f"{where} was answered with no HTTP: {error}")
    before = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
    reason = str(error) or type(error).__name__
    return Unreachable(f"{where} got no answer: {reason}", sent=not before)
