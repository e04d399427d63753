"""A client's connection: uvicorn's, with a time limit for a request's head and for its body.

uvicorn waits for the rest of a request for ever. Who opens connections and finishes nothing would
take all of them.
"""

import logging
import uuid
from asyncio import TimerHandle, Transport
from http import HTTPStatus
from typing import Any, cast

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from regent.limits import BODY_SECONDS, HEAD_SECONDS, MAX_SHORT_BODY_BYTES
from regent.local.events import Headers, error_body
from regent.local.gateway import Gateway
from regent.local.short_cycle import ShortCycle
from regent.local.short_way import ShortWay

log = logging.getLogger("regent.local.connections")


class Connection(HttpToolsProtocol):
    """One connection. A timer runs while the rest of a request is outstanding: its head's from the
    first byte on, its body's from the end of the head on."""

    _timer: TimerHandle | None = None
    _begun = False
    _in_head = False
    #: The part of a request that is outstanding, and its limit.
    _outstanding: tuple[str, float] | None = None
    _way: ShortWay | None = None
    #: The request, while it may be answered without ASGI.
    _short: ShortCycle | None = None

    def __init__(self, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        if isinstance(config.app, Gateway):
            self._way = config.app.short_way

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """A client that connects means to send something."""
        super().connection_made(transport)
        self._expect("head", HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is outstanding any more."""
        self._expect_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Any byte ends uvicorn's own limit for idle connections, even a line break."""
        if self._timer is None and self._answered():
            self._outstanding = ("head", HEAD_SECONDS)
        super().data_received(data)
        # Most requests are there as a whole by now, and need no timer.
        if self._timer is None and self._outstanding is not None:
            self._expect(*self._outstanding)

    def on_message_begin(self) -> None:
        """Of each request, also of one that is sent behind another."""
        # What uvicorn prepares for ASGI waits until a request goes that way.
        self.url = b""
        self.headers = []
        self.expect_100_continue = False
        self._begun = self._in_head = True
        self._outstanding = ("head", HEAD_SECONDS)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Not what comes behind a chunked body: a proxy that looks into headers has not seen it,
        and uvicorn would put it among them."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is there."""
        self._in_head = False
        if self._way is not None and self._may_be_short(self._way):
            self._short = ShortCycle(self, self._way)
            self.cycle = cast("RequestResponseCycle", self._short)
        else:
            self._short = None
            self._begin_asgi()
        self._expect_nothing()
        self._outstanding = ("body", BODY_SECONDS)

    def on_message_complete(self) -> None:
        """The request is there; its answer may take as long as it takes."""
        short = self._short
        if short is None:
            super().on_message_complete()
        elif not short.begin():
            short.response_complete = True  # uvicorn's cycle takes its place
            self._begin_asgi()
            self.cycle.body += short.body
            self.cycle.keep_alive &= short.keep_alive
            super().on_message_complete()
        self._begun = False
        self._expect_nothing()

    def send_400_response(self, msg: str) -> None:
        """uvicorn's answer to what it cannot read, in our form."""
        self._refuse(HTTPStatus.BAD_REQUEST, "BAD_REQUEST", f"the request cannot be read: {msg}")

    def _begin_asgi(self) -> None:
        """The way of uvicorn, from the end of the head on."""
        head = (self.url, self.headers, self.expect_100_continue)
        super().on_message_begin()
        self.url, self.headers, self.expect_100_continue = head
        self.scope["headers"] = self.headers
        super().on_headers_complete()

    def _may_be_short(self, way: ShortWay) -> bool:
        """Whether the request could be answered without ASGI, as far as its head says."""
        return (
            self.url.startswith(way.paths)
            and b"#" not in self.url
            and self._answered()
            and not self.flow.write_paused
            and not self.expect_100_continue
            and not self.parser.should_upgrade()
            and self.parser.get_http_version() == "1.1"
            and _is_small(self.headers)
        )

    def _expect(self, part: str, seconds: float) -> None:
        self._expect_nothing()
        self._timer = self.loop.call_later(seconds, self._give_up, part, seconds)

    def _expect_nothing(self) -> None:
        self._outstanding = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self, part: str, seconds: float) -> None:
        if self.flow.read_paused:
            # It may have been sent: it is we who do not read, as an answer before it is due.
            self._expect(part, seconds)
            return
        words = f"the {part} of the request was not complete after {seconds:g} seconds"
        log.warning("closing a connection from %s: %s", self.client and self.client[0], words)
        if self._may_refuse(part):
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "REQUEST_TIMEOUT", words)
        else:
            self.transport.close()

    def _may_refuse(self, part: str) -> bool:
        """Whether the client takes what is sent now for the answer to this very request."""
        if part == "head":
            return self._begun and self._answered()
        return not self.pipeline and not self.cycle.response_started

    def _answered(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # there is none before the first request
        return cycle is None or cycle.response_complete

    def _refuse(self, status: HTTPStatus, code: str, error: str) -> None:
        self.transport.write(refusal(status, code, error))
        self.transport.close()


def _is_small(headers: Headers) -> bool:
    """Whether a body is announced that may be parsed while nobody else is served; or none is."""
    for name, value in headers:
        if name == b"transfer-encoding":
            return False
        if name == b"content-length" and int(value) > MAX_SHORT_BODY_BYTES:
            return False
    return True


def refusal(status: HTTPStatus, code: str, error: str, headers: Headers | None = None) -> bytes:
    """An answer, as it goes over the wire, to a request of which no application knows."""
    body = error_body(code, error, str(uuid.uuid4()))
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}".encode(),
        b"content-type: application/json",
        b"content-length: %d" % len(body),
        b"connection: close",
        *(name + b": " + value for name, value in headers or []),
    ]
    return b"\r\n".join([*lines, b"", body])
