"""How much is measured: everything, or what fits a minute or two."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """Sizes of a run."""

    runs: int  # of each family; the median ratio decides
    rounds: int  # of each contender in a run, in turns
    seconds: float  # of a round
    clients: tuple[int, ...]
    connections: tuple[int, ...]  # over HTTP
    batches: tuple[int, ...]  # of pushes
    partitions: tuple[int, ...]  # for pops that find little
    backlog: float  # share of the usual one: shorter rounds need less
    steady: int  # messages of a steady load
    all_rivals: bool  # also those that no figure is judged by
    growth: bool
    huge: bool = False


FULL = Effort(
    runs=3,
    rounds=1,
    seconds=0.6,
    clients=(1, 4, 8),
    connections=(8, 32, 128),
    batches=(1, 100, 1_000),
    partitions=(10_000, 100_000),
    backlog=1.0,
    steady=1_000_000,
    all_rivals=True,
    growth=True,
)
QUICK = Effort(
    runs=1,
    rounds=1,
    seconds=0.3,
    clients=(1, 8),
    connections=(8, 32),
    batches=(1, 100),
    partitions=(10_000,),
    backlog=0.5,
    steady=200_000,
    all_rivals=False,
    growth=False,
)
