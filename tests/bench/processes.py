"""Memory and processor time of a bench and of the processes that it started: Spark's JVM and its
workers. The database's processes are left out: on AWS they run elsewhere."""

from __future__ import annotations

import dataclasses
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.cpu import seconds_of

#: Between two looks at the memory. One takes some twenty milliseconds of processor time.
_BETWEEN_LOOKS_SECONDS = 1.0


def family(without: int | None) -> dict[int, str]:
    """This process and its descendants, each with its kind; ``without`` one and all below it."""
    parents: dict[int, list[tuple[int, str]]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = path.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue  # the process ended meanwhile
        parents.setdefault(int(rest.split()[1]), []).append((int(path.parent.name), name))
    found = {os.getpid(): "driver"}
    for pid in (listed := [os.getpid()]):
        for child, name in parents.get(pid, []):
            if child != without:
                found[child] = "JVM" if name == "java" else "workers"
                listed.append(child)
    return found


def processor_of(without: int | None) -> float:
    """Processor seconds of all of them, and of those that they saw end."""
    return seconds_of(family(without))


@dataclasses.dataclass
class Memory:
    """The most memory that they held at once. A page that some of them share counts for each in
    equal parts, as the workers are forks of one process."""

    without: int | None
    peak_bytes: int = 0
    by_kind: dict[str, int] = dataclasses.field(default_factory=dict)
    _stop: threading.Event = dataclasses.field(default_factory=threading.Event)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """While this lasts."""
        thread = threading.Thread(target=self._watch)
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()

    def _watch(self) -> None:
        while not self._stop.wait(_BETWEEN_LOOKS_SECONDS):
            self.look()

    def look(self) -> None:
        """Look once."""
        kinds: dict[str, int] = {}
        for pid, kind in family(self.without).items():
            kinds[kind] = kinds.get(kind, 0) + _proportional_bytes(pid)
        if sum(kinds.values()) > self.peak_bytes:
            self.peak_bytes, self.by_kind = sum(kinds.values()), kinds

    def __str__(self) -> str:
        parts = ", ".join(f"{kind} {size >> 20:,}" for kind, size in sorted(self.by_kind.items()))
        return f"{self.peak_bytes >> 20:,} MiB ({parts})"


def _proportional_bytes(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0  # the process ended meanwhile
    return next(int(x.split()[1]) for x in text.splitlines() if x.startswith("Pss:")) * 1024
