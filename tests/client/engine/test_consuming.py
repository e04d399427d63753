"""Consumers of queues against a real server: what a handler may do, and what becomes of its
messages."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from regent import AsyncRegent, DeadLetter, Regent, Retry
from regent.client.errors import Misused
from regent.errors import InvalidRequest
from tests.client.programs import place, server

__all__ = ["place", "server"]

STUCK_SECONDS = 20.0


@pytest.fixture
def regent(place: str) -> Iterator[Regent]:
    with Regent(place) as regent:
        yield regent


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """A queue for each test."""
    return str(request.node.name)


def until(holds: Callable[[], object], seconds: float = STUCK_SECONDS) -> None:
    """Wait for what another thread brings about."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def leased(regent: Regent, queue: str) -> int:
    depth = regent.queue(queue).depth("g")
    return depth.processing


class Handled:
    """Notes what handlers got, and whether two of them worked in one partition."""

    def __init__(self) -> None:
        self.order: dict[str, list[int]] = defaultdict(list)
        self.at_once = 0
        self.most_at_once = 0
        self.collided = False
        self._in: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(self, message: Any) -> None:
        with self._lock:
            self._in[message.partition] += 1
            self.collided = self.collided or self._in[message.partition] > 1
            self.most_at_once = max(self.most_at_once, self._in.total())
        time.sleep(0.002)
        with self._lock:
            self.order[message.partition].append(message.payload)
            self._in[message.partition] -= 1

    @property
    def count(self) -> int:
        return sum(map(len, self.order.values()))


def test_lanes_run_at_once_and_each_keeps_its_order(regent, name):
    queue = regent.queue(name)
    for number in range(60):
        queue.push(number, partition=f"p{number % 6}")
    handled = Handled()
    queue.group("g").consumer(concurrency=3, batch=4)(handled)
    running = regent.start()
    until(lambda: handled.count == 60)
    running.stop()
    assert running.join(STUCK_SECONDS)
    assert handled.order == {f"p{p}": list(range(p, 60, 6)) for p in range(6)}
    assert not handled.collided
    assert handled.most_at_once > 1
    assert leased(regent, name) == 0


def test_consume_handles_in_the_callers_thread_until_it_is_stopped(regent, name):
    queue = regent.queue(name)
    queue.push_many(range(5), partition="p")
    threads = set()

    def handle(message: Any) -> None:
        threads.add(threading.current_thread())
        if message.payload == 4:
            regent.stop()

    queue.group("g").consume(handle)
    assert threads == {threading.current_thread()}
    assert leased(regent, name) == 0


def test_a_failure_is_counted_and_ends_as_a_dead_letter(regent, name):
    queue = regent.queue(name)
    queue.configure(retry_limit=2, retry_delay=0, dead_letter_queue=True)
    queue.push_many(["good", "bad", "behind"], partition="p")
    attempts: list[tuple[str, int]] = []

    def handle(message: Any) -> None:
        attempts.append((message.payload, message.failed_attempts))
        if message.payload == "bad":
            raise ValueError("no total\nin this order")

    queue.group("g").consumer(poll_seconds=1)(handle)
    running = regent.start()
    until(lambda: ("behind", 0) in attempts)
    running.stop()
    running.join()
    assert attempts == [("good", 0), ("bad", 0), ("bad", 1), ("bad", 2), ("behind", 0)]


def test_retry_gives_back_uncounted_and_dead_letter_buries_at_once(regent, name):
    queue = regent.queue(name)
    queue.push_many(["later", "rubbish", "good"], partition="p")
    seen: list[tuple[str, int]] = []

    def handle(message: Any) -> None:
        seen.append((message.payload, message.failed_attempts))
        if message.payload == "later" and len(seen) < 3:
            raise Retry("not yet")
        if message.payload == "rubbish":
            raise DeadLetter("no such order")

    queue.group("g").drain(handle)
    assert seen == [("later", 0), ("later", 0), ("later", 0), ("rubbish", 0), ("good", 0)]


def test_a_lane_may_be_handled_at_once(regent, name):
    queue = regent.queue(name)
    queue.push_many(range(7), partition="a")
    queue.push_many(range(3), partition="b")
    lanes: list[tuple[str, list[int]]] = []
    queue.group("g").drain(
        lambda lane: lanes.append((lane[0].partition, lane.payloads)), batches=True, batch=5
    )
    assert sorted(lanes) == [("a", [0, 1, 2, 3, 4]), ("a", [5, 6]), ("b", [0, 1, 2])]


