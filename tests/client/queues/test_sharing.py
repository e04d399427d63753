"""Threads share a Regent and tasks an AsyncRegent, over a real server that is killed meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from regent import AsyncRegent, Regent, RetryPolicy
from tests.local.conftest import LocalServer

pytestmark = pytest.mark.slow

WORKERS, KILLS = 8, 3
#: Pauses that are short, and enough of them for a worker that has to start again.
PATIENT = RetryPolicy(first_pause_seconds=0.01, longest_pause_seconds=0.2, stock=100_000)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server with one worker, which its supervisor starts again when it is killed."""
    folder: Path = tmp_path_factory.mktemp("server")
    found = LocalServer(folder, {"REGENT_WORKERS": "1"}, handlers="functions.handlers")
    yield found
    found.stop()


def worker_of(server: LocalServer) -> int:
    """The process that answers: a child of the one that was started."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    for child in children.read_text().split():
        words = Path(f"/proc/{child}/cmdline").read_bytes().split(b"\0")
        if b"regent.local.worker" in words:
            return int(child)
    raise ProcessLookupError(children.read_text())


def killed_in_between(server: LocalServer, work: Callable[[threading.Event], None]) -> None:
    """Do something until enough went wrong: the worker is killed a few times, each time once it
    answers again."""
    enough = threading.Event()

    kills = 0

    def kill() -> None:
        nonlocal kills
        until = time.monotonic() + 60
        try:
            while kills < KILLS and time.monotonic() < until:
                time.sleep(0.3)
                with contextlib.suppress(httpx.HTTPError, OSError):
                    httpx.get(f"{server.url}/health", timeout=1).raise_for_status()
                    os.kill(worker_of(server), signal.SIGKILL)
                    kills += 1
        finally:
            enough.set()

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    work(enough)
    killer.join()
    assert kills == KILLS


def test_threads_share_a_client_and_nothing_is_lost_or_doubled(server: LocalServer) -> None:
    with Regent(server.url, retry=PATIENT, timeout_seconds=60) as regent:
        queue = regent.queue("threads")
        queue.create()
        pushed: Counter[int] = Counter()

        def push(worker: int, enough: threading.Event) -> None:
            while not enough.is_set():
                queue.push([worker, pushed[worker]], partition=str(worker))
                pushed[worker] += 1

        def work(enough: threading.Event) -> None:
            with ThreadPoolExecutor(WORKERS) as threads:
                for done in [threads.submit(push, worker, enough) for worker in range(WORKERS)]:
                    done.result()

        killed_in_between(server, work)
        seen: dict[int, list[int]] = {}
        while batch := queue.group("g").pop(500, partitions=WORKERS):
            with batch:
                for message in batch:
                    worker, number = message.payload
                    seen.setdefault(worker, []).append(number)
    assert min(pushed.values()) > 0
    assert seen == {worker: list(range(count)) for worker, count in pushed.items()}


def test_tasks_share_a_client_and_nothing_is_lost_or_doubled(server: LocalServer) -> None:
    pushed: Counter[int] = Counter()
    seen: dict[int, list[int]] = {}

    async def push_all(enough: threading.Event) -> None:
        async with AsyncRegent(server.url, retry=PATIENT, timeout_seconds=60) as regent:
            queue = regent.queue("tasks")
            await queue.create()

            async def push(worker: int) -> None:
                while not enough.is_set():
                    await queue.push([worker, pushed[worker]], partition=str(worker))
                    pushed[worker] += 1

            await asyncio.gather(*[push(worker) for worker in range(WORKERS)])

    async def take_all() -> None:
        async with AsyncRegent(server.url, retry=PATIENT) as regent:
            group = regent.queue("tasks").group("g")
            while batch := await group.pop(500, partitions=WORKERS):
                async with batch:
                    for message in batch:
                        worker, number = message.payload
                        seen.setdefault(worker, []).append(number)

    killed_in_between(server, lambda enough: asyncio.run(push_all(enough)))
    asyncio.run(take_all())
    assert min(pushed.values()) > 0
    assert seen == {worker: list(range(count)) for worker, count in pushed.items()}
