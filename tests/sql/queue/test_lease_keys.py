"""A pop whose answer was lost is repeated under its key, and gets what it had leased."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from regent.stores.queue import Queues
from regent.stores.queue_types import Lease
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, payloads, pop, push, request, take_next

KEY = "01a1ef2e-be52-7293-8b8d-017564f12a90"
#: The places to pop from: a queue, a partition, labels.
PLACES = {
    "queue": lambda store, **asked: pop(store, "ns.q", **asked),
    "partition": lambda store, **asked: pop(store, "ns.q", "a", **asked),
    "namespace": lambda store, **asked: store.pop_matching("ns", "", request(**asked)),
    "next": lambda store, **asked: take_next(store, [], "ns.q", **asked)[1],
    "next of a partition": lambda store, **asked: take_next(store, [], "ns.q", "a", **asked)[1],
    "next by label": lambda store, **asked: take_next(store, [], None, task="q", **asked)[1],
}


@pytest.fixture
def filled(store: Queues, stopped_clock: StoppedClock) -> Queues:
    """Three messages in each of three partitions, of a queue that a group follows in any way."""
    store.configure("ns.q", namespace=None, task=None, partitions=None, options={})
    for group in ("__QUEUE_MODE__", "other"):
        for labels in (("ns", ""), ("", "q")):
            store.pop_matching(*labels, request(group=group))
    for name in "abc":
        push(store, "ns.q", *(f"{name}{number}" for number in range(3)), partition=name)
        stopped_clock.advance(1)
    return store


def again(store: Queues, *place: str, **asked: Any) -> Lease:
    return pop(store, *(place or ("ns.q",)), lease_key=KEY, repeat=True, **asked)


def rows_of(owner_url: str) -> list[dict[str, Any]]:
    return rows(
        owner_url, "select * from queen.partition_consumers order by partition_id, group_id"
    )


def test_the_key_is_the_leases_id(filled: Queues, owner_url: str) -> None:
    lease = pop(filled, "ns.q", lease_key=KEY)
    assert lease.id == f"{KEY}.{lease.messages[0].partition_id}"
    held = "select lease_id from queen.partition_consumers where handed is not null"
    assert value(owner_url, f"{held} and batch_end = 1 and lease_id = '{KEY}'") == uuid.UUID(KEY)
    assert [each.success for each in complete(filled, lease)] == [True]


@pytest.mark.parametrize("place", PLACES)
def test_a_repetition_gets_the_same_again_and_writes_nothing(
    filled: Queues, owner_url: str, stopped_clock: StoppedClock, place: str
) -> None:
    take = PLACES[place]
    first = take(filled, batch=2, lease_key=KEY)
    assert payloads(first) == ['"a0"', '"a1"']
    before = rows_of(owner_url)
    stopped_clock.advance(100.5)
    for batch in (2, 1, 9):
        assert take(filled, batch=batch, lease_key=KEY, repeat=True) == first._replace(seconds=199)
    assert rows_of(owner_url) == before


@pytest.mark.parametrize("place", PLACES)
def test_a_repetition_of_what_never_came_is_a_pop(filled: Queues, place: str) -> None:
    take = PLACES[place]
    lease = take(filled, lease_key=KEY, repeat=True)
    assert (payloads(lease), lease.id.partition(".")[0]) == (['"a0"'], KEY)
    assert take(filled, lease_key=KEY, repeat=True) == lease


def test_several_partitions_come_again(filled: Queues) -> None:
    lease = pop(filled, "ns.q", batch=8, partitions=3, lease_key=KEY)
    assert payloads(lease)[-1] == '"c1"'
    assert again(filled) == lease


def test_what_was_answered_meanwhile_does_not_come_again(filled: Queues) -> None:
    lease = pop(filled, "ns.q", batch=6, partitions=2, lease_key=KEY)
    filled.ack(acks(lease, *lease.messages[:3], lease.messages[4]))
    left = again(filled)
    assert payloads(left) == ['"b0"', '"b2"']
    assert left.id == f"{KEY}.{left.messages[0].partition_id}"
    complete(filled, left)
    assert payloads(again(filled)) == ['"c0"']


def test_a_message_that_came_before_says_so_again(
    filled: Queues, stopped_clock: StoppedClock
) -> None:
    filled.ack(acks(pop(filled, "ns.q", "a"), status="failed"))
    stopped_clock.advance(10)
    lease = pop(filled, "ns.q", "a", lease_key=KEY)
    assert [(each.delivery, each.failed_attempts) for each in lease.messages] == [(2, 1)]
    assert again(filled, "ns.q", "a") == lease


def test_a_lease_that_ran_out_does_not_come_again(
    filled: Queues, stopped_clock: StoppedClock
) -> None:
    pop(filled, "ns.q", batch=3, lease_key=KEY)
    stopped_clock.advance(300)
    lease = again(filled, batch=3)
    assert payloads(lease) == ['"a0"']  # after an expiry, half as many
    assert [each.delivery for each in lease.messages] == [2]


def test_the_lease_of_another_group_queue_or_partition_does_not_come(filled: Queues) -> None:
    push(filled, "ns.r", "r")
    pop(filled, "ns.q", "a", lease_key=KEY)
    assert payloads(again(filled, "ns.r")) == ['"r"']
    assert payloads(again(filled, "ns.q", "b")) == ['"b0"']
    assert payloads(again(filled, group="other")) == ['"a0"']
    # What stands first, where there is more than one.
    assert payloads(again(filled)) == ['"a0"', '"b0"']


def test_a_key_that_was_used_by_nobody_else_finds_nothing_else(filled: Queues) -> None:
    pop(filled, "ns.q")
    assert payloads(again(filled)) == ['"b0"']


def test_a_repeated_request_brings_its_acks_again(filled: Queues) -> None:
    first = pop(filled, "ns.q", batch=3)
    asked: dict[str, Any] = {"batch": 3, "lease_key": KEY}
    _, lease = take_next(filled, acks(first), "ns.q", **asked)
    outcomes, same = take_next(filled, acks(first), "ns.q", repeat=True, **asked)
    assert [(each.success, each.repeated) for each in outcomes] == [(True, True)] * 3
    assert same == lease
    assert payloads(lease) == ['"b0"', '"b1"', '"b2"']


def test_behind_many_rows_a_repetition_is_a_pop(filled: Queues, owner_url: str) -> None:
    """As docs/http/queue.md says: 2,000 of them."""
    pop(filled, "ns.q")
    pop(filled, "ns.q", lease_key=KEY)
    rewrite(owner_url, "_leased_again", ("limit 2000", "limit 1"))
    assert payloads(again(filled)) == ['"c0"']
