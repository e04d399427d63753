"""The end of a consumer: what it does, in which order, and what it leaves alone."""

from __future__ import annotations

import threading
import time

import pytest

from regent.client import ConcurrentUse, Consumer, ConsumerConfig
from tests.client.wires import (
    URL,
    Group,
    Wire,
    committed,
    fill,
    in_thread,
    make_topic,
    members,
    poll_until_they_own,
    wait_until,
)
from tests.support.http import Call


def test_it_commits_and_then_leaves(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(heartbeat_interval_ms=5_000)
    consumer.poll(5)
    wire.sent.clear()
    consumer.close()
    assert wire.paths() == [
        "/api/v1/consumer-group/commit-offsets",
        "/api/v1/consumer-group/leave",
    ]
    assert members(call) == []


def test_a_commit_that_is_on_its_way_arrives_before_it_leaves(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    wire.on("commit-offsets", lambda: time.sleep(0.3))
    done = consumer.commit_async()
    consumer.close()
    assert done.result(0) is None
    assert committed(call) == {0: 1}


def test_closing_twice_is_closing_once(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    with group.consumer() as consumer:
        consumer.close()
        consumer.close()
    assert len(wire.paths("/leave")) == 1


def test_a_callback_hears_of_the_end_and_may_still_commit(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, "a")
    told: list[object] = []
    consumer = group.consumer(None, enable_auto_commit=False)

    def save(partitions: list[int]) -> None:
        told.append(partitions)
        consumer.commit()
        consumer.close()  # no harm: it is on its way

    consumer.subscribe("t", on_revoked=save)
    consumer.poll(5)
    consumer.close()
    assert told == [[0, 1]]
    assert committed(call) == {0: 1, 1: 0}


def test_a_callback_that_fails_does_not_keep_it_in_the_group(call: Call, group: Group) -> None:
    make_topic(call, 1)

    def fails(partitions: list[int]) -> None:
        raise ZeroDivisionError

    consumer = group.consumer(listeners={"on_revoked": fails})
    with pytest.raises(ZeroDivisionError):
        consumer.close()
    assert members(call) == []


@pytest.mark.parametrize("part", ["commit-offsets", "/leave"])
def test_a_server_that_refuses_does_not_keep_it_from_ending(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture, part: str
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    consumer.poll(5)
    wire.refuse(part, 500, "INTERNAL", times=100)
    consumer.close()
    assert "refused by the test" in caplog.text
    assert members(call) == ([[0]] if part == "/leave" else [])


def test_leaving_after_a_lost_answer_is_leaving(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    wire.lose_answer("/leave")
    consumer.close()
    assert members(call) == []
    assert "leaving failed" not in caplog.text


def test_the_others_get_its_partitions(call: Call, group: Group) -> None:
    make_topic(call, 3)
    first, second = group.consumer(), group.consumer()
    poll_until_they_own([first, second], [(0, 1), (2,)])
    first.close()
    poll_until_they_own([second], [(0, 1, 2)])


def test_a_transport_that_was_passed_in_stays_open(call: Call, wire: Wire) -> None:
    make_topic(call, 1)
    config = ConsumerConfig(url=URL, group_id="app")
    with Consumer(config, transport=wire) as consumer:
        consumer.subscribe("t")
    assert not wire.is_closed


def test_a_second_thread_is_refused(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    waiting = in_thread(lambda: consumer.poll(20))
    time.sleep(0.1)
    for use in (consumer.poll, consumer.commit, consumer.commit_async, consumer.close):
        with pytest.raises(ConcurrentUse, match="in use by another thread; only stop"):
            use()
    with pytest.raises(ConcurrentUse):
        next(consumer)
    consumer.stop()
    waiting.result(10)
    assert consumer.poll(0) is not None


def test_threads_may_take_turns(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer()
    assert len(in_thread(lambda: consumer.poll(5)).result(10)) == 1
    in_thread(consumer.close).result(10)
    assert members(call) == []


def test_no_thread_is_left(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, "a")
    before = set(threading.enumerate())
    consumer = group.consumer()
    consumer.poll(5)
    consumer.commit()
    consumer.close()
    wait_until(lambda: set(threading.enumerate()) <= before)
