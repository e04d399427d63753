"""Answers about 100,000 partitions cost what they show, as soon as these were counted."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from tests.plans.conftest import NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.races.sessions import Session, rewrite

ANSWERS = {
    "metrics": "select queen.read_metrics(500, 1000)",
    "overview": "select * from queen.read_overview()",
    "summary": "select * from queen.read_summary(5, 5)",
    "status": "select * from queen.read_status(null, null, null, null, null)",
    "status of a queue": "select * from queen.read_status(null, null, 'ns.q', null, null)",
    "totals": "select * from queen.read_queue_status('ns.q', null, 0, 10)",
    "queue": "select * from queen.read_queue('ns.q', null, 0, 10)",
    "queues": "select * from queen.list_queues({any}, 'name', null, null, 0, 100, false)",
    "queues by open": "select * from queen.list_queues({any}, 'open', null, null, 0, 9, false)",
    "queues by depth": "select * from queen.list_queues({any}, 'full', null, null, 0, 9, false)",
    "statuses": "select * from queen.list_queue_status(null, null, null, 0, 100, false)",
    "namespaces": "select * from queen.list_labels('namespace', null, 0, 100, false)",
    "groups": "select * from queen.list_groups(null, null, null, false, 1000, null, null)",
    "groups by name": "select * from queen.list_groups(null, 'ns', null, true, 9, null, null)",
    "groups by lag": "select * from queen.list_standings({worst}, false)",
    "group": "select * from queen.read_group('{group}', null, 20, null)",
}
#: No queue is filtered out.
ANY = "null, null, null, null"
WORST = "null, null, null, null, true, 9, null, null, null"
#: What stands in an answer that is of now.
LIVE = {
    "overview": "select * from queen.read_overview(true)",
    "status": "select * from queen.read_status(null, null, null, null, null, true)",
    "totals": "select * from queen.read_queue_status('ns.q', null, 0, 10, true)",
    "queue": "select * from queen.read_queue('ns.q', null, 0, 10, true)",
    "queues": f"select * from queen.list_queues({ANY}, 'open', null, null, 0, 9, true)",
    "statuses": "select * from queen.list_queue_status(null, null, null, 0, 9, true)",
    "namespaces": "select * from queen.list_labels('namespace', null, 0, 9, true)",
    "depth": "select * from queen.read_depth('ns.q', null, 10, true)",
    "groups": "select * from queen.list_groups(null, null, null, false, 9, null, null, true)",
    "groups by lag": f"select * from queen.list_standings({WORST}, true)",
    "group": "select * from queen.read_group('late', null, 20, null, true)",
}
COUNTS = (
    "select * from queen.count_activity(true)",
    "select * from queen.count_activity(true)",
    "select * from queen.count_backlogs('infinity')",
)
#: A page of the partitions of a queue, with a filter that has no index.
PARTITIONS = "select * from queen.list_partitions('ns.q', {}, 0, 100, 1000)"
#: They choose among the thousand places that wait longest.
CHOOSING = {
    "depth": "select * from queen.read_depth('ns.q', null, 10, false)",
    "depth of a group": "select * from queen.read_depth('ns.q', 'late', 10, false)",
    "explain": "select * from queen.explain_queue('ns.q', 'late', 1000, 3)",
    "late partitions": "select * from queen.list_late_partitions(0, null, null, 10)",
    "late partitions of one": "select * from queen.list_late_partitions(0, 'late', 'ns.q', 10)",
}
#: They judge a thousand partitions, whatever fits.
FILTERED = {
    "rare": PARTITIONS.format(
        "'late', 'failing', null, null, 'name', null, null, null, null, null"
    ),
    "rare by lag": PARTITIONS.format(
        "'late', 'paused', null, null, 'lag', null, null, null, null, null"
    ),
    "by lag and name": PARTITIONS.format(
        "'late', null, 'p77', null, 'lag', null, null, null, null, null"
    ),
}
PER_PARTITION = {"partitions", "partition_consumers", "messages"}
#: A page of partitions with their groups, and the few rows of small tables.
MOST_ROWS = 600
MOST_BLOCKS = 1_200


def behind_and_leased(owner_url: str) -> None:
    """A second group has work in every partition, and holds each tenth."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("set search_path = queen")
        connection.execute(
            "insert into consumer_groups (queue_id, name, whole_queue, created_at)"
            " select id, 'late', true, now() from queues where name = 'ns.q'"
        )
        connection.execute(
            "insert into partition_consumers (partition_id, group_id, committed, ready, oldest_at,"
            "    lease_id, leased_at, lease_expires_at, batch_end, handed)"
            " select p.id, g.id, 0, true, p.created_at, l.id, l.at, l.at + interval '1 day',"
            "        case when l.id is not null then 1 end, case when l.id is not null then 1 end"
            "   from partitions p join consumer_groups g on g.name = 'late'"
            "  cross join lateral (select case when p.id % 10 = 0 then gen_random_uuid() end,"
            "                             case when p.id % 10 = 0 then now() end) l(id, at)"
        )
        connection.execute("vacuum (analyze) partition_consumers, consumer_groups")


