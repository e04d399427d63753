"""A steady load: messages come, are consumed and deleted, until every table has turned over again
and again. The load stays as it is, so cost and sizes have to stay, too."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.synchronize import Event

from regent.database import Database
from regent.settings import Settings
from regent.stores.deletion import How, retire_page
from regent.stores.retention import Retention
from tests.bench.arena import Arena, execute
from tests.bench.clients import Alongside, elsewhere, measure
from tests.bench.contenders import PushShape, Step
from tests.bench.effort import Effort
from tests.bench.ours import QUEUE, Regent, connect
from tests.bench.plot import line_plot
from tests.bench.report import REGENT, Row, Section, Target

NOTE = (
    "{messages:,} messages pass through a queue with 1,000 partitions and {standing:,} messages in"
    " store: two clients push 100, pop 100 and ack them, in turns, at half of the rate that one of"
    " them reached just before. Completed messages are kept for {kept} s; every {every:g} s"
    " retention deletes all that are older, beside the load. Autovacuum and checkpoints are as in"
    " `make run`{scaled}. The columns are thirds of the messages, {last} is the last one. Sizes are"
    " the largest that were seen."
)
SCALED = (
    ", but autovacuum looks every {naptime} s: this load is {share:.0%} of 10,000,000 messages, and"
    " all periods are shortened with it (`--huge` has the whole load)"
)
#: With this many messages, the periods are not shortened.
WHOLE = 10_000_000
CLIENTS, BATCH, STANDING = 2, 100, 20_000
LOAD = 0.5
FIRST, MIDDLE = "first third", "middle third"
REACH = {"rate": "≥ 0.9x", "cost": "≤ 1.2x", "size": "≤ 1.25x"}
_SAMPLE = """
select (select sum(committed) from queen.partition_consumers),
       pg_total_relation_size('queen.messages') / 2^20,
       (pg_total_relation_size('queen.partitions')
        + pg_total_relation_size('queen.partition_consumers')) / 2^20"""
SAMPLE_SECONDS, CALIBRATED_SECONDS = 0.25, 2.0
DELETED_AT_ONCE = 1_000


@dataclass(frozen=True)
class Sample:
    """What was done at an instant, and the sizes of tables."""

    seconds: float
    completed: float
    messages_mib: float
    rows_mib: float


@dataclass(frozen=True)
class Work:
    """A step of a client: when it ended, and how long it took."""

    seconds: float
    took_ms: float


@dataclass(frozen=True)
class Pace:
    """Periods, shortened with the load."""

    messages: int

    @property
    def _share(self) -> float:
        return min(1.0, self.messages / WHOLE)

    @property
    def every(self) -> float:
        """Seconds from one run of retention to the next."""
        return max(1.0, 60 * self._share)

    @property
    def kept(self) -> int:
        """Seconds for which completed messages stay."""
        return max(1, round(30 * self._share))

    @property
    def naptime(self) -> int:
        """Seconds between two looks of autovacuum."""
        return max(1, round(10 * self._share))

    def note(self) -> str:
        """How it was measured."""
        scaled = SCALED.format(naptime=self.naptime, share=self._share) if self._share < 1 else ""
        return NOTE.format(
            messages=self.messages,
            standing=STANDING,
            kept=self.kept,
            every=self.every,
            scaled=scaled,
            last=REGENT,
        )


def steady(arena: Arena, effort: Effort) -> list[Section]:
    """Rate, cost and sizes, in a server of its own that makes its checkpoints itself."""
    pace = Pace(WHOLE if effort.huge else effort.steady)
    regent = Regent()
    folder = arena.folder / "steady"
    folder.mkdir()
    settings = {"autovacuum_naptime": f"{pace.naptime}s"}
    with Arena(folder, settings) as own, own.databases(regent) as (url,):
        elsewhere(partial(_prepare, regent, url, pace))
        samples, works = _run(regent, url, pace)
        deleted = execute(url, "select sum(tail) from queen.partitions")[0][0]
    if not deleted:
        raise AssertionError("retention deleted nothing; the load was over before it ran twice")
    return [Section("A steady load", pace.note(), rows(samples, works), pictures(samples, works))]


def rows(samples: Sequence[Sample], works: Sequence[Work]) -> list[Row]:
    """The last third against the middle one."""
    thirds = dict(zip((FIRST, MIDDLE, REGENT), pieces(samples, 3), strict=True))
    rate_of = {name: rate(third) for name, third in thirds.items()}
    cost_of = {name: cost(third, works) for name, third in thirds.items()}
    messages = {name: max(s.messages_mib for s in third) for name, third in thirds.items()}
    others = {name: max(s.rows_mib for s in third) for name, third in thirds.items()}
    return [
        Row(f"steady load, {words}", unit, numbers, CLIENTS, MIDDLE, Target.parse(REACH[kind]))
        for words, unit, numbers, kind in (
            ("rate", "msg/s", rate_of, "rate"),
            ("push, pop and ack 100", "ms", cost_of, "cost"),
            ("table of messages", "MiB", messages, "size"),
            ("tables of partitions and of their groups", "MiB", others, "size"),
        )
    ]


def pictures(samples: Sequence[Sample], works: Sequence[Work]) -> dict[str, str]:
    """Cost and size, by tenths."""
    tenths = pieces(samples, 10)
    completed = [round(tenth[-1].completed) for tenth in tenths]
    costs = [cost(tenth, works) for tenth in tenths]
    sizes = [max(sample.messages_mib for sample in tenth) for tenth in tenths]
    return {
        "steady-cost": line_plot("ms, by messages completed", completed, {"100": costs}),
        "steady-size": line_plot("MiB, by messages completed", completed, {"messages": sizes}),
    }


def pieces(samples: Sequence[Sample], count: int) -> list[list[Sample]]:
    """Pieces in which about equally many messages were completed. They share their borders."""
    whole = samples[-1].completed
    borders = [
        min(
            range(len(samples)),
            key=lambda place: abs(samples[place].completed - whole * number / count),
        )
        for number in range(count + 1)
    ]
    return [list(samples[low : high + 1]) for low, high in itertools.pairwise(borders)]


def rate(samples: Sequence[Sample]) -> float:
    """Messages a second, from the first sample to the last."""
    first, last = samples[0], samples[-1]
    return (last.completed - first.completed) / (last.seconds - first.seconds)


def cost(samples: Sequence[Sample], works: Sequence[Work]) -> float:
    """Milliseconds of the median step, from the first sample to the last."""
    low, high = samples[0].seconds, samples[-1].seconds
    return statistics.median(work.took_ms for work in works if low <= work.seconds <= high)


def _prepare(regent: Regent, url: str, pace: Pace) -> None:
    store = connect(url)
    options = {"retention_enabled": True, "completed_retention_seconds": pace.kept}
    store.configure(QUEUE, namespace="", task="", partitions=None, options=options)
    store.close()
    regent.fill(url, STANDING, BATCH)


def _run(regent: Regent, url: str, pace: Pace) -> tuple[list[Sample], list[Work]]:
    fastest = measure(partial(_all_three, regent, url), 1, CALIBRATED_SECONDS).messages_per_second
    every = CLIENTS * BATCH / (fastest * LOAD)
    (before, *sizes), start = execute(url, _SAMPLE)[0], time.perf_counter()
    clients = [Alongside(partial(_work, regent, url, start, every)) for _ in range(CLIENTS)]
    retention = Alongside(partial(_retain, url, pace))
    found = [Sample(0.0, 0.0, *sizes)]
    while found[-1].completed < pace.messages:
        time.sleep(SAMPLE_SECONDS)
        retention.check()
        for client in clients:
            client.check()
        completed, *sizes = execute(url, _SAMPLE)[0]
        found.append(Sample(time.perf_counter() - start, float(completed - before), *sizes))
    retention.stop()
    return found, [work for client in clients for work in client.stop()]


def _all_three(regent: Regent, url: str) -> Step:
    """A push, a pop and an ack, which leave as many messages in store as there were."""
    produce, consume = regent.producer(url, PushShape(BATCH)), regent.consumer(url, BATCH)

    def step() -> int:
        produce()
        return consume()

    return step


def _work(regent: Regent, url: str, start: float, every: float, stop: Event) -> list[Work]:
    """A step each so many seconds. Those that are late are not made up for."""
    step, works = _all_three(regent, url), []
    due = time.perf_counter()
    while not stop.wait(max(0.0, due - time.perf_counter())):
        began = time.perf_counter()
        step()
        ended = time.perf_counter()
        works.append(Work(ended - start, (ended - began) * 1_000))
        due = max(due + every, ended)
    return works


def _retain(url: str, pace: Pace, stop: Event) -> None:
    """Retention without an archive, by the store that its job and its schedule use."""
    url = url.replace("//postgres@", "//regent_jobs@")
    store = Retention(Database(Settings(database_url=url)))
    while not stop.wait(pace.every):
        how = How(DELETED_AT_ONCE, archived=False, run_at=store.now())
        after: int | None = 0
        while after is not None and not stop.is_set():
            _, after = retire_page(store, after, how)
