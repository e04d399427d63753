"""Seed 000: its success criteria, its expected outcome, its modes and its table."""

import pytest

from tests.support.clock import Clock
from tests.support.http import Call
from tests.support.queue_http import complete, configure, data, pop, pop_labels, push
from tests.support.rows import rows, value


def records(owner_url: str) -> int:
    count: int = value(owner_url, "select count(*) from queen.consumer_groups_metadata")
    return count


def test_000_outcome_the_timeline_of_the_seed(call: Call, clock: Clock) -> None:
    group = {"consumerGroup": "cg1", "subscriptionMode": "new", "batch": 10}
    push(call, "test", "history", partition="P1")
    assert pop(call, "test", **group) == []  # 10:00
    push(call, "test", "work", partition="P1")
    complete(call, *pop(call, "test", **group))
    clock.advance(600)
    push(call, "test", "M1", "M2", "M3", partition="P2")  # 10:10
    clock.advance(300)
    popped = pop(call, "test", "P2", **group)  # 10:15, the first time on this partition
    assert data(popped) == ["M1", "M2", "M3"]


def test_000_criterion_1_partitions_that_appear_are_read_from_their_first_message(
    call: Call, clock: Clock
) -> None:
    group = {"consumerGroup": "cg", "subscriptionMode": "new", "batch": 100, "partitions": 100}
    assert pop(call, "q", **group) == []
    for number in range(5):
        clock.advance(60)
        push(call, "q", f"{number}a", f"{number}b", partition=f"p{number}")
    popped = pop(call, "q", **group)
    assert data(popped) == ["0a", "0b", "1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"]


def test_000_criterion_2_one_timestamp_for_all_partitions(
    call: Call, clock: Clock, owner_url: str
) -> None:
    first = "select subscription_timestamp from queen.consumer_groups_metadata"
    group = {"consumerGroup": "cg", "subscriptionMode": "new", "batch": 10}
    push(call, "q", "history", partition="p1")
    pop(call, "q", **group)
    began = value(owner_url, first)
    clock.advance(3600)
    push(call, "q", "M1", partition="p2")
    assert data(pop(call, "q", **group)) == ["M1"]
    assert value(owner_url, first) == began


def test_000_criterion_3_wildcards_by_task(call: Call) -> None:
    group = {"task": "mail", "consumerGroup": "cg", "subscriptionMode": "new", "batch": 10}
    configure(call, "a", namespace="n1", task="mail")
    push(call, "a", "history")
    assert pop_labels(call, **group) == []
    configure(call, "b", namespace="n2", task="mail")
    configure(call, "c", namespace="n2", task="print")
    push(call, "b", "B1")
    push(call, "c", "C1")
    popped = pop_labels(call, **group)
    assert data(popped) == ["B1"]
    complete(call, *popped)
    assert pop_labels(call, **group) == []


def test_000_criterion_3_wildcards_by_namespace_and_task(call: Call, owner_url: str) -> None:
    group = {"namespace": "n", "task": "t", "consumerGroup": "cg", "batch": 10}
    assert pop_labels(call, subscriptionMode="new", **group) == []
    for queue, namespace, task in (("a", "n", "t"), ("b", "n", "u"), ("c", "m", "t")):
        configure(call, queue, namespace=namespace, task=task)
        push(call, queue, queue)
    assert data(pop_labels(call, **group)) == ["a"]
    assert rows(
        owner_url, "select queue_name, namespace, task from queen.consumer_groups_metadata"
    ) == [{"queue_name": "", "namespace": "n", "task": "t"}]


def test_000_criterion_4_two_new_groups_begin_at_their_own_first_pops(call: Call) -> None:
    assert pop(call, "q", consumerGroup="early", subscriptionMode="new") == []
    push(call, "q", "M1")
    assert pop(call, "q", consumerGroup="late", subscriptionMode="new") == []
    push(call, "q", "M2")
    assert data(pop(call, "q", consumerGroup="early", batch=10)) == ["M1", "M2"]
    assert data(pop(call, "q", consumerGroup="late", batch=10)) == ["M2"]


