"""Tries, pauses and the stock of retries, on a clock that stands still."""

from __future__ import annotations

from typing import Any

import pytest

from regent.client.core.address import Address
from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, json_bytes, json_of
from regent.client.core.retry import Attempts, Budget, RetryPolicy
from regent.client.errors import InvalidConfig, UnexpectedAnswer, Unreachable
from regent.errors import (
    Busy,
    Conflict,
    Invalid,
    NotAllowed,
    NotFound,
    QueueFull,
    QueueNotFound,
    RegentError,
    TooLarge,
    Unauthorized,
    Unavailable,
)

ADDRESS = Address.parsed("http://h")


def reply(status: int, body: Any = None, **headers: str) -> Reply:
    named = {k.replace("_", "-").encode(): v.encode() for k, v in headers.items()}
    return Reply(status, named, b"" if body is None else json_bytes(body))


def busy(status: int = 503, code: str = "BUSY", **headers: str) -> Reply:
    return reply(status, {"error": "no time", "code": code}, **headers)


def attempts(
    *,
    repeats: bool = True,
    within: float = 30.0,
    policy: RetryPolicy | None = None,
    budget: Budget | None = None,
    wait: float = 0.0,
    fraction: float = 0.5,
) -> Attempts[Any]:
    policy = policy or RetryPolicy()
    operation: Operation[Any] = Operation(
        "POST",
        "/x",
        json_of,
        repeats=repeats,
        poll=(lambda left, again: f"/x?{left:g}&{again}") if wait else None,
        wait_seconds=wait,
    )
    return Attempts(
        operation,
        policy,
        budget or Budget(policy),
        now=100.0,
        timeout_seconds=within,
        random=lambda: fraction,
    )


def test_a_success_has_its_result() -> None:
    tries = attempts()
    assert tries.after(reply(200, {"a": 1}), 100) is None
    assert tries.result == {"a": 1}


@pytest.mark.parametrize("status", [408, 429, 502, 503, 504])
def test_a_busy_server_is_asked_again(status: int) -> None:
    assert attempts().after(busy(status), 100) == pytest.approx(0.075)


def test_a_gateways_500_is_asked_again_and_ours_is_not() -> None:
    assert attempts().after(reply(500, {"message": "Internal Server Error"}), 100) is not None
    assert attempts().after(Reply(500, {}, b"<html>"), 100) is not None
    with pytest.raises(RegentError, match="log has the id"):
        attempts().after(reply(500, {"error": "the log has the id", "code": "INTERNAL"}), 100)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "INVALID_REQUEST", Invalid),
        (400, "NEW_CODE", Invalid),
        (401, "UNAUTHORIZED", Unauthorized),
        (403, "NEW_CODE", NotAllowed),
        (404, "QUEUE_NOT_FOUND", QueueNotFound),
        (404, "NEW_CODE", NotFound),
        (409, "NEW_CODE", Conflict),
        (413, "NEW_CODE", TooLarge),
        (418, "NEW_CODE", RegentError),
        (507, "DISK_FULL", Unavailable),
    ],
)
def test_another_refusal_is_final_and_of_its_class(
    status: int, code: str, kind: type[RegentError]
) -> None:
    body = {"error": "no", "code": code, "detail": {"a": 1}, "requestId": "r-1"}
    with pytest.raises(kind) as refused:
        attempts().after(reply(status, body), 100)
    error = refused.value
    assert (error.code, error.status, error.message) == (code, status, "no")
    assert (error.detail, error.request_id) == ({"a": 1}, "r-1")


def test_a_redirect_is_no_answer_of_ours() -> None:
    with pytest.raises(UnexpectedAnswer, match="is this Regent's URL"):
        attempts().after(Reply(302, {b"location": b"/login"}, b""), 100)


def test_an_answer_of_another_form_says_so() -> None:
    tries = attempts()
    with pytest.raises(UnexpectedAnswer, match="is this Regent's URL"):
        tries.after(Reply(200, {}, b"<html>"), 100)


