"""GET /api/v1/pop…?wait=true: the long poll."""

import threading
from collections.abc import Callable

import pytest

from functions.edge import waiting
from tests.support.clock import Watch
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


@pytest.fixture
def when_it_sleeps(monkeypatch: pytest.MonkeyPatch, watch: Watch) -> Callable[..., None]:
    """``when_it_sleeps(do)``: done once, when a poll first lies down to sleep."""

    def plan(do: Callable[[], object]) -> None:
        def sleep(seconds: float) -> None:
            if not watch.slept:
                do()
            watch.sleep(seconds)

        monkeypatch.setattr(waiting, "sleep", sleep)

    return plan


def test_a_long_poll_answers_204_when_its_time_is_up(call: Call, watch: Watch) -> None:
    assert call("GET", QUEUE, query={"wait": True, "timeout": 150}).status == 204
    assert sum(watch.slept) == pytest.approx(0.15)


def test_a_long_poll_is_capped_whatever_the_client_says(
    call: Call, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, long_poll_seconds="0.1")
    for timeout in (10**9, "1e400"):
        watch.slept.clear()
        assert call("GET", QUEUE, query={"wait": True, "timeout": timeout}).status == 204
        assert sum(watch.slept) == pytest.approx(0.1)


def test_a_long_poll_ends_when_lambda_has_no_time_left(call: Call, watch: Watch) -> None:
    reply = call("GET", QUEUE, query={"wait": True}, context=Draining(2_000, 400))
    assert reply.status == 204
    assert 0 < sum(watch.slept) < 2


def test_a_pop_without_wait_does_not_wait(call: Call, watch: Watch) -> None:
    assert call("GET", QUEUE, query={"timeout": 20_000}).status == 204
    assert watch.slept == []


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
def test_a_long_poll_wakes_on_a_push(
    call: Call, watch: Watch, when_it_sleeps: Callable[..., None], by_label: bool
) -> None:
    when_it_sleeps(lambda: push(call, "q", "late"))
    if by_label:
        popped = pop_labels(call, namespace="q", wait=True, timeout=15_000)
    else:
        popped = pop(call, "q", wait=True, timeout=15_000)
    assert data(popped) == ["late"]
    assert len(watch.slept) == 1


def test_a_long_poll_is_a_subscription_from_its_start(
    call: Call, when_it_sleeps: Callable[..., None]
) -> None:
    push(call, "q", "history")
    when_it_sleeps(lambda: push(call, "q", "late"))
    popped = pop(
        call, "q", wait=True, timeout=15_000, consumerGroup="g", subscriptionMode="new", batch=9
    )
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
