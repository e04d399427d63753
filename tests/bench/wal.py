"""Bytes of write-ahead log a message: replication, backups and an Aurora bill depend on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.bench.arena import Arena, execute
from tests.bench.clients import elsewhere
from tests.bench.contenders import Contender, PushShape, Step
from tests.bench.effort import Effort
from tests.bench.ours import Regent
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.rivals.bare import Bare
from tests.bench.rivals.keyed import Keyed
from tests.bench.rivals.pgmq import Pgmq

NOTE = (
    "pg_current_wal_insert_lsn() before and after, one client, autovacuum off. A checkpoint comes"
    " first, then as much again that is not counted: the full images of pages that a checkpoint"
    " brings about are the checkpoint's cost and depend on how often it happens. Consuming is pop"
    " and ack, 100 at a time, a partition at a time."
)
UNIT = "bytes/message"
PUSHED = 20_000
CONSUMED = 100_000


def wal(arena: Arena, effort: Effort) -> list[Section]:
    """Pushes of 1, and of 100 in both ways; consuming."""
    with arena.without("autovacuum", "synchronous_commit"):
        rows = [_push(arena, PushShape(100), "push 100, one partition a batch")]
        if effort.growth:
            rows.append(_push(arena, PushShape(100, spread=True), "push 100, spread"))
            rows.append(_push(arena, PushShape(1, spread=True), "push 1"))
        rows.append(_consume(arena, int(CONSUMED * effort.backlog)))
    return [Section("Write-ahead log", NOTE, rows)]


def _push(arena: Arena, shape: PushShape, name: str) -> Row:
    contenders: dict[str, Contender] = {
        REGENT: Regent(),
        "bare insert": Keyed("columns"),
        "keyless insert": Bare("values"),
        "pgmq": Pgmq(),
    }
    with arena.databases(*contenders.values()) as urls:
        pushed = max(PUSHED // 10 if shape.batch == 1 else PUSHED, shape.batch)
        numbers = {
            contender: _bytes(url, partial(contenders[contender].producer, url, shape), pushed)
            for contender, url in zip(contenders, urls, strict=True)
        }
    return Row(f"WAL, {name}", UNIT, numbers, None, "bare insert", Target.parse("≤ 1.6x"))


def _consume(arena: Arena, messages: int) -> Row:
    contenders: dict[str, Contender] = {REGENT: Regent(), "pgmq": Pgmq()}
    with arena.databases(*contenders.values()) as urls:
        numbers = {}
        for contender, url in zip(contenders, urls, strict=True):
            elsewhere(partial(contenders[contender].fill, url, messages, 100))
            execute(url, "checkpoint")  # else vacuum may not yet mark pages that are not flushed
            execute(url, "vacuum analyze")
            consumer = partial(contenders[contender].consumer, url, 100)
            numbers[contender] = _bytes(url, consumer, messages // 2)
    target = Target.parse("≤ 20 bytes")
    return Row("WAL, pop + ack 100", UNIT, numbers, None, "pgmq", target)


def _bytes(url: str, make_step: Callable[[], Step], messages: int) -> float:
    """Bytes a message. After a checkpoint, the first ``messages`` are not counted, and as many more
    are."""
    execute(url, "checkpoint")
    return elsewhere(partial(_counted, url, make_step, messages))


def _counted(url: str, make_step: Callable[[], Step], messages: int) -> float:
    step = make_step()
    _moved(step, messages)
    start = execute(url, "select pg_current_wal_insert_lsn()")[0][0]
    moved = _moved(step, messages)
    difference = "select pg_current_wal_insert_lsn() - %s::pg_lsn"
    return float(execute(url, difference, start)[0][0]) / moved


def _moved(step: Step, messages: int) -> int:
    moved = 0
    while moved < messages and (count := step()):
        moved += count
    return moved
