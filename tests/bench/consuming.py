"""A consumer of the Python client through the real server: its speed, and what it takes."""

from __future__ import annotations

import itertools
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import orjson

from regent import Regent
from tests.bench.clients import elsewhere
from tests.bench.http import consuming
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.wire import Line, Request, Talk, converse, request

PAYLOAD: Final = {"text": "x" * 240}
LANES: Final = (1, 8, 64)
#: Messages of one partition that one call of a handler may get.
BATCH: Final = 10
CONNECTIONS: Final = 8
HELD: Final = 10_000
#: Of one push: what the server takes.
FILL_BATCH: Final = 1_000
REQUESTS_NOTE: Final = "bare requests"
_NAMES: Final = itertools.count()


@dataclass(frozen=True)
class Times:
    """How long it is measured."""

    rounds: int = 5
    seconds: float = 2.0
    idle_seconds: float = 20.0
    pushes: int = 200
    imports: int = 20


def sections(port: int, times: Times) -> list[Section]:
    """All that needs a server."""
    url = f"http://127.0.0.1:{port}"
    return [
        Section(
            "A consumer",
            "One process consumes, with handlers that do nothing, from as many partitions as it has"
            f" lanes, at most {BATCH} messages of each at a time. The yardstick is one connection"
            " that says no more than it has to: a pop for all partitions, its ack, a pop, …"
            " Latency is from before the push to the handler, while nothing else is pending;"
            " its yardstick is a pop that waits, and a push on another connection.",
            [
                *(_throughput(url, port, lanes, times) for lanes in LANES),
                *(_latency(url, port, lanes, times) for lanes in LANES),
            ],
        ),
        Section(
            "Ack and the next, in one request",
            f"{CONNECTIONS} connections over HTTP, without the client: messages a second.",
            [
                _next(url, port, batch, reach, times)
                for batch, reach in ((1, "≥ 1.3x"), (10, "≥ 1.3x"), (100, "≥ 1.7x"))
            ],
        ),
        Section(
            "What a consumer takes",
            f"Memory: what {HELD:,} messages of 256 bytes add to a process that holds them. Idle:"
            " its processor time while nothing is pending.",
            [_memory(url), _idle(url, times)],
        ),
    ]


def imports(times: Times) -> Section:
    """What a command or a test pays before it does anything."""
    programs = {
        "Regent": "from regent import Regent",
        "AsyncRegent": "from regent import AsyncRegent",
        "bare Python": "pass",
    }
    taken: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(times.imports):
        for name, program in programs.items():
            taken[name].append(_processor_ms(program))
    bare = statistics.median(taken["bare Python"])
    return Section(
        "Importing the client",
        "Processor time of a Python that imports it and ends, beside one that only ends.",
        [
            Row(
                f"import {name}",
                "ms",
                {REGENT: statistics.median(taken[name]), "bare Python": bare},
                None,
                "bare Python",
                Target.parse(reach),
            )
            for name, reach in (("Regent", "≤ 5x"), ("AsyncRegent", "≤ 7.5x"))
        ],
    )


def _processor_ms(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "shared")}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


# ── Speed ──


def _throughput(url: str, port: int, lanes: int, times: Times) -> Row:
    messages = int(6_000 * times.seconds)
    rates: dict[str, list[float]] = {REGENT: [], REQUESTS_NOTE: []}
    for _ in range(times.rounds):
        for name, work in (
            (REGENT, partial(_consumed, url, lanes, messages)),
            (REQUESTS_NOTE, partial(_asked_for, url, port, lanes, messages)),
        ):
            rates[name].append(elsewhere(work))
    return _row(f"consume, {lanes} lanes", "msg/s", rates, REQUESTS_NOTE, "≥ 0.5x")


