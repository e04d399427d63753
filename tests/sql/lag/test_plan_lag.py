"""queen.plan_lag: ranges of partitions that are about equally large."""

from __future__ import annotations

from typing import Any

from regent.stores.queue import Queues
from tests.support.rows import rows
from tests.support.store import pop, push


def plan(url: str, pieces: int, least_rows: int = 1, most_rows: int = 100) -> list[tuple[Any, ...]]:
    """(first, last, weight) of each range."""
    found = rows(url, "select * from queen.plan_lag(%s, %s, %s)", (pieces, least_rows, most_rows))
    return [tuple(row.values()) for row in found]


def test_nothing_is_no_range(owner_url: str) -> None:
    assert plan(owner_url, 4) == []


def test_ranges_follow_each_other_and_are_equally_heavy(store: Queues, owner_url: str) -> None:
    for number in range(8):
        push(store, "q", 1, partition=str(number))
    assert plan(owner_url, 4) == [(1, 2, 2), (3, 4, 2), (5, 6, 2), (7, 8, 2)]
    assert plan(owner_url, 3) == [(1, 3, 3), (4, 6, 3), (7, 8, 2)]
    assert plan(owner_url, 1) == [(1, 8, 8)]
    assert plan(owner_url, 100) == [(number, number, 1) for number in range(1, 9)]


def test_a_partition_weighs_as_much_as_its_queue_has_groups(store: Queues, owner_url: str) -> None:
    for number in range(4):
        push(store, "busy", 1, partition=str(number))
    for number in range(12):
        push(store, "quiet", 1, partition=str(number))
    for group in ("g", "h"):
        pop(store, "busy", group=group)
    assert plan(owner_url, 2) == [(1, 4, 12), (5, 16, 12)]


def test_small_ranges_are_not_worth_a_reader(store: Queues, owner_url: str) -> None:
    for number in range(8):
        push(store, "q", 1, partition=str(number))
    assert plan(owner_url, 8, least_rows=4) == [(1, 4, 4), (5, 8, 4)]
    assert plan(owner_url, 8, least_rows=5_000) == [(1, 8, 8)]


def test_large_ranges_take_too_long(store: Queues, owner_url: str) -> None:
    for number in range(8):
        push(store, "q", 1, partition=str(number))
    assert plan(owner_url, 1, most_rows=5) == [(1, 4, 4), (5, 8, 4)]
    assert plan(owner_url, 3, most_rows=5) == plan(owner_url, 3)
