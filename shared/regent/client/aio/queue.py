"""A queue: push into it, take from it, set it up and look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Unpack

from regent.client.aio.dead_letters import AsyncDeadLetters
from regent.client.aio.message import AsyncBatch
from regent.client.aio.pages import AsyncPages
from regent.client.aio.session import AsyncSession
from regent.client.aio.subscriber import AsyncSubscriber
from regent.client.core import tracing
from regent.client.core.later import Later
from regent.client.core.outgoing import Form, Outgoing, Pushed, drafts, several
from regent.client.core.popping import Source
from regent.client.core.pushing import WhenFull
from regent.client.core.writing import How as WriterHow
from regent.client.core.writing import Writing
from regent.client.engine.consuming import How

if TYPE_CHECKING:
    from uuid import UUID

    from regent.client.core import operations_dead_letters
    from regent.client.core import operations_queue as operations
    from regent.client.core.rows_queue import (
        Cleared,
        Configured,
        Deleted,
        Depth,
        Explanation,
        MessageRow,
        PartitionRow,
        QueueDetail,
    )
    from regent.client.engine.asyncio_ import AsyncWriter
else:
    operations_dead_letters = Later(".operations_dead_letters")
    operations = Later(".operations_queue")

T = TypeVar("T")
H = TypeVar("H", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class AsyncQueue(Generic[T]):
    """A queue, or one partition of it. Each method that sets something returns a new handle."""

    session: AsyncSession
    form: Form
    #: The labels that ``create`` and ``configure`` give the queue.
    labels: tuple[str | None, str | None] = (None, None)

    @property
    def name(self) -> str:
        """The queue's name."""
        return self.form.queue

    def partition(self, name: str) -> AsyncQueue[T]:
        """This partition of the queue: pushes go into it, pops take from it."""
        return replace(self, form=replace(self.form, partition=name))

    def namespace(self, name: str) -> AsyncQueue[T]:
        """The namespace that ``create`` and ``configure`` give the queue."""
        return replace(self, labels=(name, self.labels[1]))

    def task(self, name: str) -> AsyncQueue[T]:
        """The task that ``create`` and ``configure`` give the queue."""
        return replace(self, labels=(self.labels[0], name))

    async def push(
        self,
        payload: T,
        *,
        partition: str | None = None,
        key: str | None = None,
        transaction_id: str | None = None,
        trace_id: str | UUID | None = None,
        delay_seconds: float | None = None,
        headers: Mapping[str, Any] | None = None,
        when_full: WhenFull = "wait",
        timeout_seconds: float | None = None,
    ) -> Pushed:
        """Store a message, once, however often its answer is lost.

        A ``transaction_id`` of your own makes the message unique in its partition for as long as it
        is kept. A full queue is waited for, up to ``timeout_seconds`` (30), unless ``when_full`` is
        ``"raise"``.
        """
        message = Outgoing(
            payload,
            partition=partition,
            key=key,
            transaction_id=transaction_id,
            trace_id=trace_id,
            delay_seconds=delay_seconds,
            headers=headers,
        )
        options = self.session.options
        with tracing.pushing(options.tracing, self.name, 1) as context:
            draft = self.form.draft(message, context)
            plan = options.pushing.one(draft, when_full, timeout_seconds)
            return await self.session.run(plan)

    async def push_many(
        self,
        items: Iterable[T | Outgoing],
        *,
        partition: str | None = None,
        atomic: bool = False,
        when_full: WhenFull = "wait",
        timeout_seconds: float | None = None,
    ) -> list[Pushed]:
        """Store many messages, in their order: payloads, or ``Outgoing`` where one needs more.

        They travel in requests of 500 messages or 1 MiB. All that can be stored is, then
        ``PartlyPushed`` tells which could not, and why. ``atomic``: one request, all or none.
        ``timeout_seconds`` counts for each request.
        """
        form = self.form if partition is None else replace(self.form, partition=partition)
        options = self.session.options
        many = several(items)
        with tracing.pushing(options.tracing, self.name, len(many)) as context:
            made = drafts(form, many, strict=atomic, context=context)
            if atomic:
                plan = options.pushing.all_at_once(made.whole, when_full, timeout_seconds)
            else:
                plan = options.pushing.many(made.each, when_full, timeout_seconds)
            return await self.session.run(plan)

    def writer(self, **how: Unpack[WriterHow]) -> AsyncWriter:
        """Pushes in the background, many in a request; each partition keeps its order. Leaving its
        ``with`` block waits until all is stored."""
        return self.session.consumers.writer(self.form, Writing(**how))

    def group(self, name: str) -> AsyncSubscriber[T]:
        """What a consumer group does with this queue."""
        return self._subscriber().group(name)

    def starting(self, at: str | datetime) -> AsyncSubscriber[T]:
        """Where a new group starts: ``"all"``, ``"new"``, or an instant."""
        return self._subscriber().starting(at)

    def subscription_mode(self, mode: str) -> AsyncSubscriber[T]:
        """Where a new group starts: ``"all"`` or ``"new"``."""
        return self._subscriber().subscription_mode(mode)

    def subscription_from(self, at: str | datetime) -> AsyncSubscriber[T]:
        """From which instant on a new group gets messages, or ``"now"``."""
        return self._subscriber().subscription_from(at)

    def batch(self, messages: int) -> AsyncSubscriber[T]:
        """How many messages a pop brings at most."""
        return self._subscriber().batch(messages)

    async def pop(
        self,
        batch: int = 1,
        *,
        partitions: int = 1,
        per_partition: int | None = None,
        wait_seconds: float = 0,
        lease_seconds: float | None = None,
        auto_ack: bool = False,
        lease_key: str | None = None,
    ) -> AsyncBatch[T]:
        """Take the oldest messages, for the group of those who name none."""
        return await self._subscriber().pop(
            batch,
            partitions=partitions,
            per_partition=per_partition,
            wait_seconds=wait_seconds,
            lease_seconds=lease_seconds,
            auto_ack=auto_ack,
            lease_key=lease_key,
        )

    def consumer(self, **how: Unpack[How]) -> Callable[[H], H]:
        """A decorator for a consumer without a group; see ``group(…).consumer``."""
        return self._subscriber().consumer(**how)

    async def consume(self, handler: Callable[..., Any], **how: Unpack[How]) -> None:
        """Hand messages to a function until it is stopped; see ``group(…).consume``."""
        await self._subscriber().consume(handler, **how)

    async def drain(
        self,
        handler: Callable[..., Any],
        *,
        until_seconds: float | None = None,
        **how: Unpack[How],
    ) -> None:
        """Hand messages to a function until nothing is pending; see ``group(…).drain``."""
        await self._subscriber().drain(handler, until_seconds=until_seconds, **how)

    async def create(self) -> QueueDetail:
        """Make the queue, unless it is there: then it keeps its options."""
        return await self.session.run(operations.create(self.name, *self.labels))

    async def configure(self, *, if_revision: int | None = None, **options: Any) -> Configured:
        """Make the queue, or replace all of its options: those that are not given go back to their
        defaults. Their names are those of docs/http/queue.md in snake_case: ``lease_time=60``.
        ``if_revision``: only if it is the queue's ``revision`` still; else QueueChanged."""
        return await self.session.send(
            operations.configure(self.name, *self.labels, options, if_revision)
        )

    async def show(self, *, live: bool = False) -> QueueDetail:
        """Its options, totals and groups. ``live``: count now, however large it is."""
        return await self.session.send(operations.show(self.name, live=live))

    async def depth(self, group: str | None = None) -> Depth:
        """What is left to do for a group; without one, for the slowest of each partition."""
        return await self.session.send(operations.depth(self.name, group))

    async def explain(self, partition: str | None = None, group: str | None = None) -> Explanation:
        """What the next pop of a group would meet in a partition, and why."""
        chosen = partition or self.form.partition or "Default"
        return await self.session.send(operations.explain(self.name, chosen, group))

    def list_partitions(self, *, limit: int | None = None) -> AsyncPages[PartitionRow]:
        """Its partitions, by name."""
        return AsyncPages(self.session, operations.list_partitions(self.name), limit)

    def messages(
        self,
        *,
        status: str | None = None,
        group: str | None = None,
        trace_id: str | None = None,
        transaction_id: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        payloads: bool = False,
        reveal: bool = False,
        order: operations.Order | None = None,
        after_offset: int | None = None,
        limit: int | None = None,
    ) -> AsyncPages[MessageRow]:
        """The messages that it keeps, the newest first; those of a trace or a transaction id, and
        all with ``order="asc"``, the oldest first. Nothing is taken. ``payloads``: with ``data``
        and ``headers``; ``reveal``: also what is masked in them, for those who may write, and
        noted in the audit. ``after_offset``: those behind this message of a partition.
        """
        listing = operations.list_messages(
            self._place(),
            group=group,
            status=status,
            trace_id=trace_id,
            transaction_id=transaction_id,
            since=since,
            until=until,
            payloads=payloads,
            reveal=reveal,
            order=order,
            after_offset=after_offset,
        )
        return AsyncPages(self.session, listing, limit)

    async def peek(self, limit: int = 10, *, order: operations.Order = "asc") -> list[MessageRow]:
        """Its oldest messages with their payloads, or the newest with ``order="desc"``. Nothing is
        taken."""
        return await self.messages(payloads=True, order=order, limit=limit).all()

    def dead_letters(
        self, *, group: str | None = None, reason: str | None = None, limit: int | None = None
    ) -> AsyncDeadLetters:
        """What groups gave up on, of this queue or partition."""
        letters = operations_dead_letters.Letters(
            queue=self.name, partition=self.form.partition, group=group, reason=reason
        )
        return AsyncDeadLetters(self.session, letters, limit)

    async def clear(self, *, force: bool = False, dry_run: bool = False) -> Cleared:
        """Delete its messages, or those of this partition. ``force``: also under a lease.
        ``dry_run``: only say what would happen."""
        partition = self.form.partition
        operation = operations.clear(self.name, partition, force=force, dry_run=dry_run)
        return await self.session.send(operation)

    async def delete(self, *, dry_run: bool = False) -> Deleted:
        """Delete the queue with its messages, cursors and dead letters. ``dry_run``: only say what
        would happen."""
        return await self.session.send(operations.delete(self.name, dry_run=dry_run))

    async def delete_partition(
        self, name: str, *, force: bool = False, dry_run: bool = False
    ) -> Cleared:
        """Delete a partition with its messages, cursors and dead letters. ``dry_run``: only say
        what would happen."""
        operation = operations.delete_partition(self.name, name, force=force, dry_run=dry_run)
        return await self.session.send(operation)

    def _subscriber(self) -> AsyncSubscriber[T]:
        source = Source(queue=self.name, partition=self.form.partition)
        return AsyncSubscriber(self.session, source, self.form.codec)

    def _place(self) -> dict[str, object]:
        return {"queue": self.name, "partition": self.form.partition}