def test_000_criterion_5_the_queue_mode_needs_no_record(call: Call, owner_url: str) -> None:
    push(call, "q", "M1")
    assert data(pop(call, "q")) == ["M1"]
    assert records(owner_url) == 0


def test_000_criterion_6_a_later_pop_records_nothing_more(call: Call, owner_url: str) -> None:
    push(call, "q", "M1", "M2", "M3")
    for _ in range(3):
        complete(call, *pop(call, "q", consumerGroup="cg", subscriptionMode="all"))
    assert records(owner_url) == 1


@pytest.mark.parametrize(
    ("alias", "recorded"),
    [("new", "new"), ("new-only", "new"), ("all", "all"), ("from_beginning", "all")],
)
def test_000_modes_and_their_aliases(call: Call, owner_url: str, alias: str, recorded: str) -> None:
    push(call, "q", "M1")
    popped = pop(call, "q", consumerGroup="cg", subscriptionMode=alias)
    assert data(popped) == ([] if recorded == "new" else ["M1"])
    assert (
        value(owner_url, "select subscription_mode from queen.consumer_groups_metadata") == recorded
    )


def test_000_mode_timestamp_starts_at_the_given_instant(
    call: Call, clock: Clock, owner_url: str
) -> None:
    """The seed records this mode, and its lookup of a start forgets it."""
    push(call, "q", "M1", "M2")
    clock.advance(60)
    (third,) = push(call, "q", "M3")
    clock.advance(60)
    push(call, "q", "M4", partition="p2")
    instant = value(
        owner_url, "select created_at from queen.messages where id = %s", (third["message_id"],)
    ).isoformat()
    popped = pop(call, "q", consumerGroup="cg", subscriptionFrom=instant, batch=10, partitions=10)
    assert data(popped) == ["M3", "M4"]
    assert rows(
        owner_url,
        "select subscription_mode, subscription_timestamp from queen.consumer_groups_metadata",
    ) == [
        {
            "subscription_mode": "timestamp",
            "subscription_timestamp": value(owner_url, "select %s::timestamptz", (instant,)),
        }
    ]


def test_000_subscription_from_now_is_mode_new(call: Call, owner_url: str) -> None:
    push(call, "q", "history")
    assert pop(call, "q", consumerGroup="cg", subscriptionFrom="now") == []
    assert value(owner_url, "select subscription_mode from queen.consumer_groups_metadata") == "new"


def test_000_the_subscription_is_recorded_when_the_pop_is_empty(call: Call, owner_url: str) -> None:
    assert pop(call, "not there", consumerGroup="cg", subscriptionMode="new") == []
    push(call, "not there", "M1")
    assert records(owner_url) == 1
    assert data(pop(call, "not there", consumerGroup="cg", subscriptionMode="new")) == ["M1"]


def test_000_the_table_takes_the_statements_of_the_seed(owner_url: str) -> None:
    insert = """
        INSERT INTO queen.consumer_groups_metadata (
            consumer_group, queue_name, partition_name, namespace, task,
            subscription_mode, subscription_timestamp, created_at
        ) VALUES ('cg', 'q', '', '', '', 'new', NOW(), NOW())
        ON CONFLICT (consumer_group, queue_name, partition_name, namespace, task) DO NOTHING"""
    rows(owner_url, insert)
    rows(owner_url, insert)
    assert records(owner_url) == 1
    record_id = value(owner_url, "select id from queen.consumer_groups_metadata")
    rows(owner_url, "DELETE FROM queen.consumer_groups_metadata WHERE id = %s", (record_id,))
    assert records(owner_url) == 0


def test_000_the_table_has_the_defaults_of_the_seed(owner_url: str) -> None:
    rows(
        owner_url,
        "insert into queen.consumer_groups_metadata (consumer_group, subscription_mode,"
        " subscription_timestamp) values ('cg', 'all', 'epoch')",
    )
    (record,) = rows(
        owner_url,
        "select queue_name, partition_name, namespace, task, created_at <= now() as dated"
        " from queen.consumer_groups_metadata",
    )
    assert record == {
        "queue_name": "",
        "partition_name": "",
        "namespace": "",
        "task": "",
        "dated": True,
    }
