"""A consumer that is told to stop while its poll is out hangs up, and leaves nothing leased."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from regent import AsyncRegent, Regent
from regent.client.engine.consumer import ConsumerRun
from tests.client.engine.test_consuming import until
from tests.client.programs import server
from tests.client.proxies import Proxy
from tests.client.sockets import KINDS
from tests.local.conftest import LocalServer

__all__ = ["server"]

#: A poll that is waited for takes longer than a test does.
POLL_SECONDS = 20.0
#: Longer than anything takes that is not stuck, and shorter than a poll.
STUCK_SECONDS = 10.0
BROKEN_SECONDS = 1.0


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    return str(request.node.name).translate({ord("["): "-", ord("]"): None})


@pytest.fixture
def proxy(server: LocalServer) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


@contextmanager
def consuming(kind: str, url: str, queue: str, **how: Any) -> Iterator[Any]:
    """A consumer at work, of either client; what it is stopped by."""
    how = {"poll_seconds": POLL_SECONDS, "batch": 5, **how}
    seen: list[Any] = []
    if kind == "threads":
        with Regent(url) as regent:
            regent.queue(queue).group("g").consumer(**how)(seen.append)
            running = regent.start()
            yield running
            running.stop()
            assert running.join(STUCK_SECONDS), "it waits for its poll"
        return
    told, began = threading.Event(), threading.Event()

    async def handle(message: Any) -> None:
        seen.append(message)

    async def consume() -> None:
        async with AsyncRegent(url) as regent:
            regent.queue(queue).group("g").consumer(**how)(handle)
            running = await regent.start()
            began.set()
            await asyncio.to_thread(told.wait)
            running.stop()
            async with asyncio.timeout(STUCK_SECONDS):
                await running.join()

    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(consume())
        except BaseException as error:  # noqa: BLE001 - raised again below
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert began.wait(STUCK_SECONDS)
    yield None
    told.set()
    thread.join()
    if failed:
        raise failed[0]


def leases(regent: Regent, queue: str) -> int:
    return len(regent.leases(queue=queue).all())


@pytest.mark.parametrize("kind", KINDS)
def test_a_consumer_that_waits_ends_without_waiting(server, kind, name):
    with Regent(server.url) as regent:
        regent.queue(name).create()
        with consuming(kind, server.url, name):
            until(lambda: regent.groups(queue=name).first())
            time.sleep(0.3)  # until it polls; the outcome is the same before
        assert leases(regent, name) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_whenever_it_is_stopped_nothing_stays_leased(server, kind, name):
    """A message comes at any moment around the stop."""
    chance = random.Random(kind)
    with Regent(server.url) as regent:
        queue = regent.queue(name)
        queue.create()
        pushed = 0
        for _ in range(25):
            with consuming(kind, server.url, name):
                time.sleep(chance.uniform(0.0, 0.35))  # it asks first within 0.2 s
                for _ in range(chance.randint(0, 2)):
                    queue.push(pushed, partition=f"p{pushed % 3}")
                    pushed += 1
                    time.sleep(chance.uniform(0.0, 0.004))
            until(lambda: leases(regent, name) == 0)
        left = queue.depth("g").pending
        batch = queue.group("g").pop(100, partitions=3)
        assert {message.failed_attempts for message in batch} <= {0}
        assert len(batch) == left


def stopped_with_its_answer_kept(proxy: Proxy, server: LocalServer, kind: str, name: str) -> None:
    """The server has leased, and its answer is on its way, when the consumer hangs up."""
    with Regent(server.url) as regent:
        queue = regent.queue(name)
        queue.create()
        proxy.keeps = b'"leaseId"'
        with consuming(kind, proxy.url, name):
            until(lambda: regent.groups(queue=name).first())
            time.sleep(0.3)  # until it polls
            queue.push(1)
            until(lambda: proxy.kept)
            assert leases(regent, name) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_answer_had_taken_that_nobody_waits_for_is_given_back(server, proxy, kind, name):
    stopped_with_its_answer_kept(proxy, server, kind, name)
    with Regent(server.url) as regent:
        assert leases(regent, name) == 0
        (message,) = regent.queue(name).group("g").pop()
        assert (message.payload, message.attempt, message.failed_attempts) == (1, 2, 0)


def test_a_consumer_that_does_not_give_it_back_is_caught(server, proxy, name, monkeypatch):
    async def forget(run: ConsumerRun) -> None:
        run._lost_key = None

    monkeypatch.setattr(ConsumerRun, "_release_lost", forget)
    stopped_with_its_answer_kept(proxy, server, "threads", name)
    with Regent(server.url) as regent:
        assert leases(regent, name) == 1


def test_an_answer_that_was_lost_before_the_stop_is_given_back_at_its_end(server, proxy, name):
    with Regent(server.url) as regent:
        queue = regent.queue(name)
        queue.create()
        with consuming("threads", proxy.url, name):
            until(lambda: regent.groups(queue=name).first())
            time.sleep(0.3)  # until it polls
            proxy.lets_through = 20
            queue.push(1)
            until(lambda: proxy.has_cut)
        assert leases(regent, name) == 0


def test_a_server_that_does_not_notice_is_waited_for(server, proxy, name):
    """Behind API Gateway a poll goes on that was hung up, and its lease would be nobody's."""
    with Regent(server.url) as regent:
        regent.queue(name).create()
        proxy.hides = b"regent-hang-ups: noticed\r\n"
        with consuming("threads", proxy.url, name, poll_seconds=2.0) as running:
            until(lambda: regent.groups(queue=name).first())
            time.sleep(0.3)  # until it polls
            running.stop()
            assert not running.join(BROKEN_SECONDS)
