"""What a month of a stack costs: `python -m infra.costs` prints docs/run/costs.md's tables.

Each message is pushed, popped and acked once, by one group, evenly over the day. The arithmetic is
regent/costs, which computes what a running stack has counted, too. It imports neither Pulumi nor
AWS's libraries.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from regent.costs import bill as bills
from regent.costs import measured, prices
from regent.costs.bill import DAYS, Line, Stack, line, many, total
from regent.costs.prices import MILLION
from regent.costs.usage import HOURS, Usage

Batch = Literal[1, 100]

#: How long a message stays in the database.
KEPT_DAYS: Final = 7


DEFAULTS: Final = Stack()
#: The stack files of the repository, as far as they cost something; a test compares them.
DEV: Final = Stack(min_acu=0, jobs=False)
PROD: Final = Stack(min_acu=1, instances=2, proxy=True)
#: What a stack with many single messages is set to.
LEAN: Final = Stack(io_optimized=True, access_log=False)


@dataclass(frozen=True)
class Workload:
    """The work of a stack, and how it is set up."""

    name: str
    messages_a_day: int = 0
    batch: Batch = 1
    stack: Stack = DEFAULTS
    #: Programs go to the database themselves, and run the handlers.
    straight: bool = False
    #: Acks take the next messages, so that pops make no requests of their own.
    nexts: bool = False

    @property
    def messages(self) -> float:
        """Messages of a month."""
        return self.messages_a_day * DAYS

    @property
    def usage(self) -> Usage:
        """Each message is pushed, popped and acked once, in batches."""
        batches = self.messages / self.batch
        of_two = 0 if self.nexts else batches
        return Usage(
            pushes=batches,
            pops=of_two,
            acks=of_two,
            nexts=batches - of_two,
            pushed=self.messages,
            popped=self.messages,
            acked=self.messages,
            stored_bytes=self.messages_a_day * KEPT_DAYS * measured.STORED_BYTES,
            straight=self.straight,
        )


SINGLE: Final = Workload("100 M a day, batch 1", 100 * MILLION, 1)
LEAN_SINGLE: Final = replace(SINGLE, name=f"{SINGLE.name}, lean", stack=LEAN, nexts=True)
WORKLOADS: Final = (
    Workload("idle, Pulumi.dev.yaml", stack=DEV),
    Workload("idle, the defaults"),
    Workload("idle, Pulumi.prod.yaml", stack=PROD),
    Workload("1 M a day, batch 1", 1 * MILLION, 1),
    Workload("1 M a day, batch 100", 1 * MILLION, 100),
    SINGLE,
    LEAN_SINGLE,
    Workload("100 M a day, batch 100", 100 * MILLION, 100),
)


def bill(work: Workload) -> list[Line]:
    """All lines of a month."""
    return bills.bill(work.usage, work.stack)


def sqs_fifo(work: Workload) -> float:
    """The requests for the same messages in SQS FIFO (send, receive, delete), in batches of 10 at
    most."""
    return 3 * work.messages / min(work.batch, 10) / MILLION * prices.SQS_FIFO.dollars


def io_optimized(work: Workload) -> float:
    """The database with storage that includes I/O and costs more otherwise."""
    return total(_database(replace(work, stack=replace(work.stack, io_optimized=True))))


def _database(work: Workload) -> list[Line]:
    return list(bills.database(work.usage, work.stack))


@dataclass(frozen=True)
class Road:
    """A way for many single messages, what it takes, and its arithmetic."""

    name: str
    takes: str
    dollars: float


def roads() -> Iterator[Road]:
    """What the messages of one case cost by other roads: fewer requests, fewer logs, no gateway."""
    lean = total(bill(LEAN_SINGLE))
    without_gateway = lean - bill(LEAN_SINGLE)[0].dollars
    keys = "`ioOptimized`, `accessLog`"
    yield Road("the defaults", "", total(bill(SINGLE)))
    yield Road(
        "two requests for a message",
        "acks that take the next messages (`next`)",
        total(bill(replace(SINGLE, nexts=True))),
    )
    yield Road(
        "three requests, lean", f"the keys {keys}", total(bill(replace(LEAN_SINGLE, nexts=False)))
    )
    yield Road("two requests, lean", f"both: `next`, and {keys}", lean)
    yield Road(
        "straight to Postgres, lean",
        "programs in the database's network, and `ioOptimized`",
        total(bill(replace(LEAN_SINGLE, straight=True))),
    )
    balancer = total(list(_balancer(LEAN_SINGLE.usage)))
    yield Road(
        "a load balancer for API Gateway, not built",
        f"public subnets, a certificate, events of another form; it costs {balancer:,.2f} of it",
        without_gateway + balancer,
    )
    yield Road(
        "function URLs for API Gateway, not built",
        "signed requests (`iam`) only, and an address for each function",
        without_gateway,
    )


def _balancer(use: Usage) -> Iterator[Line]:
    """An Application Load Balancer in two zones, with functions as its targets."""
    yield line("balancer", HOURS, prices.BALANCER)
    yield line("addresses", HOURS * measured.ZONES, prices.ADDRESS)
    gigabytes = use.requests * measured.REQUEST_BYTES / 1_000_000_000
    yield line("capacity", gigabytes / prices.LCU_LAMBDA_GB, prices.LCU)


def extras() -> Iterator[Line]:
    """The cost of optional parts of a stack."""
    yield line(
        "`useProxy`, up to 8 ACU",
        HOURS * prices.PROXY_LEAST_ACU,
        prices.PROXY,
        f"{HOURS} h * {prices.PROXY_LEAST_ACU} ACU",
    )
    yield line("a second of `databaseInstances`, at 0.5 ACU", HOURS * 0.5, prices.ACU)
    yield line("`encryption`: KMS's endpoint", HOURS * measured.ZONES, prices.ENDPOINT)
    yield line("`catalog`: Glue's endpoint, in one zone", HOURS, prices.ENDPOINT, f"{HOURS} h")
    yield bills.job("`exportLogSchedule`, once a day", 1, prices.DPU_FLEX)
    yield bills.job("`compactSchedule`, once a week", 1 / 7, prices.DPU_FLEX)
    requests = SINGLE.usage.requests
    yield line(
        f"`tracing`, {SINGLE.name}",
        requests * measured.TRACED / MILLION,
        prices.TRACES,
        f"{measured.TRACED:.0%} of {many(requests)}",
    )
    yield line(
        "each consumer that always waits for messages",
        HOURS * 3_600 * measured.WAITING_MEMORY_GB,
        prices.LAMBDA_ARM,
        f"{HOURS} h * 3,600 s * {measured.WAITING_MEMORY_GB:g} GB",
    )


def markdown() -> str:
    """The tables as they stand in docs/run/costs.md."""
    billed = [(work, bill(work)) for work in WORKLOADS]
    parts = ["### In short", "", *_summary(billed), "", "### What may come on top", ""]
    parts += [*_table(list(extras())), ""]
    parts += [f"### {SINGLE.name}, by other roads", "", *_by_road(), ""]
    for work, lines in billed:
        parts += [f"### {work.name}", "", *_table(lines)]
        parts += [f"| **together** | | {total(lines):,.2f} |", ""]
    return "\n".join(parts).replace(" * ", " \N{MULTIPLICATION SIGN} ")


def _summary(billed: Sequence[tuple[Workload, list[Line]]]) -> Iterator[str]:
    yield (
        "| Dollars a month | Regent | a million messages | of it the database"
        " | as I/O-Optimized | straight to Postgres | SQS FIFO, requests only |"
    )
    yield "|---|---|---|---|---|---|---|"
    for work, lines in billed:
        each = f"{total(lines) / work.messages * MILLION:,.2f}" if work.messages else ""
        regent, *others = [
            f"{cell:,.2f}"
            for cell in (
                total(lines),
                total(_database(work)),
                io_optimized(work),
                total(bill(replace(work, straight=True))),
                sqs_fifo(work),
            )
        ]
        yield f"| {work.name} | {regent} | {each} | {' | '.join(others)} |"


def _by_road() -> Iterator[str]:
    yield "| Road | What it takes | Dollars a month |"
    yield "|---|---|---|"
    for road in roads():
        yield f"| {road.name} | {road.takes} | {road.dollars:,.2f} |"


def _table(lines: Sequence[Line]) -> Iterator[str]:
    yield "| Item | Arithmetic | Dollars a month |"
    yield "|---|---|---|"
    for each in lines:
        yield f"| {each.item} | {each.arithmetic} | {each.dollars:,.2f} |"
