"""queen.plan_retention: what may be deleted, as an offset of each partition."""

from __future__ import annotations

import psycopg
import pytest

from regent.stores.queue import Queues
from regent.stores.retention import Retention
from tests.plans.counters import measure
from tests.races.sessions import rewrite
from tests.support.clock import StoppedClock
from tests.support.retention import archive, consume, cuts, planned, retained
from tests.support.rows import rows, value
from tests.support.store import configure, pop, push

HOUR = 3600


@pytest.fixture
def aged(store: Queues, stopped_clock: StoppedClock) -> StoppedClock:
    """A queue with a partition of four messages, one an hour, the last one just now."""
    retained(store)
    for offset in range(4):
        if offset:
            stopped_clock.advance(HOUR)
        push(store, "q", offset, partition="p")
    return stopped_clock


def test_nothing_is_old_enough(aged, store, retention):
    retained(store, pending=3 * HOUR)
    assert planned(retention) == []


def test_any_message_goes_when_it_is_older_than_pending_retention_seconds(aged, store, retention):
    retained(store, pending=2 * HOUR - 1)
    assert planned(retention) == [("q", 0, 2)]


def test_age_counts_from_the_push_to_the_microsecond(aged, store, retention):
    retained(store, pending=2 * HOUR)
    assert planned(retention) == [("q", 0, 1)]
    aged.advance(0.000001)
    assert planned(retention) == [("q", 0, 2)]


def test_nothing_goes_while_retention_is_off(aged, store, retention):
    configure(store, "q", retention_enabled=False, pending_retention_seconds=1)
    aged.advance(10 * HOUR)
    assert planned(retention) == []


def test_zero_seconds_mean_not_by_this_rule(aged, store, retention):
    retained(store, pending=0, completed=0)
    consume(store, "q", 4)
    aged.advance(1000 * HOUR)
    assert planned(retention) == []


def test_what_is_completed_goes_sooner(aged, store, retention):
    retained(store, seconds=9 * HOUR, completed=60)
    consume(store, "q", 2)
    aged.advance(60)
    assert planned(retention) == [("q", 0, 2)]


@pytest.mark.parametrize("how", [{"seconds": 1}, {"completed": 1}, {"seconds": 1, "completed": 1}])
def test_what_is_pending_or_handed_out_never_goes(aged, store, retention, how):
    retained(store, **how, lease_time=HOUR)
    consume(store, "q", 1)
    pop(store, "q", group="g", batch=2)
    aged.advance(1000 * HOUR)
    assert planned(retention) == [("q", 0, 1)]


def test_deleting_what_is_pending_is_caught(aged, store, retention, owner_url):
    rewrite(owner_url, "_retention_cut", ("least(v_slowest, p_upto)", "p_upto"))
    retained(store, seconds=1)
    consume(store, "q", 1)
    assert planned(retention) != [("q", 0, 1)]


def test_a_completed_message_goes_by_its_age_at_the_latest(aged, store, retention):
    """The push was so long ago, and the completion was a moment ago."""
    retained(store, seconds=2 * HOUR - 1, completed=9 * HOUR)
    consume(store, "q", 4)
    assert planned(retention) == [("q", 0, 2)]


def test_what_is_completed_stays_so_long_from_its_completion(aged, store, retention):
    retained(store, completed=60)
    aged.advance(HOUR)
    consume(store, "q", 4)
    aged.advance(59.999999)
    assert planned(retention) == []
    aged.advance(0.000001)
    assert planned(retention) == [("q", 0, 4)]


def test_what_is_skipped_by_a_seek_stays_so_long_from_its_push(aged, store, retention, owner_url):
    retained(store, completed=2 * HOUR)
    consume(store, "q", 1)
    aged.advance(3 * HOUR)
    push(store, "q", "young", partition="p")
    rows(owner_url, "select queen.seek('g', 'q', null, 'end', null, null, false)")
    assert planned(retention) == [("q", 0, 4)]


def test_completed_means_by_every_group_that_follows(aged, store, retention):
    retained(store, completed=1)
    consume(store, "q", 3, group="fast")
    consume(store, "q", 1, group="slow")
    aged.advance(1)
    assert planned(retention) == [("q", 0, 1)]