def _latency(url: str, port: int, lanes: int, times: Times) -> Row:
    found: dict[str, list[float]] = {REGENT: [], REQUESTS_NOTE: []}
    for _ in range(times.rounds):
        found[REGENT].append(elsewhere(partial(_handled_after, url, lanes, times.pushes)))
        found[REQUESTS_NOTE].append(elsewhere(partial(_popped_after, url, port, times.pushes)))
    return _row(f"push to handler, {lanes} lanes", "ms", found, REQUESTS_NOTE, "≤ 2.5x")


def _row(
    shape: str, unit: str, found: Mapping[str, Sequence[float]], rival: str, reach: str
) -> Row:
    numbers = {name: statistics.median(each) for name, each in found.items()}
    return Row(shape, unit, numbers, None, rival, Target.parse(reach))


def _filled(url: str, partitions: int, messages: int) -> str:
    """A queue with so many messages, in turns over its partitions, which a group follows."""
    name = f"bench-{os.getpid()}-{next(_NAMES)}"
    with Regent(url) as regent:
        queue = regent.queue(name)
        queue.create()
        queue.group("g").pop()
        each = messages // partitions
        for number in range(partitions):
            for start in range(0, each, FILL_BATCH):
                queue.push_many([PAYLOAD] * min(FILL_BATCH, each - start), partition=f"p{number}")
    return name


