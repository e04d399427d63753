"""What stands around a handler, for both kinds of handler."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import Any

import pytest

from regent.client import middleware
from regent.client.engine.consuming import Consuming
from regent.client.errors import Misused
from regent.client.middleware import OnceInDatabase, limit_rate, log_calls, once
from regent.testing import message, outcomes


class Clock:
    """Of ``time`` and ``asyncio``, as far as limit_rate looks at it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(middleware, "time", clock)

    async def sleep(seconds: float) -> None:
        clock.sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return clock


async def handle_async(message: Any) -> None:
    pass


@pytest.mark.parametrize("handler", [lambda message: None, handle_async], ids=["def", "async"])
def test_a_rate_is_kept(clock, handler):
    assert outcomes(handler, range(4), middleware=(limit_rate(10),)) == ["completed"] * 4
    assert clock.slept == [0.0, 0.1, 0.1, 0.1]


def test_a_rate_of_nothing_is_refused():
    with pytest.raises(Misused, match="per_second is 0"):
        limit_rate(0)


@pytest.mark.parametrize("kind", ["def", "async"])
def test_calls_are_logged_with_their_outcome_and_without_payload(caplog, kind):
    def fails_for_two(message: Any) -> None:
        if message.payload == "two":
            raise ValueError

    async def fails_for_two_async(message: Any) -> None:
        await asyncio.sleep(0)
        fails_for_two(message)

    handler = fails_for_two if kind == "def" else fails_for_two_async
    with caplog.at_level(logging.INFO, "test"):
        outcomes(handler, ["one", "two"], middleware=(log_calls(logging.getLogger("test")),))
    said = [record.getMessage() for record in caplog.records if record.name == "test"]
    assert [text.split(" in ")[0] for text in said] == [
        "handled test/Default test-0 (attempt 1)",
        "failed test/Default test-1 (attempt 1)",
    ]


@pytest.mark.parametrize("kind", ["def", "async"])
def test_a_message_is_handled_once_and_its_mark_shares_the_commit(kind):
    connection = sqlite3.connect(":memory:")
    connection.execute(
        "create table handled (queue text, consumer_group text, transaction_id text,"
        " primary key (queue, consumer_group, transaction_id))"
    )
    connection.execute("create table bills (total integer)")
    connection.commit()

    def bill(message: Any) -> None:
        connection.execute("insert into bills values (?)", (message.payload,))
        if message.payload < 0:
            raise ValueError

    async def bill_async(message: Any) -> None:
        await asyncio.sleep(0)
        bill(message)

    handler = bill if kind == "def" else bill_async
    around = (once(OnceInDatabase(connection, placeholder="?")),)
    twice = message(12, transactionId="a")
    failing = message(-1, transactionId="b")
    assert outcomes(handler, [twice], middleware=around) == ["completed"]
    assert outcomes(handler, [twice], middleware=around) == ["completed"]
    assert outcomes(handler, [failing], middleware=around) == ["failed"]
    connection.rollback()
    assert connection.execute("select total from bills").fetchall() == [(12,)]
    assert connection.execute("select transaction_id from handled").fetchall() == [("a",)]


def test_a_table_is_named_by_letters():
    with pytest.raises(Misused, match="table is"):
        OnceInDatabase(None, table="handled; drop table bills")


def test_a_middleware_that_nobody_would_await_is_refused():
    async def layer(message: Any, call: Any) -> Any:
        return await call(message)

    with pytest.raises(Misused, match="both of one kind"):
        Consuming(handler=print, middleware=(layer,))
