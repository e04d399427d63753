"""queen.mark_completed: when retention saw that all groups had completed a partition so far."""

from __future__ import annotations

import pytest

from tests.races.sessions import rewrite
from tests.support.retention import consume, planned, retained, retire
from tests.support.rows import rows, value
from tests.support.store import complete, configure, pop, push

MINUTE = 60
HOUR = 60 * MINUTE
MARKS = "select upto from queen.completed_marks order by partition_id, seen_at"


@pytest.fixture
def busy(store, stopped_clock):
    """A partition that a group consumes all the time; what is completed goes after an hour."""
    retained(store, completed=HOUR)
    push(store, "q", *range(20), partition="p")
    stopped_clock.advance(1)
    consume(store, "q", 2)
    return stopped_clock


def mark(retention) -> None:
    assert retention.mark_completed(0, 100) is None


def marks(owner_url) -> list[int]:
    return [row["upto"] for row in rows(owner_url, MARKS)]


def test_in_a_busy_partition_a_mark_says_what_was_completed_by_then(busy, store, retention):
    mark(retention)
    busy.advance(HOUR)
    consume(store, "q", 3)
    assert planned(retention) == [("q", 0, 2)]


def test_without_a_mark_what_is_completed_stays(busy, store, retention):
    busy.advance(HOUR)
    consume(store, "q", 3)
    assert planned(retention) == []
    busy.advance(HOUR)
    assert planned(retention) == [("q", 0, 5)]


def test_taking_every_mark_for_old_enough_is_caught(busy, store, retention, owner_url):
    rewrite(owner_url, "_completed_by", (" and m.seen_at <= p_instant", ""))
    busy.advance(HOUR)
    consume(store, "q", 3)
    mark(retention)
    assert planned(retention) != []


def test_a_mark_is_where_the_slowest_group_is(busy, store, retention, owner_url):
    consume(store, "q", 1, group="slow")
    mark(retention)
    assert marks(owner_url) == [1]


def test_marks_are_an_eighth_of_the_time_apart(busy, store, retention, owner_url):
    for _ in range(16):
        mark(retention)
        consume(store, "q", 1)
        busy.advance(HOUR / 16)
    mark(retention)
    assert marks(owner_url) == [*range(2, 20, 2)]
    assert planned(retention) == [("q", 0, 2)]


def test_a_partition_keeps_nine_marks(busy, store, retention, owner_url):
    for _ in range(16):
        mark(retention)
        consume(store, "q", 1)
        busy.advance(HOUR / 8)
    mark(retention)
    assert marks(owner_url) == [*range(10, 19)]
    assert planned(retention) == [("q", 0, 10)]


def test_a_group_that_goes_back_takes_marks_with_it(busy, store, retention, owner_url):
    consume(store, "q", 4)
    mark(retention)
    rows(owner_url, "select queen.seek('g', 'q', null, 'offset', null, 3, false)")
    mark(retention)
    assert marks(owner_url) == []
    mark(retention)
    assert marks(owner_url) == [3]
    consume(store, "q", 3)
    busy.advance(HOUR)
    consume(store, "q", 1)
    assert planned(retention) == [("q", 0, 3)]


def test_no_mark_passes_a_cursor(busy, store, retention, owner_url):
    mark(retention)
    busy.advance(HOUR)
    consume(store, "q", 1)
    rows(owner_url, "select queen.seek('g', 'q', null, 'offset', null, 1, false)")
    assert planned(retention) == [("q", 0, 1)]


def test_marks_of_partitions_that_are_empty_or_gone_go(busy, store, retention, owner_url):
    push(store, "q", "other", partition="r")
    consume(store, "q", 19)
    push(store, "q", "last", partition="r")
    mark(retention)
    assert marks(owner_url) == [20, 1]
    busy.advance(HOUR)
    retire(retention)
    mark(retention)
    assert marks(owner_url) == [1]
    rows(owner_url, "select queen.delete_partition('q', 'r', true)")
    mark(retention)
    assert marks(owner_url) == []


@pytest.mark.parametrize(
    "options",
    [
        {"retention_enabled": False, "completed_retention_seconds": HOUR},
        {"completed_retention_seconds": 0, "retention_seconds": HOUR},
    ],
    ids=["off", "another rule"],
)
def test_marks_of_a_queue_without_the_option_go(busy, store, retention, owner_url, options):
    mark(retention)
    configure(store, "q", **options)
    mark(retention)
    assert value(owner_url, "select count(*) from queen.completed_marks") == 0


def test_page_by_page(store, retention, stopped_clock, owner_url):
    retained(store, completed=1)
    for name in "abc":
        push(store, "q", 1, 2, partition=name)
        complete(store, pop(store, "q", name, group="g", batch=1), "g")
    assert len(retention_pages(retention, 2)) == 2
    assert marks(owner_url) == [1, 1, 1]


def retention_pages(retention, limit: int) -> list[int | None]:
    pages: list[int | None] = [retention.mark_completed(0, limit)]
    while pages[-1] is not None:
        pages.append(retention.mark_completed(pages[-1], limit))
    return pages
