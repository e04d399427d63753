"""``with batch:`` over the handlers: what becomes of each message."""

from __future__ import annotations

from typing import Any

import pytest

from regent.errors import LeaseLost
from tests.client.handlers import Wire
from tests.support.clock import Clock


def popped(regent: Any, count: int = 4, batch: int = 10, **options: Any) -> Any:
    regent.queue("q").configure(retry_delay=0, **options)
    regent.queue("q").push_many(list(range(count)), partition="p")
    return regent.queue("q").group("g").pop(batch)


def again(regent: Any) -> list[tuple[int, int, int]]:
    """Payload, deliveries and failures of what comes next."""
    batch = regent.queue("q").group("g").pop(10)
    return [(m.payload, m.attempt, m.failed_attempts) for m in batch]


class Oops(Exception):
    """Of a handler."""


def walk(batch: Any, fail_at: int, error: type[BaseException] = Oops) -> None:
    """Handle messages one after the other, until one makes the program fail."""
    with batch:
        for message in batch:
            if message.payload == fail_at:
                raise error


def test_leaving_completes_all_that_has_no_verdict(regent: Any) -> None:
    with popped(regent) as batch:
        for message in batch:
            if message.payload == 1:
                message.dead_letter("no")
    assert again(regent) == []
    assert regent.queue("q").show().totals.dead_letter == 1


def test_an_error_gives_up_the_message_at_hand(regent: Any) -> None:
    batch = popped(regent)
    with pytest.raises(Oops):
        walk(batch, 2)
    assert again(regent) == [(2, 2, 1), (3, 2, 0)]


def fail_whole(batch: Any) -> None:
    """Raise without a walk through the batch."""
    with pytest.raises(Oops), batch:
        raise Oops("together")


def test_an_error_without_a_walk_blames_nobody_and_half_as_many_come_next(regent: Any) -> None:
    fail_whole(popped(regent))
    batch = regent.queue("q").group("g").pop(10)
    assert [(m.payload, m.attempt, m.failed_attempts) for m in batch] == [(0, 2, 1), (1, 2, 0)]
    fail_whole(batch)
    assert again(regent) == [(0, 3, 2)]


def test_an_error_after_the_walk_blames_nobody(regent: Any) -> None:
    batch = popped(regent)
    list(batch)
    fail_whole(batch)
    assert [payload for payload, *_ in again(regent)] == [0, 1]


def test_the_message_that_is_at_fault_is_found_and_its_neighbours_live(regent: Any) -> None:
    """A handler of whole batches that dies of message 5, whatever comes with it."""
    popped(regent, 8, retry_limit=1).release()
    done: list[int] = []
    for _ in range(20):
        batch = regent.queue("q").group("g").pop(8)
        try:
            with batch:
                if 5 in batch.payloads:
                    raise Oops("of 5")
                done += batch.payloads
        except Oops:
            pass
    assert done == [0, 1, 2, 3, 4, 6, 7]
    (letter,) = regent.queue("q").dead_letters()
    assert (letter.data, letter.error_message) == (5, "Oops: of 5")


def test_a_batch_of_several_partitions_fails_in_each_and_buries_nobody(regent: Any) -> None:
    queue = regent.queue("q")
    queue.configure(retry_delay=0, retry_limit=0)
    for name in "ab":
        queue.push(name, partition=name)
    fail_whole(queue.group("g").pop(10, partitions=2))
    assert regent.queue("q").show().totals.dead_letter == 0
    assert [queue.group("g").pop(10, partitions=2).payloads for _ in "ab"] == [["a"], ["b"]]


def test_a_batch_that_was_completed_in_part_fails_in_what_is_left(regent: Any) -> None:
    batch = popped(regent)
    batch[0].ack()
    batch[2].ack()
    fail_whole(batch)
    assert again(regent) == [(1, 2, 1), (3, 2, 0)]


def test_a_failure_whose_answer_was_lost_counts_once(regent: Any, wire: Wire) -> None:
    batch = popped(regent)
    wire.lose_answer("/ack/batch", times=2)
    fail_whole(batch)
    assert [each[1:] for each in again(regent)] == [(2, 1), (2, 0)]


def test_a_failure_that_comes_after_the_lease_counts_nothing(
    regent: Any, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    batch = popped(regent)
    clock.advance(301)
    assert again(regent) == [(0, 2, 1), (1, 2, 0)]
    fail_whole(batch)
    assert "was not taken: Invalid or expired lease" in caplog.text
    assert regent.queue("q").group("g").pop(10).payloads == []  # the next lease goes on


def test_a_server_that_does_not_know_it_leaves_the_batch_to_its_lease(
    regent: Any, wire: Wire, clock: Clock
) -> None:
    batch = popped(regent)
    wire.answer("/ack/batch", b"[]")
    fail_whole(batch)
    assert wire.last["failedLeases"]
    assert again(regent) == []
    clock.advance(301)
    assert [payload for payload, *_ in again(regent)] == [0, 1]


def test_breaking_out_gives_the_rest_back_uncounted(regent: Any) -> None:
    with popped(regent) as batch:
        for message in batch:
            if message.payload == 1:
                break
    assert again(regent) == [(2, 2, 0), (3, 2, 0)]


def test_ctrl_c_blames_nobody(regent: Any) -> None:
    batch = popped(regent)
    with pytest.raises(KeyboardInterrupt):
        walk(batch, 2, KeyboardInterrupt)
    assert again(regent) == [(2, 2, 0), (3, 2, 0)]


def test_the_programs_own_error_is_the_one_that_is_seen(
    regent: Any, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    batch = popped(regent)
    clock.advance(301)
    with pytest.raises(Oops):
        walk(batch, 2)
    assert "was not taken: Invalid or expired lease" in caplog.text


def test_a_lease_that_was_lost_is_told_at_the_end(regent: Any, clock: Clock) -> None:
    batch = popped(regent)
    with pytest.raises(LeaseLost), batch:
        clock.advance(301)


def test_leaving_an_answered_batch_sends_nothing(regent: Any, wire: Wire) -> None:
    with popped(regent) as batch:
        batch.ack()
        sent = len(wire.sent)
    assert len(wire.sent) == sent
