"""Seed 003's claims about what its consumers offer: DMQConsumer is ``Consumer``."""

from __future__ import annotations

import dataclasses
import time
import uuid
from concurrent.futures import Future

import pytest

from regent.client import (
    Consumer,
    ConsumerConfig,
    ConsumerRecord,
    ConsumerRecords,
    InvalidConfig,
    RegentError,
    SimpleConsumer,
)
from tests.client.programs import run, server, topic
from tests.client.wires import (
    URL,
    Group,
    Wire,
    committed,
    fill,
    group,
    in_thread,
    make_topic,
    poll_until_they_own,
    values,
    wait_until,
    wire,
)
from tests.support.http import Call

__all__ = ["group", "run", "server", "topic", "wire"]


def sent(wire: Wire) -> list[str]:
    """The last part of each request's path, without heartbeats, which come at any moment."""
    return [
        path.removeprefix("/api/v1/").split("/G_")[0]
        for path in wire.paths()
        if "heartbeat" not in path
    ]


# Consumer types


def test_003_simple_consumer_reads_a_partition_from_an_offset(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *"abcde", partition=1)
    consumer = group.simple()
    messages = consumer.consume("t", 1, 2, 2)
    assert [(m.offset, m.value) for m in messages] == [(2, "c"), (3, "d")]
    consumer.close()


