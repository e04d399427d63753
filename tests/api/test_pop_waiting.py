"""GET /api/v1/pop…?wait=true: the long poll."""

import threading
import time

import pytest

from functions.edge import waiting
from tests.support.http import Call, Context, restart
from tests.support.queue_http import configure, data, pop, pop_labels, push

QUEUE = "/api/v1/pop/queue/q"


class Draining(Context):
    """A context whose time runs out while the handler looks."""

    def __init__(self, remaining_ms: int, each_look_ms: int) -> None:
        super().__init__(remaining_ms)
        self._each_look_ms = each_look_ms

    def get_remaining_time_in_millis(self) -> int:
        self._remaining_ms -= self._each_look_ms
        return self._remaining_ms


def test_a_long_poll_answers_204_when_its_time_is_up(call: Call) -> None:
    started = time.monotonic()
    assert call("GET", QUEUE, query={"wait": True, "timeout": 150}).status == 204
    assert 0.14 < time.monotonic() - started < 2


def test_a_long_poll_is_capped_whatever_the_client_says(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, long_poll_seconds="0.1")
    started = time.monotonic()
    assert call("GET", QUEUE, query={"wait": True, "timeout": 10**9}).status == 204
    assert call("GET", QUEUE, query={"wait": True, "timeout": "1e400"}).status == 204
    assert time.monotonic() - started < 2


def test_a_long_poll_ends_when_lambda_has_no_time_left(call: Call) -> None:
    started = time.monotonic()
    reply = call("GET", QUEUE, query={"wait": True}, context=Draining(2_000, 400))
    assert reply.status == 204
    assert time.monotonic() - started < 2


def test_a_pop_without_wait_does_not_wait(call: Call) -> None:
    started = time.monotonic()
    assert call("GET", QUEUE, query={"timeout": 20_000}).status == 204
    assert time.monotonic() - started < 1


def test_a_long_poll_tells_what_its_last_look_found(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue is made while it waits, so at its end it is not unknown any more."""
    monkeypatch.setattr(waiting, "sleep", lambda seconds: configure(call, "q"))
    monkeypatch.setattr(waiting, "monotonic", iter(range(100)).__next__)
    reply = call("GET", QUEUE, query={"wait": True, "timeout": 1_500})
    assert (reply.status, reply.headers.get("regent-queue")) == (204, None)


def test_a_long_poll_of_no_time_looks_once(call: Call) -> None:
    push(call, "q", 1)
    assert data(pop(call, "q", wait=True, timeout=0)) == [1]
    assert pop(call, "q", wait=True, timeout=0) == []


@pytest.mark.parametrize("by_label", [False, True])
def test_a_long_poll_wakes_on_a_push(call: Call, by_label: bool) -> None:
    started = time.monotonic()
    pusher = threading.Timer(0.1, push, (call, "q", "late"))
    pusher.start()
    if by_label:
        popped = pop_labels(call, namespace="q", wait=True, timeout=15_000)
    else:
        popped = pop(call, "q", wait=True, timeout=15_000)
    pusher.join()
    assert data(popped) == ["late"]
    assert time.monotonic() - started < 5


def test_a_long_poll_is_a_subscription_from_its_start(call: Call) -> None:
    push(call, "q", "history")
    pusher = threading.Timer(0.1, push, (call, "q", "late"))
    pusher.start()
    popped = pop(
        call, "q", wait=True, timeout=15_000, consumerGroup="g", subscriptionMode="new", batch=9
    )
    pusher.join()
    assert data(popped) == ["late"]


def test_long_polls_of_two_groups_wait_beside_each_other(call: Call) -> None:
    got: dict[str, list[object]] = {}

    def wait(group: str) -> None:
        got[group] = data(pop(call, "q", wait=True, timeout=15_000, consumerGroup=group))

    waiting = [threading.Thread(target=wait, args=(group,)) for group in ("a", "b")]
    for thread in waiting:
        thread.start()
    push(call, "q", "late")
    for thread in waiting:
        thread.join()
    assert got == {"a": ["late"], "b": ["late"]}
