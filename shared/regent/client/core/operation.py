"""An operation: what one call sends, and how its answer is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar
from urllib.parse import quote, urlencode

from regent.client.core.http1 import Reply
from regent.client.errors import Misused, UnexpectedAnswer
from regent.errors import (
    CODES,
    Conflict,
    Invalid,
    NotAllowed,
    NotFound,
    RegentError,
    TooLarge,
    Unavailable,
)

A_co = TypeVar("A_co", covariant=True)

_FAMILIES: Final[Mapping[int, type[RegentError]]] = {
    400: Invalid,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    413: TooLarge,
    429: Unavailable,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}
#: The longest pause that we make because a server asked for it.
LONGEST_RETRY_AFTER_SECONDS: Final = 60.0


@dataclass(slots=True, eq=False)
class Operation(Generic[A_co]):
    """One request, which may be tried more than once."""

    method: str
    #: Path and query, percent-encoded.
    target: str
    read: Callable[[Reply], A_co]
    body: bytes | None = None
    #: Whether it may be sent again although an earlier try may have been carried out.
    repeats: bool = True
    #: All tries together; the client's own time when it is None.
    timeout_seconds: float | None = None
    #: Of a long poll: its target, from the seconds that it may wait and whether it is a repeat.
    poll: Callable[[float, bool], str] | None = None
    #: The body of a repeat, where it has to say that it is one.
    body_again: bytes | None = None
    wait_seconds: float = 0.0
    #: How much longer an answer may take that is on its way when the time is up.
    overrun_seconds: float = 0.0
    #: Whether a full queue is waited for like a busy server.
    waits_for_room: bool = False
    #: Whether it is tried more than once, if something goes wrong.
    retried: bool = True
    #: Whether it may take messages: then it says who asks.
    is_named: bool = False
    #: Statuses that are answers, although they are not of success.
    accepts: tuple[int, ...] = ()

    @property
    def marks_repeats(self) -> bool:
        """Whether a repeat is another request than the first try: it says that it is one."""
        return self.poll is not None or self.body_again is not None

    def takes(self, status: int) -> bool:
        """Whether an answer with this status is read, rather than raised."""
        return 200 <= status < 300 or status in self.accepts


def path(*words: str, **query: object) -> str:
    """A target: words are joined by slashes and encoded. What is None is left out of the query."""
    given = {name: _text(value) for name, value in query.items() if value is not None}
    try:
        joined = "/" + "/".join([_quoted(word) for word in words])
        return f"{joined}?{urlencode(given, quote_via=quote, safe='')}" if given else joined
    except (UnicodeEncodeError, TypeError) as error:
        raise Misused(f"one of {[*words, *given.values()]!r} is no name: {error}") from error


def api(*words: str, **query: object) -> str:
    """The target of a route under /api/v1."""
    return "/api/v1" + path(*words, **query)


@lru_cache(maxsize=1024)
def _quoted(word: str) -> str:
    """A word of a path. Names come again with each request."""
    return quote(word, safe="")


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def json_bytes(value: object) -> bytes:
    """JSON in UTF-8. Raises ValueError, TypeError or RecursionError for a value that has none."""
    return json_text(value).encode()


#: JSON as a text, as ``json_bytes`` makes it.
json_text: Final[Callable[[object], str]] = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, separators=(",", ":")
).encode


def json_of(reply: Reply, decode: Callable[[str], Any] = json.loads) -> Any:
    """The JSON of an answer; None when it has no body."""
    if not reply.body:
        return None
    return decode(reply.body.decode())


def nothing(reply: Reply) -> None:
    """For operations whose answer says nothing of interest."""


def understood(operation: Operation[Any], reply: Reply) -> Any:
    """What an operation makes of its answer, or the error that the answer is."""
    if not operation.takes(reply.status):
        raise refusal(operation, reply)
    try:
        return operation.read(reply)
    except RegentError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise UnexpectedAnswer(
            f"the answer of {operation.method} {operation.target} is not what was expected"
            f" ({error!r}); is this Regent's URL?"
        ) from error


def refusal(operation: Operation[Any], reply: Reply) -> RegentError:
    """The error that an answer carries, of the class that the server raised."""
    try:
        said = json.loads(reply.body)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        said = {}
    code = said.get("code")
    # API Gateway itself says ``message``.
    sentence = said.get("error") or said.get("message")
    if not isinstance(sentence, str) or not sentence:
        sentence = f"{operation.method} {operation.target} was answered with {reply.status}"
    detail = said.get("detail")
    error = _raised(code, reply.status, sentence, detail if isinstance(detail, dict) else None)
    error.status = reply.status
    error.code = code if isinstance(code, str) and code else f"HTTP_{reply.status}"
    request_id = said.get("requestId")
    error.request_id = request_id if isinstance(request_id, str) else None
    error.retry_after_seconds = _retry_after(reply)
    return error


def deletion(target: str) -> Operation[None]:
    """Deletes a thing that has an id of its own. When a repeat finds nothing, the first try did
    it."""

    def read(reply: Reply) -> None:
        if reply.status == 404 and not reply.repeated:
            raise refusal(operation, reply)

    operation = Operation("DELETE", target, read, accepts=(404,))
    return operation


def coded(code: str, sentence: str, detail: Mapping[str, Any] | None) -> RegentError:
    """An error that an answer with status 200 tells of: that of a transaction."""
    error = _raised(code, 409, sentence, detail)
    error.code = code
    return error


def _raised(
    code: object, status: int, sentence: str, detail: Mapping[str, Any] | None
) -> RegentError:
    kind = CODES.get(code) if isinstance(code, str) else None
    if kind is None:
        if 300 <= status < 400:
            return UnexpectedAnswer(f"{sentence}; is this Regent's URL?", detail)
        kind = _FAMILIES.get(status, RegentError)
    return kind(sentence, detail)


def _retry_after(reply: Reply) -> float | None:
    """Seconds. The form with a date is passed over: it would need synchronous clocks."""
    try:
        seconds = float(reply.header("retry-after") or "")
    except ValueError:
        return None
    return min(seconds, LONGEST_RETRY_AFTER_SECONDS) if seconds >= 0 else None
