"""What the lag job reads of a queue of 100,000 partitions: a range costs its own rows, and of the
messages only the first open ones."""

from __future__ import annotations

import pytest

from tests.plans.conftest import WIDE
from tests.plans.counters import Work, measure
from tests.races.sessions import Session, pop, push

PLAN = "select * from queen.plan_lag(8, 5000, 250000)"
RANGE = "select * from queen.measure_lag(queen.now(), 1, 1000)"


def work_of(session: Session, statement: str) -> Work:
    for _ in range(2):
        session.execute(statement.encode())
    return measure(session.connection, lambda: session.execute(statement.encode()))


@pytest.fixture
def wide(open_filled, open_session):
    """The job's session. One partition has a message that waits, and another is leased."""
    url = open_filled(WIDE)
    session = open_session(url)
    push(session, "held", queue="ns.q", partition="p1")
    pop(session, queue="ns.q", partition="p1")
    push(session, "waits", queue="ns.q", partition="p2")
    session.commit()
    return open_session(url.replace("//postgres@", "//regent_jobs@"))


def test_a_plan_looks_at_partitions_only(wide):
    work = work_of(wide, PLAN)
    assert not {"messages", "partition_consumers"} & set(work.sequential_scans)
    assert "partition_consumers_pkey" not in work.index_scans
    assert work.rows <= WIDE + 1_000


def test_a_range_costs_itself(wide):
    """It reads each partition, each consumer's row, their entries, and the two open messages."""
    work = work_of(wide, RANGE)
    assert not {"partitions", "messages", "partition_consumers"} & set(work.sequential_scans)
    assert work.index_scans.get("messages_pkey", 0) == 2
    assert work.rows <= 5_000
