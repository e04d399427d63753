"""Popping and answering, over the handlers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from regent import Codec
from regent.client.core.operation import Operation, json_bytes, json_of
from regent.client.errors import AlreadyAnswered, InvalidPayload, Misused, Unreachable
from regent.errors import LeaseLost, MessageNotFound
from tests.client.handlers import Wire
from tests.support.clock import Clock


def fill(regent: Any, *payloads: Any, queue: str = "q", partition: str = "p") -> None:
    regent.queue(queue).push_many(list(payloads), partition=partition)


def left(regent: Any, group: str = "g", queue: str = "q") -> int:
    depth = regent.queue(queue).depth(group)
    return int(depth.pending + depth.processing)


def test_a_batch_is_a_sequence_of_messages_under_one_lease(regent: Any) -> None:
    fill(regent, "a", "b", "c")
    batch = regent.queue("q").group("g").pop(2)
    assert (len(batch), batch.payloads) == (2, ["a", "b"])
    assert batch[0].payload == "a"
    assert [message.payload for message in batch[1:]] == ["b"]
    assert {message.lease_id for message in batch} == {batch.lease.id}
    assert [(lane.partition, len(lane.messages)) for lane in batch.lanes] == [("p", 2)]


def test_nothing_to_take_is_an_empty_batch(regent: Any) -> None:
    regent.queue("q").create()
    batch = regent.queue("q").pop()
    assert (len(batch), batch.lanes, batch.unknown_queue) == (0, [], False)
    with batch:
        pass


def test_a_queue_that_is_not_there_is_told(regent: Any) -> None:
    assert regent.queue("oders").pop().unknown_queue


def test_a_message_is_completed(regent: Any) -> None:
    fill(regent, "a", "b")
    first, second = regent.queue("q").group("g").pop(2)
    second.ack()
    assert left(regent) == 1
    first.ack()
    assert left(regent) == 0


def test_a_whole_batch_is_one_verdict_for_each_partition(regent: Any, wire: Wire) -> None:
    fill(regent, *range(50))
    fill(regent, *range(50), partition="r")
    batch = regent.queue("q").group("g").pop(100, partitions=2)
    batch.ack()
    assert len(wire.last["acknowledgments"]) == 2
    assert all(item["upTo"] for item in wire.last["acknowledgments"])
    assert left(regent) == 0
    sent = len(wire.sent)
    batch.ack()
    assert len(wire.sent) == sent, "nothing is open, so nothing is sent"


def test_a_part_of_a_batch_is_completed(regent: Any) -> None:
    fill(regent, *range(5))
    batch = regent.queue("q").group("g").pop(5)
    batch.ack(upto=batch[2])
    batch.release()
    assert regent.queue("q").group("g").pop(5).payloads == [3, 4]


def test_a_failure_is_counted_and_comes_again_and_is_buried(regent: Any, clock: Clock) -> None:
    regent.queue("q").configure(retry_limit=1, retry_delay=0)
    fill(regent, "bad", "good")
    group = regent.queue("q").group("g")
    for attempt in (1, 2):
        (message,) = group.pop()
        assert (message.payload, message.attempt) == ("bad", attempt)
        message.nack("no such account")
        clock.advance(1)
    assert group.pop().payloads == ["good"]


def test_a_release_is_not_counted(regent: Any) -> None:
    fill(regent, "a")
    group = regent.queue("q").group("g")
    for _ in range(6):
        (message,) = group.pop()
        assert message.failed_attempts == 0
        message.release()


def test_a_message_is_buried_at_once(regent: Any) -> None:
    fill(regent, "a", "b")
    first, second = regent.queue("q").group("g").pop(2)
    first.dead_letter("no such account")
    second.ack()
    assert left(regent) == 0


def test_a_lease_that_ended_is_lost(regent: Any, clock: Clock) -> None:
    fill(regent, "a", "b")
    batch = regent.queue("q").group("g").pop(2)
    clock.advance(301)
    for answer in (
        batch[0].ack,
        lambda: batch[0].nack("no"),
        batch[0].release,
        lambda: batch[0].dead_letter("no"),
        lambda: batch[0].extend(60),
    ):
        with pytest.raises(LeaseLost):
            answer()
    assert batch[1].lease_lost


def test_a_lease_of_which_a_part_ended_completes_the_rest(regent: Any, clock: Clock) -> None:
    fill(regent, "a", partition="one")
    fill(regent, "b", partition="two")
    batch = regent.queue("q").group("g").pop(2, partitions=2)
    # The partition is taken away from the one, as a seek by force does it.
    taken = batch[0].partition
    seek = f"/api/v1/consumer-groups/g/queues/q/partitions/{taken}/seek"
    regent_call(regent, "POST", seek, {"toBeginning": True, "force": True})
    with pytest.raises(LeaseLost) as lost:
        batch.ack()
    assert lost.value.partitions == (taken,)
    assert left(regent) == 1


def regent_call(regent: Any, method: str, target: str, body: Any) -> Any:
    return regent._session.send(Operation(method, target, json_of, json_bytes(body)))


def test_an_extension_keeps_the_lease(regent: Any, clock: Clock) -> None:
    fill(regent, "a")
    batch = regent.queue("q").group("g").pop()
    batch.extend(600)
    clock.advance(301)
    assert 590 < batch.ends_in_seconds() <= 600
    batch.ack()
    assert left(regent) == 0


def test_an_ack_whose_answer_was_lost_counts_once(regent: Any, wire: Wire) -> None:
    fill(regent, "a", "b")
    batch = regent.queue("q").group("g").pop(2)
    wire.lose_answer("/ack")
    batch.ack()
    assert left(regent) == 0


@pytest.mark.parametrize("verdict", ["nack", "release"])
def test_a_message_that_was_given_back_is_given_back_once(
    regent: Any, wire: Wire, verdict: str
) -> None:
    regent.queue("q").configure(retry_delay=0)
    fill(regent, "a")
    (message,) = regent.queue("q").group("g").pop()
    wire.lose_answer("/ack")
    getattr(message, verdict)()
    (again,) = regent.queue("q").group("g").pop()
    assert (again.attempt, again.failed_attempts) == (2, int(verdict == "nack"))


def test_a_message_takes_one_verdict(regent: Any) -> None:
    fill(regent, "a", "b")
    first, _ = regent.queue("q").group("g").pop(2)
    first.ack()
    first.ack()  # the same again is a repeat
    with pytest.raises(AlreadyAnswered):
        first.dead_letter("no")


def test_a_message_that_was_deleted_is_not_found(regent: Any, wire: Wire) -> None:
    fill(regent, "a", "b")
    first, _ = regent.queue("q").group("g").pop(2)
    target = f"/api/v1/messages/{first.partition_id}/{first.transaction_id}"
    regent_call(regent, "DELETE", target, None)
    with pytest.raises(MessageNotFound):
        first.ack()


def test_auto_ack_hands_out_at_most_once(regent: Any, wire: Wire) -> None:
    fill(regent, "a", "b", "c")
    group = regent.queue("q").group("g")
    batch = group.pop(auto_ack=True)
    with batch:
        assert batch.payloads == ["a"]
    with pytest.raises(Misused, match="auto_ack"):
        batch[0].ack()
    wire.lose_answer("/pop")
    with pytest.raises(Unreachable):
        group.pop(auto_ack=True)
    assert group.pop(auto_ack=True).payloads == ["c"]


def test_messages_of_several_pops_are_completed_in_one_request_for_each_group(
    regent: Any, wire: Wire
) -> None:
    fill(regent, 1, 2)
    fill(regent, 3, partition="r")
    one, two = (regent.queue("q").group("g").pop(2) for _ in range(2))
    other = regent.queue("q").group("h").pop(2)
    sent = len(wire.sent)
    regent.ack([*one, *two, *other])
    assert len(wire.sent) == sent + 2
    assert (left(regent), left(regent, "h")) == (0, 1)
    regent.ack(regent.queue("q").group("h").pop()[0])
    assert left(regent, "h") == 0


def test_a_long_poll_waits_until_its_time_is_over(regent: Any, wire: Wire) -> None:
    regent.queue("q").create()
    sent = len(wire.sent)
    assert len(regent.queue("q").pop(wait_seconds=0.3)) == 0
    query = wire.query(sent)
    assert (query["wait"], 250 <= int(query["timeout"]) <= 300) == ("true", True)


def test_a_note_about_a_message_is_kept(regent: Any) -> None:
    fill(regent, "a")
    (message,) = regent.queue("q").group("g").pop()
    message.trace({"done": "invoice"}, "order 7", event="step")
    with pytest.raises(InvalidPayload):
        message.trace(object())


def test_a_derived_id_is_the_same_for_the_same_message_group_and_word(regent: Any) -> None:
    fill(regent, "a", "b")
    first, second = regent.queue("q").group("g").pop(2)
    (other,) = regent.queue("q").group("h").pop()
    made = {
        first.derived_id("invoice"),
        first.derived_id("mail"),
        second.derived_id("invoice"),
        other.derived_id("invoice"),
    }
    assert len(made) == 4
    first.release()
    (again,) = regent.queue("q").group("g").pop()
    assert again.derived_id("invoice") in made


# Types


def test_payloads_are_read_on_first_use(regent: Any) -> None:
    fill(regent, "1", "no number")
    numbers = regent.queue("q", payload=Codec(str, int))
    first, second = numbers.pop(2)
    assert first.payload == 1
    with pytest.raises(InvalidPayload, match="not what was expected"):
        _ = second.payload
    second.dead_letter("no number")


def test_a_payload_whose_key_is_lost_says_so(regent: Any, wire: Wire) -> None:
    fill(regent, "a")
    (message,) = regent.queue("q").pop()
    message.raw["decryptionError"] = "no key k1 is here"
    with pytest.raises(InvalidPayload, match="no key k1 is here"):
        _ = message.payload


# Groups, modes, labels


def test_the_words_of_the_seeds(regent: Any) -> None:
    """Seed 001: ``client.queue(…).partition(…).group(…).subscriptionMode(…)…``"""
    regent.queue("test-new").partition("p1").create()
    consumer = regent.queue("test-new").partition("p1").group("cg1").subscription_mode("new")
    assert len(consumer.pop()) == 0
    regent.queue("test-new").partition("p1").push({"data": "M1"})
    messages = consumer.batch(10).pop()
    assert [message.payload["data"] for message in messages] == ["M1"]
    beginning = regent.queue("test-new").group("cg2").subscription_mode("from_beginning")
    assert len(beginning.batch(10).pop()) == 1
    since = regent.queue("test-new").group("cg3").subscription_from("now")
    assert len(since.pop()) == 0
    old = regent.queue("test-new").group("cg4").starting(datetime(2020, 1, 1, tzinfo=UTC))
    assert len(old.pop()) == 1


def test_labels_choose_queues(regent: Any) -> None:
    regent.queue("orders").namespace("shop").task("billing").create()
    regent.queue("orders").push("a")
    by_labels = regent.queue().namespace("shop").task("billing").group("g")
    assert by_labels.pop().payloads == ["a"]
    assert regent.matching(namespace="shop").group("h").pop().payloads == ["a"]
    assert regent.matching(task="nothing").pop().unknown_queue
    with pytest.raises(Misused, match="needs a queue, a namespace or a task"):
        regent.queue().pop()
    with pytest.raises(Misused, match="is named already"):
        regent.queue("orders").group("g").namespace("shop")


def test_handles_are_frozen(regent: Any) -> None:
    base = regent.queue("q").group("g")
    one, two = base.partition("one"), base.partition("two")
    assert (one.source.partition, two.source.partition, base.source.partition) == (
        "one",
        "two",
        None,
    )
    with pytest.raises(AttributeError):
        base.asked = None


@pytest.mark.parametrize(
    "wrong", [{"batch": 0}, {"batch": 5001}, {"partitions": 0}, {"wait_seconds": -1}]
)
def test_what_no_server_takes_is_refused_before_it_is_sent(
    regent: Any, wire: Wire, wrong: dict[str, Any]
) -> None:
    with pytest.raises(Misused, match=str(next(iter(wrong.values())))):
        regent.queue("q").pop(**wrong)
    assert wire.sent == []
