"""regent.testing: what would become of messages, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from regent import DeadLetter, Retry
from regent.client.errors import Misused
from regent.testing import message, outcomes


def bill(message: Any) -> None:
    if message.payload["total"] < 0:
        raise ValueError("a total below 0")
    if message.payload["total"] == 0:
        raise DeadLetter("nothing to bill")
    if message.payload["total"] > 1_000:
        raise Retry(delay_seconds=5)


def test_outcomes_of_a_handler():
    assert outcomes(bill, [{"total": 12}, {"total": -1}]) == ["completed", "failed"]
    assert outcomes(bill, [{"total": 0}, {"total": 1}]) == ["dead letter", "completed"]
    assert outcomes(bill, [{"total": 5_000}, {"total": 1}]) == ["retried", "handed out again"]
    assert outcomes(bill, []) == []


async def bill_async(message: Any) -> None:
    bill(message)


def test_outcomes_of_a_coroutine_function():
    assert outcomes(bill_async, [{"total": 12}, {"total": -1}]) == ["completed", "failed"]


def test_a_lane_fails_as_a_whole():
    def handle(lane: Any) -> None:
        bill(lane[1])

    assert outcomes(handle, [{"total": 1}, {"total": 2}], batches=True) == ["completed"] * 2
    assert outcomes(handle, [{"total": 1}, {"total": -2}], batches=True) == ["failed"] * 2


def test_a_payload_of_another_type_never_reaches_the_handler():
    seen: list[int] = []
    said = outcomes(lambda m: seen.append(m.payload), [1, "two", 3], payload=int)
    assert (said, seen) == (["completed", "dead letter", "completed"], [1, 3])


def test_bytes_and_messages_come_as_they_would():
    seen: list[Any] = []
    outcomes(
        lambda m: seen.append((m.payload, m.key, m.attempt)),
        [b"\x00\xff", message({"a": 1}, key="k", deliveryAttempt=3)],
    )
    assert seen == [(b"\x00\xff", None, 1), ({"a": 1}, "k", 3)]


def test_middleware_is_around_the_handler():
    order: list[str] = []

    def outer(message: Any, call: Any) -> Any:
        order.append("outer")
        return call(message)

    def inner(message: Any, call: Any) -> Any:
        order.append("inner")
        return call(message)

    assert outcomes(lambda m: order.append("handler"), [1], middleware=(outer, inner)) == [
        "completed"
    ]
    assert order == ["outer", "inner", "handler"]


def test_a_handler_that_needs_a_server_is_told_so():
    with pytest.raises(Misused, match="there is no server behind a message"):
        outcomes(lambda m: m.ack(), [1])
