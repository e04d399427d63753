"""queen.list_groups: who consumes what, and how far behind."""

from collections import Counter
from typing import Any

import pytest

from functions.forms.groups import over_their_queues
from regent.database import Database
from regent.paging import Page
from regent.stores.groups import Filters, Groups
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import rows
from tests.support.store import acks, complete, configure, pop, push, request


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def listed(groups: Groups, **filters: Any) -> list[dict[str, Any]]:
    return groups.list_groups(Filters(**filters), Page(1000)).rows


def by_name(groups: Groups) -> list[dict[str, Any]]:
    return over_their_queues(groups.list_groups_by_name(Filters(), Page(10)).rows)


def one(groups: Groups, **filters: Any) -> dict[str, Any]:
    (found,) = listed(groups, **filters)
    return found


def names(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(row["name"], row["queueName"]) for row in found]


def test_nobody_consumes_anything_at_first(groups: Groups, store: Queues) -> None:
    push(store, "q", 1)
    assert listed(groups) == []
    assert groups.list_groups_by_name(Filters(), Page(1000)) == ([], None, None, {})


def test_a_group_is_told_with_its_lag_its_lease_and_its_subscription(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    for partition in "abc":
        push(store, "q", 1, 2, partition=partition)
    pop(store, "q", group="g", batch=3, partitions=2)
    clock.advance(40)
    found = one(groups)
    assert found["maxTimeLag"] in (40, 41)
    assert {name: found[name] for name in found if not name.startswith(("sub", "max"))} == {
        "name": "g",
        "queueName": "q",
        "members": 1,  # two partitions under one lease: one consumer
        "partitionsWithLag": 3,
        "totalLag": 6,
        "state": "Stable",
        "pausedAt": None,
        "asOf": None,
        "ageSeconds": 0,
    }
    assert found["subscriptionMode"] == "all"
    assert found["subscriptionTimestamp"] == "1970-01-01T00:00:00.000000Z"
    assert found["subscriptionCreatedAt"].endswith("Z")


def test_lag_falls_with_each_message_that_is_done(groups: Groups, store: Queues) -> None:
    push(store, "q", *range(5))
    lease = pop(store, "q", batch=3)
    assert (one(groups)["totalLag"], one(groups)["members"]) == (5, 1)
    store.ack(acks(lease, lease.messages[1]))
    assert one(groups)["totalLag"] == 4
    store.ack(acks(lease, lease.messages[0], lease.messages[2]))
    assert (one(groups)["totalLag"], one(groups)["members"]) == (2, 0)
    complete(store, pop(store, "q", batch=9))
    done = one(groups)
    assert (done["totalLag"], done["maxTimeLag"], done["partitionsWithLag"]) == (0, 0, 0)


def test_a_group_in_mode_new_on_an_old_queue_has_no_lag(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2, 3)
    pop(store, "q", group="g", mode="new")
    found = one(groups)
    assert (found["totalLag"], found["maxTimeLag"], found["state"]) == (0, 0, "Stable")
    assert found["subscriptionMode"] == "new"
    push(store, "q", 4)
    assert one(groups)["totalLag"] == 1


def test_a_resting_partition_is_behind(groups: Groups, store: Queues) -> None:
    configure(store, "q", retry_delay=60_000)
    push(store, "q", 1, 2)
    store.ack(acks(pop(store, "q"), status="failed"))
    assert (one(groups)["totalLag"], one(groups)["partitionsWithLag"]) == (2, 1)


def test_an_expired_lease_is_no_member(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1)
    pop(store, "q")
    clock.advance(299)
    assert one(groups)["members"] == 1
    clock.advance(2)
    assert one(groups)["members"] == 0


def test_a_group_is_lagging_after_five_minutes(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2)
    complete(store, pop(store, "q"))
    clock.advance(299)
    assert one(groups)["state"] == "Stable"
    clock.advance(2)
    assert one(groups)["state"] == "Lagging"
    complete(store, pop(store, "q"))
    assert one(groups)["state"] == "Stable"


def test_a_group_that_never_consumed_is_dead_while_it_has_something_to_do(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    configure(store, "q", lease_time=10)
    assert pop(store, "q").messages == []
    assert one(groups)["state"] == "Stable"  # there is nothing to do
    push(store, "q", 1)
    assert one(groups)["state"] == "Dead"
    pop(store, "q")
    assert one(groups)["state"] == "Stable"  # it holds the message
    clock.advance(11)
    assert one(groups)["state"] == "Dead"


def test_a_group_that_consumed_elsewhere_is_not_dead(groups: Groups, store: Queues) -> None:
    """Each message may have its own partition, so those with work were never consumed from."""
    push(store, "q", 1, partition="a")
    complete(store, pop(store, "q"))
    push(store, "q", 2, partition="b")
    assert one(groups)["state"] == "Stable"


def test_an_auto_acked_message_counts_as_consumed(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", auto_ack=True)
    assert (one(groups)["state"], one(groups)["totalLag"]) == ("Stable", 1)


def test_a_paused_group_is_paused_whatever_it_does(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    groups.pause_group("g", "q", paused=True)
    clock.advance(3_000)
    found = one(groups)
    assert (found["state"], found["totalLag"]) == ("Paused", 1)
    assert found["pausedAt"] > found["subscriptionCreatedAt"]
    groups.pause_group("g", "q", paused=False)
    assert (one(groups)["state"], one(groups)["pausedAt"]) == ("Lagging", None)


def test_groups_are_listed_for_each_of_their_queues(groups: Groups, store: Queues) -> None:
    for queue in ("ns.b", "ns.a", "other.c"):
        push(store, queue, 1)
        for group in ("g2", "g1"):
            pop(store, queue, group=group)
        pop(store, queue)
    assert names(listed(groups)) == [
        (group, queue)
        for group in ("__QUEUE_MODE__", "g1", "g2")
        for queue in ("ns.a", "ns.b", "other.c")
    ]
    assert names(listed(groups, queue="ns.a", prefix="g")) == [("g1", "ns.a"), ("g2", "ns.a")]
    assert names(listed(groups, namespace="other", prefix="g2")) == [("g2", "other.c")]
    assert listed(groups, queue="nowhere") == []
    assert listed(groups, prefix="%") == []


def test_a_list_goes_on_where_it_stopped(groups: Groups, store: Queues) -> None:
    for queue in ("a", "b", "c"):
        push(store, queue, 1)
        for group in ("g", "h"):
            pop(store, queue, group=group)
    first = groups.list_groups(Filters(), Page(4))
    assert names(first.rows) == [("g", "a"), ("g", "b"), ("g", "c"), ("h", "a")]
    assert first.next_key == ("h", "a")
    rest = groups.list_groups(Filters(), Page(4, after=("h", "a")))
    assert (names(rest.rows), rest.next_key) == ([("h", "b"), ("h", "c")], None)
    exact = groups.list_groups(Filters(), Page(2, after=("h", "a")))
    assert (len(exact.rows), exact.next_key) == (2, None)
    assert groups.list_groups(Filters(), Page(2, after=("h", "c"))) == ([], None, None, {})


def test_a_group_over_its_queues(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "late", 1, 2)
    pop(store, "late", group="g", mode="new")
    push(store, "late", 3)
    clock.advance(400)
    push(store, "early", 1)
    pop(store, "early", group="g")
    pop(store, "early", group="h")
    g, h = by_name(groups)
    assert (g["topics"], h["topics"]) == (["early", "late"], ["early"])
    assert (g["totalLag"], g["partitionsWithLag"], g["members"]) == (2, 2, 1)
    assert g["maxTimeLag"] in (400, 401)
    assert g["state"] == "Lagging"
    assert [g["queues"][queue]["state"] for queue in ("early", "late")] == ["Stable", "Lagging"]
    assert g["subscriptionMode"] == "new"  # its first
    assert "queueName" not in g


def test_a_group_is_paused_when_it_is_paused_on_every_queue(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    for queue in ("a", "b"):
        pop(store, queue, group="g")
        push(store, queue, 1)
        pop(store, queue, group="g")
    groups.pause_group("g", "a", paused=True)
    (found,) = by_name(groups)
    assert (found["state"], found["pausedAt"]) == ("Stable", None)
    clock.advance(10)
    groups.pause_group("g", "b", paused=True)
    (found,) = by_name(groups)
    assert found["state"] == "Paused"
    assert found["pausedAt"] == found["queues"]["b"]["pausedAt"] > found["queues"]["a"]["pausedAt"]


def test_groups_by_name_go_on_where_they_stopped(groups: Groups, store: Queues) -> None:
    for queue in ("a", "b"):
        push(store, queue, 1)
        for group in ("g", "h", "i"):
            pop(store, queue, group=group)
    first = groups.list_groups_by_name(Filters(), Page(2))
    assert names(first.rows) == [("g", "a"), ("g", "b"), ("h", "a"), ("h", "b")]
    assert first.next_key == ("h",)
    rest = groups.list_groups_by_name(Filters(), Page(2, after=("h",)))
    assert (names(rest.rows), rest.next_key) == ([("i", "a"), ("i", "b")], None)


def test_a_page_by_name_holds_2000_rows_or_one_group(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    rows(
        owner_url,
        "insert into queen.queues (name, created_at)"
        " select 'q' || i, now() from generate_series(1, 1100) i",
    )
    rows(
        owner_url,
        "insert into queen.consumer_groups (queue_id, name, whole_queue, created_at)"
        " select id, g, true, now() from queen.queues, unnest(array['a', 'b', 'c']) g",
    )
    rows(
        owner_url,
        "insert into queen.queues (name, created_at) select 'z' || i, now()"
        " from generate_series(1, 1000) i",
    )
    rows(
        owner_url,
        "insert into queen.consumer_groups (queue_id, name, whole_queue, created_at)"
        " select id, 'd', true, now() from queen.queues",
    )
    page, seen = Page(10), []
    while page:
        found = groups.list_groups_by_name(Filters(), page)
        seen.append(Counter(row["name"] for row in found.rows))
        page = found.next_key and Page(10, after=found.next_key)
    assert seen == [{"a": 1100}, {"b": 1100}, {"c": 1100}, {"d": 2100}]


def test_a_subscription_by_namespace_is_told_for_each_of_its_queues(
    groups: Groups, store: Queues
) -> None:
    push(store, "ns.a", 1)
    store.pop_matching("ns", "", request(group="g", mode="new"))
    push(store, "ns.b", 1)
    store.pop_matching("ns", "", request(group="g", mode="new"))
    assert [(r["queueName"], r["subscriptionMode"]) for r in listed(groups)] == [
        ("ns.a", "new"),
        ("ns.b", "new"),
    ]


def test_a_group_of_single_partitions_shows_the_subscription_of_the_first(
    groups: Groups, store: Queues
) -> None:
    for partition, mode in (("b", "all"), ("a", "new")):
        push(store, "q", 1, partition=partition)
        pop(store, "q", partition, group="g", mode=mode)
    assert one(groups)["subscriptionMode"] == "new"
    pop(store, "q", group="g", mode="all")
    assert one(groups)["subscriptionMode"] == "all"


def test_a_group_that_is_older_than_the_records_has_no_subscription(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1)
    pop(store, "q", group="g")
    rows(owner_url, "delete from queen.consumer_groups_metadata")
    found = one(groups)
    assert [found[f"subscription{name}"] for name in ("Mode", "Timestamp", "CreatedAt")] == [
        None,
        None,
        None,
    ]
