"""HTTP through the real server, started as `make run` starts it, beside a bare one."""

from __future__ import annotations

import itertools
import random
import statistics
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson

from tests.bench.arena import Arena
from tests.bench.clients import elsewhere
from tests.bench.contenders import PARTITIONS, ready_batches
from tests.bench.effort import Effort
from tests.bench.ours import partition_name
from tests.bench.report import REGENT, Row, Section, Target
from tests.bench.servers import bare_server, server
from tests.bench.wire import Request, Talk, ask, converse, request

NOTE = (
    "`python -m regent.local` with an empty data folder; keep-alive connections from one client"
    " process that shares the cores with the server's workers and Postgres. Pushes go to one of"
    " 1,000 partitions; a pop takes from one partition and is followed by its ack on the same"
    " connection (msg/s count both requests). The bare server is uvicorn as Regent has it, with as"
    " many processes, and an application that reads such a request and answers nothing. Single"
    " messages are to reach 3, 3.5 and 6 times (push, pop + ack, empty pop) the rate of the tree"
    " before requests had a short way and travelled together, 1.7 times with 8 connections. Batches"
    " are to be no slower. That tree was measured beside this one, in turns, on 2026-11-19."
)
BARE = "bare server"
FILL_BATCH = 1_000
REQUESTS, MESSAGES = 0, 1  # what `converse` returns


@dataclass(frozen=True)
class Shape:
    """What connections say to both servers, and what is counted."""

    name: str
    counted: int
    ours: Callable[[], Talk]
    bare: Callable[[], Talk]
    reach: dict[int, str]  # to the bare server, by connections
    queue: str = ""  # is filled before each round
    batch: int = 1
    backlog: int = 0

    @property
    def unit(self) -> str:
        """Of the number that is counted."""
        return "msg/s" if self.counted == MESSAGES else "req/s"


def http(arena: Arena, effort: Effort) -> list[Section]:
    """Five shapes, with few connections and with many."""
    seconds = 0.8 if effort.growth else 0.4
    rows = []
    with server(arena.folder) as port, bare_server() as ports:
        elsewhere(partial(_prepare, port, ["pushed", "idle"]))
        for shape in _shapes(seconds):
            for connections in effort.connections:
                rates: dict[str, list[float]] = {REGENT: [], BARE: []}
                for _ in range(effort.rounds):
                    elsewhere(partial(_fill, port, shape))
                    for name, where, talk in (
                        (REGENT, (port,), shape.ours),
                        (BARE, ports, shape.bare),
                    ):
                        work = partial(converse, where, talk, connections, seconds)
                        rates[name].append(elsewhere(work)[shape.counted])
                rows.append(_row(shape, connections, rates))
    return [Section("Over HTTP", NOTE, rows)]


def _shapes(seconds: float) -> list[Shape]:
    shapes = []
    for batch, counted, reach in (
        (1, REQUESTS, {8: "≥ 0.1x", 32: "≥ 0.17x"}),
        (100, MESSAGES, {8: "≥ 0.021x", 32: "≥ 0.022x"}),
    ):
        pushes = push_requests(batch)
        shapes.append(
            Shape(
                f"HTTP push {batch}",
                counted,
                partial(pushing, pushes, batch, 201),
                partial(pushing, pushes, batch, 204),
                reach,
            )
        )
    for batch, backlog, reach in (
        (1, 12_000, {8: "≥ 0.074x", 32: "≥ 0.17x"}),
        (100, int(160_000 * seconds), {8: "≥ 0.022x", 32: "≥ 0.021x"}),
    ):
        queue = f"work-{batch}"
        shapes.append(
            Shape(
                f"HTTP pop {batch} + ack",
                MESSAGES,
                partial(consuming, queue, batch),
                partial(consuming_nothing, queue, batch),
                reach,
                queue,
                batch,
                backlog,
            )
        )
    idle = {8: "≥ 0.16x", 32: "≥ 0.53x"}
    shapes.append(Shape("HTTP empty pop", REQUESTS, empty, empty, idle))
    return shapes


def pushing(requests: Sequence[Request], batch: int, wanted: int) -> Talk:
    """One push after the other, beginning anywhere."""
    start = random.randrange(len(requests))
    turns = itertools.cycle([*requests[start:], *requests[:start]])
    return lambda status, _: (next(turns), _checked(status, (0, wanted), batch))


