"""What a month of use costs, line by line, and which part of it each queue has.

docs/run/costs.md computes assumed use with it, GET /api/v1/costs what a stack has counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from regent.costs import measured, prices
from regent.costs.measured import HOT_MEMORY_GB, Effort
from regent.costs.prices import MILLION, Price

#: A month, as AWS computes it.
HOURS: Final = 730
DAYS: Final = HOURS / 24
_MS: Final = 1_000
_US: Final = 1_000_000
_GB: Final = 1_000_000_000


@dataclass(frozen=True, kw_only=True)
class Usage:
    """What a month's requests asked for. ``pops`` have found messages, ``empty_pops`` none;
    ``others`` are the requests of other routes."""

    pushes: float = 0
    pops: float = 0
    empty_pops: float = 0
    acks: float = 0
    others: float = 0
    #: Messages.
    pushed: float = 0
    popped: float = 0
    acked: float = 0
    #: For how long pops waited for messages.
    waited_seconds: float = 0
    #: What the database holds, on average.
    stored_bytes: float = 0
    #: Programs go to the database themselves: their requests come to no API.
    straight: bool = False

    def plus(self, other: Usage) -> Usage:
        """Both together."""
        return self._of_each(other, lambda one, two: one + two)

    def minus(self, other: Usage) -> Usage:
        """This without a part of it; no number falls below 0, whatever was rounded."""
        return self._of_each(other, lambda one, two: max(0.0, one - two))

    def times(self, factor: float) -> Usage:
        """The use of another time. What is stored stays what it is."""
        scaled = self._of_each(self, lambda one, _: one * factor)
        return scaled.storing(self.stored_bytes)

    def storing(self, stored_bytes: float) -> Usage:
        """This, with so much in the database."""
        return Usage(**(vars(self) | {"stored_bytes": stored_bytes}))

    def in_batches(self, size: int) -> Usage:
        """These messages in requests of this size; larger requests stay as they are."""
        fewer = {
            "pushes": min(self.pushes, self.pushed / size),
            "pops": min(self.pops, self.popped / size),
            "acks": min(self.acks, self.acked / size),
        }
        return Usage(**(vars(self) | fewer))

    @property
    def calls(self) -> float:
        """All that was asked for, over an API or not."""
        return self.pushes + self.pops + self.empty_pops + self.acks + self.others

    @property
    def requests(self) -> float:
        """Requests over HTTP."""
        return 0 if self.straight else self.calls

    def _of_each(self, other: Usage, what: Callable[[float, float], float]) -> Usage:
        numbers = {
            field.name: what(getattr(self, field.name), getattr(other, field.name))
            for field in fields(self)
            if field.name != "straight"
        }
        return Usage(**numbers, straight=self.straight)


@dataclass(frozen=True)
class Stack:
    """How a stack is set up."""

    min_acu: float = 0.5
    jobs: bool = True


#: How much of a line one use has, compared with another.
Weight = Callable[[Usage], float]


@dataclass(frozen=True)
class Line:
    """One item of the bill, and how it is computed. ``used``: the part that requests and messages
    make; the rest is paid for a stack that does nothing, too."""

    item: str
    arithmetic: str
    dollars: float
    used: float = 0
    weight: Weight | None = None


def bill(use: Usage, stack: Stack) -> list[Line]:
    """All lines of a month; a line that costs nothing has 0."""
    return [*_requests(use), *database(use, stack), *_watching(use), *_standing(stack)]


def total(lines: Sequence[Line]) -> float:
    """The sum of all lines."""
    return sum(line.dollars for line in lines)


def shares(lines: Sequence[Line], uses: Sequence[Usage]) -> list[dict[str, float]]:
    """What each of these uses, which make the whole, has of each line's used part."""
    found: list[dict[str, float]] = [{} for _ in uses]
    for line in lines:
        if line.weight is None:
            continue
        weights = [line.weight(use) for use in uses]
        whole = sum(weights)
        for share, weight in zip(found, weights, strict=True):
            share[line.item] = line.used * weight / whole if whole else 0.0
    return found


def processor_us(use: Usage) -> float:
    """The database's processor time."""
    return (
        measured.PUSH_US.of(use.pushes, use.pushed)
        + measured.HALF_US.of(use.pops, use.popped)
        + measured.HALF_US.of(use.acks, use.acked)
        + measured.EMPTY_POP_US * (use.empty_pops + use.others)
    )