def test_of_lanes_that_fail_as_a_whole_the_message_at_fault_is_found(regent, name):
    """Without a wait for any lease's end; nobody else is buried, and order holds."""
    queue = regent.queue(name)
    queue.configure(retry_delay=0, retry_limit=1)
    queue.push_many(range(8), partition="a")
    queue.push_many(range(3), partition="b")
    done: dict[str, list[int]] = defaultdict(list)

    def handle(lane: Any) -> None:
        if lane[0].partition == "a" and 5 in lane.payloads:
            raise ValueError("five")
        done[lane[0].partition] += lane.payloads

    queue.group("g").drain(handle, batches=True, batch=8, concurrency=2)
    assert done == {"a": [0, 1, 2, 3, 4, 6, 7], "b": [0, 1, 2]}
    (letter,) = queue.dead_letters()
    assert (letter.data, letter.error_message) == (5, "ValueError: five")


def test_a_deep_partition_leaves_the_other_lanes_their_share(regent, name):
    queue = regent.queue(name)
    queue.push_many(range(40), partition="deep")
    queue.push(1, partition="other")
    lanes: list[tuple[str, int]] = []
    queue.group("g").drain(
        lambda lane: lanes.append((lane[0].partition, len(lane))),
        batches=True,
        batch=5,
        concurrency=2,
    )
    assert sorted(lanes[:2]) == [("deep", 5), ("other", 1)]
    assert lanes[2:] == [("deep", 5)] * 7


def test_a_handler_may_be_a_coroutine_function(regent, name):
    queue = regent.queue(name)
    queue.push_many(range(10), partition="p")
    seen: list[int] = []

    async def handle(message: Any) -> None:
        await asyncio.sleep(0.001)
        seen.append(message.payload)
        if message.payload == 3:
            await message.trace({"note": 1})

    queue.group("g").drain(handle)
    assert seen == list(range(10))


def test_an_async_client_handles_in_the_callers_loop(place, name):
    async def program() -> tuple[list[int], bool]:
        async with AsyncRegent(place) as regent:
            queue = regent.queue(name)
            await queue.push_many(range(20), partition="p")
            seen: list[int] = []
            mine = True
            here = asyncio.get_running_loop()

            async def handle(message: Any) -> None:
                nonlocal mine
                mine = mine and asyncio.get_running_loop() is here
                seen.append(message.payload)

            queue.group("g").consumer(batch=3)(handle)
            running = await regent.start()
            while len(seen) < 20:
                await asyncio.sleep(0.01)
            running.stop()
            assert await running.join(STUCK_SECONDS)
            return seen, mine

    assert asyncio.run(program()) == (list(range(20)), True)


def test_a_handler_that_blocks_the_programs_loop_keeps_its_lease(place, name):
    async def program() -> tuple[list[int], int]:
        async with AsyncRegent(place) as regent:
            queue = regent.queue(name)
            await queue.push_many(range(2), partition="p")
            seen: list[int] = []

            async def handle(message: Any) -> None:
                time.sleep(1.5)
                seen.append(message.failed_attempts)

            await queue.group("g").consume(handle, lease_seconds=1, limit=2)
            return seen, (await queue.depth("g")).pending

    assert asyncio.run(program()) == ([0, 0], 0)


def test_a_cancelled_task_stops_its_consumer_gracefully(place, name):
    async def program() -> int:
        async with AsyncRegent(place) as regent:
            queue = regent.queue(name)
            await queue.push_many(range(20), partition="p")
            began = asyncio.Event()

            async def handle(message: Any) -> None:
                began.set()
                await asyncio.sleep(0.05)

            task = asyncio.create_task(queue.group("g").consume(handle))
            await began.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return (await queue.depth("g")).processing

    assert asyncio.run(program()) == 0


