"""Runs of all families, one after the other, and the rows that sum them up."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tests.bench.report import Row, Section

#: Measures a family in the run of that number; the first is 0.
Measure = Callable[[int], list[Section]]


@dataclass(frozen=True)
class Played:
    """A family in one run, and all that is known of it by then."""

    name: str
    run: int
    is_last: bool
    seconds: float
    sections: list[Section]  # of this run and of those before


def play(families: Mapping[str, Measure], runs: int, once: frozenset[str]) -> Iterator[Played]:
    """A B C A B C …: the runs of a family lie as far apart as the bench lasts. Those of ``once``
    run in the first round only."""
    seen: dict[str, list[list[Section]]] = {name: [] for name in families}
    for run in range(runs):
        for name, measure in families.items():
            if run and name in once:
                continue
            start = time.monotonic()
            seen[name].append(measure(run))
            seconds = time.monotonic() - start
            is_last = run == runs - 1 or name in once
            yield Played(name, run, is_last, seconds, summed_up(seen[name]))


def summed_up(runs: Sequence[Sequence[Section]]) -> list[Section]:
    """The sections of the first run, each row with the medians of all runs."""
    if len(runs) == 1:
        return list(runs[0])
    return [
        replace(section, rows=_rows([run[place] for run in runs]))
        for place, section in enumerate(runs[0])
    ]


def _rows(runs: Sequence[Section]) -> list[Row]:
    found = [{(row.shape, row.clients): row for row in run.rows} for run in runs]
    if any(rows.keys() != found[0].keys() for rows in found):
        raise ValueError(f"{runs[0].title}: the runs do not have the same rows")
    return [_summed_up(tuple(rows[key] for rows in found)) for key in found[0]]


def _summed_up(runs: tuple[Row, ...]) -> Row:
    names = dict.fromkeys(name for run in runs for name in run.numbers)
    numbers = {
        name: statistics.median(run.numbers[name] for run in runs if name in run.numbers)
        for name in names
    }
    return replace(runs[0], numbers=numbers, runs=runs)
