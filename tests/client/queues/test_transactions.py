"""Transactions, over the handlers: all of it happens, or nothing."""

from __future__ import annotations

from typing import Any

import pytest

from regent.client.errors import InvalidPayload, Misused
from regent.errors import ConcurrentAppend, InvalidLease, LeaseLost, QueueFull, TransactionRefused
from regent.log import Condition, Guard, Message
from tests.client.handlers import Wire
from tests.support.clock import Clock


class OrderBilled(Message, type="order.billed"):
    """An event."""

    order: str


def popped(regent: Any, *payloads: Any) -> Any:
    regent.queue("orders").push_many(list(payloads), partition="p")
    return regent.queue("orders").group("billing").pop(len(payloads))


def depth(regent: Any, queue: str) -> int:
    found = regent.queue(queue).depth("billing")
    return int(found.pending + found.processing)


def test_all_of_it_happens_at_the_end_of_the_block(regent: Any, wire: Wire) -> None:
    one, two, three = popped(regent, 1, 2, 3)
    sent = len(wire.sent)
    with regent.transaction() as tx:
        tx.ack(one, two)
        tx.dead_letter(three, "no such account")
        tx.push("parcels", {"order": 1}, partition="anna", transaction_id="parcel-1")
        assert len(wire.sent) == sent, "nothing is sent before the end"
    assert wire.paths[sent:] == ["POST /api/v1/transaction"]
    assert [(each.type, each.success) for each in tx.results] == [
        ("ack", True),
        ("ack", True),
        ("ack", True),
        ("push", True),
    ]
    assert tx.results[3].transaction_id == "parcel-1"
    assert depth(regent, "orders") == 0
    assert regent.queue("parcels").pop().payloads == [{"order": 1}]
    assert [letter.error_message for letter in regent.dead_letters()] == ["no such account"]


def test_an_exception_in_the_block_sends_nothing(regent: Any, wire: Wire) -> None:
    with pytest.raises(ZeroDivisionError), regent.transaction() as tx:
        tx.push("parcels", 1 / 0)
    with pytest.raises(InvalidPayload), regent.transaction() as tx:
        tx.push("parcels", object())
    with regent.transaction() as tx:
        pass
    assert wire.sent == []
    assert tx.results == ()


def test_a_lost_answer_does_nothing_twice(regent: Any, wire: Wire) -> None:
    one, two = popped(regent, 1, 2)
    wire.lose_answer("/transaction")
    with regent.transaction() as tx:
        tx.ack(one, two)
        tx.push("parcels", 1)
        tx.append(OrderBilled(order="1"))
    assert [each.status for each in tx.results if each.type == "push"] == ["duplicate"]
    assert regent.queue("parcels").depth().pending == 1
    assert regent.metrics()["log"]["lastPosition"] == 1


def test_a_lost_answer_to_a_burial_does_nothing_twice(regent: Any, wire: Wire) -> None:
    (one,) = popped(regent, 1)
    wire.lose_answer("/transaction")
    with regent.transaction() as tx:
        tx.dead_letter(one, "no")
        tx.push("parcels", 1)
    assert regent.queue("parcels").depth().pending == 1
    assert regent.dead_letters().summary().count == 1


def test_a_burial_that_was_refused_the_first_time_is_refused(regent: Any) -> None:
    (one,) = popped(regent, 1)
    one.ack()
    with pytest.raises(TransactionRefused), regent.transaction() as tx:
        tx.dead_letter(one, "no")


def test_a_lease_that_ended_undoes_all_of_it(regent: Any, clock: Clock) -> None:
    (one,) = popped(regent, 1)
    clock.advance(301)
    tx = regent.transaction()
    tx.ack(one)
    tx.push("parcels", 1)
    with pytest.raises(LeaseLost) as lost:
        tx.send()
    assert isinstance(lost.value, InvalidLease)
    assert lost.value.partitions == ("p",)
    assert regent.queue("parcels").pop().unknown_queue


def test_a_full_queue_undoes_all_of_it(regent: Any) -> None:
    (one,) = popped(regent, 1)
    regent.queue("small").configure(max_size=1)
    regent.queue("small").push(0)
    tx = regent.transaction()
    tx.ack(one)
    tx.push("small", 1)
    with pytest.raises(QueueFull):
        tx.send()
    assert depth(regent, "orders") == 1
    assert len(one.lane.open) == 1


def test_a_broken_guard_undoes_all_of_it(regent: Any) -> None:
    (one,) = popped(regent, 1)
    with regent.transaction() as tx:
        tx.append(OrderBilled(order="1"))
    guard = Guard((Condition("order.billed"),), 0)
    tx = regent.transaction()
    tx.ack(one)
    tx.append(OrderBilled(order="1"), guard)
    with pytest.raises(ConcurrentAppend):
        tx.send()
    assert depth(regent, "orders") == 1


def test_a_message_has_a_transaction_that_completes_it(regent: Any) -> None:
    (one,) = popped(regent, 1)
    with one.transaction() as tx:
        tx.push(regent.queue("parcels", partition_by="order"), {"order": 7})
    assert depth(regent, "orders") == 0
    assert [each.name for each in regent.queue("parcels").list_partitions()] == ["7"]


def test_a_transaction_is_sent_once(regent: Any, wire: Wire) -> None:
    with regent.transaction() as tx:
        tx.push("parcels", 1)
        tx.send()
    assert wire.paths.count("POST /api/v1/transaction") == 1
    with pytest.raises(Misused, match="begin another"):
        tx.push("parcels", 2)


def test_a_key_is_sent_when_there_is_one(regent: Any, wire: Wire) -> None:
    for key in (None, "k"):
        wire.refuse("/transaction", 400, "INVALID_REQUEST")
        with pytest.raises(Exception, match="refused"), regent.transaction(key) as tx:
            tx.push("parcels", 1)
        assert wire.last.get("transactionKey") == key


def test_pushes_into_fixed_partitions_are_placed(regent: Any, wire: Wire) -> None:
    regent.queue("t").configure(partitions=4)
    wire.lose_answer("/transaction")
    with regent.transaction() as tx:
        tx.push("t", 1)
    assert [each.status for each in tx.results] == ["duplicate"]
