"""A Lambda function of a handler: what it answers for a batch."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from regent import AsyncRegent, DeadLetter, Regent, Retry
from regent.client.errors import UnexpectedAnswer
from regent.testing import message
from tests.client.sockets import Peer, Server

STUCK_SECONDS = 10.0


class Context:
    """Lambda's, with so much time left; each look at it takes a second."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.seconds = seconds

    def get_remaining_time_in_millis(self) -> int:
        self.seconds -= 1
        return int(self.seconds * 1000)


def event(*partitions: list[Any]) -> dict[str, Any]:
    """An event with these payloads in each partition; their ids say where they are."""
    messages = []
    for number, payloads in enumerate(partitions):
        for place, payload in enumerate(payloads):
            raw = message(payload, partitionId=str(number), id=f"{number}.{place}").raw
            messages.append(raw)
    return {"regent": 1, "messages": messages}


def bill(message: Any) -> None:
    if message.payload == "bad":
        raise ValueError("no total")
    if message.payload == "later":
        raise Retry(delay_seconds=30)
    if message.payload == "rubbish":
        raise DeadLetter("no order")


def of_a_lane(batch: Any) -> None:
    for payload in batch.payloads:
        if payload == "bad":
            raise ValueError("no total")


async def bill_async(message: Any) -> None:
    bill(message)


@pytest.fixture(params=["def in Regent", "async def in Regent", "async def in AsyncRegent"])
def handle(request: pytest.FixtureRequest) -> Any:
    regent = AsyncRegent() if request.param.endswith("AsyncRegent") else Regent()
    return regent.lambda_handler()(bill if request.param.startswith("def") else bill_async)


def test_what_was_completed_is_not_listed(handle):
    assert handle(event(["a", "b"], ["c"]), Context()) == {"batchItemFailures": []}


def test_a_failure_stops_its_partition_and_no_other(handle):
    assert handle(event(["a", "bad", "b"], ["c"]), Context()) == {
        "batchItemFailures": [
            {"itemIdentifier": "0.1", "error": "ValueError: no total"},
            {"itemIdentifier": "0.2"},
        ]
    }


def test_dead_letters_and_delays_are_said(handle):
    assert handle(event(["rubbish", "a"], ["later", "b"]), Context()) == {
        "batchItemFailures": [
            {"itemIdentifier": "0.0", "error": "no order", "deadLetter": True},
            {"itemIdentifier": "1.0", "retryAfterSeconds": 30},
            {"itemIdentifier": "1.1", "retryAfterSeconds": 30},
        ]
    }


def test_messages_that_failed_together_fail_the_function():
    """So its caller takes the batch for failed as a whole, and blames none of its messages."""
    handle = Regent().lambda_handler(batches=True)(of_a_lane)
    with pytest.raises(ValueError, match="no total"):
        handle(event(["a", "bad"], ["c"]), Context())
    assert handle(event(["a", "b"], ["c"]), Context()) == {"batchItemFailures": []}


def test_a_message_that_was_alone_is_listed():
    handle = Regent().lambda_handler(batches=True)(of_a_lane)
    assert handle(event(["bad"], ["c", "d"]), Context()) == {
        "batchItemFailures": [{"itemIdentifier": "0.0", "error": "ValueError: no total"}]
    }


def test_two_seconds_before_its_end_it_begins_with_nothing(handle):
    answer = handle(event(["a", "b", "c"]), Context(seconds=4.5))
    assert answer == {"batchItemFailures": [{"itemIdentifier": "0.2", "retryAfterSeconds": 0}]}


def test_a_handler_keeps_its_connection_until_its_client_is_closed():
    closed = threading.Event()

    def script(peer: Peer) -> None:
        while peer.request():
            peer.send(b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}")
        closed.set()

    async def note(message: Any) -> None:
        await message.trace("billed")

    with Server(script) as server, Regent(server.url) as regent:
        handle = regent.lambda_handler()(note)
        for _ in range(2):
            assert handle(event(["a"]), Context()) == {"batchItemFailures": []}
        assert (len(server.requests), server.connections) == (2, 1)
        assert not closed.is_set()
        regent.close()
        assert closed.wait(STUCK_SECONDS)


def test_records_in_the_form_of_sqs_are_read():
    seen: list[Any] = []
    handle = Regent().lambda_handler(payload=dict[str, int])(
        lambda m: seen.append((m.id, m.payload, m.partition, m.group, m.attempt))
    )
    record = {
        "messageId": "m-1",
        "receiptHandle": "l.2",
        "body": json.dumps({"total": 12}),
        "eventSource": "aws:sqs",
        "regent": {
            "queue": "orders",
            "partition": "anna",
            "partitionId": "2",
            "offset": 0,
            "transactionId": "o-1",
            "traceId": None,
            "key": None,
            "headers": None,
            "createdAt": "2026-11-18T15:03:00.449051Z",
            "deliveryAttempt": 2,
            "producerSub": None,
        },
    }
    handle({"Records": [record], "regent": {"consumerGroup": "billing"}}, Context())
    assert seen == [("m-1", {"total": 12}, "anna", "billing", 2)]


def test_an_event_of_something_else_is_refused():
    handle = Regent().lambda_handler()(print)
    with pytest.raises(UnexpectedAnswer, match="none of Regent's"):
        handle({"detail-type": "Scheduled Event"}, Context())
