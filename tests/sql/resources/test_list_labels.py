"""queen.list_labels: the namespaces and tasks that queues have."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.paging import Page
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.support.store import complete, configure, pop, push

#: What a list says of its numbers when they are of this moment.
NOW = {"asOf": None, "ageSeconds": 0}


@pytest.fixture
def resources(database: Database) -> Resources:
    return Resources(database)


def rows(found: Any) -> Any:
    return orjson.loads(orjson.dumps(found.rows))


def test_labels_sum_up_their_queues(resources: Resources, store: Queues) -> None:
    push(store, "shop.orders", 1, 2, partition="a")
    push(store, "shop.orders", 3, partition="b")
    push(store, "shop.returns", 4)
    push(store, "mail.orders", 5)
    complete(store, pop(store, "shop.orders", "a", group="g"), "g")
    pop(store, "shop.returns", group="g")
    assert rows(resources.list_labels("namespace", Page(10))) == [
        {
            "name": "mail",
            "queues": 1,
            "partitions": 1,
            "messages": {"total": 1, "pending": 1, "processing": 0},
        },
        {
            "name": "shop",
            "queues": 2,
            "partitions": 3,
            "messages": {"total": 4, "pending": 2, "processing": 1},
        },
    ]
    tasks = rows(resources.list_labels("task", Page(10)))
    assert [(row["name"], row["queues"]) for row in tasks] == [("orders", 2), ("returns", 1)]


def test_a_queue_without_a_label_is_under_none(resources: Resources, store: Queues) -> None:
    configure(store, "plain")
    assert [row["name"] for row in rows(resources.list_labels("namespace", Page(9)))] == ["plain"]
    assert resources.list_labels("task", Page(9)) == ([], None, 0, NOW)


def test_pages_of_labels_follow_each_other(resources: Resources, store: Queues) -> None:
    for queue in ("a.x", "b.x", "c.y", "b.z"):
        configure(store, queue)
    first = resources.list_labels("namespace", Page(2))
    assert [row["name"] for row in first.rows] == ["a", "b"]
    assert first.next_key == ("b",)
    assert first.total == 3
    second = resources.list_labels("namespace", Page(2, after=("b",)))
    assert [row["name"] for row in second.rows] == ["c"]
    assert second.next_key is None
    assert resources.list_labels("namespace", Page(2, offset=9)) == ([], None, 3, NOW)
