"""The whole way with the real programs, Spark included: runs of retention that are killed at any
moment while their files rot, and then replays that are killed, too. Nothing is lost, doubled or
unreadable, and what comes back is in order."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from regent.stores.queue import Queues
from tests.glue_jobs.archives import archived
from tests.support.clock import StoppedClock
from tests.support.retention import consume, left, retained
from tests.support.rows import rows
from tests.support.store import pop, push

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

ROOT = Path(__file__).parents[2]
PARTITIONS = 40
#: Messages that are pushed to each partition before each run.
PUSHED = 25
#: Runs that are killed.
KILLS = 4
#: A batch makes three files, and there are some seventeen for each run's messages.
MOST_FILES = 60
#: Runs that end by themselves; the first ones go on with what rotted before.
LAST_RUNS = 4
#: The share of staged files that rot.
DAMAGED = 0.1
#: Many batches, several tasks, many transactions.
SIZES = ("--batch-messages", "60", "--delete-messages", "20", "--parallelism", "4")
ORDER = (
    "select p.name, m.transaction_text as id from queen.messages m join queen.partitions p"
    " on p.id = m.partition_id join queen.queues q on q.id = p.queue_id where q.name = %s"
    ' order by p.name, m."offset"'
)


#: The queue into which a replay goes, by its argument.
QUEUES = {"--to": "again", "--group": "q"}


class Programs:
    """Runs `regent jobs` as somebody does, and kills it with all its processes."""

    def __init__(self, jobs_url: str, folder: Path, seed: int) -> None:
        self.output = folder / "out"
        self._chance = random.Random(seed)
        self._seen: set[Path] = set()
        self.damaged = self.kills = 0
        self._environment = os.environ | {
            "PYTHONPATH": f"{ROOT / 'shared'}{os.pathsep}{ROOT}",
            "REGENT_DATABASE_URL": jobs_url,
        }
        self._log = folder / "log"

    def run(self, *words: str, until: Callable[[], bool] | None = None) -> int:
        """A run's exit status. With ``until``, it is killed when that is so and Spark has started,
        and files rot meanwhile."""
        command = [sys.executable, "-m", "regent.cli", "jobs", *words, "--output", self.output]
        with self._log.open("w") as log:
            job = subprocess.Popen(
                command, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        try:
            while job.poll() is None:
                if until is not None:
                    self._rot()
                    if "Spark 3" in self._log.read_text() and until():
                        break
                time.sleep(0.02)
        finally:
            if job.poll() is None:
                os.killpg(job.pid, signal.SIGKILL)
                self.kills += 1
            job.wait(30)
        return job.returncode

    def killed(self, done: Callable[[], int], most: int, *words: str) -> None:
        """A run that is killed once it has done so much more, ``most`` at most."""
        enough = done() + self._chance.randint(0, most)
        self.run(*words, until=lambda: done() >= enough)

    def files(self) -> int:
        """Files that are staged, in their place, or manifests."""
        return sum(path.is_file() for path in self.output.rglob("*"))

    def said(self) -> str:
        """What the last run printed."""
        return self._log.read_text()

    def _rot(self) -> None:
        for path in sorted(self.output.rglob("_staging/**/*.parquet")):
            if path not in self._seen:
                self._seen.add(path)
                if self._chance.random() < DAMAGED:
                    self._damage(path)

    def _damage(self, path: Path) -> None:
        try:
            path.write_bytes(bytes(byte ^ 255 for byte in path.read_bytes()))
        except FileNotFoundError:  # the run was faster
            return
        self.damaged += 1


@pytest.fixture
def pushed(store: Queues, stopped_clock: StoppedClock) -> Callable[[int], None]:
    """Pushes old messages whose transaction ids say their order."""
    retained(store, pending=3600)

    def more(step: int) -> None:
        for number in range(PARTITIONS):
            for place in range(PUSHED):
                name = f"{step * PUSHED + place:04}"
                push(store, "q", name, partition=f"p{number:02}", transactionId=name)
        stopped_clock.advance(3601)

    return more


@pytest.mark.parametrize("seed", [1, 2])
def test_the_whole_way_loses_and_doubles_nothing(
    store, pushed, jobs_url, owner_url, tmp_path, *, seed
):
    programs = Programs(jobs_url, tmp_path, seed)
    for step in range(KILLS):
        pushed(step)
        programs.killed(programs.files, MOST_FILES, "retention", *SIZES)
    statuses = [programs.run("retention", *SIZES) for _ in range(LAST_RUNS) if left(owner_url)]
    assert statuses[-1] == 0, programs.said()
    assert left(owner_url) == []
    wanted = [(f"p{n:02}", at) for n in range(PARTITIONS) for at in range(KILLS * PUSHED)]
    found = Counter((name, at) for _, name, at, _ in archived(programs.output))
    assert found == Counter(wanted)
    assert list(programs.output.rglob("_staging/**/*.parquet")) == []

    push(store, "q", "live", partition="p00", transactionId="live")
    consume(store, "q", 1, group="g")
    words = ("replay", "--queue", "q", "--push-messages", "50")
    for more in (("--to", "again"), ("--group", "g")):
        queue = QUEUES[more[0]]
        for _ in range(2):
            programs.killed(lambda: len(rows(owner_url, ORDER, (queue,))), 1_500, *words, *more)  # noqa: B023
        assert programs.run(*words, *more) == 0, programs.said()
        there = [(row["name"], row["id"]) for row in rows(owner_url, ORDER, (queue,))]
        came_back = [each for each in there if each != ("p00", "live")]
        names = [f"{at:04}" for at in range(KILLS * PUSHED)]
        assert came_back == [(f"p{n:02}", name) for n in range(PARTITIONS) for name in names]
    others = pop(store, "q", group="other", batch=100, partitions=100).messages
    assert [message.transaction_id for message in others] == ["live"]
    assert min(programs.damaged, programs.kills) > 0
