"""queen.delete_subscription: the group keeps its cursors and may subscribe otherwise."""

import uuid

import pytest

from regent.database import Database
from regent.errors import SubscriptionNotFound
from regent.paging import Page
from regent.stores.groups import Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import complete, payloads, pop, push, request


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def delete(groups: Groups, **fields: str) -> None:
    """Delete the one subscription that has these fields."""
    found = groups.list_subscriptions(None, None, Page(100)).rows
    (row,) = [row for row in found if all(row[name] == value for name, value in fields.items())]
    said = groups.delete_subscription(uuid.UUID(row.pop("id")))
    assert said == row


def modes(groups: Groups) -> list[str]:
    return [
        row["subscriptionMode"] for row in groups.list_subscriptions(None, None, Page(100)).rows
    ]


def test_the_group_goes_on_from_its_cursor(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q", group="g"), "g")
    delete(groups, consumerGroup="g")
    assert modes(groups) == []
    assert payloads(pop(store, "q", group="g", mode="new", batch=9)) == ["2"]


def test_the_next_pop_subscribes_as_it_asks_to_partitions_that_come_later(
    groups: Groups, store: Queues
) -> None:
    push(store, "q", 1, partition="old")
    pop(store, "q", group="g", auto_ack=True)
    delete(groups, consumerGroup="g")
    push(store, "q", 2, partition="between")
    assert pop(store, "q", group="g", mode="new").messages == []
    assert modes(groups) == ["new"]
    push(store, "q", 3, partition="between")
    push(store, "q", 4, partition="later")
    push(store, "q", 5, partition="old")
    found = payloads(pop(store, "q", group="g", batch=9, partitions=9))
    assert sorted(found) == ["3", "4", "5"]


def test_mode_all_finds_what_came_in_between(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g", mode="new")
    delete(groups, consumerGroup="g")
    push(store, "q", 2, partition="between")
    push(store, "q", 3)
    found = payloads(pop(store, "q", group="g", batch=9, partitions=9))
    assert sorted(found) == ["2", "3"]


def test_a_subscription_by_namespace_is_made_anew_by_the_next_pop(
    groups: Groups, store: Queues
) -> None:
    push(store, "ns.a", 1)
    store.pop_matching("ns", "", request(group="g", auto_ack=True))
    delete(groups, namespace="ns")
    push(store, "ns.b", 2)
    push(store, "ns.a", 3)
    asked = request(group="g", mode="new", batch=9)
    assert payloads(store.pop_matching("ns", "", asked)) == ["3"]
    assert modes(groups) == ["new"]
    push(store, "ns.b", 4)
    assert payloads(store.pop_matching("ns", "", asked)) == ["4"]


def test_another_subscription_to_the_queue_goes_on(groups: Groups, store: Queues) -> None:
    """Because of it the group follows partitions that come later, even without a pop before."""
    push(store, "ns.q", 1)
    pop(store, "ns.q", group="g", auto_ack=True)
    store.pop_matching("ns", "", request(group="g"))
    delete(groups, queueName="ns.q")
    push(store, "ns.q", 2, partition="later")
    assert pop(store, "ns.q", group="g", mode="new").messages[0].payload == "2"


def test_a_subscription_to_a_partition_leaves_that_to_the_queue(
    groups: Groups, store: Queues
) -> None:
    push(store, "q", 1, partition="p")
    pop(store, "q", "p", group="g", auto_ack=True)
    pop(store, "q", group="g")
    delete(groups, partitionName="p")
    push(store, "q", 2, partition="later")
    assert payloads(pop(store, "q", group="g", batch=9, mode="new")) == ["2"]
    push(store, "q", 3, partition="p")
    assert payloads(pop(store, "q", "p", group="g", mode="new")) == ["3"]
    assert sorted(modes(groups)) == ["all", "new"]


def test_a_subscription_to_a_queue_that_is_not_there_yet(groups: Groups, store: Queues) -> None:
    pop(store, "q", group="g", mode="new")
    delete(groups, queueName="q")
    push(store, "q", 1)
    assert pop(store, "q", group="g", mode="new").messages == []


def test_an_id_that_nobody_has(groups: Groups, store: Queues, clock: Clock) -> None:
    unknown = uuid.uuid4()
    with pytest.raises(SubscriptionNotFound) as refused:
        groups.delete_subscription(unknown)
    assert refused.value.detail == {"id": str(unknown)}


def test_the_group_follows_its_other_queues_as_before(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    for queue in ("q", "r"):
        push(store, queue, 1)
        pop(store, queue, group="g")
    delete(groups, consumerGroup="g", queueName="q")
    follows = (
        "select q.name, g.whole_queue from queen.consumer_groups g"
        "  join queen.queues q on q.id = g.queue_id order by 1"
    )
    assert [tuple(row.values()) for row in rows(owner_url, follows)] == [("q", False), ("r", True)]
