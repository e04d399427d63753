"""What a consumer puts around its handler: ``middleware=(log_calls(), limit_rate(50))``.

A middleware is a function of the message and the call that goes on: ``def m(message, call): return
call(message)``. The first one is outermost. These work for handlers of both kinds, ``def`` and
``async def``.
"""

from __future__ import annotations

import inspect
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any, Final, Protocol

from regent.client.engine.consuming import Middleware
from regent.client.errors import Misused

log: Final = logging.getLogger("regent.client.consumer")

#: What tells messages apart, wherever they come from: queue, group and transaction id.
Key = tuple[str, str, str]


def around(make: Callable[[Any], AbstractContextManager[Any]]) -> Middleware:
    """A middleware of a context manager: it is entered for each message, and left when the handler
    has ended."""

    def layer(message: Any, call: Callable[[Any], Any]) -> Any:
        with ExitStack() as stack:
            stack.enter_context(make(message))
            result = call(message)
            return _awaited(result, stack.pop_all()) if inspect.isawaitable(result) else result

    return layer


async def _awaited(result: Any, stack: ExitStack) -> Any:
    with stack:
        return await result


def log_calls(logger: logging.Logger = log, level: int = logging.INFO) -> Middleware:
    """Log each message that was handled, with the time that it took; no payload."""

    @contextmanager
    def logged(message: Any) -> Iterator[None]:
        began = time.monotonic()
        outcome = "failed"
        try:
            yield
            outcome = "handled"
        finally:
            logger.log(
                level,
                "%s %s/%s %s (attempt %d) in %.3f s",
                outcome,
                message.queue,
                message.partition,
                message.transaction_id,
                message.attempt,
                time.monotonic() - began,
            )

    return around(logged)


def limit_rate(per_second: float) -> Middleware:
    """Begin with so many messages a second at most, over all lanes of the consumers that share this
    middleware."""
    if not per_second > 0:
        raise Misused(f"per_second is {per_second!r}; it takes more than 0")
    lock = threading.Lock()
    free_at = 0.0

    def wait_seconds() -> float:
        nonlocal free_at
        with lock:
            now = time.monotonic()
            begins = max(now, free_at)
            free_at = begins + 1 / per_second
            return begins - now

    async def later(message: Any, call: Callable[[Any], Any], seconds: float) -> Any:
        import asyncio  # noqa: PLC0415 - who gets here has it

        await asyncio.sleep(seconds)
        return await call(message)

    def limited(message: Any, call: Callable[[Any], Any]) -> Any:
        seconds = wait_seconds()
        if getattr(call, "is_async", inspect.iscoroutinefunction(call)):
            return later(message, call, seconds)
        time.sleep(seconds)
        return call(message)

    return limited


class OnceStore(Protocol):
    """Remembers which messages were handled."""

    def begin(self, key: Key) -> bool:
        """Take a message up; False when it was handled before."""

    def finish(self, key: Key, *, handled: bool) -> None:
        """Its handler has ended; with an exception, if ``handled`` is false."""


def once(store: OnceStore) -> Middleware:
    """Handle no message a second time. Delivery is at least once: a message comes again when its
    answer was lost."""

    def guarded(message: Any, call: Callable[[Any], Any]) -> Any:
        key = (message.queue, message.group, message.transaction_id)
        if getattr(call, "is_async", inspect.iscoroutinefunction(call)):
            return _once_awaited(store, key, message, call)
        if store.begin(key):
            with _finishing(store, key):
                call(message)
        return None

    return guarded


async def _once_awaited(
    store: OnceStore, key: Key, message: Any, call: Callable[[Any], Any]
) -> None:
    if store.begin(key):
        with _finishing(store, key):
            await call(message)


@contextmanager
def _finishing(store: OnceStore, key: Key) -> Iterator[None]:
    handled = False
    try:
        yield
        handled = True
    finally:
        store.finish(key, handled=handled)


class OnceInDatabase:
    """Marks in a table of the program's own database, over a DB-API connection that the handler
    writes through as well: so the mark and the effect share a commit, and happen exactly once.

    For one lane (``concurrency=1``), because a transaction belongs to its connection. The table::

        create table handled (queue text, consumer_group text, transaction_id text,
                              primary key (queue, consumer_group, transaction_id))
    """

    def __init__(self, connection: Any, *, placeholder: str = "%s", table: str = "handled") -> None:
        """``placeholder``: ``%s`` for psycopg, ``?`` for sqlite3."""
        if not table.replace("_", "").replace(".", "").isalnum():
            raise Misused(f"table is {table!r}; it takes letters, digits, _ and .")
        self._connection = connection
        values = ", ".join([placeholder] * 3)
        self._insert = (
            f"insert into {table} (queue, consumer_group, transaction_id) values ({values})"  # noqa: S608 - checked above
            " on conflict do nothing"
        )

    def begin(self, key: Key) -> bool:
        """Put the mark into the open transaction; False when it was there."""
        cursor = self._connection.cursor()
        try:
            cursor.execute(self._insert, key)
            is_new = bool(cursor.rowcount)
        finally:
            cursor.close()
        if not is_new:
            self._connection.rollback()
        return is_new

    def finish(self, key: Key, *, handled: bool) -> None:  # noqa: ARG002 - it is in the transaction
        """Commit the mark with what the handler wrote, or take both back."""
        if handled:
            self._connection.commit()
        else:
            self._connection.rollback()
