"""The families of the bench do the work that they measure."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from tests.bench.__main__ import FAMILIES
from tests.bench.arena import Arena
from tests.bench.clients import Alongside, ClientFailed, elsewhere
from tests.bench.contenders import fill_batch, ready_batches
from tests.bench.effort import Effort
from tests.bench.handlers import p50_ms
from tests.bench.hot import PATIENCE_SECONDS, patient
from tests.bench.http import consuming, consuming_nothing, push_requests, pushing
from tests.bench.report import REGENT
from tests.bench.servers import bare_server
from tests.bench.steady import Pace, Sample, Work, pieces, rate, rows
from tests.bench.wakes import percentile
from tests.bench.wire import ask, converse, request

TINY = Effort(
    runs=1,
    rounds=1,
    seconds=0.1,
    clients=(1, 8),
    connections=(4,),
    batches=(1, 100),
    partitions=(100,),
    backlog=0.5,
    steady=200_000,
    all_rivals=False,
    growth=False,
)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_each_family_measures(name: str, tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        sections = FAMILIES[name](arena, TINY)
    for row in (row for section in sections for row in section.rows):
        assert all(number > 0 for number in row.numbers.values()), row
        assert row.rival is None or row.ratio is not None, row


@pytest.mark.parametrize("handler", ["push", "pop"])
@pytest.mark.parametrize("messages", [1, 100])
def test_the_handlers_are_answered_in_place_of_the_database(handler: str, messages: int) -> None:
    took = elsewhere(partial(p50_ms, handler, messages))
    assert all(number > 0 for number in took.values())


def test_a_patient_client_asks_again_until_it_gets_something() -> None:
    moved = iter([0, 0, 7])
    assert patient(lambda: next(moved), lambda: 0.0)() == 7


def test_a_patient_client_gives_up_at_the_end_of_its_backlog() -> None:
    clock = iter([0.0, PATIENCE_SECONDS / 2, PATIENCE_SECONDS])
    assert patient(lambda: 0, lambda: next(clock))() == 0
    assert next(clock, None) is None


def test_large_payloads_are_prepared_and_stored_in_small_portions() -> None:
    assert [fill_batch(size) for size in (256, 1_000, 64_000)] == [1_000, 1_000, 31]
    batches = ready_batches(10, 64_000)
    assert {len(batch) for batch in batches} == {10}
    assert len({id(payload) for batch in batches for payload in batch}) <= 62


def test_a_percentile_of_known_values() -> None:
    values = [float(value) for value in range(101)]
    random.shuffle(values)
    assert (percentile(values, 50), percentile(values, 99)) == (50.0, 99.0)


def test_the_bare_server_answers_nothing_to_whatever_is_measured() -> None:
    with bare_server() as ports:
        assert ask(ports[0], request("POST", "/api/v1/push", b"{}")) == (204, b"")
        pushes = push_requests(10)
        requests, messages = converse(ports, lambda: pushing(pushes, 10, 204), 4, 0.1)
        assert messages == 10 * requests > 0
        requests, messages = converse(ports, lambda: consuming_nothing("q", 10), 4, 0.1)
        assert 4 < messages / requests < 6  # a pop and an ack for ten messages


def test_a_consumer_counts_the_messages_that_it_was_given() -> None:
    talk = consuming("q", 100)
    assert talk(204, b"")[1] == 0
    names = ("transactionId", "partitionId", "leaseId")
    message = b"{%s}" % b",".join(b'"%s":"1"' % name.encode() for name in names)
    ack, done = talk(200, b'{"messages":[%s,%s]}' % (message, message))
    assert (ack.split(b" ")[1], done) == (b"/api/v1/ack/batch", 0)
    assert talk(200, b"[]")[1] == 2


def load(rates: tuple[float, ...], sizes: tuple[float, ...]) -> list[Sample]:
    """Samples of three thirds of 30,000 messages, each with a rate and a size of its own."""
    samples, seconds, completed = [Sample(0.0, 0.0, 1.0, 1.0)], 0.0, 0.0
    for speed, size in zip(rates, sizes, strict=True):
        for _ in range(10):
            completed += 1_000
            seconds += 1_000 / speed
            samples.append(Sample(seconds, completed, size, 1.0))
    return samples


def works(samples: list[Sample], times: tuple[float, ...]) -> list[Work]:
    """A step before each sample, which takes the time of its third."""
    return [
        Work(sample.seconds - 0.01, times[min(2, place // 10)])
        for place, sample in enumerate(samples[1:])
    ]


@pytest.mark.parametrize(
    ("rates", "times", "sizes", "reached"),
    [
        ((900.0, 1_000.0, 1_000.0), (9.0, 5.0, 5.0), (5.0, 10.0, 10.0), [True] * 4),
        ((1_000.0, 1_000.0, 800.0), (5.0, 5.0, 5.0), (5.0, 10.0, 10.0), [False, True, True, True]),
        ((1_000.0,) * 3, (5.0, 5.0, 6.5), (5.0, 10.0, 10.0), [True, False, True, True]),
        ((1_000.0,) * 3, (5.0, 5.0, 5.0), (5.0, 10.0, 15.0), [True, True, False, True]),
    ],
    ids=["flat", "slower", "dearer", "larger"],
)
def test_a_steady_load_is_judged_by_its_last_third_against_the_middle(
    rates: tuple[float, ...],
    times: tuple[float, ...],
    sizes: tuple[float, ...],
    reached: list[bool],
) -> None:
    samples = load(rates, sizes)
    found = rows(samples, works(samples, times))
    assert [row.reached for row in found] == reached
    assert found[0].numbers == pytest.approx(
        dict(zip(("first third", "middle third", REGENT), rates, strict=True))
    )


def test_a_rate_is_that_of_the_whole_time() -> None:
    stalled = [(0.0, 0.0), (1.0, 900.0), (2.0, 900.0), (4.0, 1_000.0)]
    assert rate([Sample(seconds, completed, 1.0, 1.0) for seconds, completed in stalled]) == 250.0


def test_thirds_have_equally_many_messages_however_long_they_took() -> None:
    thirds = pieces(load((100.0, 1_000.0, 500.0), (1.0, 1.0, 1.0)), 3)
    assert [third[-1].completed for third in thirds] == [10_000, 20_000, 30_000]
    assert [third[0].completed for third in thirds] == [0, 10_000, 20_000]


def test_a_smaller_load_shortens_the_periods_and_says_so() -> None:
    whole, tenth = Pace(10_000_000), Pace(1_000_000)
    assert (whole.every, whole.kept, whole.naptime) == (60.0, 30, 10)
    assert (tenth.every, tenth.kept, tenth.naptime) == (6.0, 3, 1)
    assert "10% of 10,000,000 messages" in tenth.note()
    assert "shortened" not in whole.note()


def test_work_alongside_is_stopped_and_returns_its_result() -> None:
    process = Alongside(lambda stop: stop.wait(30) and "stopped")
    process.check()
    assert process.stop() == "stopped"


def test_work_alongside_that_fails_is_noticed() -> None:
    def broken(_: object) -> None:
        raise ZeroDivisionError("on purpose")

    process = Alongside(broken)
    with pytest.raises(ClientFailed, match="on purpose"):
        process.stop()
