"""`python -m tests.bench.client`: the Python client, beside rivals and yardsticks.

For the processor time of a message, a server in a process of its own answers canned bytes, so that
only the client's work differs. Counted is the processor time of the client's process; contenders
take turns, and the best round counts. queen-mq runs in the environment that `make test` makes for
it; plain httpx is shown for those who would write requests by hand. consuming.py measures consumers
through the real server.
Ratios can be compared between machines, absolute numbers cannot.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx

from regent import AsyncRegent, Regent
from tests.bench.consuming import Times, imports, sections
from tests.bench.report import (
    REGENT,
    Row,
    Section,
    Target,
    for_terminal,
    read_limits,
    unexplained,
)
from tests.bench.servers import server as real

QUEEN: Final = "queen-mq"
#: To the processor time of queen-mq.
REACH: Final = {
    "push 1": "≤ 0.1x",
    "push 1, asyncio": "≤ 0.1x",
    "push 100": "≤ 0.45x",
    "pop 1 + ack": "≤ 0.083x",
    "pop 100 + ack": "≤ 0.29x",
}
ROOT: Final = Path(__file__).parents[2]
LIMITS: Final = Path(__file__).with_name("client_limits.md")
QUICK: Final = Times(rounds=1, seconds=0.3, idle_seconds=3.0, pushes=30, imports=5)
ROUNDS = 7
#: The seconds of one measurement, about.
SECONDS = 0.02
PAYLOAD = {"text": "x" * 240}
LEASE = "dceea2b0-5f0a-4db8-97e3-c2670218a283.2"

#: Moves so many messages; what a contender does once.
Step = Callable[[], None]


def _answers(count: int) -> Mapping[bytes, bytes]:
    """What a server answers to a push, a pop and an ack of so many messages, by the path."""
    pushed = {
        "transaction_id": "t",
        "status": "queued",
        "message_id": "01a1ef2e-be52-7293-8b8d-017564f12a90",
        "partition_id": "2",
        "trace_id": None,
        "queueName": "q",
    }
    popped = {
        "id": "01a1ef2e-be52-7293-8b8d-017564f12a90",
        "transactionId": "order-1",
        "traceId": None,
        "data": PAYLOAD,
        "producerSub": None,
        "createdAt": "2026-11-18T15:03:00.449051Z",
        "queue": "q",
        "namespace": "shop",
        "task": "billing",
        "partitionId": "2",
        "partition": "p",
        "offset": 0,
        "key": None,
        "headers": None,
        "deliveryAttempt": 1,
        "failedAttempts": 0,
        "isEncrypted": False,
        "leaseId": LEASE,
        "consumerGroup": "__QUEUE_MODE__",
    }
    acked = {"index": 0, "transactionId": "order-1", "success": True, "leaseReleased": True}
    pop = {"success": True, "leaseId": LEASE, "messages": [popped] * count, "partitionsClaimed": 1}
    bodies = {b"/push": [pushed] * count, b"/pop": pop, b"/ack": [acked]}
    return {path: _head(json.dumps(body).encode()) for path, body in bodies.items()}


def _head(body: bytes) -> bytes:
    head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nserver: uvicorn\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


def _serve(listening: socket.socket) -> None:
    asyncio.run(_serving(listening))


async def _serving(listening: socket.socket) -> None:
    answers = {count: _answers(count) for count in (1, 100)}

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
                body = await reader.readexactly(int(length or 0))
                many = b"batch=100" in head or len(body) > 10_000
                path = next(path for path in answers[1] if path in head)
                writer.write(answers[100 if many else 1][path])
        except asyncio.IncompleteReadError:
            writer.close()

    async with await asyncio.start_server(connected, sock=listening) as server:
        await server.serve_forever()


@contextmanager
def server() -> Iterator[str]:
    """A server of canned answers in a process of its own; its URL."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        process = multiprocessing.get_context("fork").Process(target=_serve, args=(listening,))
        process.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            process.kill()
            process.join()


def _of_regent(regent: Regent) -> dict[str, tuple[Step, int]]:
    queue = regent.queue("q").partition("p")

    def pop_and_ack(count: int) -> None:
        batch = queue.pop(count)
        _ = batch.payloads
        batch.ack()

    return {
        "push 1, Regent": (lambda: _ignored(queue.push(PAYLOAD)), 1),
        "push 100, Regent": (lambda: _ignored(queue.push_many([PAYLOAD] * 100)), 100),
        "pop 1 + ack, Regent": (lambda: pop_and_ack(1), 1),
        "pop 100 + ack, Regent": (lambda: pop_and_ack(100), 100),
    }


