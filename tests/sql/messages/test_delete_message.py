"""queen.delete_message: one message is gone, and no group waits for it or is held up."""

from __future__ import annotations

import random
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import MessageNotFound
from regent.settings import Settings
from regent.stores.messages import StoredMessages, Traces
from regent.stores.queue import Queues
from regent.stores.queue_types import Lease, Status
from tests.support.clock import Clock
from tests.support.rows import dead_letters, rows, value
from tests.support.store import acks, complete, configure, payloads, pop

OPEN = "select consumer_group, open_messages, processing from queen.group_backlogs order by 1"
#: Partitions whose numbers are not those of the messages that they have.
WRONG = """
select p.name, p.tail, p.head, p.removed, m.first, m.kept
  from queen.partitions p
 cross join lateral (select min(m."offset") as first, count(*) as kept
                       from queen.messages m where m.partition_id = p.id) m
 where p.head - p.tail - p.removed <> m.kept or p.tail <> coalesce(m.first, p.head)"""
#: For each group in each partition: open messages by its cursor, and by a look at every message.
OPEN_BY_LOOKING = """
select g.name as consumer_group, p.name as partition,
       coalesce((select b.open_messages from queen.group_backlogs b
                  where b.partition_id = p.id and b.group_id = g.id), 0) as told,
       (select count(*) from queen.messages m
         where m.partition_id = p.id and m."offset" >= c.committed
           and not coalesce(c.completed @> m."offset", false)) as so
  from queen.partition_consumers c
  join queen.consumer_groups g on g.id = c.group_id
  join queen.partitions p on p.id = c.partition_id"""


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def named(store: Queues, *names: str, queue: str = "q", partition: str = "p", **fields: Any) -> str:
    """Messages whose transaction ids are their payloads; the partition's id."""
    items: list[Any] = [
        {"queue": queue, "partition": partition, "payload": n, "transactionId": n, **fields}
        for n in names
    ]
    return str(store.push(items)[0].partition_id)


def got(lease: Lease) -> list[str]:
    return [message.transaction_id for message in lease.messages]


def ack(store: Queues, lease: Lease, *names: str, status: Status = "completed") -> list[str | None]:
    chosen = [message for message in lease.messages if message.transaction_id in names]
    return [outcome.code for outcome in store.ack(acks(lease, *chosen, group="g", status=status))]


def open_messages(owner_url: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in rows(owner_url, OPEN)]


def test_a_deleted_message_is_gone(store: Queues, stored: StoredMessages) -> None:
    partition = named(store, "a", "b", "c")
    stored.delete_message(partition, "b")
    with pytest.raises(MessageNotFound) as refused:
        stored.read_message(partition, "b")
    assert refused.value.detail == {"partitionId": partition, "transactionId": "b"}
    assert got(pop(store, "q", batch=10)) == ["a", "c"]


def test_what_is_not_there_is_not_found(store: Queues, stored: StoredMessages) -> None:
    partition = named(store, "a")
    stored.delete_message(partition, "a")
    for where, what in ((partition, "a"), (partition, "b"), ("99", "a"), ("x", "a"), ("", "a")):
        with pytest.raises(MessageNotFound):
            stored.delete_message(where, what)


def test_a_deleted_transaction_id_can_be_pushed_again(
    store: Queues, stored: StoredMessages
) -> None:
    partition = named(store, "a", "b")
    (first,) = store.push([{"queue": "q", "partition": "p", "transactionId": "a"}])
    assert first.duplicate
    stored.delete_message(partition, "a")
    (again,) = store.push([{"queue": "q", "partition": "p", "transactionId": "a"}])
    assert not again.duplicate
    assert got(pop(store, "q", batch=10)) == ["b", "a"]


