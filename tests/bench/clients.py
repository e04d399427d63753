"""Client processes that start together, and rounds in which contenders take turns."""

from __future__ import annotations

import multiprocessing
import statistics
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier, Event
from typing import Any, Generic, TypeVar

from tests.bench.contenders import Step

T = TypeVar("T")

#: Not counted: in this time prepared statements, plan caches and connections come into being.
WARM_UP_SECONDS = 0.15
#: Forked, so that a client starts in milliseconds. Nothing here holds threads or connections.
_processes = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Measured:
    """The work of all clients in one round."""

    messages_per_second: float
    p50_ms: float  # of one step


def measure(make_step: Callable[[], Step], clients: int, seconds: float) -> Measured:
    """Let that many processes step at the same time, for that long."""
    barrier = _processes.Barrier(clients)
    pipes = []
    processes = []
    for _ in range(clients):
        ours, theirs = _processes.Pipe(duplex=False)
        work = partial(_client, make_step, seconds, barrier)
        process = _processes.Process(target=_reporting, args=(work, theirs), daemon=True)
        process.start()
        theirs.close()
        pipes.append(ours)
        processes.append(process)
    results = [_result(pipe) for pipe in pipes]
    for process in processes:
        process.join()
    rates = [messages / elapsed for messages, elapsed, _ in results if elapsed]
    times = [took for _, _, took in results if took]
    return Measured(sum(rates), statistics.median(times) * 1000 if times else 0.0)


def elsewhere(work: Callable[[], T]) -> T:
    """Run it in a process of its own: this one keeps no connection, thread or module of it."""
    ours, theirs = _processes.Pipe(duplex=False)
    process = _processes.Process(target=_reporting, args=(work, theirs), daemon=True)
    process.start()
    theirs.close()
    result: T = _result(ours)
    process.join()
    return result


class Alongside(Generic[T]):
    """Work in a process of its own, until it is told to stop."""

    def __init__(self, work: Callable[[Event], T]) -> None:
        self._stop = _processes.Event()
        self._pipe, theirs = _processes.Pipe(duplex=False)
        self._process = _processes.Process(
            target=_reporting, args=(partial(work, self._stop), theirs), daemon=True
        )
        self._process.start()
        theirs.close()

    def check(self) -> None:
        """Raise what has ended it."""
        if self._pipe.poll():
            _result(self._pipe)
            raise ClientFailed("it has ended by itself")

    def stop(self) -> T:
        """Its result."""
        self._stop.set()
        result: T = _result(self._pipe)
        self._process.join()
        return result


def take_turns(
    rounds: int, contenders: Mapping[str, Callable[[], Measured]]
) -> dict[str, Measured]:
    """A B C A B C …: a disturbance of the machine hits all of them. Returns the median of each."""
    results: dict[str, list[Measured]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, play in contenders.items():
            results[name].append(play())
    return {name: median(played) for name, played in results.items()}


def timed(step: Callable[[], object]) -> Callable[[], float]:
    """The step, which returns the seconds that it took."""

    def run() -> float:
        start = time.perf_counter()
        step()
        return time.perf_counter() - start

    return run


def p50_in_turns(
    steps: Mapping[str, Callable[[], float]], turns: int, block: int
) -> dict[str, float]:
    """Milliseconds of the median step of each, in one process: some of one, as many of the next …
    The first turn is not counted. A step returns the seconds that count."""
    times: dict[str, list[float]] = {name: [] for name in steps}
    for turn in range(turns + 1):
        for name, step in steps.items():
            took = [step() for _ in range(block)]
            times[name] += took if turn else []
    return {name: statistics.median(each) * 1000 for name, each in times.items()}


def median(played: Sequence[Measured]) -> Measured:
    """The middle round."""
    return Measured(
        statistics.median(m.messages_per_second for m in played),
        statistics.median(m.p50_ms for m in played),
    )


class ClientFailed(Exception):
    """The error that ended a client's process, with its traceback."""


def _result(pipe: Connection) -> Any:
    result = pipe.recv()
    if isinstance(result, ClientFailed):
        raise result
    return result


def _reporting(work: Callable[[], Any], pipe: Connection) -> None:
    try:
        pipe.send(work())
    except Exception:  # noqa: BLE001 - the parent raises it
        pipe.send(ClientFailed(traceback.format_exc()))


def _client(make_step: Callable[[], Step], seconds: float, barrier: Barrier) -> tuple[Any, ...]:
    try:
        step = make_step()
        barrier.wait(timeout=60)
    except Exception:
        barrier.abort()
        raise
    return _stepping(step, seconds)


def _stepping(step: Step, seconds: float) -> tuple[int, float, float]:
    """Messages, seconds and median seconds of a step, of the steps that began after the warm-up."""
    now = time.perf_counter
    warm = now() + WARM_UP_SECONDS
    while (start := now()) < warm:
        if not step():
            return 0, 0.0, 0.0
    messages, took, deadline, before = 0, [], start + seconds, start
    while before < deadline and (moved := step()):
        after = now()
        took.append(after - before)
        messages += moved
        before = after
    return messages, before - start, statistics.median(took) if took else 0.0
