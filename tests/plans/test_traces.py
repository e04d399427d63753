"""What a trace costs: the same beside a hundred others as beside 100,000."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import psycopg
import pytest

from regent.encryption import Encryption
from regent.paging import Page
from regent.settings import Settings
from regent.stores.messages import Traces
from tests.plans.conftest import NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.plans.test_messages import pushed
from tests.races.sessions import Session, item

TRACE = UUID("01a1ef2e-be52-7293-8b8d-017564f12a90")
#: A trace in each partition, under a name of its own.
FILL = """
insert into queen.message_traces (partition_id, "offset", event_type, data, created_at)
select id, 0, 'info', '1', now() from queen.partitions order by id;
insert into queen.message_trace_names (name, trace_id, partition_id, "offset")
select 'trace ' || id, id, partition_id, 0 from queen.message_traces;
analyze queen.message_traces;
analyze queen.message_trace_names;
"""


def traced(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in filter(str.strip, FILL.split(";")):
            connection.execute(statement.encode())


def record(session: Session, traces: Traces, place: tuple[str, str]) -> Work:
    return measure(
        session.connection, lambda: traces.record_trace(*place, data=1, names=["a", "b"])
    )


def of_message(session: Session, traces: Traces, place: tuple[str, str]) -> Work:
    traces.record_trace(*place, data=1)
    return measure(session.connection, lambda: traces.list_traces(*place, Page(100)))


def by_name(session: Session, traces: Traces, place: tuple[str, str]) -> Work:
    traces.record_trace(*place, data=1, names=["trace 50"])
    return measure(session.connection, lambda: traces.list_traces_by_name("trace 50", Page(100)))


def pipeline(session: Session, traces: Traces, place: tuple[str, str]) -> Work:
    (message,) = session.queues.push([{**item("ns.q", 1, "p1"), "traceId": TRACE}])
    traces.record_trace(str(message.partition_id), message.transaction_id, data=1, names=["a"])
    return measure(session.connection, lambda: traces.read_pipeline(TRACE, 100))


def deleting(session: Session, traces: Traces, place: tuple[str, str]) -> Work:
    traces.record_trace(*place, data=1, names=["a"])
    partition, key = place
    return measure(
        session.connection,
        lambda: session.execute(
            "select queen.delete_message(%s, (%s)::uuid)", (int(partition), key)
        ),
    )


def work_at(
    open_filled: Callable[..., str],
    open_session: Callable[[str], Session],
    partitions: int,
    operation: Callable[[Session, Traces, tuple[str, str]], Work],
    before: str = "select 1",
) -> Work:
    url = open_filled(partitions, traced)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(before.encode())
    session = open_session(url)
    traces = Traces(session.database, Encryption(Settings()))
    for _ in range(2):
        operation(session, traces, pushed(session, partitions))
    return operation(session, traces, pushed(session, partitions))


OPERATIONS = [record, of_message, by_name, pipeline, deleting]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_no_call_grows_with_the_number_of_traces(open_filled, open_session, operation):
    narrow = work_at(open_filled, open_session, NARROW, operation)
    wide = work_at(open_filled, open_session, WIDE, operation)
    assert wide.excess(narrow) == []


@pytest.mark.parametrize(
    ("operation", "drop"),
    [
        (of_message, "drop index queen.message_traces_message"),
        (pipeline, "drop index queen.message_traces_message"),
        (deleting, "drop index queen.message_traces_message"),
        (deleting, "drop index queen.message_trace_names_trace"),
        (by_name, "alter table queen.message_trace_names drop constraint message_trace_names_pkey"),
    ],
)
def test_a_missing_index_is_reported(open_filled, open_session, operation, drop):
    narrow = work_at(open_filled, open_session, NARROW, operation)
    assert work_at(open_filled, open_session, WIDE, operation, drop).excess(narrow) != []


def test_a_page_of_names_is_a_probe_for_each_name(open_filled, open_session):
    """All names are found, for the total; only the traces of the page's names are counted."""

    def names(session: Session, traces: Traces, place: tuple[str, str]) -> Work:
        return measure(session.connection, lambda: traces.list_trace_names(Page(50)))

    work = work_at(open_filled, open_session, WIDE, names)
    assert work.sequential_scans == {}
    assert work.index_scans["message_trace_names_pkey"] <= WIDE + 60
    assert work.rows <= WIDE + 200
