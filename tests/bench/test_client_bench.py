"""The contenders of the client's benchmark do the work that is measured."""

from __future__ import annotations

from regent import Regent
from tests.bench import roads
from tests.bench.client import PAYLOAD, measured, server


def test_every_contender_is_measured() -> None:
    found = measured(seconds=0.001, rounds=1)
    assert len(found) == 9
    assert all(0 < microseconds < float("inf") for microseconds in found.values())


def test_the_canned_answers_are_answers() -> None:
    with server() as url, Regent(url) as regent:
        queue = regent.queue("q").partition("p")
        assert queue.push(PAYLOAD).id
        assert len(queue.push_many([PAYLOAD] * 100)) == 100
        batch = queue.pop(100)
        assert batch.payloads == [PAYLOAD] * 100
        batch.ack()


def test_both_roads_move_messages() -> None:
    found = roads.measured(seconds=0.001, rounds=1)
    assert list(found) == ["push 1", "pop 1 + ack", "push 100", "pop 100 + ack"]
    for rates in found.values():
        assert set(rates) == {"http", "straight"}
        assert all(rate > 0 for rate in rates.values())
