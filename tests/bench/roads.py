"""`python -m tests.bench.roads`: the Python client over HTTP and straight to Postgres.

Both go to one database, that of a local server, from one thread; they take turns, and the median of
the rounds counts. The server works on other cores than the client. Ratios can be compared between
machines, messages a second cannot.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from regent import Regent
from tests.local.conftest import AS_MANY_AS_CORES, LocalServer

ROUNDS = 7
#: The seconds of one measurement, about.
SECONDS = 1.0
PAYLOAD = {"text": "x" * 240}
ROADS = ("http", "straight")

#: Moves messages; what a contender does once.
Step = Callable[[], None]


def _steps(regent: Regent) -> dict[str, tuple[Step, int]]:
    def push(count: int) -> None:
        if count == 1:
            regent.queue("bench").push(PAYLOAD, partition="p")
        else:
            regent.queue("bench").push_many([PAYLOAD] * count, partition="p")

    def pop_and_ack(count: int) -> None:
        batch = regent.queue("bench").pop(count)
        assert len(batch) == count
        batch.ack()

    # What is popped was pushed by the step before it, and as often.
    return {
        "push 1": (lambda: push(1), 1),
        "pop 1 + ack": (lambda: pop_and_ack(1), 1),
        "push 100": (lambda: push(100), 100),
        "pop 100 + ack": (lambda: pop_and_ack(100), 100),
    }


def measured(seconds: float = SECONDS, rounds: int = ROUNDS) -> Mapping[str, Mapping[str, float]]:
    """Messages a second, by what is done and by road."""
    with tempfile.TemporaryDirectory() as folder:
        server = LocalServer(
            Path(folder), AS_MANY_AS_CORES, handlers="functions.handlers", first_start=True
        )
        straight = server.database_url.replace("//postgres@", "//regent_api@")
        try:
            with Regent(server.url) as over_http, Regent(straight) as direct:
                return _in_turns((_steps(over_http), _steps(direct)), seconds, rounds)
        finally:
            server.stop()


def _in_turns(
    roads: tuple[dict[str, tuple[Step, int]], ...], seconds: float, rounds: int
) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, list[float]]] = {
        name: {road: [] for road in ROADS} for name in roads[0]
    }
    for _ in range(rounds):
        for road, steps in zip(ROADS, roads, strict=True):
            done = 1
            for name, (step, messages) in steps.items():
                times = done if name.startswith("pop") else None
                done, took = _repeated(step, seconds, times)
                found[name][road].append(done * messages / took)
    return {
        name: {road: statistics.median(rates) for road, rates in by_road.items()}
        for name, by_road in found.items()
    }


def _repeated(step: Step, seconds: float, times: int | None) -> tuple[int, float]:
    """Repeat a step for so long, or so often; how often it was, and how long it took."""
    done, began = 0, time.perf_counter()
    while True:
        step()
        done += 1
        took = time.perf_counter() - began
        if done == times or (times is None and took >= seconds):
            return done, took


if __name__ == "__main__":
    for name, rates in measured().items():
        http, straight = rates["http"], rates["straight"]
        print(f"{name:16} {http:9,.0f} over HTTP {straight:9,.0f} straight {straight / http:6.2f}")
