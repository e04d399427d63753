"""`python -m tests.bench.cpu`: the database's cost of a message, for the cost table.

It measures processor time of all of the server's processes (checkpointer, writers and vacuum
included), bytes of write-ahead log, and bytes that a stored message takes.
shared/regent/costs/measured.py holds the printed numbers, those of a batch as sums of its messages.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg

from tests.bench.arena import Arena, execute
from tests.bench.clients import elsewhere
from tests.bench.contenders import PushShape, Step
from tests.bench.ours import Regent

#: Messages of one measurement, for batches of one and of a hundred.
MESSAGES = {1: 20_000, 100: 400_000}
#: Pops of an empty queue.
LOOKS = 20_000
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
_SIZE = "select sum(pg_total_relation_size(oid)) from pg_class where relname = 'messages'"


@dataclass(frozen=True)
class Cost:
    """The cost of one message."""

    processor_us: float
    wal_bytes: float


def main() -> None:
    """Measure, print."""
    with tempfile.TemporaryDirectory(prefix="cpu-") as folder, Arena(Path(folder)) as arena:
        for batch, messages in MESSAGES.items():
            regent = Regent()
            with arena.databases(regent) as (url,):
                shape = PushShape(batch, spread=batch > 1)
                pushed = partial(cost, url, partial(regent.producer, url, shape), messages)
                print(f"push {batch}: {elsewhere(pushed)}")
                stored = execute(url, "select count(*) from queen.messages")[0][0]
                size = execute(url, _SIZE)[0][0]
                print(f"stored: {float(size) / stored:.0f} bytes a message")
            regent = Regent()
            with arena.databases(regent) as (url,):
                elsewhere(partial(regent.fill, url, 2 * messages, batch))
                execute(url, "vacuum analyze")
                consumed = partial(cost, url, partial(regent.consumer, url, batch), messages)
                print(f"pop + ack {batch}: {elsewhere(consumed)}")
        regent = Regent()
        with arena.databases(regent) as (url,):
            looked = partial(cost, url, partial(empty_pops, regent, url), LOOKS)
            print(f"empty pop: {elsewhere(looked)}")


def empty_pops(regent: Regent, url: str) -> Step:
    """Pops of an empty queue, each counted as one message."""
    consume = regent.consumer(url, 1)
    return lambda: 1 + consume()


def cost(url: str, make_step: Callable[[], Step], messages: int) -> Cost:
    """The cost of a message, as an average over that many. A fifth more come first, to fill caches
    and plans."""
    step = make_step()
    move(step, messages // 10)
    execute(url, "checkpoint")
    move(step, messages // 10)
    wal = position(url)
    processor = processor_seconds(url)
    moved = move(step, messages)
    return Cost(
        processor_us=round((processor_seconds(url) - processor) / moved * 1e6, 1),
        wal_bytes=round((position(url) - wal) / moved, 1),
    )


def move(step: Callable[[], int], messages: int) -> int:
    """Step until that many messages were moved; returns the number."""
    moved = 0
    while moved < messages and (count := step()):
        moved += count
    return moved


def position(url: str) -> int:
    """Bytes of write-ahead log since the beginning."""
    return int(execute(url, "select pg_current_wal_insert_lsn() - '0/0'::pg_lsn")[0][0])


def processor_seconds(url: str) -> float:
    """Seconds of the server, of its processes, and of those that it saw end."""
    server = server_of(url)
    ticks = sum(_times(server))
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process ended meanwhile
            if _parent(int(process.name)) == server:
                ticks += sum(_times(int(process.name))[:2])
    return ticks / _TICKS_PER_SECOND


def server_of(url: str) -> int:
    """The server's first process, of which all others are children."""
    with psycopg.connect(url) as connection:
        return _parent(connection.info.backend_pid)


def seconds_of(pids: Iterable[int]) -> float:
    """Seconds of processes that are there, and of those that they saw end."""
    ticks = 0
    for pid in pids:
        with suppress(OSError):  # it ended meanwhile
            ticks += sum(_times(pid))
    return ticks / _TICKS_PER_SECOND


def _fields(pid: int) -> list[str]:
    """The fields after the name, which may hold spaces."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _parent(pid: int) -> int:
    return int(_fields(pid)[1])


def _times(pid: int) -> list[int]:
    """User and system time, and both of children that have ended."""
    return [int(field) for field in _fields(pid)[11:15]]


if __name__ == "__main__":
    main()