def _consumed(url: str, lanes: int, messages: int) -> float:
    """Messages a second that a consumer handles, from its start to its last message."""
    name = _filled(url, lanes, messages)
    left = threading.Semaphore(0)
    with Regent(url) as regent:
        regent.queue(name).group("g").consumer(concurrency=lanes, batch=BATCH)(
            lambda _: left.release()
        )
        began = time.perf_counter()
        running = regent.start()
        for _ in range(messages // lanes * lanes):
            left.acquire()
        seconds = time.perf_counter() - began
        running.stop()
        running.join()
    return messages / seconds


def _asked_for(url: str, port: int, lanes: int, messages: int) -> float:
    """Messages a second of one connection that pops and acks."""
    name = _filled(url, lanes, messages)
    batch = min(lanes * BATCH, 5_000)
    query = f"batch={batch}&partitions={lanes}&perPartition={BATCH}&consumerGroup=g"
    pop = request("GET", f"/api/v1/pop/queue/{name}?{query}")
    done = 0
    began = time.perf_counter()
    with Line(port) as line:
        while done < messages // lanes * lanes:
            line.send(pop)
            _, body = line.receive()
            taken = orjson.loads(body)["messages"]
            line.send(_ack(taken))
            line.receive()
            done += len(taken)
    return messages / (time.perf_counter() - began)


def _ack(taken: Sequence[Mapping[str, Any]], following: Mapping[str, Any] | None = None) -> Request:
    """One verdict for each partition, up to its last message."""
    last = {message["partitionId"]: message for message in taken}
    names = ("transactionId", "partitionId", "leaseId")
    acks = [{**{name: m[name] for name in names}, "upTo": True} for m in last.values()]
    body: dict[str, Any] = {"consumerGroup": "g", "acknowledgments": acks}
    if following is not None:
        body["next"] = following
    return request("POST", "/api/v1/ack/batch", orjson.dumps(body))


def _handled_after(url: str, lanes: int, pushes: int) -> float:
    """Milliseconds of the median push, until its handler begins."""
    name = _filled(url, lanes, 0)
    handled: list[float] = []
    arrived = threading.Event()

    def handle(_: Any) -> None:
        handled.append(time.perf_counter())
        arrived.set()

    with Regent(url) as regent:
        queue = regent.queue(name)
        queue.group("g").consumer(concurrency=lanes, batch=BATCH)(handle)
        running = regent.start()
        took = []
        for number in range(pushes):
            arrived.clear()
            began = time.perf_counter()
            queue.push(PAYLOAD, partition=f"p{number % lanes}")
            arrived.wait()
            took.append(handled[-1] - began)
            time.sleep(0.01)  # until it waits again
        running.stop()
        running.join()
    return statistics.median(took) * 1000


def _popped_after(url: str, port: int, pushes: int) -> float:
    """Milliseconds of the median push, until a pop that waits is answered."""
    name = _filled(url, 1, 0)
    pop = request("GET", f"/api/v1/pop/queue/{name}?consumerGroup=g&wait=true&timeout=20000")
    item = {"queue": name, "partition": "p0", "payload": PAYLOAD}
    push = request("POST", "/api/v1/push", orjson.dumps({"items": [item]}))
    took = []
    with Line(port) as waiting, Line(port) as pushing:
        for _ in range(pushes):
            waiting.send(pop)
            time.sleep(0.01)  # until it waits
            began = time.perf_counter()
            pushing.send(push)
            _, body = waiting.receive()
            took.append(time.perf_counter() - began)
            pushing.receive()
            waiting.send(_ack(orjson.loads(body)["messages"]))
            waiting.receive()
    return statistics.median(took) * 1000


# ── The next with the ack ──


def _next(url: str, port: int, batch: int, reach: str, times: Times) -> Row:
    rival = "pop, then ack"
    rates: dict[str, list[float]] = {REGENT: [], rival: []}
    backlog = int(min(40 * batch, 1_000) * 100 * times.seconds)
    for _ in range(times.rounds):
        for name, talk in ((REGENT, _taking_next), (rival, consuming)):
            group = "g" if name == REGENT else None
            queue = elsewhere(partial(_spread, url, batch, backlog, group))
            make: Callable[[], Talk] = partial(talk, queue, batch)
            work = partial(converse, (port,), make, CONNECTIONS, times.seconds)
            rates[name].append(elsewhere(work)[1])
    return _row(f"ack and next {batch}", "msg/s", rates, rival, reach)


def _spread(url: str, batch: int, messages: int, group: str | None) -> str:
    """A queue with a batch in one partition after the other."""
    name = f"next-{os.getpid()}-{next(_NAMES)}"
    with Regent(url) as regent:
        queue = regent.queue(name)
        queue.create()
        subscriber = queue if group is None else queue.group(group)
        subscriber.pop()
        with queue.writer(lanes=4) as writer:
            for number in range(messages):
                writer.push(PAYLOAD, partition=f"p{number // batch % 1_000}")
    return name


def _taking_next(queue: str, batch: int) -> Talk:
    """An ack that takes the next, an ack that takes the next …"""
    following = {"queue": queue, "batch": batch}
    taken: list[Any] = []

    def talk(status: int, body: bytes) -> tuple[Request, int]:
        if status not in (0, 200):
            raise AssertionError(f"HTTP {status}")
        done = len(taken)
        taken[:] = orjson.loads(body)["next"]["messages"] if body else []
        return _ack(taken, following), done

    return talk


# ── What it takes ──


def _memory(url: str) -> Row:
    held = elsewhere(partial(_held_mb, url))
    return Row("10,000 held messages", "MB", {REGENT: held}, None, None, Target.parse("≤ 30 MB"))


def _held_mb(url: str) -> float:
    pops = 10
    name = _filled(url, pops, HELD)
    with Regent(url) as regent:
        group = regent.queue(name).group("g")
        group.pop()[0].release()  # what the first pop imports is not counted
        before = _resident_mb()
        held = [group.pop(HELD // pops) for _ in range(pops)]
        if sum(map(len, held)) != HELD:
            raise AssertionError("not all of them are held")
        return _resident_mb() - before


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def _idle(url: str, times: Times) -> Row:
    share = elsewhere(partial(_idle_share, url, times.idle_seconds))
    target = Target.parse("≤ 0.001 of a core")
    return Row("an idle consumer", "of a core", {REGENT: share}, None, None, target)


def _idle_share(url: str, seconds: float) -> float:
    name = _filled(url, 1, 0)
    with Regent(url) as regent:
        regent.queue(name).group("g").consumer(concurrency=8)(lambda _: None)
        running = regent.start()
        time.sleep(1.0)  # it starts
        began = time.process_time()
        time.sleep(seconds)
        taken = time.process_time() - began
        running.stop()
        running.join()
    return taken / seconds
