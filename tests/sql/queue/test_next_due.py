"""queen.next_due: when a consumer that waits should look, if nobody pushes."""

from __future__ import annotations

import pytest

from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.store import acks, complete, pop, push

GROUP = "__QUEUE_MODE__"


@pytest.fixture
def followed(store: Queues, stopped_clock: StoppedClock) -> Queues:
    stopped_clock.advance(0)
    push(store, "q", "seed", partition="p")
    complete(store, pop(store, "q"))
    return store


def test_nothing_is_due_where_nothing_waits(followed: Queues) -> None:
    assert followed.next_due("q", GROUP) is None
    push(followed, "q", "ready", partition="p")
    assert followed.next_due("q", GROUP) is None
    assert followed.next_due("q", "unknown") is None
    assert followed.next_due("unknown", GROUP) is None


def test_a_delayed_message_is_due_when_its_delay_is_over(
    followed: Queues, stopped_clock: StoppedClock
) -> None:
    push(followed, "q", "later", partition="p", delaySeconds=7)
    assert pop(followed, "q").messages == []
    assert followed.next_due("q", GROUP) == 7
    stopped_clock.advance(3)
    assert followed.next_due("q", GROUP) == 4


def test_a_lease_is_due_when_it_runs_out(followed: Queues, stopped_clock: StoppedClock) -> None:
    push(followed, "q", "held", partition="p")
    pop(followed, "q")
    stopped_clock.advance(60)
    assert followed.next_due("q", GROUP) == 240


def test_the_sooner_one_counts(followed: Queues) -> None:
    followed.configure(
        "q", namespace=None, task=None, partitions=None, options={"retry_delay": 5_000}
    )
    for name in ("a", "b"):
        push(followed, "q", name, partition=name)
    held = pop(followed, "q")
    followed.ack(acks(pop(followed, "q"), status="failed"))
    due = followed.next_due("q", GROUP)
    assert held.messages
    assert due == 5


def test_other_groups_do_not_count(followed: Queues) -> None:
    push(followed, "q", "held", partition="p")
    pop(followed, "q")
    pop(followed, "q", group="g", auto_ack=True, mode="new")
    assert followed.next_due("q", "g") is None
