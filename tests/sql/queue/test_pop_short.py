"""queen.pop by its short way: as queen._pop_any, which still does what is not plain."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.groups import Groups
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from tests.sql.queue.conftest import Ways
from tests.support.clock import StoppedClock
from tests.support.members import group_on
from tests.support.rows import rows, value
from tests.support.store import acks, complete, payloads, pop, push


@pytest.fixture
def popped(store: Queues) -> Queues:
    """A group that has popped and completed the first message of a partition."""
    push(store, "q", "first", partition="p")
    complete(store, pop(store, "q"))
    return store


def test_a_plain_pop_goes_the_short_way(popped: Queues, ways: Ways) -> None:
    push(popped, "q", *range(5), partition="p", headers={"h": 1}, key="k", transactionId="t")
    push(popped, "q", *range(5), partition="p", traceId=str(uuid.uuid4()))
    for batch in (1, 5, 6, 100):
        went = ways.pop("q", batch=batch)
        assert went.is_short
        assert len(went.answer) == min(batch, 6)


def test_a_lease_time_and_a_share_of_the_batch_go_the_short_way(popped: Queues, ways: Ways) -> None:
    push(popped, "q", *range(5), partition="p")
    for share, count in ((2, 2), (9, 4)):
        went = ways.pop("q", batch=4, per_partition=share, lease_seconds=7)
        assert (went.is_short, len(went.answer)) == (True, count)


def test_an_empty_pop_goes_the_short_way(popped: Queues, ways: Ways) -> None:
    went = ways.pop("q")
    assert (went.is_short, went.answer) == (True, [])


def test_the_oldest_partition_comes_first(
    popped: Queues, ways: Ways, stopped_clock: StoppedClock
) -> None:
    for name in ("p", "b", "a"):
        stopped_clock.advance(1)
        push(popped, "q", name, partition=name)
    for name in ("p", "b", "a"):
        went = ways.pop("q", batch=9)
        assert went.is_short
        assert [row[4] for row in went.answer] == [name]
        pop(popped, "q", batch=9)
    assert ways.pop("q").answer == []


def test_labels_are_told(store: Queues, ways: Ways) -> None:
    store.configure("q", namespace="ns", task="täsk", partitions=None, options={})
    push(store, "q", 1)
    complete(store, pop(store, "q"))
    push(store, "q", 2)
    went = ways.pop("q")
    assert went.is_short
    assert went.answer[0][:3] == ("q", "ns", "täsk")


@pytest.mark.parametrize(
    "asked",
    [{"partition": "p"}, {"partitions": 2}, {"auto_ack": True}, {"group": "new"}],
    ids=str,
)
def test_what_is_asked_otherwise_goes_the_long_way(popped: Queues, ways: Ways, asked: Any) -> None:
    push(popped, "q", 1, 2, partition="p")
    assert not ways.pop("q", **asked).is_short


def test_a_queue_that_is_missing_goes_the_long_way(ways: Ways) -> None:
    assert not ways.pop("q").is_short


@pytest.mark.parametrize(
    "option",
    [
        "window_buffer",
        "ttl",
        "max_wait_time_seconds",
        "delayed_processing",
        "pop_maintenance",
    ],
)
def test_an_option_that_holds_messages_back_goes_the_long_way(
    popped: Queues, ways: Ways, owner_url: str, stopped_clock: StoppedClock, option: str
) -> None:
    push(popped, "q", 1, partition="p")
    rows(owner_url, f"update queen.queues set {option} = '1'")
    for _ in range(2):
        assert not ways.pop("q").is_short
        stopped_clock.advance(2)


def test_maintenance_of_the_system_goes_the_long_way(
    popped: Queues, ways: Ways, owner_url: str
) -> None:
    push(popped, "q", 1, partition="p")
    rows(owner_url, "update queen.maintenance set pop = true")
    went = ways.pop("q")
    assert (went.is_short, went.answer) == (False, [])


def test_a_paused_group_goes_the_long_way(popped: Queues, database: Database, ways: Ways) -> None:
    push(popped, "q", 1, partition="p")
    Groups(database).pause_group("__QUEUE_MODE__", "q", paused=True)
    went = ways.pop("q")
    assert (went.is_short, went.answer) == (False, [])


def test_a_group_with_members_goes_the_long_way(store: Queues, members: Any, ways: Ways) -> None:
    group = group_on(members, partitions=2)
    members.join_group(group, "a", 10_000)
    assert not ways.pop("t", group=group).is_short


def test_a_group_that_follows_one_partition_goes_the_long_way(store: Queues, ways: Ways) -> None:
    push(store, "q", 1, 2, partition="p")
    pop(store, "q", "p", group="g")
    assert not ways.pop("q", group="g").is_short


def test_a_group_that_starts_later_goes_the_long_way(
    store: Queues, ways: Ways, stopped_clock: StoppedClock, owner_url: str
) -> None:
    push(store, "q", 1, partition="p")
    start = value(owner_url, "select queen.now() + interval '1 hour'")
    pop(store, "q", group="later", mode="timestamp", instant=start)
    push(store, "q", 2, partition="p")
    assert not ways.pop("q", group="later").is_short
    stopped_clock.advance(7200)
    push(store, "q", 3, partition="p")
    went = ways.pop("q", group="later")
    assert [row[11] for row in went.answer] == ["3"]


def test_a_live_lease_is_passed_by(popped: Queues, ways: Ways) -> None:
    push(popped, "q", 1, 2, partition="p")
    pop(popped, "q")
    went = ways.pop("q")
    assert (went.is_short, went.answer) == (True, [])


def test_a_lease_that_ran_out_goes_the_long_way(
    popped: Queues, ways: Ways, stopped_clock: StoppedClock
) -> None:
    push(popped, "q", 1, 2, partition="p")
    pop(popped, "q", batch=2)
    stopped_clock.advance(300)
    went = ways.pop("q", batch=2)
    assert not went.is_short
    assert [row[11] for row in went.answer] == ["1"]


def test_messages_that_were_completed_out_of_order_go_the_long_way(
    popped: Queues, ways: Ways
) -> None:
    push(popped, "q", 1, 2, 3, partition="p")
    lease = pop(popped, "q", batch=3)
    popped.ack([*acks(lease, lease.messages[1]), *acks(lease, lease.messages[0], status="retry")])
    went = ways.pop("q", batch=3)
    assert not went.is_short
    assert [row[11] for row in went.answer] == ["1", "3"]


def test_a_second_delivery_goes_the_long_way(popped: Queues, ways: Ways) -> None:
    push(popped, "q", 1, partition="p")
    popped.ack(acks(pop(popped, "q"), status="retry"))
    went = ways.pop("q")
    assert not went.is_short
    assert went.answer[0][-2:] == (2, 0)


def test_a_failed_message_goes_the_long_way(
    popped: Queues, ways: Ways, stopped_clock: StoppedClock
) -> None:
    push(popped, "q", 1, 2, partition="p")
    popped.ack(acks(pop(popped, "q"), status="failed"))
    assert ways.pop("q").answer == []
    stopped_clock.advance(1)
    went = ways.pop("q", batch=9)  # the rest is over, and the row is woken
    assert not went.is_short
    assert [row[-2:] for row in went.answer] == [(2, 1), (1, 0)]


def test_a_partition_that_may_work_again_is_woken_though_another_is_ready(
    popped: Queues, ways: Ways, stopped_clock: StoppedClock
) -> None:
    push(popped, "q", 1, partition="p")
    popped.ack(acks(pop(popped, "q"), status="failed"))
    stopped_clock.advance(1)
    push(popped, "q", 2, partition="other")
    went = ways.pop("q")
    assert not went.is_short
    assert [row[11] for row in went.answer] == ["1"]


def test_a_narrowed_batch_stays_narrow(popped: Queues, ways: Ways, owner_url: str) -> None:
    push(popped, "q", *range(9), partition="p")
    for limit in (1, 4, 20):
        rows(owner_url, "update queen.partition_consumers set batch_limit = %s", (limit,))
        went = ways.pop("q", batch=8)
        assert went.is_short
        assert len(went.answer) == min(limit, 8)


def test_a_ready_row_without_a_message_goes_the_long_way(
    popped: Queues, ways: Ways, owner_url: str
) -> None:
    rows(owner_url, "update queen.partition_consumers set ready = true")
    went = ways.pop("q")
    assert (went.is_short, went.answer) == (False, [])


# Messages that are not there.


def test_a_lease_counts_only_what_is_there(popped: Queues, ways: Ways, owner_url: str) -> None:
    push(popped, "q", *range(5), partition="p")
    rows(owner_url, 'delete from queen.messages where "offset" = 2')
    went = ways.pop("q", batch=3)
    assert went.is_short
    assert [row[11] for row in went.answer] == ["0", "2"]


def test_messages_that_were_deleted_by_hand_lease_nothing(
    popped: Queues, ways: Ways, owner_url: str
) -> None:
    push(popped, "q", *range(5), partition="p")
    rows(owner_url, 'delete from queen.messages where "offset" in (1, 2, 3)')
    went = ways.pop("q", batch=3)
    assert not went.is_short
    assert [row[11] for row in went.answer] == ["3", "4"]
    rows(owner_url, "delete from queen.messages")
    assert ways.pop("q", batch=3).answer == []
    assert pop(popped, "q").messages == []
    assert value(owner_url, "select lease_id from queen.partition_consumers") is None


def test_messages_that_were_deleted_one_by_one_are_left_out(
    popped: Queues, database: Database, ways: Ways, owner_url: str
) -> None:
    pushed = push(popped, "q", *range(5), partition="p")
    messages = StoredMessages(database, Encryption(Settings()))
    messages.delete_message(str(pushed[1].partition_id), pushed[1].transaction_id)
    for batch in (1, 2, 5):
        went = ways.pop("q", batch=batch)
        assert "1" not in [row[11] for row in went.answer]


# Delays.


def test_a_delayed_message_goes_the_long_way_until_it_is_due(
    popped: Queues, ways: Ways, stopped_clock: StoppedClock
) -> None:
    push(popped, "q", "now", partition="p")
    push(popped, "q", "later", partition="p", delaySeconds=10)
    went = ways.pop("q", batch=9)
    assert not went.is_short
    assert [row[11] for row in went.answer] == ['"now"']
    stopped_clock.advance(9.999)
    assert not ways.pop("q", batch=9).is_short
    stopped_clock.advance(0.001)
    went = ways.pop("q", batch=9)
    assert went.is_short
    assert [row[11] for row in went.answer] == ['"now"', '"later"']


def test_each_lane_of_a_push_remembers_its_delays(
    popped: Queues, owner_url: str, ways: Ways, stopped_clock: StoppedClock
) -> None:
    push(popped, "q", 1, partition="b", delaySeconds=100)
    popped.push(
        [
            {"queue": "q", "partition": "a", "payload": 1, "delaySeconds": 7},
            {"queue": "q", "partition": "b", "payload": 2, "delaySeconds": 30},
            {"queue": "q", "partition": "c", "payload": 3},
        ]
    )
    assert value(
        owner_url,
        "select bool_and(m.available_at <= p.delayed_until) from queen.messages m"
        " join queen.partitions p on p.id = m.partition_id where m.available_at is not null",
    )
    waits = rows(
        owner_url,
        "select name, extract(epoch from delayed_until - queen.now())::integer as seconds"
        "  from queen.partitions where name < 'p' order by name",
    )
    assert [row["seconds"] for row in waits] == [30, 100, 30]  # a push has one bound
    stopped_clock.advance(30)
    assert ways.pop("q", batch=9).answer != []


def test_a_duplicate_with_a_delay_holds_nothing_back(popped: Queues, ways: Ways) -> None:
    push(popped, "q", 1, partition="p", transactionId="t")
    push(popped, "q", 2, partition="p", transactionId="t", delaySeconds=5)
    assert [row[11] for row in ways.pop("q").answer] == ["1"]


def test_what_both_ways_hand_out_is_all_there_is(popped: Queues) -> None:
    for number in range(20):
        push(popped, "q", number, partition="ab"[number % 2])
    seen: list[str] = []
    for turn in range(20):
        lease = pop(popped, "q", batch=3, partitions=1 + turn % 2)
        seen += payloads(lease)
        complete(popped, lease)
    assert sorted(map(int, seen)) == list(range(20))
