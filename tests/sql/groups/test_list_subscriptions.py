"""queen.list_subscriptions: how groups subscribed."""

from typing import Any

import pytest

from regent.database import Database
from regent.paging import Page
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.store import pop, push, request


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def listed(
    groups: Groups, group: str | None = None, queue: str | None = None, **page: Any
) -> list[tuple[str, str, str]]:
    found = groups.list_subscriptions(group, queue, Page(**{"limit": 100, **page})).rows
    return [(row["consumerGroup"], row["queueName"], row["partitionName"]) for row in found]


@pytest.fixture
def subscribed(store: Queues) -> None:
    for group in ("h", "g"):
        for queue in ("b", "a"):
            pop(store, queue, group=group)
    pop(store, "a", "p", group="g")
    store.pop_matching("ns", "", request(group="g"))


def test_no_subscription_is_none(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    pop(store, "q")  # the nameless group starts at the beginning and needs no record
    assert groups.list_subscriptions(None, None, Page(10)) == ([], None, 0, {})


def test_a_subscription_tells_when_and_how(groups: Groups, store: Queues, clock: Clock) -> None:
    pop(store, "q", group="g", mode="new")
    ((row,), _, total, _) = groups.list_subscriptions(None, None, Page(10))
    assert total == 1
    assert len(row.pop("id")) == 36
    instant = row.pop("createdAt")
    assert instant.endswith("Z")
    assert abs(int(row.pop("subscriptionTimestamp")[17:19]) - int(instant[17:19])) in (0, 1, 59)
    assert row == {
        "consumerGroup": "g",
        "queueName": "q",
        "partitionName": "",
        "namespace": "",
        "task": "",
        "subscriptionMode": "new",
    }


@pytest.mark.usefixtures("subscribed")
def test_subscriptions_come_by_group_and_queue(groups: Groups) -> None:
    everything = [
        ("g", "", ""),
        ("g", "a", ""),
        ("g", "a", "p"),
        ("g", "b", ""),
        ("h", "a", ""),
        ("h", "b", ""),
    ]
    assert listed(groups) == everything
    assert listed(groups, group="g") == everything[:4]
    assert listed(groups, queue="b") == [everything[3], everything[5]]
    assert listed(groups, group="h", queue="a") == [everything[4]]
    assert listed(groups, group="nobody") == []
    assert listed(groups, limit=2) == everything[:2]
    first = groups.list_subscriptions(None, None, Page(2))
    assert first.next_key == ("g", "a", "", "", "")
    assert listed(groups, limit=9, offset=4) == everything[4:]
    assert listed(groups, limit=9, after=("g", "a", "p", "", "")) == everything[3:]


@pytest.mark.usefixtures("subscribed")
def test_the_total_counts_what_fits_on_every_page(groups: Groups) -> None:
    assert groups.list_subscriptions(None, None, Page(2)).total == 6
    assert groups.list_subscriptions("g", None, Page(2, offset=50)) == ([], None, 4, {})
