"""queen.drop_idle_partitions: partitions that nobody uses any more."""

from __future__ import annotations

import pytest

from tests.support.retention import archive, consume, ends, retained, retire
from tests.support.rows import rows, value
from tests.support.store import acks, configure, payloads, pop, push

DAY = 86_400


@pytest.fixture
def empty(store, retention, stopped_clock):
    """Three partitions that a group read a week ago. One of them has a new message."""
    retained(store, completed=1)
    for name in "abc":
        push(store, "q", f"old {name}", partition=name)
    consume(store, "q", 3)
    stopped_clock.advance(7 * DAY + 1)
    retire(retention)
    push(store, "q", "kept", partition="c")
    return stopped_clock


def names(owner_url):
    return [name for name, *_ in ends(owner_url)]


def test_empty_partitions_go_after_their_time(empty, retention, owner_url):
    assert retention.drop_idle_partitions(8 * DAY, 0, 100) == (0, None)
    assert retention.drop_idle_partitions(7 * DAY, 0, 100) == (2, None)
    assert names(owner_url) == ["Default", "c"]
    assert value(owner_url, "select partition_count from queen.queues") == 2


def test_page_by_page(empty, retention, owner_url):
    dropped, after = retention.drop_idle_partitions(7 * DAY, 0, 1)
    assert dropped == 1
    assert names(owner_url) == ["Default", "b", "c"]
    assert retention.drop_idle_partitions(7 * DAY, after, 1)[0] == 1


def test_one_that_is_pushed_to_again_serves_every_group_from_its_first_message(
    empty, store, retention
):
    retention.drop_idle_partitions(7 * DAY, 0, 100)
    push(store, "q", "first", partition="a")
    assert sorted(payloads(pop(store, "q", group="g", batch=9, partitions=9))) == [
        '"first"',
        '"kept"',
    ]


def test_what_was_counted_there_is_kept(empty, retention, owner_url):
    counted = "select pushed, acked from queen.queue_counters"
    before = rows(owner_url, counted)
    retention.drop_idle_partitions(7 * DAY, 0, 100)
    assert rows(owner_url, counted) == before
    assert list(before[0].values()) == [4, 3]


def test_one_with_dead_letters_stays(empty, store, retention, stopped_clock, owner_url):
    push(store, "q", "bad", partition="a")
    lease = pop(store, "q", "a", group="g")
    store.ack(acks(lease, group="g", status="dlq"))
    stopped_clock.advance(7 * DAY + 1)
    retire(retention)
    assert retention.drop_idle_partitions(7 * DAY, 0, 100)[0] == 1
    assert names(owner_url) == ["Default", "a", "c"]


def test_one_whose_archive_is_not_done_stays(empty, store, retention, stopped_clock, owner_url):
    consume(store, "q", 1)
    stopped_clock.advance(7 * DAY + 1)
    archive(retention)
    retire(retention, archived=True)
    assert retention.drop_idle_partitions(7 * DAY, 0, 100)[0] == 2
    assert names(owner_url) == ["Default", "c"]
    retention.finish_batches()
    assert retention.drop_idle_partitions(7 * DAY, 0, 100)[0] == 1


def test_a_topic_keeps_its_partitions(store, retention, stopped_clock, owner_url):
    configure(store, "topic", 2, retention_enabled=True, retention_seconds=1)
    stopped_clock.advance(8 * DAY)
    assert retention.drop_idle_partitions(7 * DAY, 0, 100) == (0, None)
    assert len(ends(owner_url, "topic")) == 2


def test_a_queue_without_retention_keeps_them_all(empty, store, retention, owner_url):
    configure(store, "q", retention_enabled=False)
    assert retention.drop_idle_partitions(7 * DAY, 0, 100) == (0, None)
