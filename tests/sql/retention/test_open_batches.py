"""queen.open_batches: which messages a batch archives."""

from __future__ import annotations

import pytest

from regent.stores.retention import Cut
from tests.support.retention import archive, cuts, planned, retained
from tests.support.rows import rows
from tests.support.store import push

ONE, TWO, THREE, FOUR = (f"00000000-0000-4000-8000-00000000000{n}" for n in (1, 2, 3, 4))


@pytest.fixture
def cut(store, retention, stopped_clock) -> Cut:
    """A partition with ten old messages."""
    retained(store, pending=1)
    push(store, "q", *range(10))
    stopped_clock.advance(2)
    (found,) = cuts(retention)
    return found


def ranges(owner_url):
    found = rows(owner_url, "select from_offset, to_offset from queen.archive_ranges order by 1")
    return [tuple(row.values()) for row in found]


def test_a_batch_has_its_ranges(cut, retention, owner_url):
    assert retention.open_batches([(ONE, "q", [cut])], "/archive") == 1
    assert ranges(owner_url) == [(0, 10)]
    (batch,) = rows(owner_url, "select queue_name, archive, status from queen.archive_batches")
    assert tuple(batch.values()) == ("q", "/archive", "planned")


def test_a_second_run_gets_nothing_of_the_first_ones(cut, retention, owner_url):
    retention.open_batches([(ONE, "q", [cut])], "/archive")
    assert retention.open_batches([(TWO, "q", [cut])], "/archive") == 0
    assert ranges(owner_url) == [(0, 10)]
    assert [batch.id for batch in retention.list_batches()] == [ONE]


def test_a_range_that_begins_too_late_would_leave_a_gap(cut, retention, owner_url):
    assert retention.open_batches([(ONE, "q", [cut._replace(start=1)])], "/a") == 0
    assert ranges(owner_url) == []


def test_ranges_of_a_split_partition_follow_each_other(cut, retention, owner_url):
    parts = [cut._replace(start=start, end=end) for start, end in ((0, 4), (4, 7), (8, 10))]
    made = [(ONE, "q", parts[:1]), (TWO, "q", parts[1:])]
    assert retention.open_batches(made, "/archive") == 2
    assert ranges(owner_url) == [(0, 4), (4, 7)]


def test_every_gap_of_a_partition_is_taken_at_once(cut, retention, owner_url):
    """Two batches of another run stand between three gaps; the ranges of each gap follow each
    other."""
    others = [cut._replace(start=start, end=end) for start, end in ((2, 3), (6, 8))]
    rows(
        owner_url,
        "insert into queen.archive_batches (id, queue_id, queue_name, archive, status, planned_at,"
        " changed_at) select %s, id, name, '/a', 'planned', now(), now() from queen.queues",
        (ONE,),
    )
    for other in others:
        rows(
            owner_url,
            "insert into queen.archive_ranges values (%s, %s, %s, %s)",
            (cut.partition, other.start, other.end, ONE),
        )
    found = cuts(retention, archiving=True)
    assert [(each.start, each.end) for each in found] == [(0, 2), (3, 6), (8, 10)]
    assert sum(each.unread for each in found) == sum(each.pending for each in found) == 7
    split = [found[0], cut._replace(start=3, end=5), cut._replace(start=5, end=6), found[2]]
    assert retention.open_batches([(TWO, "q", split)], "/archive") == 4
    assert ranges(owner_url) == [(0, 2), (2, 3), (3, 5), (5, 6), (6, 8), (8, 10)]
    assert planned(retention, archiving=True) == []


@pytest.mark.parametrize(
    "wanted", [[(4, 8)], [(2, 5)], [(1, 2)], [(4, 5), (6, 7)], [(4, 6), (5, 7)]], ids=str
)
def test_what_reaches_into_a_batch_or_leaves_a_gap_is_not_taken(cut, retention, owner_url, wanted):
    """Another run has offsets 3, and 7 and 8."""
    held = [
        cut._replace(start=0, end=3),
        cut._replace(start=3, end=4),
        cut._replace(start=4, end=7),
    ]
    held += [cut._replace(start=7, end=9)]
    retention.open_batches([(ONE, "q", held[0:1]), (TWO, "q", held[1:2])], "/archive")
    retention.open_batches([(THREE, "q", held[2:3]), (FOUR, "q", held[3:4])], "/archive")
    retention.abandon_batches("/archive", [ONE, THREE])
    asked = [cut._replace(start=start, end=end) for start, end in wanted]
    first = [(start, end) for start, end in wanted[:1] if (start, end) in ((4, 5), (4, 6))]
    assert retention.open_batches([(ONE, "q", asked)], "/archive") == len(first)
    assert ranges(owner_url) == sorted([(3, 4), (7, 9), *first])


def test_an_offset_that_was_not_given_out_is_not_taken(cut, retention, owner_url):
    assert retention.open_batches([(ONE, "q", [cut._replace(end=11)])], "/archive") == 0


def test_a_partition_of_another_queue_is_not_taken(cut, store, retention):
    push(store, "other", 1)
    assert retention.open_batches([(ONE, "other", [cut])], "/archive") == 0


def test_a_partition_that_is_gone_is_not_taken(cut, retention, owner_url):
    rows(owner_url, "select queen.delete_partition('q', 'Default', true)")
    assert retention.open_batches([(ONE, "q", [cut])], "/archive") == 0
    assert retention.list_batches() == []


def test_only_messages_of_its_batches_can_be_read_by_the_job(cut, retention, jobs_url):
    query = 'select "offset" from queen.messages_to_archive order by "offset"'
    assert rows(jobs_url, query) == []
    retention.open_batches([(ONE, "q", [cut._replace(end=2)])], "/archive")
    assert rows(jobs_url, query) == [{"offset": 0}, {"offset": 1}]


def test_what_comes_next_is_behind_it(cut, retention):
    retention.open_batches([(ONE, "q", [cut._replace(end=2)])], "/archive")
    assert planned(retention, archiving=True) == [("q", 2, 10)]
    archive(retention)
    assert planned(retention, archiving=True) == []