def test_003_simple_consumer_manages_no_offsets_and_joins_no_group(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.simple()
    assert isinstance(consumer, SimpleConsumer)
    assert [values(consumer.consume("t", 0, 0)) for _ in range(2)] == [["a"], ["a"]]
    assert sent(wire) == ["consumer-group/records"] * 2


def test_003_group_consumer_assigns_coordinates_beats_and_minds_offsets(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 2)
    fill(call, "a")
    consumer = group.consumer()
    assert isinstance(consumer, Consumer)
    assert consumer.assignment == (0, 1)
    assert values(consumer.poll(5)) == ["a"]
    consumer.poll(0)
    wait_until(lambda: committed(call) == {0: 1, 1: 0})
    wait_until(lambda: len(wire.paths("/heartbeat")) > 0)


# Phases 1 and 2: discovery, registration, subscription


def test_003_subscribe_finds_the_group_joins_and_fetches_the_assignment(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    group.consumer(heartbeat_interval_ms=5_000)
    assert sent(wire)[:3] == [
        "metadata/consumer-groups/find-or-create",
        "consumer-group/join",
        "consumer-group/assignment",
    ]


def test_003_group_id_is_g_topic_app(call: Call, group: Group) -> None:
    make_topic(call, 1, topic="orders")
    consumer = group.consumer("orders", group_id="order-processor")
    assert consumer.group_id == "G_orders_order-processor"


def test_003_consumer_id_is_a_uuid_made_by_the_client(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    assert str(uuid.UUID(consumer.consumer_id)) == consumer.consumer_id
    described = call("GET", "/api/v1/metadata/consumer-groups/G_t_app").body
    assert [m["consumerId"] for m in described["members"]] == [consumer.consumer_id]


def test_003_member_id_comes_from_the_server(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    described = call("GET", "/api/v1/metadata/consumer-groups/G_t_app").body
    assert [m["memberId"] for m in described["members"]] == [consumer.member_id]


def test_003_the_assignment_waits_for_the_rebalance(call: Call, group: Group) -> None:
    """In real time: 500 ms after joining."""
    make_topic(call, 1)
    started = time.monotonic()
    consumer = group.consumer(wire=Wire(call))
    assert consumer.assignment == (0,)
    assert 0.4 < time.monotonic() - started < 5


def test_003_ten_partitions_over_three_consumers(call: Call, group: Group) -> None:
    make_topic(call, 10)
    consumers = [group.consumer() for _ in range(3)]
    poll_until_they_own(consumers, [(0, 1, 2, 3), (4, 5, 6), (7, 8, 9)])


# Poll


def test_003_poll_without_partitions_is_empty(call: Call, group: Group) -> None:
    make_topic(call, 1)
    group.consumer()
    idle = group.consumer()
    records = idle.poll(0.1)
    assert isinstance(records, ConsumerRecords)
    assert (len(records), idle.assignment) == (0, ())


def test_003_poll_reads_each_partition_from_its_offset_and_remembers_the_next(
    call: Call, group: Group
) -> None:
    make_topic(call, 2)
    fill(call, *"abc", partition=0)
    fill(call, *"xy", partition=1)
    consumer = group.consumer()
    records = consumer.poll(5)
    assert (values(records.of(0)), values(records.of(1))) == (["a", "b", "c"], ["x", "y"])
    assert consumer.positions == {0: 3, 1: 2}
    assert len(consumer.poll(0)) == 0


def test_003_poll_takes_a_duration_and_keeps_to_it(call: Call, group: Group) -> None:
    make_topic(call, 1)
    consumer = group.consumer()
    started = time.monotonic()
    assert len(consumer.poll(0.5)) == 0
    assert 0.5 <= time.monotonic() - started < 1.5


def test_003_a_record_has_topic_partition_offset_key_value_and_timestamp(
    call: Call, group: Group
) -> None:
    make_topic(call, 1)
    group.producer().send("t", {"total": 12}, key="anna", timestamp=1_700_000_000_000).result(5)
    (record,) = group.consumer().poll(5)
    assert record == ConsumerRecord("t", 0, 0, "anna", {"total": 12}, 1_700_000_000_000)


def test_003_max_poll_records_bounds_a_poll(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *range(6), partition=0)
    fill(call, *range(6), partition=1)
    consumer = group.consumer(max_poll_records=5)
    assert [len(consumer.poll(5)) for _ in range(3)] == [5, 5, 2]


# Offsets


def test_003_commit_sends_current_offsets_and_remembers_them(call: Call, group: Group) -> None:
    make_topic(call, 2)
    fill(call, *"abc", partition=0)
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    consumer.commit()
    assert committed(call) == {0: 3, 1: 0}
    assert consumer.committed == {0: 3, 1: 0}


def test_003_commit_async_returns_at_once_with_a_future(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    wire.on("commit-offsets", lambda: time.sleep(1))
    future = consumer.commit_async()
    assert isinstance(future, Future)
    assert not future.done()
    future.result(5)
    assert consumer.committed == {0: 1}


def test_003_commit_async_that_fails_is_logged_and_retried_with_the_next(
    call: Call, wire: Wire, group: Group, caplog: pytest.LogCaptureFixture
) -> None:
    make_topic(call, 1)
    fill(call, "a")
    consumer = group.consumer(enable_auto_commit=False)
    consumer.poll(5)
    wire.refuse("commit-offsets", 500, "INTERNAL")
    with pytest.raises(RegentError):
        consumer.commit_async().result(5)
    assert "a commit failed" in caplog.text
    consumer.commit_async().result(5)
    assert committed(call) == {0: 1}


def test_003_auto_commit_happens_before_each_poll(call: Call, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer(max_poll_records=2)
    consumer.poll(5)
    time.sleep(0.1)
    assert committed(call) == {0: 0}
    consumer.poll(5)
    wait_until(lambda: committed(call) == {0: 2})


def test_003_auto_commit_can_be_switched_off(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    fill(call, *range(4))
    consumer = group.consumer(max_poll_records=2, enable_auto_commit=False)
    consumer.poll(5)
    consumer.poll(5)
    consumer.close()
    assert wire.paths("commit-offsets") == []


# Configuration


def test_003_config_defaults() -> None:
    config = ConsumerConfig(url="http://localhost:9091", group_id="order-processor")
    assert dataclasses.asdict(config) == {
        "url": "http://localhost:9091",
        "group_id": "order-processor",
        "heartbeat_interval_ms": 3_000,
        "session_timeout_ms": 10_000,
        "max_poll_records": 500,
        "enable_auto_commit": True,
    }


@pytest.mark.parametrize("given", [{"url": URL}, {"group_id": "g"}, {}])
def test_003_url_and_group_are_required(given: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="required keyword-only argument"):
        ConsumerConfig(**given)  # type: ignore[arg-type]
    with pytest.raises(InvalidConfig):
        ConsumerConfig(**{"url": "", "group_id": ""} | given)


def test_003_the_session_timeout_reaches_the_server(call: Call, group: Group) -> None:
    make_topic(call, 1)
    group.consumer(session_timeout_ms=6_000)
    described = call("GET", "/api/v1/metadata/consumer-groups/G_t_app").body
    assert [m["sessionTimeoutMs"] for m in described["members"]] == [6_000]


# The whole example


def test_003_end_to_end_example(call: Call, group: Group) -> None:
    make_topic(call, 3, topic="orders")
    producer = group.producer()
    for n in range(30):
        producer.send("orders", {"n": n}, key=f"customer-{n % 5}")
    producer.flush()
    consumer = group.consumer(None, group_id="order-processor")
    consumer.subscribe("orders")
    seen: list[int] = []

    def process() -> None:
        try:
            while len(seen) < 30:
                for record in consumer.poll(5):
                    assert record.key == f"customer-{record.value['n'] % 5}"
                    seen.append(record.value["n"])
        finally:
            consumer.close()

    in_thread(process).result(20)
    assert sorted(seen) == list(range(30))
    done = committed(call, "G_orders_order-processor")
    assert sum(done.values()) == 30
