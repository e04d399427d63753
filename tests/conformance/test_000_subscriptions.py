"""Seed 000: a group's start is recorded once, and holds for every partition and queue to come.

Mode `new` starts at the instant of the first pop, by the seed's own rule. Messages that were pushed
before it are history, although the seed's tests 1 and 2 expect one of them.
"""

from typing import Any

import pytest

from tests.support.clock import Clock
from tests.support.http import Call, restart
from tests.support.queue_http import complete, configure, data, pop, pop_labels, push
from tests.support.rows import rows, value

RECORDS = (
    "select consumer_group, queue_name, partition_name, namespace, task, subscription_mode"
    " from queen.consumer_groups_metadata order by consumer_group, queue_name, partition_name"
)


def records(owner_url: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in rows(owner_url, RECORDS)]


def test_000_1_new_mode_on_a_single_partition(call: Call) -> None:
    """The seed expects M1. By its own rule the group starts at its first pop, after M1."""
    push(call, "test", "M1", partition="p1")
    assert pop(call, "test", "p1", consumerGroup="cg1", subscriptionMode="new") == []
    push(call, "test", "M2", partition="p1")
    popped = pop(call, "test", "p1", consumerGroup="cg1", subscriptionMode="new")
    assert data(popped) == ["M2"]


def test_000_2_new_mode_sees_a_partition_created_later(call: Call, clock: Clock) -> None:
    """The seed expects M1 first. By its own rule M1 is history, and M2 is the bug that it fixes."""
    push(call, "test", "M1", partition="p1")
    assert pop(call, "test", consumerGroup="cg1", subscriptionMode="new", batch=10) == []
    clock.advance(600)
    push(call, "test", "M2", partition="p2")
    clock.advance(300)
    popped = pop(call, "test", consumerGroup="cg1", subscriptionMode="new", batch=10)
    assert [(m["partition"], m["data"]) for m in popped] == [("p2", "M2")]


def test_000_3_a_namespace_subscription_holds_for_queues_created_later(
    call: Call, clock: Clock, owner_url: str
) -> None:
    """The seed leaves M1 open. It was pushed before the first pop, so it is history."""
    group = {"namespace": "ns1", "consumerGroup": "cg1", "subscriptionMode": "new", "batch": 10}
    configure(call, "q1", namespace="ns1")
    push(call, "q1", "M1")
    assert pop_labels(call, **group) == []
    assert records(owner_url) == [("cg1", "", "", "ns1", "", "new")]
    clock.advance(600)
    configure(call, "q2", namespace="ns1")
    push(call, "q2", "M2")
    clock.advance(600)
    popped = pop_labels(call, **group)
    assert [(m["queue"], m["data"]) for m in popped] == [("q2", "M2")]
    assert records(owner_url) == [("cg1", "", "", "ns1", "", "new")]


def test_000_4_groups_have_independent_subscriptions(
    call: Call, clock: Clock, owner_url: str
) -> None:
    push(call, "test", "M1")
    assert pop(call, "test", consumerGroup="cg1", subscriptionMode="new") == []
    clock.advance(60)
    assert data(pop(call, "test", consumerGroup="cg2")) == ["M1"]
    assert records(owner_url) == [
        ("cg1", "test", "", "", "", "new"),
        ("cg2", "test", "", "", "", "all"),
    ]
    # The default mode is all, whose timestamp is the epoch.
    assert value(
        owner_url,
        "select subscription_timestamp = 'epoch' from queen.consumer_groups_metadata"
        " where consumer_group = 'cg2'",
    )
    assert value(
        owner_url,
        "select max(created_at) - min(created_at) >= interval '60 seconds'"
        " from queen.consumer_groups_metadata",
    )


def test_000_edge_1_a_group_without_a_record_processes_from_the_beginning(
    call: Call, owner_url: str
) -> None:
    push(call, "q", "old", partition="p1")
    group = {"consumerGroup": "cg", "batch": 10}
    complete(call, *pop(call, "q", **group))
    rows(owner_url, "delete from queen.consumer_groups_metadata")
    push(call, "q", "M1", "M2", partition="p2")
    popped = pop(call, "q", **group)
    assert data(popped) == ["M1", "M2"]
    complete(call, *popped)
    assert pop(call, "q", **group) == []


def test_000_edge_1_a_group_that_lost_its_record_keeps_its_cursor(
    call: Call, owner_url: str
) -> None:
    push(call, "q", "history")
    group = {"consumerGroup": "cg", "subscriptionMode": "new", "batch": 10}
    assert pop(call, "q", **group) == []
    rows(owner_url, "delete from queen.consumer_groups_metadata")
    assert pop(call, "q", consumerGroup="cg", subscriptionMode="all", batch=10) == []
    push(call, "q", "M1")
    assert data(pop(call, "q", **group)) == ["M1"]


