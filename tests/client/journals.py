"""What must hold of a group whose members are killed: checked against what each wrote down.

A journal is a list of lines (worker.py says which); a sample is the committed offsets at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

Journals = Mapping[str, Sequence[str]]
Offsets = Mapping[int, int]


def lost(ends: Offsets, journals: Journals) -> list[str]:
    """Records that nobody processed."""
    processed = {tuple(map(int, line.split()[1:])) for line in _lines(journals, "p")}
    return [
        f"{partition}/{offset} was lost"
        for partition, end in sorted(ends.items())
        for offset in range(end)
        if (partition, offset) not in processed
    ]


def out_of_order(journals: Journals) -> list[str]:
    """From when a consumer is given a partition it reads one offset after the other."""
    complaints = []
    for worker, lines in journals.items():
        last: dict[int, int] = {}
        for line in lines:
            kind, first, second = line.split()
            if kind == "a":
                last.pop(int(second), None)
                continue
            partition, offset = int(first), int(second)
            if partition in last and offset != last[partition] + 1:
                complaints.append(f"{worker}: {partition}/{offset} after {last[partition]}")
            last[partition] = offset
    return complaints


def shared(journals: Journals) -> list[str]:
    """Partitions that two consumers were given by one rebalance."""
    owners: dict[tuple[str, str], str] = {}
    complaints = []
    for worker, lines in journals.items():
        for line in lines:
            kind, generation, partition = line.split()
            owner = owners.setdefault((generation, partition), worker) if kind == "a" else worker
            if owner != worker:
                complaints.append(f"{partition} was {owner}'s and {worker}'s in {generation}")
    return complaints


def gone_back(samples: Sequence[Offsets]) -> list[str]:
    """Committed offsets that were higher before."""
    return [
        f"{partition} went from {before[partition]} to {after[partition]}"
        for before, after in pairwise(samples)
        for partition in before
        if after[partition] < before[partition]
    ]


def _lines(journals: Journals, kind: str) -> list[str]:
    return [line for lines in journals.values() for line in lines if line.startswith(kind)]
