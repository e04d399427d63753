"""Attempts: what `failed`, `retry`, `dlq` and a consumer that dies do to a message."""

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import ack, complete, configure, data, pop, push
from tests.support.rows import dead_letters, rows

EXPIRED = "Partition lease expired"


def test_failed_brings_the_message_and_those_after_it_again_after_the_delay(
    call: Call, clock: Clock
) -> None:
    configure(call, "q", retryDelay=5_000)
    push(call, "q", *"abcd")
    a, b, c, d = pop(call, "q", batch=4)
    complete(call, a, d)
    (outcome,) = ack(call, b, status="failed", error="no luck")
    assert (outcome["success"], outcome["leaseReleased"], outcome["dlq"]) == (True, True, False)
    assert pop(call, "q", batch=4) == []
    clock.advance(4)
    assert pop(call, "q", batch=4) == []
    clock.advance(1.1)
    again = pop(call, "q", batch=4)
    assert [(m["data"], m["deliveryAttempt"], m["failedAttempts"]) for m in again] == [
        ("b", 2, 1),
        ("c", 2, 0),
    ]
    (refusal,) = ack(call, c)
    assert refusal["error"] == "Invalid or expired lease"


@pytest.mark.parametrize("status", ["failed", "retry"])
def test_a_verdict_says_when_the_message_comes_again(call: Call, clock: Clock, status: str) -> None:
    configure(call, "q", retryDelay=5_000)
    push(call, "q", "a", "b")
    ack(call, *pop(call, "q"), status=status, delaySeconds=2.5)
    assert pop(call, "q", batch=2) == []
    clock.advance(2.6)
    again = pop(call, "q", batch=2)
    failed = 1 if status == "failed" else 0
    assert [(m["data"], m["deliveryAttempt"], m["failedAttempts"]) for m in again] == [
        ("a", 2, failed),
        ("b", 1, 0),
    ]
    ack(call, again[0], status=status, delaySeconds=0)
    assert data(pop(call, "q", batch=2)) == ["a", "b"]


def test_the_longest_delay_of_a_partition_counts(call: Call, clock: Clock) -> None:
    push(call, "q", *"abc")
    a, b, c = pop(call, "q", batch=3)
    acknowledgments = [
        {"transactionId": m["transactionId"], "partitionId": m["partitionId"], **verdict}
        for m, verdict in (
            (a, {"status": "retry", "delaySeconds": 20}),
            (b, {"status": "failed", "delaySeconds": 10}),
            (c, {"status": "completed", "delaySeconds": 90}),
        )
    ]
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": acknowledgments})
    assert [each["success"] for each in reply.body] == [True] * 3
    clock.advance(19)
    assert pop(call, "q") == []
    clock.advance(1.1)
    assert data(pop(call, "q", batch=3)) == ["a", "b"]


def test_a_delay_does_not_save_a_message_from_its_last_failure(call: Call, owner_url: str) -> None:
    configure(call, "q", retryLimit=0)
    push(call, "q", "a", "b")
    (outcome,) = ack(call, *pop(call, "q"), status="failed", delaySeconds=60)
    assert outcome["dlq"] is True
    assert data(pop(call, "q")) == ["b"]


def test_failed_counts_one_attempt_and_keeps_the_error(call: Call, owner_url: str) -> None:
    push(call, "q", "a")
    ack(call, *pop(call, "q"), status="failed", error="no luck")
    (row,) = rows(owner_url, "select status, retry_count, error_message from queen.messages_status")
    assert row == {"status": "failed", "retry_count": 1, "error_message": "no luck"}


