"""What a month of use takes of the database and of the functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

from regent.costs import measured
from regent.costs.measured import HOT_MEMORY_GB, WAITING_MEMORY_GB, Effort

#: A month, as AWS computes it.
HOURS: Final = 730
_MS: Final = 1_000
_US: Final = 1_000_000
#: What a request takes of its handler, in milliseconds, and of the database, in microseconds.
Efforts = tuple[Effort, Effort]


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What a month's requests asked for. ``pops`` have found messages, ``empty_pops`` none;
    ``others`` are the requests of other routes."""

    pushes: float = 0
    pops: float = 0
    empty_pops: float = 0
    acks: float = 0
    #: Acks that take the next messages in the same request.
    nexts: float = 0
    others: float = 0
    #: Messages.
    pushed: float = 0
    popped: float = 0
    acked: float = 0
    #: For how long pops waited for messages.
    waited_seconds: float = 0
    #: What the database holds, on average.
    stored_bytes: float = 0
    #: Programs go to the database themselves: their requests come to no API.
    straight: bool = False

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return self._of_each(other, lambda one, two: one + two)

    def minus(self, other: Usage) -> Usage:
        """This without a part of it; no number falls below 0, whatever was rounded."""
        return self._of_each(other, lambda one, two: max(0.0, one - two))

    def times(self, factor: float) -> Usage:
        """The use of another time. What is stored stays what it is."""
        scaled = self._of_each(self, lambda one, _: one * factor)
        return scaled.storing(self.stored_bytes)

    def storing(self, stored_bytes: float) -> Usage:
        """This, with so much in the database."""
        return Usage(**(vars(self) | {"stored_bytes": stored_bytes}))

    def in_batches(self, size: int) -> Usage:
        """These messages in requests of this size; larger requests stay as they are."""
        fewer = {
            "pushes": min(self.pushes, self.pushed / size),
            "pops": min(self.pops, self.popped / size),
            "acks": min(self.acks, self.acked / size),
            "nexts": min(self.nexts, self.acked / size),
        }
        return Usage(**(vars(self) | fewer))

    @property
    def calls(self) -> float:
        """All that was asked for, over an API or not."""
        of_queues = self.pushes + self.pops + self.empty_pops + self.acks + self.nexts
        return of_queues + self.others

    @property
    def requests(self) -> float:
        """Requests over HTTP."""
        return 0 if self.straight else self.calls

    def _of_each(self, other: Usage, what: Callable[[float, float], float]) -> Usage:
        numbers = {
            field.name: what(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)
            if field.name != "straight"
        }
        return Usage(**numbers, straight=self.straight)


def processor_us(use: Usage) -> float:
    """The database's processor time."""
    return (
        measured.PUSH_US.of(use.pushes, use.pushed)
        + measured.HALF_US.of(use.pops + use.nexts, use.popped)
        + measured.HALF_US.of(use.acks + use.nexts, use.acked)
        + measured.EMPTY_POP_US * (use.empty_pops + use.others)
    )


def busy_acu(use: Usage) -> float:
    """The capacity that a month's use keeps busy, if it comes evenly."""
    processors = processor_us(use) / _US / (HOURS * 3_600)
    return processors / measured.PROCESSORS_AN_ACU / measured.BUSY


class Billed(NamedTuple):
    """What Lambda bills for a request, in whole milliseconds. ``look``: a pop that finds
    nothing."""

    push: float
    pop: float
    ack: float
    next: float
    look: float


def lambda_ms(use: Usage) -> Billed:
    """The billed times of this use. Functions that wait have less memory, and so less of a
    processor."""
    hot, waiting = measured.HOT_PROCESSORS, measured.WAITING_PROCESSORS

    def billed(processors: float, handler_ms: float, database_us: float, commit_ms: float) -> float:
        on_processor = (handler_ms + measured.INSTRUMENTS_MS) / processors
        return math.ceil(on_processor + database_us / _MS + commit_ms + measured.ROUND_TRIP_MS)

    def moved(processors: float, requests: float, moves: float, *efforts: Efforts) -> float:
        if not requests:
            return 0
        mean = moves / requests
        handled = sum(handler.of(1, mean) for handler, _ in efforts)
        worked = sum(database.of(1, mean) for _, database in efforts)
        return billed(processors, handled, worked, measured.COMMIT_MS)

    push = (measured.PUSH_HANDLER_MS, measured.PUSH_US)
    pop = (measured.POP_HANDLER_MS, measured.HALF_US)
    ack = (measured.PUSH_HANDLER_MS, measured.HALF_US)
    looking = measured.POP_HANDLER_MS.of(1, 0)
    return Billed(
        moved(hot, use.pushes, use.pushed, push),
        moved(waiting, use.pops, use.popped, pop),
        moved(hot, use.acks, use.acked, ack),
        moved(hot, use.nexts, use.acked, ack, pop),
        billed(waiting, looking, measured.EMPTY_POP_US, 0),
    )


def writes(use: Usage) -> float:
    """Writes of the database: whole pieces, at least one for each commit."""

    def pieces(wal: Effort, requests: float, messages: float) -> float:
        if not requests:
            return 0
        size = max(1.0, wal.of(1, messages / requests))
        return requests * math.ceil(size / measured.IO_BYTES)

    return (
        pieces(measured.PUSH_WAL_BYTES, use.pushes, use.pushed)
        + pieces(measured.HALF_WAL_BYTES, use.pops, use.popped)
        + pieces(measured.HALF_WAL_BYTES, use.acks, use.acked)
        + pieces(measured.POP_AND_ACK_WAL_BYTES, use.nexts, use.acked)
    )


def lambda_gb_seconds(use: Usage) -> float:
    """What is paid for of the functions: their time by their memory."""
    if use.straight:
        return 0
    ms = lambda_ms(use)
    hot = use.pushes * ms.push + use.acks * ms.ack + use.nexts * ms.next
    waiting = use.pops * ms.pop + (use.empty_pops + use.others) * ms.look
    slept = use.waited_seconds * WAITING_MEMORY_GB
    return (hot * HOT_MEMORY_GB + waiting * WAITING_MEMORY_GB) / _MS + slept
