"""HTTP through the real server, started as `make run` starts it."""

from __future__ import annotations

import itertools
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson

from tests.bench.arena import Arena
from tests.bench.clients import elsewhere
from tests.bench.contenders import PARTITIONS, ready_batches
from tests.bench.effort import Effort
from tests.bench.ours import partition_name
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.wire import Request, Talk, ask, converse, request

ROOT = Path(__file__).parents[2]
NOTE = (
    "`python -m regent.local` with an empty data folder; 8 keep-alive connections from one client"
    " process that shares the cores with the server's workers and Postgres. Pushes go to one of"
    " 1,000 partitions; a pop takes from one partition and is followed by its ack on the same"
    " connection (msg/s count both requests)."
)
CONNECTIONS = 8
START_SECONDS = 60
FILL_BATCH = 1_000


def http(arena: Arena, effort: Effort) -> list[Section]:
    """Five shapes."""
    seconds = 1.5 if effort.growth else 0.5
    rounds = effort.rounds
    with server(arena.folder) as port:
        backlog = int(60_000 * seconds * 1.3)

        def play(
            make_talk: Callable[[], Talk], column: int, fill: int = 0, batch: int = 1
        ) -> float:
            results = []
            for _ in range(rounds):
                elsewhere(lambda: _fill(port, "work", fill, batch))
                work = lambda: converse(port, make_talk, CONNECTIONS, seconds)  # noqa: E731
                results.append(elsewhere(work)[column])
            return statistics.median(results)

        rows = [
            _row("push 1", "req/s", play(lambda: pushing(1), 0), "≥ 1,200 req/s"),
            _row("push 100", "msg/s", play(lambda: pushing(100), 1), "≥ 40,000 msg/s"),
            _row("pop 1 + ack", "msg/s", play(lambda: consuming(1), 1, 5_000), "≥ 600 msg/s"),
            _row(
                "pop 100 + ack",
                "msg/s",
                play(lambda: consuming(100), 1, backlog, 100),
                "≥ 40,000 msg/s",
            ),
        ]
        elsewhere(lambda: _fill(port, "idle", 0))
        rows.append(_row("empty pop", "req/s", play(empty, 0), "≥ 1,500 req/s"))
    return [Section("Over HTTP", NOTE, rows)]


def pushing(batch: int) -> Talk:
    """The next push, each to some partition."""
    requests = itertools.cycle(
        [push_request("pushed", payloads) for payloads in ready_batches(batch)]
    )
    return lambda status, _: (next(requests), _checked(status, (0, 201), batch))


def consuming(batch: int) -> Talk:
    """A pop, its ack, a pop, its ack …"""
    pop = request("GET", f"/api/v1/pop/queue/work?batch={batch}")

    def talk(status: int, body: bytes) -> tuple[Request, int]:
        if not body:
            return pop, _checked(status, (0, 204), 0)
        _checked(status, (200,), 0)
        answer: Any = orjson.loads(body)
        if isinstance(answer, dict) and "messages" in answer:
            return _ack_request(answer), 0
        return pop, batch

    return talk


def empty() -> Talk:
    """A pop that finds nothing."""
    pop = request("GET", "/api/v1/pop/queue/idle")
    return lambda status, _: (pop, _checked(status, (0, 204), 0))


def push_request(queue: str, payloads: list[dict[str, Any]], partition: str = "") -> Request:
    """A batch for one partition."""
    name = partition or partition_name(random.randrange(PARTITIONS))
    items = [{"queue": queue, "partition": name, "payload": payload} for payload in payloads]
    return request("POST", "/api/v1/push", orjson.dumps({"items": items}))


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """The one-machine server on a free port; stopped, and its data gone, at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="http-", dir=folder) as data:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REGENT_")}
        environment |= {"REGENT_PORT": str(port), "REGENT_DATA_DIR": data}
        process = subprocess.Popen(
            [sys.executable, "-m", "regent.local"],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port, process)
            yield port
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            if ask(port, request("GET", "/health"))[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


def _fill(port: int, queue: str, messages: int, batch: int = 1) -> None:
    """The queue with its group, and a backlog of a batch in one partition after the other."""
    ask(port, request("POST", "/api/v1/configure", orjson.dumps({"queue": queue})))
    ask(port, request("GET", f"/api/v1/pop/queue/{queue}"))
    payloads = ready_batches(batch)[0]
    names = itertools.cycle(map(partition_name, range(PARTITIONS)))
    for _ in range(0, messages, FILL_BATCH):
        items: list[dict[str, Any]] = []
        while len(items) < FILL_BATCH:
            name = next(names)
            items += [{"queue": queue, "partition": name, "payload": p} for p in payloads]
        body = orjson.dumps({"items": items})
        _checked(ask(port, request("POST", "/api/v1/push", body))[0], (201,), 0)


def _ack_request(answer: dict[str, Any]) -> Request:
    acks = [
        {
            "transactionId": message["transactionId"],
            "partitionId": message["partitionId"],
            "leaseId": message["leaseId"],
        }
        for message in answer["messages"]
    ]
    if len(acks) == 1:
        return request("POST", "/api/v1/ack", orjson.dumps(acks[0]))
    return request("POST", "/api/v1/ack/batch", orjson.dumps({"acknowledgments": acks}))


def _checked(status: int, wanted: tuple[int, ...], messages: int) -> int:
    if status not in wanted:
        raise AssertionError(f"HTTP {status}, not {wanted}")
    return messages


def _row(shape: str, unit: str, number: float, reach: str) -> Row:
    name = f"HTTP {shape}"
    return Row(name, unit, {REGENT: number}, CONNECTIONS, target=Target.parse(reach))
