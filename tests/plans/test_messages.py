"""What a look at messages costs: one look at each partition of the queue, and few messages."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from regent.paging import Page
from regent.rows import Row
from regent.stores.messages import MessageFilter
from tests.plans.conftest import DEEP, NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.races.sessions import Session, acks, item, pop

START = datetime(2026, 1, 1, tzinfo=UTC)
#: One message a millisecond, partition by partition; the deep one goes on, one a second.
SPREAD = f"""
update queen.messages
   set created_at = '{START}'::timestamptz
                    + partition_id * interval '1 ms' + "offset" * interval '1 s';
update queen.partitions p
   set created_at = '{START}',
       last_activity = '{START}'::timestamptz + id * interval '1 ms' + (head - 1) * interval '1 s';
vacuum (analyze) queen.messages;
vacuum (analyze) queen.partitions;
"""


def pushed_one_by_one(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in filter(str.strip, SPREAD.split(";")):
            connection.execute(statement.encode())


@pytest.fixture
def spread(open_filled: Callable[..., str], open_session: Callable[[str], Session]) -> Session:
    """A session over 100,000 partitions whose messages were pushed one after the other."""
    return open_session(open_filled(WIDE, pushed_one_by_one))


def listing(
    session: Session,
    page: Page,
    *,
    oldest_first: bool = False,
    payloads: bool = False,
    **wanted: Any,
) -> tuple[Work, list[Row]]:
    """The work of a list on a warm connection, and what it found."""
    found: list[Row] = []

    def look() -> None:
        asked = MessageFilter(**wanted)
        listed = session.messages.list_messages(
            asked, page, oldest_first=oldest_first, payloads=payloads
        )
        found[:] = listed.rows

    look()
    return measure(session.connection, look), found


def looked_at(work: Work) -> int:
    """Rows and index entries beside the one look at each partition."""
    return work.rows - WIDE


def test_the_first_page_looks_at_each_partition_once_and_at_few_messages(spread: Session) -> None:
    work, found = listing(spread, Page(200), queue="ns.q")
    assert [row["offset"] for row in found] == list(range(DEEP - 1, DEEP - 201, -1))
    assert "messages" not in work.sequential_scans
    assert looked_at(work) <= 2_500


def test_a_page_far_behind_reads_no_more_messages(spread: Session) -> None:
    """Its place is found in each partition that has gone on since: here, in every second one."""
    before = START + timedelta(milliseconds=WIDE // 2)
    work, found = listing(spread, Page(200), queue="ns.q", before=before)
    assert {row["offset"] for row in found} == {0}
    assert "messages" not in work.sequential_scans
    assert looked_at(work) <= WIDE // 2 + 8_000


def test_the_oldest_are_found_from_the_other_end(spread: Session) -> None:
    work, found = listing(spread, Page(200), queue="ns.q", oldest_first=True, payloads=True)
    assert [row["offset"] for row in found] == [0] * 200
    assert "messages" not in work.sequential_scans
    assert looked_at(work) <= 2 * WIDE + 8_000  # they began at one instant, so each may be oldest


def test_an_ascending_page_far_behind_reads_no_more_messages(spread: Session) -> None:
    since = START + timedelta(milliseconds=WIDE // 2)
    work, found = listing(spread, Page(200), queue="ns.q", since=since, oldest_first=True)
    assert {row["offset"] for row in found} == {0}
    assert "messages" not in work.sequential_scans
    assert looked_at(work) <= 2 * WIDE + 8_000


def test_a_partition_is_followed_without_a_look_at_the_others(spread: Session) -> None:
    wanted = {"queue": "ns.q", "partition": f"p{WIDE // 2}", "after_offset": DEEP - 20}
    work, found = listing(spread, Page(200), oldest_first=True, payloads=True, **wanted)
    assert [row["offset"] for row in found] == list(range(DEEP - 19, DEEP))
    assert work.rows <= 300


def test_partitions_that_began_later_are_not_looked_into(spread: Session) -> None:
    before = START - timedelta(seconds=1)
    work, found = listing(spread, Page(200), queue="ns.q", before=before)
    assert found == []
    assert looked_at(work) <= 100


@pytest.mark.parametrize("status", ["processing", "failed", "dead", "expired"])
def test_a_rare_status_looks_only_where_it_can_be(spread: Session, status: str) -> None:
    spread.queues.push([item("ns.q", 1, "p7", "held"), item("ns.q", 1, "p9", "rejected")])
    spread.connection.commit()
    lease = pop(spread, queue="ns.q", partitions=10)
    spread.queues.ack(acks(lease, "dlq", only=["rejected"]))
    spread.connection.commit()
    work, found = listing(spread, Page(200), status=status)
    expected = {"processing": ["held"], "dead": ["rejected"]}.get(status, [])
    assert [row["transactionId"] for row in found] == expected
    assert "messages" not in work.sequential_scans
    assert looked_at(work) <= 2 * WIDE + 500


def test_what_is_pending_is_found_without_a_look_at_what_is_done(spread: Session) -> None:
    """The deep partition holds 20,000 completed messages, and one that is not."""
    spread.queues.push([item("ns.q", 1, f"p{WIDE // 2}", "new")])
    spread.connection.commit()
    work, found = listing(spread, Page(200), status="pending")
    assert [row["transactionId"] for row in found] == ["new"]
    assert looked_at(work) <= 2 * WIDE + 500


def test_a_status_that_nothing_has_stops_at_its_bound(spread: Session) -> None:
    with psycopg.connect(spread.connection.info.dsn.replace("regent_api", "postgres")) as owner:
        owner.execute("update queen.partition_consumers set passed = '{[0,1)}'")
    work, _ = listing(spread, Page(200), status="expired", partition=f"p{WIDE // 2}", queue="ns.q")
    assert work.rows <= 150_000  # 10,000 messages, for each of which its group is looked at


def test_a_search_of_payloads_stops_at_its_bound(spread: Session) -> None:
    work, found = listing(spread, Page(200), contains="nowhere")
    assert found == []
    assert "messages" not in work.sequential_scans
    assert looked_at(work) <= 2 * WIDE + 60_000  # 10,000 messages, found and then read


def test_what_is_delayed_is_looked_for_where_it_can_be(spread: Session) -> None:
    spread.queues.push([{**item("ns.q", 1, "p7", "later"), "delaySeconds": 3600}])
    spread.connection.commit()
    work, found = listing(spread, Page(200), status="delayed")
    assert [row["transactionId"] for row in found] == ["later"]
    assert looked_at(work) <= 2 * WIDE + 500


def test_a_transaction_id_is_one_probe_a_partition(spread: Session) -> None:
    work, found = listing(spread, Page(200), transaction_id=str(uuid.uuid4()))
    assert found == []
    assert work.index_scans["messages_transaction_key"] == WIDE
    assert "messages" not in work.sequential_scans
    assert work.blocks <= 5 * WIDE


def trace(session: Session, partitions: int) -> Work:
    name = str(uuid.uuid4())
    session.queues.push([{**item("ns.q", 1, f"p{n}", str(uuid.uuid4())), "traceId": name}
                         for n in range(40, 60)])  # fmt: skip
    session.connection.commit()
    work, found = listing(session, Page(200), trace_id=name)
    assert len(found) == 20
    return work


def one_partition(session: Session, partitions: int) -> Work:
    work, found = listing(session, Page(10), queue="ns.q", partition="p50")
    assert found
    return work


def read(session: Session, partitions: int) -> Work:
    place = pushed(session, partitions)
    return measure(session.connection, lambda: session.messages.read_message(*place))


def delete(session: Session, partitions: int) -> Work:
    place = pushed(session, partitions)
    return measure(session.connection, lambda: session.messages.delete_message(*place))


def pushed(session: Session, partitions: int) -> tuple[str, str]:
    """A new message in the middle partition, which is the deep one of many."""
    name = str(uuid.uuid4())
    (message,) = session.queues.push([item("ns.q", 1, f"p{partitions // 2}", name)])
    session.connection.commit()
    return str(message.partition_id), name


@pytest.mark.parametrize("operation", [trace, one_partition, read, delete])
def test_a_look_at_one_thing_does_not_grow_with_the_others(
    open_filled: Callable[[int], str],
    open_session: Callable[[str], Session],
    operation: Callable[[Session, int], Work],
) -> None:
    work = {}
    for partitions in (NARROW, WIDE):
        session = open_session(open_filled(partitions))
        for _ in range(3):
            work[partitions] = operation(session, partitions)
    # The table of one queue is one page, so reading it whole is the cheapest plan.
    assert set(work[WIDE].excess(work[NARROW])) <= {"sequential scan of queues"}


def test_a_lost_index_of_traces_is_reported(
    open_filled: Callable[[int], str], open_session: Callable[[str], Session]
) -> None:
    url = open_filled(WIDE)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("drop index queen.messages_trace")
    session = open_session(url)
    with pytest.raises(AssertionError):
        assert trace(session, WIDE).rows <= 10_000
