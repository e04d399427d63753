"""queen.read_depth: what is left to do, for a group or for the slowest one."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.errors import QueueNotFound
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.clock import Clock
from tests.support.store import complete, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def depth(resources: Resources, group: str | None = None, limit: int = 100) -> Any:
    return orjson.loads(orjson.dumps(resources.read_depth("q", group=group, limit=limit)))


def numbers(found: Any) -> tuple[Any, ...]:
    return tuple(found[n] for n in ("pending", "processing", "partitionsPending", "subscribed"))


def by_partition(found: Any) -> list[tuple[str, int, int]]:
    return [(p["partition"], p["pending"], p["processing"]) for p in found["partitions"]]


def test_without_a_group_all_that_is_kept_is_pending(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    push(store, "q", 1, 2, partition="a")
    clock.advance(100)
    push(store, "q", 3, partition="b")
    found = depth(resources)
    assert numbers(found) == (3, 0, 2, None)
    assert by_partition(found) == [("a", 2, 0), ("b", 1, 0)]
    assert 100 <= found["partitions"][0]["lagSeconds"] < 110
    assert 0 <= found["partitions"][1]["lagSeconds"] < 10
    assert found["truncated"] is False


def test_a_groups_own_depth_and_that_of_the_slowest(resources: Resources, store: Queues) -> None:
    for partition in "ab":
        push(store, "q", *range(5), partition=partition)
    complete(store, pop(store, "q", "a", group="x", batch=4), "x")
    pop(store, "q", "b", group="x", batch=2)
    complete(store, pop(store, "q", group="y", batch=10, partitions=2), "y")
    assert numbers(depth(resources, "x")) == (4, 2, 2, True)
    assert by_partition(depth(resources, "x")) == [("b", 3, 2), ("a", 1, 0)]
    assert numbers(depth(resources, "y")) == (0, 0, 0, True)
    assert by_partition(depth(resources)) == [("b", 3, 2), ("a", 1, 0)]


def test_a_partition_that_is_held_as_a_whole_has_nothing_pending(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    assert numbers(depth(resources, "g")) == (0, 1, 0, True)


def test_a_group_that_never_popped_would_start_at_what_is_kept(
    resources: Resources, store: Queues
) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="done", batch=2), "done")
    assert numbers(depth(resources, "new here")) == (2, 0, 1, False)
    assert numbers(depth(resources)) == (0, 0, 0, None)


def test_the_partitions_with_most_to_do_are_told(resources: Resources, store: Queues) -> None:
    for partition in range(1, 6):
        push(store, "q", *range(partition), partition=str(partition))
    found = depth(resources, limit=2)
    assert by_partition(found) == [("5", 5, 0), ("4", 4, 0)]
    assert numbers(found) == (15, 0, 5, None)
    assert found["truncated"] is True


def test_a_queue_that_is_not_there_has_no_depth(resources: Resources) -> None:
    with pytest.raises(QueueNotFound):
        depth(resources)
