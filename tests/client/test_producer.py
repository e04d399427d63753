"""What a producer sends, how it shares records out, and what it does when answers are lost."""

from __future__ import annotations

import json
import threading
import time
from concurrent.futures import CancelledError
from itertools import chain
from typing import Any

import pytest

from regent.client import (
    Misused,
    Producer,
    RegentError,
    UnknownPartition,
    UnknownTopic,
    Unreachable,
)
from regent.client import lane as lanes
from regent.identifiers import key_hash
from tests.client.wires import STUCK_SECONDS, Group, Wire, in_thread, make_topic, values, wait_until
from tests.support.http import Call
from tests.support.rows import rows


def stored(group: Group, partitions: int = 4) -> list[list[Any]]:
    """The values in each partition."""
    consumer = group.simple()
    return [values(consumer.consume("t", partition, 0)) for partition in range(partitions)]


def requests(wire: Wire) -> list[dict[str, Any]]:
    return [
        json.loads(body)
        for (_, path), body in zip(wire.sent, wire.bodies, strict=True)
        if path == "/api/v1/produce"
    ]


def test_the_result_says_where_a_record_is(call: Call, group: Group) -> None:
    make_topic(call)
    producer = group.producer()
    first = producer.send("t", "a", partition=2).result(10)
    second = producer.send("t", "b", partition=2).result(10)
    assert (first.topic, first.partition, first.offset, first.duplicate) == ("t", 2, 0, False)
    assert (second.partition, second.offset) == (2, 1)


def test_a_key_always_goes_to_the_same_partition(call: Call, group: Group) -> None:
    make_topic(call)
    producer = group.producer()
    sent = {key: producer.send("t", key, key=key) for key in ("anna", "bert", "ünï", "")[:3]}
    for key, result in sent.items():
        assert result.result(10).partition == key_hash(key) % 4
        again = producer.send("t", key, key=key).result(10)
        assert again.partition == result.result().partition


def test_the_order_within_a_partition_is_that_of_sending(call: Call, group: Group) -> None:
    make_topic(call, 2)
    producer = group.producer(batch_size=7)
    for n in range(100):
        producer.send("t", n, partition=n % 2)
    producer.flush()
    assert stored(group, 2) == [list(range(0, 100, 2)), list(range(1, 100, 2))]


