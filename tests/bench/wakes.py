"""The time from a push to the answer of a pop that waits for it, over HTTP."""

from __future__ import annotations

import itertools
import random
import selectors
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import orjson

from tests.bench.arena import Arena
from tests.bench.clients import elsewhere
from tests.bench.contenders import payload
from tests.bench.effort import Effort
from tests.bench.http import push_request
from tests.bench.report import REGENT, Row, Section
from tests.bench.servers import server
from tests.bench.wire import Line, ask, request

NOTE = (
    "A pop with `wait=true` waits in each of {pairs} queues; after 0.2 to 1.8 s a message is pushed"
    " to it, over another connection. Counted from the first byte of the push to the last of the"
    " pop's answer. The yardstick is the time until the push itself is answered: a pop that is"
    " woken by the commit would take about as long."
)
PAIRS = 32
SHORTEST_SECONDS, LONGEST_SECONDS = 0.2, 1.8
ANSWERED = "the push's answer"


@dataclass(frozen=True)
class Wake:
    """Seconds from the start of a push to both answers."""

    pop: float
    push: float


def wakes(arena: Arena, effort: Effort) -> list[Section]:
    """The middle and the slow end."""
    seconds = 8.0 if effort.growth else 3.0
    with server(arena.folder) as port:
        found = elsewhere(lambda: _measure(port, seconds))
    rows = [
        Row(
            f"HTTP push to a waiting pop, p{percent}",
            "ms",
            {
                REGENT: percentile([wake.pop for wake in found], percent) * 1000,
                ANSWERED: percentile([wake.push for wake in found], percent) * 1000,
            },
            PAIRS,
            ANSWERED,
        )
        for percent in (50, 99)
    ]
    return [Section("Waiting for a message over HTTP", NOTE.format(pairs=PAIRS), rows)]


def percentile(values: list[float], percent: int) -> float:
    """The value that this share of all values does not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def _measure(port: int, seconds: float) -> list[Wake]:
    with ThreadPoolExecutor(PAIRS) as threads:
        found = threads.map(lambda number: _pair(port, number, seconds), range(PAIRS))
    return list(itertools.chain.from_iterable(found))


def _pair(port: int, number: int, seconds: float) -> list[Wake]:
    """A consumer that waits and a producer that pushes to it, again and again."""
    queue = f"wake-{number}"
    pop = request("GET", f"/api/v1/pop/queue/{queue}?wait=true&timeout=20000&autoAck=true")
    push = push_request(queue, [payload(number)], "one")
    ask(port, request("POST", "/api/v1/configure", orjson.dumps({"queue": queue})))
    ask(port, request("GET", f"/api/v1/pop/queue/{queue}"))
    found = []
    deadline = time.perf_counter() + seconds
    with Line(port) as consumer, Line(port) as producer:
        while time.perf_counter() < deadline:
            consumer.send(pop)
            time.sleep(random.uniform(SHORTEST_SECONDS, LONGEST_SECONDS))
            start = time.perf_counter()
            producer.send(push)
            popped, pushed = _both(consumer, producer)
            found.append(Wake(popped - start, pushed - start))
    return found


def _both(consumer: Line, producer: Line) -> tuple[float, float]:
    """When the answers of a pop and of a push have come, in whichever order."""
    wanted = {consumer: 200, producer: 201}
    came: dict[Line, float] = {}
    with selectors.DefaultSelector() as selector:
        for line in wanted:
            selector.register(line.socket, selectors.EVENT_READ, line)
        while len(came) < len(wanted):
            for key, _ in selector.select():
                status, body = key.data.receive()
                came[key.data] = time.perf_counter()
                selector.unregister(key.data.socket)
                if status != wanted[key.data]:
                    raise AssertionError(f"HTTP {status}: {body!r}")
    return came[consumer], came[producer]
