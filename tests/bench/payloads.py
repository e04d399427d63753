"""Pushes and pops of larger messages."""

from __future__ import annotations

from tests.bench.arena import Arena
from tests.bench.contenders import Contender, PushShape
from tests.bench.effort import Effort
from tests.bench.ours import Regent
from tests.bench.pops import pop_rates
from tests.bench.pushes import Shape, push_results
from tests.bench.report import REGENT, Row, Section
from tests.bench.rivals.keyed import Keyed
from tests.bench.rivals.pgmq import Pgmq

NOTE = (
    "As above, with payloads of 1 kB and 64 kB; the text in them cannot be compressed. A batch goes"
    " to one partition. Pushes stand beside a bare insert (multi-row VALUES), pop and ack beside"
    " pgmq."
)
BATCH = 10


def payloads(arena: Arena, effort: Effort) -> list[Section]:
    """Rows for each size: push 1, push 10, pop and ack 10."""
    rows: list[Row] = []
    # The backlog: what a round takes, in 200 MB at most.
    for words, size, stored in (("1 kB", 1_000, 40_000), ("64 kB", 64_000, 3_000)):
        for batch in (1, BATCH) if effort.growth else (1,):
            shape = f"push {batch}, {words}"
            rows += _pushes(arena, effort, shape, size, batch)
        contenders: dict[str, Contender] = {REGENT: Regent(payload_bytes=size), "pgmq": Pgmq(size)}
        rates = pop_rates(arena, effort, BATCH, contenders, _clients(effort), stored=stored)
        rows += [
            Row(f"pop + ack {BATCH}, {words}", "msg/s", numbers, number, "pgmq")
            for number, numbers in rates.items()
        ]
    return [Section("Larger payloads", NOTE, rows)]


def _clients(effort: Effort) -> tuple[int, ...]:
    """One and many; in a quick run only one."""
    return (effort.clients[0], effort.clients[-1]) if effort.growth else effort.clients[:1]


def _pushes(arena: Arena, effort: Effort, words: str, size: int, batch: int) -> list[Row]:
    shape = PushShape(batch)
    shapes: list[Shape] = [
        (REGENT, Regent(payload_bytes=size), shape),
        ("bare insert", Keyed("values", size), shape),
        ("pgmq", Pgmq(size), shape),
    ]
    rows = []
    for number, results in push_results(arena, effort, shapes, _clients(effort)).items():
        rates = {name: result.messages_per_second for name, result in results.items()}
        rows.append(Row(words, "msg/s", rates, number, "bare insert"))
    return rows
