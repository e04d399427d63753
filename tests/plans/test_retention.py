"""Retention's steps cost the partitions of their page and the messages of their chunk, however many
others there are and however deep a partition is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest

from tests.plans.conftest import NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.support.clock import Clock
from tests.support.rows import rows, value

AROUND = "select id from queen.partitions where name = 'p{}'"
PLAN = "select * from queen.plan_retention({} - 5, 10, true)"
MARK = "select queen.mark_completed({} - 5, 10)"
ARCHIVED = "select * from queen.list_archived({} - 5, 10)"
RETIRE = (
    "select * from queen.retire_messages(array(select g from generate_series({0} - 5, {0} + 4) g),"
    " array_fill(1::bigint, array[10]), 100, {1}, now())"
)
DROP = "select * from queen.drop_idle_partitions(60, {} - 5, 10)"
READ = 'select count(*), sum("offset") from queen.messages_to_archive where batch_id = %s'
BATCH = "00000000-0000-4000-8000-000000000001"


@pytest.fixture
def job(
    open_filled: Callable[[int], str],
) -> Iterator[Callable[[int], tuple[str, psycopg.Connection]]]:
    """A queue whose messages are all too old: the owner's URL, and a session of the job."""
    opened: list[psycopg.Connection] = []

    def at_width(partitions: int) -> tuple[str, psycopg.Connection]:
        owner_url = open_filled(partitions)
        rows(
            owner_url,
            "update queen.queues set retention_enabled = true, completed_retention_seconds = 1",
        )
        Clock(owner_url).advance(3600)
        opened.append(psycopg.connect(owner_url.replace("//postgres@", "//regent_jobs@")))
        return owner_url, opened[-1]

    yield at_width
    for each in opened:
        each.close()


def archived(owner_url: str, partitions: int) -> None:
    """A batch of ten partitions in the middle, committed."""
    middle = value(owner_url, AROUND.format(partitions // 2))
    rows(
        owner_url,
        "insert into queen.archive_batches (id, queue_id, queue_name, archive, status, planned_at,"
        " changed_at) select %s, id, name, '/a', 'committed', now(), now() from queen.queues"
        " where name = 'ns.q'",
        (BATCH,),
    )
    rows(
        owner_url,
        "insert into queen.archive_ranges select g, 0, 1, %s::uuid"
        " from generate_series(%s::bigint, %s::bigint) g",
        (BATCH, middle - 5, middle + 4),
    )


def work(job: Callable[..., tuple[str, psycopg.Connection]], statement: str, n: int) -> Work:
    owner_url, session = job(n)
    archived(owner_url, n)
    middle = value(owner_url, AROUND.format(n // 2))
    text = statement.format(middle, "true").encode()
    return measure(session, partial(session.execute, text))


@pytest.mark.parametrize("statement", [PLAN, MARK, RETIRE], ids=["plan", "mark", "retire"])
def test_a_step_costs_the_same_in_a_wide_queue(job, statement):
    narrow, wide = (work(job, statement, n) for n in (NARROW, WIDE))
    assert wide.excess(narrow) == []
    assert wide.blocks < 1_500


def test_looking_for_idle_partitions_ends_after_ten_thousand(job):
    wide = work(job, DROP, WIDE)
    assert "partitions" not in wide.sequential_scans
    assert "messages" not in wide.sequential_scans
    assert 10_000 <= wide.rows < 45_000  # of an index and of the table, twice


def test_reading_a_batch_walks_along_its_ranges(job):
    found = []
    for n in (NARROW, WIDE):
        owner_url, session = job(n)
        archived(owner_url, n)
        rows(owner_url, "analyze queen.archive_ranges")
        found.append(measure(session, lambda: session.execute(READ, (BATCH,)).fetchall()))  # noqa: B023
    narrow, wide = found
    assert "messages" not in wide.sequential_scans
    assert "partitions" not in wide.sequential_scans
    assert wide.rows <= narrow.rows + 10


@pytest.mark.parametrize("statement", [PLAN, MARK], ids=["plan", "mark"])
def test_without_retention_no_partition_is_looked_at(job, statement):
    owner_url, session = job(WIDE)
    rows(owner_url, "update queen.queues set retention_enabled = false")
    found = measure(session, partial(session.execute, statement.format(5).encode()))
    assert set(found.sequential_scans) <= {"completed_marks"}  # deletes all of them
    assert set(found.index_scans) <= {"queues_retained", "completed_marks_pkey"}
