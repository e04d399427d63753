"""Long polls on the straight road: without a connection, and ended when nobody wants them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from regent import AsyncRegent, Regent
from regent.client.errors import Misused
from tests.client.wires import in_thread, wait_until

WAITERS = 5


def test_those_who_wait_hold_no_connection(url: str) -> None:
    with Regent(url, max_connections=1) as regent:
        queue = regent.queue("q")
        queue.create()
        waiting = [in_thread(lambda: queue.pop(wait_seconds=20).payloads) for _ in range(WAITERS)]
        queue.push_many(range(WAITERS), partition="p0")
        for number in range(1, WAITERS):
            queue.push(number, partition=f"p{number}")
        assert len([popped for each in waiting for popped in each.result(20)]) == WAITERS


def test_tasks_that_wait_hold_up_nobody(url: str) -> None:
    async def program() -> int:
        async with AsyncRegent(url, max_connections=1) as regent:
            queue = regent.queue("q")
            await queue.create()
            waiting = [asyncio.ensure_future(queue.pop(wait_seconds=20)) for _ in range(WAITERS)]
            for number in range(WAITERS):
                await queue.push(number, partition=f"p{number}")
            return sum(map(len, await asyncio.gather(*waiting)))

    assert asyncio.run(program()) == WAITERS


def test_close_ends_those_who_wait(url: str) -> None:
    regent = Regent(url)
    regent.queue("q").create()
    waiting = in_thread(lambda: regent.queue("q").group("g").pop(wait_seconds=20).payloads)
    wait_until(lambda: [group.name for group in regent.groups(queue="q")] == ["g"])
    regent.close()
    with pytest.raises(Misused, match="is closed"):
        waiting.result(10)


def test_a_task_that_is_cancelled_ends_its_poll(url: str) -> None:
    async def program() -> None:
        async with AsyncRegent(url) as regent:
            await regent.queue("q").create()
            poll = asyncio.ensure_future(regent.queue("q").group("g").pop(wait_seconds=20))
            transport: Any = regent._session.transport
            while not transport._waiters:
                await asyncio.sleep(0.01)
            (asked,) = transport._waiters
            poll.cancel()
            with pytest.raises(asyncio.CancelledError):
                await poll
            assert asked.context.client_gone
            assert transport._waiters == set()

    asyncio.run(program())


def test_a_consumer_that_waits_stops_before_its_poll_is_over(straight: Regent) -> None:
    queue = straight.queue("q")
    queue.push(1)
    seen: list[int] = []

    @queue.group("g").consumer(poll_seconds=20)
    def handle(message: Any) -> None:
        seen.append(message.payload)

    running = straight.start()
    wait_until(lambda: seen == [1] and queue.depth("g").pending == 0)
    running.stop()
    assert running.join(10)
    assert queue.depth("g").processing == 0