def test_failed_past_the_retry_limit_is_a_dead_letter(
    call: Call, clock: Clock, owner_url: str
) -> None:
    configure(call, "q", retryLimit=3, retryDelay=1_000)
    push(call, "q", "poison", "next")
    for attempt in (1, 2, 3):
        (message,) = pop(call, "q")
        assert (message["data"], message["deliveryAttempt"]) == ("poison", attempt)
        assert ack(call, message, status="failed", error=f"try {attempt}")[0]["dlq"] is False
        clock.advance(1.1)
    (message,) = pop(call, "q")
    assert message["deliveryAttempt"] == 4
    (outcome,) = ack(call, message, status="failed", error="try 4")
    assert (outcome["success"], outcome["dlq"], outcome["leaseReleased"]) == (True, True, True)
    assert dead_letters(owner_url) == [("poison", "retries", "try 4", 4)]
    assert data(pop(call, "q")) == ["next"]


def test_failed_with_no_retries_is_a_dead_letter_at_once(call: Call, owner_url: str) -> None:
    configure(call, "q", retryLimit=0)
    push(call, "q", "poison", "next")
    assert ack(call, *pop(call, "q"), status="failed", error="no")[0]["dlq"] is True
    assert dead_letters(owner_url) == [("poison", "retries", "no", 1)]
    assert data(pop(call, "q")) == ["next"]


def test_failed_without_a_delay_comes_again_at_once(call: Call) -> None:
    configure(call, "q", retryDelay=0)
    push(call, "q", "a")
    ack(call, *pop(call, "q"), status="failed")
    assert data(pop(call, "q")) == ["a"]


def test_the_retry_delay_doubles_up_to_its_maximum(call: Call, clock: Clock) -> None:
    configure(call, "q", retryDelay=1_000, retryDelayMax=5_000, retryLimit=10)
    push(call, "q", "a")
    for delay in (1, 2, 4, 5, 5):
        ack(call, *pop(call, "q"), status="failed")
        clock.advance(delay - 0.5)
        assert pop(call, "q") == []
        clock.advance(0.6)
    assert data(pop(call, "q")) == ["a"]


def test_a_success_ends_the_count(call: Call, clock: Clock, owner_url: str) -> None:
    configure(call, "q", retryLimit=1, retryDelay=0)
    push(call, "q", "a")
    ack(call, *pop(call, "q"), status="failed")
    complete(call, *pop(call, "q"))
    assert rows(owner_url, "select * from queen.attempts") == []
    assert dead_letters(owner_url) == []


def test_retry_releases_without_counting(call: Call, owner_url: str) -> None:
    configure(call, "q", retryLimit=0)
    push(call, "q", *"ab")
    for delivery in range(1, 6):
        first, second = pop(call, "q", batch=2)
        assert (first["data"], first["deliveryAttempt"]) == ("a", delivery)
        assert second["deliveryAttempt"] == delivery
        assert (first["failedAttempts"], second["failedAttempts"]) == (0, 0)
        (outcome,) = ack(call, first, status="retry", error="later")
        assert (outcome["success"], outcome["leaseReleased"]) == (True, True)
    assert dead_letters(owner_url) == []


def test_dlq_gives_up_at_once_and_keeps_the_lease_for_the_rest(call: Call, owner_url: str) -> None:
    push(call, "q", *"ab")
    first, second = pop(call, "q", batch=2)
    (outcome,) = ack(call, first, status="dlq", error="unreadable")
    assert (outcome["success"], outcome["dlq"], outcome["leaseReleased"]) == (True, True, False)
    assert dead_letters(owner_url) == [("a", "rejected", "unreadable", 0)]
    assert ack(call, second)[0]["leaseReleased"] is True


def test_dead_letters_of_one_group_are_still_to_do_for_another(call: Call) -> None:
    push(call, "q", "a")
    ack(call, *pop(call, "q", consumerGroup="one"), status="dlq")
    assert pop(call, "q", consumerGroup="one") == []
    assert data(pop(call, "q", consumerGroup="two")) == ["a"]


