"""queen.extend: prolongs a live lease in all of its partitions, and never shortens it."""

from datetime import timedelta

from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import value
from tests.support.store import complete, pop, push

EXPIRY = "select min(lease_expires_at) from queen.partition_consumers"


def test_a_live_lease_runs_from_now_on(store: Queues, clock: Clock, owner_url: str) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    clock.advance(250)
    before = value(owner_url, "select queen.now()")
    renewed, until, seconds = store.extend(lease.id, 100)
    assert (renewed, seconds) == (1, 100)
    assert until is not None
    assert until == value(owner_url, EXPIRY)
    assert timedelta(seconds=100) <= until - before < timedelta(seconds=110)


def test_a_lease_is_never_shortened(store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    before = value(owner_url, EXPIRY)
    renewed, until, seconds = store.extend(lease.id, 10)
    assert (renewed, until) == (1, before)
    assert seconds in range(290, 300)
    assert value(owner_url, EXPIRY) == before


def test_every_partition_of_the_lease_is_prolonged(
    store: Queues, clock: Clock, owner_url: str
) -> None:
    for partition in "abc":
        push(store, "q", 1, partition=partition)
    lease = pop(store, "q", batch=3, partitions=3)
    assert store.extend(lease.id, 1_000)[0] == 3
    assert value(owner_url, "select count(*) from queen.partition_leases") == 3
    clock.advance(999)
    assert pop(store, "q").messages == []


def test_another_lease_of_the_partition_is_left_alone(store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    lease = pop(store, "q", group="one")
    pop(store, "q", group="two")
    other = "select lease_expires_at from queen.partition_leases where consumer_group = 'two'"
    before = value(owner_url, other)
    assert store.extend(lease.id, 1_000)[0] == 1
    assert value(owner_url, other) == before


def test_a_lease_that_ended_is_not_prolonged(store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2)
    first = pop(store, "q")
    complete(store, first)
    second = pop(store, "q")
    assert store.extend(first.id, 60) == (0, None, None)
    clock.advance(301)
    assert store.extend(second.id, 60) == (0, None, None)


def test_what_is_no_lease_is_not_prolonged(store: Queues) -> None:
    push(store, "q", 1)
    fence = pop(store, "q").id.partition(".")[0]
    for name in ("", "x", fence, f"{fence}.999", f"{fence}.x", f"{fence}.{2**63}"):
        assert store.extend(name, 60) == (0, None, None)
