"""The contenders of the client's benchmark do the work that is measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from regent import Regent
from tests.bench import roads
from tests.bench.client import PAYLOAD, REACH, measured, messages, server
from tests.bench.consuming import Times, imports, sections
from tests.bench.servers import server as real

#: Enough to see that each contender does its work.
SHORT = Times(rounds=1, seconds=0.02, idle_seconds=0.1, pushes=3, imports=1)


def test_every_contender_is_measured() -> None:
    found = measured(seconds=0.001, rounds=1)
    assert len(found) == 13
    assert all(0 < microseconds < float("inf") for microseconds in found.values())


def test_the_canned_answers_are_answers() -> None:
    with server() as url, Regent(url) as regent:
        queue = regent.queue("q").partition("p")
        assert queue.push(PAYLOAD).id
        assert len(queue.push_many([PAYLOAD] * 100)) == 100
        batch = queue.pop(100)
        assert batch.payloads == [PAYLOAD] * 100
        batch.ack()


def test_each_row_of_a_message_has_its_yardstick() -> None:
    rows = messages(seconds=0.001, rounds=1).rows
    assert [row.shape for row in rows] == list(REACH)
    assert all(row.ratio is not None and row.ratio > 0 for row in rows)


def test_the_imports_are_compared_with_a_bare_python() -> None:
    rows = imports(SHORT).rows
    assert [row.shape for row in rows] == ["import Regent", "import AsyncRegent"]
    assert all(row.ratio is not None and row.ratio > 1 for row in rows)


@pytest.mark.slow
def test_consumers_are_measured_through_the_real_server(tmp_path: Path) -> None:
    with real(tmp_path) as port:
        found = sections(port, SHORT)
    rows = [row for section in found for row in section.rows]
    assert [row.shape for row in rows] == [
        *(f"consume, {lanes} lanes" for lanes in (1, 8, 64)),
        *(f"push to handler, {lanes} lanes" for lanes in (1, 8, 64)),
        *(f"ack and next {batch}" for batch in (1, 10, 100)),
        "10,000 held messages",
        "an idle consumer",
    ]
    assert all(row.numbers["Regent"] >= 0 for row in rows)
    assert all(row.ratio for row in rows if row.rival)


def test_both_roads_move_messages() -> None:
    found = roads.measured(seconds=0.001, rounds=1)
    assert list(found) == ["push 1", "pop 1 + ack", "push 100", "pop 100 + ack"]
    for rates in found.values():
        assert set(rates) == {"http", "straight"}
        assert all(rate > 0 for rate in rates.values())