@pytest.fixture
def counted(open_filled, open_session):
    """A session on a queue that was counted a moment ago."""

    def opened(partitions: int, *, busy: bool) -> tuple[Session, str]:
        url = open_filled(partitions, behind_and_leased if busy else None)
        session = open_session(url)
        for count in COUNTS:
            session.execute(count.encode())
            session.commit()
        return session, url

    return opened


def answers(*, busy: bool) -> dict[str, str]:
    names = {"group": "late" if busy else "g", "any": ANY, "worst": WORST}
    return {name: of.format(**names) for name, of in ANSWERS.items()}


def look(session: Session, statement: str) -> Work:
    """The work of the third call: it uses the plans of a warm connection."""
    for _ in range(2):
        first_look(session, statement)
    return first_look(session, statement)


def first_look(session: Session, statement: str) -> Work:
    """The work of a call. It is enough where each partition is looked at, which takes long."""

    def read() -> Any:
        assert session.execute(statement.encode())

    return measure(session.connection, read)


def excess(work: Work) -> list[str]:
    found = [f"sequential scan of {table}" for table in PER_PARTITION & {*work.sequential_scans}]
    if work.rows > MOST_ROWS:
        found.append(f"{work.rows} rows looked at")
    if work.blocks > MOST_BLOCKS:
        found.append(f"{work.blocks} blocks")
    return found


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "all with work"])
def test_an_answer_about_many_partitions_looks_at_none(counted, busy):
    session, _ = counted(WIDE, busy=busy)
    found = {
        name: grown
        for name, of in answers(busy=busy).items()
        if (grown := excess(look(session, of)))
    }
    assert found == {}


def test_what_is_chosen_is_chosen_among_those_that_wait_longest(counted):
    session, url = counted(WIDE, busy=True)
    for name, statement in {**CHOOSING, **FILTERED}.items():
        work = look(session, statement)
        assert not PER_PARTITION & {*work.sequential_scans}, name
        assert work.rows <= 12_000, name
    rewrite(url, "list_late_partitions", ("v_places <= c_quick", "true"))
    rewrite(url, "_counted_at", ("c_quick constant bigint := 20000", "c_quick bigint := 1000000"))
    session.commit()
    unbound = [name for name in CHOOSING if name != "explain"]
    assert {name for name in unbound if first_look(session, CHOOSING[name]).rows < WIDE} == set()
    unbound = [of.replace(", 1000)", f", {WIDE})") for of in FILTERED.values()]
    assert [of for of in unbound if first_look(session, of).rows < WIDE] == []


def test_an_answer_that_looks_at_each_partition_is_caught(counted):
    session, url = counted(WIDE, busy=True)
    rewrite(url, "_counted_at", ("c_quick constant bigint := 20000", "c_quick bigint := 1000000"))
    rewrite(
        url,
        "read_metrics",
        ("v_wide := found;", "v_wide := false;"),
    )
    rewrite(url, "read_summary", ("c_quick constant bigint := 5000", "c_quick bigint := 1000000"))
    session.commit()
    found = {name: first_look(session, of).rows for name, of in answers(busy=True).items()}
    assert {name: rows for name, rows in found.items() if rows < WIDE} == {}


def test_an_answer_of_now_looks_at_each_partition(counted):
    session, _ = counted(WIDE, busy=True)
    assert {name for name, of in LIVE.items() if first_look(session, of).rows < WIDE} == set()


def test_an_answer_about_few_partitions_is_of_now(counted):
    session, _ = counted(NARROW, busy=True)
    for name in ("overview", "status", "totals", "queue", "groups", "group"):
        ages: list[Any] = session.execute(
            f"select distinct as_of from ({answers(busy=True)[name]}) a".encode()
        )
        assert ages == [(None,)], name


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "all with work"])
def test_a_count_of_backlogs_looks_at_each_partition_a_few_times(counted, busy):
    """Its parts are: what is kept, what is open for the slowest group, the depth, the groups."""
    session, _ = counted(WIDE, busy=busy)
    work = first_look(session, COUNTS[-1])
    places = 2 * WIDE if busy else WIDE
    assert "messages" not in work.sequential_scans
    assert work.index_scans.get("messages_pkey", 0) <= WIDE // 10  # the age of what is leased
    assert work.rows <= 5 * places + WIDE
    assert set(work.updated) <= {"counted_queues", "counted_groups"}


def test_a_count_of_small_queues_does_not_look_at_a_large_one_for_each(counted):
    """Statistics say that each queue is large. So two of its joins read all partitions once."""
    session, url = counted(WIDE, busy=True)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "insert into queen.queues (name, partition_count, created_at)"
            " select 'small' || i, 0, now() from generate_series(1, 50) i"
        )
        connection.execute("vacuum (analyze) queen.queues")
    statement = "select queues from queen.count_backlogs(null)"
    found: list[Any] = []
    work = measure(session.connection, lambda: found.extend(session.execute(statement.encode())))
    assert found == [(50,)]
    assert not PER_PARTITION & set(work.sequential_scans)
    assert work.rows <= 2 * WIDE + MOST_ROWS
