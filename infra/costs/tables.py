"""What a month of a stack costs: `python -m infra.costs` prints docs/run/costs.md's tables.

Each message is pushed, popped and acked once, by one group, evenly over the day. Prices are in
prices.py. What a message takes was measured, what AWS's machines add is assumed; both are marked.
It imports neither Pulumi nor AWS's libraries.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from infra.costs import prices
from infra.costs.prices import MILLION, Price

Batch = Literal[1, 100]

HOURS: Final = 730
DAYS: Final = HOURS / 24
_MS: Final = 1_000
_US: Final = 1_000_000
_GB: Final = 1_000_000_000

# Measured on 2026-11-18 (2 cores, Postgres 18.4, payloads of 256 bytes), by the size of the batch.
#: `python -m tests.bench.cpu`: the database's processor time a message, in microseconds.
PUSH_US: Final = {1: 180.0, 100: 15.5}
POP_AND_ACK_US: Final = {1: 482.5, 100: 7.9}
#: By the same benchmark: write-ahead log a message.
PUSH_WAL_BYTES: Final = {1: 793.5, 100: 740.9}
POP_AND_ACK_WAL_BYTES: Final = {1: 864.2, 100: 9.7}
#: By the same benchmark: the table of messages with its indexes.
STORED_BYTES: Final = 483
#: docs/benchmarks.md, "Handlers without the database"; an ack is taken to be like a push.
PUSH_HANDLER_MS: Final = {1: 0.0565, 100: 0.456}
POP_HANDLER_MS: Final = {1: 0.0674, 100: 0.337}
#: A line of the access log, three of Lambda's own, one of metrics; each is counted 26 bytes longer.
LOG_BYTES_A_REQUEST: Final = 1_060

# Assumed: these were not measured on AWS for this table.
#: A network's round trip, and a commit to Aurora's storage.
ROUND_TRIP_MS: Final = 1.0
COMMIT_MS: Final = 4.0
#: The time that Powertools takes around a handler on Lambda.
INSTRUMENTS_MS: Final = 1.0
#: An ACU is 2 GiB; Aurora's memory-optimized machines have 8 GiB for each processor.
PROCESSORS_AN_ACU: Final = 0.25
#: Above this share, Aurora grows.
BUSY: Final = 0.6
#: The capacity while the database is awake without work, with minAcu 0.
AWAKE_ACU: Final = 1.0
#: Aurora counts writes in pieces of this size, at least one a commit.
IO_BYTES: Final = 4_096
#: How long a message stays in the database.
KEPT_DAYS: Final = 7
RECLAIM_MS: Final = 100

# From the program; tests/infra/test_costs.py compares them with it.
HOT_MEMORY_GB: Final = 1.0
RECLAIM_MEMORY_GB: Final = 0.5
HOT_PROCESSORS: Final = 1_024 / 1_769
ALARM_METRICS: Final = 23
ZONES: Final = 2
#: An idle stack that pauses: how often the reclaim looks, and for how long a look keeps it awake.
LOOK_EVERY_SECONDS: Final = 1_800
AWAKE_SECONDS: Final = 60 + 300
LAG_RUNS_A_DAY: Final = 96
RETENTION_RUNS_A_DAY: Final = 1
WORKERS: Final = 2
#: Metrics from API Gateway for each route that is called; our own by name; and one for the cold
#: starts of each function.
METRICS_A_ROUTE: Final = 6
RECLAIM_METRICS: Final = 9
#: The routes of a message: push, pop and ack.
ROUTES: Final = 3
#: Lambda traces one request a second and this part of the others. Here the second number matters.
TRACED: Final = 0.05


@dataclass(frozen=True)
class Workload:
    """The work of a stack, and how it is set up."""

    name: str
    messages_a_day: int = 0
    batch: Batch = 1
    min_acu: float = 0.5
    jobs: bool = True
    #: Programs go to the database themselves, and run the handlers.
    straight: bool = False

    @property
    def messages(self) -> float:
        """Messages of a month."""
        return self.messages_a_day * DAYS

    @property
    def batches(self) -> float:
        """Batches of a month; each is a push, a pop and an ack."""
        return self.messages / self.batch

    @property
    def requests(self) -> float:
        """Requests of a month over HTTP."""
        return 0 if self.straight else 3 * self.batches

    @property
    def pauses(self) -> bool:
        """Whether nothing asks the database for anything, so that it may stop."""
        return self.min_acu == 0 and not self.messages_a_day


@dataclass(frozen=True)
class Line:
    """One item of the bill, and how it is computed."""

    item: str
    arithmetic: str
    dollars: float


WORKLOADS: Final = (
    Workload("idle, minAcu 0", min_acu=0, jobs=False),
    Workload("idle, minAcu 0.5"),
    Workload("1 M a day, batch 1", 1 * MILLION, 1),
    Workload("1 M a day, batch 100", 1 * MILLION, 100),
    Workload("100 M a day, batch 1", 100 * MILLION, 1),
    Workload("100 M a day, batch 100", 100 * MILLION, 100),
)


def bill(work: Workload) -> list[Line]:
    """All lines of a month; a line that costs nothing has 0."""
    return [
        *_requests(work),
        *_database(work),
        *_watching(work),
        *_standing(work),
    ]


def total(lines: Sequence[Line]) -> float:
    """The sum of all lines."""
    return sum(line.dollars for line in lines)


def sqs_fifo(work: Workload) -> float:
    """The requests for the same messages in SQS FIFO (send, receive, delete), in batches of 10 at
    most."""
    return 3 * work.messages / min(work.batch, 10) / MILLION * prices.SQS_FIFO.dollars


def io_optimized(work: Workload) -> float:
    """The database with storage that includes I/O and costs more otherwise."""
    capacity, storage, _ = _database(work)
    return (
        capacity.dollars / prices.ACU.dollars * prices.ACU_IO_OPTIMIZED.dollars
        + storage.dollars / prices.DATABASE_STORAGE.dollars * prices.STORAGE_IO_OPTIMIZED.dollars
    )


def busy_acu(work: Workload) -> float:
    """The capacity that the messages keep busy, in halves, and at least minAcu."""
    processors = work.messages_a_day / 86_400 * _processor_us(work) / _US
    needed = processors / PROCESSORS_AN_ACU / BUSY
    return max(work.min_acu, math.ceil(needed * 2) / 2)


def lambda_ms(work: Workload) -> tuple[float, float, float]:
    """The billed time of a push, a pop and an ack, each in whole milliseconds."""
    batch = work.batch
    around = ROUND_TRIP_MS + COMMIT_MS + INSTRUMENTS_MS
    half = POP_AND_ACK_US[batch] / 2

    def billed(handler_ms: float, processor_us: float) -> float:
        return math.ceil(handler_ms / HOT_PROCESSORS + processor_us * batch / _MS + around)

    return (
        billed(PUSH_HANDLER_MS[batch], PUSH_US[batch]),
        billed(POP_HANDLER_MS[batch], half),
        billed(PUSH_HANDLER_MS[batch], half),
    )


def ios_a_batch(batch: Batch) -> int:
    """The I/O of a push, a pop and an ack: three commits."""
    half = POP_AND_ACK_WAL_BYTES[batch] / 2
    return sum(
        math.ceil(max(1.0, each * batch) / IO_BYTES) for each in (PUSH_WAL_BYTES[batch], half, half)
    )


def _processor_us(work: Workload) -> float:
    return PUSH_US[work.batch] + POP_AND_ACK_US[work.batch]


def _requests(work: Workload) -> Iterator[Line]:
    requests = work.requests
    first = min(requests, prices.HTTP_API_FIRST_REQUESTS)
    gateway = first * prices.HTTP_API_FIRST.dollars
    gateway += (requests - first) * prices.HTTP_API_NEXT.dollars
    yield Line(
        "API Gateway",
        f"{_many(requests)} requests, the first 300 M at {_price(prices.HTTP_API_FIRST)}, then at"
        f" {_price(prices.HTTP_API_NEXT)}",
        gateway / MILLION,
    )
    runs = HOURS * 60
    yield _line("Lambda, requests", (requests + runs) / MILLION, prices.LAMBDA_REQUESTS)
    push, pop, ack = lambda_ms(work)
    called = work.requests / 3
    seconds = called * (push + pop + ack) / _MS * HOT_MEMORY_GB
    reclaim = runs * RECLAIM_MS / _MS * RECLAIM_MEMORY_GB
    yield Line(
        "Lambda, time",
        f"({_many(called)} * ({push:.0f} + {pop:.0f} + {ack:.0f}) ms * {HOT_MEMORY_GB:g} GB"
        f" + reclaim {_many(reclaim)} GB-s) * {_price(prices.LAMBDA_ARM)}",
        (seconds + reclaim) * prices.LAMBDA_ARM.dollars,
    )
    yield _line("Scheduler", runs / MILLION, prices.SCHEDULER)


def _database(work: Workload) -> Iterator[Line]:
    if work.pauses:
        acu, share = AWAKE_ACU, AWAKE_SECONDS / LOOK_EVERY_SECONDS
        how = f"{AWAKE_SECONDS} s of every {LOOK_EVERY_SECONDS} s awake: {share:.0%} * "
    else:
        acu, share, how = busy_acu(work), 1.0, ""
    yield Line(
        "Aurora, capacity",
        f"{how}{HOURS} h * {acu:g} ACU * {_price(prices.ACU)}",
        share * HOURS * acu * prices.ACU.dollars,
    )
    yield _line(
        "Aurora, storage",
        work.messages_a_day * KEPT_DAYS * STORED_BYTES / _GB,
        prices.DATABASE_STORAGE,
        f"{_many(work.messages_a_day)} * {KEPT_DAYS} days * {STORED_BYTES} bytes",
    )
    each = ios_a_batch(work.batch)
    yield _line(
        "Aurora, I/O",
        work.batches * each / MILLION,
        prices.DATABASE_IO,
        f"{_many(work.batches)} batches * {each} writes",
    )


def _watching(work: Workload) -> Iterator[Line]:
    yield _line(
        "Logs",
        work.requests * LOG_BYTES_A_REQUEST / _GB,
        prices.LOGS,
        f"{_many(work.requests)} * {LOG_BYTES_A_REQUEST} bytes",
    )
    yield _line(
        "Traces",
        work.requests * TRACED / MILLION,
        prices.TRACES,
        f"{TRACED:.0%} of {_many(work.requests)}",
    )
    called = ROUTES if work.requests else 0
    metrics = RECLAIM_METRICS + 1 + called * (METRICS_A_ROUTE + 1 + 1)
    yield _line("Metrics", metrics, prices.METRIC)
    yield _line("Alarms", ALARM_METRICS, prices.ALARM)
    yield _line("Dashboard", 1, prices.DASHBOARD)


def _standing(work: Workload) -> Iterator[Line]:
    yield _line(
        "Endpoints of Secrets Manager and CloudWatch, in one zone each",
        HOURS * 2,
        prices.ENDPOINT,
        f"{HOURS} h * 2",
    )
    yield _line("Key", 1, prices.KEY)
    yield _line("Secret", 1, prices.SECRET)
    runs = (LAG_RUNS_A_DAY + RETENTION_RUNS_A_DAY) * DAYS if work.jobs else 0
    yield _line(
        "Glue",
        runs * WORKERS * prices.GLUE_LEAST_MINUTES / 60,
        prices.DPU,
        f"{runs:,.0f} runs * {WORKERS} DPU * {prices.GLUE_LEAST_MINUTES} min",
    )


def _line(item: str, units: float, price: Price, how: str | None = None) -> Line:
    start = f"{how} = " if how else ""
    return Line(item, f"{start}{_many(units)} * {_price(price)}", units * price.dollars)


def extras() -> Iterator[Line]:
    """The cost of optional parts of a stack."""
    yield _line(
        "`useProxy`, up to 8 ACU",
        HOURS * prices.PROXY_LEAST_ACU,
        prices.PROXY,
        f"{HOURS} h * {prices.PROXY_LEAST_ACU} ACU",
    )
    yield _line("a second of `databaseInstances`, at 0.5 ACU", HOURS * 0.5, prices.ACU)
    yield _line("`encryption`: KMS's endpoint", HOURS * ZONES, prices.ENDPOINT)
    yield _line(
        "each consumer that always waits for messages",
        HOURS * 3_600 * HOT_MEMORY_GB,
        prices.LAMBDA_ARM,
        f"{HOURS} h * 3,600 s * {HOT_MEMORY_GB:g} GB",
    )


def markdown() -> str:
    """The tables as they stand in docs/run/costs.md."""
    bills = [(work, bill(work)) for work in WORKLOADS]
    parts = ["### In short", "", *_summary(bills), "", "### What may come on top", ""]
    parts += [*_table(list(extras())), ""]
    for work, lines in bills:
        parts += [f"### {work.name}", "", *_table(lines)]
        parts += [f"| **together** | | {total(lines):,.2f} |", ""]
    return "\n".join(parts).replace(" * ", " \N{MULTIPLICATION SIGN} ")


def _summary(bills: Sequence[tuple[Workload, list[Line]]]) -> Iterator[str]:
    yield (
        "| Dollars a month | Regent | a million messages | of it the database"
        " | as I/O-Optimized | straight to Postgres | SQS FIFO, requests only |"
    )
    yield "|---|---|---|---|---|---|---|"
    for work, lines in bills:
        each = f"{total(lines) / work.messages * MILLION:,.2f}" if work.messages else ""
        regent, *others = [
            f"{cell:,.2f}"
            for cell in (
                total(lines),
                total(list(_database(work))),
                io_optimized(work),
                total(bill(replace(work, straight=True))),
                sqs_fifo(work),
            )
        ]
        yield f"| {work.name} | {regent} | {each} | {' | '.join(others)} |"


def _table(lines: Sequence[Line]) -> Iterator[str]:
    yield "| Item | Arithmetic | Dollars a month |"
    yield "|---|---|---|"
    for line in lines:
        yield f"| {line.item} | {line.arithmetic} | {line.dollars:,.2f} |"


def _price(price: Price) -> str:
    return f"${price.dollars:.10f}".rstrip("0").rstrip(".") + f" per {price.unit}"


def _many(number: float) -> str:
    """A number with three digits and a word."""
    for size, word in ((_GB, " G"), (MILLION, " M"), (1_000, " k")):
        if number >= size:
            return f"{number / size:.4g}{word}"
    return f"{number:.4g}"
