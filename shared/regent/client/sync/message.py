"""Messages that were handed out, one by one and as a batch."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeVar, overload

from regent.client.core import acking, operations_traces
from regent.client.core.messages import Lane, Lease, MessageFields, lanes_of
from regent.client.core.payloads import Codec
from regent.client.core.popping import Popped
from regent.client.sync.session import Session
from regent.errors import RegentError

if TYPE_CHECKING:
    from regent.client.sync.transaction import Transaction

T = TypeVar("T")

log: Final = logging.getLogger("regent.client")


class Message(MessageFields[T]):
    """A message under a lease. It takes one verdict; without one it comes again when the lease
    is over."""

    __slots__ = ("_session",)

    def __init__(self, session: Session, raw: dict[str, Any], codec: Codec[Any] | None) -> None:
        super().__init__(raw, codec)
        self._session = session

    def ack(self) -> None:
        """It is done."""
        self._session.run(acking.settle(acking.verdict_for(self, "completed")))

    def nack(self, error: str | None = None, *, delay_seconds: float | None = None) -> None:
        """It failed: that is counted, it comes again, and at last it is a dead letter."""
        verdict = acking.verdict_for(self, "failed", error, delay_seconds)
        self._session.run(acking.settle(verdict))

    def release(self, *, delay_seconds: float | None = None) -> None:
        """Give it back, with all that is behind it in its partition. Nothing is counted."""
        verdict = acking.verdict_for(self, "retry", None, delay_seconds)
        self._session.run(acking.settle(verdict))

    def dead_letter(self, error: str) -> None:
        """It is a dead letter now, and its partition goes on."""
        self._session.run(acking.settle(acking.verdict_for(self, "dlq", error)))

    def extend(self, seconds: float = 60) -> None:
        """Let its lease run for so long from now, in all partitions of the lease; never
        shorter."""
        self._session.send(acking.extend_operation(self.lane.lease, seconds))

    def trace(self, data: Any, *names: str, event: str = "step") -> None:
        """Keep a note about it, to be found by the message and by these names."""
        self._session.send(operations_traces.record(self, data, names, event))

    def transaction(self) -> Transaction:
        """A transaction that completes this message, with what follows from it, or does neither."""
        from regent.client.sync.transaction import Transaction  # noqa: PLC0415 - a circle

        transaction = Transaction(self._session)
        transaction.ack(self)
        return transaction


class Batch(Sequence[Message[T]], Generic[T]):
    """What one pop brought: messages under one lease.

    In a ``with`` block, leaving completes what has no verdict yet. After an exception while the
    messages are walked through, the message at hand has failed, those before it are completed and
    those behind it are given back. After an exception at another place, nobody can tell which
    message is at fault: a batch of one message has failed, and a larger one as a whole, so it comes
    again with half as many. Breaking out of the walk gives back what is behind.
    """

    def __init__(self, session: Session, popped: Popped, codec: Codec[Any] | None) -> None:
        self._session = session
        self._messages: list[Message[T]] = [Message(session, raw, codec) for raw in popped.messages]
        #: The lease of all its messages.
        self.lease: Lease
        #: The messages of each partition.
        self.lanes: list[Lane]
        self.lease, self.lanes = lanes_of(popped, self._messages)
        #: There is no such queue, or none with these labels: perhaps the name is misspelt.
        self.unknown_queue = popped.unknown_queue
        self._progress = acking.Progress(self._messages)

    @overload
    def __getitem__(self, index: int) -> Message[T]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Message[T]]: ...

    def __getitem__(self, index: int | slice) -> Message[T] | Sequence[Message[T]]:
        return self._messages[index]

    def __len__(self) -> int:
        return len(self._messages)

    def __iter__(self) -> Iterator[Message[T]]:
        for place, message in enumerate(self._messages):
            self._progress.handed(place)
            yield message
        self._progress.ended = True

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} messages in {len(self.lanes)} partitions>"

    @property
    def payloads(self) -> list[T]:
        """The payloads of its messages."""
        return [message.payload for message in self._messages]

    def ack(self, upto: Message[Any] | None = None) -> None:
        """Complete what has no verdict yet; with ``upto``, that message and those before it in its
        partition. Of several partitions, what can be completed is, before LeaseLost is raised."""
        if upto is None:
            verdicts = acking.rest_completed(self.lanes)
        else:
            places = [place for place in upto.lane.open if place <= upto.place]
            verdicts = acking.completed([upto.lane.messages[place] for place in places])
        self._session.run(acking.settle(verdicts))

    def release(self) -> None:
        """Give back what has no verdict yet. Nothing is counted."""
        self._session.run(acking.settle(acking.rest_released(self.lanes)))

    def extend(self, seconds: float = 60) -> None:
        """Let the lease run for so long from now; never shorter."""
        self._session.send(acking.extend_operation(self.lease, seconds))

    def ends_in_seconds(self) -> float | None:
        """How long the lease runs still; None when the server did not say."""
        return self.lease.ends_in_seconds(self._session.options.clock())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self.lease.id:
            return  # auto_ack completed it
        verdicts = self._progress.verdicts(self.lanes, error)
        try:
            self._session.run(acking.settle(verdicts))
        except RegentError as refused:
            if error is None:
                raise
            # The program's own exception is the one that has to be seen.
            log.warning("what leaving the batch said was not taken: %s", refused)