def consuming(queue: str, batch: int) -> Talk:
    """A pop, its ack, a pop, its ack …"""
    pop = _pop_request(queue, batch)
    taken = 0

    def talk(status: int, body: bytes) -> tuple[Request, int]:
        nonlocal taken
        if not body:
            return pop, _checked(status, (0, 204), 0)
        _checked(status, (200,), 0)
        answer: Any = orjson.loads(body)
        if isinstance(answer, dict) and "messages" in answer:
            taken = len(answer["messages"])
            return _ack_request(answer["messages"]), 0
        return pop, taken

    return talk


def consuming_nothing(queue: str, batch: int) -> Talk:
    """Requests of the same sizes to a server that answers nothing."""
    names = ("transactionId", "partitionId", "leaseId")
    messages = [{name: str(uuid.uuid4()) for name in names} for _ in range(batch)]
    turns = itertools.cycle([(_pop_request(queue, batch), batch), (_ack_request(messages), 0)])

    def talk(status: int, _: bytes) -> tuple[Request, int]:
        following, done = next(turns)
        return following, _checked(status, (0, 204), done)

    return talk


def empty() -> Talk:
    """A pop that finds nothing."""
    pop = _pop_request("idle", 1)
    return lambda status, _: (pop, _checked(status, (0, 204), 0))


def push_requests(batch: int) -> list[Request]:
    """Pushes of a batch each, to any partition."""
    return [push_request("pushed", payloads) for payloads in ready_batches(batch)]


def push_request(queue: str, payloads: list[dict[str, Any]], partition: str = "") -> Request:
    """A batch for one partition."""
    name = partition or partition_name(random.randrange(PARTITIONS))
    items = [{"queue": queue, "partition": name, "payload": payload} for payload in payloads]
    return request("POST", "/api/v1/push", orjson.dumps({"items": items}))


def _pop_request(queue: str, batch: int) -> Request:
    return request("GET", f"/api/v1/pop/queue/{queue}?batch={batch}")


def _prepare(port: int, queues: Sequence[str]) -> None:
    """Queues with their groups."""
    for queue in queues:
        body = orjson.dumps({"queue": queue})
        _checked(ask(port, request("POST", "/api/v1/configure", body))[0], (200, 201), 0)
        _checked(ask(port, _pop_request(queue, 1))[0], (204,), 0)


def _fill(port: int, shape: Shape) -> None:
    """A backlog of a batch in one partition after the other, in a new queue."""
    if not shape.backlog:
        return
    ask(port, request("DELETE", f"/api/v1/resources/queues/{shape.queue}"))
    _prepare(port, [shape.queue])
    payloads = ready_batches(shape.batch)[0]
    names = itertools.cycle(map(partition_name, range(PARTITIONS)))
    for _ in range(0, shape.backlog, FILL_BATCH):
        items: list[dict[str, Any]] = []
        while len(items) < FILL_BATCH:
            name = next(names)
            items += [{"queue": shape.queue, "partition": name, "payload": p} for p in payloads]
        body = orjson.dumps({"items": items})
        _checked(ask(port, request("POST", "/api/v1/push", body))[0], (201,), 0)


def _ack_request(messages: Sequence[dict[str, Any]]) -> Request:
    names = ("transactionId", "partitionId", "leaseId")
    acks = [{name: message[name] for name in names} for message in messages]
    if len(acks) == 1:
        return request("POST", "/api/v1/ack", orjson.dumps(acks[0]))
    return request("POST", "/api/v1/ack/batch", orjson.dumps({"acknowledgments": acks}))


def _checked(status: int, wanted: tuple[int, ...], messages: int) -> int:
    if status not in wanted:
        raise AssertionError(f"HTTP {status}, not {wanted}")
    return messages


def _row(shape: Shape, connections: int, rates: dict[str, list[float]]) -> Row:
    numbers = {name: statistics.median(each) for name, each in rates.items()}
    reach = shape.reach.get(connections)
    target = Target.parse(reach) if reach else None
    return Row(shape.name, shape.unit, numbers, connections, BARE, target)
