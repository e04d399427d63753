"""The benchmark's own arithmetic on literal numbers, and one tiny shape from end to end."""

from __future__ import annotations

import re
import socket
import threading
from functools import partial
from pathlib import Path

import pytest

from tests.bench.arena import Arena
from tests.bench.clients import ClientFailed, Measured, measure, median
from tests.bench.contenders import PAYLOAD_BYTES, PushShape, payload
from tests.bench.ours import Regent
from tests.bench.plot import line_plot
from tests.bench.report import (
    LIMITS,
    REGENT,
    Row,
    Section,
    Target,
    for_markdown,
    for_terminal,
    read_limits,
)
from tests.bench.rivals.pgmq import Pgmq
from tests.bench.wire import ask, request


@pytest.mark.parametrize(
    ("text", "number", "of_ratio"),
    [
        ("≥ 0.8x", 0.8, True),
        ("≤ 1.6x", 1.6, True),
        ("≤ 0.1 of a core", 0.1, False),
        ("≤ 30 MB", 30.0, False),
    ],
)
def test_a_target_is_read_as_it_is_printed(text: str, number: float, of_ratio: bool) -> None:
    target = Target.parse(text)
    assert (target.number, target.of_ratio) == (number, of_ratio)


def test_a_target_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="not a target"):
        Target.parse("fast")


@pytest.mark.parametrize("text", ["≤ 0.35 ms", "≥ 40,000 msg/s", "≥ 1,200 req/s", "≥ 3 times"])
def test_a_speed_without_a_yardstick_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="depends on the machine"):
        Target.parse(text)


def test_a_ratio_is_judged_against_its_rival_and_not_against_the_others() -> None:
    numbers = {REGENT: 750.0, "bare insert": 1_000.0, "pgmq": 10.0}
    reached = Row("push", "msg/s", numbers, 1, "bare insert", Target.parse("≥ 0.75x"))
    missed = Row("push", "msg/s", numbers, 1, "bare insert", Target.parse("≥ 0.8x"))
    assert reached.ratio == 0.75
    assert (reached.reached, missed.reached) == (True, False)


def test_an_absolute_target_looks_at_regents_number() -> None:
    row = Row("WAL", "bytes", {REGENT: 21.0, "pgmq": 1e6}, 1, "pgmq", Target.parse("≤ 20 bytes"))
    assert row.reached is False


def test_a_rival_that_cannot_do_the_shape_is_not_counted_as_zero() -> None:
    row = Row("pop", "msg/s", {REGENT: 5.0}, 1, "pgmq", Target.parse("≥ 2x"))
    assert row.ratio is None
    assert row.reached is False


def test_the_middle_round_counts() -> None:
    rounds = [Measured(10.0, 3.0), Measured(900.0, 1.0), Measured(20.0, 2.0)]
    assert median(rounds) == Measured(20.0, 2.0)


def test_the_document_has_ratios_first_and_explains_what_was_missed() -> None:
    target = Target.parse("≥ 0.8x")
    rows = [
        Row("push 1", "msg/s", {REGENT: 500.0, "bare insert": 1_000.0}, 8, "bare insert", target),
        Row(
            "push 100",
            "msg/s",
            {REGENT: 9_000.0, "bare insert": 10_000.0},
            8,
            "bare insert",
            target,
        ),
    ]
    section = Section("Push", "How.", rows, {"push": "<svg/>"})
    text = for_markdown([section], {"date": "today"}, {"push 1": "One fsync each."}, 3)
    assert "Each family runs 3 times" in text
    assert (
        "| shape | clients | ratio | to | reach | reached | Regent | bare insert | unit |" in text
    )
    assert "| push 1 | 8 | 0.50x | bare insert | ≥ 0.8x | **no** | 500 | 1,000 | msg/s |" in text
    assert "| push 100 | 8 | 0.90x | bare insert | ≥ 0.8x | yes | 9,000 | 10,000 | msg/s |" in text
    assert "![push](benchmarks/push.svg)" in text
    assert text.endswith("## What limits it\n\n### push 1\n\nOne fsync each.\n")


def test_explanations_are_found_by_shape() -> None:
    text = "Preface.\n\n## push 1\n\nBecause.\n\nAnd so on.\n\n## pop\nTherefore.\n"
    assert read_limits(text) == {"push 1": "Because.\n\nAnd so on.", "pop": "Therefore."}
    assert all(words for words in read_limits(LIMITS.read_text()).values())


def test_a_payload_has_the_size_that_the_table_claims() -> None:
    import orjson

    assert PAYLOAD_BYTES == 256
    assert {len(orjson.dumps(payload(number))) for number in (0, 7, 10**9)} == {256}
    assert [len(orjson.dumps(payload(1, size))) for size in (1_000, 64_000)] == [1_000, 64_000]


def test_a_plot_shows_every_point_with_its_value() -> None:
    svg = line_plot("µs", [10, 100, 1000], {"push": [1.0, 2.0, 4.0]})
    assert svg.count("<circle") == 3
    assert re.findall(r">([\d.,]+)</text>", svg) == ["10", "100", "1,000", "1", "2", "4"]


def test_a_client_that_fails_fails_the_run() -> None:
    def broken() -> int:
        raise ZeroDivisionError("on purpose")

    with pytest.raises(ClientFailed, match="on purpose"):
        measure(lambda: broken, clients=2, seconds=0.1)


def test_the_http_client_reads_an_answer_that_comes_in_pieces() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1_000)
                for piece in (b"HTTP/1.1 201 Created\r\nContent-", b"Length: 5\r\n\r\nhe", b"llo"):
                    connection.sendall(piece)

        server = threading.Thread(target=serve)
        server.start()
        assert ask(listener.getsockname()[1], request("GET", "/")) == (201, b"hello")
        server.join()


def test_a_tiny_shape_from_end_to_end(tmp_path: Path) -> None:
    regent, pgmq = Regent(partitions=5), Pgmq()
    with Arena(tmp_path) as arena, arena.databases(regent, pgmq) as (ours, theirs):
        pushed = measure(partial(regent.producer, ours, PushShape(10, spread=True)), 2, 0.1)
        assert pushed.messages_per_second > 100
        rates = {}
        for name, contender, url in ((REGENT, regent, ours), ("pgmq", pgmq, theirs)):
            contender.fill(url, 5_000, 10)
            consumed = measure(partial(contender.consumer, url, 10), 1, 0.1)
            assert consumed.p50_ms > 0
            rates[name] = consumed.messages_per_second
    row = Row("tiny", "msg/s", rates, 1, "pgmq", Target.parse("≥ 0.000001x"))
    assert row.reached is True
    assert re.search(r"^tiny +1 +\d", for_terminal(Section("Tiny", "", [row])), re.MULTILINE)
