"""queen.retire_messages: deletes what retention allows, judged under the locks."""

from __future__ import annotations

import pytest

from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.retention import (
    RUN,
    archive,
    consume,
    cuts,
    deleted,
    ends,
    left,
    planned,
    retained,
    retire,
)
from tests.support.rows import rows, value
from tests.support.store import acks, complete, payloads, pop, push

HOUR = 3600


@pytest.fixture
def aged(store: Queues, stopped_clock: StoppedClock) -> StoppedClock:
    """A partition of four old messages, and a fifth one of just now."""
    retained(store, pending=HOUR, completed=60, lease_time=60, retry_limit=3, retry_delay=0)
    push(store, "q", 0, 1, 2, 3, partition="p")
    stopped_clock.advance(HOUR + 1)
    push(store, "q", 4, partition="p")
    return stopped_clock


def test_messages_below_the_cut_are_deleted_and_the_tail_moves(aged, retention, owner_url):
    assert deleted(retire(retention)) == [(4, 4, False)]
    assert left(owner_url) == [("p", 4)]
    assert ends(owner_url) == [("Default", 0, 0, 0), ("p", 4, 5, 0)]


def test_again_it_finds_nothing(aged, retention):
    chosen = cuts(retention)
    retire(retention, chosen)
    assert deleted(retire(retention, chosen)) == [(0, 0, False)]


def test_what_all_groups_completed_is_not_skipped(aged, store, retention):
    consume(store, "q", 3, group="one")
    consume(store, "q", 5, group="two")
    assert deleted(retire(retention)) == [(4, 1, False)]


def test_a_group_that_had_not_read_goes_on_behind_the_cut(aged, store, retention, owner_url):
    consume(store, "q", 1)
    retire(retention)
    found = rows(
        owner_url,
        "select committed, ready, expired, oldest_at from queen.partition_consumers"
        " where committed > 0",
    )
    instant = value(owner_url, "select created_at from queen.messages")
    assert [tuple(row.values()) for row in found] == [(4, True, 3, instant)]
    assert payloads(pop(store, "q", group="g", batch=9)) == ["4"]


def test_a_group_that_has_nothing_left_is_idle(aged, store, retention, owner_url):
    pop(store, "q", group="g", batch=9)
    aged.advance(HOUR + 1)
    assert deleted(retire(retention)) == [(5, 5, False)]
    assert ends(owner_url)[1] == ("p", 5, 5, 0)
    (row,) = rows(
        owner_url,
        "select committed, ready, lease_id from queen.partition_consumers where committed > 0",
    )
    assert tuple(row.values()) == (5, False, None)
    push(store, "q", 5, partition="p")
    assert payloads(pop(store, "q", group="g", batch=9)) == ["5"]


def test_a_leased_message_stays(aged, store, retention, owner_url):
    """The plan has messages that are leased by the time of their deletion."""
    chosen = cuts(retention)
    consume(store, "q", 1)
    lease = pop(store, "q", group="g", batch=2)
    assert deleted(retire(retention, chosen)) == [(1, 0, False)]
    assert left(owner_url) == [("p", 1), ("p", 2), ("p", 3), ("p", 4)]
    assert [answer.success for answer in complete(store, lease, "g")] == [True, True]


def test_a_lease_that_ran_out_unnoticed_ends_and_counts(aged, store, retention, owner_url):
    lease = pop(store, "q", group="g", batch=2)
    aged.advance(61)
    assert deleted(retire(retention)) == [(4, 4, False)]
    (row,) = rows(
        owner_url,
        "select committed, lease_id, lapsed from queen.partition_consumers where committed > 0",
    )
    assert tuple(row.values()) == (4, None, 1)
    assert value(owner_url, "select count(*) from queen.attempts") == 0
    assert [answer.code for answer in complete(store, lease, "g")] == ["MESSAGE_NOT_FOUND"] * 2