@pytest.mark.parametrize("body", [b"", b"[]", b'"no"', b"{", b"\xff", b'{"error": 5, "code": 7}'])
def test_a_refusal_of_another_form_is_understood_by_its_status(body: bytes) -> None:
    with pytest.raises(Invalid, match="answered with 400") as refused:
        attempts().after(Reply(400, {}, body), 100)
    assert refused.value.code == "HTTP_400"


def test_pauses_double_up_to_a_bound_and_take_a_random_half_off() -> None:
    for fraction in (0.0, 0.5, 1.0):
        tries = attempts(within=1000, fraction=fraction)
        pauses = [tries.after(busy(), 100) for _ in range(8)]
        longest = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
        assert pauses == pytest.approx([most * (0.5 + fraction / 2) for most in longest])


def test_retry_after_is_waited_for_and_up_to_a_fifth_more() -> None:
    assert attempts(fraction=0).after(busy(retry_after="2"), 100) == 2.0
    assert attempts(fraction=1).after(busy(retry_after="2"), 100) == pytest.approx(2.4)


@pytest.mark.parametrize("said", ["soon", "-3", "", "nan", "Wed, 21 Oct 2030 07:28:00 GMT"])
def test_a_retry_after_that_is_no_number_of_seconds_is_ignored(said: str) -> None:
    assert attempts().after(busy(retry_after=said), 100) == pytest.approx(0.075)


def test_more_patience_than_a_minute_is_not_believed() -> None:
    assert attempts(within=100, fraction=0).after(busy(retry_after="86400"), 100) == 60.0


def test_a_pause_beyond_the_deadline_ends_it_now() -> None:
    with pytest.raises(Busy) as refused:
        attempts(within=5).after(busy(retry_after="30"), 100)
    assert refused.value.retry_after_seconds == 30


def test_retries_end_with_the_time() -> None:
    tries = attempts(within=1)
    lost = Unreachable("gone")
    now = 100.0
    for _ in range(3):
        now += tries.after(lost, now) or 0.0
    assert now == pytest.approx(100.525)
    with pytest.raises(Unreachable):
        tries.after(lost, now)


def test_no_connection_is_tried_again_whatever_it_is() -> None:
    assert attempts(repeats=False).after(Unreachable("refused", sent=False), 100) is not None


def test_what_must_not_happen_twice_is_not_sent_twice() -> None:
    with pytest.raises(Unreachable):
        attempts(repeats=False).after(Unreachable("lost", sent=True), 100)
    for status, code in [(503, "DATABASE_UNAVAILABLE"), (502, "HTTP_502"), (504, "HTTP_504")]:
        with pytest.raises(Unavailable):
            attempts(repeats=False).after(busy(status, code), 100)


def test_an_error_tells_of_all_tries_whether_something_was_sent() -> None:
    tries = attempts(within=1)
    tries.after(Unreachable("lost", sent=True), 100)
    with pytest.raises(Unreachable, match="refused") as gone:
        tries.after(Unreachable("refused", sent=False), 101)
    assert gone.value.sent


def test_no_pool_sends_once_more_what_has_to_say_that_it_is_a_repeat() -> None:
    for tries, at_first in ((attempts(), True), (attempts(wait=10), False)):
        assert tries.request((), ADDRESS, 100).repeatable == at_first
        tries.after(Unreachable("lost", sent=True), 100)
        assert tries.request((), ADDRESS, 100).repeatable


def test_what_must_not_happen_twice_is_sent_again_when_nothing_happened() -> None:
    assert attempts(repeats=False).after(busy(503, "BUSY"), 100) is not None


def test_an_untrusted_certificate_is_not_tried_again() -> None:
    with pytest.raises(Unreachable):
        attempts().after(Unreachable("untrusted", sent=False, final=True), 100)


