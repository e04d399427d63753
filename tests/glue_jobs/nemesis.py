"""Several runs of retention at once, which are killed, while their staged files rot.

One seed is one history. Runs take turns: a run goes on from one call of the database or of the
archive to the next, and the seed says which run, whether it dies there, and which staged file rots.
A run is the job's own; Spark's tasks run in its thread, so that a history can be repeated.
"""

from __future__ import annotations

import random
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pyarrow as pa
import pytest

from glue_jobs.lib.archiving import Run
from glue_jobs.lib.planning import RetentionArguments
from glue_jobs.lib.running import Progress
from glue_jobs.lib.storage import Storage
from regent.database import Database
from tests.support.clock import StoppedClock

RUNS_AT_ONCE = 3
STEPS = 400
DAMAGED = 0.1
KILLED = 0.02
#: A run takes some turns in a row; the others stand still meanwhile, and come late.
GOES_ON = 0.9
#: How often messages are pushed, which are too old two seconds later.
PUSHED = 0.1
#: How often an hour passes, after which a planned batch counts as left behind.
HOUR_PASSES = 0.01
#: A staged file rots so many steps after it was written, at most, or once it was copied.
ROTS_WITHIN = 40
ONCE_COPIED = -1
_POINTS = {
    Database: ("fetch", "fetch_rows"),
    Storage: ("put", "copy", "fetched", "opened", "list", "delete", "read_bytes"),
}


class Killed(BaseException):
    """What a run gets for kill -9: it does nothing any more."""


class Here:
    """Spark's part: it carries out all tasks in the thread of the run."""

    sparkContext = SimpleNamespace(defaultParallelism=1)

    def range(self, first: int, end: int, _step: int, tasks: int) -> Tasks:
        cuts = [first + (end - first) * n // tasks for n in range(tasks + 1)]
        return Tasks([range(*bounds) for bounds in pairwise(cuts)])


class Tasks:
    """Work that nobody has asked for yet. Several threads may hold some of a run's."""

    def __init__(self, tasks: Sequence[range]) -> None:
        self._tasks = tasks

    def mapInArrow(  # noqa: N802 - Spark's name
        self, carry_out: Callable[..., Iterator[pa.RecordBatch]], _: str
    ) -> Self:
        self._carry_out = carry_out
        return self

    def collect(self) -> list[Any]:
        found = []
        for numbers in self._tasks:
            batch = pa.record_batch({"id": pa.array(numbers, pa.int64())})
            for answer in self._carry_out(iter([batch])):
                row = namedtuple("Row", answer.schema.names)  # noqa: PYI024 - any columns
                found += map(row._make, zip(*answer.to_pydict().values(), strict=True))
        return found


class Turn(threading.Thread):
    """A run that goes on only when it is told to, up to its next call."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self._work = work
        self._may_go, self._stands = threading.Semaphore(0), threading.Semaphore(0)
        self.dead = self.ended = False
        self.start()

    def run(self) -> None:
        self._may_go.acquire()
        try:
            self._work()
        except Killed:
            pass
        except Exception:  # noqa: BLE001 - a run may fail; what it leaves is judged
            pass
        finally:
            self.ended = True
            self._stands.release()

    def stand(self) -> None:
        """In the run: wait for the next turn."""
        if not self.dead:
            self._stands.release()
            self._may_go.acquire()
        if self.dead:
            raise Killed

    def go_on(self) -> None:
        """Let the run come to its next call."""
        self._may_go.release()
        self._stands.acquire()


@contextmanager
def _taking_turns() -> Iterator[None]:
    """Runs stand before each of these calls."""
    with pytest.MonkeyPatch.context() as patched:
        for kind, names in _POINTS.items():
            for name in names:
                patched.setattr(kind, name, _standing(getattr(kind, name)))
        yield


def _standing(real: Callable[..., Any]) -> Callable[..., Any]:
    def call(*words: Any, **more: Any) -> Any:
        turn = threading.current_thread()
        if isinstance(turn, Turn):
            turn.stand()
        return real(*words, **more)

    return call


class Nemesis:
    """A history of runs over one database and one archive."""

    def __init__(
        self, output: str, clock: StoppedClock, push: Callable[[str, int], object], seed: int
    ) -> None:
        self._output = output
        self._push = push
        self._clock = clock
        self._chance = random.Random(seed)
        self._staged: dict[Path, int | None] = {}
        self.heads = dict.fromkeys("abcdef", 0)
        self.kills = self.damaged = 0

    def rage(self) -> None:
        """Let runs take their turns, and then two of them end in peace."""
        turns: list[Turn] = []
        turn: Turn | None = None
        with _taking_turns():
            for step in range(STEPS):
                self._produce()
                turns = [turn for turn in turns if not turn.ended]
                if len(turns) < RUNS_AT_ONCE:
                    turns.append(Turn(self._next()))
                if turn not in turns or not self._happens(GOES_ON):
                    turn = self._chance.choice(turns)
                turn.dead = self._happens(KILLED)
                self.kills += turn.dead
                turn.go_on()
                self._rot(step)
                self._look()
                if self._happens(HOUR_PASSES):
                    self._clock.advance(3601)
            for turn in turns:
                turn.dead = True
                if not turn.ended:
                    turn.go_on()
        for _ in range(2):
            self._run()

    def _next(self) -> Callable[[], object]:
        """What the next run does."""
        return self._run

    def _look(self) -> None:
        """Between two steps: somebody may read."""

    def _happens(self, chance: float) -> bool:
        return self._chance.random() < chance

    def _produce(self) -> None:
        if self._happens(PUSHED):
            name = self._chance.choice(sorted(self.heads))
            count = self._chance.randint(1, 5)
            self._push(name, count)
            self.heads[name] += count
            self._clock.advance(2)

    def _run(self) -> None:
        words = ("--batch-messages", "4", "--delete-messages", "3", "--parallelism", "2")
        job = RetentionArguments.parse(["--output", self._output, *words])
        Run(Here(), job, Progress("retention")).go()  # type: ignore[arg-type]

    def _rot(self, step: int) -> None:
        for path in sorted(Path(self._output).rglob("_staging/**/*.parquet")):
            if path not in self._staged:
                self._staged[path] = self._doom(step)
        for path, at in self._staged.items():
            if at == step or (at == ONCE_COPIED and self._is_copied(path)):
                self._staged[path] = None
                if path.exists():
                    path.write_bytes(bytes(byte ^ 255 for byte in path.read_bytes()))
                    self.damaged += 1

    def _doom(self, step: int) -> int | None:
        if not self._happens(DAMAGED):
            return None
        return ONCE_COPIED if self._happens(0.5) else step + self._chance.randint(0, ROTS_WITHIN)

    def _is_copied(self, path: Path) -> bool:
        return any(Path(self._output).rglob(f"dt=*/{path.name}"))
