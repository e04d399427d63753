"""A message that kills its consumers takes no message of another partition along."""

from __future__ import annotations

import pytest

from regent.stores import Queues
from tests.support.clock import StoppedClock
from tests.support.rows import dead_letters
from tests.support.store import complete, configure, payloads, pop, push

LEASE_SECONDS = 60
#: Enough for a poison message to be found, and for everything else to be done.
ROUNDS = 40


def consumed(store: Queues, clock: StoppedClock, poison: str, rounds: int = ROUNDS) -> list[str]:
    """A consumer that takes three partitions at once, and dies with each lease that holds the
    poison; what it completed."""
    done: list[str] = []
    for _ in range(rounds):
        lease = pop(store, "q", group="g", batch=10, partitions=3)
        if poison in payloads(lease):
            clock.advance(LEASE_SECONDS + 1)
        elif lease.messages:
            done += payloads(lease)
            complete(store, lease, "g")
    return done


@pytest.fixture
def queue(store: Queues) -> Queues:
    """A poison message in the middle of five partitions, two messages in each."""
    configure(store, "q", lease_time=LEASE_SECONDS, retry_limit=2, retry_delay=0)
    for partition in "abcde":
        push(store, "q", f"{partition}1", f"{partition}2", partition=partition)
    return store


def buried(owner_url: str) -> list[str]:
    return [str(payload) for payload, *_ in dead_letters(owner_url)]


def shared_and_lost(store: Queues, clock: StoppedClock, *, partitions: int = 3) -> None:
    """A lease of up to three partitions, one message in each, runs out. No message has a retry."""
    configure(store, "q", lease_time=LEASE_SECONDS, retry_limit=0, retry_delay=0)
    for partition in "abc":
        push(store, "q", partition, partition=partition)
    pop(store, "q", group="g", batch=10, partitions=partitions)
    clock.advance(LEASE_SECONDS + 1)
    pop(store, "q", group="g", batch=10, partitions=3)


EVERYTHING = {f'"{partition}{number}"' for partition in "abcde" for number in (1, 2)}


@pytest.mark.parametrize("poison", ['"a1"', '"c1"', '"c2"', '"e2"'])
def test_only_the_guilty_message_is_buried(queue, stopped_clock, owner_url, poison):
    done = consumed(queue, stopped_clock, poison)
    assert sorted(done) == sorted(EVERYTHING - {poison})
    assert buried(owner_url) == [poison.strip('"')]


def test_partitions_that_never_failed_are_still_leased_together(queue, stopped_clock):
    lease = pop(queue, "q", group="g", batch=10, partitions=3)
    assert len({message.partition_id for message in lease.messages}) == 3


def test_a_partition_that_failed_comes_alone_and_first(queue, stopped_clock):
    for _ in range(2):  # its two messages at once, then one
        pop(queue, "q", "a", group="g", batch=10)
        stopped_clock.advance(LEASE_SECONDS + 1)
    lease = pop(queue, "q", group="g", batch=10, partitions=3)
    assert payloads(lease) == ['"a1"']


def test_without_retries_a_shared_lease_buries_nobody(store, stopped_clock, owner_url):
    shared_and_lost(store, stopped_clock)
    assert buried(owner_url) == []


def test_without_retries_a_message_alone_in_its_lease_is_buried_at_once(
    store, stopped_clock, owner_url
):
    shared_and_lost(store, stopped_clock, partitions=1)
    assert buried(owner_url) == ["a"]


def test_a_burial_that_forgets_the_other_partitions_is_caught(
    store, stopped_clock, owner_url, broken
):
    broken("_judge_batch", (" or p_row.lease_shared", ""))
    shared_and_lost(store, stopped_clock)
    assert buried(owner_url) == ["a", "b", "c"]


def test_a_poison_that_is_never_alone_is_caught(queue, stopped_clock, owner_url, broken):
    broken("_claimable", ("alone := coalesce(v_row.batch_limit = 1, false);", "alone := false;"))
    consumed(queue, stopped_clock, '"c1"')
    assert len(buried(owner_url)) != 1
