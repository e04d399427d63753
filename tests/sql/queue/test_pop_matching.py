"""queen.pop_matching: higher priority first, then the oldest message, of all queues that match."""

from typing import Any

from regent.stores.queue import Queues
from regent.stores.queue_types import Lease
from tests.support.clock import Clock
from tests.support.rows import value
from tests.support.store import complete, payloads, pop, push, request


def labelled(store: Queues, queue: str, namespace: str, task: str = "", **columns: Any) -> None:
    store.configure(queue, namespace=namespace, task=task, partitions=None, options=columns)


def match(store: Queues, namespace: str = "", task: str = "", **asked: Any) -> Lease:
    return store.pop_matching(namespace, task, request(**asked))


def drained(store: Queues, namespace: str, group: str) -> list[str]:
    seen: list[str] = []
    while (lease := match(store, namespace, group=group)).messages:
        seen += payloads(lease)
        complete(store, lease, group)
    return seen


def test_the_oldest_message_comes_first_across_queues(store: Queues) -> None:
    for queue in "abc":
        labelled(store, queue, "n")
    for number, queue in enumerate("bcaacb"):
        push(store, queue, number)
    for group in ("__QUEUE_MODE__", "named"):
        assert drained(store, "n", group) == [str(number) for number in range(6)]


def test_priority_goes_before_age(store: Queues) -> None:
    for queue, priority in (("low", 1), ("high", 9), ("mid", 5)):
        labelled(store, queue, "n", priority=priority)
        push(store, queue, queue)
    push(store, "high", "high again")
    assert drained(store, "n", "g") == ['"high"', '"high again"', '"mid"', '"low"']


def test_a_queue_that_is_new_to_the_group_does_not_wait_for_the_busy_ones(store: Queues) -> None:
    """The nameless group has no record that a new queue could find, so the pop must find it."""
    labelled(store, "busy", "n")
    push(store, "busy", 1)
    complete(store, match(store, "n"))
    labelled(store, "fresh", "n")
    push(store, "fresh", 2)
    push(store, "busy", 3, 4)
    seen = []
    for _ in range(3):
        lease = match(store, "n")
        seen += payloads(lease)
        complete(store, lease)
    assert seen == ["2", "3", "4"]


def test_a_pop_takes_from_one_queue_at_a_time(store: Queues) -> None:
    for queue in "ab":
        labelled(store, queue, "n")
        push(store, queue, queue)
    assert payloads(match(store, "n", batch=9, partitions=9)) == ['"a"']


def test_leased_queues_are_passed_over(store: Queues, clock: Clock) -> None:
    for queue in "ab":
        labelled(store, queue, "n", lease_time=10)
        push(store, queue, queue)
    assert payloads(match(store, "n")) == ['"a"']
    assert payloads(match(store, "n")) == ['"b"']
    assert payloads(match(store, "n")) == []
    clock.advance(11)
    assert payloads(match(store, "n")) == ['"a"']


def test_empty_labels_match_anything(store: Queues) -> None:
    labelled(store, "a", "n", "t")
    labelled(store, "b", "m", "t")
    for queue in "ab":
        push(store, queue, queue)
    assert payloads(match(store, "n", "")) == ['"a"']
    assert payloads(match(store, "", "t", group="g")) == ['"a"']
    assert payloads(match(store, "", "t", group="g")) == ['"b"']
    assert payloads(match(store, "m", "u")) == []


def test_a_queue_that_comes_under_the_labels_later_is_found(store: Queues) -> None:
    match(store, "n", group="g")
    labelled(store, "q", "other")
    push(store, "q", "before")
    assert match(store, "n", group="g").messages == []
    labelled(store, "q", "n")
    assert payloads(match(store, "n", group="g")) == ['"before"']


def test_a_queue_that_a_group_follows_twice_is_made(store: Queues, owner_url: str) -> None:
    """By name, by namespace, by task and by both: two of these made the queue impossible."""
    pop(store, "ns.later", group="g")
    for namespace, task in (("ns", ""), ("", "later"), ("ns", "later")):
        match(store, namespace, task, group="g")
    push(store, "ns.later", 1)
    assert value(owner_url, "select count(*) from queen.consumer_groups where name = 'g'") == 1
    assert payloads(pop(store, "ns.later", group="g")) == ["1"]


def test_mode_new_starts_in_each_queue_at_the_subscription(store: Queues) -> None:
    labelled(store, "a", "n")
    push(store, "a", "history")
    assert match(store, "n", group="g", mode="new").messages == []
    labelled(store, "b", "n")
    push(store, "b", "b1")
    push(store, "a", "a1")
    assert drained(store, "n", "g") == ['"b1"', '"a1"']


def test_a_group_on_a_queue_and_by_label_has_one_cursor(store: Queues) -> None:
    labelled(store, "q", "n")
    push(store, "q", 1, 2)
    complete(store, match(store, "n", group="g"), "g")
    lease = store.pop("q", None, request(group="g", batch=9))
    assert payloads(lease) == ["2"]


def test_resting_queues_wake_when_their_time_comes(store: Queues, clock: Clock) -> None:
    labelled(store, "q", "n", delayed_processing=60)
    push(store, "q", 1)
    assert match(store, "n").messages == []
    clock.advance(61)
    assert payloads(match(store, "n")) == ["1"]
