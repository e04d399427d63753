"""queen.move_subscription: where a group starts in what it comes to later."""

from datetime import UTC, datetime, timedelta

import pytest

from regent.database import Database
from regent.errors import GroupNotFound
from regent.paging import Page
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import value
from tests.support.store import payloads, pop, push, request


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def test_every_subscription_of_the_group_says_the_instant(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    pop(store, "a", group="g", mode="new")
    pop(store, "b", group="g")
    pop(store, "a", group="other")
    instant = datetime(2026, 11, 18, 9, tzinfo=UTC)
    assert groups.move_subscription("g", instant) == 2
    found = groups.list_subscriptions(None, None, Page(9)).rows
    assert [(r["consumerGroup"], r["subscriptionMode"]) for r in found] == [
        ("g", "timestamp"),
        ("g", "timestamp"),
        ("other", "all"),
    ]
    assert found[0]["subscriptionTimestamp"] == "2026-11-18T09:00:00.000000Z"


def test_cursors_stay_where_they_are(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g", auto_ack=True)
    groups.move_subscription("g", datetime(2100, 1, 1, tzinfo=UTC))
    assert payloads(pop(store, "q", group="g", batch=9)) == ["2"]


def test_what_comes_later_starts_at_the_instant(
    groups: Groups, store: Queues, clock: Clock, owner_url: str
) -> None:
    store.pop_matching("ns", "", request(group="g"))
    instant = value(owner_url, "select queen.now()") + timedelta(seconds=100)
    assert groups.move_subscription("g", instant) == 1
    push(store, "ns.q", "too early")
    clock.advance(200)
    push(store, "ns.q", "in time")
    popped = store.pop_matching("ns", "", request(group="g", batch=9))
    assert payloads(popped) == ['"in time"']


def test_a_group_without_subscriptions_has_none_to_move(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    pop(store, "q")
    assert groups.move_subscription("__QUEUE_MODE__", datetime.now(UTC)) == 0
    with pytest.raises(GroupNotFound):
        groups.move_subscription("nobody", datetime.now(UTC))
