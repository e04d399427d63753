"""Deletes what retention allows, a page of partitions and a chunk of messages at a time: for the
job's tasks, for a run without an archive, and for the clock of the one-machine server."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from regent.errors import Busy
from regent.stores.retention import Archived, Retention

#: Partitions that are looked at before their messages are deleted: a tenth of a second's work.
PAGE_PARTITIONS: Final = 1_000
#: Partitions that one statement holds at a time, at most.
MAX_PARTITIONS: Final = 50
#: Idle partitions that one statement drops, and notes that one statement deletes, at most.
DROP_PARTITIONS: Final = 200
EXPIRE_ROWS: Final = 10_000
#: Dead letters that one statement deletes, at most. They hold payloads.
EXPIRE_LETTERS: Final = 1_000
#: Dead letters that one statement looks at, to count those that may go.
COUNT_LETTERS: Final = 50_000


@dataclass(frozen=True, slots=True)
class Counts:
    """Messages that were deleted, those of them that a group had not read, and busy partitions."""

    deleted: int = 0
    skipped: int = 0
    busy: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.deleted + other.deleted, self.skipped + other.skipped, self.busy + other.busy
        )


@dataclass(frozen=True, slots=True)
class How:
    """Messages of one transaction, whether only archived ones may go, and when the run began."""

    messages: int
    archived: bool
    run_at: datetime


def never() -> bool:
    """A run that ends by itself."""
    return False


def chunked(found: Iterable[Archived], messages: int) -> Iterator[list[Archived]]:
    """Cut partitions into chunks, each deleted in one transaction; a large partition is alone."""
    chunk: list[Archived] = []
    total = 0
    for each in found:
        if chunk and (total + each.messages > messages or len(chunk) == MAX_PARTITIONS):
            yield chunk
            chunk, total = [], 0
        chunk.append(each)
        total += each.messages
    if chunk:
        yield chunk


def retire(
    store: Retention, chunk: Sequence[Archived], how: How, stop: Callable[[], bool] = never
) -> Counts:
    """Delete the messages below these offsets. Partitions that another session holds are tried
    again, each alone. One that stays held for seconds is left to the next run."""
    done = Counts()
    left = [(each.partition, each.end) for each in chunk]
    alone: list[tuple[int, int]] = []
    while left:
        try:
            answers = store.retire_messages(
                left, how.messages, archived=how.archived, run_at=how.run_at
            )
        except Busy:
            answers = []
            done += Counts(busy=len(left) == 1)
        for answer in answers:
            done += Counts(answer.deleted, answer.skipped)
        more = {answer.partition: answer.more for answer in answers}
        if len(left) > 1:
            alone += [cut for cut in left if cut[0] not in more]
        left = [cut for cut in left if more.get(cut[0])]
        if not left and alone:
            left = [alone.pop()]
        if stop():
            break
    return done


def retire_page(
    store: Retention, after: int, how: How, stop: Callable[[], bool] = never
) -> tuple[Counts, int | None]:
    """Delete what may go in the next partitions, without an archive. Returns where to go on: None
    at the end. After ``stop`` it is the chunk that was begun last."""
    store.mark_completed(after, PAGE_PARTITIONS)
    cuts, next_after = store.plan_retention(after, PAGE_PARTITIONS, archiving=False)
    found = [Archived(cut.partition, cut.end, cut.end - cut.start) for cut in cuts]
    done = Counts()
    for chunk in chunked(found, how.messages):
        done += retire(store, chunk, how, stop)
        if stop():
            return done, chunk[0].partition - 1
    return done, next_after


def drop_idle(store: Retention, idle_seconds: int) -> int:
    """Drop partitions that were empty for so long; 0 drops none. Returns how many went."""
    dropped = 0
    after: int | None = 0 if idle_seconds else None
    while after is not None:
        gone, after = store.drop_idle_partitions(idle_seconds, after, DROP_PARTITIONS)
        dropped += gone
    return dropped


def expire_letters(store: Retention) -> int:
    """Delete the dead letters that their queues keep no longer; how many."""
    gone = 0
    while found := store.expire_dead_letters(EXPIRE_LETTERS):
        gone += found
    return gone


def count_letters(store: Retention) -> int:
    """How many dead letters their queues keep no longer."""
    found = 0
    after: int | None = 0
    while after is not None:
        letters, after = store.count_expired_dead_letters(after, COUNT_LETTERS)
        found += letters
    return found


def expire(store: Retention, before: datetime) -> None:
    """Delete what retention noted of itself before an instant."""
    while store.expire_history(before, EXPIRE_ROWS):
        pass
