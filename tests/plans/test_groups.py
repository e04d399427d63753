"""What it costs to look at groups follows the partitions that have work, not all that there are."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from regent.stores.queue_types import PopRequest
from tests.plans.conftest import NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.races.sessions import Session, acks, item

READS = {
    "list_groups": "select * from queen.list_groups(null, null, null, false, 1000, null, null)",
    "list_groups by name": "select * from queen.list_groups(null, 'ns', 'g', true, 9, null, null)",
    "read_group": "select * from queen.read_group('g', null, 50, null)",
    "list_late_partitions": "select * from queen.list_late_partitions(0, null, null, 100)",
    "list_late_partitions of one": "select * from queen.list_late_partitions(0, 'g', 'ns.q', 100)",
}
#: The queue whose statistics are there is the one of other tests.
STATISTICS: dict[bool, dict[str, Any]] = {True: {}, False: {"deep": 1, "analyze": False}}
PER_PARTITION = {"partitions", "partition_consumers", "messages"}
WRITES = {
    "seek of a partition": "select * from queen.seek('g','ns.q','p50','beginning',null,null,true)",
    "pause_group": "select * from queen.pause_group('g', 'ns.q', true)",
    "move_subscription": "select queen.move_subscription('g', now())",
    "delete_subscription": "select * from queen.delete_subscription((select id"
    " from queen.list_subscriptions('g', 'ns.q', 1, 0, null)))",
}


def consumed(owner_url: str) -> None:
    """Everything was consumed once."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(
            "update queen.partition_consumers set last_consumed_at = now(), acked = 1"
        )


def consumed_and_vacuumed(owner_url: str) -> None:
    consumed(owner_url)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("vacuum (analyze) queen.partition_consumers")


@pytest.fixture
def at_work(open_filled, open_session) -> Callable[[int], Session]:
    """Everything was consumed once; ten partitions have messages again, one of them is leased."""

    def session(partitions: int) -> Session:
        return _at_work(open_filled(partitions, consumed_and_vacuumed), open_session)

    return session


def _at_work(owner_url: str, open_session: Callable[[str], Session]) -> Session:
    session = open_session(owner_url)
    names = [f"p{number}" for number in range(50, 60)]
    session.queues.push([item("ns.q", 1, name, str(uuid.uuid4())) for name in names])
    lease = session.queues.pop("ns.q", None, PopRequest("g", 1))
    session.queues.ack(acks(lease, "failed"))
    session.queues.pop("ns.q", None, PopRequest("g", 1))
    session.commit()
    return session


def cost(session: Session, statement: str) -> Work:
    def call() -> None:
        found: list[Any] = session.execute(statement.encode())
        assert found

    for _ in range(2):
        call()
    return measure(session.connection, call)


def test_no_look_grows_with_the_number_of_partitions(at_work):
    narrow, wide = at_work(NARROW), at_work(WIDE)
    excess = {
        name: found
        for name, statement in READS.items()
        if (found := cost(wide, statement).excess(cost(narrow, statement)))
    }
    assert excess == {}


def test_no_change_of_one_thing_grows_with_the_number_of_partitions(at_work):
    narrow, wide = at_work(NARROW), at_work(WIDE)
    for name, statement in WRITES.items():
        in_wide, in_narrow = (
            measure(session.connection, lambda s=session, t=statement: s.execute(t.encode()))
            for session in (wide, narrow)
        )
        assert not PER_PARTITION & set(in_wide.sequential_scans), name
        assert in_wide.rows <= 2 * in_narrow.rows + 10, name


def test_without_statistics_no_look_grows(open_filled, open_session, at_work):
    owner_url = open_filled(WIDE, consumed, deep=1, analyze=False)
    wide, narrow = _at_work(owner_url, open_session), at_work(NARROW)
    for statement in READS.values():
        assert cost(wide, statement).sequential_scans == {}
        assert cost(wide, statement).rows < 2 * cost(narrow, statement).rows + 10


@pytest.mark.parametrize("analyze", [True, False])
def test_a_group_with_work_everywhere_is_looked_at_a_few_times(open_filled, open_session, analyze):
    """It is not looked at once more for each partition that is shown."""
    session = open_session(open_filled(WIDE, **STATISTICS[analyze]))
    session.execute("select * from queen.seek('g', 'ns.q', null, 'beginning', null, null, false)")
    session.commit()
    looked = {
        name: measure(session.connection, lambda s=statement: session.execute(s.encode())).rows
        for name, statement in READS.items()
    }
    assert {name: rows for name, rows in looked.items() if rows > 20 * WIDE} == {}


def test_without_the_index_of_ready_rows_a_list_looks_at_every_partition(open_filled, open_session):
    owner_url = open_filled(WIDE, consumed_and_vacuumed)
    session = _at_work(owner_url, open_session)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("drop index queen.partition_consumers_ready")
    assert cost(session, READS["list_groups"]).rows > WIDE


def test_a_group_that_consumed_once_is_known_by_the_first_partition(at_work):
    """Whether a group with open messages ever consumed is not asked of every partition."""
    session = at_work(WIDE)
    session.execute("select * from queen.seek('g', 'ns.q', null, 'end', null, null, true)")
    session.queues.push([item("ns.q", 1, "made just now", str(uuid.uuid4()))])
    session.commit()
    work = cost(session, READS["list_groups"])
    assert work.rows < 100


@pytest.mark.parametrize("target", ["end", "timestamp"])
def test_a_seek_forward_writes_only_what_moves(at_work, target):
    session = at_work(WIDE)
    instant = "now() + interval '1 hour'" if target == "timestamp" else "null"
    statement = f"select * from queen.seek('g', 'ns.q', null, '{target}', {instant}, null, true)"
    found: list[Any] = []
    work = measure(session.connection, lambda: found.extend(session.execute(statement.encode())))
    assert found == [(10, None)]
    assert work.updated["partition_consumers"] == 10


@pytest.mark.parametrize("analyze", [True, False])
def test_a_seek_back_looks_at_each_partition_once(open_filled, open_session, analyze):
    """A nested loop over a list that was thought short would be 10,000,000,000 steps."""
    session = open_session(open_filled(WIDE, **STATISTICS[analyze]))
    statement = "select * from queen.seek('g', 'ns.q', null, 'beginning', null, null, false)"
    found: list[Any] = []
    work = measure(session.connection, lambda: found.extend(session.execute(statement.encode())))
    assert found == [(WIDE, None)]
    assert work.rows < 12 * WIDE
