"""Leases under a consumer: lost ones, renewed ones, and answers that got lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from regent import Regent, RetryPolicy
from regent.client.core import pauses, schedule
from regent.client.core.held import Extend
from regent.client.core.operation import json_bytes
from regent.client.engine.consumer import ConsumerRun
from tests.client.handlers import Wire, wire

__all__ = ["wire"]

STUCK_SECONDS = 20.0


@pytest.fixture
def regent(wire: Wire) -> Iterator[Regent]:
    with Regent(transport=wire) as regent:
        yield regent


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + STUCK_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


class Slow:
    """A handler that goes on when it is told to."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.go = threading.Event()

    def __call__(self, message: Any) -> None:
        self.messages.append(message)
        assert self.go.wait(STUCK_SECONDS)


def test_of_a_lease_that_was_lost_nothing_is_acked_and_the_message_knows(regent, wire, clock):
    queue = regent.queue("q")
    queue.push(1, partition="p")
    slow = Slow()
    queue.group("g").consumer(lease_seconds=60, poll_seconds=1)(slow)
    running = regent.start()
    until(lambda: slow.messages)
    clock.advance(400)
    other = queue.group("g").pop(1)
    assert other[0].payload == 1
    slow.go.set()
    until(lambda: slow.messages[0].lease_lost)
    other.ack()
    until(lambda: queue.depth("g").pending == 0)
    running.stop()
    assert running.join(STUCK_SECONDS)
    assert len(slow.messages) == 1


def test_what_is_done_is_told_while_the_rest_of_a_batch_is_handled(regent, wire, monkeypatch):
    """Nothing else wakes the engine: its lease is renewed much later, and no poll is out."""
    monkeypatch.setattr(schedule, "PROGRESS_SECONDS", 0.02)
    queue = regent.queue("q")
    queue.push_many(range(3), partition="p")
    last = Slow()

    @queue.group("g").consumer(batch=3, lease_seconds=300)
    def handle(message: Any) -> None:
        if message.payload == 2:
            last(message)

    running = regent.start()
    until(lambda: last.messages)
    until(lambda: queue.depth("g").processing == 1)
    last.go.set()
    until(lambda: queue.depth("g").processing == 0)
    running.stop()
    assert running.join(STUCK_SECONDS)


def test_an_ack_whose_answer_was_lost_is_sent_again(regent, wire):
    queue = regent.queue("q")
    queue.push_many(range(6), partition="p")
    seen: list[int] = []
    wire.lose_answer("/ack", times=2)
    queue.group("g").drain(lambda message: seen.append(message.payload), batch=2)
    assert seen == list(range(6))
    assert queue.depth("g").pending == 0


def test_a_failure_whose_answer_was_lost_is_counted_once(regent, wire):
    queue = regent.queue("q")
    queue.configure(retry_delay=0)
    queue.push_many(range(2), partition="p")
    attempts: list[int] = []
    wire.lose_answer("/ack")

    def handle(message: Any) -> None:
        attempts.append(message.failed_attempts)
        if len(attempts) == 1:
            raise ValueError

    queue.group("g").drain(handle)
    assert attempts == [0, 1, 0]


def test_messages_of_a_pop_whose_answer_was_lost_come_at_once_and_uncounted(regent, wire):
    queue = regent.queue("q")
    queue.push_many(range(3), partition="p")
    seen: list[tuple[int, int]] = []
    wire.lose_answer("/pop/", times=2)
    queue.group("g").consumer(poll_seconds=1)(
        lambda message: seen.append((message.payload, message.failed_attempts))
    )
    running = regent.start()
    until(lambda: len(seen) == 3)
    running.stop()
    assert running.join(STUCK_SECONDS)
    assert seen == [(0, 0), (1, 0), (2, 0)]
    keys = [
        wire.query(place).get("leaseKey")
        for place, path in enumerate(wire.paths)
        if "/pop/" in path
    ]
    assert len(set(keys[:3])) == 1


def test_what_a_lost_answer_had_taken_is_remembered_while_nobody_answers(wire, monkeypatch):
    """A server dies while it answers, and is away when it is asked again."""
    monkeypatch.setattr(pauses, "BROKEN_SECONDS", 0.02)
    wire.lose_answer("/pop/", meanwhile=lambda: wire.cut("/pop/", times=2))
    with Regent(transport=wire, retry=RetryPolicy(stock=0)) as regent:
        queue = regent.queue("q")
        queue.push_many(range(3), partition="p")
        seen: list[tuple[int, int]] = []
        queue.group("g").drain(lambda m: seen.append((m.payload, m.attempt)))
    assert seen == [(0, 1), (1, 1), (2, 1)]
    keys = [
        wire.query(place).get("leaseKey")
        for place, path in enumerate(wire.paths)
        if "/pop/" in path
    ]
    assert len(set(keys[:4])) == 1


def test_a_lease_that_is_found_again_at_its_end_is_not_worked_on(regent, wire):
    queue = regent.queue("q")
    queue.push(1, partition="p")
    ((message,)) = queue.group("g").pop()
    found = {"messages": [message.raw], "leaseId": message.lease_id, "leaseSeconds": 0}
    wire.answer("/pop/", json_bytes(found))
    message.release()
    attempts: list[int] = []
    queue.group("g").drain(lambda message: attempts.append(message.attempt))
    assert attempts == [2]


def test_a_renewal_of_a_lease_that_is_over_before_it_begins_ends_nothing(regent, wire, monkeypatch):
    """In one turn of the engine's loop a renewal falls due, and an answer lets the lease go."""
    carry_out = ConsumerRun._carry_out
    renewed = threading.Event()

    def carried_out(run: ConsumerRun, action: object) -> None:
        carry_out(run, action)
        if isinstance(action, Extend) and not renewed.is_set():
            wire._before.clear()
            run._schedule.lease_lost(action.lease_id)
            run._walks.clear()
            renewed.set()

    monkeypatch.setattr(ConsumerRun, "_carry_out", carried_out)
    queue = regent.queue("q")
    queue.push(1, partition="p")
    wire.refuse("/ack", 503, "BUSY", times=1_000)
    seen: list[int] = []
    queue.group("g").consumer(lease_seconds=1, poll_seconds=1)(
        lambda message: seen.append(message.payload)
    )
    running = regent.start()
    assert renewed.wait(STUCK_SECONDS)
    queue.push(2, partition="q")
    until(lambda: 2 in seen)
    running.stop()
    assert running.join(STUCK_SECONDS)


def test_a_server_that_has_no_time_is_asked_again_when_it_said(regent, wire):
    queue = regent.queue("q")
    queue.push(1, partition="p")
    wire.refuse("/pop/", 503, "BUSY", times=2, retry_after="0")
    seen: list[int] = []
    queue.group("g").consumer(poll_seconds=1)(lambda message: seen.append(message.payload))
    running = regent.start()
    until(lambda: seen == [1])
    running.stop()
    assert running.join(STUCK_SECONDS)


def test_a_token_without_the_right_ends_the_consumer(regent, wire):
    wire.refuse("/pop/", 403, "FORBIDDEN")
    with pytest.raises(Exception, match="refused by the test"):
        regent.queue("q").group("g").consume(print)
