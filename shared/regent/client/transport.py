"""HTTP as the client needs it: JSON both ways, one tree of errors, and retries within a time.

Every request that the client makes may be sent twice: records carry transaction ids, a commit
repeated changes nothing, joining again answers the same member.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import httpx

from regent import __version__
from regent.client.errors import (
    BY_CODE,
    InvalidConfig,
    Misused,
    NotAllowed,
    Refused,
    Unavailable,
    UnexpectedAnswer,
    Unreachable,
)

#: A token, or a function that returns one for each request, because tokens expire.
Token = str | Callable[[], str]

RETRIED_STATUSES: Final = frozenset({429, 502, 503, 504})
#: How long a request and its retries may take, unless its caller has less time.
WITHIN_SECONDS: Final = 30.0
CONNECT_SECONDS: Final = 5.0
#: One try. Neither API Gateway nor our own handlers answer later than this.
TRY_SECONDS: Final = 30.0
_SHORTEST_SECONDS: Final = 0.001  # httpx takes 0 for an error
FIRST_PAUSE_SECONDS: Final = 0.1
LONGEST_PAUSE_SECONDS: Final = 5.0
#: The longest pause that we make because a server asked for it.
LONGEST_RETRY_AFTER_SECONDS: Final = 60.0


class Answer(NamedTuple):
    """A JSON object, and how many bytes it was."""

    body: dict[str, Any]
    size: int


class Http:
    """One server. Threads may share it. An ``httpx.Client`` that was passed in stays open."""

    def __init__(
        self,
        url: str,
        *,
        token: Token | None = None,
        client: httpx.Client | None = None,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if client is not None and transport is not None:
            raise InvalidConfig("pass an httpx.Client or a transport for one, not both")
        self._base = checked_url(url)
        self._token = token
        self._owned = client is None
        self._client = client or httpx.Client(transport=transport)
        self._sleep = sleep
        self._closed = False

    def close(self) -> None:
        """Close the connections, when they are ours."""
        self._closed = True
        if self._owned:
            self._client.close()

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
        deadline = time.monotonic() + within_seconds
        pause = FIRST_PAUSE_SECONDS
        while True:
            try:
                left = deadline + overrun_seconds - time.monotonic()
                within = min(max(left, _SHORTEST_SECONDS), TRY_SECONDS)
                return self._once(method, path, body, query, within)
            except (Unreachable, Unavailable) as error:
                wait = _jittered(error, pause)
                if not retries or time.monotonic() + wait >= deadline:
                    raise
            self._sleep(wait)
            pause = min(pause * 2, LONGEST_PAUSE_SECONDS)

    def _once(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | bytes | None,
        query: Mapping[str, str | int] | None,
        within_seconds: float,
    ) -> Answer:
        if self._closed:
            raise Misused("it is closed")
        content = body if isinstance(body, bytes) or body is None else encoded(body)
        try:
            response = self._client.request(
                method,
                self._base + path,
                content=content,
                params=dict(query or {}),
                headers=self._headers(),
                timeout=httpx.Timeout(within_seconds, connect=min(within_seconds, CONNECT_SECONDS)),
            )
        except httpx.RequestError as error:
            reason = str(error) or type(error).__name__
            raise Unreachable(f"{method} {self._base}{path} got no answer: {reason}") from error
        if response.is_success:
            return Answer(_object(response), len(response.content))
        raise _refusal(response)

    def _headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"regent-client/{__version__}",
        }
        if self._token is not None:
            token = self._token if isinstance(self._token, str) else self._token()
            headers["Authorization"] = f"Bearer {token}"
        return headers


def checked_url(url: str) -> str:
    """A server's URL without the slash at its end; it may have a path (a stage)."""
    try:
        parsed = httpx.URL(url)
    except (httpx.InvalidURL, TypeError):
        raise InvalidConfig(f"url is {url!r}; it takes the server's URL") from None
    if parsed.scheme not in ("http", "https") or not parsed.host or parsed.query:
        raise InvalidConfig(f"url is {url!r}; it takes something like http://localhost:6632")
    return url.rstrip("/")


def encoded(value: Any) -> bytes:
    """JSON, in UTF-8. Raises ValueError or TypeError for a value that has none."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _jittered(error: Unreachable | Unavailable, pause: float) -> float:
    """The pause: clients that were refused together must not come back together, nor too early."""
    asked = error.retry_after_seconds if isinstance(error, Unavailable) else None
    if asked is not None:
        return asked * random.uniform(1.0, 1.2)  # noqa: S311 - jitter, not a secret
    return pause * random.uniform(0.5, 1.0)  # noqa: S311 - jitter, not a secret


def _object(response: httpx.Response) -> dict[str, Any]:
    if not response.content:
        return {}
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise UnexpectedAnswer(
            f"{response.request.method} {response.request.url} answered no JSON object;"
            " is this Regent's URL?"
        )
    return body


def _refusal(response: httpx.Response) -> Refused:
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    said: dict[str, Any] = body if isinstance(body, dict) else {}
    status = response.status_code
    code = str(said.get("code") or f"HTTP_{status}")
    # API Gateway itself says ``message``.
    message = said.get("error") or said.get("message") or response.reason_phrase or "refused"
    kind = BY_CODE.get(code)
    if kind is None:
        kind = Unavailable if status in RETRIED_STATUSES else Refused
        kind = NotAllowed if status in (401, 403) else kind
    detail = said.get("detail")
    error = kind(
        str(message),
        status,
        code,
        detail if isinstance(detail, dict) else {},
        said.get("requestId"),
    )
    if isinstance(error, Unavailable):
        error.retry_after_seconds = _retry_after(response)
    return error


def _retry_after(response: httpx.Response) -> float | None:
    """Seconds. The form with a date is passed over: it would need synchronous clocks."""
    try:
        seconds = float(response.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return min(seconds, LONGEST_RETRY_AFTER_SECONDS) if seconds >= 0 else None