def test_a_group_that_began_at_the_end_holds_nothing_up(aged, store, retention):
    retained(store, completed=1)
    consume(store, "q", 3)
    assert pop(store, "q", group="new", mode="new").messages == []
    aged.advance(1)
    assert planned(retention) == [("q", 0, 3)]


def test_without_a_group_everything_is_pending(aged, store, retention):
    retained(store, seconds=1, completed=1)
    assert planned(retention) == []
    retained(store, pending=2 * HOUR)
    assert planned(retention) == [("q", 0, 1)]


def test_a_group_that_follows_and_has_never_acked_holds_all_up(aged, store, retention):
    retained(store, seconds=1, completed=1)
    consume(store, "q", 4)
    pop(store, "q", group="reader")
    aged.advance(HOUR)
    assert planned(retention) == []


def test_completed_past_the_cursor_stays(aged, store, retention):
    """The cut is an offset, and the message at the cursor is not done."""
    retained(store, seconds=1, completed=1)
    lease = pop(store, "q", group="g", batch=3)
    store.ack(
        [
            {
                "transactionId": lease.messages[2].transaction_id,
                "partitionId": str(lease.messages[2].partition_id),
                "status": "completed",
                "group": "g",
                "leaseId": lease.id,
            }
        ]
    )
    assert planned(retention) == []


def test_a_live_lease_keeps_what_it_covers(aged, store, retention):
    retained(store, pending=1, lease_time=HOUR)
    consume(store, "q", 1)
    pop(store, "q", group="g", batch=2)
    assert planned(retention) == [("q", 0, 1)]
    aged.advance(HOUR)
    assert planned(retention) == [("q", 0, 4)]


def test_only_what_no_batch_has_is_planned_for_the_archive(aged, store, retention):
    retained(store, pending=2 * HOUR)
    archive(retention)
    assert planned(retention, archiving=True) == []
    aged.advance(1)
    assert planned(retention, archiving=True) == [("q", 1, 2)]
    assert planned(retention) == [("q", 0, 2)]


def test_partitions_are_looked_at_page_by_page(store, retention, stopped_clock):
    retained(store, pending=1)
    for name in "abc":
        push(store, "q", 1, partition=name)
    stopped_clock.advance(2)
    first, after = retention.plan_retention(0, 2, archiving=False)
    assert after == first[-1].partition
    second, end = retention.plan_retention(after, 2, archiving=False)
    assert (len(first), len(second), end) == (2, 1, None)
    assert len({cut.partition for cut in first + second}) == 3


def test_bytes_are_estimated(store, retention, stopped_clock):
    retained(store, pending=1)
    push(store, "q", *["x" * 1000] * 10)
    stopped_clock.advance(2)
    (cut,) = cuts(retention)
    assert 10_000 <= cut.bytes <= 13_000


def scheduled(store, aged):
    """Behind the first messages one that is due in three hours, and two that are due at once."""
    push(store, "q", "later", partition="p", delaySeconds=3 * HOUR)
    push(store, "q", 5, partition="p")
    aged.advance(HOUR)
    push(store, "q", 6, partition="p", delaySeconds=1)
    aged.advance(HOUR)


@pytest.mark.parametrize("how", [{"pending": HOUR}, {"seconds": HOUR}])
def test_a_scheduled_message_counts_from_the_instant_at_which_it_is_due(
    aged, store, retention, owner_url, how
):
    """Its offset is 4, and it keeps what is behind it."""
    retained(store, **how)
    scheduled(store, aged)
    consume(store, "q", 4)
    rows(owner_url, "update queen.partition_consumers set committed = 7")
    assert planned(retention) == [("q", 0, 4)]
    aged.advance(2 * HOUR)
    assert planned(retention) == [("q", 0, 4)]
    aged.advance(0.000001)
    assert planned(retention) == [("q", 0, 7)]


def test_counting_a_scheduled_message_from_its_push_is_caught(aged, store, retention, owner_url):
    rewrite(owner_url, "_older_than", ("if p_partition.delayed_until >= p_instant", "if false"))
    retained(store, pending=HOUR)
    scheduled(store, aged)
    assert planned(retention) == [("q", 0, 6)]


