"""Traces over several queues: what a message is pushed under, and what handles it.

OpenTelemetry is used where a program has imported it; it is never imported from here.
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from regent import __version__
from regent.client.errors import InvalidConfig

if TYPE_CHECKING:
    from regent.client.core.messages import MessageFields

Mode = Literal["auto", "off"]
#: The headers by which W3C's Trace Context and Baggage travel.
_CARRIED: Final = ("traceparent", "tracestate", "baggage")

#: The message that is being handled, here and in what is called from here.
_handled: ContextVar[MessageFields[Any] | None] = ContextVar("regent_handled", default=None)


@dataclass(frozen=True, slots=True)
class Context:
    """What a message is pushed under, unless it says otherwise."""

    trace_id: str | None = None
    headers: Mapping[str, str] | None = None


NO_CONTEXT: Final = Context()


def checked_mode(mode: Any) -> Mode:
    """The argument ``tracing``."""
    if mode not in ("auto", "off"):
        raise InvalidConfig(f'tracing is {mode!r}; it takes "auto" or "off"')
    found: Mode = mode
    return found


class _Untraced:
    """No span: what travels with a push is only passed on."""

    __slots__ = ("_context",)

    def __init__(self, context: Context) -> None:
        self._context = context

    def __enter__(self) -> Context:
        return self._context

    def __exit__(self, *raised: object) -> None:
        return None


_UNTRACED: Final = _Untraced(NO_CONTEXT)


def pushing(mode: Mode, queue: str, count: int) -> AbstractContextManager[Context]:
    """A span of a producer around a push, where there is OpenTelemetry; what travels with it."""
    if mode == "off":
        return _UNTRACED
    if "opentelemetry.trace" in sys.modules:
        return _span(mode, queue, count)
    return _UNTRACED if _handled.get() is None else _Untraced(_of_handled())


@contextmanager
def _span(mode: Mode, queue: str, count: int) -> Generator[Context, None, None]:
    trace = sys.modules["opentelemetry.trace"]
    with trace.get_tracer("regent", __version__).start_as_current_span(
        f"send {queue}",
        kind=trace.SpanKind.PRODUCER,
        attributes=_attributes("send", queue) | {"messaging.batch.message_count": count},
    ):
        yield current(mode)


def current(mode: Mode) -> Context:
    """The trace of this moment, without a span of its own: that of OpenTelemetry, else that of the
    message that is being handled."""
    if mode == "off":
        return NO_CONTEXT
    trace = sys.modules.get("opentelemetry.trace")
    found = None if trace is None else trace.get_current_span().get_span_context()
    # Where nobody listens, a span is of no trace.
    if found is None or not found.is_valid:
        return _of_handled()
    return Context(_uuid(found.trace_id), _carried())


@contextmanager
def handling(
    mode: Mode, message: MessageFields[Any], *, alone: bool = True
) -> Generator[None, None, None]:
    """While a message is handled: what is pushed meanwhile belongs to its trace. Where there is
    OpenTelemetry, in a span of a consumer that links to the producer's, and is its child if the
    message is handled ``alone``."""
    token = _handled.set(message)
    try:
        trace = sys.modules.get("opentelemetry.trace")
        if mode == "off" or trace is None:
            yield
            return
        from opentelemetry import propagate  # noqa: PLC0415 - it is there already

        parent = propagate.extract({k: v for k, v in message.headers.items() if k in _CARRIED})
        producer = trace.get_current_span(parent).get_span_context()
        with trace.get_tracer("regent", __version__).start_as_current_span(
            f"process {message.queue}",
            context=parent if alone and producer.is_valid else None,
            kind=trace.SpanKind.CONSUMER,
            links=[trace.Link(producer)] if producer.is_valid else [],
            attributes=_attributes("process", message.queue)
            | {
                "messaging.destination.partition.id": message.partition,
                "messaging.consumer.group.name": message.group,
                "messaging.message.id": message.id,
            },
        ):
            yield
    finally:
        _handled.reset(token)


def _of_handled() -> Context:
    """The trace of the message that is being handled, passed on."""
    message = _handled.get()
    if message is None:
        return NO_CONTEXT
    carried = {name: value for name in _CARRIED if (value := message.headers.get(name))}
    return Context(message.trace_id, carried or None)


def _carried() -> Mapping[str, str] | None:
    from opentelemetry import propagate  # noqa: PLC0415 - it is there already

    carrier: dict[str, str] = {}
    propagate.inject(carrier)
    return carrier or None


def _attributes(operation: str, queue: str) -> dict[str, str | int]:
    return {
        "messaging.system": "regent",
        "messaging.operation.type": operation,
        "messaging.destination.name": queue,
    }


def _uuid(trace_id: int) -> str:
    """A trace id of 128 bits as a message's trace id: the same digits, so that one finds the
    other."""
    digits = f"{trace_id:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
