"""Pops that find nothing, or one message in very many partitions."""

from __future__ import annotations

import random
import statistics
import time
from functools import partial

from regent.stores.queue_types import PopRequest
from tests.bench.arena import Arena
from tests.bench.clients import elsewhere
from tests.bench.contenders import Step, payload
from tests.bench.effort import Effort
from tests.bench.ours import QUEUE, Regent, acks, connect, partition_name
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.rivals.pgmq import Pgmq

NOTE = (
    "One client. p50 of the pop alone: nothing is pending, or one message in one partition of so"
    " many. pgmq reads an empty queue; it has no partitions to search."
)
NEEDLES = 300


def waiting(arena: Arena, effort: Effort) -> list[Section]:
    """Two rows for each number of partitions."""
    rows = []
    for partitions in effort.partitions:
        regent, pgmq = Regent(partitions), Pgmq()
        with arena.databases(regent, pgmq) as (ours, theirs):
            times = {
                name: elsewhere(partial(_p50_of_empty, contender, url))
                for name, contender, url in ((REGENT, regent, ours), ("pgmq", pgmq, theirs))
            }
            needle = elsewhere(partial(_p50_of_needles, ours, partitions))
        shape = f"empty pop, {partitions:,} partitions"
        rows.append(Row(shape, "ms", times, 1, "pgmq", Target.parse("≤ 0.1 ms")))
        shape = f"needle pop, 1 of {partitions:,} partitions"
        rows.append(Row(shape, "ms", {REGENT: needle}, 1, None, Target.parse("≤ 0.35 ms")))
    return [Section("Pops that find little", NOTE, sorted(rows, key=lambda row: row.shape))]


def _p50_of_empty(contender: Regent | Pgmq, url: str) -> float:
    step = contender.consumer(url, 1)
    times = [_timed(step) for _ in range(2_000)]
    return statistics.median(times[200:]) * 1000


def _p50_of_needles(url: str, partitions: int) -> float:
    store = connect(url)
    request = PopRequest(batch=1)
    times = []
    for number in range(NEEDLES):
        name = partition_name(random.randrange(partitions))
        store.push([{"queue": QUEUE, "partition": name, "payload": payload(number)}])
        start = time.perf_counter()
        lease = store.pop(QUEUE, None, request)
        times.append(time.perf_counter() - start)
        if len(lease.messages) != 1:
            raise AssertionError("the needle was not found")
        store.ack(acks(lease))
    return statistics.median(times[NEEDLES // 10 :]) * 1000


def _timed(step: Step) -> float:
    start = time.perf_counter()
    step()
    return time.perf_counter() - start
