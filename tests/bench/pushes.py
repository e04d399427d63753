"""Pushes, against a bare insert."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tests.bench.arena import Arena
from tests.bench.clients import Measured, measure, take_turns
from tests.bench.contenders import Contender, PushShape
from tests.bench.effort import Effort
from tests.bench.ours import Regent
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.rivals.bare import Bare
from tests.bench.rivals.keyed import FORMS, Keyed
from tests.bench.rivals.pgmq import Pgmq
from tests.bench.rivals.pgqueuer import PgQueuer
from tests.bench.rivals.procrastinate import Procrastinate

#: A name in the table, the contender, and how it sends.
Shape = tuple[str, Contender, PushShape]
NOTE = (
    "256-byte payloads into 1,000 partitions with a consumer group that follows them. A batch goes"
    " to one partition, or each of its messages to a partition drawn anew (a batch of 1: always"
    " drawn anew). Producers give no transaction ids. The bare insert stores the same rows under"
    " the same two keys (order, deduplication) by hand, in the faster of two forms, multi-row"
    " VALUES or columns. The keyless insert has a number for its only key, and COPY fills that"
    " table. pgmq, pgqueuer, procrastinate and the keyless table know no partitions: their numbers"
    " stand in both rows. Requests that are together are those of several producers that wait in"
    " the one-machine server: it sends them in one statement. Their yardstick is one connection,"
    " too."
)
#: To a bare insert, by number of clients. Producers of spread batches wait for each other's
#: partitions, so more of them reach less.
REACH_ONE = {1: "≥ 0.75x", 4: "≥ 0.65x", 8: "≥ 0.65x"}
REACH_SPREAD = {1: "≥ 0.6x", 4: "≥ 0.53x", 8: "≥ 0.5x"}
REACH_ONE_PARTITION = "≥ 0.8x"
REACH_TOGETHER = "≥ 0.7x"
TOGETHER = 4
FORM_ROUNDS, FORM_SECONDS = 3, 0.2


def pushes(arena: Arena, effort: Effort) -> list[Section]:
    """A row for each batch size, way to spread and number of clients."""
    rows: list[Row] = []
    for batch in effort.batches:
        form = _faster_form(arena, batch)
        rows += _rows(arena, effort, batch, form)
        if batch == 100:
            rows.append(_together(arena, effort, batch, form))
    rows.sort(key=lambda row: row.shape)
    return [Section("Push", NOTE, rows)]


def reach(batch: int, clients: int, spread: bool) -> Target:
    """The figures to reach."""
    if batch == 1:
        return Target.parse(REACH_ONE[clients])
    return Target.parse(REACH_SPREAD[clients] if spread else REACH_ONE_PARTITION)


def _rows(arena: Arena, effort: Effort, batch: int, form: str) -> list[Row]:
    one, spread = PushShape(batch), PushShape(batch, spread=True)
    shapes: list[Shape] = [
        ("spread", Regent(), spread),
        ("bare insert spread", Keyed(form), spread),
        ("keyless insert", Bare("values"), one),
        ("COPY", Bare("copy"), one),
        ("pgmq", Pgmq(), one),
    ]
    if batch > 1:
        shapes.insert(0, ("one", Regent(), one))
        shapes.insert(1, ("bare insert", Keyed(form), one))
    results = push_results(arena, effort, shapes, effort.clients)
    if effort.all_rivals:
        slow: list[Shape] = [("pgqueuer", PgQueuer(), one), ("procrastinate", Procrastinate(), one)]
        for clients, measured in push_results(arena, effort, slow, effort.clients).items():
            results[clients] |= measured
    rows = []
    for clients, measured in results.items():
        rates = {name: result.messages_per_second for name, result in measured.items()}
        ours = {kind: rates.pop(kind) for kind in ("one", "spread") if kind in rates}
        bare = {"spread": rates.pop("bare insert spread"), "one": rates.pop("bare insert", 0.0)}
        for kind, rate in ours.items():
            words = {"one": ", one partition a batch", "spread": ", spread" if batch > 1 else ""}
            target = reach(batch, clients, kind == "spread")
            shape = f"push {batch:,}{words[kind]}"
            numbers = {REGENT: rate, "bare insert": bare[kind]} | rates
            rows.append(Row(shape, "msg/s", numbers, clients, "bare insert", target))
    return rows


def _together(arena: Arena, effort: Effort, batch: int, form: str) -> Row:
    shapes: list[Shape] = [
        (REGENT, Regent(), PushShape(batch, spread=True, together=TOGETHER)),
        ("bare insert", Keyed(form), PushShape(batch, spread=True)),
    ]
    measured = push_results(arena, effort, shapes, (1,))[1]
    numbers = {name: result.messages_per_second for name, result in measured.items()}
    shape = f"push {batch}, spread, {TOGETHER} requests together"
    return Row(shape, "msg/s", numbers, 1, "bare insert", Target.parse(REACH_TOGETHER))


def push_results(
    arena: Arena, effort: Effort, shapes: Sequence[Shape], clients: Sequence[int]
) -> dict[int, dict[str, Measured]]:
    """By number of clients, by contender."""
    results = {}
    with arena.databases(*(contender for _, contender, _ in shapes)) as urls:
        for number in clients:
            plays = {
                name: partial(
                    measure, partial(contender.producer, url, shape), number, effort.seconds
                )
                for (name, contender, shape), url in zip(shapes, urls, strict=True)
            }
            results[number] = take_turns(effort.rounds, plays)
    return results


def _faster_form(arena: Arena, batch: int) -> str:
    """The faster way to insert a batch by hand."""
    contenders = {form: Keyed(form) for form in FORMS}
    with arena.databases(*contenders.values()) as urls:
        plays = {
            form: partial(measure, partial(bare.producer, url, PushShape(batch)), 1, FORM_SECONDS)
            for (form, bare), url in zip(contenders.items(), urls, strict=True)
        }
        rates = take_turns(FORM_ROUNDS, plays)
    return max(rates, key=lambda form: rates[form].messages_per_second)