def test_a_stop_finishes_the_message_at_hand_and_gives_the_rest_back(regent, name):
    queue = regent.queue(name)
    queue.push_many(range(50), partition="p")
    began, seen = threading.Event(), []

    def handle(message: Any) -> None:
        began.set()
        time.sleep(0.2)
        seen.append(message.payload)

    queue.group("g").consumer(batch=50)(handle)
    running = regent.start()
    assert began.wait(STUCK_SECONDS)
    running.stop()
    assert running.join(STUCK_SECONDS)
    depth = queue.depth("g")
    assert seen == [0]
    assert (depth.pending, depth.processing) == (49, 0)
    (first, *_) = queue.group("g").pop(1)
    assert (first.payload, first.failed_attempts) == (1, 0)


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_message_and_what_follows_from_it_happen_together(regent, name, kind):
    orders, bills = regent.queue(name), regent.queue(f"{name}-bills")
    orders.configure(retry_delay=0)
    orders.push_many(range(4), partition="p")

    def bill(message: Any, transaction: Any) -> None:
        transaction.push(bills.name, message.payload * 10, partition="b")
        if message.payload == 2 and message.failed_attempts == 0:
            raise ValueError("after the push")

    async def bill_async(message: Any, transaction: Any) -> None:
        bill(message, transaction)

    handler = bill if kind == "def" else bill_async
    orders.group("g").drain(handler, transactional=True)
    assert orders.depth("g").pending == 0
    assert bills.group("g").pop(10).payloads == [0, 10, 20, 30]


def test_a_limit_ends_it_after_so_many_messages(regent, name):
    queue = regent.queue(name)
    queue.push_many(range(50), partition="p")
    seen: list[int] = []
    queue.group("g").consume(lambda message: seen.append(message.payload), limit=3)
    assert seen == [0, 1, 2]
    depth = queue.depth("g")
    assert (depth.pending, depth.processing) == (47, 0)


def test_a_refusal_that_no_pause_cures_ends_it_with_the_refusal(regent, name):
    queue = regent.queue(name)
    with pytest.raises(Misused, match="concurrency is 0"):
        queue.group("g").consumer(concurrency=0)(print)
    subscriber = regent.queue(f"{name}/").group("g")
    with pytest.raises(InvalidRequest, match="queue"):
        subscriber.consume(print)


def test_what_a_handler_answers_itself_is_not_answered_again(regent, name, caplog):
    queue = regent.queue(name)
    queue.push_many(["a", "b", "c"], partition="p")
    seen: list[str] = []

    def handle(message: Any) -> None:
        seen.append(message.payload)
        if message.payload == "a":
            message.ack()
        if message.payload == "b" and seen.count("b") < 2:
            message.release()

    queue.group("g").drain(handle)
    assert seen == ["a", "b", "b", "c"]
    assert "was not taken" not in caplog.text
    assert queue.depth("g").pending == 0


def test_a_handler_that_exits_ends_the_program_and_its_message_comes_again(regent, name):
    queue = regent.queue(name)
    queue.push_many([1, 2], partition="p")

    def handle(message: Any) -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        queue.group("g").consume(handle)
    (first, *_) = queue.group("g").pop(1)
    assert (first.payload, first.failed_attempts) == (1, 0)


def test_a_payload_of_another_type_is_buried_and_never_reaches_the_handler(regent, name):
    regent.queue(name).push_many([1, "two", 3], partition="p")
    seen: list[int] = []
    queue = regent.queue(name, payload=int)
    queue.group("g").drain(lambda message: seen.append(message.payload))
    assert seen == [1, 3]
    assert queue.depth("g").pending == 0


def test_a_consumer_whose_event_loop_is_gone_ends_and_keeps_nothing(regent, place, name, caplog):
    """The program left ``asyncio.run`` and closed nothing: first in the midst of a message, then a
    further one comes."""
    queue = regent.queue(name)
    queue.push(1, partition="p")
    client = AsyncRegent(place)

    async def main() -> Any:
        began = asyncio.Event()

        @client.queue(name).group("g").consumer(poll_seconds=1)
        async def handle(message: Any) -> None:
            began.set()
            await asyncio.sleep(60)

        running = await client.start()
        await began.wait()
        return running._running

    running = asyncio.run(main())
    until(lambda: running.is_over)
    with pytest.raises(Misused, match="the event loop of the handlers is closed"):
        running.check()
    assert leased(regent, name) == 0
    (message,) = queue.group("g").pop()
    assert message.failed_attempts == 0
    asyncio.run(client.aclose())


def test_without_a_consumer_there_is_nothing_to_run(regent):
    with pytest.raises(Misused, match="no consumer is registered"):
        regent.run()
