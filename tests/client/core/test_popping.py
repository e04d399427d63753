"""What a pop asks for, and how often it is asked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, json_bytes
from regent.client.core.payloads import STANDARD_JSON
from regent.client.core.popping import Asked, Popped, Source, pop_operation, pop_plan
from regent.client.errors import Misused

KEY = "01a1ef2e-be52-7293-8b8d-017564f12a90"


def asked(source: Source, **more: Any) -> tuple[str, dict[str, str]]:
    """The path of a pop and its query."""
    target = urlsplit(pop_operation(source, Asked(**more), STANDARD_JSON).target)
    return target.path, {name: value for name, (value,) in parse_qs(target.query).items()}


def test_what_is_not_asked_for_is_not_sent() -> None:
    assert asked(Source(queue="orders")) == ("/api/v1/pop/queue/orders", {})


def test_everything_can_be_asked_for() -> None:
    source = Source(queue="a b", partition="c/d", group="g", mode="new")
    assert asked(source, batch=10, partitions=3, auto_ack=True, wait_seconds=5) == (
        "/api/v1/pop/queue/a%20b/partition/c%2Fd",
        {
            "consumerGroup": "g",
            "subscriptionMode": "new",
            "batch": "10",
            "partitions": "3",
            "autoAck": "true",
            "wait": "true",
            "timeout": "5000",
        },
    )


def test_what_only_a_newer_server_knows_can_be_asked_for() -> None:
    _, query = asked(Source(queue="q"), per_partition=2, lease_seconds=60, lease_key=KEY)
    assert query == {"perPartition": "2", "leaseSeconds": "60", "leaseKey": KEY}


def test_a_repeat_says_so_only_under_a_lease_key() -> None:
    for key, repeats in ((KEY, True), (None, False)):
        wanted = Asked(wait_seconds=5, lease_key=key)
        poll = pop_operation(Source(queue="q"), wanted, STANDARD_JSON).poll
        assert poll is not None
        assert ("repeat=true" in poll(3, True)) == repeats
        assert "repeat" not in poll(3, False)


def test_labels_are_asked_for_by_their_route() -> None:
    assert asked(Source(namespace="shop", task="t"))[0] == "/api/v1/pop"
    assert asked(Source(namespace="shop"))[1] == {"namespace": "shop"}
    with pytest.raises(Misused, match="needs a queue, a namespace or a task"):
        asked(Source())


def test_a_group_starts_by_a_word_or_from_an_instant() -> None:
    source = Source(queue="q", group="g")
    assert asked(source.starting("new"))[1]["subscriptionMode"] == "new"
    since = source.starting(datetime(2026, 11, 18, 9, tzinfo=UTC))
    assert asked(since)[1]["subscriptionFrom"] == "2026-11-18T09:00:00+00:00"
    assert "subscriptionMode" not in asked(source.starting("new").starting("now"))[1]


def test_a_message_is_handed_out_at_most_once_with_auto_ack() -> None:
    assert not pop_operation(Source(queue="q"), Asked(auto_ack=True), STANDARD_JSON).repeats
    assert pop_operation(Source(queue="q"), Asked(), STANDARD_JSON).repeats


def test_an_answer_is_read() -> None:
    read = pop_operation(Source(queue="q"), Asked(), STANDARD_JSON).read
    body = json_bytes({"leaseId": "l", "messages": [{"id": "1"}], "leaseSeconds": 60, "new": 1})
    popped = read(Reply(200, {}, body, sent_at=5))
    assert popped == Popped([{"id": "1"}], "l", 60, 5)
    assert read(Reply(204, {b"regent-queue": b"unknown"}, b"")).unknown_queue
    assert not read(Reply(204, {}, b"")).unknown_queue


class World:
    """Answers polls after a while, each after its own."""

    def __init__(self, *answers: tuple[float, list[Any]]) -> None:
        self.now = 0.0
        self.answers = list(answers)
        self.waits: list[float] = []
        self.pauses: list[float] = []

    def pop(self, wait: float) -> Popped:
        plan = pop_plan(
            Source(queue="q"), Asked(wait_seconds=wait), STANDARD_JSON, lambda: self.now
        )
        answer: Any = None
        try:
            while True:
                step = plan.send(answer)
                answer = None
                if isinstance(step, Operation):
                    took, messages = self.answers.pop(0) if self.answers else (1e9, [])
                    self.waits.append(step.wait_seconds)
                    self.now += min(took, step.wait_seconds)
                    answer = Popped(messages)
                else:
                    self.pauses.append(step)
                    self.now += step
        except StopIteration as done:
            found: Popped = done.value
            return found


def test_without_waiting_there_is_one_request() -> None:
    world = World((0, []))
    assert world.pop(0).messages == []
    assert world.waits == [0]


def test_a_long_wait_is_several_polls() -> None:
    world = World()
    assert world.pop(50).messages == []
    assert (world.waits, world.pauses) == ([20, 20, 10], [])


def test_a_poll_ends_with_what_came() -> None:
    world = World((20, []), (3, [{"id": "1"}]))
    assert world.pop(50).messages == [{"id": "1"}]
    assert world.waits == [20, 20]


def test_empty_answers_that_come_too_early_are_followed_by_longer_and_longer_pauses() -> None:
    world = World(*[(0, [])] * 9, (0, [{"id": "1"}]))
    world.pop(60)
    assert world.pauses == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_a_pause_does_not_outlast_the_wait() -> None:
    world = World(*[(0, [])] * 50)
    world.pop(1)
    assert sum(world.pauses) == pytest.approx(1)