def test_the_tail_moves_past_the_first_and_the_holes_behind_it(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    partition = named(store, "a", "b", "c", "d", "e")
    for name, expected in (("c", (0, 1)), ("b", (0, 2)), ("a", (3, 0)), ("e", (3, 1)),
                           ("d", (5, 0))):  # fmt: skip
        stored.delete_message(partition, name)
        assert value(owner_url, "select (tail, removed)::text from queen.partitions") == (
            f"({expected[0]},{expected[1]})"
        )
        assert rows(owner_url, WRONG) == []
    named(store, "f")
    assert got(pop(store, "q", batch=10)) == ["f"]
    assert rows(owner_url, WRONG) == []


def test_a_message_that_retention_has_passed_counts_for_nothing(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    partition = named(store, "a", "b", "c")
    rows(owner_url, "update queen.partitions set tail = 2")
    stored.delete_message(partition, "a")
    assert value(owner_url, "select (tail, removed)::text from queen.partitions") == "(2,0)"


def test_the_only_message_leaves_a_group_with_nothing_to_do(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    named(store, "seed", partition="other")
    complete(store, pop(store, "q", group="g"), "g")
    partition = named(store, "a")
    assert open_messages(owner_url) == [("g", 1, 0)]
    stored.delete_message(partition, "a")
    assert open_messages(owner_url) == []
    assert value(owner_url, "select bool_or(ready) from queen.partition_consumers") is False
    assert pop(store, "q", group="g").messages == []
    named(store, "b")
    assert got(pop(store, "q", group="g")) == ["b"]


def test_the_message_at_the_cursor_gives_way_to_the_next(
    store: Queues, stored: StoredMessages, owner_url: str, clock: Clock
) -> None:
    """The partition is then ordered by that next message: the oldest comes first."""
    named(store, "seed", partition="x")
    complete(store, pop(store, "q", group="g"), "g")
    partition = named(store, "oldest")
    clock.advance(1)
    named(store, "older", partition="x")
    clock.advance(1)
    named(store, "youngest")
    stored.delete_message(partition, "oldest")
    assert open_messages(owner_url) == [("g", 1, 0), ("g", 1, 0)]
    assert got(pop(store, "q", group="g")) == ["older"]
    assert got(pop(store, "q", group="g")) == ["youngest"]


def test_a_message_behind_the_cursor_leaves_no_lag(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    named(store, "seed")
    complete(store, pop(store, "q", group="g"), "g")
    partition = named(store, "a", "b", "c")
    stored.delete_message(partition, "b")
    assert open_messages(owner_url) == [("g", 2, 0)]
    lease = pop(store, "q", group="g", batch=10)
    assert got(lease) == ["a", "c"]
    assert [outcome.lease_released for outcome in complete(store, lease, "g")] == [True, True]
    assert open_messages(owner_url) == []


def test_a_message_that_a_group_has_passed_changes_nothing_for_it(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    partition = named(store, "a", "b")
    complete(store, pop(store, "q", group="g"), "g")
    before = rows(owner_url, "select * from queen.partition_consumers")
    stored.delete_message(partition, "a")
    assert rows(owner_url, "select * from queen.partition_consumers") == before


def test_a_live_lease_goes_on_with_the_others(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    partition = named(store, "a", "b", "c", "later")
    lease = pop(store, "q", group="g", batch=3)
    stored.delete_message(partition, "b")
    assert open_messages(owner_url) == [("g", 3, 2)]
    stored.delete_message(partition, "later")
    assert open_messages(owner_url) == [("g", 2, 2)]
    assert pop(store, "q", group="g").messages == []
    assert ack(store, lease, "a", "b") == [None, "MESSAGE_NOT_FOUND"]
    (last,) = store.ack(acks(lease, lease.messages[2], group="g"))
    assert (last.success, last.lease_released) == (True, True)
    assert open_messages(owner_url) == []


@pytest.mark.parametrize("deleted", ["a", "b", "c"])
def test_all_acks_of_a_lease_at_once_complete_what_is_left(
    store: Queues, stored: StoredMessages, owner_url: str, deleted: str
) -> None:
    """The client acks every message that it was handed; one of them does not exist any more."""
    partition = named(store, "a", "b", "c")
    lease = pop(store, "q", group="g", batch=3)
    stored.delete_message(partition, deleted)
    outcomes = store.ack(acks(lease, group="g"))
    assert [outcome.success for outcome in outcomes] == [n != deleted for n in ("a", "b", "c")]
    assert any(outcome.lease_released for outcome in outcomes)
    assert open_messages(owner_url) == []
    assert value(owner_url, "select lease_id from queen.partition_consumers") is None


def test_a_lease_ends_when_all_that_it_held_is_deleted(
    store: Queues, stored: StoredMessages
) -> None:
    partition = named(store, "a", "b", "c")
    lease = pop(store, "q", group="g", batch=2)
    stored.delete_message(partition, "a")
    assert store.extend(lease.id, 300)[0] == 1
    stored.delete_message(partition, "b")
    assert store.extend(lease.id, 300)[0] == 0
    assert got(pop(store, "q", group="g")) == ["c"]


def test_a_lease_ends_when_the_rest_was_completed(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    partition = named(store, "a", "b")
    lease = pop(store, "q", group="g", batch=2)
    assert ack(store, lease, "b") == [None]
    stored.delete_message(partition, "a")
    assert open_messages(owner_url) == []
    # Its acks may still be repeated, as after any lease that ended.
    (again,) = store.ack(acks(lease, lease.messages[1], group="g"))
    assert (again.success, again.repeated) == (True, True)


def test_an_ack_does_not_take_a_message_that_was_pushed_again_for_the_deleted_one(
    store: Queues, stored: StoredMessages
) -> None:
    partition = named(store, "a", "b")
    lease = pop(store, "q", group="g", batch=2)
    stored.delete_message(partition, "a")
    named(store, "a")
    outcomes = store.ack(acks(lease, group="g"))
    assert [outcome.code for outcome in outcomes] == ["INVALID_LEASE", None]
    assert got(pop(store, "q", group="g", batch=10)) == ["a"]


def test_a_lease_that_ran_out_counts_no_attempt_for_a_deleted_message(
    store: Queues, stored: StoredMessages, clock: Clock
) -> None:
    partition = named(store, "a", "b")
    pop(store, "q", group="g")
    clock.advance(301)
    stored.delete_message(partition, "a")
    (message,) = pop(store, "q", group="g").messages
    assert (message.transaction_id, message.delivery, message.failed_attempts) == ("b", 1, 0)


def test_a_partition_rests_no_longer_for_a_failed_message_that_is_deleted(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    configure(store, "q", retry_delay=60_000)
    partition = named(store, "poison", "next", "last")
    lease = pop(store, "q", group="g")
    assert ack(store, lease, "poison", status="failed") == [None]
    stored.delete_message(partition, "last")
    assert pop(store, "q", group="g").messages == []  # it rests because of another message
    stored.delete_message(partition, "poison")
    (message,) = pop(store, "q", group="g").messages
    assert (message.transaction_id, message.failed_attempts) == ("next", 0)
    assert value(owner_url, "select count(*) from queen.attempts") == 0
    assert value(owner_url, "select bool_or(failing) from queen.partition_consumers") is False


def test_attempts_of_other_messages_stay(
    store: Queues, stored: StoredMessages, owner_url: str
) -> None:
    configure(store, "q", retry_delay=0)
    partition = named(store, "a", "b")
    lease = pop(store, "q", group="g", batch=2)
    ack(store, lease, "a", "b", status="failed")
    stored.delete_message(partition, "a")
    (message,) = pop(store, "q", group="g").messages
    assert (message.transaction_id, message.failed_attempts) == ("b", 1)


def test_a_delayed_message_that_is_deleted_holds_nobody_back(
    store: Queues, stored: StoredMessages
) -> None:
    partition = named(store, "in an hour", delaySeconds=3600)
    named(store, "now")
    assert pop(store, "q", group="g").messages == []
    stored.delete_message(partition, "in an hour")
    assert got(pop(store, "q", group="g")) == ["now"]


def test_dead_letters_stay_and_traces_go(
    store: Queues, stored: StoredMessages, database: Database, owner_url: str
) -> None:
    traces = Traces(database, Encryption(Settings()))
    partition = named(store, "a", "b")
    for name in ("a", "b"):
        traces.record_trace(partition, name, data=name, names=[name])
    ack(store, pop(store, "q", group="g"), "a", status="dlq")
    stored.delete_message(partition, "a")
    assert dead_letters(owner_url) == [("a", "rejected", "", 0)]
    assert [row["data"] for row in rows(owner_url, "select data from queen.message_traces")] == [
        "b"
    ]
    assert [
        row["name"] for row in rows(owner_url, "select name from queen.message_trace_names")
    ] == ["b"]


def test_a_limited_queue_has_room_again(store: Queues, stored: StoredMessages) -> None:
    configure(store, "q", max_queue_size=2)
    partition = named(store, "a", "b")
    stored.delete_message(partition, "a")
    (pushed,) = store.push([{"queue": "q", "partition": "p"}])
    assert pushed.depth == 2


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_the_numbers_are_those_of_the_messages(
    store: Queues, stored: StoredMessages, owner_url: str, clock: Clock, seed: int
) -> None:
    """Pushes, pops, verdicts, expiries and deletions in any order: kept, open and tail are exact,
    and in the end each group has had every message that was not deleted before its turn."""
    chance = random.Random(seed)
    configure(store, "q", retry_delay=0, retry_limit=1000)
    partitions = {p: named(store, f"seed {p}", partition=p) for p in "ab"}
    groups, leases, kept, done = ["g", "h"], {}, {}, {"g": set(), "h": set()}
    for group in groups:
        complete(store, pop(store, "q", group=group, batch=9, partitions=9), group)
    for turn in range(80):
        action, group, partition = chance.random(), chance.choice(groups), chance.choice("ab")
        if action < 0.3:
            names = [f"{turn}.{n}" for n in range(chance.randint(1, 4))]
            named(store, *names, partition=partition)
            kept |= dict.fromkeys(names, partition)
        elif action < 0.5:
            lease = pop(store, "q", partition, group=group, batch=chance.randint(1, 5))
            leases[group, partition] = lease if lease.messages else leases.get((group, partition))
        elif action < 0.75 and (lease := leases.get((group, partition))):
            some = chance.sample(lease.messages, chance.randint(1, len(lease.messages)))
            status = chance.choice(["completed", "completed", "failed", "retry"])
            answers = store.ack(acks(lease, *some, group=group, status=status))  # type: ignore[arg-type]
            done[group] |= {
                message.transaction_id
                for message, answer in zip(some, answers, strict=True)
                if answer.success and status == "completed"
            }
        elif action < 0.97 and kept:
            name = chance.choice(list(kept))
            stored.delete_message(partitions[kept.pop(name)], name)
        else:
            clock.advance(301)
        assert rows(owner_url, WRONG) == [], turn
        wrong = [row for row in rows(owner_url, OPEN_BY_LOOKING) if row["told"] != row["so"]]
        assert wrong == [], turn
    clock.advance(301)
    for group in groups:
        while (lease := pop(store, "q", group=group, batch=9, partitions=9)).messages:
            done[group] |= set(got(lease))
            complete(store, lease, group)
        assert done[group] >= set(kept)
    assert rows(owner_url, OPEN) == []
    assert payloads(pop(store, "q", group="g")) == []
