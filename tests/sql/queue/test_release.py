"""queen.release: a lease is given back without naming its messages, or even its partitions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regent.stores.queue import Queues
from regent.stores.queue_types import QUEUE_MODE, Lease, Source
from tests.races.sessions import rewrite
from tests.support.clock import Clock
from tests.support.rows import value
from tests.support.store import acks, payloads, pop, push, request

KEY = "01a1ef2e-be52-7293-8b8d-017564f12a90"
OTHER = "01a1ef2e-be52-7293-8b8d-017564f12a91"
LEASED = "select count(*) from queen.partition_consumers where lease_id is not null"
#: The places to take from, each with the pop that took there.
PLACES: dict[str, tuple[Source, Callable[..., Lease]]] = {
    "queue": (Source("ns.q"), lambda store, **asked: pop(store, "ns.q", **asked)),
    "partition": (Source("ns.q", "a"), lambda store, **asked: pop(store, "ns.q", "a", **asked)),
    "namespace": (
        Source(namespace="ns"),
        lambda store, **asked: store.pop_matching("ns", "", request(**asked)),
    ),
    "task": (
        Source(task="q"),
        lambda store, **asked: store.pop_matching("", "q", request(**asked)),
    ),
}


@pytest.fixture
def filled(store: Queues) -> Queues:
    """Two messages in each of three partitions."""
    for name in "abc":
        push(store, "ns.q", *(f"{name}{number}" for number in range(2)), partition=name)
    return store


def test_a_lease_is_given_back_in_all_of_its_partitions_uncounted(
    filled: Queues, owner_url: str
) -> None:
    lease = pop(filled, "ns.q", batch=6, partitions=3)
    assert filled.release(lease.id, Source(), QUEUE_MODE) == 3
    assert value(owner_url, LEASED) == 0
    again = pop(filled, "ns.q", batch=6, partitions=3)
    assert sorted(payloads(again)) == sorted(payloads(lease))
    assert {(each.delivery, each.failed_attempts) for each in again.messages} == {(2, 0)}
    assert filled.release(lease.id, Source(), QUEUE_MODE) == 0
    assert [each.success for each in filled.ack(acks(again))] == [True] * 6


@pytest.mark.parametrize("place", PLACES)
def test_a_key_alone_finds_what_its_pop_took(filled: Queues, owner_url: str, place: str) -> None:
    source, take = PLACES[place]
    take(filled, group="g")
    taken = 1 if source.partition else 2
    lease = take(filled, group="h", lease_key=KEY, batch=6, partitions=taken)
    other = take(filled, group="i", lease_key=OTHER, batch=6, partitions=taken)
    assert filled.release(KEY, source, "h") == taken
    assert filled.release(KEY, source, "h") == 0
    assert filled.release(KEY, source, "i") == 0
    again = take(filled, group="h", batch=6, partitions=3)
    assert set(payloads(lease)) <= set(payloads(again))
    assert [each.success for each in filled.ack(acks(other, group="i"))] == [True] * 2 * taken


def test_what_was_completed_stays_completed(filled: Queues) -> None:
    lease = pop(filled, "ns.q", "a", batch=2)
    filled.ack(acks(lease, lease.messages[0]))
    assert filled.release(lease.id, Source(), QUEUE_MODE) == 1
    assert payloads(pop(filled, "ns.q", "a", batch=2)) == ['"a1"']


def test_a_lease_that_ran_out_is_no_longer_given_back(filled: Queues, clock: Clock) -> None:
    lease = pop(filled, "ns.q", "a", batch=2, lease_key=KEY)
    clock.advance(301)
    assert filled.release(lease.id, Source(), QUEUE_MODE) == 0
    assert filled.release(KEY, Source("ns.q"), QUEUE_MODE) == 0
    (message,) = pop(filled, "ns.q", "a").messages
    assert message.failed_attempts == 1  # its consumer may have died of it


@pytest.mark.parametrize("lease", ["x", "a.b", f"{KEY}.x", f"{KEY}.9", KEY])
def test_what_is_no_lease_is_given_back_by_nobody(filled: Queues, lease: str) -> None:
    pop(filled, "ns.q", batch=6, partitions=3)
    assert filled.release(lease, Source("ns.q"), QUEUE_MODE) == 0
    assert pop(filled, "ns.q").messages == []


def test_a_release_that_counts_an_attempt_is_caught(filled: Queues, owner_url: str) -> None:
    rewrite(owner_url, "release", ("coalesce(v_row.completed, '{}'), true", "'{}', false"))
    with pytest.raises(AssertionError):
        test_a_lease_is_given_back_in_all_of_its_partitions_uncounted(filled, owner_url)
