"""HTTP/1.1 as bytes. A library knows the grammar of answers (llhttp, in ``httptools``); ours is
what surrounds it: one piece for head and body, and when an answer is whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from regent.client.errors import UnexpectedAnswer

#: A head of ours is below a kilobyte; gateways add little.
MAX_HEAD_BYTES: Final = 64 * 1024
#: Lambda answers at most 6 MB, and the local server the same.
MAX_BODY_BYTES: Final = 64 * 1024 * 1024
#: The parser is imported with the first request: a program that only defines handlers pays nothing.
_parsers: list[Any] = []


@dataclass(slots=True)
class HttpRequest:
    """A request to the one server of a client."""

    method: str
    #: Path and query, percent-encoded; it begins with the path of the server's URL.
    target: str
    #: All of them but Host and Content-Length.
    headers: tuple[tuple[str, str], ...] = field(repr=False)  # a token may be among them
    body: bytes | None = None
    #: Whether it may be sent again on another connection, if a reused one dies without an answer.
    repeatable: bool = True
    #: The server, such as ``http://localhost:6632``.
    origin: str = ""


@dataclass(slots=True)
class Reply:
    """An answer as it came."""

    status: int
    #: By names in lower case; of one that comes twice, the last.
    headers: Mapping[bytes, bytes]
    body: bytes
    #: An earlier try of the same request may have been carried out.
    repeated: bool = False
    #: When the request was sent, on the clock of the session.
    sent_at: float = 0.0

    def header(self, name: str) -> str | None:
        """A header's value, or None."""
        value = self.headers.get(name.encode())
        return None if value is None else value.decode("latin-1")


def request_bytes(request: HttpRequest, host: str) -> bytes:
    """Head and body in one piece, so that they travel in one packet where they fit."""
    lines = [f"{request.method} {request.target} HTTP/1.1\r\nHost: {host}\r\n"]
    lines += [f"{name}: {value}\r\n" for name, value in request.headers]
    body = request.body
    if body is not None or request.method not in ("GET", "HEAD"):
        lines.append(f"Content-Length: {len(body or b'')}\r\n")
    lines.append("\r\n")
    return "".join(lines).encode("latin-1") + (body or b"")


class Answering:
    """Collects one answer. llhttp calls the ``on_…`` methods."""

    __slots__ = (
        "_begun",
        "_body",
        "_bytes",
        "_framed",
        "_headers",
        "_keep_alive",
        "_parser",
        "extra",
        "whole",
    )

    def __init__(self) -> None:
        if not _parsers:
            from httptools import HttpResponseParser  # noqa: PLC0415 - see _parsers

            _parsers.append(HttpResponseParser)
        self._headers: dict[bytes, bytes] = {}
        self._body: list[bytes] = []
        self._bytes = 0
        self._begun = False
        self._framed = False
        self._keep_alive = False
        #: The answer is complete.
        self.whole = False
        #: Something came behind the answer, so nothing else may be sent on this connection.
        self.extra = False
        self._parser = _parsers[0](self)

    @property
    def begun(self) -> bool:
        """Whether a byte of the answer has come."""
        return self._bytes > 0

    def feed(self, data: bytes) -> bool:
        """Take bytes that came; whether the answer is whole now."""
        self._bytes += len(data)
        try:
            self._parser.feed_data(data)
        except Exception as error:
            # HttpParserError, or HttpParserUpgrade. They have no common base but Exception, and
            # their import would cost what _parsers avoids.
            if self.whole:
                self.extra = True
                return True
            raise UnexpectedAnswer(f"what answers does not speak HTTP/1.1: {error}") from error
        if self._bytes > (MAX_BODY_BYTES if self._begun else MAX_HEAD_BYTES) and not self.whole:
            raise UnexpectedAnswer(f"the answer does not end after {self._bytes} bytes")
        return self.whole

    def end(self) -> bool:
        """The connection was closed; whether that ended the answer, as HTTP/1.0 allows."""
        if self._begun and not self._framed:
            self.whole = self.extra = True
        return self.whole

    def reply(self) -> Reply:
        """The answer, when it is whole."""
        return Reply(self._parser.get_status_code(), self._headers, b"".join(self._body))

    @property
    def reusable(self) -> bool:
        """Whether another request may follow on this connection."""
        return self._keep_alive and not self.extra

    def on_message_begin(self) -> None:
        """A status line begins."""
        if self.whole:
            self.extra = True

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header, its name as it was sent."""
        if not self.whole:
            self._headers[name.lower()] = value

    def on_headers_complete(self) -> None:
        """The head is complete."""
        self._begun = True
        self._keep_alive = self._parser.should_keep_alive()
        self._framed = b"content-length" in self._headers or b"transfer-encoding" in self._headers

    def on_body(self, data: bytes) -> None:
        """A part of the body, without the marks of chunks."""
        if not self.whole:
            self._body.append(data)

    def on_message_complete(self) -> None:
        """The answer is complete, unless it was only a notice that one will come."""
        if 100 <= self._parser.get_status_code() < 200:
            self._headers.clear()
            self._begun = False
            return
        self.whole = True
