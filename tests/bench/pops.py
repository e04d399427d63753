"""Pop and ack, against pgmq's read and delete; and ten groups, against ten copies."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Mapping, Sequence
from functools import partial

from tests.bench.arena import Arena, execute
from tests.bench.clients import Measured, elsewhere, measure, take_turns
from tests.bench.contenders import Contender, Step
from tests.bench.effort import Effort
from tests.bench.ours import Regent, TakesNext
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.rivals.pgmq import Pgmq
from tests.bench.rivals.pgqueuer import PgQueuer
from tests.bench.rivals.procrastinate import Procrastinate

NOTE = (
    "A client pops a batch from one partition and acks it, in two requests; with `next` it acks and"
    " takes the next batch in one. Its ack says that all is completed up to the last message, as"
    " the Python client's does. Regent's backlog lies in 1,000 partitions, at least a batch in"
    " each. pgmq reads and deletes, pgqueuer dequeues and logs (both at the same batch),"
    " procrastinate fetches and finishes, which it does one by one."
)
GROUPS_NOTE = (
    "Every message goes to ten groups, at 100 a batch: Regent stores it once, pgmq (which has no"
    " groups) in ten queues. Deliveries per second; the second row counts the time of storing, too."
)
#: To pgmq, by batch and number of clients. A batch of 1 is two commits on both sides.
REACH = {
    10: {1: "≥ 1.5x", 4: "≥ 1.5x", 8: "≥ 1.5x"},
    100: {1: "≥ 2.3x", 4: "≥ 2.5x", 8: "≥ 3x"},
}
REACH_NEXT = {
    10: {1: "≥ 2x", 4: "≥ 2x", 8: "≥ 2x"},
    100: {1: "≥ 3.5x", 4: "≥ 3.5x", 8: "≥ 3.5x"},
}
REACH_GROUPS = "≥ 1.6x"
#: Messages in store at the start of a round, by batch: more than it can take.
BACKLOG = {1: 8_000, 10: 40_000, 100: 200_000}
GROUPS = [f"group-{number}" for number in range(10)]
GROUPS_BACKLOG = 20_000


def pops(arena: Arena, effort: Effort) -> list[Section]:
    """A row for each batch size and number of clients."""
    rows: list[Row] = []
    for batch in (1, 10, 100) if effort.growth else (10, 100):
        rows += _rows(arena, effort, batch)
        rows += _next_rows(arena, effort, batch)
    return [Section("Pop and ack", NOTE, rows)]


def groups(arena: Arena, effort: Effort) -> list[Section]:
    """Two rows for each number of clients."""
    if not effort.growth:
        return []
    rows: list[Row] = []
    for clients in effort.clients:
        rows += _groups_rows(arena, effort, clients)
    rows.sort(key=lambda row: row.shape)
    return [Section("Ten groups over the same messages", GROUPS_NOTE, rows)]


def _groups_rows(arena: Arena, effort: Effort, clients: int) -> list[Row]:
    contenders: dict[str, Contender] = {REGENT: TenGroups(), "pgmq": TenQueues()}
    stored: dict[str, float] = {}

    def play(name: str, url: str) -> Measured:
        stored[name] = elsewhere(partial(_timed_fill, contenders[name], url))
        execute(url, "vacuum analyze")
        return measure(partial(contenders[name].consumer, url, 100), clients, effort.seconds)

    with arena.databases(*contenders.values()) as urls:
        plays = {n: partial(play, n, url) for n, url in zip(contenders, urls, strict=True)}
        played = take_turns(effort.rounds, plays)
    rates = {name: measured.messages_per_second for name, measured in played.items()}
    deliveries = len(GROUPS) * GROUPS_BACKLOG
    both = {name: deliveries / (deliveries / rates[name] + stored[name]) for name in rates}
    unit = "deliveries/s"
    return [
        Row("10 groups", unit, rates, clients, "pgmq", Target.parse(REACH_GROUPS)),
        Row("10 groups, with the push", unit, both, clients, "pgmq"),
    ]


class TenGroups(Regent):
    """Regent with a client that takes for each group in turn."""

    def __init__(self, groups: Sequence[str] = GROUPS) -> None:
        super().__init__(groups=groups)

    def consumer(self, url: str, batch: int, group: str = "") -> Step:
        """Groups in turn, starting with a random one."""
        return in_turn([super(TenGroups, self).consumer(url, batch, name) for name in self.groups])


class TenQueues(Pgmq):
    """pgmq with a queue for each group."""

    def install(self, url: str) -> None:
        """The schema and the queues."""
        super().install(url)
        for name in GROUPS:
            execute(url, "select pgmq.create(%s)", _queue(name))

    def consumer(self, url: str, batch: int, name: str = "") -> Step:
        """Queues in turn, starting with a random one."""
        return in_turn([super(TenQueues, self).consumer(url, batch, _queue(n)) for n in GROUPS])

    def fill(self, url: str, messages: int, batch: int, name: str = "") -> None:
        """A copy for each queue."""
        for group in GROUPS:
            super().fill(url, messages, batch, _queue(group))


def in_turn(steps: Sequence[Step]) -> Step:
    """Steps one after the other; done when all of them in a row moved nothing."""
    start = random.randrange(len(steps))
    turns = itertools.cycle([*steps[start:], *steps[:start]])
    return lambda: next(filter(None, (next(turns)() for _ in steps)), 0)


def _queue(group: str) -> str:
    return group.replace("-", "_")


def _rows(arena: Arena, effort: Effort, batch: int) -> list[Row]:
    rivals: dict[str, Contender] = {REGENT: Regent(), "pgmq": Pgmq()}
    rates = pop_rates(arena, effort, batch, rivals, effort.clients)
    if effort.all_rivals:
        slow: dict[str, Contender] = {"pgqueuer": PgQueuer()}
        if batch == 1:
            slow["procrastinate"] = Procrastinate()
        for clients, more in pop_rates(arena, effort, batch, slow, effort.clients).items():
            rates[clients] |= more
    return [
        Row(f"pop + ack {batch}", "msg/s", numbers, clients, "pgmq", reach(batch, clients))
        for clients, numbers in rates.items()
    ]


def _next_rows(arena: Arena, effort: Effort, batch: int) -> list[Row]:
    contenders: dict[str, Contender] = {REGENT: TakesNext(), "pgmq": Pgmq()}
    rates = pop_rates(arena, effort, batch, contenders, effort.clients)
    shape = f"pop + ack {batch}, with next"
    return [
        Row(shape, "msg/s", numbers, clients, "pgmq", reach(batch, clients, REACH_NEXT))
        for clients, numbers in rates.items()
    ]


def reach(
    batch: int, clients: int, figures: Mapping[int, Mapping[int, str]] = REACH
) -> Target | None:
    """The figures to reach."""
    return Target.parse(figures[batch][clients]) if batch in figures else None


def pop_rates(
    arena: Arena,
    effort: Effort,
    batch: int,
    contenders: Mapping[str, Contender],
    clients: Sequence[int],
    *,
    stored: int = 0,
) -> dict[int, dict[str, float]]:
    """Messages a second, by number of clients, by contender. ``stored``: not the usual backlog."""
    backlog = int((stored or BACKLOG[batch]) * effort.backlog)

    def play(contender: Contender, url: str, clients: int) -> Measured:
        elsewhere(partial(contender.fill, url, backlog, batch))
        execute(url, "vacuum analyze")
        return measure(partial(contender.consumer, url, batch), clients, effort.seconds)

    rates = {}
    with arena.databases(*contenders.values()) as urls:
        for number in clients:
            plays = {
                name: partial(play, contender, url, number)
                for (name, contender), url in zip(contenders.items(), urls, strict=True)
            }
            results = take_turns(effort.rounds, plays)
            rates[number] = {name: result.messages_per_second for name, result in results.items()}
    return rates


def _timed_fill(contender: Contender, url: str) -> float:
    start = time.perf_counter()
    contender.fill(url, GROUPS_BACKLOG, 100)
    return time.perf_counter() - start
