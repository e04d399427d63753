"""queen.list_lag_groups: every group on every queue."""

from __future__ import annotations

from regent.stores.groups import Groups
from regent.stores.queue import Queues
from tests.support.rows import rows, value
from tests.support.store import pop, push


def test_every_group_is_there_with_its_queue(store: Queues, owner_url: str) -> None:
    push(store, "shop.orders", 1)
    pop(store, "shop.orders", group="g")
    pop(store, "shop.orders", "Default", group="one")
    pop(store, "empty", group="g")
    Groups(store._database).pause_group("one", "shop.orders", paused=True)
    found = rows(owner_url, "select * from queen.list_lag_groups() order by group_id")
    names = ("namespace", "queue_name", "consumer_group", "whole_queue", "paused")
    assert [tuple(row[name] for name in names) for row in found] == [
        ("shop", "shop.orders", "g", True, False),
        ("shop", "shop.orders", "one", False, True),
    ]
    assert found[0]["created_at"] <= value(owner_url, "select queen.now()")