def test_a_poison_message_becomes_a_dead_letter_before_it_goes(aged, store, retention, owner_url):
    retained(store, pending=HOUR, lease_time=60, retry_limit=0)
    pop(store, "q", group="g", batch=1)
    aged.advance(61)
    retire(retention)
    letters = rows(owner_url, "select payload, reason from queen.dead_letter_queue")
    assert [tuple(letter.values()) for letter in letters] == [(0, "retries")]


def test_the_rest_of_a_message_that_failed_goes_with_it(aged, store, retention, owner_url):
    retained(store, pending=HOUR, retry_delay=HOUR * 1000, retry_limit=3)
    lease = pop(store, "q", group="g", batch=1)
    store.ack(acks(lease, group="g", status="failed"))
    assert value(owner_url, "select count(*) from queen.attempts") == 1
    retire(retention)
    assert value(owner_url, "select count(*) from queen.attempts") == 0
    assert payloads(pop(store, "q", group="g", batch=9)) == ["4"]


def test_traces_go_and_dead_letters_stay(aged, store, retention, owner_url):
    partition = value(owner_url, "select id from queen.partitions where name = 'p'")
    for offset in (0, 4):
        key = value(
            owner_url, 'select transaction_key from queen.messages where "offset" = %s', (offset,)
        )
        rows(
            owner_url,
            "select queen.record_trace(%s, %s, 'g', 'info', '{}', null, array['n'])",
            (partition, key),
        )
    lease = pop(store, "q", group="g", batch=1)
    store.ack(acks(lease, group="g", status="dlq"))
    retire(retention)
    assert rows(owner_url, 'select "offset" from queen.message_traces') == [{"offset": 4}]
    assert rows(owner_url, 'select "offset" from queen.message_trace_names') == [{"offset": 4}]
    assert rows(owner_url, 'select "offset" from queen.dead_letter_queue') == [{"offset": 0}]


def test_a_transaction_id_is_free_again(aged, store, retention):
    push(store, "q", "once", partition="p", transactionId="t")
    aged.advance(HOUR + 1)
    retire(retention)
    (again,) = push(store, "q", "again", partition="p", transactionId="t")
    assert not again.duplicate


def test_holes_are_passed_and_counted_out(aged, store, retention, owner_url):
    keys = [
        row["transaction_key"]
        for row in rows(owner_url, 'select transaction_key from queen.messages order by "offset"')
    ]
    partition = value(owner_url, "select id from queen.partitions where name = 'p'")
    for offset in (1, 3):
        rows(owner_url, "select queen.delete_message(%s, %s)", (partition, keys[offset]))
    assert ends(owner_url)[1] == ("p", 0, 5, 2)
    assert deleted(retire(retention, limit=1)) == [(1, 1, True)]
    assert ends(owner_url)[1] == ("p", 2, 5, 1)
    assert deleted(retire(retention)) == [(1, 1, False)]
    assert ends(owner_url)[1] == ("p", 4, 5, 0)


def test_a_chunk_is_so_many_messages_over_all_partitions(store, retention, stopped_clock):
    retained(store, pending=1)
    for name in "abc":
        push(store, "q", 1, 2, 3, partition=name)
    stopped_clock.advance(2)
    chosen = cuts(retention)
    assert deleted(retire(retention, chosen, limit=4)) == [
        (3, 3, False),
        (1, 1, True),
        (0, 0, True),
    ]
    assert deleted(retire(retention, chosen, limit=5)) == [
        (0, 0, False),
        (2, 2, False),
        (3, 3, False),
    ]


def test_an_offset_that_is_asked_for_is_never_passed(aged, retention, owner_url):
    (cut,) = cuts(retention)
    retire(retention, [cut._replace(end=2)])
    assert left(owner_url) == [("p", 2), ("p", 3), ("p", 4)]


