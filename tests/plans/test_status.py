"""Numbers of a queue of 100,000 partitions cost one look at each partition and consumer's row at
most, whatever the number of messages. A page costs what it shows."""

from __future__ import annotations

import psycopg
import pytest

from tests.plans.conftest import NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.races.sessions import Session, pop, push, rewrite

#: These read all partitions and consumers' rows, and their entries in an index, but not the 120,000
#: messages.
WHOLE = {
    "count": "select * from queen.count_activity(true)",
    "status": "select * from queen.read_status(null, null, null, null, null)",
    "status of a queue": "select * from queen.read_status(null, null, 'ns.q', null, null)",
    "queues": "select * from queen.list_queue_status(null, null, null, 0, 100, false)",
    "queue": "select * from queen.read_queue_status('ns.q', null, 0, 100)",
    "workers": "select * from queen.read_workers(null, null, null, 20)",
    "metrics": "select queen.read_metrics(500, 1000)",
}
#: These cost what they show.
PAGED = {
    "series": "select * from queen.read_activity('minute', null, null, null, null, null)",
    "charts": "select * from queen.chart_queues(null, null, null, 20)",
    "sparklines": "select * from queen.read_sparklines('{1}', 60)",
    "leases": "select * from queen.list_leases(null, null, false, null, null, null, 0, 100)",
    "postgres": "select * from queen.read_postgres()",
}


def work_of(session: Session, statement: str) -> Work:
    for _ in range(2):
        session.execute(statement.encode())
    return measure(session.connection, lambda: session.execute(statement.encode()))


@pytest.fixture
def at_width(open_filled, open_session):
    """A queue in which a message waits in one partition, and another partition is leased."""

    def session(partitions: int) -> Session:
        opened = open_session(open_filled(partitions))
        push(opened, "held", queue="ns.q", partition="p1")
        pop(opened, queue="ns.q", partition="p1")
        push(opened, "waits", queue="ns.q", partition="p2")
        opened.execute("select * from queen.count_activity(true)")
        opened.commit()
        return opened

    return session


@pytest.mark.parametrize("name", WHOLE)
def test_what_looks_at_everything_reads_no_messages(at_width, name):
    work = work_of(at_width(WIDE), WHOLE[name])
    assert "messages" not in work.sequential_scans
    assert work.index_scans.get("messages_pkey", 0) <= 2  # the age of the two that are open
    assert "messages_transaction_key" not in work.index_scans
    assert work.rows <= 4 * WIDE + 5_000


@pytest.mark.parametrize("name", PAGED)
def test_what_is_paged_costs_its_page(at_width, name):
    narrow = work_of(at_width(NARROW), PAGED[name])
    wide = work_of(at_width(WIDE), PAGED[name])
    assert not {"partitions", "partition_consumers", "messages"} & set(wide.sequential_scans)
    assert wide.blocks <= 2 * narrow.blocks + 50
    assert wide.rows <= 2 * narrow.rows + 50


def test_small_lines_cost_the_minutes_that_they_show(open_filled, open_session):
    url = open_filled(NARROW)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "insert into queen.queues (name, partition_count, created_at)"
            " select 'small' || i, 0, now() from generate_series(1, 400) i"
        )
        some = connection.execute(
            "select array_agg(id) from (select id from queen.queues order by id desc limit 20) q"
        ).fetchone()[0]
        connection.execute(
            "insert into queen.queue_activity"
            " select q.id, 'minute', date_trunc('minute', now()) - m * interval '1 minute',"
            "        1, 1, 1, 0, 0, 0, 0, 0, 0"
            "   from queen.queues q, generate_series(0, 299) m"
        )
        connection.execute("vacuum (analyze) queen.queues, queen.queue_activity")
    session = open_session(url)
    statement = f"select * from queen.read_sparklines(array{some}, 60)"
    work = work_of(session, statement)
    assert "queue_activity" not in work.sequential_scans
    assert work.rows <= 20 * 60 + 500
    rewrite(url, "read_sparklines", (" and r.bucket between v_first and v_last", ""))
    session.commit()
    assert work_of(session, statement).rows >= 20 * 300


def test_a_queue_at_rest_costs_a_count_no_writing(at_width):
    """It writes the totals, and three rows for the one queue in which something happened."""
    session = at_width(WIDE)
    work = work_of(session, WHOLE["count"])
    assert work.updated == {"queue_totals": 1, "queue_activity": 3, "schedule_runs": 1}


def test_numbers_of_one_queue_do_not_look_at_others(open_filled, open_session):
    url = open_filled(WIDE)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "insert into queen.queues (name, partition_count, created_at)"
            " select 'small' || i, 0, now() from generate_series(1, 50) i"
        )
        connection.execute("vacuum (analyze) queen.queues")
    session = open_session(url)
    push(session, "m", queue="small1")
    session.commit()
    for statement in (
        "select * from queen.read_queue_status('small1', null, 0, 100)",
        "select * from queen.read_status(null, null, 'small1', null, null)",
    ):
        work = work_of(session, statement)
        assert work.rows <= 1_000, statement
        assert "partitions" not in work.sequential_scans
