"""A pop and its repetition, under one key, take turns: they never take two leases."""

from __future__ import annotations

from typing import Any

import pytest

from regent.stores.queue_types import Lease
from tests.races.sessions import (
    Open,
    Session,
    Watcher,
    acks,
    behind,
    by_the_long_way,
    follow,
    payloads,
    push,
)
from tests.support import store

KEY = "01a1ef2e-be52-7293-8b8d-017564f12a90"
ASKED: dict[str, Any] = {"group": "g", "lease_key": KEY}


def by_queue(session: Session, *, repeat: bool = False) -> Lease:
    return store.pop(session.queues, "q", repeat=repeat, **ASKED)


def by_label(session: Session, *, repeat: bool = False) -> Lease:
    return session.queues.pop_matching("q", "", store.request(repeat=repeat, **ASKED))


def with_acks(session: Session, *, repeat: bool = False) -> Lease:
    return store.take_next(session.queues, [], "q", repeat=repeat, **ASKED)[1]


def one_key_twice(session: Open, watcher: Watcher, first, again) -> list[list[str]]:
    """The repetition comes while the first one is not committed."""
    one, two = session(), session()
    follow(one, "a", "b")
    by_label(one)
    for name in "ab":
        push(one, name, partition=name)
        one.commit()
    taken = payloads(first(one))
    call = two.start(again, two, repeat=True)
    return [taken, payloads(behind(one, two, watcher, call))]


@pytest.mark.parametrize("first", [by_queue, by_label, with_acks])
@pytest.mark.parametrize("again", [by_queue, by_label, with_acks])
def test_a_repetition_gets_what_the_first_one_is_about_to_take(session, watcher, first, again):
    assert one_key_twice(session, watcher, first, again) == [["a"], ["a"]]


def test_a_repetition_gets_it_by_the_long_way_too(session, watcher, broken):
    by_the_long_way(broken)
    first = again = by_queue
    assert one_key_twice(session, watcher, first, again) == [["a"], ["a"]]


@pytest.mark.parametrize("again", [by_queue, by_label, with_acks])
def test_a_repetition_that_does_not_wait_is_caught(session, watcher, broken, again):
    broken("_lock_key", ("uuid_hash_extended(p_key, p_kind)", "pg_backend_pid()"))
    assert one_key_twice(session, watcher, by_queue, again) == [["a"], ["b"]]


def test_a_repetition_behind_its_own_acks(session, watcher):
    """The first request holds the row of its ack. Its repetition waits for the key, then answers
    for the ack once more, and gets the same lease."""
    one, two = session(), session()
    follow(one, "a", "b")
    for name in "ab":
        push(one, name, partition=name)
        one.commit()
    held = store.pop(one.queues, "q", group="g")
    one.commit()
    outcomes, lease = store.take_next(one.queues, acks(held), "q", **ASKED)
    assert (outcomes[0].success, payloads(lease)) == (True, ["b"])
    call = two.start(store.take_next, two.queues, acks(held), "q", repeat=True, **ASKED)
    watcher.waits(two, call)
    repeated, same = behind(one, two, watcher, call)
    assert (repeated[0].repeated, same.id, payloads(same)) == (True, lease.id, ["b"])