def test_more_than_is_allowed_is_not_deleted(aged, retention, owner_url):
    (cut,) = cuts(retention)
    retire(retention, [cut._replace(end=5)])
    assert left(owner_url) == [("p", 4)]


def test_options_that_changed_since_the_plan_count(aged, store, retention, owner_url):
    chosen = cuts(retention)
    retained(store, pending=2 * HOUR)
    assert deleted(retire(retention, chosen)) == [(0, 0, False)]
    assert len(left(owner_url)) == 5


def test_a_seek_back_since_the_plan_counts(aged, store, retention, owner_url):
    retained(store, completed=60)
    consume(store, "q", 4)
    aged.advance(60)
    chosen = cuts(retention)
    assert planned(retention) == [("q", 0, 4)]
    rows(owner_url, "select queen.seek('g', 'q', null, 'offset', null, 1, false)")
    assert deleted(retire(retention, chosen)) == [(1, 0, False)]
    assert payloads(pop(store, "q", group="g", batch=9)) == ["1", "2", "3", "4"]


def test_a_group_that_came_since_the_plan_counts(aged, store, retention, owner_url):
    retained(store, completed=60)
    consume(store, "q", 4)
    aged.advance(60)
    chosen = cuts(retention)
    assert payloads(pop(store, "q", group="late", batch=1)) == ["0"]
    assert deleted(retire(retention, chosen)) == [(0, 0, False)]


def test_with_an_archive_only_what_it_has_is_deleted(aged, retention, owner_url):
    assert deleted(retire(retention, archived=True)) == [(0, 0, False)]
    for status in ("planned", "written", "verified"):
        rows(owner_url, "delete from queen.archive_batches")
        archive(retention, status)
        assert deleted(retire(retention, archived=True)) == [(0, 0, False)]
    rows(owner_url, "update queen.archive_batches set status = 'committed'")
    assert deleted(retire(retention, archived=True)) == [(4, 4, False)]


def test_a_gap_in_the_archive_is_not_passed(aged, retention, owner_url):
    (cut,) = cuts(retention)
    for start, end in ((0, 2), (2, 3), (3, 4)):
        batch = f"00000000-0000-0000-0000-00000000000{start}"
        part = cut._replace(start=start, end=end)
        assert retention.open_batches([(batch, "q", [part])], "/a") == 1
    rows(
        owner_url,
        "update queen.archive_batches set status = 'committed' where id::text not like '%2'",
    )
    assert deleted(retire(retention, archived=True)) == [(2, 2, False)]


def test_history_says_what_was_deleted_by_partition_and_run(aged, store, retention, owner_url):
    consume(store, "q", 1)
    retire(retention, limit=3)
    retire(retention)
    (row,) = rows(owner_url, "select * from queen.retention_history")
    names = ("run_at", "messages_deleted", "messages_skipped", "archived")
    assert [row[name] for name in names] == [RUN, 4, 3, False]
    assert row["queue_id"] == value(owner_url, "select id from queen.queues")
    assert row["deleted_at"] == value(owner_url, "select queen.now()")


def test_a_partition_that_is_gone_has_no_answer(aged, retention, owner_url):
    chosen = cuts(retention)
    rows(owner_url, "select queen.delete_partition('q', 'p', true)")
    assert retire(retention, chosen) == []


def test_sums_hold_afterwards(aged, store, retention, owner_url):
    consume(store, "q", 1)
    retire(retention)
    assert value(owner_url, "select current_depth from queen.queue_depths") == 1
    (lag,) = rows(owner_url, "select open_messages, oldest_at from queen.group_backlogs")
    assert lag["open_messages"] == 1
    assert lag["oldest_at"] == value(owner_url, "select created_at from queen.messages")
    rows(owner_url, "select queen.count_activity(true)")
    (counted,) = rows(
        owner_url, "select pushed, acked, expired from queen.queue_activity where grain = 'day'"
    )
    assert tuple(counted.values()) == (5, 1, 3)