def test_a_repeat_knows_that_it_may_be_one() -> None:
    tries = attempts()
    tries.after(Unreachable("lost", sent=True), 100)
    answer = reply(200, {})
    tries.after(answer, 100)
    assert answer.repeated
    tries = attempts()
    tries.after(Unreachable("refused", sent=False), 100)
    tries.after(busy(), 100)
    answer = reply(200, {})
    tries.after(answer, 100)
    assert not answer.repeated


def test_a_full_queue_is_its_callers_business() -> None:
    with pytest.raises(QueueFull):
        attempts().after(busy(429, "QUEUE_FULL"), 100)


def test_a_token_from_a_function_is_asked_for_once_more() -> None:
    tries = attempts()
    refused = reply(401, {"error": "expired", "code": "UNAUTHORIZED"})
    assert tries.after(refused, 100, renewable=True) == 0.0
    assert tries.unauthorized
    with pytest.raises(Unauthorized):
        tries.after(refused, 100, renewable=True)
    with pytest.raises(Unauthorized):
        attempts().after(refused, 100, renewable=False)


def test_the_stock_bounds_the_retries_of_all_calls() -> None:
    policy = RetryPolicy(stock=3)
    budget = Budget(policy)
    for _ in range(3):
        attempts(policy=policy, budget=budget).after(busy(), 100)
    with pytest.raises(Busy):
        attempts(policy=policy, budget=budget).after(busy(), 100)


def test_ten_successes_put_one_retry_back() -> None:
    policy = RetryPolicy(stock=1)
    budget = Budget(policy)
    assert budget.spend()
    for _ in range(9):
        attempts(policy=policy, budget=budget).after(reply(200), 100)
    assert not budget.spend()
    attempts(policy=policy, budget=budget).after(reply(200), 100)
    assert budget.spend()
    assert not budget.spend()


def test_the_stock_does_not_grow_beyond_its_size() -> None:
    budget = Budget(RetryPolicy(stock=2))
    for _ in range(1000):
        budget.earn()
    assert [budget.spend() for _ in range(3)] == [True, True, False]


def test_a_storm_gets_no_more_than_the_stock() -> None:
    """A thousand calls into an outage: 1,000 tries and 100 retries, not 1,000 times ten."""
    policy = RetryPolicy()
    budget = Budget(policy)
    tries = 0
    for _ in range(1000):
        call = attempts(policy=policy, budget=budget)
        try:
            while True:
                tries += 1
                call.after(busy(), 100)
        except Busy:
            continue
    assert tries == 1100


def test_a_long_poll_has_its_wait_and_five_seconds() -> None:
    tries = attempts(wait=10)
    assert tries.deadline == 115
    assert tries.request((), ADDRESS, 100).target == "/x?10&False"


def test_a_repeated_poll_waits_for_what_is_left() -> None:
    tries = attempts(wait=10)
    tries.after(Unreachable("cut", sent=True), 104)
    assert tries.request((), ADDRESS, 104).target == "/x?6&True"
    assert tries.request((), ADDRESS, 112).target == "/x?0&True"


@pytest.mark.parametrize(
    "wrong",
    [
        {"first_pause_seconds": 0.0},
        {"first_pause_seconds": 6.0},
        {"stock": -1},
        {"successes_for_one": 0},
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig, match=str(next(iter(wrong.values())))):
        RetryPolicy(**wrong)


def test_one_try_does_not_take_all_of_a_long_time() -> None:
    tries = attempts(within=120)
    assert tries.time_left(100) == 35
    assert tries.time_left(200) == 20
    assert tries.time_left(500) > 0


def test_an_answer_on_its_way_may_take_longer() -> None:
    tries = attempts(within=2)
    tries._operation.overrun_seconds = 10
    assert tries.time_left(100) == 12
    with pytest.raises(Busy):
        tries.after(busy(retry_after="3"), 100)


def test_what_is_tried_once_is_tried_once() -> None:
    tries = attempts()
    tries._operation.retried = False
    with pytest.raises(Busy):
        tries.after(busy(), 100)
