"""A request that is answered without ASGI: by steps in the event loop, with one write.

It stands where uvicorn's protocol has a `RequestResponseCycle`, and has what the protocol asks of
that one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE

from regent.identifiers import random_uuid
from regent.local.events import BadAnswer, HttpAnswer, read_answer
from regent.local.lookouts import Waiter
from regent.local.news import Watch
from regent.local.refusals import failed
from regent.local.short_way import ShortWay
from regent.stores.looking import Looking

if TYPE_CHECKING:
    from regent.local.connections import Connection
    from regent.stores.calls import Steps


class ShortCycle:
    """One request, from the end of its head to its answer."""

    response_started = False
    response_complete = False
    more_body = True
    disconnected = False

    def __init__(self, connection: Connection, way: ShortWay) -> None:
        self.body = bytearray()
        self.keep_alive = connection.parser.should_keep_alive()
        #: The protocol sets this event when there is news of the request: it is ours to hear it.
        self.message_event = self
        self._connection = connection
        self._way = way
        self._waiter: Waiter | None = None

    def set(self) -> None:
        """The client is gone, or more of the body is here: nobody has waited for that."""
        if self.disconnected and self._waiter is not None:
            self._way.lookouts.leave(self._waiter)

    def begin(self) -> bool:
        """Answer the request, now that it is there; False: it has to go through ASGI."""
        connection = self._connection
        path, _, query = connection.url.partition(b"?")
        method = connection.parser.get_method().decode("ascii")
        body = bytes(self.body)
        steps = self._way.begin(
            method, path, query, connection.headers, body, connection=connection.transport
        )
        if steps is None:
            return False
        self.more_body = False
        self._go_on(steps, None, None)
        return True

    def _go_on(self, steps: Steps[dict[str, Any]], result: Any, error: Exception | None) -> None:
        """Take the next step, with what the last one's call returned or raised."""
        try:
            call = steps.send(result) if error is None else steps.throw(error)
        except StopIteration as end:
            self._answer(self._read(end.value))
        except Exception as raised:  # noqa: BLE001 - the log has it, and the client gets an answer
            self._answer(failed(random_uuid(), raised))
        else:
            done = partial(self._go_on, steps)
            if isinstance(call, Looking) and isinstance(call.watch, Watch):
                self._waiter = self._way.lookouts.wait(call, done)
                if self.disconnected:  # during the first look
                    self._way.lookouts.leave(self._waiter)
            else:
                self._way.together.carry_out(call, done)

    def _read(self, answer: dict[str, Any]) -> HttpAnswer:
        try:
            return read_answer(answer)
        except BadAnswer as bad:
            return failed(random_uuid(), bad)

    def _answer(self, answer: HttpAnswer) -> None:
        self.response_started = self.response_complete = True
        connection = self._connection
        if self.disconnected:
            return
        head = [STATUS_LINE[answer.status]]
        for name, value in (*connection.server_state.default_headers, *answer.headers):
            head += (name, b": ", value, b"\r\n")
        if not self.keep_alive:
            head.append(b"connection: close\r\n")
        if answer.status in (204, 304):
            head.append(b"\r\n")
        else:
            head += (b"content-length: %d\r\n\r\n" % len(answer.body), answer.body)
        connection.transport.write(b"".join(head))
        if not self.keep_alive:
            connection.transport.close()
        connection.on_response_complete()
