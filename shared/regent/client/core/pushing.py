"""Pushes: items become requests, answers become ``Pushed``, and a full queue is waited for."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, Final, Literal
from zlib import crc32

from regent.client.core.checks import check_choice, check_number
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, api, json_of
from regent.client.core.outgoing import Draft, Pushed
from regent.client.core.retry import Step, random_fraction
from regent.client.errors import PartlyPushed
from regent.errors import QueueFull, RegentError, RequestTooLarge, UnknownPartition, UnknownTopic
from regent.limits import MAX_PUSH_ITEMS, MAX_REQUEST_BYTES

#: A request of push_many: a larger one holds its partitions for longer, and is lost as a whole.
CHUNK_ITEMS: Final = 500
CHUNK_BYTES: Final = 1024 * 1024
#: How long the number of a queue's partitions is kept: it only grows.
PARTITIONS_SECONDS: Final = 60.0
#: The pauses in front of a full queue, and how long they may take together.
FULL_SECONDS: Final = 1.0
LONGEST_FULL_SECONDS: Final = 30.0
FULL_TIMEOUT_SECONDS: Final = 30.0
#: The bytes around the items of a request.
_AROUND: Final = len('{"items":[]}')
#: These statuses refuse an item rather than the request: the others may be stored without it.
_OF_AN_ITEM: Final = frozenset({400, 413})

WhenFull = Literal["wait", "raise"]


class Partitions:
    """The numbers of partitions of queues that have a fixed number. Of a message without a key the
    partition is named before the first try: the server would take turns, so a repeat could land
    elsewhere and be stored twice. A key is the server's to place, which finds a repeat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._counts: dict[str, tuple[int, float]] = {}

    def place(self, drafts: Sequence[Draft]) -> Generator[Step, Any, list[Draft]]:
        """Name the partition of each draft that has neither one nor a key, where its queue has a
        fixed number of them. Returns those that were given one."""
        placed = []
        for draft in drafts:
            if draft.partition is None and draft.key is None and draft.number is None:
                count = yield from self._count(draft.queue)
                if count:
                    draft.number = crc32(draft.transaction_id.encode()) % count
                    placed.append(draft)
        return placed

    def forget(self, drafts: Iterable[Draft]) -> None:
        """Ask again: a queue was made anew, with fewer partitions."""
        for draft in drafts:
            self._counts.pop(draft.queue, None)
            draft.number = None

    def _count(self, queue: str) -> Generator[Step, Any, int]:
        known = self._counts.get(queue)
        if known is not None and self._clock() - known[1] < PARTITIONS_SECONDS:
            return known[0]
        try:
            count = yield Operation("GET", api("metadata", "topics", queue), _partition_count)
        except UnknownTopic:
            count = 0
        self._counts[queue] = (count, self._clock())
        return int(count)


def _partition_count(reply: Reply) -> int:
    return len(json_of(reply)["offsets"])


def push_operation(drafts: Sequence[Draft]) -> Operation[list[Pushed]]:
    """One request, stored as a whole or not at all."""
    body = '{"items":[' + ",".join([draft.json for draft in drafts]) + "]}"

    def read(reply: Reply) -> list[Pushed]:
        said = json_of(reply)
        if len(said) != len(drafts):
            raise ValueError(f"{len(said)} outcomes for {len(drafts)} messages")
        return [_pushed(outcome) for outcome in said]

    return Operation("POST", "/api/v1/push", read, body.encode())


def _pushed(outcome: Mapping[str, Any]) -> Pushed:
    status = outcome["status"]
    if status != "queued" and status != "duplicate":  # noqa: PLR1714 - for each message
        raise ValueError(f"the status of a pushed message is {status!r}")
    return Pushed(
        outcome["message_id"],
        outcome["transaction_id"],
        outcome.get("partition_id"),
        status == "duplicate",
        outcome.get("queueDepth"),
        outcome.get("remainingCapacity"),
    )


