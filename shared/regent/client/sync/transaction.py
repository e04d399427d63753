"""Transactions: pushes, verdicts, appends and commits that happen together, or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from regent.client.core import tracing
from regent.client.core.outgoing import Outgoing, form_of
from regent.client.core.transacting import Collected, verdict_of
from regent.client.sync.message import Message
from regent.client.sync.queue import Queue
from regent.client.sync.session import Session

if TYPE_CHECKING:
    from uuid import UUID

    from regent.client.consumer import Consumer
    from regent.client.core.rows_admin import OperationResult
    from regent.log import Guard
    from regent.log import Message as LogMessage


class Transaction:
    """Collects in a ``with`` block, and is sent when that ends. An exception in the block sends
    nothing; a refusal is raised at its end, and nothing has happened then.

    ``transaction_key``: a new text for each transaction, by which a server that knows such keys
    recognises a repeat. Without one, it recognises the parts.
    """

    def __init__(self, session: Session, transaction_key: str | None = None) -> None:
        self._session = session
        self._key = transaction_key
        self._collected = Collected()
        #: What became of each operation, and of each message that was pushed.
        self.results: tuple[OperationResult, ...] = ()

    def ack(self, *messages: Message[Any]) -> None:
        """These messages are done."""
        for message in messages:
            self._collected.verdict(verdict_of(message, None), message.group)

    def dead_letter(self, message: Message[Any], error: str) -> None:
        """This message is a dead letter."""
        self._collected.verdict(verdict_of(message, error), message.group)

    def push(
        self,
        queue: str | Queue[Any],
        payload: Any,
        *,
        partition: str | None = None,
        key: str | None = None,
        transaction_id: str | None = None,
        trace_id: str | UUID | None = None,
        delay_seconds: float | None = None,
        headers: Mapping[str, Any] | None = None,
    ) -> None:
        """Store a message."""
        options = self._session.options
        form = (
            form_of(options.queue_name(queue), None, options.json, None, None)
            if isinstance(queue, str)
            else queue.form
        )
        message = Outgoing(
            payload,
            partition=partition,
            key=key,
            transaction_id=transaction_id,
            trace_id=trace_id,
            delay_seconds=delay_seconds,
            headers=headers,
        )
        context = tracing.current(options.tracing)
        self._collected.push([form.draft(message, context)])

    def append(
        self, messages: LogMessage | Sequence[LogMessage], guard: Guard | None = None
    ) -> None:
        """Append to the event log, at most once in a transaction. If the guard is broken,
        ConcurrentAppend undoes all of it."""
        from regent.log.messages import messages_wire  # noqa: PLC0415 - it needs pydantic

        wire = None if guard is None else guard.wire()
        self._collected.append(messages_wire(messages), wire)

    def commit(self, consumer: Consumer, offsets: Mapping[int, int] | None = None) -> None:
        """Commit the offsets of a topic's consumer: up to what it delivered, or these."""
        chosen = consumer.positions if offsets is None else offsets
        group, member = str(consumer.group_id), str(consumer.member_id)
        self._collected.commit(group, member, consumer.generation, chosen)

    def send(self) -> tuple[OperationResult, ...]:
        """Send it before the block ends, or without one."""
        plan = self._collected.plan(self._session.options.pushing.partitions, self._key)
        self.results = self._session.run(plan)
        return self.results

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None and not self._collected.over:
            self.send()
