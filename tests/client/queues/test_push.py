"""Pushing, over the handlers: what is stored, what a lost answer does, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from regent import Outgoing
from regent.client.errors import InvalidPayload, Misused, PartlyPushed, Unreachable
from regent.errors import Busy, InvalidRequest, PayloadTooLarge, QueueFull
from tests.client.handlers import Wire
from tests.support.http import Call
from tests.support.queue_http import configure


def payloads(regent: Any) -> list[Any]:
    """All that is in the queue q; an answer has room for some of it."""
    group = regent.queue("q").group("reader")
    found: list[Any] = []
    while popped := group.pop(1000, partitions=100, auto_ack=True).payloads:
        found += popped
    return found


def test_what_is_pushed_is_stored_as_it_is(regent: Any) -> None:
    for payload in (None, 0, "", [], {}, {"data": 1, "payload": 2}, 2**53, "é", [[1]]):
        regent.queue("q").push(payload)
    assert payloads(regent) == [None, 0, "", [], {}, {"data": 1, "payload": 2}, 2**53, "é", [[1]]]


def test_the_answer_says_where_it_is(regent: Any) -> None:
    queue = regent.queue("q")
    first = queue.push(1, transaction_id="t-1")
    again = queue.push(1, transaction_id="t-1")
    assert (first.transaction_id, first.duplicate, first.depth) == ("t-1", False, None)
    assert (again.id, again.partition_id, again.duplicate) == (first.id, first.partition_id, True)


def test_everything_of_a_message_comes_back(regent: Any) -> None:
    trace = "6f1c6f0e-8a51-4b2b-8d3c-0d5f5e1c9a11"
    queue = regent.queue("shop.orders")
    queue.push(1, partition="p", key="k", headers={"h": [1]}, trace_id=trace, transaction_id="t")
    (message,) = queue.pop()
    assert (message.queue, message.namespace, message.task) == ("shop.orders", "shop", "orders")
    assert (message.partition, message.key, message.headers) == ("p", "k", {"h": [1]})
    assert (message.trace_id, message.transaction_id, message.offset) == (trace, "t", 0)
    assert (message.attempt, message.failed_attempts, message.producer) == (1, 0, None)
    assert message.created_at.tzinfo is not None
    assert message.redriven is None


def test_bytes_come_back_as_bytes(regent: Any) -> None:
    regent.queue("q").push(b"\x00\xff", headers={"kind": "image"})
    (message,) = regent.queue("q").pop()
    assert (message.payload, message.headers) == (b"\x00\xff", {"kind": "image"})


def test_a_lost_answer_stores_nothing_twice(regent: Any, wire: Wire) -> None:
    wire.lose_answer("/push", times=2)
    pushed = regent.queue("q").push("once")
    assert pushed.duplicate
    assert payloads(regent) == ["once"]


def test_a_lost_answer_stores_nothing_twice_in_a_queue_with_fixed_partitions(
    regent: Any, wire: Wire
) -> None:
    regent.queue("q").configure(partitions=7)
    for number in range(20):
        wire.lose_answer("/push")
        assert regent.queue("q").push(number).duplicate
    assert sorted(payloads(regent)) == list(range(20))


def test_a_key_chooses_the_partition_of_a_queue_with_fixed_partitions(regent: Any) -> None:
    queue = regent.queue("q")
    queue.configure(partitions=7)
    pushed = [queue.push(n, key="anna").partition_id for n in range(5)]
    pushed += [each.partition_id for each in queue.push_many([Outgoing(9, key="anna")])]
    with regent.transaction() as tx:
        tx.push("q", 10, key="anna")
    assert len(set(pushed)) == 1
    # As the producers of topics choose it: the CRC-32 of the key, modulo 7.
    assert [m.payload for m in queue.partition("5").pop(9)] == [0, 1, 2, 3, 4, 9, 10]


def test_a_lost_answer_stores_nothing_twice_while_the_queue_grows(
    regent: Any, wire: Wire, call: Call
) -> None:
    """The message is where its key belonged at the first try, and the repeat finds it there."""
    queue = regent.queue("q")
    queue.configure(partitions=2)
    wire.lose_answer("/push", meanwhile=lambda: configure(call, "q", partitions=16))
    assert queue.push("once", key="k0").duplicate
    after = queue.push("later", key="k0")
    assert queue.partition("1").pop(9).payloads == ["once"]
    assert queue.partition("15").pop(9).payloads == ["later"]
    assert not after.duplicate


def test_a_lost_answer_stores_nothing_twice_without_a_key_while_the_queue_grows(
    regent: Any, wire: Wire, call: Call
) -> None:
    """The client has named the partition."""
    regent.queue("q").configure(partitions=2)
    wire.lose_answer("/push", meanwhile=lambda: configure(call, "q", partitions=16))
    assert regent.queue("q").push("once").duplicate
    assert payloads(regent) == ["once"]


def test_busy_servers_are_asked_again(regent: Any, wire: Wire) -> None:
    wire.refuse("/push", 503, "BUSY", times=2)
    regent.queue("q").push(1)
    assert payloads(regent) == [1]


def test_time_that_is_up_ends_it(regent: Any, wire: Wire) -> None:
    wire.refuse("/push", 503, "BUSY", times=99)
    with pytest.raises(Busy):
        regent.queue("q").push(1, timeout_seconds=0.2)


def test_a_server_that_is_gone_is_told_after_the_time(regent: Any, wire: Wire) -> None:
    wire.cut("/push", times=99)
    with pytest.raises(Unreachable) as gone:
        regent.queue("q").push(1, timeout_seconds=0.2)
    assert not gone.value.sent


def test_many_keep_their_order(regent: Any) -> None:
    pushed = regent.queue("q").push_many(range(1200), partition="p")
    assert len({each.id for each in pushed}) == 1200
    assert payloads(regent) == list(range(1200))


def test_many_may_go_to_different_partitions(regent: Any) -> None:
    queue = regent.queue("q", partition_by="customer")
    orders = [{"customer": name, "n": n} for n, name in enumerate(["anna", "bob", "anna"])]
    first, second, third = queue.push_many(orders)
    assert first.partition_id == third.partition_id != second.partition_id


def test_one_that_the_server_refuses_fails_alone(regent: Any) -> None:
    items = [Outgoing(n, key="x" * 300 if n == 5 else None) for n in range(12)]
    with pytest.raises(PartlyPushed, match="1 of 12") as partly:
        regent.queue("q").push_many(items)
    assert isinstance(partly.value.failures[5], InvalidRequest)
    assert payloads(regent) == [n for n in range(12) if n != 5]


def test_one_that_cannot_be_sent_fails_alone(regent: Any) -> None:
    with pytest.raises(PartlyPushed) as partly:
        regent.queue("q").push_many([1, float("nan"), 3])
    assert isinstance(partly.value.failures[1], InvalidPayload)
    assert payloads(regent) == [1, 3]


def test_all_or_none(regent: Any, wire: Wire) -> None:
    assert len(regent.queue("q").push_many(range(700), atomic=True)) == 700
    assert wire.paths.count("POST /api/v1/push") == 1
    items = [Outgoing(n, key="x" * 300 if n == 5 else None) for n in range(12)]
    with pytest.raises(InvalidRequest):
        regent.queue("q").push_many(items, atomic=True)
    assert len(payloads(regent)) == 700


def test_a_full_queue_is_waited_for(regent: Any, wire: Wire) -> None:
    regent.queue("q").configure(max_size=1)
    first = regent.queue("q").push(1)
    assert (first.depth, first.remaining) == (1, 0)
    with pytest.raises(QueueFull) as full:
        regent.queue("q").push(2, timeout_seconds=0.5)
    assert full.value.detail is not None
    assert (full.value.detail["depth"], full.value.detail["remaining"]) == (1, 0)
    assert full.value.retry_after_seconds == 1
    sent = len(wire.sent)
    with pytest.raises(QueueFull):
        regent.queue("q").push(2, when_full="raise")
    assert len(wire.sent) == sent + 1


def test_what_is_too_large_is_refused_before_it_is_sent(regent: Any, wire: Wire) -> None:
    with pytest.raises(PayloadTooLarge, match="keep it elsewhere"):
        regent.queue("q").push("x" * 4 * 1024 * 1024)
    assert wire.sent == []


def test_a_payload_of_four_mebibytes_goes_there_and_back(regent: Any) -> None:
    payload = "x" * (4 * 1024 * 1024 - 2)
    regent.queue("q").push(payload)
    assert payloads(regent) == [payload]


def test_a_delay_without_a_partition_is_refused(regent: Any) -> None:
    with pytest.raises(Misused):
        regent.queue("q").push(1, delay_seconds=60)
    regent.queue("q").partition("later").push(1, delay_seconds=60)
    assert len(regent.queue("q").pop()) == 0


def test_a_message_may_be_spread_over_partitions(regent: Any) -> None:
    mails = regent.queue("mails", spread=16)
    found = {each.partition_id for each in mails.push_many(range(200))}
    assert len(found) == 16


@pytest.mark.parametrize("name", ["a b/c", "ü", "😀", "a?b&c=d#e", "%2F", "..", "a\\b", "'\"<"])
def test_any_name_works(regent: Any, name: str) -> None:
    queue = regent.queue(name)
    queue.push(1, partition=name, transaction_id=name, key=name)
    (message,) = queue.partition(name).group(name).pop()
    assert (message.queue, message.partition, message.group, message.key) == (name,) * 4
    message.ack()
    assert queue.explain(name, name).state == "empty"
    assert queue.show().name == name
    assert queue.delete().existed


def test_push_and_pop_in_one_call(regent: Any) -> None:
    """Seed 002's words: ``client.push('orders', …, {partition})``, ``client.pop('orders', …)``."""
    regent.push("orders", {"orderId": "123", "action": "create"}, partition="customer_456")
    messages = regent.pop("orders", batch=10)
    assert [message.payload["orderId"] for message in messages] == ["123"]
    regent.ack(messages)
    assert regent.queue("orders").depth().pending == 0
