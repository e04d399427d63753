"""The event log: appends side by side, claims and reads of a partition as the log grows."""

from __future__ import annotations

import itertools
import statistics
import time
import uuid
from collections.abc import Callable
from functools import partial

import orjson
import psycopg
from psycopg import sql

from regent.database import Database
from regent.install import install
from regent.settings import Settings
from regent.stores.log import LogStore, Work
from tests.bench.arena import Arena
from tests.bench.clients import elsewhere, measure, take_turns
from tests.bench.contenders import Step
from tests.bench.effort import Effort
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.rivals.bare_log import BareLog
from tests.bench.rivals.one_row import install_one_row
from tests.bench.rivals.seed_log import SeedLog
from tests.plans.log_data import fill_log

ONE_ROW = "one row"
SEED = "seed's SQL"
BARE = "bare insert"
#: To the other way to commit order, with eight writers, by what a flush takes.
REACH = {0: "≥ 1.5x", 2: "≥ 4x"}
#: To a bare insert's, where a flush takes long; else it only says how many cores there are.
REACH_GAIN = {2: "≥ 0.7x"}
APPEND_NOTE = (
    "One message a request, each writer with keys of its own; with a guard on those, or none. "
    "Regent's positions come from a sequence, and readers stop at the safe position; the other way"
    " to commit order takes them from one row, held to the commit. On a fast disk a commit is soon"
    " over, and what writers share is two cores. With 2 ms to each flush (`commit_delay`), about"
    " what storage behind a network takes, they wait for it together, or one after another. The"
    " last row of each kind says how many times one writer's rate all of them reach. Its yardstick"
    " is a bare insert, whose writers wait for nothing but the disk and the cores."
)
GROWTH_NOTE = (
    "One client, median of many. A claim and its ack where one partition of all (a tenth as many as"
    " there are messages) has one new message; a read of a partition that has ten. The seed's SQL"
    " runs as it is written, on the same log. (The new message shares no attribute with other"
    " partitions: those the seed's SQL would claim first, find empty and release, again and again.)"
)
WORK = Work(("course", "user"), ("created", "joined"), "bench")
FAR_FLUSH_MS = 2
#: Enough for a median. The seed's SQL stops after MAX_SECONDS with fewer steps.
STEPS, LEAST_STEPS, MAX_SECONDS = 100, 3, 5.0


class Log:
    """Regent's log, as its handlers use it."""

    def __init__(self, name: str, make: Callable[[str], object], messages: int = 0) -> None:
        self.name = name
        self._make = make
        self._messages = messages

    def install(self, url: str) -> None:
        """The schema, and the log where it is not empty."""
        self._make(url)
        if self._messages:
            fill_log(url, self._messages)

    def writer(self, url: str, guarded: bool) -> Step:
        """A client that appends messages about itself, one at a time."""
        store = _connect(url)
        name = str(uuid.uuid4())
        condition = {"type": "noted", "attrs": {"writer": name, "number": "none"}}
        numbers = itertools.count()

        def step() -> int:
            payload = {"writer": name, "number": next(numbers), "text": "x" * 180}
            message = {"id": str(uuid.uuid4()), "type": "noted", "payload": payload}
            store.append([message], [condition] if guarded else None)  # type: ignore[list-item]
            return 1

        return step

    def appender(self, url: str) -> Step:
        """A message for one partition."""
        store = _connect(url)

        def step() -> int:
            store.append([{"type": "joined", "payload": {"course": "deep", "user": "deep"}}])
            return 1

        return step

    def claimer(self, url: str) -> Step:
        """A claim and its ack, in two requests."""
        store = _connect(url)

        def step() -> int:
            found = store.claim_next("g", WORK)
            if found is None:
                return 0
            store.ack_claim("g", found["offsetId"], found["lastPosition"])
            return 1

        return step

    def reader(self, url: str) -> Step:
        """A client that reads a partition of ten messages from the start."""
        store = _connect(url)

        def step() -> int:
            found = store.read_partition({"course": "c0", "user": "u11"}, WORK.handled_types)
            return len(orjson.loads(orjson.dumps(found["messages"])))

        return step


