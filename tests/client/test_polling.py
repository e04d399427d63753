"""What a poll returns, how long it takes, and what it does when the server fails."""

from __future__ import annotations

import logging
import time

import pytest

from regent.client import Consumer, ConsumerRecords, Misused
from regent.client import consumer as consuming
from regent.client import fetcher as fetching
from tests.client.test_simple_consumer import forget_below
from tests.client.wires import (
    STUCK_SECONDS,
    Group,
    Wire,
    fill,
    in_thread,
    make_topic,
    poll_until,
    poll_until_they_own,
    values,
)
from tests.support.http import Call


@pytest.fixture
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wait within a poll may last so long that no busy machine is taken for it."""
    for module, name in (
        (fetching, "LONG_POLL_SECONDS"),
        (fetching, "WATCH_SECONDS"),
        (consuming, "LONG_POLL_SECONDS"),
        (consuming, "_FAILURE_PAUSE_SECONDS"),
    ):
        monkeypatch.setattr(module, name, 1.5 * STUCK_SECONDS)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]


def test_it_returns_what_is_there_of_all_partitions(call: Call, group: Group) -> None:
    make_topic(call, 3)
    for partition in range(3):
        fill(call, *(f"{partition}.{n}" for n in range(4)), partition=partition)
    records = group.consumer().poll(5)
    assert records.partitions == (0, 1, 2)
    for partition in range(3):
        assert values(records.of(partition)) == [f"{partition}.{n}" for n in range(4)]


def test_it_goes_on_behind_what_it_returned(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, 1, 2, 3)
    consumer = group.consumer(max_poll_records=2)
    assert values(consumer.poll(5)) == [1, 2]
    assert values(consumer.poll(5)) == [3]
    fill(call, 4)
    assert values(consumer.poll(5)) == [4]
    assert consumer.positions == {0: 4}


def test_it_returns_at_most_max_poll_records_over_all_partitions(call: Call, group: Group) -> None:
    make_topic(call, 3)
    for partition in range(3):
        fill(call, *range(10), partition=partition)
    consumer = group.consumer(max_poll_records=7)
    sizes = [len(consumer.poll(5)) for _ in range(5)]
    assert sizes == [7, 7, 7, 7, 2]


def test_a_partition_that_always_has_more_does_not_hold_up_the_others(
    call: Call, group: Group
) -> None:
    make_topic(call, 4)
    fill(call, *range(2_000), partition=2)
    consumer = group.consumer(max_poll_records=100)
    assert consumer.poll(5).partitions == (2,)
    for partition in (0, 1, 3):
        fill(call, *range(100), partition=partition)
    time.sleep(fetching.ENDS_SECONDS)  # ends are not asked for at each poll
    first = [consumer.poll(5).partitions for _ in range(4)]
    assert sorted(first) == [(0,), (1,), (2,), (3,)]


def test_it_waits_for_a_first_record(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    waiting = in_thread(lambda: consumer.poll(2 * STUCK_SECONDS))
    time.sleep(0.1)
    assert not waiting.done()
    fill(call, "late")
    assert values(waiting.result(STUCK_SECONDS)) == ["late"]


@pytest.mark.parametrize("partition", range(4))
def test_it_waits_at_all_partitions(call: Call, group: Group, partition: int) -> None:
    make_topic(call, 4)
    consumer = group.consumer()
    waiting = in_thread(lambda: consumer.poll(2 * STUCK_SECONDS))
    time.sleep(0.1)
    fill(call, "late", partition=partition)
    assert values(waiting.result(STUCK_SECONDS)) == ["late"]


@pytest.mark.parametrize("partitions", [1, 4])
@pytest.mark.parametrize("timeout", [0, 0.3, 1.7])
@pytest.mark.usefixtures("long_waits")
def test_it_takes_no_longer_than_it_is_told(
    call: Call, group: Group, partitions: int, timeout: float
) -> None:
    make_topic(call, partitions)
    consumer = group.consumer()
    started = time.monotonic()
    assert not consumer.poll(timeout)
    assert timeout <= time.monotonic() - started < timeout + STUCK_SECONDS


def test_a_poll_that_does_not_wait_finds_what_is_there(call: Call, group: Group) -> None:
    make_topic(call, 4)
    fill(call, "a", partition=3)
    consumer = group.consumer()
    assert values(consumer.poll(0)) == ["a"]
    assert values(consumer.poll(-1)) == []


def test_while_it_waits_the_server_holds_one_request(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    consumer.poll(3.5)
    assert 3 <= len(wire.paths("/records")) <= 5


def test_with_many_partitions_waiting_costs_no_more(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 50)
    consumer = group.consumer()
    consumer.poll(2)
    assert len(wire.paths("/records")) + len(wire.paths("/topics/t")) <= 12


def test_a_poll_is_bounded_by_bytes(
    call: Call, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MAX_POLL_BYTES", 1_000)
    make_topic(call, 3)
    for partition in range(3):
        fill(call, "x" * 2_000, partition=partition)
    consumer = group.consumer()
    assert [len(consumer.poll(5)) for _ in range(3)] == [1, 1, 1]


@pytest.mark.usefixtures("long_waits")
def test_without_a_partition_it_waits_and_returns_nothing(call: Call, group: Group) -> None:
    make_topic(call, 1)
    first = group.consumer()
    second = group.consumer()
    assert (first.assignment, second.assignment) == ((0,), ())
    started = time.monotonic()
    assert not second.poll(0.3)
    assert 0.3 <= time.monotonic() - started < STUCK_SECONDS


@pytest.mark.usefixtures("long_waits")
def test_when_the_server_is_gone_it_returns_nothing_and_warns(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    wire.cut("/records", times=1_000)
    started = time.monotonic()
    records = consumer.poll(0.4)
    assert isinstance(records, ConsumerRecords)
    assert len(records) == 0
    assert time.monotonic() - started < STUCK_SECONDS
    assert ["poll of t failed" in warning for warning in warnings(caplog)] == [True]
    wire.mend()
    assert values(consumer.poll(5)) == ["a"]


def test_a_short_failure_is_outlasted_within_the_poll(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    wire.refuse("/records", 503, times=2)
    assert values(consumer.poll(5)) == ["a"]
    assert warnings(caplog) == []


def test_a_failing_partition_does_not_lose_what_came_from_the_others(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 3)
    for partition in range(3):
        fill(call, partition, partition=partition)
    consumer = group.consumer()
    wire.on("/records", lambda: wire.refuse("/records", 400, times=2))
    assert sorted(values(poll_until(consumer, 3))) == [0, 1, 2]


def test_a_lost_answer_is_asked_for_again(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, 1, 2, 3)
    consumer = group.consumer()
    wire.lose_answer("/records")
    assert values(consumer.poll(5)) == [1, 2, 3]


def test_offsets_that_are_gone_are_skipped_with_a_warning(
    call: Call, group: Group, owner_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, *"abcdef")
    consumer = group.consumer(max_poll_records=2)
    assert values(consumer.poll(5)) == ["a", "b"]
    forget_below(owner_url, 4)
    assert values(consumer.poll(5)) == ["e", "f"]
    assert "reading on at offset 4" in warnings(caplog)[0]


def test_a_group_that_comes_late_begins_at_the_first_offset_that_is_kept(
    call: Call, group: Group, owner_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, *"abcdef")
    forget_below(owner_url, 4)
    assert values(group.consumer().poll(5)) == ["e", "f"]
    assert warnings(caplog) == []


def test_a_topic_made_anew_is_read_from_its_beginning(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *"abc")
    consumer = group.consumer()
    assert values(consumer.poll(5)) == ["a", "b", "c"]
    assert call("DELETE", "/api/v1/metadata/topics/t").status == 200
    make_topic(call, 1)
    fill(call, "new")
    assert values(poll_until(consumer, 1)) == ["new"]


def test_polling_needs_a_subscription_and_an_open_consumer(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer(None)
    for use in (consumer.poll, consumer.commit, consumer.commit_async, lambda: next(consumer)):
        with pytest.raises(Misused, match="subscribe first"):
            use()
    consumer.subscribe("t")
    with pytest.raises(Misused, match="reads t already"):
        consumer.subscribe("t")
    consumer.close()
    for use in (consumer.poll, consumer.commit, consumer.commit_async):
        with pytest.raises(Misused, match="closed"):
            use()
    with pytest.raises(Misused, match="closed"):
        consumer.subscribe("t")
    assert list(consumer) == []


def test_an_iteration_gives_record_after_record(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *range(5), partition=0)
    fill(call, *range(5, 10), partition=1)
    consumer = group.consumer(max_poll_records=3)
    seen = []
    for record in consumer:
        seen.append(record.value)
        if len(seen) == 10:
            break
    assert sorted(seen) == list(range(10))


def test_an_iteration_waits_and_ends_when_it_is_told(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    seen: list[object] = []
    walking = in_thread(lambda: seen.extend(values(consumer)))
    fill(call, "a")
    time.sleep(0.5)
    assert not walking.done()
    consumer.stop()
    walking.result(5)
    assert seen == ["a"]


def test_what_an_iteration_left_comes_with_the_next_poll(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(6))
    consumer = group.consumer(max_poll_records=4)
    assert next(consumer).value == 0
    assert next(iter(consumer)).value == 1
    assert values(consumer.poll(5)) == [2, 3]
    assert values(consumer.poll(5)) == [4, 5]


def test_stop_ends_a_poll_that_waits(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    waiting = in_thread(lambda: consumer.poll(2 * STUCK_SECONDS))
    time.sleep(0.1)
    consumer.stop()
    assert len(waiting.result(STUCK_SECONDS)) == 0
    fill(call, "a")
    assert values(consumer.poll(5)) == ["a"]


def test_stop_before_a_poll_ends_that_one(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    consumer.stop()
    assert values(consumer.poll(5)) == []
    assert values(consumer.poll(5)) == ["a"]


def test_several_consumers_of_one_process_share_a_topic(call: Call, group: Group) -> None:
    make_topic(call, 4)
    consumers: list[Consumer] = [group.consumer() for _ in range(2)]
    poll_until_they_own(consumers, [(0, 1), (2, 3)])
    for partition in range(4):
        fill(call, partition, partition=partition)
    seen = [sorted(values(poll_until(c, 2))) for c in consumers]
    assert seen == [[0, 1], [2, 3]]
