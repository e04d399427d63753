"""How much is measured: everything, or what fits a minute."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Sizes of a run."""

    rounds: int
    seconds: float  # of a round
    clients: tuple[int, ...]
    batches: tuple[int, ...]  # of pushes
    partitions: tuple[int, ...]  # for pops that find little
    backlog: float  # share of the usual one: shorter rounds need less
    all_rivals: bool
    growth: bool
    huge: bool = False


FULL = Effort(
    rounds=3,
    seconds=0.6,
    clients=(1, 4, 8),
    batches=(1, 100, 1_000),
    partitions=(10_000, 100_000),
    backlog=1.0,
    all_rivals=True,
    growth=True,
)
QUICK = Effort(
    rounds=1,
    seconds=0.3,
    clients=(1, 8),
    batches=(1, 100),
    partitions=(1_000, 10_000),
    backlog=0.5,
    all_rivals=False,
    growth=False,
)