def log(arena: Arena, effort: Effort) -> list[Section]:
    """Appends by number of writers."""
    contenders: dict[str, Log | BareLog] = {
        REGENT: Log("log", install),
        ONE_ROW: Log("log_one_row", install_one_row),
        BARE: BareLog(),
    }
    rows: list[Row] = []
    with arena.databases(*contenders.values()) as urls:  # type: ignore[arg-type]
        for flush_ms, guarded in itertools.product((0, FAR_FLUSH_MS), (False, True)):
            for url in urls:
                _slow_commits_down(url, flush_ms)
            words = "append" + (", guarded" if guarded else "")
            words += f", {flush_ms} ms to flush" if flush_ms else ""
            rates: dict[int, dict[str, float]] = {}
            for clients in effort.clients:
                plays = {
                    name: partial(
                        measure, partial(each.writer, url, guarded), clients, effort.seconds
                    )
                    for (name, each), url in zip(contenders.items(), urls, strict=True)
                }
                played = take_turns(effort.rounds, plays)
                rates[clients] = {name: r.messages_per_second for name, r in played.items()}
                target = Target.parse(REACH[flush_ms]) if clients == 8 else None
                rows.append(Row(words, "msg/s", rates[clients], clients, ONE_ROW, target))
            gain = {name: rates[max(rates)][name] / rates[1][name] for name in contenders}
            to_one = f"{words}, to one writer"
            reach = REACH_GAIN.get(flush_ms)
            target = Target.parse(reach) if reach else None
            rows.append(Row(to_one, "times", gain, max(rates), BARE, target))
    return [Section("Event log: append", APPEND_NOTE, rows)]


def claims(arena: Arena, effort: Effort) -> list[Section]:
    """Claims and reads by length."""
    sizes = [10_000, *([100_000] if effort.growth else []), *([1_000_000] if effort.huge else [])]
    rows = [row for size in sizes for row in _growth_rows(arena, size)]
    rows.sort(key=lambda row: row.shape)
    return [Section("Event log: as it grows", GROWTH_NOTE, rows)]


def _slow_commits_down(owner_url: str, flush_ms: int) -> None:
    """Let each flush of Postgres's log wait, as if the disk were behind a network."""
    with psycopg.connect(owner_url) as connection:
        name = sql.Identifier(connection.info.dbname)
        for setting, value in (("commit_delay", flush_ms * 1000), ("commit_siblings", 0)):
            connection.execute(
                sql.SQL("alter role regent_api in database {} set {} = {}").format(
                    name, sql.Identifier(setting), value
                )
            )


def _growth_rows(arena: Arena, messages: int) -> list[Row]:
    ours, seed = Log("log", install, messages), SeedLog(messages)
    with arena.databases(ours, seed) as urls:  # type: ignore[arg-type]
        pairs = {REGENT: (ours, urls[0]), SEED: (seed, urls[1])}
        claims = {name: elsewhere(partial(_claim_ms, *pair)) for name, pair in pairs.items()}
        reads = {name: elsewhere(partial(_read_ms, *pair)) for name, pair in pairs.items()}
    return [
        Row(f"claim + ack, {messages:>9,} messages", "ms", claims, 1, SEED),
        Row(f"read a partition, {messages:>9,} messages", "ms", reads, 1, SEED),
    ]


def _claim_ms(contender: Log | SeedLog, url: str) -> float:
    return _median_ms(contender.claimer(url), contender.appender(url))


def _read_ms(contender: Log | SeedLog, url: str) -> float:
    return _median_ms(contender.reader(url), None)


def _median_ms(step: Step, before: Step | None) -> float:
    times: list[float] = []
    deadline = time.perf_counter() + MAX_SECONDS
    while len(times) < LEAST_STEPS or (len(times) < STEPS and time.perf_counter() < deadline):
        if before is not None:
            before()
        start = time.perf_counter()
        if not step():
            raise AssertionError("there was nothing to do")
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times[len(times) // 10 :])


def _connect(url: str) -> LogStore:
    url = url.replace("//postgres@", "//regent_api@")
    return LogStore(Database(Settings(database_url=url)))