def test_000_edge_2_each_named_partition_has_a_subscription_of_its_own(
    call: Call, clock: Clock, owner_url: str
) -> None:
    push(call, "q", "P1 history", partition="p1")
    push(call, "q", "P2 history", partition="p2")
    group = {"consumerGroup": "cg", "subscriptionMode": "new", "batch": 10}
    assert pop(call, "q", "p1", **group) == []
    clock.advance(60)
    push(call, "q", "P2 between", partition="p2")
    # p2 does not use p1's instant: its history ends at its own first pop.
    assert pop(call, "q", "p2", **group) == []
    push(call, "q", "P2 new", partition="p2")
    assert data(pop(call, "q", "p2", **group)) == ["P2 new"]
    assert records(owner_url) == [
        ("cg", "q", "p1", "", "", "new"),
        ("cg", "q", "p2", "", "", "new"),
    ]


def test_000_edge_2_partition_and_queue_records_stand_beside_each_other(
    call: Call, owner_url: str
) -> None:
    push(call, "q", "P1 history", partition="p1")
    push(call, "q", "P2 history", partition="p2")
    assert pop(call, "q", "p1", consumerGroup="cg", subscriptionMode="new") == []
    popped = pop(call, "q", consumerGroup="cg", subscriptionMode="all", batch=10, partitions=10)
    assert data(popped) == ["P2 history"]
    assert records(owner_url) == [
        ("cg", "q", "", "", "", "all"),
        ("cg", "q", "p1", "", "", "new"),
    ]


def test_000_edge_2_the_most_specific_record_decides(call: Call, clock: Clock) -> None:
    instant = "2999-01-01T00:00:00Z"
    assert pop(call, "q", "p1", consumerGroup="cg", subscriptionFrom=instant) == []
    assert pop(call, "q", consumerGroup="cg", subscriptionMode="all") == []
    push(call, "q", "M1", partition="p1")
    push(call, "q", "M2", partition="p2")
    popped = pop(call, "q", consumerGroup="cg", batch=10, partitions=10)
    assert [(m["partition"], m["data"]) for m in popped] == [("p2", "M2")]


def test_000_edge_3_modes_may_differ_between_queues(call: Call, owner_url: str) -> None:
    push(call, "q1", "Q1 history")
    push(call, "q2", "Q2 history")
    assert pop(call, "q1", consumerGroup="cg", subscriptionMode="new") == []
    assert data(pop(call, "q2", consumerGroup="cg")) == ["Q2 history"]
    assert records(owner_url) == [("cg", "q1", "", "", "", "new"), ("cg", "q2", "", "", "", "all")]


def test_000_edge_4_a_change_of_mode_is_ignored(call: Call, owner_url: str) -> None:
    push(call, "q1", "history", partition="p1")
    assert pop(call, "q1", consumerGroup="cg", subscriptionMode="new") == []
    for changed in ({}, {"subscriptionMode": "all"}, {"subscriptionFrom": "2000-01-01T00:00:00Z"}):
        assert pop(call, "q1", consumerGroup="cg", batch=10, **changed) == []
        assert pop(call, "q1", "p1", consumerGroup="cg", batch=10, **changed) == []
    assert ("cg", "q1", "", "", "", "new") in records(owner_url)


def test_000_edge_4_deleting_the_record_lets_the_mode_change(call: Call, owner_url: str) -> None:
    assert pop(call, "q", consumerGroup="cg", subscriptionMode="new") == []
    rows(owner_url, "delete from queen.consumer_groups_metadata")
    assert pop(call, "q", consumerGroup="cg", subscriptionMode="all") == []
    assert records(owner_url) == [("cg", "q", "", "", "", "all")]


def test_000_edge_5_a_later_server_default_does_not_change_a_group(
    call: Call, owner_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    restart(monkeypatch, default_subscription_mode="all")
    push(call, "q1", "M1")
    push(call, "q2", "history")
    popped = pop(call, "q1", consumerGroup="cg")
    complete(call, *popped)
    restart(monkeypatch, default_subscription_mode="new")
    push(call, "q1", "M2", partition="later")
    assert data(pop(call, "q1", consumerGroup="cg")) == ["M2"]
    assert pop(call, "q2", consumerGroup="cg") == []
    assert records(owner_url) == [("cg", "q1", "", "", "", "all"), ("cg", "q2", "", "", "", "new")]
