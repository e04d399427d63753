"""Consumers in processes of their own: how they stop, and what a server's crash does to them."""

from __future__ import annotations

import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from regent import Regent
from tests.client.programs import Program, server
from tests.local.conftest import LocalServer

__all__ = ["server"]

STUCK_SECONDS = 30.0

CONSUMER = """
    import sys, time
    from regent import Regent

    regent = Regent(sys.argv[1])

    @regent.queue(sys.argv[2]).group("g").consumer(batch=50, poll_seconds=1)
    def handle(message):
        print("began", message.payload)
        time.sleep(float(sys.argv[3]))
        print("handled", message.payload)

    print("running")
    regent.run(stop_within_seconds=float(sys.argv[4]))
    print("stopped")
"""


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    return str(request.node.name).translate({ord("["): "-", ord("]"): None})


@pytest.fixture
def start(server: LocalServer, name: str) -> Iterator[Callable[..., Program]]:
    started: list[Program] = []

    def start(seconds: float, within: float = 25.0, program: str = CONSUMER) -> Program:
        started.append(Program(program, server.url, name, str(seconds), str(within)))
        return started[-1]

    yield start
    for program in started:
        program.stop()


@pytest.fixture
def queue(server: LocalServer, name: str) -> Iterator[Any]:
    with Regent(server.url) as regent:
        yield regent.queue(name)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_consumer_gracefully(start, queue, number):
    queue.push_many(range(50), partition="p")
    program = start(0.3)
    program.say("began 0")
    program.send(number)
    status, said, complained = program.end()
    assert (status, said.split("\n")) == (0, ["handled 0", "stopped", ""]), complained
    depth = queue.depth("g")
    assert (depth.pending, depth.processing) == (49, 0)


def test_a_signal_ends_a_consumer_that_waits_for_messages(start, queue):
    queue.create()
    program = start(0.0)
    program.say("running")
    time.sleep(0.5)  # until it polls; the outcome is the same before
    program.send()
    assert program.end()[:2] == (0, "stopped\n")


ELSEWHERE = """
    import asyncio, signal, sys, threading
    from regent import AsyncRegent, Regent

    url, name, way = sys.argv[1:4]

    def handle(message):
        # Once the main thread waits; the outcome is the same before.
        threading.Timer(0.5, tell).start()

    def tell():
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)

    async def asynchronous():
        async with AsyncRegent(url) as regent:
            await regent.queue(name).group("g").consume(handle, poll_seconds=20)

    regent = Regent(url)
    group = regent.queue(name).group("g")
    if way in ("run", "join"):
        group.consumer(poll_seconds=20)(handle)
    if way == "run":
        regent.run()
    elif way == "join":
        signal.signal(signal.SIGTERM, lambda *_: regent.stop())
        regent.start().join()
    elif way == "consume":
        group.consume(handle, poll_seconds=20)
    else:
        asyncio.run(asynchronous())
    print("stopped")
"""


@pytest.mark.parametrize("way", ["run", "join", "consume", "consume with asyncio"])
def test_a_signal_that_another_thread_gets_ends_it_as_well(server, name, queue, way):
    """Only the main thread acts on a signal, and its wait is not interrupted by this one."""
    queue.push(1, partition="p")
    program = Program(ELSEWHERE, server.url, name, way)
    try:
        status, said, complained = program.end()
        assert (status, said) == (0, "stopped\n"), complained
    finally:
        program.stop()


def test_a_second_signal_ends_it_at_once(start, queue):
    queue.push_many(range(5), partition="p")
    program = start(60.0)
    program.say("began 0")
    while program.process.poll() is None:  # two that come together count as one
        program.send()
        time.sleep(0.1)
    status, said, _ = program.end()
    assert status == -signal.SIGTERM
    assert "stopped" not in said


def test_a_handler_that_outlasts_the_stop_is_left_behind_and_its_message_comes_again(start, queue):
    queue.push_many(range(5), partition="p")
    program = start(60.0, within=1.0)
    program.say("began 0")
    program.send()
    assert program.end()[:2] == (0, "stopped\n")
    assert queue.depth("g").processing == 5  # until the lease is over


def test_a_programs_own_handler_of_sigterm_is_called_too(start, queue):
    queue.push(1, partition="p")
    own = """
    import signal
    signal.signal(signal.SIGTERM, lambda *_: print("own"))
    """
    own += CONSUMER
    program = start(0.2, program=own)
    program.say("began 1")
    program.send()
    assert program.end()[:2] == (0, "own\nhandled 1\nstopped\n")


def test_a_consumer_outlives_a_crash_of_its_server(tmp_path: Path, name: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = {"REGENT_PORT": str(free.getsockname()[1])}
    first = LocalServer(tmp_path, port, handlers="functions.handlers")
    seen: list[int] = []
    with Regent(first.url) as regent:
        queue = regent.queue(name)
        queue.push_many(range(200), partition="p")

        @queue.group("g").consumer(batch=20, lease_seconds=2, poll_seconds=1)
        def handle(message: Any) -> None:
            seen.append(message.payload)
            time.sleep(0.005)

        running = regent.start()
        wait_for(lambda: len(seen) > 50)
        first.stop(signal.SIGKILL)
        second = LocalServer(tmp_path, port, handlers="functions.handlers")
        try:
            wait_for(lambda: 199 in seen)
            running.stop()
            assert running.join(STUCK_SECONDS)
            assert queue.depth("g").pending == 0
        finally:
            second.stop()
    assert list(dict.fromkeys(seen)) == list(range(200))


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + STUCK_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)
