"""Requests of topics and groups with members: JSON objects both ways, within a time.

Each of them may be sent twice: records carry transaction ids, a commit repeated changes nothing,
joining again answers the same member.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from regent.client.core.address import Address, is_straight
from regent.client.core.auth import Auth
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, json_bytes, json_of
from regent.client.core.options import options
from regent.client.core.retry import RetryPolicy
from regent.client.drivers.protocols import Transport
from regent.client.environment import environment
from regent.client.sync.session import Session

#: How long a request and its retries may take, unless its caller has less time.
WITHIN_SECONDS: Final = 30.0

#: How requests get to the server: over connections of their own, through a transport that was
#: passed in, or over those of an entry object, which lends its session.
Way = Transport | Session | None


class Answer(NamedTuple):
    """A JSON object, and how many bytes it was."""

    body: dict[str, Any]
    size: int


class Http:
    """One server. Threads may share it. A transport that was passed in stays open."""

    def __init__(
        self,
        url: str,
        *,
        auth: Auth | None = None,
        transport: Way = None,
    ) -> None:
        self._session = session_to(url, auth, transport)

    def close(self) -> None:
        """Send nothing more, and close the connections when they are ours."""
        self._session.close()

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | bytes | None = None,
        *,
        query: Mapping[str, str | int] | None = None,
        within_seconds: float = WITHIN_SECONDS,
        overrun_seconds: float = 0.0,
        retries: bool = True,
    ) -> Answer:
        """Send a request, and again while the server is busy or gone and there is time left. An
        answer that is on its way when the time is up may take ``overrun_seconds`` longer."""
        return self._session.send(
            Operation(
                method,
                f"{path}?{urlencode(query)}" if query else path,
                _object,
                body if isinstance(body, bytes) or body is None else json_bytes(body),
                timeout_seconds=within_seconds,
                overrun_seconds=overrun_seconds,
                waits_for_room=True,
                retried=retries,
            )
        )


def session_to(url: str, auth: Auth | None, transport: Way) -> Session:
    """A session with a server, in the way of topics and of the log. One that borrows connections
    leaves them open when it is closed."""
    if isinstance(transport, Session):
        return Session(transport.options, transport.transport)
    found = options(
        environment(),
        url,
        auth=auth,
        timeout_seconds=WITHIN_SECONDS,
        retry=RetryPolicy(),
        ssl_context=None,
        proxy="environment",
        headers=None,
        json=None,
        tracing="off",
        max_connections=64,
        allow_http=False,
    )
    return Session(found, transport)


def checked_url(url: str) -> str:
    """A server's URL without the slash at its end; it may have a path (a stage)."""
    return url if is_straight(url) else Address.parsed(url).url


def encoded(value: Any) -> bytes:
    """JSON, in UTF-8. Raises ValueError or TypeError for a value that has none."""
    return json_bytes(value)


def _object(reply: Reply) -> Answer:
    body = json_of(reply)
    if body is not None and not isinstance(body, dict):
        raise TypeError("no JSON object")
    return Answer(body or {}, len(reply.body))
