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
from regent.costs.bill import DAYS, HOURS, Line, Stack, Usage, line, total
from regent.costs.prices import MILLION

Batch = Literal[1, 100]

#: How long a message stays in the database.
KEPT_DAYS: Final = 7


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
    def usage(self) -> Usage:
        """Each message is pushed, popped and acked once, in batches."""
        batches = self.messages / self.batch
        return Usage(
            pushes=batches,
            pops=batches,
            acks=batches,
            pushed=self.messages,
            popped=self.messages,
            acked=self.messages,
            stored_bytes=self.messages_a_day * KEPT_DAYS * measured.STORED_BYTES,
            straight=self.straight,
        )

    @property
    def stack(self) -> Stack:
        """How it is set up."""
        return Stack(self.min_acu, self.jobs)


WORKLOADS: Final = (
    Workload("idle, minAcu 0", min_acu=0, jobs=False),
    Workload("idle, minAcu 0.5"),
    Workload("1 M a day, batch 1", 1 * MILLION, 1),
    Workload("1 M a day, batch 100", 1 * MILLION, 100),
    Workload("100 M a day, batch 1", 100 * MILLION, 1),
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
    capacity, storage, _ = _database(work)
    return (
        capacity.dollars / prices.ACU.dollars * prices.ACU_IO_OPTIMIZED.dollars
        + storage.dollars / prices.DATABASE_STORAGE.dollars * prices.STORAGE_IO_OPTIMIZED.dollars
    )


def _database(work: Workload) -> list[Line]:
    return list(bills.database(work.usage, work.stack))


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
    yield line(
        "each consumer that always waits for messages",
        HOURS * 3_600 * measured.HOT_MEMORY_GB,
        prices.LAMBDA_ARM,
        f"{HOURS} h * 3,600 s * {measured.HOT_MEMORY_GB:g} GB",
    )


def markdown() -> str:
    """The tables as they stand in docs/run/costs.md."""
    billed = [(work, bill(work)) for work in WORKLOADS]
    parts = ["### In short", "", *_summary(billed), "", "### What may come on top", ""]
    parts += [*_table(list(extras())), ""]
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


def _table(lines: Sequence[Line]) -> Iterator[str]:
    yield "| Item | Arithmetic | Dollars a month |"
    yield "|---|---|---|"
    for each in lines:
        yield f"| {each.item} | {each.arithmetic} | {each.dollars:,.2f} |"
