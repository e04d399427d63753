"""What a month of use costs, line by line, and which part of it each queue has.

docs/run/costs.md computes assumed use with it, GET /api/v1/costs what a stack has counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from regent.costs import measured, prices
from regent.costs.measured import HOT_MEMORY_GB, WAITING_MEMORY_GB
from regent.costs.prices import MILLION, Price
from regent.costs.usage import (
    HOURS,
    Usage,
    busy_acu,
    lambda_gb_seconds,
    lambda_ms,
    processor_us,
    writes,
)

DAYS: Final = HOURS / 24
_MS: Final = 1_000
_GB: Final = 1_000_000_000


@dataclass(frozen=True)
class Stack:
    """How a stack is set up: its config keys, as far as they cost something."""

    min_acu: float = 0.5
    instances: int = 1
    io_optimized: bool = False
    proxy: bool = False
    tracing: bool = False
    access_log: bool = True
    #: Both run by their schedules.
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
    return [
        *_requests(use),
        *database(use, stack),
        *_watching(use, stack),
        *_standing(stack),
    ]


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


def _http(use: Usage) -> float:
    return use.requests


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
    called = requests / MILLION * price.dollars
    yield line("Lambda, requests", (requests + runs) / MILLION, price, used=called, weight=_http)
    used = lambda_gb_seconds(use)
    reclaim = runs * measured.RECLAIM_MS / _MS * measured.RECLAIM_MEMORY_GB
    yield Line(
        "Lambda, time",
        f"({_lambda_arithmetic(use)} + reclaim {many(reclaim)} GB-s) * {_price(prices.LAMBDA_ARM)}",
        (used + reclaim) * prices.LAMBDA_ARM.dollars,
        used * prices.LAMBDA_ARM.dollars,
        lambda_gb_seconds,
    )
    yield line("Scheduler", runs / MILLION, prices.SCHEDULER)


def _lambda_arithmetic(use: Usage) -> str:
    if use.straight:
        return "0 GB-s"
    ms = lambda_ms(use)
    hot = [
        f"{many(count)} {word} * {each:.0f} ms"
        for count, word, each in (
            (use.pushes, "pushes", ms.push),
            (use.acks, "acks", ms.ack),
            (use.nexts, "acks with a pop", ms.next),
        )
        if count
    ]
    waiting = [
        f"{many(count)} {word} * {each:.0f} ms"
        for count, word, each in (
            (use.pops, "pops", ms.pop),
            (use.empty_pops + use.others, "others", ms.look),
        )
        if count
    ]
    if use.waited_seconds:
        waiting.append(f"{many(use.waited_seconds)} s of waiting")
    parts = [
        f"({' + '.join(terms)}) * {memory:g} GB"
        for terms, memory in ((hot, HOT_MEMORY_GB), (waiting, WAITING_MEMORY_GB))
        if terms
    ]
    return " + ".join(parts) or "0 GB-s"


def database(use: Usage, stack: Stack) -> Iterator[Line]:
    """Capacity, storage and I/O."""
    rates = prices.IO_OPTIMIZED if stack.io_optimized else prices.STANDARD
    busy = busy_acu(use)
    if stack.min_acu == 0 and not use.calls:
        awake, every = measured.AWAKE_SECONDS, measured.LOOK_EVERY_SECONDS
        acu, part = measured.AWAKE_ACU, awake / every
        how = f"{awake} s of every {every:,} s awake: {part:.1%} * "
    else:
        acu, part, how = max(stack.min_acu, math.ceil(busy * 2) / 2), 1.0, ""
    if stack.instances > 1:
        how = f"{stack.instances} instances * {how}"
    yield Line(
        "Aurora, capacity",
        f"{how}{HOURS} h * {acu:g} ACU * {_price(rates.capacity)}",
        stack.instances * part * HOURS * acu * rates.capacity.dollars,
        HOURS * busy * rates.capacity.dollars,
        processor_us,
    )
    yield line(
        "Aurora, storage",
        use.stored_bytes / _GB,
        rates.storage,
        f"{many(use.stored_bytes)} bytes",
        weight=_stored,
    )
    commits = use.pushes + use.pops + use.acks + use.nexts
    each = writes(use) / commits if commits else 0
    yield line(
        "Aurora, I/O",
        writes(use) / MILLION,
        rates.io,
        f"{many(commits)} commits * {each:.3g} writes",
        weight=writes,
    )
    if stack.proxy:
        most = max(prices.PROXY_LEAST_ACU, acu * stack.instances)
        yield line("Proxy", HOURS * most, prices.PROXY, f"{HOURS} h * {most:g} ACU")


def _watching(use: Usage, stack: Stack) -> Iterator[Line]:
    logged = measured.ACCESS_LOG_BYTES * stack.access_log
    yield line(
        "Logs",
        use.requests * logged / _GB,
        prices.LOGS,
        f"{many(use.requests)} * {logged} bytes",
        weight=_http,
    )
    traced = use.requests if stack.tracing else 0
    yield line(
        "Traces",
        traced * measured.TRACED / MILLION,
        prices.TRACES,
        f"{measured.TRACED:.0%} of {many(traced)}",
        weight=_http,
    )
    # Each function tells of its cold starts.
    metrics = (
        measured.RECLAIM_METRICS + 1 + (measured.FUNCTIONS_OF_A_MESSAGE if use.requests else 0)
    )
    alarms = measured.ALARM_METRICS
    if stack.jobs:
        metrics += measured.JOB_METRICS
        alarms += measured.JOB_ALARM_METRICS
    if stack.min_acu == 0 and not use.calls:
        # A metric is paid for in the hours in which it is written.
        hours = measured.LOOK_EVERY_SECONDS // 3_600
        yield line("Metrics", metrics / hours, prices.METRIC, f"{metrics} in 1 h of {hours}")
    else:
        yield line("Metrics", metrics, prices.METRIC)
    yield line("Alarms", alarms, prices.ALARM)
    yield line("Dashboard", 1, prices.DASHBOARD)


def _standing(stack: Stack) -> Iterator[Line]:
    services = ["Secrets Manager", *(["CloudWatch"] if stack.jobs else [])]
    yield line(
        f"Endpoints in one zone: {', '.join(services)}",
        HOURS * len(services),
        prices.ENDPOINT,
        f"{HOURS} h * {len(services)}",
    )
    yield line("Key", 1, prices.KEY)
    yield line("Secret", 1, prices.SECRET)
    if stack.jobs:
        yield job("Glue, the lag job", measured.LAG_RUNS_A_DAY, prices.DPU)
        yield job("Glue, the retention job", measured.RETENTION_RUNS_A_DAY, prices.DPU_FLEX)


def job(item: str, runs_a_day: float, price: Price) -> Line:
    """Runs of a Glue job, as short as they are paid for."""
    runs = runs_a_day * DAYS
    return line(
        item,
        runs * measured.WORKERS * prices.GLUE_LEAST_MINUTES / 60,
        price,
        f"{many(runs)} runs * {measured.WORKERS} DPU * {prices.GLUE_LEAST_MINUTES} min",
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
