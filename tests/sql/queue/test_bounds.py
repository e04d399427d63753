"""How many queues, partitions and groups there may be: who would make one more is refused."""

from __future__ import annotations

import pytest

from regent.errors import BoundReached
from regent.install import install
from regent.settings import Settings
from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import configure, pop, push, request


def bound(owner_url: str, **bounds: int) -> None:
    """The database of an installation with these settings."""
    most = {f"max_{name}": number for name, number in bounds.items()}
    install(owner_url, settings=Settings(**most))  # type: ignore[arg-type]


def payloads(store: Queues, queue: str) -> list[object]:
    return [message.payload for message in pop(store, queue, batch=10, partitions=10).messages]


def test_a_fresh_database_has_the_bounds_of_the_settings(owner_url: str) -> None:
    (row,) = rows(owner_url, "select queues, partitions, groups from queen.bounds")
    assert row == {"queues": 100_000, "partitions": 1_000_000, "groups": 1_000}
    bound(owner_url, queues=7, partitions=8, groups=9)
    (row,) = rows(owner_url, "select queues, partitions, groups from queen.bounds")
    assert row == {"queues": 7, "partitions": 8, "groups": 9}


def test_a_queue_too_many_is_refused_and_nothing_is_stored(store: Queues, owner_url: str) -> None:
    bound(owner_url, queues=2)
    push(store, "a", 1)
    push(store, "b", 2)
    with pytest.raises(BoundReached) as refused:
        store.push([{"queue": "a", "payload": 3}, {"queue": "c", "payload": 4}])
    assert refused.value.message == (
        "queues: 2 of at most 2, and 'c' would be one more (REGENT_MAX_QUEUES, on AWS maxQueues):"
        " delete what nobody uses, or raise the bound"
    )
    assert refused.value.detail == {"setting": "REGENT_MAX_QUEUES", "bound": 2, "there": 2}
    assert payloads(store, "a") == ["1"]
    push(store, "b", 5)
    assert payloads(store, "b") == ["2", "5"]


def test_a_queue_that_is_deleted_makes_place_for_another(store: Queues, owner_url: str) -> None:
    bound(owner_url, queues=2)
    for number in range(5):
        push(store, f"q{number}", number)
        store.delete_queue(f"q{number}")
    push(store, "a", 1)
    push(store, "b", 1)
    with pytest.raises(BoundReached):
        push(store, "c", 1)


def test_configure_and_topics_are_held_to_the_bound_too(
    store: Queues, members: Members, owner_url: str
) -> None:
    bound(owner_url, queues=1)
    configure(store, "a", lease_time=10)
    configure(store, "a", lease_time=20)
    with pytest.raises(BoundReached, match="'b' would be one more"):
        configure(store, "b", lease_time=10)
    with pytest.raises(BoundReached, match="'t' would be one more"):
        members.create_topic("t", 2)
    assert value(owner_url, "select count(*) from queen.queues") == 1


def test_a_partition_too_many_is_refused_and_nothing_is_stored(
    store: Queues, owner_url: str
) -> None:
    bound(owner_url, partitions=3)
    store.push([{"queue": "q", "partition": name, "payload": name} for name in ("a", "b")])
    with pytest.raises(BoundReached) as refused:
        store.push([{"queue": "q", "partition": name, "payload": 0} for name in ("a", "c", "d")])
    assert refused.value.message == (
        "partitions of queue q: 2 of at most 3, and 'c' and others would be 2 more (REGENT_MAX_"
        "PARTITIONS, on AWS maxPartitions): delete what nobody uses, or raise the bound"
    )
    push(store, "q", "c", partition="c")
    push(store, "another", 1, partition="d")
    push(store, "q", "again", partition="a")
    assert payloads(store, "q") == ['"a"', '"again"', '"b"', '"c"']


def test_a_group_too_many_is_refused_and_writes_no_row(store: Queues, owner_url: str) -> None:
    bound(owner_url, groups=2)
    store.push([{"queue": "q", "partition": name, "payload": name} for name in ("a", "b")])
    pop(store, "q", group="one")
    pop(store, "q", "a", group="two")
    with pytest.raises(BoundReached) as refused:
        pop(store, "q", group="three")
    assert refused.value.message == (
        "groups of queue q: 2 of at most 2, and 'three' would be one more (REGENT_MAX_GROUPS, on"
        " AWS maxGroups): delete what nobody uses, or raise the bound"
    )
    with pytest.raises(BoundReached):
        pop(store, "q", "b", group="three")
    with pytest.raises(BoundReached):
        store.pop_matching("q", "", request(group="three"))
    there = "select count(*) from queen.consumer_groups_metadata where consumer_group = 'three'"
    assert value(owner_url, there) == 0
    assert value(owner_url, "select count(*) from queen.partition_consumers") == 3
    assert pop(store, "q", group="two").messages != []


def test_groups_that_wait_for_a_queue_are_bounded_too(store: Queues, owner_url: str) -> None:
    bound(owner_url, groups=2)
    for group in ("one", "two", "one"):
        assert pop(store, "later", group=group).messages == []
    with pytest.raises(BoundReached) as refused:
        pop(store, "later", group="three")
    assert refused.value.message.startswith(
        "groups that subscribed alike: 2 of at most 2, and 'three' would be one more"
    )
    with pytest.raises(BoundReached):
        [store.pop_matching("space", "", request(group=group)) for group in "abc"]
    push(store, "later", 1)
    assert pop(store, "later", group="two").messages != []


def test_a_group_with_members_counts(store: Queues, members: Members, owner_url: str) -> None:
    bound(owner_url, groups=1)
    members.create_topic("t", 2)
    members.register_group("t", "one", delete_when_empty=False)
    members.register_group("t", "one", delete_when_empty=False)
    with pytest.raises(BoundReached, match="'G_t_two' would be one more"):
        members.register_group("t", "two", delete_when_empty=False)


def test_a_bound_that_was_lowered_keeps_what_is_there(store: Queues, owner_url: str) -> None:
    store.push([{"queue": "q", "partition": name, "payload": name} for name in ("a", "b")])
    pop(store, "q", group="one")
    pop(store, "q", group="two")
    bound(owner_url, queues=1, partitions=1, groups=1)
    push(store, "q", "more", partition="b")
    assert pop(store, "q", group="two").messages != []
