"""Regent: an ordered message queue on Postgres. Every other room of the house imports this one.

The names of the Python client are here, and are imported on their first use: a server, a job or a
command that imports ``regent`` pays nothing for them.
"""

from __future__ import annotations

__version__ = "0.1.0"

#: What type checkers take for true; ``typing`` itself would cost eight milliseconds.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from regent.client.aio.client import AsyncRegent
    from regent.client.aio.message import AsyncBatch, AsyncMessage
    from regent.client.aio.pages import AsyncPages
    from regent.client.aio.queue import AsyncQueue
    from regent.client.aio.subscriber import AsyncSubscriber
    from regent.client.auth import ClientCredentials, SigV4
    from regent.client.core.outgoing import Outgoing, Pushed
    from regent.client.core.payloads import Codec
    from regent.client.core.retry import RetryPolicy
    from regent.client.engine.outcomes import DeadLetter, Retry
    from regent.client.entry.topic import Topic
    from regent.client.sync.client import Regent
    from regent.client.sync.message import Batch, Message
    from regent.client.sync.pages import Pages
    from regent.client.sync.queue import Queue
    from regent.client.sync.subscriber import Subscriber

__all__ = [
    "AsyncBatch",
    "AsyncMessage",
    "AsyncPages",
    "AsyncQueue",
    "AsyncRegent",
    "AsyncSubscriber",
    "Batch",
    "ClientCredentials",
    "Codec",
    "DeadLetter",
    "Message",
    "Outgoing",
    "Pages",
    "Pushed",
    "Queue",
    "Regent",
    "Retry",
    "RetryPolicy",
    "SigV4",
    "Subscriber",
    "Topic",
    "__version__",
]

#: The module of each public name.
_HOMES = {
    "AsyncBatch": "aio.message",
    "AsyncMessage": "aio.message",
    "AsyncPages": "aio.pages",
    "AsyncQueue": "aio.queue",
    "AsyncRegent": "aio.client",
    "AsyncSubscriber": "aio.subscriber",
    "Batch": "sync.message",
    "ClientCredentials": "auth",
    "Codec": "core.payloads",
    "DeadLetter": "engine.outcomes",
    "Message": "sync.message",
    "Outgoing": "core.outgoing",
    "Pages": "sync.pages",
    "Pushed": "core.outgoing",
    "Queue": "sync.queue",
    "Regent": "sync.client",
    "Retry": "engine.outcomes",
    "RetryPolicy": "core.retry",
    "SigV4": "auth",
    "Subscriber": "sync.subscriber",
    "Topic": "entry.topic",
}


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - see the module's docstring

    found = getattr(import_module(f"regent.client.{home}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
