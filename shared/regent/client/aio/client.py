"""The entry object: one server, and a handle for each thing that it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from regent.client.aio.message import AsyncBatch, AsyncMessage
from regent.client.aio.queue import AsyncQueue
from regent.client.aio.session import AsyncSession
from regent.client.aio.subscriber import AsyncSubscriber
from regent.client.aio.system import AsyncSystem
from regent.client.aio.transaction import AsyncTransaction
from regent.client.core import acking
from regent.client.core.auth import Auth
from regent.client.core.options import options
from regent.client.core.outgoing import PartitionBy, Pushed, form_of
from regent.client.core.payloads import Codec, codec_for
from regent.client.core.popping import Source
from regent.client.core.retry import RetryPolicy
from regent.client.core.tracing import Mode
from regent.client.drivers.protocols import AsyncTransport
from regent.client.engine.consuming import Consuming, LambdaHow
from regent.client.entry.asyncio_ import AsyncTopicsAndLog
from regent.client.environment import environment

if TYPE_CHECKING:
    import ssl

    from regent.client.engine.asyncio_ import AsyncRunning

T = TypeVar("T")


class AsyncRegent(AsyncSystem, AsyncTopicsAndLog):
    """A Regent server. Its handles may be shared and kept; they cost nothing."""

    def __init__(
        self,
        url: str | None = None,
        *,
        auth: Auth | None = None,
        timeout_seconds: float = 30.0,
        retry: RetryPolicy | None = None,
        transport: AsyncTransport | None = None,
        ssl_context: ssl.SSLContext | None = None,
        proxy: str | None = "environment",
        headers: Mapping[str, str] | None = None,
        json: object | None = None,
        tracing: Mode = "auto",
        max_connections: int = 64,
        allow_http: bool = False,
    ) -> None:
        """``url`` and ``auth`` are those of the environment (REGENT_URL, REGENT_TOKEN) when they
        are not given; without either it is http://localhost:6632. ``postgresql://…`` goes straight
        to a database. ``auth``: a token, a function or coroutine function that returns one,
        ``ClientCredentials`` or ``SigV4``; for a database a password, or a function. ``json``: a
        pair of functions, (dumps, loads), for payloads. ``proxy``: its URL, None, or the
        environment's HTTPS_PROXY."""
        found = options(
            environment(),
            url,
            auth=auth,
            timeout_seconds=timeout_seconds,
            retry=retry or RetryPolicy(),
            ssl_context=ssl_context,
            proxy=proxy,
            headers=headers,
            json=json,
            tracing=tracing,
            max_connections=max_connections,
            allow_http=allow_http,
        )
        super().__init__(AsyncSession(found, transport))

    @property
    def url(self) -> str:
        """Where the server is."""
        return self._session.options.address.url

    def __repr__(self) -> str:
        return f"<AsyncRegent {self.url}>"

    @overload
    def queue(
        self,
        name: str,
        *,
        payload: type[T] | Codec[T],
        partition_by: PartitionBy | None = None,
        spread: int | None = None,
    ) -> AsyncQueue[T]: ...

    @overload
    def queue(
        self,
        name: str,
        *,
        payload: object = Any,
        partition_by: PartitionBy | None = None,
        spread: int | None = None,
    ) -> AsyncQueue[Any]: ...

    @overload
    def queue(self) -> AsyncSubscriber[Any]: ...

    def queue(
        self,
        name: str | None = None,
        *,
        payload: Any = Any,
        partition_by: PartitionBy | None = None,
        spread: int | None = None,
    ) -> AsyncQueue[Any] | AsyncSubscriber[Any]:
        """A queue; without a name, what ``namespace`` and ``task`` say next.

        ``payload``: a type that pydantic takes, or a ``Codec``; what is pushed is written by it,
        and what is popped is read. ``partition_by``: the name of a field, or a function, that gives
        each payload's partition. ``spread``: messages without an order of their own go into one of
        so many partitions.
        """
        codec = codec_for(payload)
        if name is None:
            return AsyncSubscriber(self._session, Source(), codec)
        options = self._session.options
        form = form_of(options.queue_name(name), codec, options.json, partition_by, spread)
        return AsyncQueue(self._session, form)

    @overload
    def matching(
        self, *, payload: type[T] | Codec[T], namespace: str | None = None, task: str | None = None
    ) -> AsyncSubscriber[T]: ...

    @overload
    def matching(
        self, *, payload: object = Any, namespace: str | None = None, task: str | None = None
    ) -> AsyncSubscriber[Any]: ...

    def matching(
        self, *, payload: Any = Any, namespace: str | None = None, task: str | None = None
    ) -> AsyncSubscriber[Any]:
        """The queues of a namespace, of a task, or of both: a pop takes from the one with the
        highest priority, then from the one with the oldest message."""
        source = Source(namespace=namespace, task=task)
        return AsyncSubscriber(self._session, source, codec_for(payload))

    async def push(self, queue: str, payload: Any, **more: Any) -> Pushed:
        """Store a message: ``queue(…).push(…)`` in one call."""
        return await self.queue(queue).push(payload, **more)

    async def pop(self, queue: str, batch: int = 1, **more: Any) -> AsyncBatch[Any]:
        """Take messages: ``queue(…).pop(…)`` in one call."""
        return await self.queue(queue).pop(batch, **more)

    async def ack(self, messages: AsyncMessage[Any] | Iterable[AsyncMessage[Any]]) -> None:
        """Complete messages of whichever pops, in one request for each group. What can be completed
        is, before LeaseLost is raised."""
        those = [messages] if isinstance(messages, AsyncMessage) else list(messages)
        await self._session.run(acking.settle(acking.completed(those)))

    def transaction(self, transaction_key: str | None = None) -> AsyncTransaction:
        """Pushes, verdicts, appends and commits of a ``with`` block, which happen together at its
        end, or not at all."""
        return AsyncTransaction(self._session, transaction_key)

    async def run(self, *, stop_within_seconds: float = 25.0) -> None:
        """Run all consumers that are registered, until SIGTERM, Ctrl-C or ``stop``; then finish the
        messages at hand and give the rest back, within this time."""
        await self._session.consumers.run(stop_within_seconds)

    async def start(self) -> AsyncRunning:
        """Begin with all consumers that are registered, and return: for programs that have
        something else to wait for. They are stopped by what this returns, or by ``stop``."""
        return await self._session.consumers.start()

    async def stop(self, within_seconds: float = 25.0) -> None:
        """Stop all consumers; return at once."""
        await self._session.consumers.stop(within_seconds)

    def lambda_handler(
        self, *, payload: Any = Any, **how: Unpack[LambdaHow]
    ) -> Callable[[Callable[[Any], Any]], Callable[[Any, Any], dict[str, Any]]]:
        """A decorator that makes a Lambda function of a handler, for batches that are handed to it.
        In each partition the first failure stops that partition and no other."""

        def made(handler: Callable[[Any], Any]) -> Callable[[Any, Any], dict[str, Any]]:
            consuming = Consuming(handler=handler, **how)
            return self._session.consumers.lambda_handler(codec_for(payload), consuming)

        return made

    async def flush(self) -> None:
        """Wait until all that its writers hold is stored, or has failed."""
        await self._session.consumers.flush()

    async def aclose(self) -> None:
        """Stop its consumers, send what its writers and producers hold, and close the
        connections."""
        try:
            await self._session.end()
            await self._end_others()
        finally:
            await self._session.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()
