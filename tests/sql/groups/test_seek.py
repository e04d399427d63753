"""queen.seek: cursors are moved, and everything from there on comes as if for the first time."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from regent.database import Database
from regent.errors import GroupNotFound, LeaseLive, PartitionNotFound, QueueNotFound
from regent.stores.groups import Groups, Sought, Target
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.rows import dead_letters, rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push

END = Target("end")
BEGINNING = Target("beginning")


@pytest.fixture
def groups(database: Database) -> Groups:
    return Groups(database)


def at(offset: int) -> Target:
    return Target("offset", offset=offset)


def since(instant: datetime) -> Target:
    return Target("timestamp", instant=instant)


def seek(groups: Groups, target: Target, partition: str | None = None, **how: Any) -> Sought:
    return groups.seek("g", "q", partition, target, **how)


def rest(store: Queues, batch: int = 100) -> list[str]:
    """All that the group can get now, one pop after the other."""
    got: list[str] = []
    while messages := payloads(
        pop(store, "q", group="g", batch=batch, partitions=9, auto_ack=True)
    ):
        got += messages
    return got


def conditions(owner_url: str) -> list[tuple[bool, int]]:
    """(ready, cursor) of each row, by partition."""
    found = rows(
        owner_url,
        "select ready, committed from queen.partition_consumers order by partition_id, group_id",
    )
    return [(row["ready"], row["committed"]) for row in found]


def test_to_the_end_skips_what_is_there_and_nothing_that_comes(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    for partition in "ab":
        push(store, "q", 1, 2, partition=partition)
    pop(store, "q", "a", group="g", auto_ack=True)
    pop(store, "q", group="g", mode="all")
    store.ack(acks(pop(store, "q", "a", group="g"), group="g", status="retry"))
    assert seek(groups, END, force=True) == Sought(2, None)
    assert conditions(owner_url) == [(False, 2), (False, 2)]
    assert rest(store) == []
    push(store, "q", 3, partition="a")
    assert rest(store) == ["3"]


def test_to_the_beginning_delivers_everything_again_in_order(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    push(store, "q", *range(5))
    assert rest(store) == ["0", "1", "2", "3", "4"]
    assert seek(groups, BEGINNING) == Sought(1, None)
    assert conditions(owner_url) == [(True, 0)]
    assert rest(store, batch=2) == ["0", "1", "2", "3", "4"]


def test_the_beginning_is_the_first_message_that_is_kept(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    push(store, "q", 0, 1, 2)
    rest(store)
    rows(owner_url, 'delete from queen.messages where "offset" < 2')
    rows(owner_url, "update queen.partitions set tail = 2")
    assert seek(groups, BEGINNING, "Default") == Sought(1, 2)
    assert seek(groups, at(0), "Default") == Sought(0, 2)
    assert rest(store) == ["2"]


def test_to_an_instant_delivers_what_was_pushed_since(
    groups: Groups, store: Queues, clock: Clock, owner_url: str
) -> None:
    push(store, "q", "a before", partition="a")
    push(store, "q", "b before", partition="b")
    clock.advance(100)
    instant = value(owner_url, "select queen.now()")
    push(store, "q", "a since", partition="a")
    rest(store)
    assert seek(groups, since(instant)) == Sought(1, None)
    assert rest(store) == ['"a since"']
    assert seek(groups, since(instant + timedelta(days=1))) == Sought(0, None)
    assert seek(groups, since(instant - timedelta(days=1))) == Sought(2, None)
    assert rest(store) == ['"a before"', '"a since"', '"b before"']
    message = value(owner_url, "select max(created_at) from queen.messages")
    assert seek(groups, since(message), "a") == Sought(1, 1)


def test_to_an_offset_of_one_partition(groups: Groups, store: Queues) -> None:
    for partition in "ab":
        push(store, "q", 0, 1, 2, 3, partition=partition)
    rest(store)
    assert seek(groups, at(2), "a") == Sought(1, 2)
    assert rest(store) == ["2", "3"]
    assert seek(groups, at(2**63 - 1), "a") == Sought(0, 4)
    assert rest(store) == []


def test_another_groups_cursor_stays(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="other", auto_ack=True)
    pop(store, "q", group="g", auto_ack=True)
    seek(groups, END)
    assert payloads(pop(store, "q", group="other")) == ["2"]
    assert rest(store) == []


def test_rows_that_stand_there_already_are_not_written(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    place = "select string_agg(ctid::text, ' ') from queen.partition_consumers"
    push(store, "q", 1)
    rest(store)
    before = value(owner_url, place)
    assert seek(groups, END, "Default") == Sought(0, 1)
    assert value(owner_url, place) == before


def test_a_live_lease_is_in_the_way(groups: Groups, store: Queues, clock: Clock) -> None:
    push(store, "q", 1, 2)
    lease = pop(store, "q", group="g")
    for target in (END, BEGINNING, since(datetime.fromisoformat("2020-01-01T00:00:00Z"))):
        with pytest.raises(LeaseLive) as refused:
            seek(groups, target)
    detail = dict(refused.value.detail or {})
    assert detail.pop("heldUntil").endswith("Z")
    assert detail == {"consumerGroup": "g", "queue": "q", "partitionsHeld": 1}
    (outcome,) = complete(store, lease, "g")
    assert outcome.success
    assert rest(store) == ["2"]
    pop(store, "q", group="g")
    push(store, "q", 3)
    pop(store, "q", group="g")
    clock.advance(301)
    assert seek(groups, END) == Sought(1, None)  # it ran out


def test_a_lease_elsewhere_is_not_in_the_way(groups: Groups, store: Queues) -> None:
    for partition in "ab":
        push(store, "q", 1, partition=partition)
    pop(store, "q", "a", group="g")
    pop(store, "q", "b", group="other")
    pop(store, "q", "b", group="g", auto_ack=True)
    assert seek(groups, BEGINNING, "b") == Sought(1, 0)


def test_force_ends_the_lease(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2, 3)
    lease = pop(store, "q", group="g", batch=2)
    assert seek(groups, BEGINNING, "Default", force=True) == Sought(1, 0)
    assert store.extend(lease.id, 60) == (0, None, None)
    assert [outcome.code for outcome in complete(store, lease, "g")] == ["INVALID_LEASE"] * 2
    assert rest(store) == ["1", "2", "3"]


def test_no_ack_of_an_ended_lease_is_taken_for_a_repeated_one(
    groups: Groups, store: Queues
) -> None:
    """Everything before the new cursor counts as done, but not by that lease."""
    push(store, "q", 1, 2, 3)
    done = pop(store, "q", group="g")
    complete(store, done, "g")
    held = pop(store, "q", group="g")
    seek(groups, END, force=True)
    for lease in (done, held):
        assert [o.code for o in complete(store, lease, "g")] == ["INVALID_LEASE"]
    seek(groups, BEGINNING)
    pop(store, "q", group="g", batch=3)
    for lease in (done, held):
        assert [o.code for o in complete(store, lease, "g")] == ["INVALID_LEASE"]


def test_what_was_done_past_the_cursor_comes_again(groups: Groups, store: Queues) -> None:
    push(store, "q", 0, 1, 2)
    lease = pop(store, "q", group="g", batch=3)
    store.ack(acks(lease, lease.messages[1], group="g"))
    assert seek(groups, at(1), "Default", force=True) == Sought(1, 1)
    assert rest(store) == ["1", "2"]


def test_failed_attempts_are_forgotten(groups: Groups, store: Queues, owner_url: str) -> None:
    configure(store, "q", retry_limit=1, retry_delay=60_000)
    push(store, "q", 1)
    store.ack(acks(pop(store, "q", group="g"), group="g", status="failed"))
    assert seek(groups, at(0), "Default") == Sought(1, 0)
    assert value(owner_url, "select count(*) from queen.attempts") == 0
    (message,) = pop(store, "q", group="g").messages  # without the delay
    assert (message.delivery, message.failed_attempts) == (1, 0)


def test_after_an_expiry_a_seek_hands_out_whole_batches_again(
    groups: Groups, store: Queues, clock: Clock
) -> None:
    push(store, "q", *range(8))
    pop(store, "q", group="g", batch=8)
    clock.advance(301)
    assert len(pop(store, "q", group="g", batch=8).messages) == 4
    seek(groups, BEGINNING, force=True)
    assert len(pop(store, "q", group="g", batch=8).messages) == 8


def test_what_expired_is_pending_again(
    groups: Groups, store: Queues, clock: Clock, url: str
) -> None:
    states = 'select status from queen.messages_status order by "offset"'
    configure(store, "q", ttl=60)
    push(store, "q", 1, 2)
    clock.advance(61)
    assert rest(store) == []
    assert [row["status"] for row in rows(url, states)] == ["expired", "expired"]
    configure(store, "q", ttl=0)
    seek(groups, at(1), "Default")
    assert [row["status"] for row in rows(url, states)] == ["expired", "pending"]
    assert rest(store) == ["2"]


def test_a_subscription_to_an_instant_to_come_is_over(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    instant = value(owner_url, "select queen.now() + interval '1 hour'")
    push(store, "q", 1)
    assert pop(store, "q", group="g", mode="timestamp", instant=instant).messages == []
    seek(groups, BEGINNING)
    assert rest(store) == ["1"]


def test_dead_letters_stay_and_their_messages_come_again(
    groups: Groups, store: Queues, owner_url: str
) -> None:
    push(store, "q", 1, 2)
    store.ack(acks(pop(store, "q", group="g"), group="g", status="dlq"))
    seek(groups, BEGINNING)
    assert rest(store) == ["1", "2"]
    assert [letter[0] for letter in dead_letters(owner_url)] == [1]


def test_the_lag_follows(groups: Groups, store: Queues, url: str) -> None:
    open_ones = "select coalesce(sum(open_messages), 0) from queen.group_backlogs"
    push(store, "q", *range(5))
    rest(store)
    assert value(url, open_ones) == 0
    seek(groups, at(1), "Default")
    assert value(url, open_ones) == 4
    seek(groups, END)
    assert value(url, open_ones) == 0


def test_a_full_queue_has_room_after_a_seek_to_its_end(groups: Groups, store: Queues) -> None:
    configure(store, "q", max_queue_size=3)
    push(store, "q", 1, 2, 3)
    pop(store, "q", group="g")
    seek(groups, END, force=True)
    assert push(store, "q", 4)[0].remaining == 2


def test_a_seek_back_takes_room(groups: Groups, store: Queues, owner_url: str) -> None:
    configure(store, "q", max_queue_size=3)
    for number in range(3):
        push(store, "q", number)
        pop(store, "q", group="g", auto_ack=True)
    seek(groups, BEGINNING)
    assert value(owner_url, "select depth_bound from queen.queues") is None
    assert value(owner_url, "select remaining_capacity from queen.queue_depths") == 0


def test_a_paused_group_may_be_moved(groups: Groups, store: Queues) -> None:
    push(store, "q", 1, 2)
    pop(store, "q", group="g", auto_ack=True)
    groups.pause_group("g", paused=True)
    seek(groups, BEGINNING)
    assert rest(store) == []
    groups.pause_group("g", paused=False)
    assert rest(store) == ["1", "2"]


def test_what_is_not_there_cannot_be_moved(groups: Groups, store: Queues) -> None:
    with pytest.raises(QueueNotFound) as no_queue:
        seek(groups, END)
    assert no_queue.value.detail == {"queue": "q"}
    for partition in "ab":
        push(store, "q", 1, partition=partition)
    with pytest.raises(GroupNotFound) as no_group:
        seek(groups, END)
    assert no_group.value.detail == {"consumerGroup": "g", "queue": "q"}
    pop(store, "q", "a", group="g")
    with pytest.raises(PartitionNotFound) as no_partition:
        seek(groups, END, "c")
    assert no_partition.value.detail == {"queue": "q", "partition": "c"}
    with pytest.raises(GroupNotFound) as stranger:
        seek(groups, END, "b")
    assert stranger.value.detail == {"consumerGroup": "g", "queue": "q", "partition": "b"}