@pytest.mark.parametrize("switches", [{}, {"deadLetterQueue": True}, {"dlqAfterMaxRetries": True}])
def test_poison_is_a_dead_letter_whatever_the_switches_say(
    call: Call, owner_url: str, switches: dict[str, bool]
) -> None:
    configure(call, "q", retryLimit=0, **switches)
    push(call, "q", "a")
    ack(call, *pop(call, "q"), status="failed", error="no")
    assert dead_letters(owner_url) == [("a", "retries", "no", 1)]


def test_a_long_error_is_cut(call: Call, owner_url: str) -> None:
    push(call, "q", "a")
    ack(call, *pop(call, "q"), status="dlq", error="é" * 20_000)
    assert dead_letters(owner_url) == [("a", "rejected", "é" * 10_000, 0)]


@pytest.mark.parametrize("retry_limit", [0, 1, 3])
def test_a_message_that_kills_its_consumer_is_delivered_retry_limit_and_one_times(
    call: Call, clock: Clock, owner_url: str, retry_limit: int
) -> None:
    configure(call, "q", retryLimit=retry_limit, leaseTime=10)
    push(call, "q", "poison", "next")
    for delivery in range(retry_limit + 1):
        (message,) = pop(call, "q")
        assert (message["data"], message["deliveryAttempt"]) == ("poison", delivery + 1)
        assert message["failedAttempts"] == delivery
        clock.advance(10.1)
    (message,) = pop(call, "q")
    assert (message["data"], message["deliveryAttempt"]) == ("next", 1)
    assert dead_letters(owner_url) == [("poison", "retries", EXPIRED, retry_limit + 1)]


@pytest.mark.parametrize("place", [0, 5, 9])
@pytest.mark.parametrize("retry_limit", [0, 3])
def test_poison_in_a_batch_is_found_and_its_neighbours_are_delivered(
    call: Call, clock: Clock, owner_url: str, place: int, retry_limit: int
) -> None:
    configure(call, "q", retryLimit=retry_limit, leaseTime=10)
    push(call, "q", *range(10))
    done: list[int] = []
    for _ in range(50):
        popped = pop(call, "q", batch=10)
        if not popped:
            break
        if place in data(popped):
            clock.advance(10.1)
            continue
        done += data(popped)
        complete(call, *popped)
    assert done == [number for number in range(10) if number != place]
    assert [letter[:3] for letter in dead_letters(owner_url)] == [(place, "retries", EXPIRED)]


def test_after_an_expiry_a_lease_hands_out_half_as_many_and_grows_with_success(
    call: Call, clock: Clock
) -> None:
    push(call, "q", *range(40))
    sizes = []
    for fails in (True, True, True, True, False, False, False, False, False):
        popped = pop(call, "q", batch=10)
        sizes.append(len(popped))
        if fails:
            clock.advance(301)
        else:
            complete(call, *popped)
    assert sizes == [10, 5, 2, 1, 1, 2, 4, 8, 10]


def test_an_expiry_counts_for_the_first_message_that_was_not_done(call: Call, clock: Clock) -> None:
    push(call, "q", *"abc")
    a, _, _ = pop(call, "q", batch=3)
    complete(call, a)
    clock.advance(301)
    again = pop(call, "q", batch=3)
    assert [(m["data"], m["deliveryAttempt"]) for m in again] == [("b", 2)]


def test_a_message_that_just_died_is_not_completed_by_the_same_request(
    call: Call, owner_url: str
) -> None:
    """Two verdicts on one message: the first holds, whether it buried the message or not."""
    configure(call, "q", retryLimit=0)
    push(call, "q", 1)
    (message,) = pop(call, "q")
    verdicts = [
        {name: message[name] for name in ("transactionId", "partitionId", "leaseId")}
        | {"status": status}
        for status in ("failed", "completed")
    ]
    reply = call("POST", "/api/v1/ack/batch", {"acknowledgments": verdicts})
    assert [(each["success"], each["error"], each["dlq"]) for each in reply.body] == [
        (True, None, True),
        (False, "Message was already answered", False),
    ]
    assert len(dead_letters(owner_url)) == 1