def busy_acu(use: Usage) -> float:
    """The capacity that a month's use keeps busy, if it comes evenly."""
    processors = processor_us(use) / _US / (HOURS * 3_600)
    return processors / measured.PROCESSORS_AN_ACU / measured.BUSY


def lambda_ms(use: Usage) -> tuple[float, float, float, float]:
    """The billed time of a push, a pop, an ack, and a look that finds nothing, each in whole
    milliseconds."""
    around = measured.ROUND_TRIP_MS + measured.INSTRUMENTS_MS

    def billed(handler: Effort, database: Effort, requests: float, messages: float) -> float:
        if not requests:
            return 0
        mean = messages / requests
        handled = handler.of(1, mean) / measured.HOT_PROCESSORS
        return math.ceil(handled + database.of(1, mean) / _MS + measured.COMMIT_MS + around)

    handled = measured.POP_HANDLER_MS.of(1, 0) / measured.HOT_PROCESSORS
    return (
        billed(measured.PUSH_HANDLER_MS, measured.PUSH_US, use.pushes, use.pushed),
        billed(measured.POP_HANDLER_MS, measured.HALF_US, use.pops, use.popped),
        billed(measured.PUSH_HANDLER_MS, measured.HALF_US, use.acks, use.acked),
        math.ceil(handled + measured.EMPTY_POP_US / _MS + around),
    )


def writes(use: Usage) -> float:
    """Writes of the database: whole pieces, at least one for each commit."""

    def pieces(wal: Effort, requests: float, messages: float) -> float:
        if not requests:
            return 0
        size = max(1.0, wal.of(1, messages / requests))
        return requests * math.ceil(size / measured.IO_BYTES)

    return (
        pieces(measured.PUSH_WAL_BYTES, use.pushes, use.pushed)
        + pieces(measured.HALF_WAL_BYTES, use.pops, use.popped)
        + pieces(measured.HALF_WAL_BYTES, use.acks, use.acked)
    )


def _http(use: Usage) -> float:
    return use.requests


def _lambda_seconds(use: Usage) -> float:
    if use.straight:
        return 0
    push, pop, ack, look = lambda_ms(use)
    worked = use.pushes * push + use.pops * pop + use.acks * ack
    return (worked + (use.empty_pops + use.others) * look) / _MS + use.waited_seconds


def _stored(use: Usage) -> float:
    return use.stored_bytes


def _requests(use: Usage) -> Iterator[Line]:
    requests = use.requests
    first = min(requests, prices.HTTP_API_FIRST_REQUESTS)
    gateway = first * prices.HTTP_API_FIRST.dollars
    gateway += (requests - first) * prices.HTTP_API_NEXT.dollars
    yield Line(
        "API Gateway",
        f"{many(requests)} requests, the first 300 M at {_price(prices.HTTP_API_FIRST)}, then at"
        f" {_price(prices.HTTP_API_NEXT)}",
        gateway / MILLION,
        gateway / MILLION,
        _http,
    )
    runs = HOURS * 60
    price = prices.LAMBDA_REQUESTS
    used = requests / MILLION * price.dollars
    yield line("Lambda, requests", (requests + runs) / MILLION, price, used=used, weight=_http)
    seconds = _lambda_seconds(use) * HOT_MEMORY_GB
    reclaim = runs * measured.RECLAIM_MS / _MS * measured.RECLAIM_MEMORY_GB
    yield Line(
        "Lambda, time",
        f"({_lambda_arithmetic(use)} + reclaim {many(reclaim)} GB-s) * {_price(prices.LAMBDA_ARM)}",
        (seconds + reclaim) * prices.LAMBDA_ARM.dollars,
        seconds * prices.LAMBDA_ARM.dollars,
        _lambda_seconds,
    )
    yield line("Scheduler", runs / MILLION, prices.SCHEDULER)


