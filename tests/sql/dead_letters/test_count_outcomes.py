"""queen.count_outcomes: what groups made of messages so far."""

from __future__ import annotations

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.dead_letters import bury
from tests.support.rows import value
from tests.support.store import acks, complete, pop, push

Counts = list[tuple[str, str, int, int, int, int]]


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def counted(dead: DeadLetters, *ranges: tuple[int, int, int], group: str | None = None) -> Counts:
    names = ("queue", "consumerGroup", "messages", "completed", "open", "dead")
    return [
        tuple(row[name] for name in names)  # type: ignore[misc]
        for row in dead.count_outcomes(ranges, group)
    ]


def test_copies_are_open_then_completed_or_dead_again(dead: DeadLetters, store: Queues) -> None:
    bury(store, "q", 1, 2, 3, group="g")
    complete(store, pop(store, "q", group="h", batch=3), "h")
    moved = dead.redrive(LetterFilter(queue="q"), None, 10)
    copies = (moved[0].partition_id, moved[0].offset, len(moved))
    assert counted(dead, copies) == [("q", "g", 3, 0, 3, 0), ("q", "h", 3, 0, 3, 0)]
    lease = pop(store, "q", group="g", batch=3)
    first, second, _ = acks(lease, group="g")
    store.ack([first, {**second, "status": "dlq"}])
    assert counted(dead, copies, group="g") == [("q", "g", 3, 1, 1, 1)]
    complete(store, pop(store, "q", group="h", batch=3), "h")
    assert counted(dead, copies) == [("q", "g", 3, 1, 1, 1), ("q", "h", 3, 3, 0, 0)]
    assert counted(dead, copies, group="nobody") == []


def test_ranges_end_at_the_head_and_gone_partitions_are_left_out(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g")
    partition = value(owner_url, "select id from queen.partitions")
    largest = 2**63 - 1
    assert counted(dead, (partition, 1, 1_000_000_000)) == [("q", "g", 1, 0, 1, 0)]
    assert counted(dead, (partition, largest, 1_000_000_000)) == [("q", "g", 0, 0, 0, 0)]
    assert counted(dead, (partition + 1, 0, 1)) == []
    assert counted(dead) == []


def test_a_group_has_all_open_where_it_never_popped(dead: DeadLetters, store: Queues) -> None:
    push(store, "q", 1, partition="a")
    pop(store, "q", "a", group="g")
    (pushed,) = push(store, "q", 1, partition="b")
    assert counted(dead, (pushed.partition_id, 0, 1)) == [("q", "g", 1, 0, 1, 0)]
