"""Buffered pushes against a real server."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from regent import AsyncRegent, Regent
from regent.client.core.outgoing import Draft
from regent.client.core.writing import Writing
from regent.client.engine.writing import Buffer
from regent.client.errors import Misused
from regent.errors import PayloadTooLarge, QueueFull
from tests.client.programs import place, server

__all__ = ["place", "server"]

STUCK_SECONDS = 20.0


@pytest.fixture
def regent(place: str) -> Iterator[Regent]:
    with Regent(place) as regent:
        yield regent


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    return str(request.node.name)


def stored(regent: Regent, queue: str) -> dict[str, list[Any]]:
    """The payloads of each partition, in order."""
    found: dict[str, list[Any]] = {}
    while batch := regent.queue(queue).group("reader").pop(500, partitions=50):
        for message in batch:
            found.setdefault(message.partition, []).append(message.payload)
        batch.ack()
    return found


def test_each_partition_keeps_the_order_of_push(regent, name):
    queue = regent.queue(name, partition_by=lambda number: f"p{number % 20}")
    with queue.writer(max_items=7) as writer:
        pushed = [writer.push(number) for number in range(1_000)]
    assert all(future.result().id for future in pushed)
    assert stored(regent, name) == {f"p{p}": list(range(p, 1_000, 20)) for p in range(20)}


def test_an_asynchronous_writer_keeps_it_as_well(place, regent, name):
    async def program() -> list[str]:
        async with AsyncRegent(place) as client, client.queue(name).writer() as writer:
            waiting = [await writer.push(number, partition="p") for number in range(300)]
            return [(await each).id for each in waiting]

    assert len(set(asyncio.run(program()))) == 300
    assert stored(regent, name) == {"p": list(range(300))}


def test_what_could_not_be_stored_fails_its_future_and_is_told(regent, name):
    queue = regent.queue(name)
    queue.configure(max_size=5)
    told: list[tuple[str, type]] = []
    with queue.writer(
        max_items=1, when_full="raise", on_error=lambda key, error: told.append((key, type(error)))
    ) as writer:
        pushed = [writer.push(n, partition="p", transaction_id=f"t{n}") for n in range(7)]
    assert [future.exception() is None for future in pushed] == [True] * 5 + [False] * 2
    assert told == [("t5", QueueFull), ("t6", QueueFull)]


def test_without_on_error_closing_raises(regent, name):
    queue = regent.queue(name)
    queue.configure(max_size=1)
    writer = queue.writer(max_items=1, when_full="raise")
    writer.push(1, partition="p")
    writer.push(2, partition="p")
    with pytest.raises(QueueFull):
        writer.close()


def test_what_cannot_be_sent_is_refused_at_once(regent, name):
    with regent.queue(name).writer() as writer, pytest.raises(PayloadTooLarge):
        writer.push("x" * 5_000_000)


def test_a_writer_that_is_closed_takes_nothing_more(regent, name):
    with regent.queue(name).writer() as writer:
        pass
    with pytest.raises(Misused, match="closed"):
        writer.push(1)


def test_flush_waits_for_what_lingers(regent, name):
    writer = regent.queue(name).writer(linger_seconds=600.0)
    pushed = writer.push(1, partition="p")
    assert not pushed.done()
    regent.flush()
    assert pushed.done()
    assert stored(regent, name) == {"p": [1]}


class StillEngine:
    """Sends nothing, so that what waits keeps waiting."""

    loop: Any = asyncio.new_event_loop()

    def begin(self, work: Any) -> Any:
        work.close()
        from concurrent.futures import Future

        return Future()


def test_beyond_its_bytes_push_waits_until_there_is_room():
    buffer = Buffer(StillEngine(), Writing(max_waiting_bytes=100))
    draft = Draft("q", "{}", "t", None, "p", 60)
    buffer.wait_for_room(draft)
    first = buffer.add(draft)
    waited = threading.Event()

    def push() -> None:
        buffer.wait_for_room(draft)
        waited.set()

    thread = threading.Thread(target=push, daemon=True)
    thread.start()
    assert not waited.wait(0.05)
    buffer._settle([next(w for lane in buffer._lanes for w in lane.waiting)], [object()], {})
    assert first.done()
    assert waited.wait(STUCK_SECONDS)


def test_one_message_may_always_wait_however_large():
    buffer = Buffer(StillEngine(), Writing(max_waiting_bytes=100))
    assert buffer.has_room(Draft("q", "{}", "t", None, "p", 5_000))


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"lanes": 0}, "lanes is 0"),
        ({"max_items": 0}, "max_items is 0"),
        ({"linger_seconds": -1}, "linger_seconds is -1"),
        ({"when_full": "drop"}, "when_full is 'drop'"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(how, sentence):
    with pytest.raises(Misused, match=sentence):
        Writing(**how)
