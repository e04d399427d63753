"""`python -m tests.bench`: Regent and its rivals in one Postgres; `make bench` runs it."""

from __future__ import annotations

import argparse
import dataclasses
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.bench.arena import Arena
from tests.bench.effort import FULL, QUICK, Effort
from tests.bench.growth import growth, snapshot
from tests.bench.handlers import handlers
from tests.bench.heartbeats import heartbeats
from tests.bench.http import http
from tests.bench.log import log
from tests.bench.pops import groups, pops
from tests.bench.pushes import pushes
from tests.bench.report import LIMITS, Section, for_markdown, for_terminal, read_limits
from tests.bench.waiting import waiting
from tests.bench.wal import wal

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "benchmarks.md"
FAMILIES: dict[str, Callable[[Arena, Effort], list[Section]]] = {
    "push": pushes,
    "pop": pops,
    "groups": groups,
    "waiting": waiting,
    "heartbeats": heartbeats,
    "wal": wal,
    "handlers": handlers,
    "http": http,
    "growth": growth,
    "snapshot": snapshot,
    "log": log,
}
_SETTINGS = ("fsync", "synchronous_commit", "full_page_writes", "shared_buffers", "autovacuum")


def main() -> int:
    """Measure and print; write the document after a complete run."""
    arguments = _arguments()
    effort = QUICK if arguments.quick else dataclasses.replace(FULL, huge=arguments.huge)
    started = time.monotonic()
    sections: list[Section] = []
    place = tempfile.TemporaryDirectory(prefix="regent-bench-", dir=arguments.folder)
    with place as folder, Arena(Path(folder)) as arena:
        about = describe(arena)
        for line in about.items():
            print("{}: {}".format(*line))
        for name in arguments.only or FAMILIES:
            family = time.monotonic()
            flush = f"a flush to disk took {flush_ms(Path(folder)):.2f} ms just before"
            for section in FAMILIES[name](arena, effort):
                sections.append(dataclasses.replace(section, note=f"{section.note} ({flush}.)"))
                print(for_terminal(section), flush=True)
            print(f"({name}: {time.monotonic() - family:.0f} s; {flush})", flush=True)
    missed = [row.shape for section in sections for row in section.rows if row.reached is False]
    print(f"\n{len(missed)} figures missed; {time.monotonic() - started:.0f} s in all")
    if not (arguments.quick or arguments.only or arguments.folder):
        write(sections, about)
        print(f"written: {DOCUMENT.relative_to(ROOT)}")
    return 0


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


def write(sections: Sequence[Section], about: dict[str, str]) -> None:
    """The Markdown file and its pictures."""
    pictures = DOCUMENT.with_suffix("")
    pictures.mkdir(parents=True, exist_ok=True)
    for section in sections:
        for name, svg in section.pictures.items():
            (pictures / f"{name}.svg").write_text(svg)
    DOCUMENT.write_text(for_markdown(sections, about, read_limits(LIMITS.read_text())))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a minute; writes nothing")
    parser.add_argument(
        "--folder", help="keep the data there; /dev/shm shows what all costs without a disk"
    )
    parser.add_argument("--huge", action="store_true", help="growth up to 10,000,000 messages")
    parser.add_argument(
        "--only", nargs="+", choices=FAMILIES, metavar="NAME", help="; ".join(FAMILIES)
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