def _lambda_arithmetic(use: Usage) -> str:
    called = (use.pushes, use.pops, use.acks, use.empty_pops + use.others)
    words = ("pushes", "pops", "acks", "others")
    terms = [
        f"{many(count)} {word} * {ms:.0f} ms"
        for count, word, ms in zip(called, words, lambda_ms(use), strict=True)
        if count and not use.straight
    ]
    if use.waited_seconds:
        terms.append(f"{many(use.waited_seconds)} s of waiting")
    return f"({' + '.join(terms)}) * {HOT_MEMORY_GB:g} GB" if terms else "0 GB-s"


def database(use: Usage, stack: Stack) -> Iterator[Line]:
    """Capacity, storage and I/O."""
    busy = busy_acu(use)
    if stack.min_acu == 0 and not use.calls:
        awake, every = measured.AWAKE_SECONDS, measured.LOOK_EVERY_SECONDS
        acu, part = measured.AWAKE_ACU, awake / every
        how = f"{awake} s of every {every} s awake: {part:.0%} * "
    else:
        acu, part, how = max(stack.min_acu, math.ceil(busy * 2) / 2), 1.0, ""
    yield Line(
        "Aurora, capacity",
        f"{how}{HOURS} h * {acu:g} ACU * {_price(prices.ACU)}",
        part * HOURS * acu * prices.ACU.dollars,
        HOURS * busy * prices.ACU.dollars,
        processor_us,
    )
    yield line(
        "Aurora, storage",
        use.stored_bytes / _GB,
        prices.DATABASE_STORAGE,
        f"{many(use.stored_bytes)} bytes",
        weight=_stored,
    )
    commits = use.pushes + use.pops + use.acks
    each = writes(use) / commits if commits else 0
    yield line(
        "Aurora, I/O",
        writes(use) / MILLION,
        prices.DATABASE_IO,
        f"{many(commits)} commits * {each:.3g} writes",
        weight=writes,
    )


def _watching(use: Usage) -> Iterator[Line]:
    yield line(
        "Logs",
        use.requests * measured.LOG_BYTES_A_REQUEST / _GB,
        prices.LOGS,
        f"{many(use.requests)} * {measured.LOG_BYTES_A_REQUEST} bytes",
        weight=_http,
    )
    yield line(
        "Traces",
        use.requests * measured.TRACED / MILLION,
        prices.TRACES,
        f"{measured.TRACED:.0%} of {many(use.requests)}",
        weight=_http,
    )
    called = measured.ROUTES if use.requests else 0
    metrics = measured.RECLAIM_METRICS + 1 + called * (measured.METRICS_A_ROUTE + 1 + 1)
    yield line("Metrics", metrics, prices.METRIC)
    yield line("Alarms", measured.ALARM_METRICS, prices.ALARM)
    yield line("Dashboard", 1, prices.DASHBOARD)


def _standing(stack: Stack) -> Iterator[Line]:
    yield line(
        "Endpoints of Secrets Manager and CloudWatch, in one zone each",
        HOURS * 2,
        prices.ENDPOINT,
        f"{HOURS} h * 2",
    )
    yield line("Key", 1, prices.KEY)
    yield line("Secret", 1, prices.SECRET)
    a_day = measured.LAG_RUNS_A_DAY + measured.RETENTION_RUNS_A_DAY
    runs = a_day * DAYS if stack.jobs else 0
    yield line(
        "Glue",
        runs * measured.WORKERS * prices.GLUE_LEAST_MINUTES / 60,
        prices.DPU,
        f"{runs:,.0f} runs * {measured.WORKERS} DPU * {prices.GLUE_LEAST_MINUTES} min",
    )


def line(
    item: str,
    units: float,
    price: Price,
    how: str | None = None,
    *,
    used: float | None = None,
    weight: Weight | None = None,
) -> Line:
    """Units times their price. With a weight, all of it is used unless ``used`` says less."""
    start = f"{how} = " if how else ""
    dollars = units * price.dollars
    if used is None:
        used = dollars if weight else 0.0
    return Line(item, f"{start}{many(units)} * {_price(price)}", dollars, used, weight)


def _price(price: Price) -> str:
    return f"${price.dollars:.10f}".rstrip("0").rstrip(".") + f" per {price.unit}"


def many(number: float) -> str:
    """A number with three digits and a word."""
    for size, word in ((_GB, " G"), (MILLION, " M"), (1_000, " k")):
        if number >= size:
            return f"{number / size:.4g}{word}"
    return f"{number:.4g}"
