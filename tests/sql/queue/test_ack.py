"""queen.ack: the fence, the cursor, and many lanes in one call."""

from collections.abc import Callable

import psycopg
import pytest

from regent.database import Connection
from regent.stores.queue import Queues
from regent.stores.queue_types import Acked
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push, within


def codes(outcomes: list[Acked]) -> list[str | None]:
    return [outcome.code for outcome in outcomes]


def test_the_whole_of_a_lease_at_once(store: Queues, owner_url: str) -> None:
    push(store, "q", *range(100))
    outcomes = complete(store, pop(store, "q", batch=100))
    assert [outcome.place for outcome in outcomes] == list(range(100))
    assert {outcome[1:] for outcome in outcomes} == {
        (True, False, None, False, True, None, "q", "Default")
    }
    assert value(owner_url, "select committed from queen.partition_consumers") == 100


def test_one_call_answers_for_many_partitions_and_groups(store: Queues) -> None:
    for partition in "abc":
        push(store, "q", 1, 2, partition=partition)
    one = pop(store, "q", group="one", batch=9, partitions=3)
    two = pop(store, "q", group="two", batch=9, partitions=3)
    mixed = [
        ack
        for pair in zip(acks(one, group="one"), reversed(acks(two, group="two")), strict=True)
        for ack in pair
    ]
    outcomes = store.ack(mixed)
    assert codes(outcomes) == [None] * 12
    assert [outcome.partition for outcome in outcomes[:4]] == ["a", "c", "a", "c"]
    for group in ("one", "two"):
        assert pop(store, "q", group=group).messages == []


def test_a_lease_is_a_fence_for_each_message(store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2)
    stale = pop(store, "q", batch=2)
    clock.advance(301)
    live = pop(store, "q")
    assert payloads(live) == ["1"]
    mixed = [*acks(stale), *acks(live)]
    assert codes(store.ack(mixed)) == ["INVALID_LEASE", "INVALID_LEASE", None]


def test_completed_messages_past_the_cursor_are_remembered(store: Queues, owner_url: str) -> None:
    push(store, "q", *range(6))
    lease = pop(store, "q", batch=6)
    store.ack(acks(lease, *(lease.messages[place] for place in (1, 2, 4))))
    (row,) = rows(
        owner_url, "select committed, completed::text as completed from queen.partition_consumers"
    )
    assert row == {"committed": 0, "completed": "{[1,3),[4,5)}"}
    store.ack(acks(lease, lease.messages[0]))
    (row,) = rows(
        owner_url, "select committed, completed::text as completed from queen.partition_consumers"
    )
    assert row == {"committed": 3, "completed": "{[4,5)}"}


def test_a_lease_that_ended_says_when(store: Queues, owner_url: str) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    complete(store, lease)
    (row,) = rows(
        owner_url,
        "select lease_id, last_lease_id::text, released_at >= leased_at as released"
        "  from queen.partition_consumers",
    )
    assert row == {
        "lease_id": None,
        "last_lease_id": lease.id.partition(".")[0],
        "released": True,
    }


def test_acks_in_two_sessions_wait_for_each_other_and_both_count(
    store: Queues, connect: Callable[[], Connection], owner_url: str
) -> None:
    push(store, "q", 1, 2)
    lease = pop(store, "q", batch=2)
    first, second = connect(), connect()
    assert codes(within(first).ack(acks(lease, lease.messages[0]))) == [None]
    second.execute("set lock_timeout = '50ms'")
    with pytest.raises(psycopg.errors.LockNotAvailable):
        within(second).ack(acks(lease, lease.messages[1]))
    first.commit()
    assert codes(store.ack(acks(lease, lease.messages[1]))) == [None]
    assert value(owner_url, "select committed from queen.partition_consumers") == 2


def test_an_ack_does_not_wait_for_a_producer(
    store: Queues, connect: Callable[[], Connection], owner_url: str
) -> None:
    push(store, "q", 1)
    lease = pop(store, "q")
    producer = connect()
    push(within(producer), "q", 2)
    assert codes(complete(store, lease)) == [None]
    producer.commit()
    assert payloads(pop(store, "q")) == ["2"]


def test_a_failure_is_counted_for_the_message_that_failed(store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_delay=0)
    push(store, "q", *range(5))
    lease = pop(store, "q", batch=5)
    store.ack(acks(lease, lease.messages[3], status="failed"))
    assert rows(owner_url, 'select "offset", attempts, last_error from queen.attempts') == [
        {"offset": 3, "attempts": 1, "last_error": "Failed"}
    ]
    again = pop(store, "q", batch=5).messages
    assert [m.failed_attempts for m in again] == [0, 0, 0, 1, 0]
    assert [m.delivery for m in again] == [2] * 5


def test_dead_letters_keep_all_of_a_message(store: Queues, owner_url: str) -> None:
    trace = "0f8fad5b-d9cb-469f-a165-70867728950e"
    store.push(
        [
            {
                "queue": "q",
                "payload": {"a": 1},
                "transactionId": "order-1",
                "traceId": trace,
                "key": "k",
                "headers": {"h": 1},
            }
        ],
        "alice",
    )
    store.ack(acks(pop(store, "q"), status="dlq"))
    (letter,) = rows(
        owner_url,
        "select d.transaction_text, d.trace_id::text, d.producer_sub, d.key, d.headers, d.payload,"
        "       d.reason, d.is_encrypted, d.created_at = m.created_at as dated"
        "  from queen.dead_letter_queue d join queen.messages m on m.id = d.message_id",
    )
    assert letter == {
        "transaction_text": "order-1",
        "trace_id": trace,
        "producer_sub": "alice",
        "key": "k",
        "headers": {"h": 1},
        "payload": {"a": 1},
        "reason": "rejected",
        "is_encrypted": False,
        "dated": True,
    }


def test_a_message_that_succeeds_changes_nothing_of_other_groups_and_partitions(
    store: Queues, owner_url: str, clock: Clock
) -> None:
    for partition in "ab":
        push(store, "q", "first", "second", partition=partition)
    for partition, group in (("a", "g"), ("a", "h"), ("b", "g"), ("b", "h")):
        lease = pop(store, "q", partition, group=group)
        store.ack(acks(lease, group=group, status="failed"))
    clock.advance(2)
    complete(store, pop(store, "q", "a", group="g"), "g")
    failing = (
        "select p.name || g.name as place, c.failing, a.attempts from queen.partition_consumers c"
        "  join queen.partitions p on p.id = c.partition_id"
        "  join queen.consumer_groups g on g.id = c.group_id"
        "  left join queen.attempts a using (partition_id, group_id) order by 1"
    )
    assert [tuple(row.values()) for row in rows(owner_url, failing)] == [
        ("ag", False, None),
        ("ah", True, 1),
        ("bg", True, 1),
        ("bh", True, 1),
    ]
    attempts = [
        pop(store, "q", partition, group=group).messages[0].failed_attempts
        for partition, group in (("a", "h"), ("b", "g"), ("b", "h"))
    ]
    assert attempts == [1, 1, 1]
