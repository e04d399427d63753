"""Pops that find nothing, or one message in very many partitions."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from functools import partial

from regent.database import Database
from regent.settings import Settings
from regent.stores.queue_types import PopRequest
from tests.bench.arena import Arena
from tests.bench.clients import elsewhere, p50_in_turns, timed
from tests.bench.contenders import payload
from tests.bench.effort import Effort
from tests.bench.ours import QUEUE, Regent, acks, connect, partition_name
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.rivals.pgmq import LEASE_SECONDS, Pgmq, client

NOTE = (
    "One client. p50 of the pop alone: nothing is pending, or one message in one partition of so"
    " many. The yardstick of both is pgmq's read of an empty queue; it has no partitions to search."
    " Beside the needle stands its read of a queue with one message, which writes a lease, too."
    " `select 1` goes through Regent's driver: that is what a statement costs that does nothing."
)
REACH_EMPTY, REACH_NEEDLE = "≤ 0.65x", "≤ 1.9x"
OTHER = "other"
Steps = dict[str, Callable[[], float]]
TURNS, EMPTY_BLOCK, NEEDLE_BLOCK = 40, 50, 8


def waiting(arena: Arena, effort: Effort) -> list[Section]:
    """Two rows for each number of partitions."""
    rows = []
    for partitions in effort.partitions:
        regent, pgmq = Regent(partitions), Pgmq()
        with arena.databases(regent, pgmq) as (ours, theirs):
            for shape, prepare, block, reach in (
                ("empty pop, {:,} partitions", _empty, EMPTY_BLOCK, REACH_EMPTY),
                ("needle pop, 1 of {:,} partitions", _needles, NEEDLE_BLOCK, REACH_NEEDLE),
            ):
                steps = partial(prepare, regent, ours, theirs)
                times = elsewhere(partial(_p50s, steps, ours, theirs, block))
                name = shape.format(partitions)
                rows.append(Row(name, "ms", times, 1, "pgmq", Target.parse(reach)))
    return [Section("Pops that find little", NOTE, sorted(rows, key=lambda row: row.shape))]


def _p50s(prepare: Callable[[], Steps], ours: str, theirs: str, block: int) -> dict[str, float]:
    database = Database(Settings(database_url=ours))
    yardsticks = {
        "pgmq": timed(Pgmq().consumer(theirs, 1)),
        "select 1": timed(lambda: database.call("select 1")),
    }
    return p50_in_turns(prepare() | yardsticks, TURNS, block)


def _empty(regent: Regent, ours: str, theirs: str) -> Steps:
    return {REGENT: timed(regent.consumer(ours, 1))}


def _needles(regent: Regent, ours: str, theirs: str) -> Steps:
    return {REGENT: _needle(regent, ours), "pgmq, 1 message": _message(theirs)}


def _message(url: str) -> Callable[[], float]:
    """Sends pgmq a message, in a queue of its own; only its read counts."""
    queue, connection = client(url)
    queue.create_queue(OTHER, conn=connection)

    def step() -> float:
        queue.send(OTHER, payload(0), conn=connection)
        start = time.perf_counter()
        (message,) = queue.read_batch(OTHER, LEASE_SECONDS, 1, conn=connection)
        took = time.perf_counter() - start
        queue.delete(OTHER, message.msg_id, conn=connection)
        return took

    return step


def _needle(regent: Regent, url: str) -> Callable[[], float]:
    """Stores a message somewhere; only its pop counts."""
    store = connect(url)
    numbers = itertools.count()

    def step() -> float:
        name = partition_name(random.randrange(regent.partitions))
        store.push([{"queue": QUEUE, "partition": name, "payload": payload(next(numbers))}])
        start = time.perf_counter()
        lease = store.pop(QUEUE, None, PopRequest(batch=1))
        took = time.perf_counter() - start
        if len(lease.messages) != 1:
            raise AssertionError("the needle was not found")
        store.ack(acks(lease))
        return took

    return step