def test_records_travel_in_batches(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(linger_ms=500, batch_size=40)
    sent = [producer.send("t", n, partition=0) for n in range(100)]
    producer.flush()
    assert [len(request["messages"]) for request in requests(wire)] == [40, 40, 20]
    assert [result.result().offset for result in sent] == list(range(100))


def test_a_full_batch_does_not_linger(call: Call, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(linger_ms=60_000, batch_size=3)
    sent = [producer.send("t", n) for n in range(3)]
    assert sent[2].result(5).offset == 2


def test_a_record_alone_leaves_when_it_has_lingered(call: Call, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(linger_ms=200)
    started = time.monotonic()
    producer.send("t", "a").result(10)
    assert 0.2 <= time.monotonic() - started < STUCK_SECONDS


def test_a_batch_is_bounded_by_bytes(
    call: Call, wire: Wire, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "MAX_BATCH_BYTES", 2_000)
    make_topic(call, 1)
    producer = group.producer(linger_ms=200)
    for n in range(10):
        producer.send("t", "x" * (5_000 if n == 3 else 500), partition=0)
    producer.flush()
    sizes = [len(request["messages"]) for request in requests(wire)]
    assert sum(sizes) == 10
    assert max(sizes) <= 3
    assert [len(value) for value in stored(group, 1)[0]] == [500] * 3 + [5_000] + [500] * 6


def test_without_a_key_batches_take_turns(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call)
    producer = group.producer(batch_size=5, linger_ms=1_000)
    for n in range(40):
        producer.send("t", n)
    producer.flush()
    assert [len(values) for values in stored(group)] == [10, 10, 10, 10]
    assert wire.paths("/metadata/topics/") == ["/api/v1/metadata/topics/t"]  # asked once


def test_two_producers_begin_at_different_partitions() -> None:
    starts = set()
    for _ in range(20):
        producer = Producer("http://192.0.2.1")
        starts.add(producer._lane("t")._turn % 8)
        producer.close(0)
    assert len(starts) > 1


def test_a_lost_answer_does_not_double_a_record(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call)
    producer = group.producer(linger_ms=50)
    wire.lose_answer("/produce", times=2)
    sent = [producer.send("t", n) for n in range(5)]  # no key: it is this side that chooses
    sent += [producer.send("t", n, key="anna") for n in range(5, 10)]
    sent += [producer.send("t", n, partition=1) for n in range(10, 15)]
    results = [result.result(10) for result in sent]
    assert len(requests(wire)) == 3
    assert requests(wire)[0] == requests(wire)[1] == requests(wire)[2]
    assert {result.duplicate for result in results} == {True}
    assert sorted(chain(*stored(group))) == list(range(15))
    places = {(result.partition, result.offset) for result in results}
    assert len(places) == 15


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(call: Call, wire: Wire, group: Group, status: int) -> None:
    make_topic(call, 1)
    wire.refuse("/produce", status, times=2)
    assert group.producer().send("t", "a").result(10).offset == 0


def test_a_full_queue_is_waited_for(call: Call, wire: Wire, group: Group, owner_url: str) -> None:
    make_topic(call, 1)
    rows(owner_url, "update queen.queues set max_queue_size = 1 returning id")
    producer = group.producer()
    producer.send("t", "first").result(10)
    second = producer.send("t", "second")
    wait_until(lambda: len(requests(wire)) == 2)
    rows(owner_url, "update queen.queues set max_queue_size = 2 returning id")
    assert second.result(10).offset == 1


def test_what_cannot_be_delivered_in_time_fails(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    wire.cut("/produce", times=10_000)
    producer = group.producer(delivery_timeout_ms=300)
    with pytest.raises(Unreachable):
        producer.send("t", "a", partition=0).result(10)
    wire.mend()
    assert producer.send("t", "b", partition=0).result(10).offset == 0


def test_order_is_kept_over_failures(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(batch_size=3)
    wire.refuse("/produce", 503, times=2)
    wire.lose_answer("/produce", times=2)
    for n in range(60):
        producer.send("t", n, partition=0)
    producer.flush()
    assert stored(group, 1) == [list(range(60))]


def test_a_record_that_is_refused_fails_alone(call: Call, group: Group) -> None:
    make_topic(call)
    producer = group.producer(linger_ms=100)
    sent = [producer.send("t", n, partition=0) for n in range(10)]
    wrong = [
        producer.send("t", "no such partition", partition=9),
        producer.send("t", "NUL \0"),
        producer.send("t", "long key", key="x" * 256),
        producer.send("t", "partition", partition="1"),  # type: ignore[arg-type]
        producer.send("t", "time", timestamp=-1),
    ]
    sent += [producer.send("t", n, partition=0) for n in range(10, 20)]
    for result in wrong:
        with pytest.raises(RegentError) as refused:
            result.result(10)
        assert refused.value.status == 400
    with pytest.raises(UnknownPartition):
        wrong[0].result()
    assert [result.result(10).offset for result in sent] == list(range(20))
    assert stored(group)[0] == list(range(20))


def test_a_record_that_is_too_large_fails_alone(call: Call, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(linger_ms=100)
    small = producer.send("t", "small", partition=0)
    large = producer.send("t", "x" * (4 * 1024 * 1024 + 1), partition=0)
    with pytest.raises(RegentError) as refused:
        large.result(20)
    assert refused.value.code == "PAYLOAD_TOO_LARGE"
    assert small.result(10).offset == 0


def test_an_unknown_topic_is_said_once(call: Call, wire: Wire, group: Group) -> None:
    producer = group.producer(linger_ms=50)
    sent = [producer.send("nowhere", n, key="k") for n in range(10)]
    for result in sent:
        with pytest.raises(UnknownTopic):
            result.result(10)
    assert len(requests(wire)) == 1


def test_a_topic_that_fails_does_not_hold_up_another(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    make_topic(call, 1, topic="u")
    wire.refuse("/topics/t", 503, times=10_000)
    producer = group.producer()
    stuck = producer.send("t", "a")
    assert producer.send("u", "b").result(5).topic == "u"
    assert not stuck.done()
    wire.mend()
    assert stuck.result(10).topic == "t"


def test_a_topic_that_was_made_anew_with_fewer_partitions_is_asked_about_again(
    call: Call, group: Group
) -> None:
    make_topic(call, 8)
    producer = group.producer()
    producer.send("t", "a").result(10)
    producer._lane("t")._turn = 5
    assert call("DELETE", "/api/v1/metadata/topics/t").status == 200
    make_topic(call, 1)
    assert producer.send("t", "b").result(10).partition == 0


def test_a_record_can_be_called_back_until_it_leaves(call: Call, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(linger_ms=200)
    sent = [producer.send("t", n) for n in range(3)]
    assert sent[1].cancel()
    producer.flush()
    with pytest.raises(CancelledError):
        sent[1].result()
    assert stored(group, 1) == [[0, 2]]
    assert not sent[0].cancel()


def test_when_too_much_waits_sending_waits(
    call: Call, wire: Wire, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "MAX_WAITING_BYTES", 3_000)
    make_topic(call, 1)
    wire.cut("/produce", times=10_000)
    producer = group.producer(batch_size=1)
    sent = []
    sending = in_thread(
        lambda: sent.extend(producer.send("t", "x" * 1_000, partition=0) for _ in range(20))
    )
    time.sleep(0.3)
    assert not sending.done()
    wire.mend()
    sending.result(20)
    producer.flush()
    assert len(stored(group, 1)[0]) == 20


def test_sending_gives_up_waiting_in_the_end(
    call: Call, wire: Wire, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lanes, "MAX_WAITING_BYTES", 100)
    make_topic(call, 1)
    producer = group.producer(batch_size=1, delivery_timeout_ms=500)
    wire.on("/produce", lambda: time.sleep(2))
    producer.send("t", "x" * 200, partition=0)
    wait_until(lambda: len(requests(wire)) == 1)
    producer.send("t", "x" * 200, partition=0)
    with pytest.raises(Unreachable, match="bytes have waited for topic t"):
        producer.send("t", "x" * 200, partition=0)


def test_flush_waits_for_the_answers(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer(linger_ms=60_000)
    result = producer.send("t", "a")
    producer.flush()
    assert result.done()
    wire.cut("/produce", times=10_000)
    producer.send("t", "b")
    with pytest.raises(Unreachable, match=r"not all records for \['t'\] were answered in 0.2 s"):
        producer.flush(0.2)


def test_closing_sends_what_waits(call: Call, group: Group) -> None:
    make_topic(call, 1)
    with group.producer(linger_ms=60_000) as producer:
        sent = [producer.send("t", n) for n in range(3)]
    assert [result.result().offset for result in sent] == [0, 1, 2]
    producer.close()
    with pytest.raises(Misused, match="the producer is closed"):
        producer.send("t", "late")


def test_what_closing_cannot_send_in_time_fails(call: Call, wire: Wire, group: Group) -> None:
    make_topic(call, 1)
    wire.cut("/produce", times=10_000)
    producer = group.producer(batch_size=1)
    sent = [producer.send("t", n, partition=0) for n in range(3)]
    started = time.monotonic()
    producer.close(0.3)
    assert time.monotonic() - started < STUCK_SECONDS
    for result in sent:
        with pytest.raises((Unreachable, Misused)):
            result.result(10)


def test_a_record_put_while_it_is_closed_is_refused(call: Call, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer()
    lane = producer._lane("t")
    producer.close()
    with pytest.raises(Misused):
        lane.put(lanes.Outgoing(b"{", chooses_partition=True))


def test_a_transaction_id_of_ones_own_makes_a_record_unique(call: Call, group: Group) -> None:
    make_topic(call, 1)
    for _ in range(2):
        with group.producer() as producer:
            last = producer.send("t", "once", key="k", transaction_id="order-1").result(10)
    assert (last.offset, last.duplicate) == (0, True)
    assert stored(group, 1) == [["once"]]


def test_many_threads_may_share_it(call: Call, group: Group) -> None:
    make_topic(call, 4)
    producer = group.producer(linger_ms=5)

    def send(worker: int) -> None:
        for n in range(50):
            producer.send("t", [worker, n], key=f"worker-{worker}")

    threads = [threading.Thread(target=send, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    producer.flush()
    everything = list(chain(*stored(group)))
    for worker in range(4):
        assert [n for who, n in everything if who == worker] == list(range(50))


def test_a_callback_that_fails_does_not_stop_the_producer(call: Call, group: Group) -> None:
    make_topic(call, 1)
    producer = group.producer()
    producer.send("t", "a").add_done_callback(lambda _: 1 / 0)
    assert producer.send("t", "b").result(10).offset == 1


def test_what_nobody_thought_of_fails_the_batch_and_not_the_producer(
    call: Call, wire: Wire, group: Group
) -> None:
    make_topic(call, 1)
    producer = group.producer()
    wire.on("/produce", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        producer.send("t", "a", partition=0).result(10)
    assert producer.send("t", "b", partition=0).result(10).offset == 0
