"""How cost grows with the contents of a queue; and with a transaction that nobody ended."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable
from functools import partial

import psycopg

from tests.bench.arena import Arena, execute
from tests.bench.clients import elsewhere
from tests.bench.contenders import Contender, PushShape, Step
from tests.bench.effort import Effort
from tests.bench.ours import Regent
from tests.bench.plot import line_plot
from tests.bench.report import REGENT, Row, Section
from tests.bench.rivals.pgmq import Pgmq

NOTE = (
    "Microseconds a message, one client, 100 a batch, median of many batches; synchronous_commit"
    " off, for this is not about the disk. Messages lie in 100 partitions; partitions are driven"
    " with 10,000 messages in 100 of them; groups follow 1,000 partitions, and one group consumes."
)
SNAPSHOT_NOTE = (
    "One client pushes 100, pops 100, acks 100, again and again, into 100 partitions, while an idle"
    " transaction holds a snapshot that is as old as the run, or while none does. Rate over the"
    " last third (synchronous_commit off), and the size of the tables that change in place (pgmq:"
    " of its queue)."
)
BATCH = 100
WARM_STEPS, STEPS = 10, 60
SNAPSHOT_SECONDS = 6.0
_TABLES = {
    REGENT: "pg_total_relation_size('queen.partition_consumers')"
    " + pg_total_relation_size('queen.partitions')",
    "pgmq": "pg_total_relation_size('pgmq.q_bench')",
}


def growth(arena: Arena, effort: Effort) -> list[Section]:
    """Messages, partitions, groups: a table and a picture each."""
    if not effort.growth:
        return []
    messages = [10_000, 100_000, 1_000_000, *([10_000_000] if effort.huge else [])]
    partitions = [100, 1_000, 10_000, 100_000]
    groups = [1, 2, 4, 8, 16, 32]
    with arena.without("synchronous_commit"):
        return [
            _section("messages", messages, _by_messages(arena, messages)),
            _section("partitions", partitions, [_by_partitions(arena, n) for n in partitions]),
            _section("groups", groups, [_by_groups(arena, n) for n in groups]),
        ]


def snapshot(arena: Arena, effort: Effort) -> list[Section]:
    """With and without an old snapshot."""
    if not effort.growth:
        return []
    rows: list[Row] = []
    with arena.without("synchronous_commit"):
        for held in (False, True):
            rows += _snapshot_rows(arena, held)
    rows.sort(key=lambda row: row.shape)
    return [Section("An idle transaction with an old snapshot", SNAPSHOT_NOTE, rows)]


def _snapshot_rows(arena: Arena, held: bool) -> list[Row]:
    contenders: dict[str, Contender] = {REGENT: Regent(partitions=100), "pgmq": Pgmq()}
    rates, sizes = {}, {}
    with arena.databases(*contenders.values()) as urls:
        for (name, contender), url in zip(contenders.items(), urls, strict=True):
            rates[name] = elsewhere(partial(_with_snapshot, contender, url, held))
            sizes[name] = float(execute(url, f"select {_TABLES[name]}")[0][0]) / 2**20
    words = "with an old snapshot" if held else "without"
    return [
        Row(f"acks, {words}", "msg/s", rates, 1, "pgmq"),
        Row(f"size, {words}", "MiB", sizes, 1, "pgmq"),
    ]


def _section(what: str, sizes: list[int], costs: Iterable[dict[str, float]]) -> Section:
    costs = list(costs)
    rows = [
        Row(f"{size:,} {what}", "µs/message", cost) for size, cost in zip(sizes, costs, strict=True)
    ]
    lines = {name: [cost[name] for cost in costs] for name in costs[0]}
    picture = line_plot(f"µs a message, by {what}", sizes, lines)
    return Section(f"Growth: {what}", NOTE, rows, {f"growth-{what}": picture})


def _by_messages(arena: Arena, sizes: list[int]) -> list[dict[str, float]]:
    regent = Regent(partitions=100)
    costs = []
    with arena.databases(regent) as (url,):
        stored = 0
        for size in sizes:
            elsewhere(partial(regent.fill, url, size - stored, BATCH))
            execute(url, "vacuum analyze")
            stored = size
            costs.append(_costs(regent, url))
    return costs


def _by_partitions(arena: Arena, partitions: int) -> dict[str, float]:
    return _filled(arena, Regent(partitions=partitions))


def _by_groups(arena: Arena, count: int) -> dict[str, float]:
    regent = Regent(groups=["__QUEUE_MODE__", *(f"group-{n}" for n in range(count - 1))])
    return _filled(arena, regent)


def _filled(arena: Arena, regent: Regent) -> dict[str, float]:
    with arena.databases(regent) as (url,):
        elsewhere(partial(regent.fill, url, 10_000, BATCH))
        execute(url, "vacuum analyze")
        return _costs(regent, url)


def _costs(regent: Regent, url: str) -> dict[str, float]:
    steps = {
        "pop + ack": partial(regent.consumer, url, BATCH),
        "push": partial(regent.producer, url, PushShape(BATCH)),
    }
    return {name: elsewhere(partial(_cost, make_step)) for name, make_step in steps.items()}


def _cost(make_step: partial[Step]) -> float:
    """Microseconds a message."""
    step = make_step()
    for _ in range(WARM_STEPS):
        step()
    costs = []
    for _ in range(STEPS):
        start = time.perf_counter()
        moved = step()
        costs.append((time.perf_counter() - start) / moved * 1e6)
    return statistics.median(costs)


def _with_snapshot(contender: Contender, url: str, held: bool) -> float:
    """Acks a second at the end of some seconds."""
    produce = contender.producer(url, PushShape(BATCH))
    consume = contender.consumer(url, BATCH)
    with psycopg.connect(url) as holder:
        holder.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        if held:
            holder.execute("select 1")
        start = time.perf_counter()
        judged = start + SNAPSHOT_SECONDS * 2 / 3
        acked = 0
        while (now := time.perf_counter()) < start + SNAPSHOT_SECONDS:
            produce()
            moved = consume()
            acked += moved if now >= judged else 0
        return acked / (time.perf_counter() - judged)