class Pushing:
    """Pushes as plans. A client has one of these."""

    def __init__(
        self, clock: Callable[[], float], random: Callable[[], float] = random_fraction
    ) -> None:
        self._clock = clock
        self._random = random
        self.partitions = Partitions(clock)

    def one(
        self, draft: Draft, when_full: WhenFull, timeout_seconds: float | None
    ) -> Generator[Step, Any, Pushed]:
        """Store one message."""
        pushed = yield from self._stored([draft], when_full, timeout_seconds)
        return pushed[0]

    def all_at_once(
        self, drafts: Sequence[Draft], when_full: WhenFull, timeout_seconds: float | None
    ) -> Generator[Step, Any, list[Pushed]]:
        """Store messages in one request, all or none."""
        size = _AROUND + sum(draft.size + 1 for draft in drafts)
        if len(drafts) > MAX_PUSH_ITEMS or size > MAX_REQUEST_BYTES:
            raise RequestTooLarge(
                f"{len(drafts)} messages of {size} bytes do not fit one request, which takes"
                f" {MAX_PUSH_ITEMS} and {MAX_REQUEST_BYTES}; nothing was sent"
            )
        if not drafts:
            return []
        return (yield from self._stored(drafts, when_full, timeout_seconds))

    def many(
        self,
        drafts: Sequence[Draft | RegentError],
        when_full: WhenFull,
        timeout_seconds: float | None,
    ) -> Generator[Step, Any, list[Pushed]]:
        """Store messages in as many requests as it takes. A draft that is an error could not be
        made, and counts as refused."""
        results: list[Pushed | None] = [None] * len(drafts)
        failures = {i: draft for i, draft in enumerate(drafts) if isinstance(draft, RegentError)}
        good = [(i, draft) for i, draft in enumerate(drafts) if isinstance(draft, Draft)]
        waiting = _chunks(good)
        while waiting:
            chunk = waiting.pop(0)
            try:
                stored = yield from self._stored(
                    [draft for _, draft in chunk], when_full, timeout_seconds
                )
            except RegentError as error:
                if len(chunk) > 1 and _is_of_an_item(error):
                    # In halves, until the item that is refused fails alone.
                    middle = len(chunk) // 2
                    waiting[:0] = [chunk[:middle], chunk[middle:]]
                    continue
                failures.update((i, error) for i, _ in chunk)
                if not _is_of_an_item(error):
                    # Nothing that follows overtakes what was not stored.
                    failures.update((i, error) for rest in waiting for i, _ in rest)
                    break
            else:
                for (i, _), pushed in zip(chunk, stored, strict=True):
                    results[i] = pushed
        return _whole(results, failures)

    def _stored(
        self, drafts: Sequence[Draft], when_full: WhenFull, timeout_seconds: float | None
    ) -> Generator[Step, Any, list[Pushed]]:
        """Store a request, and wait for room where a queue is full."""
        check_choice("when_full", when_full, ("wait", "raise"))
        if timeout_seconds is not None:
            check_number("timeout_seconds", timeout_seconds, 0.001)
        within = FULL_TIMEOUT_SECONDS if timeout_seconds is None else timeout_seconds
        until = self._clock() + within
        pause = FULL_SECONDS
        placed = yield from self.partitions.place(drafts)
        while True:
            operation = push_operation(drafts)
            operation.timeout_seconds = timeout_seconds
            try:
                stored: list[Pushed] = yield operation
            except QueueFull as error:
                wait = max(pause, error.retry_after_seconds or 0.0)
                wait *= 0.8 + 0.4 * self._random()
                if when_full == "raise" or _never_fits(error) or self._clock() + wait >= until:
                    raise
                yield wait
                pause = min(pause * 2, LONGEST_FULL_SECONDS)
            except UnknownPartition:
                if not placed:
                    raise
                self.partitions.forget(placed)
                yield from self.partitions.place(placed)
                placed = []
            else:
                return stored


def _is_of_an_item(error: RegentError) -> bool:
    return error.status in _OF_AN_ITEM or (isinstance(error, QueueFull) and _never_fits(error))


def _never_fits(error: QueueFull) -> bool:
    """Whether a request is larger than the queue, so that no waiting makes room for it."""
    detail = error.detail or {}
    requested, most = detail.get("requested"), detail.get("maxSize")
    return isinstance(requested, int) and isinstance(most, int) and requested > most


def _chunks(drafts: Sequence[tuple[int, Draft]]) -> list[list[tuple[int, Draft]]]:
    chunks: list[list[tuple[int, Draft]]] = []
    size = 0
    for numbered in drafts:
        more = numbered[1].size + 1
        if not chunks or len(chunks[-1]) >= CHUNK_ITEMS or size + more > CHUNK_BYTES:
            chunks.append([])
            size = _AROUND
        chunks[-1].append(numbered)
        size += more
    return chunks


def _whole(results: list[Pushed | None], failures: Mapping[int, RegentError]) -> list[Pushed]:
    """The results, when all of them are there. One reason for all is raised as itself."""
    if not failures:
        return [pushed for pushed in results if pushed is not None]
    first = failures[min(failures)]
    if len(failures) == len(results) and all(error is first for error in failures.values()):
        raise first
    raise PartlyPushed(
        f"{len(failures)} of {len(results)} messages were not stored; the first of them, number"
        f" {min(failures)}: {first}",
        results,
        failures,
    ) from first
