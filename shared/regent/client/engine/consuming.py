"""How a consumer consumes: the arguments of ``consumer``, ``consume`` and ``drain``, checked."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypedDict

from regent.client.core.checks import check_choice, check_count, check_number
from regent.client.errors import Misused
from regent.limits import (
    MAX_LEASE_SECONDS,
    MAX_LONG_POLL_SECONDS,
    MAX_POP_BATCH,
    MAX_POP_PARTITIONS,
)

Handler = Callable[..., Any]
Middleware = Callable[[Any, Handler], Any]
OnInvalid = Literal["dead_letter", "fail", "pass"]

_ON_INVALID: Final = ("dead_letter", "fail", "pass")


class LambdaHow(TypedDict, total=False):
    """The keywords of ``lambda_handler``."""

    batches: bool
    handler_timeout_seconds: float | None
    on_invalid: OnInvalid
    middleware: Sequence[Middleware]


class How(LambdaHow, total=False):
    """The keywords of ``consumer`` and ``consume``."""

    concurrency: int
    batch: int
    poll_seconds: float
    lease_seconds: float
    max_lease_seconds: float
    transactional: bool
    limit: int | None
    name: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Consuming:
    """What a consumer does with its messages, and how many it takes."""

    handler: Handler
    #: How many partitions are worked on at once.
    concurrency: int = 1
    #: How many messages of one partition are taken at a time.
    batch: int = 10
    #: The handler gets all messages of a lane at once, and is judged for them as a whole.
    batches: bool = False
    poll_seconds: float = 10.0
    #: A worker that dies frees its partitions after this; a living one renews.
    lease_seconds: float = 60.0
    #: A handler that hangs does not hold its partition for ever.
    max_lease_seconds: float = 3600.0
    handler_timeout_seconds: float | None = None
    #: What becomes of a payload that is not of the queue's type.
    on_invalid: OnInvalid = "dead_letter"
    middleware: Sequence[Middleware] = ()
    #: The handler gets a transaction, too, which completes the message when it returns.
    transactional: bool = False
    #: Stop after so many messages; lanes that are handled at once finish the one at hand.
    limit: int | None = None
    name: str | None = None
    #: End when nothing is pending.
    drains: bool = False
    #: Of a drain: ask for nothing more after this time.
    until_seconds: float | None = None

    def __post_init__(self) -> None:
        if not callable(self.handler):
            raise Misused(f"the handler is {self.handler!r}; it takes a function of one message")
        check_count("concurrency", self.concurrency, 1, MAX_POP_PARTITIONS - 1)
        check_count("batch", self.batch, 1, MAX_POP_BATCH)
        check_number("max_lease_seconds", self.max_lease_seconds, 1)
        longest = min(self.max_lease_seconds, MAX_LEASE_SECONDS)
        check_number("lease_seconds", self.lease_seconds, 1, longest, whole=True)
        check_number("poll_seconds", self.poll_seconds, 0.001, MAX_LONG_POLL_SECONDS)
        if self.limit is not None:
            check_count("limit", self.limit, 1)
        for optional in ("handler_timeout_seconds", "until_seconds"):
            if getattr(self, optional) is not None:
                check_number(optional, getattr(self, optional), 0.001)
        check_choice("on_invalid", self.on_invalid, _ON_INVALID)
        if self.handler_timeout_seconds is not None and not self.is_async:
            raise Misused(
                "handler_timeout_seconds is for handlers that are async def: a thread cannot be"
                " stopped. Use max_lease_seconds: then another consumer gets the message"
            )
        if self.transactional and self.batches:
            raise Misused("transactional is for handlers of one message, not for batches")
        if not self.is_async and any(map(inspect.iscoroutinefunction, self.middleware)):
            raise Misused(
                "a middleware is async def and the handler is not, so nobody would await it; make"
                " both of one kind"
            )

    @property
    def is_async(self) -> bool:
        """Whether the handler is a coroutine function, and belongs into an event loop."""
        handler = self.handler
        return inspect.iscoroutinefunction(handler) or inspect.iscoroutinefunction(
            getattr(handler, "__call__", None)  # noqa: B004 - an object with async __call__
        )

    @property
    def title(self) -> str:
        """For logs and threads."""
        name: str = getattr(self.handler, "__qualname__", type(self.handler).__name__)
        return self.name or name

    def call(self) -> Handler:
        """The handler with its middleware around it, the first one outermost."""
        call = self.handler
        if self.transactional:
            call = _in_transaction_awaited(call) if self.is_async else _in_transaction(call)
        for layer in reversed(self.middleware):
            call = _layered(layer, call, is_async=self.is_async)
        return call


def _in_transaction(handler: Handler) -> Handler:
    def call(message: Any) -> None:
        with message.transaction() as transaction:
            handler(message, transaction)

    return call


def _in_transaction_awaited(handler: Handler) -> Handler:
    async def call(message: Any) -> None:
        async with message.transaction() as transaction:
            await handler(message, transaction)

    return call


def _layered(layer: Middleware, call: Handler, *, is_async: bool) -> Handler:
    def layered(message: Any) -> Any:
        return layer(message, call)

    #: For a middleware that has to know before it calls.
    layered.is_async = is_async  # type: ignore[attr-defined]
    return layered
