"""A release by key and the pop of that key take turns: what the pop takes is given back."""

from __future__ import annotations

import pytest

from regent.stores.queue_types import Source
from tests.races.sessions import Open, Watcher, behind, follow, payloads, push
from tests.support import store

KEY = "01a1ef2e-be52-7293-8b8d-017564f12a90"


def released_during_a_pop(session: Open, watcher: Watcher) -> tuple[int, list[str]]:
    """A pop has leased, and has not committed, when its client gives up. How many partitions are
    given back, and what the next pop finds."""
    one, two = session(), session()
    follow(one, "a")
    push(one, "a", partition="a")
    one.commit()
    store.pop(one.queues, "q", group="g", lease_key=KEY)
    call = two.start(two.queues.release, KEY, Source("q"), "g")
    released = behind(one, two, watcher, call)
    return released, payloads(store.pop(one.queues, "q", group="g"))


def test_what_a_pop_is_about_to_take_is_given_back(session, watcher):
    assert released_during_a_pop(session, watcher) == (1, ["a"])


def test_a_release_that_does_not_wait_for_its_pop_is_caught(session, watcher, broken):
    broken("release", ("perform _lock_key(p_lease, 4447);", ""))
    assert released_during_a_pop(session, watcher) == (0, [])


@pytest.mark.parametrize("id_names_partitions", [True, False])
def test_of_a_release_and_an_ack_one_counts(session, watcher, id_names_partitions):
    one, two = session(), session()
    follow(one, "a")
    push(one, "a", partition="a")
    one.commit()
    lease = store.pop(one.queues, "q", group="g", lease_key=KEY)
    one.commit()
    (acked,) = one.queues.ack(store.acks(lease, group="g"))
    assert acked.success
    name = lease.id if id_names_partitions else KEY
    call = two.start(two.queues.release, name, Source("q"), "g")
    assert behind(one, two, watcher, call) == 0
    assert payloads(store.pop(one.queues, "q", group="g")) == []
