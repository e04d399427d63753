"""queen.list_messages: every filter, one total order, and pages that follow it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Listing, Page
from regent.settings import Settings
from regent.stores.messages import MessageFilter, StoredMessages
from regent.stores.queue import Queues
from tests.support.clock import Clock, StoppedClock
from tests.support.store import acks, complete, configure, pop, push

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def names(found: Listing) -> list[str]:
    return [message["transactionId"] for message in found.rows]


def put_named(store: Queues, queue: str, *transactions: str, **fields: Any) -> None:
    for transaction in transactions:
        push(store, queue, 1, transactionId=transaction, **fields)


def listed(stored: StoredMessages, limit: int = 100, **wanted: Any) -> list[str]:
    return names(stored.list_messages(MessageFilter(**wanted), Page(limit)))


def pages(
    stored: StoredMessages, limit: int, most: int = 10_000, offset: int = 0, **wanted: Any
) -> Iterator[list[str]]:
    """The pages of a list, followed by their cursors, as transaction ids."""
    page = Page(limit, offset)
    while True:
        found = stored.list_messages(MessageFilter(**wanted), page, most)
        yield names(found)
        if found.next_key is None:
            return
        at, *place = found.next_key
        page = Page(limit, 0, (datetime.fromisoformat(at), *place))


def walked(stored: StoredMessages, limit: int, **wanted: Any) -> list[str]:
    return [name for page in pages(stored, limit, **wanted) for name in page]


def test_the_newest_come_first(store: Queues, stored: StoredMessages) -> None:
    put_named(store, "q", "1", "2", partition="a")
    put_named(store, "q", "3", partition="b")
    put_named(store, "q", "4", partition="a")
    assert listed(stored) == ["4", "3", "2", "1"]
    assert listed(stored, limit=2) == ["4", "3"]


def test_filters_by_where_a_message_is(store: Queues, stored: StoredMessages) -> None:
    store.configure("one", namespace="ns", task="t", partitions=None, options={})
    store.configure("two", namespace="ns", task="u", partitions=None, options={})
    put_named(store, "one", "1a", partition="a")
    put_named(store, "one", "1b", partition="b")
    put_named(store, "two", "2a", partition="a")
    put_named(store, "three", "3a", partition="a")
    assert listed(stored, queue="one") == ["1b", "1a"]
    assert listed(stored, queue="one", partition="a") == ["1a"]
    assert listed(stored, namespace="ns") == ["2a", "1b", "1a"]
    assert listed(stored, namespace="ns", task="u") == ["2a"]
    assert listed(stored, task="t") == ["1b", "1a"]
    assert listed(stored, queue="nowhere") == []
    assert listed(stored, queue="three", namespace="ns") == []


def test_a_row_says_where_the_message_is_and_what_it_has(
    store: Queues, stored: StoredMessages, database: Database
) -> None:
    store.configure("q", namespace="ns", task="t", partitions=None, options={"priority": 7})
    trace = str(uuid.uuid4())
    store.push(
        [{"queue": "q", "partition": "p", "payload": {"secret": 1}, "transactionId": "t 1",
          "traceId": trace, "key": "k", "headers": {"h": 1}}],
        "producer",
    )  # fmt: skip
    (row,) = stored.list_messages(MessageFilter(), Page(10)).rows
    created_at, message_id, partition_id = (row.pop(n) for n in ("createdAt", "id", "partitionId"))
    assert row == {
        "transactionId": "t 1",
        "queue": "q",
        "partition": "p",
        "namespace": "ns",
        "task": "t",
        "offset": 0,
        "status": "pending",
        "queueStatus": None,
        "consumedBy": 0,
        "totalGroups": 0,
        "traceId": trace,
        "producerSub": "producer",
        "queuePriority": 7,
        "leaseExpiresAt": None,
        "isEncrypted": False,
        "key": "k",
        "dueAt": None,
    }
    assert created_at.endswith("Z")
    assert uuid.UUID(message_id).version == 7
    assert partition_id.isdigit()


def statuses(stored: StoredMessages, **wanted: Any) -> dict[str, str]:
    found = stored.list_messages(MessageFilter(**wanted), Page(100)).rows
    return {message["transactionId"]: message["status"] for message in found}


def test_what_is_not_due_is_delayed_until_it_is(
    store: Queues, stored: StoredMessages, stopped_clock: StoppedClock
) -> None:
    configure(store, "slow", delayed_processing=60)
    put_named(store, "slow", "behind")
    put_named(store, "q", "later", delaySeconds=30)
    put_named(store, "q", "second")
    waiting = {"behind": "delayed", "later": "delayed", "second": "pending"}
    assert statuses(stored) == waiting
    for queue in ("q", "slow"):
        assert pop(store, queue, group="g").messages == []
    assert statuses(stored) == statuses(stored, group="g") == waiting
    assert listed(stored, status="delayed") == ["later", "behind"]
    assert listed(stored, status="pending") == ["second"]
    due = {row["transactionId"]: row["dueAt"] for row in stored.list_messages(
        MessageFilter(), Page(9)).rows}  # fmt: skip
    at = {row["transactionId"]: row["createdAt"] for row in stored.list_messages(
        MessageFilter(), Page(9)).rows}  # fmt: skip
    seconds = {
        name: due[name] and datetime.fromisoformat(due[name]) - datetime.fromisoformat(at[name])
        for name in due
    }
    assert seconds == {
        "behind": timedelta(seconds=60),
        "later": timedelta(seconds=30),
        "second": None,
    }
    stopped_clock.advance(30)
    assert statuses(stored, queue="q") == {"later": "pending", "second": "pending"}
    assert listed(stored, status="delayed") == ["behind"]
    stopped_clock.advance(30)
    assert statuses(stored, group="g", queue="slow") == {"behind": "pending"}
    assert listed(stored, status="delayed") == []


def test_every_status_of_a_group(store: Queues, stored: StoredMessages, clock: Clock) -> None:
    configure(store, "q", retry_delay=60_000, ttl=1000)
    put_named(store, "q", "expired")
    clock.advance(1001)
    put_named(store, "q", "done", "dead", "failed", "behind it", "pending", partition="Default")
    put_named(store, "q", "held", partition="other")
    lease = pop(store, "q", "Default", group="g", batch=4)
    by_name = {message.transaction_id: message for message in lease.messages}
    for name, status in (("done", "completed"), ("dead", "dlq"), ("failed", "failed")):
        store.ack(acks(lease, by_name[name], group="g", status=status))  # type: ignore[arg-type]
    held = pop(store, "q", "other", group="g")
    assert len(held.messages) == 1
    expected = {
        "expired": "expired",
        "done": "completed",
        "dead": "dead",
        "failed": "failed",
        "behind it": "pending",
        "pending": "pending",
        "held": "processing",
    }
    assert statuses(stored) == statuses(stored, group="g") == expected
    for status in set(expected.values()):
        wanted = {name for name, each in expected.items() if each == status}
        assert set(listed(stored, status=status)) == wanted
        assert set(listed(stored, status=status, group="g")) == wanted
        assert listed(stored, status=status, group="nobody") == []


def test_the_status_over_all_groups_is_the_one_that_needs_most(
    store: Queues, stored: StoredMessages
) -> None:
    """dead, processing, failed, pending, expired, completed: whichever comes first."""
    configure(store, "q", retry_delay=0)
    put_named(store, "q", "m")
    assert statuses(stored) == {"m": "pending"}
    complete(store, pop(store, "q", group="done"), "done")
    assert statuses(stored) == {"m": "completed"}
    lease = pop(store, "q", group="slow")
    assert statuses(stored) == {"m": "processing"}
    store.ack(acks(lease, group="slow", status="retry"))
    assert statuses(stored) == {"m": "pending"}
    store.ack(acks(pop(store, "q", group="slow"), group="slow", status="failed"))
    assert statuses(stored) == {"m": "failed"}
    rejected = pop(store, "q", group="rejects")
    assert statuses(stored) == {"m": "processing"}
    store.ack(acks(rejected, group="rejects", status="dlq"))
    pop(store, "q", group="slow")
    assert statuses(stored) == {"m": "dead"}
    assert statuses(stored, group="done") == {"m": "completed"}
    assert statuses(stored, group="slow") == {"m": "processing"}


def test_a_row_tells_queue_mode_and_named_groups_apart(
    store: Queues, stored: StoredMessages
) -> None:
    put_named(store, "q", "m")
    pop(store, "q")
    complete(store, pop(store, "q", group="done"), "done")
    pop(store, "q", group="late", mode="new")
    store.ack(acks(pop(store, "q", group="no"), group="no", status="dlq"))
    (row,) = stored.list_messages(MessageFilter(), Page(1)).rows
    assert row["queueStatus"] == "processing"
    # Who came later in mode `new` has it behind him.
    assert (row["consumedBy"], row["totalGroups"]) == (2, 3)
    assert row["leaseExpiresAt"] is not None


@pytest.mark.parametrize(
    ("groups", "expected"),
    [([], (False, 0)), (["__QUEUE_MODE__"], (True, 0)), (["a", "b"], (False, 2)),
     (["__QUEUE_MODE__", "a"], (True, 1))],
)  # fmt: skip
def test_a_list_says_how_its_queues_are_consumed(
    store: Queues, stored: StoredMessages, groups: list[str], expected: tuple[bool, int]
) -> None:
    put_named(store, "q", "m")
    put_named(store, "other", "m")
    pop(store, "other", group="elsewhere")
    for group in groups:
        pop(store, "q", group=group)
    for wanted in (MessageFilter(queue="q"), MessageFilter(queue="q", transaction_id="none")):
        found = stored.list_messages(wanted, Page(1))
        assert (found.about["hasQueueMode"], found.about["busGroups"]) == expected


def test_a_group_has_only_partitions_that_it_follows(store: Queues, stored: StoredMessages) -> None:
    put_named(store, "q", "1", partition="a")
    put_named(store, "q", "2", partition="b")
    pop(store, "q", "a", group="g")
    assert statuses(stored, group="g") == {"1": "processing"}
    assert statuses(stored, group="nobody") == {}


def test_from_and_to_are_instants_of_the_push(
    store: Queues, stored: StoredMessages, clock: Clock
) -> None:
    for name in ("1", "2", "3"):
        put_named(store, "q", name, partition=name)
        put_named(store, "q", f"{name}'", partition="all")
        clock.advance(60)
    found = stored.list_messages(MessageFilter(), Page(10)).rows
    at = {row["transactionId"]: datetime.fromisoformat(row["createdAt"]) for row in found}
    assert listed(stored, since=at["2"]) == ["3'", "3", "2'", "2"]
    assert listed(stored, before=at["2"]) == ["1'", "1"]
    assert listed(stored, since=at["1'"], before=at["3"]) == ["2'", "2", "1'"]
    assert listed(stored, since=at["3"], before=at["1"]) == []


def test_a_trace_is_listed_in_the_order_of_its_pipeline(
    store: Queues, stored: StoredMessages
) -> None:
    trace, other = str(uuid.uuid4()), str(uuid.uuid4())
    put_named(store, "in", "first", traceId=trace)
    put_named(store, "in", "of another", traceId=other)
    put_named(store, "out", "second", "third", traceId=trace)
    complete(store, pop(store, "in", group="g"), "g")
    found = stored.list_messages(MessageFilter(trace_id=trace), Page(10))
    assert (names(found), found.total) == (["first", "second", "third"], 3)
    assert listed(stored, trace_id=trace, queue="out") == ["second", "third"]
    assert listed(stored, trace_id=trace, status="completed") == ["first"]
    assert listed(stored, trace_id=trace, group="g") == ["first"]
    assert listed(stored, trace_id=trace, transaction_id="third") == ["third"]
    assert listed(stored, trace_id=str(uuid.uuid4())) == []
    assert list(pages(stored, 2, trace_id=trace)) == [["first", "second"], ["third"]]
    assert list(pages(stored, 1, offset=1, trace_id=trace)) == [["second"], ["third"]]


def test_a_transaction_id_is_looked_for_in_every_partition(
    store: Queues, stored: StoredMessages
) -> None:
    canonical = str(uuid.uuid4())
    for transaction in ("order 7", canonical):
        put_named(store, "q", transaction, partition="a")
        put_named(store, "q", transaction, "another", partition="b")
        put_named(store, "r", transaction)
        found = stored.list_messages(MessageFilter(transaction_id=transaction), Page(10))
        where = [(row["queue"], row["partition"]) for row in found.rows]
        assert (where, found.total) == ([("q", "a"), ("q", "b"), ("r", "Default")], 3)
        found = stored.list_messages(MessageFilter(transaction_id=transaction, queue="q"), Page(1))
        assert (len(found.rows), found.total) == (1, 2)
        assert found.next_key is not None
    assert listed(stored, transaction_id="order 8") == []


def test_the_total_is_what_is_kept(store: Queues, stored: StoredMessages) -> None:
    put_named(store, "q", "1", "2", "3", partition="a")
    put_named(store, "q", "4", partition="b")
    put_named(store, "r", "5")

    def total(**wanted: Any) -> int | None:
        return stored.list_messages(MessageFilter(**wanted), Page(1)).total

    assert total() == 5
    assert total(queue="q") == 4
    assert total(queue="q", partition="a") == 3
    assert total(queue="nowhere") == 0
    first = stored.list_messages(MessageFilter(transaction_id="2"), Page(1)).rows[0]
    stored.delete_message(first["partitionId"], "2")
    stored.delete_message(first["partitionId"], "1")
    assert total(queue="q") == 2
    for wanted in ({"status": "pending"}, {"group": "g"}, {"since": START}, {"before": START}):
        assert total(**wanted) is None, wanted


def test_what_is_pushed_between_two_pages_moves_nothing(
    store: Queues, stored: StoredMessages
) -> None:
    put_named(store, "q", *(f"{n}" for n in range(10)), partition="old")
    seen = []
    for turn, page in enumerate(pages(stored, 3)):
        seen += page
        put_named(store, "q", f"new {turn}", partition="old")
        put_named(store, "q", f"other {turn}", partition=f"new {turn}")
        put_named(store, f"queue {turn}", f"third {turn}")
    assert seen == [f"{n}" for n in reversed(range(10))]


def test_what_is_deleted_between_two_pages_moves_nothing(
    store: Queues, stored: StoredMessages
) -> None:
    put_named(store, "q", *(f"{n}" for n in range(10)), partition="p")
    (row,) = stored.list_messages(MessageFilter(), Page(1)).rows
    seen = []
    for page in pages(stored, 3):
        seen += page
        stored.delete_message(
            row["partitionId"], page[-1]
        )  # the very place where the next page begins
    assert seen == [f"{n}" for n in reversed(range(10))]


def test_a_rare_status_is_looked_for_in_bounded_steps(
    store: Queues, stored: StoredMessages
) -> None:
    """Pages come short, even empty, and lead on; none is missed and none comes twice."""
    push(store, "q", *range(60))
    lease = pop(store, "q", group="g", batch=60)
    dead = [lease.messages[n] for n in (3, 4, 20, 59)]
    store.ack(acks(lease, *dead, group="g", status="dlq"))
    expected = [message.transaction_id for message in reversed(dead)]
    for limit in (1, 2, 10):
        for most in (1, 7, 10_000):
            found = list(pages(stored, limit, most, status="dead"))
            assert [name for page in found for name in page] == expected
            assert max(map(len, found)) <= limit
    assert [] in pages(stored, 2, 7, status="dead")


def test_an_offset_skips_what_fits_however_far_it_is(store: Queues, stored: StoredMessages) -> None:
    push(store, "q", *range(30))
    lease = pop(store, "q", group="g", batch=30)
    dead = [lease.messages[n] for n in (3, 4, 20, 29)]
    store.ack(acks(lease, *dead, group="g", status="dlq"))
    expected = [message.transaction_id for message in reversed(dead)]
    for offset in range(6):
        for most in (1, 7, 10_000):
            found = pages(stored, 1, most, offset, status="dead")
            assert [name for page in found for name in page] == expected[offset:]
