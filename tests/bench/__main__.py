"""`python -m tests.bench`: Regent and its rivals in one Postgres; `make bench` runs it."""

from __future__ import annotations

import argparse
import os
import pickle
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path

from tests.bench.arena import Arena
from tests.bench.effort import FULL, QUICK, Effort
from tests.bench.growth import growth, snapshot
from tests.bench.handlers import handlers
from tests.bench.heartbeats import heartbeats
from tests.bench.hot import hot
from tests.bench.http import http
from tests.bench.log import claims, log
from tests.bench.payloads import payloads
from tests.bench.pops import groups, pops
from tests.bench.pushes import pushes
from tests.bench.report import (
    LIMITS,
    Section,
    for_markdown,
    for_terminal,
    missed,
    read_limits,
    unexplained,
)
from tests.bench.runs import Played, play
from tests.bench.steady import steady
from tests.bench.waiting import waiting
from tests.bench.wakes import wakes
from tests.bench.wal import wal

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "benchmarks.md"
#: The figures of the last whole run, for `--rewrite`.
FIGURES = ROOT / "build" / "bench.pickle"
FAMILIES: dict[str, Callable[[Arena, Effort], list[Section]]] = {
    "push": pushes,
    "payloads": payloads,
    "pop": pops,
    "hot": hot,
    "groups": groups,
    "waiting": waiting,
    "heartbeats": heartbeats,
    "wal": wal,
    "handlers": handlers,
    "http": http,
    "wakes": wakes,
    "growth": growth,
    "snapshot": snapshot,
    "steady": steady,
    "log": log,
    "claims": claims,
}
#: They show how something grows. No ratio to a yardstick is judged in them, but in `steady`, which
#: compares the end of a long run with its middle.
ONCE = frozenset({"growth", "snapshot", "steady", "claims"})
#: Minutes for one figure: with `--huge`, or when it is asked for.
LONG = frozenset({"steady"})
_SETTINGS = ("fsync", "synchronous_commit", "full_page_writes", "shared_buffers", "autovacuum")


def main() -> int:
    """Measure and print; write the document after a complete run. 1: a figure was missed, and
    nobody has explained why."""
    arguments = _arguments()
    if arguments.rewrite:
        return finish(*pickle.loads(FIGURES.read_bytes()), whole=True)
    effort = replace(QUICK if arguments.quick else FULL, huge=arguments.huge)
    names = arguments.only or [name for name in FAMILIES if effort.huge or name not in LONG]
    started = time.monotonic()
    found: dict[str, list[Section]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="regent-bench-", dir=arguments.folder) as folder,
        Arena(Path(folder)) as arena,
    ):
        about = describe(arena)
        for line in about.items():
            print("{}: {}".format(*line))
        flushes: dict[str, list[float]] = {name: [] for name in names}

        def measure(name: str, run: int) -> list[Section]:
            flushes[name].append(flush_ms(Path(folder)))
            once_only = effort.all_rivals and run == 0
            return FAMILIES[name](arena, replace(effort, all_rivals=once_only))

        measures = {name: partial(measure, name) for name in names}
        for played in play(measures, effort.runs, ONCE):
            found[played.name] = _noted(played, flushes[played.name])
            if played.is_last:
                print("\n".join(map(for_terminal, found[played.name])), flush=True)
            print(f"({_progress(played, effort.runs)})", flush=True)
    print(f"\n{time.monotonic() - started:.0f} s in all")
    sections = [section for each in found.values() for section in each]
    whole = not (arguments.quick or arguments.only or arguments.folder)
    if whole:
        FIGURES.parent.mkdir(exist_ok=True)
        FIGURES.write_bytes(pickle.dumps((sections, about, effort.runs)))
    return finish(sections, about, effort.runs, whole=whole)


def finish(sections: Sequence[Section], about: dict[str, str], runs: int, *, whole: bool) -> int:
    """Say what was missed. Without an explanation that is a failure, and nothing is written."""
    limits = read_limits(LIMITS.read_text())
    print(f"{len(missed(sections))} figures missed")
    if lines := unexplained(sections, limits):
        print("missed, and tests/bench/limits.md has no heading that says why:")
        print("\n".join(f"  {line}" for line in lines))
        if whole:
            print('explain it there, then: make bench ARGS="--rewrite"')
        return 1
    if whole:
        write(sections, about, runs)
        print(f"written: {DOCUMENT.relative_to(ROOT)}")
        for shape in sorted(limits.keys() - {row.shape for row in missed(sections)}):
            print(f"tests/bench/limits.md explains {shape!r}, which this run did not miss: drop it")
    return 0


def _noted(played: Played, flushes: Sequence[float]) -> list[Section]:
    times = ", ".join(f"{each:.2f}" for each in flushes)
    note = f"(A flush to disk took {times} ms just before{' each run' * (len(flushes) > 1)}.)"
    return [replace(section, note=f"{section.note} {note}") for section in played.sections]


def _progress(played: Played, runs: int) -> str:
    return f"{played.name}, run {played.run + 1} of {runs}: {played.seconds:.0f} s"


def describe(arena: Arena) -> dict[str, str]:
    """When, on what machine, with which versions and settings."""
    memory_bytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    settings = ", ".join(f"{name} = {arena.execute('show ' + name)[0][0]}" for name in _SETTINGS)
    rivals = ", ".join(f"{name} {version(name)}" for name in ("pgmq", "pgqueuer", "procrastinate"))
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{os.cpu_count()} cores, {memory_bytes / 2**30:.0f} GiB, {platform.release()}",
        "Python": platform.python_version(),
        "Postgres": f"{arena.execute('show server_version')[0][0]}; {settings}; checkpoints between"
        " shapes only; everything else as `make run` has it",
        "rivals": rivals,
    }


def flush_ms(folder: Path) -> float:
    """Median of fdatasync, which every commit waits for: other work on the disk shows here."""
    path = folder / "flushed"
    times = []
    with path.open("wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"\0" * 8192)
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    path.unlink()
    return statistics.median(times) * 1000


def write(sections: Sequence[Section], about: dict[str, str], runs: int) -> None:
    """The Markdown file and its pictures."""
    pictures = DOCUMENT.with_suffix("")
    pictures.mkdir(parents=True, exist_ok=True)
    for section in sections:
        for name, svg in section.pictures.items():
            (pictures / f"{name}.svg").write_text(svg)
    DOCUMENT.write_text(for_markdown(sections, about, read_limits(LIMITS.read_text()), runs))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "--quick", action="store_true", help="one short run, about a minute or two; writes nothing"
    )
    parser.add_argument(
        "--folder", help="keep the data there; /dev/shm shows what all costs without a disk"
    )
    parser.add_argument(
        "--huge", action="store_true", help="growth and steady load with 10,000,000 messages"
    )
    parser.add_argument(
        "--only", nargs="+", choices=FAMILIES, metavar="NAME", help="; ".join(FAMILIES)
    )
    parser.add_argument(
        "--rewrite",
        action="store_true",
        help="measure nothing; write the last whole run again, with today's explanations",
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
