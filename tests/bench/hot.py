"""Ten consumers of one hot queue: more of them than partitions, or far fewer."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from tests.bench.arena import Arena, execute
from tests.bench.clients import Measured, elsewhere, measure, take_turns
from tests.bench.contenders import Contender, Step
from tests.bench.effort import Effort
from tests.bench.ours import Regent
from tests.bench.report import REGENT, Row, Section
from tests.bench.rivals.pgmq import Pgmq

NOTE = (
    "Ten clients pop 10 from one queue with a deep backlog and ack them, in two requests. A"
    " partition has one consumer at a time: with 4 partitions, six of the ten clients find nothing"
    " at any moment and ask again at once. pgmq knows no order, so its consumers never wait."
)
CONSUMERS, BATCH = 10, 10
BACKLOG = 60_000
#: A client that finds nothing for so long has found the end of the backlog.
PATIENCE_SECONDS = 0.5


def hot(arena: Arena, effort: Effort) -> list[Section]:
    """A row for few partitions, and one for many."""
    return [
        Section("Ten consumers of one queue", NOTE, [_row(arena, effort, n) for n in (4, 1000)])
    ]


def _row(arena: Arena, effort: Effort, partitions: int) -> Row:
    contenders: dict[str, Contender] = {REGENT: Regent(partitions), "pgmq": Pgmq()}

    def play(contender: Contender, url: str) -> Measured:
        elsewhere(partial(contender.fill, url, int(BACKLOG * effort.backlog), BATCH))
        execute(url, "vacuum analyze")
        return measure(lambda: patient(contender.consumer(url, BATCH)), CONSUMERS, effort.seconds)

    with arena.databases(*contenders.values()) as urls:
        plays = {
            name: partial(play, contender, url)
            for (name, contender), url in zip(contenders.items(), urls, strict=True)
        }
        results = take_turns(effort.rounds, plays)
    rates = {name: result.messages_per_second for name, result in results.items()}
    shape = f"pop + ack {BATCH}, {partitions:,} partitions"
    return Row(shape, "msg/s", rates, CONSUMERS, "pgmq")


def patient(step: Step, now: Callable[[], float] = time.perf_counter) -> Step:
    """A step that asks again at once, until it gets messages or its patience ends."""

    def again() -> int:
        deadline = now() + PATIENCE_SECONDS
        while not (moved := step()) and now() < deadline:
            pass
        return moved

    return again