def _of_asyncio(regent: AsyncRegent, runner: asyncio.Runner) -> dict[str, tuple[Step, int]]:
    queue = regent.queue("q").partition("p")

    async def push() -> None:
        for _ in range(20):
            await queue.push(PAYLOAD)

    return {"push 1, AsyncRegent": (lambda: runner.run(push()), 20)}


def _of_httpx(client: httpx.Client) -> dict[str, tuple[Step, int]]:
    def push(count: int) -> None:
        item = {"queue": "q", "partition": "p", "transactionId": "t", "payload": PAYLOAD}
        client.post("/api/v1/push", json={"items": [item] * count}).json()

    def pop_and_ack(count: int) -> None:
        popped = client.get("/api/v1/pop/queue/q", params={"batch": count}).json()["messages"]
        names = ("transactionId", "partitionId", "leaseId")
        acks = [{name: message[name] for name in names} for message in popped]
        client.post("/api/v1/ack/batch", json={"acknowledgments": acks}).json()

    return {
        "push 1, httpx": (lambda: push(1), 1),
        "push 100, httpx": (lambda: push(100), 100),
        "pop 1 + ack, httpx": (lambda: pop_and_ack(1), 1),
        "pop 100 + ack, httpx": (lambda: pop_and_ack(100), 100),
    }


def _of_queen(url: str, seconds: float) -> dict[str, float]:
    """Microseconds for a message, by shape."""
    python = ROOT / ".venv/queen-0.15/bin/python"
    script = Path(__file__).with_name("rivals") / "queen_client.py"
    told = subprocess.run(
        [python, script, url, str(seconds)], check=True, capture_output=True, text=True
    )
    found: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return found


def _ignored(_: Any) -> None:
    """A step returns nothing."""


def measured(seconds: float = SECONDS, rounds: int = ROUNDS) -> dict[str, float]:
    """Microseconds of processor time for a message, by contender."""
    with (
        server() as url,
        httpx.Client(base_url=url) as client,
        Regent(url) as regent,
        asyncio.Runner() as runner,
    ):
        waiting = AsyncRegent(url)
        contenders = {
            **_of_regent(regent),
            **_of_asyncio(waiting, runner),
            **_of_httpx(client),
        }
        best = dict.fromkeys(contenders, float("inf"))
        for _ in range(rounds):
            for name, (step, messages) in contenders.items():
                best[name] = min(best[name], _once(step, seconds) / messages)
            for shape, taken in _of_queen(url, seconds).items():
                name = f"{shape}, {QUEEN}"
                best[name] = min(best.get(name, taken), taken)
        runner.run(waiting.aclose())
        return best


def _once(step: Step, seconds: float) -> float:
    """Microseconds of a step, on average over so long."""
    step()
    steps, began, until = 0, time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < until:
        step()
        steps += 1
    return (time.process_time() - began) / max(steps, 1) * 1e6


def messages(seconds: float, rounds: int) -> Section:
    """The client's processor time for a message, beside that of others."""
    found = measured(seconds, rounds)
    rows = []
    for shape, reach in REACH.items():
        ours = "AsyncRegent" if shape.endswith("asyncio") else REGENT
        work = shape.removesuffix(", asyncio")
        numbers = {
            REGENT: found[f"{work}, {ours}"],
            QUEEN: found[f"{work}, {QUEEN}"],
            "httpx": found[f"{work}, httpx"],
        }
        rows.append(Row(shape, "µs", numbers, None, QUEEN, Target.parse(reach)))
    note = (
        "Processor time of the client's process for a message of 256 bytes; the server is canned."
    )
    return Section("A message", note, rows)


def main(arguments: Sequence[str]) -> int:
    """Measure and print. 1: a figure was missed, and nobody has explained why."""
    times, seconds, rounds = Times(), 0.2, ROUNDS
    if "--quick" in arguments:
        times, seconds, rounds = QUICK, SECONDS, 3
    found = [messages(seconds, rounds), imports(times)]
    with tempfile.TemporaryDirectory(prefix="client-bench-") as folder, real(Path(folder)) as port:
        found += sections(port, times)
    print("\n".join(f"{for_terminal(section)}\n{section.note}" for section in found))
    lines = unexplained(found, read_limits(LIMITS.read_text()))
    if lines:
        print(f"\nmissed, and {LIMITS.name} has no heading that says why:")
        print("\n".join(f"  {line}" for line in lines))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
