"""Two sessions that make the same thing, take the last place, or push the same message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from regent.stores.queue_types import PopRequest
from tests.races.sessions import (
    STUCK_SECONDS,
    Open,
    Session,
    Watcher,
    behind,
    drain,
    follow,
    item,
    push,
)
from tests.support.rows import rows


def test_two_configures_of_a_new_queue_make_one(session, watcher):
    one, two = session(), session()
    made = one.queues.configure(
        "q", namespace=None, task=None, partitions=None, options={"lease_time": 10}
    )
    call = two.start(
        two.queues.configure,
        "q", namespace=None, task=None, partitions=None, options={"lease_time": 20},
    )  # fmt: skip
    assert behind(one, two, watcher, call) == made._replace(revision=3)
    assert two.queues.configure("q", namespace=None, task=None, partitions=None, options={})


def first_pushes(session: Open, watcher: Watcher, partition: str) -> Any:
    """Two first pushes to one partition, of a queue that is missing (``p``) or there (``made``)."""
    one, two = session(), session()
    if partition == "made":
        follow(one, "other")
    push(one, "one", partition=partition)
    call = two.start(push, two, "two", partition=partition)
    failure = behind(one, two, watcher, call)
    return failure or [name for name in drain(one) if not name.startswith("seed")]


@pytest.mark.parametrize("partition", ["p", "made"])
def test_two_first_pushes_make_one_partition(session, watcher, partition):
    assert first_pushes(session, watcher, partition) == ["one", "two"]


def test_making_a_queue_without_looking_again_is_caught(session, watcher, broken):
    broken("_create_queue", ("on conflict do nothing returning id", "returning id"))
    assert first_pushes(session, watcher, "p") == "23505"


def test_making_a_partition_without_looking_again_is_caught(session, watcher, broken):
    broken("_create_partitions", ("on conflict do nothing returning id)", "returning id)"))
    assert first_pushes(session, watcher, "made") == "23505"


def test_a_configure_and_a_first_push_make_one_queue(session, watcher):
    one, two = session(), session()
    push(one, "one", partition="Default")
    call = two.start(
        two.queues.configure,
        "q", namespace=None, task=None, partitions=None, options={"lease_time": 7},
    )  # fmt: skip
    behind(one, two, watcher, call)
    assert drain(one) == ["one"]


def last_place(session: Open, watcher: Watcher, store) -> tuple[Any, list[str]]:
    store.configure("q", namespace=None, task=None, partitions=None, options={"max_queue_size": 3})
    one, two = session(), session()
    push(one, "first", "second")
    one.commit()
    push(one, "third")
    call = two.start(push, two, "one too many", partition="elsewhere")
    return behind(one, two, watcher, call), drain(one)


def test_the_last_place_of_a_limited_queue_goes_to_exactly_one(session, watcher, store):
    refused, stored = last_place(session, watcher, store)
    assert refused == "RG001"
    assert stored == ["first", "second", "third"]


def test_counting_without_the_queues_lock_is_caught(session, watcher, store, broken):
    broken("_reserve_capacity", ("order by q.id for no key update loop", "order by q.id loop"))
    store.push([item("q", "make room", "elsewhere")])
    drain(session(autocommit=True))
    _, stored = last_place(session, watcher, store)
    assert len(stored) == 4


def same_message(session: Open, watcher: Watcher) -> tuple[list[tuple[bool, str]], list[str]]:
    """[(duplicate, id) of both pushes], and the stored payloads."""
    one, two = session(), session()
    follow(one, "p")
    (first,) = one.queues.push([item("q", "message", transaction="t")])
    call = two.start(two.queues.push, [item("q", "message", transaction="t")])
    (second,) = behind(one, two, watcher, call)
    answers = [(pushed.duplicate, pushed.message_id) for pushed in (first, second)]
    return answers, drain(one)


def test_the_same_transaction_id_at_once_is_stored_once(session, watcher):
    ((queued, winner), (duplicate, named)), stored = same_message(session, watcher)
    assert (queued, duplicate) == (False, True)
    assert named == winner
    assert stored == ["message"]


def test_a_duplicate_that_is_not_looked_up_is_caught(session, watcher, broken):
    broken(
        "push",
        (
            "exception when unique_violation then",
            """exception when unique_violation then
                   return query
                   select u.lane::integer, u.id, u.name, null::jsonb, null::bigint, null::integer,
                              null::integer[]
                     from unnest(v_ids, v_names) with ordinality u(id, name, lane);
                   return;""",
        ),
    )
    ((_, winner), (duplicate, named)), stored = same_message(session, watcher)
    assert not duplicate
    assert named != winner
    assert stored == ["message"]


def test_a_duplicate_of_a_push_that_is_rolled_back_is_stored(session, watcher):
    one, two = session(), session()
    follow(one, "p")
    one.queues.push([item("q", "message", transaction="t")])
    call = two.start(two.queues.push, [item("q", "message", transaction="t")])
    watcher.waits(two, call)
    one.rollback()
    assert [pushed.duplicate for pushed in call.result(STUCK_SECONDS)] == [False]
    two.commit()
    assert drain(one) == ["message"]


DURING_A_DELETE: dict[str, Callable[[Session], Any]] = {
    "push": lambda each: push(each, "new"),
    "push to a new partition": lambda each: push(each, "new", partition="new"),
    "push over two queues": lambda each: each.queues.push(
        [item("other", "new"), item("q", "new"), item("q", "new", "r")]
    ),
    "first pop": lambda each: each.queues.pop("q", None, PopRequest(group="another")),
    "pop": lambda each: each.queues.pop("q", None, PopRequest(group="g")),
    "configure": lambda each: each.queues.configure(
        "q", namespace=None, task=None, partitions=None, options={}
    ),
    "delete": lambda each: each.queues.delete_queue("q"),
}


@pytest.mark.parametrize("what", DURING_A_DELETE)
def test_what_runs_into_the_deletion_of_its_queue_does_not_break(session, watcher, what):
    """The call acts as if it had come after the deletion, or says that it must be repeated."""
    one, two = session(), session()
    follow(one, "p", "r")
    follow(one, "p", queue="other")
    push(one, "old")
    one.commit()
    assert one.queues.delete_queue("q")
    answer = behind(one, two, watcher, two.start(DURING_A_DELETE[what], two))
    if answer == "40001":  # regent.database repeats the call
        answer = DURING_A_DELETE[what](two)
        two.commit()
    assert not isinstance(answer, str), f"SQLSTATE {answer}"
    if what.startswith("push"):
        assert set(drain(two)) == {"new"}


# The last queue that the settings allow.


def the_last_queue(session: Open, watcher: Watcher, owner_url: str) -> Any:
    """Two sessions that make it under two names; why the second one's push failed."""
    one, two = session(), session()
    push(one, "first", queue="a")
    one.commit()
    rows(owner_url, "update queen.bounds set queues = 2 returning queues")
    push(one, "one", queue="b")
    call = two.start(push, two, "two", queue="c")
    return behind(one, two, watcher, call)


def test_two_sessions_do_not_make_one_queue_too_many(session, watcher, owner_url):
    assert the_last_queue(session, watcher, owner_url) == "RG016"


def test_counting_queues_that_others_make_at_once_is_caught(session, watcher, owner_url, broken):
    broken("_create_queue", ("perform _lock_subscriptions();", ""))
    assert the_last_queue(session, watcher, owner_url) is None
