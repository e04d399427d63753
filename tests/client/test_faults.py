"""A group of real processes that are killed, stopped and started at random while producers write
and the topic grows.

Every record is processed at least once, each consumer reads its partitions in order, no partition
has two owners in one generation, and no committed offset ever goes back. The seed of a run is
printed; REGENT_TEST_FAULT_SEED replays its choices.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from regent.client import Producer
from tests.client import journals
from tests.client.programs import ENVIRONMENT, server
from tests.local.conftest import LocalServer

__all__ = ["server"]

PARTITIONS = 6
WORKERS = 3
DRAIN_SECONDS = 60.0


class Run:
    """Workers, what they wrote down, and what was committed over time."""

    def __init__(
        self,
        server: LocalServer,
        topic: str,
        folder: Path,
        *flags: str,
        seconds_a_record: float = 0.002,
        records_a_second: int = 800,
        stops: float = 0.3,
    ) -> None:
        self.server, self.topic, self.folder, self.flags = server, topic, folder, flags
        self.seconds_a_record, self.rate, self.stops = seconds_a_record, records_a_second, stops
        seed = int(os.environ.get("REGENT_TEST_FAULT_SEED", random.randrange(1_000_000)))
        print(f"REGENT_TEST_FAULT_SEED={seed}")
        self.chance = random.Random(seed)
        self.workers: list[subprocess.Popen[bytes]] = []
        self.samples: list[dict[int, int]] = []
        self.started = 0
        self.done = threading.Event()
        self.partitions = 0
        self.make_topic(PARTITIONS)

    def make_topic(self, partitions: int) -> None:
        body = {"topic": self.topic, "partitions": partitions}
        assert self.server.client.post("/api/v1/metadata/topics", json=body).is_success
        self.partitions = partitions

    def start(self) -> None:
        journal = self.folder / f"worker-{self.started}"
        self.started += 1
        pace = str(self.seconds_a_record)
        arguments = [self.server.url, self.topic, str(journal), pace, *self.flags]
        with (self.folder / "complaints").open("ab") as complaints:
            self.workers.append(
                subprocess.Popen(
                    [sys.executable, "-m", "tests.client.worker", *arguments],
                    env=ENVIRONMENT,
                    stderr=complaints,
                )
            )

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        self.workers.remove(worker)
        worker.kill()
        worker.wait()

    def produce(self) -> None:
        """Records for all partitions, until it is over."""
        with Producer(self.server.url) as producer:
            n = 0
            while not self.done.wait(0.01):
                for _ in range(self.rate // 100):
                    producer.send(self.topic, n, partition=n % self.partitions)
                    n += 1
            producer.flush()

    def watch(self) -> None:
        """Read the committed offsets again and again."""
        while not self.done.wait(0.05):
            self.sample()

    def sample(self) -> dict[int, int]:
        answer = self.server.client.get(
            "/api/v1/consumer-group/offsets", params={"groupId": f"G_{self.topic}_app"}
        )
        if answer.status_code != 200:  # nobody has made the group yet
            return {}
        self.samples.append({int(p): o for p, o in answer.json()["offsets"].items()})
        return self.samples[-1]

    def trouble(self, seconds: float) -> None:
        """Kill, stop beyond the session, start; and let the topic grow half-way."""
        until = time.monotonic() + seconds
        grows_at = until - seconds / 2
        while time.monotonic() < until:
            time.sleep(self.chance.uniform(0.2, 0.8))
            if self.partitions == PARTITIONS and time.monotonic() > grows_at:
                self.make_topic(PARTITIONS + 2)
            worker = self.chance.choice(self.workers)
            if self.chance.random() < self.stops:
                worker.send_signal(signal.SIGSTOP)
                time.sleep(self.chance.uniform(0.5, 2.0))
                worker.send_signal(signal.SIGCONT)
            else:
                self.kill(worker)
                self.start()

    def ends(self) -> dict[int, int]:
        answer = self.server.client.get(f"/api/v1/metadata/topics/{self.topic}").json()
        return {end["partition"]: end["highWatermark"] for end in answer["offsets"]}

    def drain(self) -> bool:
        """Wait until all is committed; whether it came to that."""
        deadline = time.monotonic() + DRAIN_SECONDS
        while self.sample() != self.ends():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        time.sleep(0.5)  # what was committed before it was processed had its time now
        return True

    def journals(self) -> dict[str, list[str]]:
        written = {}
        for path in self.folder.glob("worker-*"):
            lines = path.read_text().splitlines(keepends=True)
            # A killed process may leave half a line: that record was not processed.
            written[path.name] = [line.strip() for line in lines if line.endswith("\n")]
        return written

    def go(self, seconds: float) -> None:
        threads = [threading.Thread(target=work) for work in (self.produce, self.watch)]
        for _ in range(WORKERS):
            self.start()
        for thread in threads:
            thread.start()
        try:
            time.sleep(1.5)  # until there is something to disturb
            self.trouble(seconds)
        finally:
            self.done.set()
            for thread in threads:
                thread.join()
        assert self.drain(), (self.sample(), self.ends())

    def stop(self) -> None:
        for worker in list(self.workers):
            self.kill(worker)


@pytest.fixture
def runs() -> Iterator[list[Run]]:
    started: list[Run] = []
    yield started
    for run in started:
        run.stop()


def check(run: Run) -> None:
    written = run.journals()
    assert sum(run.ends().values()) > 500
    assert len(written) > WORKERS
    assert journals.lost(run.ends(), written) == []
    assert journals.out_of_order(written) == []
    assert journals.shared(written) == []
    assert journals.gone_back(run.samples) == []


def test_consumers_that_are_killed_lose_nothing(
    server: LocalServer, tmp_path: Path, runs: list[Run]
) -> None:
    runs.append(run := Run(server, "killed", tmp_path))
    run.go(seconds=8)
    check(run)


@pytest.mark.slow
def test_consumers_that_are_killed_for_minutes_lose_nothing(
    server: LocalServer, tmp_path: Path, runs: list[Run]
) -> None:
    runs.append(run := Run(server, "killed-for-minutes", tmp_path))
    run.go(seconds=120)
    check(run)


def test_consumers_that_commit_before_they_process_are_caught(
    server: LocalServer, tmp_path: Path, runs: list[Run]
) -> None:
    """They are busy all the time, so that whenever one is killed it has something in hand."""
    busy = {"seconds_a_record": 0.01, "records_a_second": 300, "stops": 0.0}
    runs.append(run := Run(server, "broken", tmp_path, "--commits-first", **busy))
    run.go(seconds=5)
    assert journals.lost(run.ends(), run.journals()) != []
