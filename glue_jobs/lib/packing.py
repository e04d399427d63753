"""Cuts work: ranges of messages into batches of about one size. Pure functions of a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from regent.stores.retention import Cut

#: Ranges of a batch, at most: each is a row in the database and a walk along an index.
MAX_RANGES: Final = 10_000
#: Ranges that one statement writes down, at most: half a second's work.
OPEN_RANGES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Size:
    """How much one task gets, at most."""

    messages: int
    bytes: int


#: A new batch: its id, its queue, its ranges.
Opened = tuple[str, str, list[Cut]]


def smaller(batches: Iterable[Sequence[Cut]]) -> Size | None:
    """A quarter of the largest of these batches. None if none has more than one message."""
    sizes = [
        (sum(cut.end - cut.start for cut in cuts), sum(cut.bytes for cut in cuts))
        for cuts in batches
    ]
    messages = max((messages for messages, _ in sizes), default=0)
    if messages <= 1:
        return None
    return Size(max(1, messages // 4), max(1, max(size for _, size in sizes) // 4))


def by_ranges(batches: Iterable[Opened]) -> Iterator[list[Opened]]:
    """Put batches together that one statement opens."""
    held: list[Opened] = []
    ranges = 0
    for batch in batches:
        if held and ranges + len(batch[2]) > OPEN_RANGES:
            yield held
            held, ranges = [], 0
        held.append(batch)
        ranges += len(batch[2])
    if held:
        yield held


def packed(cuts: Iterable[Cut], size: Size) -> list[tuple[str, list[Cut]]]:
    """Put ranges into batches of one queue each: large ones are split evenly, small ones joined."""
    by_queue: dict[str, list[Cut]] = {}
    for cut in cuts:
        by_queue.setdefault(cut.queue, []).extend(_split(cut, size))
    return [(queue, batch) for queue, found in by_queue.items() for batch in _together(found, size)]


def _split(cut: Cut, size: Size) -> Iterator[Cut]:
    messages = cut.end - cut.start
    parts = min(messages, max(ceil(messages / size.messages), ceil(cut.bytes / size.bytes), 1))
    for part in range(parts):
        start, end = (cut.start + messages * n // parts for n in (part, part + 1))
        yield cut._replace(start=start, end=end, bytes=cut.bytes // parts)


def _together(cuts: Sequence[Cut], size: Size) -> Iterator[list[Cut]]:
    batch: list[Cut] = []
    messages = held = 0
    for cut in cuts:
        more = cut.end - cut.start
        full = messages + more > size.messages or held + cut.bytes > size.bytes
        if batch and (full or len(batch) == MAX_RANGES):
            yield batch
            batch, messages, held = [], 0, 0
        batch.append(cut)
        messages += more
        held += cut.bytes
    if batch:
        yield batch
