"""queen.delete_group: a group's cursors, dead letters and subscriptions."""

import pytest

from regent.database import Database
from regent.errors import LeaseLive
from regent.paging import Page
from regent.stores.groups import Deleted, Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push, request


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def delete(
    groups: Groups, queue: str | None = None, *, records: bool = True, force: bool = False
) -> Deleted:
    return groups.delete_group("g", queue, records=records, force=force)


def subscriptions(groups: Groups) -> list[tuple[str, str]]:
    found = groups.list_subscriptions(None, None, Page(100)).rows
    return [(row["consumerGroup"], row["queueName"]) for row in found]


def test_a_group_starts_anew_after_it_was_deleted(groups: Groups, store: Queues) -> None:
    for partition in "ab":
        push(store, "q", 1, 2, partition=partition)
    pop(store, "q", group="g", batch=9, partitions=9, auto_ack=True)
    pop(store, "q", group="other", batch=9, partitions=9, auto_ack=True)
    assert delete(groups) == Deleted(2, 0, 1, 0, None, None)
    assert subscriptions(groups) == [("other", "q")]
    assert pop(store, "q", group="other").messages == []
    assert pop(store, "q", group="g", mode="new").messages == []
    delete(groups)
    assert len(pop(store, "q", group="g", batch=9, partitions=9).messages) == 4


def test_a_group_is_deleted_on_every_queue_or_on_one(groups: Groups, store: Queues) -> None:
    for queue in ("a", "b", "c"):
        push(store, queue, 1)
        pop(store, queue, group="g", auto_ack=True)
    assert delete(groups, "b") == Deleted(1, 0, 1, 0, None, None)
    assert subscriptions(groups) == [("g", "a"), ("g", "c")]
    assert delete(groups) == Deleted(2, 0, 2, 0, None, None)
    for queue in ("a", "b", "c"):
        assert payloads(pop(store, queue, group="g")) == ["1"]


def test_a_kept_subscription_decides_where_the_group_starts(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    push(store, "q", "history")
    pop(store, "q", group="g", mode="new")
    push(store, "q", "since")
    pop(store, "q", group="g", auto_ack=True)
    gone = delete(groups, "q", records=False)
    assert (gone[:5], gone.next_timestamp is not None) == ((1, 0, 0, 1, "new"), True)
    assert payloads(pop(store, "q", group="g", batch=9)) == ['"since"']


def test_a_subscription_by_namespace_outlives_the_deletion_on_a_queue(
    groups: Groups, store: Queues
) -> None:
    push(store, "ns.q", 1)
    store.pop_matching("ns", "", request(group="g", auto_ack=True))
    gone = delete(groups, "ns.q")
    assert gone[:5] == (1, 0, 0, 0, "all")
    assert payloads(store.pop_matching("ns", "", request(group="g", mode="new"))) == ["1"]
    assert delete(groups, force=True) == Deleted(1, 0, 1, 0, None, None)


def test_dead_letters_and_attempts_go_with_their_group(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    configure(store, "q", retry_delay=60_000)
    for group in ("g", "other"):
        push(store, "q", 1, 2)
        pop(store, "q", group=group)
    for group in ("g", "other"):
        groups.delete_group(group, None, records=True, force=True)
        store.ack(acks(pop(store, "q", group=group), group=group, status="dlq"))
        store.ack(acks(pop(store, "q", group=group), group=group, status="failed"))
    assert delete(groups).dead_letters == 1
    assert value(owner_url, "select count(*) from queen.dead_letter_queue") == 1
    assert value(owner_url, "select count(*) from queen.attempts") == 1


def test_a_live_lease_is_in_the_way(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1)
    lease = pop(store, "q", group="g")
    for queue in ("q", None):
        with pytest.raises(LeaseLive) as refused:
            delete(groups, queue)
        detail = dict(refused.value.detail or {})
        assert detail.pop("heldUntil").endswith("Z")
        assert detail == {"consumerGroup": "g", "queue": queue, "partitionsHeld": 1}
    assert subscriptions(groups) == [("g", "q")]
    assert delete(groups, "q", force=True).partitions == 1
    assert [outcome.code for outcome in complete(store, lease, "g")] == ["INVALID_LEASE"]
    pop(store, "q", group="g")
    clock.advance(301)
    assert delete(groups, "q").partitions == 1


def test_a_pause_of_all_queues_goes_with_the_groups_subscriptions(
    groups: Groups, store: Queues
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g", mode="new")
    groups.pause_group("g", paused=True)
    delete(groups, records=False)
    push(store, "q", 2)
    assert pop(store, "q", group="g").messages == []
    delete(groups)
    assert payloads(pop(store, "q", group="g")) == ["1"]


def test_a_subscription_to_a_queue_that_is_not_there_goes_too(
    groups: Groups, store: Queues
) -> None:
    pop(store, "nowhere yet", group="g", mode="new")
    kept = delete(groups, "nowhere yet", records=False)
    assert kept[:5] == (0, 0, 0, 1, "new")
    assert delete(groups, "nowhere yet") == Deleted(0, 0, 1, 0, None, None)
    assert subscriptions(groups) == []


def test_what_is_not_there_is_deleted_already(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    for queue in ("q", "nowhere", None):
        assert delete(groups, queue) == Deleted(0, 0, 0, 0, None, None)


def test_a_limited_queue_counts_anew(groups: Groups, store: Queues) -> None:
    """Its slowest group is gone."""
    configure(store, "q", max_queue_size=3)
    push(store, "q", 1, 2, 3)
    pop(store, "q", group="other", batch=3, auto_ack=True)
    pop(store, "q", group="g", auto_ack=True)
    delete(groups)
    assert push(store, "q", 4)[0].remaining == 2


def test_the_pause_of_another_group_stays(groups: Groups, store: Queues, owner_url: str) -> None:
    for group in ("g", "h"):
        push(store, "q", 1)
        pop(store, "q", group=group)
        groups.pause_group(group, paused=True)
    groups.delete_group("g", None, records=True, force=True)
    assert rows(owner_url, "select consumer_group from queen.paused_groups") == [
        {"consumer_group": "h"}
    ]
