"""Wrong arguments are refused before anything is sent, and the refusal names the argument."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from regent import AsyncRegent, Outgoing, Regent, Retry
from regent.client.core import popping
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.errors import InvalidConfig, Misused
from tests.client.handlers import both
from tests.client.queues.test_coverage import message

LONG = "x" * 256
#: Of seconds, counts, names and others: values that none of them takes.
NO_NUMBER = [-1, math.nan, math.inf, "5", True, [], 10**400]
NO_COUNT = [0, -1, 1.5, 2.0, "5", True, 10**9]
NO_NAME = ["", LONG, "a\0b", 5, b"x", ["x"]]

Call = Callable[[Any, Any], Any]
#: An argument's name, what is called with a handle and a wrong value, and that value.
Case = tuple[str, Call, Any]


def given(name: str, values: list[Any], call: Call) -> list[Case]:
    return [(name, call, value) for value in values]


PUSHES = [
    *given("partition", NO_NAME, lambda q, v: q.push(1, partition=v)),
    *given("partition", NO_NAME, lambda q, v: q.partition(v).push(1)),
    *given("partition", NO_NAME, lambda q, v: q.push_many([1], partition=v)),
    *given("transaction_id", NO_NAME, lambda q, v: q.push(1, transaction_id=v)),
    *given("key", [5, b"x", ["x"]], lambda q, v: q.push(1, key=v)),
    *given("trace_id", ["", "x", 5, "g" * 36], lambda q, v: q.push(1, trace_id=v)),
    *given("headers", [5, "x", ["x"]], lambda q, v: q.push(1, headers=v)),
    *given("delay_seconds", NO_NUMBER, lambda q, v: q.push(1, partition="p", delay_seconds=v)),
    *given("when_full", ["", "Wait", None, 5], lambda q, v: q.push(1, when_full=v)),
    *given("when_full", ["", "Wait"], lambda q, v: q.push_many([1], when_full=v)),
    *given("timeout_seconds", [0, *NO_NUMBER], lambda q, v: q.push(1, timeout_seconds=v)),
    *given("timeout_seconds", [0, -1], lambda q, v: q.push_many([1], timeout_seconds=v)),
    *given(
        "delay_seconds",
        [-1, "5"],
        lambda q, v: q.push_many([1, Outgoing(2, partition="p", delay_seconds=v)]),
    ),
]
WRITERS = [
    *given("linger_seconds", NO_NUMBER, lambda q, v: q.writer(linger_seconds=v)),
    *given("max_items", NO_COUNT, lambda q, v: q.writer(max_items=v)),
    *given("max_bytes", NO_COUNT, lambda q, v: q.writer(max_bytes=v)),
    *given("lanes", NO_COUNT[:-1], lambda q, v: q.writer(lanes=v)),
    *given("max_waiting_bytes", NO_COUNT[:-1], lambda q, v: q.writer(max_waiting_bytes=v)),
    *given("when_full", ["", None], lambda q, v: q.writer(when_full=v)),
]
POPS = [
    *given("batch", NO_COUNT, lambda q, v: q.pop(v)),
    *given("batch", NO_COUNT, lambda q, v: q.batch(v)),
    *given("partitions", NO_COUNT, lambda q, v: q.pop(partitions=v)),
    *given("per_partition", NO_COUNT, lambda q, v: q.pop(per_partition=v)),
    *given("per_partition", NO_COUNT, lambda q, v: q.group("g").each(v)),
    *given("wait_seconds", NO_NUMBER, lambda q, v: q.pop(wait_seconds=v)),
    *given("lease_seconds", [0, 1.5, 86_401, *NO_NUMBER], lambda q, v: q.pop(lease_seconds=v)),
    *given("lease_key", ["", "x", 5, "g" * 36], lambda q, v: q.pop(lease_key=v)),
    *given("group", NO_NAME, lambda q, v: q.group(v)),
    *given("mode", ["", "old", 5], lambda q, v: q.subscription_mode(v)),
    *given("start", [5, b"now"], lambda q, v: q.subscription_from(v)),
]
CONSUMERS = [
    *given("concurrency", NO_COUNT, lambda q, v: q.consumer(concurrency=v)(print)),
    *given("batch", NO_COUNT, lambda q, v: q.consumer(batch=v)(print)),
    *given("poll_seconds", [0, 21, *NO_NUMBER], lambda q, v: q.consumer(poll_seconds=v)(print)),
    *given("lease_seconds", [0, 1.5, *NO_NUMBER], lambda q, v: q.consumer(lease_seconds=v)(print)),
    *given("max_lease_seconds", NO_NUMBER, lambda q, v: q.consumer(max_lease_seconds=v)(print)),
    *given("limit", NO_COUNT[:-1], lambda q, v: q.consumer(limit=v)(print)),
    *given("on_invalid", ["", "bury", None], lambda q, v: q.consumer(on_invalid=v)(print)),
    *given("until_seconds", NO_NUMBER, lambda q, v: q.drain(print, until_seconds=v)),
    *given("the handler", [None, 5, "f"], lambda q, v: q.consumer()(v)),
]
LISTS = [
    *given("limit", NO_COUNT[:-1], lambda q, v: q.messages(limit=v).all()),
    *given("limit", NO_COUNT[:-1], lambda q, v: q.peek(v)),
    *given("order", ["", "down", 5], lambda q, v: q.messages(order=v)),
    *given("order", ["", "down"], lambda q, v: q.peek(order=v)),
    *given("since", [5, ["x"]], lambda q, v: q.messages(since=v)),
    *given("until", [5, ["x"]], lambda q, v: q.messages(until=v)),
    *given(
        "after_offset",
        [-1, 1.5, "3", True],
        lambda q, v: q.partition("p").messages(after_offset=v),
    ),
    *given("after_offset", [3], lambda q, v: q.messages(after_offset=v)),
]


MESSAGES = [
    *given("delay_seconds", NO_NUMBER, lambda m, v: m.nack(delay_seconds=v)),
    *given("delay_seconds", NO_NUMBER, lambda m, v: m.release(delay_seconds=v)),
    *given("error", [5, b"x"], lambda m, v: m.nack(v)),
    *given("error", [None, 5], lambda m, v: m.dead_letter(v)),
    *given("seconds", [0, 1.5, 86_401, *NO_NUMBER], lambda m, v: m.extend(v)),
]


class Silent:
    """A transport to nowhere."""

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        raise AssertionError(f"{request.method} {request.target} was sent")

    def close(self) -> None:
        """Nothing is open."""


@pytest.fixture(params=["threads", "asyncio"])
def regent(request: pytest.FixtureRequest) -> Iterator[Any]:
    yield from both(request.param, transport=Silent())


@pytest.mark.parametrize(
    "cases",
    [PUSHES, WRITERS, POPS, CONSUMERS, LISTS],
    ids=["pushes", "writers", "pops", "consumers", "lists"],
)
def test_a_wrong_argument_of_a_queue_is_named(regent: Any, cases: list[Case]) -> None:
    for name, call, value in cases:
        with pytest.raises(Misused, match=f"^{name} is "):
            call(regent.queue("q"), value)


def test_a_wrong_argument_of_a_message_is_named() -> None:
    with Regent(transport=Silent()) as regent:
        for name, call, value in MESSAGES:
            with pytest.raises(Misused, match=f"^{name} is "):
                call(message(regent), value)


def test_a_queue_needs_a_name(regent: Any) -> None:
    for value in NO_NAME:
        with pytest.raises(Misused, match=r"^name is "):
            regent.queue(value)


@pytest.mark.parametrize("kind", [Regent, AsyncRegent])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("timeout_seconds", value) for value in [0, *NO_NUMBER]],
        *[("max_connections", value) for value in NO_COUNT[:-1]],
        ("retry", 3),
        ("json", "orjson"),
        ("tracing", "always"),
    ],
)
def test_a_wrong_argument_of_a_client_is_named(kind: Any, name: str, value: Any) -> None:
    with pytest.raises(InvalidConfig, match=f"^{name} "):
        kind("http://localhost:1", **{name: value})


def test_a_handler_that_asks_for_a_time_that_is_none_learns_which() -> None:
    for value in NO_NUMBER:
        with pytest.raises(Misused, match=r"^delay_seconds is "):
            Retry(delay_seconds=value)


def test_a_client_that_sends_what_it_is_given_is_caught(
    regent: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(popping, "check_count", lambda *_: None)
    with pytest.raises(AssertionError, match="was sent"):
        test_a_wrong_argument_of_a_queue_is_named(regent, POPS)
