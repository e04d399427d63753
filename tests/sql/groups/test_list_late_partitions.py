"""queen.list_late_partitions: where groups are late."""

import pytest

from regent.database import Database
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.store import complete, pop, push


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def late(groups: Groups, seconds: int, limit: int = 100, **of: str) -> list[tuple[str, str]]:
    found = groups.list_late_partitions(seconds, of.get("group"), of.get("queue"), limit)
    return [(row["consumerGroup"], row["partitionName"]) for row in found.rows]


def test_the_oldest_message_comes_first(groups: Groups, store: Queues, clock: Clock) -> None:
    for partition in ("a", "b", "c"):
        push(store, "q", 1, 2, partition=partition)
        clock.advance(100)
    complete(store, pop(store, "q", "a", group="g", batch=2), "g")
    pop(store, "q", group="g")
    pop(store, "q", group="h", mode="new")
    assert late(groups, 0) == [("g", "b"), ("g", "c")]
    assert late(groups, 150) == [("g", "b")]
    assert late(groups, 300) == []
    assert late(groups, 0, limit=1) == [("g", "b")]
    assert late(groups, 0, group="h") == []
    assert late(groups, 0, group="g", queue="q") == [("g", "b"), ("g", "c")]
    assert late(groups, 0, queue="nowhere") == []


def test_a_row_says_who_is_how_late_and_where(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2, 3)
    complete(store, pop(store, "q", group="g"), "g")
    lease = pop(store, "q", group="g")
    clock.advance(200)
    (row,) = groups.list_late_partitions(60, None, None, 10).rows
    assert row.pop("timeLagSeconds") in (200, 201)
    assert row.pop("oldestUnconsumedAt").endswith("Z")
    assert row.pop("lastConsumedAt").endswith("Z")
    assert row == {
        "consumerGroup": "g",
        "queueName": "q",
        "partitionName": "Default",
        "partitionId": str(lease.messages[0].partition_id),
        "workerId": lease.id.split(".")[0],
        "offsetLag": 2,
    }


def test_a_group_that_never_consumed_has_no_worker_and_no_last_time(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    clock.advance(3_601)
    (row,) = groups.list_late_partitions(3_600, None, None, 10).rows
    assert (row["workerId"], row["lastConsumedAt"]) == (None, None)
