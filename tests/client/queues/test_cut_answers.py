"""A proxy that cuts the answers of a real server at every byte: nothing is stored, handed out or
counted twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from regent import RetryPolicy
from regent.client.core import pauses
from tests.client.handlers import both
from tests.client.proxies import Proxy
from tests.client.sockets import KINDS
from tests.local.conftest import LocalServer

#: Each byte, or as many as a quick run has time for.
STEPS = pytest.mark.parametrize("step", [53, pytest.param(1, marks=pytest.mark.slow)])


@pytest.fixture
def cutting(real_server: LocalServer) -> Iterator[Proxy]:
    """The proxy."""
    proxy = Proxy(real_server.port)
    yield proxy
    proxy.close()


@pytest.fixture(params=KINDS)
def regent(request: pytest.FixtureRequest, cutting: Proxy) -> Iterator[Any]:
    """Both clients, with enough retries for an answer that is cut for each byte."""
    policy = RetryPolicy(first_pause_seconds=0.001, longest_pause_seconds=0.01, stock=10_000)
    yield from both(request.param, cutting.url, retry=policy)


def at_every_byte(cutting: Proxy, act: Any, step: int) -> int:
    """Do something again and again, each time with an answer cut so many bytes later; how often."""
    for turn, cut in enumerate(range(0, 10_000, step)):
        cutting.lets_through, cutting.has_cut = cut, False
        act(turn)
        cutting.lets_through = None
        if not cutting.has_cut:
            assert cut > 200
            return turn
    raise AssertionError("an answer without an end")


@STEPS
def test_pushes_and_acks(
    regent: Any, cutting: Proxy, step: int, request: pytest.FixtureRequest
) -> None:
    name = f"cut {request.node.callspec.id}"
    queue = regent.queue(name, partition_by=lambda _: "p")
    pushed = at_every_byte(cutting, queue.push, step)
    group = queue.group("g")
    messages = group.pop(pushed + 10)
    assert messages.payloads == list(range(pushed + 1))
    places = iter(messages)
    acked = at_every_byte(cutting, lambda _: next(places).ack(), step)
    assert group.pop().payloads == []
    depth = queue.depth("g")
    assert depth.pending + depth.processing == pushed - acked


@STEPS
def test_messages_that_are_given_back(
    regent: Any, cutting: Proxy, step: int, request: pytest.FixtureRequest
) -> None:
    queue = regent.queue(f"back {request.node.callspec.id}")
    queue.configure(retry_delay=0, retry_limit=1_000)
    queue.partition("p").push("poison")
    failed: list[int] = []

    def fail(_: int) -> None:
        lets_through, cutting.lets_through = cutting.lets_through, None
        (message,) = queue.group("g").pop()
        failed.append(message.failed_attempts)
        cutting.lets_through = lets_through
        message.nack("no")

    assert at_every_byte(cutting, fail, step) > 3
    assert failed == list(range(len(failed)))


def test_a_reused_connection_that_ends_without_a_byte_keeps_no_messages(
    regent: Any, cutting: Proxy, request: pytest.FixtureRequest
) -> None:
    """What is sent once more has to say so: else the first try's lease is nobody's."""
    queue = regent.queue(f"no byte {request.node.callspec.id}").partition("p")
    queue.push_many(range(4))
    cutting.lets_through = 0
    with queue.group("g").pop(lease_key="01a1ef2e-be52-7293-8b8d-017564f12a90") as batch:
        assert batch.payloads == [0]
    assert cutting.has_cut
    seen: list[int] = []

    def handle(message: Any) -> None:
        seen.append(message.payload)
        if message.payload == 1:
            cutting.lets_through = 0  # of the answer to its verdict, which brings what is next

    queue.group("g").drain(handle, batch=1)
    assert seen == [1, 2, 3]
    depth = queue.depth("g")
    assert (depth.pending, depth.processing) == (0, 0)


@STEPS
def test_transactions(
    regent: Any, cutting: Proxy, step: int, request: pytest.FixtureRequest
) -> None:
    """Each acks a message and pushes what follows from it."""
    queue = regent.queue(f"from {request.node.callspec.id}").partition("p")
    follows = regent.queue(f"to {request.node.callspec.id}").partition("p")
    queue.push_many(range(1_000))
    (*messages,) = queue.group("g").pop(1_000)
    places = iter(messages)

    def bill(turn: int) -> None:
        with regent.transaction() as transaction:
            transaction.ack(next(places))
            transaction.push(follows.name, turn, partition="p")

    turns = at_every_byte(cutting, bill, step)
    assert follows.pop(1_000).payloads == list(range(turns + 1))
    assert queue.depth("g").pending + queue.depth("g").processing == 999 - turns


@STEPS
def test_consumers(
    regent: Any,
    cutting: Proxy,
    step: int,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A drain asks, acks and asks again; one of these answers is cut at each byte."""
    monkeypatch.setattr(pauses, "BROKEN_SECONDS", 0.01)
    queue = regent.queue(f"drained {request.node.callspec.id}").partition("p")
    seen: list[int] = []

    def drain(turn: int) -> None:
        lets_through, cutting.lets_through = cutting.lets_through, None
        queue.push_many([2 * turn, 2 * turn + 1])
        cutting.lets_through = lets_through
        queue.group("g").drain(lambda message: seen.append(message.payload), batch=1)

    turns = at_every_byte(cutting, drain, step)
    assert seen == list(range(2 * turns + 2))
    depth = queue.depth("g")
    assert (depth.pending, depth.processing) == (0, 0)
