"""The two programs of README.md as they are written, in processes that a test kills at will."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

from regent import Regent
from tests.docs.markdown import blocks
from tests.local.conftest import AS_MANY_AS_CORES, LocalServer, postgres_pid
from tests.quickstart.conftest import ROOT
from tests.support.clock import Clock

CUSTOMERS: Final = 10
STUCK_SECONDS: Final = 120.0
#: The lease of a consumer, and a little: after it, what a dead worker held is free.
BEYOND_LEASE_SECONDS: Final = 61.0


def programs() -> dict[str, str]:
    """The programs of the first page that begin with the name of their file."""
    found = [block.text for block in blocks((ROOT / "README.md").read_text())]
    return {text[2 : text.index("\n")]: text for text in found if text.startswith("# ")}


class Newcomer:
    """A server with a port of its own, a producer, and workers whose lines go into one journal."""

    def __init__(self, folder: Path, orders: int, work: str | None = None) -> None:
        self.folder, self.orders = folder, orders
        self.journal = folder / "journal"
        written = programs()
        produce = written["produce.py"]
        assert produce.count("range(100)") == 1
        (folder / "produce.py").write_text(produce.replace("range(100)", f"range({orders})"))
        (folder / "work.py").write_text(work or written["work.py"])
        (folder / "server").mkdir()
        self.server = LocalServer(
            folder / "server", AS_MANY_AS_CORES, handlers="functions.handlers"
        )
        self.clock = Clock(self.server.database_url)
        self.workers: list[subprocess.Popen[bytes]] = []
        self.producer: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.producer):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()
        self.server.stop()

    def _run(self, name: str) -> subprocess.Popen[bytes]:
        with self.journal.open("ab") as journal, (self.folder / "complaints").open("ab") as said:
            return subprocess.Popen(
                [sys.executable, name],
                cwd=self.folder,
                env={
                    "PATH": os.environ["PATH"],
                    "PYTHONPATH": f"{self.folder}:{ROOT / 'shared'}",
                    "REGENT_URL": self.server.url,
                },
                stdout=journal,
                stderr=said,
            )

    def work(self) -> None:
        """Start a worker."""
        self.workers.append(self._run("work.py"))

    def produce(self) -> None:
        """Start the producer, from its first order on."""
        self.producer = self._run("produce.py")

    def kill_worker(self, which: int = 0) -> None:
        """Kill a worker, let its lease end, and start another one."""
        dead = self.workers.pop(which)
        dead.kill()
        dead.wait()
        self.clock.advance(BEYOND_LEASE_SECONDS)
        self.work()

    def kill_producer(self) -> None:
        """Kill the producer, and start it again."""
        assert self.producer is not None
        self.producer.kill()
        self.producer.wait()
        self.produce()

    def kill_server(self) -> None:
        """Kill the server and its Postgres, and start them again on the same port."""
        postgres = postgres_pid(self.server.folder)
        self.server.stop(signal.SIGKILL)
        os.kill(postgres, signal.SIGKILL)
        port = AS_MANY_AS_CORES | {"REGENT_PORT": str(self.server.port)}
        self.server = LocalServer(self.folder / "server", port, handlers="functions.handlers")
        self.clock.advance(0)

    def handled(self) -> list[tuple[str, int]]:
        """Customer and number of each order that was handled, in the order of handling."""
        if not self.journal.exists():
            return []
        lines = self.journal.read_text().splitlines()
        return [(customer, int(number)) for customer, number in map(str.split, lines)]

    def wait_until(self, holds: Callable[[], object]) -> None:
        """Look again and again; fail when it does not come true."""
        deadline = time.monotonic() + STUCK_SECONDS
        while not holds():
            assert time.monotonic() < deadline, (self.folder / "complaints").read_text()[-3000:]
            time.sleep(0.02)

    def wait_until_handled(self, orders: int) -> None:
        """Wait until so many lines are in the journal."""
        self.wait_until(lambda: len(self.handled()) >= orders)

    def wait_until_idle(self) -> None:
        """Wait until nothing is left to do."""
        with Regent(self.server.url) as regent:
            queue = regent.queue("orders")
            self.wait_until(lambda: queue.depth("billing").pending == 0)

    def finish(self) -> None:
        """Wait until the producer is through and nothing is left to do, and stop the workers."""
        assert self.producer is not None
        assert self.producer.wait(STUCK_SECONDS) == 0, (self.folder / "complaints").read_text()
        self.clock.advance(BEYOND_LEASE_SECONDS)
        self.wait_until_idle()
        with Regent(self.server.url) as regent:
            queue = regent.queue("orders")
            for worker in self.workers:
                worker.terminate()
            assert [worker.wait(STUCK_SECONDS) for worker in self.workers] == [0] * len(
                self.workers
            )
            assert queue.depth("billing").processing == 0
            assert sum(row.messages for row in queue.list_partitions()) == self.orders
            assert regent.dead_letters(queue="orders").summary().count == 0


def lost(handled: Sequence[tuple[str, int]], orders: int) -> list[int]:
    """The orders that nobody handled."""
    return sorted(set(range(orders)) - {number for _, number in handled})


def out_of_order(handled: Sequence[tuple[str, int]]) -> list[str]:
    """The orders that were handled before one that was pushed before them. One that comes again
    after a crash is no complaint."""
    complaints = []
    highest: dict[str, int] = defaultdict(lambda: -1)
    for customer, number in handled:
        following = int(customer[1:]) if highest[customer] < 0 else highest[customer] + CUSTOMERS
        if number > following:
            complaints.append(f"{customer}: {number} before {following}")
        highest[customer] = max(highest[customer], number)
    return complaints