def test_many_scheduled_messages_are_looked_at_piece_by_piece(aged, store, retention, owner_url):
    rewrite(owner_url, "_older_than", ("integer := 100000", "integer := 1"))
    retained(store, pending=HOUR)
    aged.advance(4 * HOUR)
    push(store, "q", "due", partition="p", delaySeconds=1)
    push(store, "q", "too", partition="p", delaySeconds=2)
    aged.advance(2 * HOUR)
    push(store, "q", "later", partition="p", delaySeconds=HOUR)
    assert planned(retention) == [("q", 0, 5)]


def test_a_call_ends_after_many_scheduled_messages(aged, store, retention, owner_url):
    rewrite(owner_url, "plan_retention", ("integer := 100000", "integer := 5"))
    retained(store, pending=HOUR)
    scheduled(store, aged)
    push(store, "q", 1, partition="z")
    aged.advance(2 * HOUR + 1)
    first, after = retention.plan_retention(0, 10, archiving=False)
    assert [(cut.start, cut.end) for cut in first] == [(0, 7)]
    second, end = retention.plan_retention(after, 10, archiving=False)
    assert ([(cut.start, cut.end) for cut in second], end) == ([(0, 1)], None)


@pytest.mark.new_database
def test_of_scheduled_messages_those_alone_are_looked_at(
    owner_url, store, retention, stopped_clock
):
    """Twenty thousand others stand before them, and a deletion looks at no more than it deletes."""
    retained(store, pending=HOUR)
    rows(owner_url, "delete from queen.partitions")
    push(store, "q", 0, partition="p")
    rows(
        owner_url,
        'insert into queen.messages (partition_id, "offset", created_at, id, transaction_key,'
        " payload, available_at) select p.id, n, queen.now(), gen_random_uuid(),"
        " gen_random_uuid(), '1', case when n > 20000 then queen.now() end"
        " from queen.partitions p, generate_series(1, 22000) n",
    )
    rows(
        owner_url,
        "update queen.partitions set head = 22001, delayed_until = queen.now() + interval '1 day'",
    )
    stopped_clock.advance(2 * HOUR)
    rows(owner_url, "vacuum (analyze) queen.messages")
    with psycopg.connect(owner_url) as session:
        plan = measure(
            session, lambda: session.execute("select * from queen.plan_retention(0, 10, false)")
        )
    assert planned(retention) == [("q", 0, 22_001)]
    assert 2_000 <= plan.rows < 2_100
    with psycopg.connect(owner_url) as session:
        deletion = measure(
            session,
            lambda: session.execute(
                "select * from queen.retire_messages(array(select id from queen.partitions),"
                " array[22001], 100, false, now())"
            ),
        )
    assert deletion.rows < 1_000


@pytest.mark.new_database
def test_its_cost_does_not_grow_with_messages(
    owner_url: str, store: Queues, retention: Retention, stopped_clock: StoppedClock
) -> None:
    """Blocks read for a plan of one partition: of 100 messages and of 20,000."""
    retained(store, pending=1)
    blocks = []
    with_deep = "select sum(heap_blks_read + heap_blks_hit) from pg_statio_all_tables"
    for name, count in (("narrow", 100), ("deep", 20_000)):
        rows(owner_url, "truncate queen.messages")
        rows(owner_url, "delete from queen.partitions")
        push(store, "q", 0, partition=name)
        stopped_clock.advance(1)
        rows(
            owner_url,
            'insert into queen.messages (partition_id, "offset", created_at, id,'
            " transaction_key, payload) select p.id, n, queen.now(), gen_random_uuid(),"
            " gen_random_uuid(), '1' from queen.partitions p, generate_series(1, %s) n",
            (count,),
        )
        rows(
            owner_url,
            "update queen.partitions set head = %s, last_activity = queen.now()",
            (count + 1,),
        )
        stopped_clock.advance(0.5)
        before = value(owner_url, f"{with_deep} where relname = 'messages'")
        assert planned(retention) == [("q", 0, 1)]
        blocks.append(value(owner_url, f"{with_deep} where relname = 'messages'") - before)
    assert blocks[1] <= blocks[0] + 30
