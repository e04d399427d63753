"""queen.read_overview: the whole system in one row."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def overview(resources: Resources) -> Any:
    return orjson.loads(orjson.dumps(resources.read_overview()))


NOTHING = {"avg": 0, "median": 0, "min": 0, "max": 0}


def test_an_empty_system(resources: Resources) -> None:
    found = overview(resources)
    assert found.pop("timestamp").endswith("Z")
    assert found == {
        "queues": 0,
        "partitions": 0,
        "namespaces": 0,
        "tasks": 0,
        "messages": {
            "total": 0,
            "pending": 0,
            "processing": 0,
            "completed": 0,
            "failed": 0,
            "deadLetter": 0,
        },
        "lag": {"time": NOTHING, "offset": NOTHING},
        "throughput": {"ingestedPerSecond": 0, "processedPerSecond": 0},
        "statsAge": None,
        "asOf": None,
        "ageSeconds": 0,
    }


def test_everything_is_counted_over_all_queues(resources: Resources, store: Queues) -> None:
    configure(store, "shop.orders", retry_delay=60_000)
    for queue in ("shop.orders", "shop.returns", "mail"):
        push(store, queue, 1, 2, 3, partition="p")
    lease = pop(store, "shop.orders", group="g", batch=2)
    store.ack(acks(lease, lease.messages[0], group="g", status="dlq"))
    store.ack(acks(lease, lease.messages[1], group="g", status="failed"))
    lease = pop(store, "shop.returns", group="g", batch=2)
    store.ack(acks(lease, lease.messages[0], group="g"))
    found = overview(resources)
    kinds = ("queues", "partitions", "namespaces", "tasks")
    assert [found[kind] for kind in kinds] == [3, 4, 2, 2]
    assert found["messages"] == {
        "total": 9,
        "pending": 2 + 1 + 3,
        "processing": 1,
        "completed": 1,
        "failed": 1,
        "deadLetter": 1,
    }


def counts(resources: Resources) -> tuple[int, int, int]:
    messages = overview(resources)["messages"]
    return messages["total"], messages["pending"], messages["completed"]


def test_history_before_a_new_group_is_not_completed(resources: Resources, store: Queues) -> None:
    """Seed 001: a group in mode `new` that consumed nothing completed nothing."""
    for partition in "ab":
        push(store, "q", 1, 2, 3, partition=partition)
    pop(store, "q", group="new", mode="new")
    assert counts(resources) == (6, 0, 0)
    push(store, "q", 4, partition="a")
    assert counts(resources) == (7, 1, 0)
    complete(store, pop(store, "q", group="new"), "new")
    assert counts(resources) == (7, 0, 4)  # of a, where it consumed; of b it consumed nothing
    pop(store, "q", group="too", mode="new")
    assert counts(resources) == (7, 0, 4)
    complete(store, pop(store, "q", group="all", batch=9, partitions=2), "all")
    assert counts(resources) == (7, 0, 7)


def test_history_without_deleted_messages_is_not_completed(
    resources: Resources, store: Queues, database: Database
) -> None:
    for number in range(5):
        push(store, "q", number, transactionId=f"t{number}")
    (_, partition, *_) = push(store, "q", 5)[0]
    StoredMessages(database, Encryption(Settings())).delete_message(str(partition), "t2")
    pop(store, "q", group="new", mode="new")
    assert counts(resources) == (5, 0, 0)
    push(store, "q", 6)
    pop(store, "other", group="new", mode="new")
    assert counts(resources) == (6, 1, 0)


def test_the_lag_is_spread_over_the_partitions_where_a_group_is_behind(
    resources: Resources, store: Queues, clock: Clock
) -> None:
    push(store, "q", *range(7), partition="a")
    push(store, "q", 1, partition="done")
    complete(store, pop(store, "q", "done", group="g"), "g")
    clock.advance(100)
    push(store, "q", 1, partition="b")
    clock.advance(200)
    push(store, "q", 1, partition="c")
    push(store, "nobody reads this", 1)
    pop(store, "q", group="g")
    lag = overview(resources)["lag"]
    assert lag["offset"] == {"avg": 3, "median": 1, "min": 1, "max": 7}
    assert {name: round(seconds / 10) for name, seconds in lag["time"].items()} == {
        "avg": round((300 + 200 + 0) / 30),
        "median": 20,
        "min": 0,
        "max": 30,
    }


def test_the_throughput_is_that_of_the_last_full_minutes(
    resources: Resources, store: Queues, owner_url: str
) -> None:
    configure(store, "q")
    for grain, minutes_ago, pushed in (
        *(("minute", 0, 1_000_000), ("minute", 1, 300), ("minute", 5, 600)),
        *(("minute", 6, 1_000_000), ("hour", 1, 1_000_000)),
    ):
        rows(
            owner_url,
            "insert into queen.queue_activity select q.id, %s,"
            " date_trunc('minute', queen.now()) - make_interval(mins => %s),"
            " %s, 0, %s, 0, 0, 0, 0, 0, 0 from queen.queues q",
            (grain, minutes_ago, pushed, pushed // 3),
        )
    assert overview(resources)["throughput"] == {"ingestedPerSecond": 3, "processedPerSecond": 1}


def test_it_says_how_old_the_counted_figures_are(
    resources: Resources, clock: Clock, owner_url: str
) -> None:
    rows(owner_url, "select queen.count_activity(true)")
    clock.advance(40)
    assert 40 <= overview(resources)["statsAge"] < 50
