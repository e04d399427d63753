"""queen.measure_lag: what the lag job reads of each partition."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from regent.stores.members import Members
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.lag import lags
from tests.support.members import group_on, produce, settled
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push

NOW = "select queen.now()"


def behind(url: str) -> list[tuple[Any, ...]]:
    """(partition, head, position, lag, delayed) where a group is behind."""
    return [
        tuple(row[name] for name in ("partition_name", "head", "position", "offset_lag", "delayed"))
        for row in lags(url)
        if row["partition_id"] is not None
    ]


def sums(url: str) -> list[tuple[Any, ...]]:
    """(partitions, head, position, finished, lag, delayed) of each group."""
    names = ("partitions", "head", "position", "finished", "offset_lag", "delayed")
    return [tuple(row[n] for n in names) for row in lags(url) if row["partition_id"] is None]


def test_a_group_is_behind_by_what_it_has_not_completed(
    store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    for partition, count in (("a", 3), ("b", 2), ("c", 1)):
        push(store, "q", *range(count), partition=partition)
    stopped_clock.advance(10)
    complete(store, pop(store, "q", "a", group="g"), "g")
    complete(store, pop(store, "q", "c", group="g"), "g")
    stopped_clock.advance(1)
    assert lags(owner_url)[:-1] == [
        {
            "group_id": 1,
            "partition_id": 1,
            "partition_name": "a",
            "partitions": 1,
            "head": 3,
            "position": 1,
            "finished": 1,
            "popped": 1,
            "held": False,
            "offset_lag": 2,
            "delayed": 0,
            "due_at": value(owner_url, NOW) - timedelta(seconds=11),
        }
    ]


def test_sums_count_idle_partitions_too(store: Queues, owner_url: str) -> None:
    for partition, count in (("a", 3), ("b", 2), ("c", 1)):
        push(store, "q", *range(count), partition=partition)
    while (lease := pop(store, "q", group="g", batch=3)).messages:
        complete(store, lease, "g")
    push(store, "q", 1, partition="a")
    assert behind(owner_url) == [("a", 4, 3, 1, 0)]
    assert sums(owner_url) == [(3, 7, 6, 6, 1, 0)]


def test_ranges_are_parts_of_the_whole(store: Queues, owner_url: str) -> None:
    for partition in "abcd":
        push(store, "q", 1, 2, partition=partition)
    pop(store, "q", group="g", mode="new")
    pop(store, "q", group="h")
    whole = [row for row in lags(owner_url) if row["partition_id"] is not None]
    parts = [*lags(owner_url, None, 1, 2), *lags(owner_url, None, 3, 4)]
    assert len(whole) == 4
    assert sorted(row["partition_id"] for row in parts if row["partition_id"]) == [1, 2, 3, 4]
    assert [row["partitions"] for row in parts if row["partition_id"] is None] == [2, 2, 2, 2]
    assert lags(owner_url, None, 5, 9) == []


def test_a_subscription_to_what_is_new_is_not_behind(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g", mode="new")
    assert (behind(owner_url), sums(owner_url)) == ([], [(1, 2, 2, 0, 0, 0)])
    push(store, "q", 3)
    assert behind(owner_url) == [("Default", 3, 2, 1, 0)]


def test_a_subscription_to_an_instant_to_come_passes_what_is_older(
    store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1)
    later = value(owner_url, NOW) + timedelta(seconds=60)
    pop(store, "q", group="g", mode="timestamp", instant=later)
    stopped_clock.advance(30)
    push(store, "q", 2)
    assert behind(owner_url) == []
    stopped_clock.advance(31)
    push(store, "q", 3)
    assert behind(owner_url) == [("Default", 3, 2, 1, 0)]


def test_dead_letters_are_done(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="g")
    store.ack(acks(lease, group="g", status="dlq"))
    assert behind(owner_url) == [("Default", 2, 1, 1, 0)]
    assert sums(owner_url) == [(1, 2, 1, 1, 1, 0)]


def test_what_is_completed_out_of_order_is_done(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2, 3, 4)
    lease = pop(store, "q", group="g", batch=3)
    store.ack(acks(lease, lease.messages[2], group="g"))
    (row, _) = lags(owner_url)
    assert (row["position"], row["offset_lag"], row["held"]) == (1, 3, True)


def test_messages_before_their_time_are_delayed_not_late(
    store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    configure(store, "q", delayed_processing=60)
    push(store, "q", 1, 2)
    pop(store, "q", group="g")
    stopped_clock.advance(50)
    push(store, "q", 3)
    assert (behind(owner_url), sums(owner_url)) == ([], [(1, 3, 0, 0, 0, 3)])
    stopped_clock.advance(15)
    (row, _) = lags(owner_url)
    assert (row["offset_lag"], row["delayed"]) == (2, 1)
    assert row["due_at"] == value(owner_url, NOW) - timedelta(seconds=5)


def test_a_message_for_later_holds_what_stands_behind_it(
    store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g", mode="all")
    rows(
        owner_url,
        "update queen.messages set available_at = queen.now() + interval '1 min'"
        ' where "offset" = 0',
    )
    assert (behind(owner_url), sums(owner_url)) == ([], [(1, 2, 0, 0, 0, 2)])
    stopped_clock.advance(61)
    assert behind(owner_url) == [("Default", 2, 0, 2, 0)]


def test_a_window_buffer_that_waits_is_not_behind(
    store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    configure(store, "q", window_buffer=30)
    push(store, "q", 1, 2)
    pop(store, "q", group="g")
    stopped_clock.advance(20)
    push(store, "q", 3)
    stopped_clock.advance(20)
    assert (behind(owner_url), sums(owner_url)) == ([], [(1, 3, 0, 0, 0, 3)])
    stopped_clock.advance(11)
    (row, _) = lags(owner_url)
    assert row["offset_lag"] == 3
    assert row["due_at"] == value(owner_url, NOW) - timedelta(seconds=1)


def test_heads_are_those_of_the_instant(
    store: Queues, owner_url: str, stopped_clock: StoppedClock
) -> None:
    push(store, "q", 1, 2, partition="a")
    push(store, "q", 1, partition="b")
    lease = pop(store, "q", group="g", batch=2)
    at = value(owner_url, NOW)
    stopped_clock.advance(1)
    push(store, "q", 3, 4, 5, partition="a")
    push(store, "q", 1, partition="c")
    found = lags(owner_url, at)
    assert [(row["partition_name"], row["head"], row["offset_lag"]) for row in found] == [
        *(("a", 2, 2), ("b", 1, 1), (None, 3, 3)),
    ]
    # A cursor that has passed the instant's head makes the lag 0, not negative.
    complete(store, lease, "g")
    complete(store, pop(store, "q", "a", group="g", batch=5), "g")
    stopped_clock.advance(1)
    found = lags(owner_url, at)
    assert [(row["partition_name"], row["head"], row["position"]) for row in found] == [
        *(("b", 1, 0), (None, 3, 2)),
    ]


def test_what_retention_took_is_not_waited_for(store: Queues, owner_url: str) -> None:
    push(store, "q", 1, 2, 3)
    pop(store, "q", group="g", mode="all")
    rows(owner_url, 'delete from queen.messages where "offset" < 2')
    rows(owner_url, "update queen.partitions set tail = 2")
    assert behind(owner_url) == [("Default", 3, 2, 1, 0)]


def test_members_hold_what_they_were_assigned(
    members: Members, owner_url: str, stopped_clock: StoppedClock
) -> None:
    group = group_on(members, partitions=2)
    (member,) = settled(members, stopped_clock, group, "one")
    produce(members, "t", 1, 2, partition=0)
    assert [(row["offset_lag"], row["held"]) for row in lags(owner_url)][:1] == [(2, True)]
    members.leave_group(group, member)
    assert [(row["offset_lag"], row["held"]) for row in lags(owner_url)][:1] == [(2, False)]


def test_it_agrees_with_the_backlogs_of_the_api(store: Queues, owner_url: str) -> None:
    for number in range(12):
        push(store, "q", *range(number % 5), partition=f"p{number}")
    for group in ("g", "h"):
        for _ in range(4):
            complete(store, pop(store, "q", group=group, batch=2), group)
    pop(store, "q", group="g", batch=1)
    mine = [
        (row["group_id"], row["partition_id"], row["offset_lag"], row["due_at"])
        for row in lags(owner_url)
        if row["partition_id"] is not None
    ]
    theirs = rows(
        owner_url,
        "select group_id, partition_id, open_messages, oldest_at from queen.group_backlogs"
        " where open_messages > 0 order by 1, 2",
    )
    assert len(theirs) > 8
    assert mine == [tuple(row.values()) for row in theirs]
