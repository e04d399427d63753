"""A page costs what it shows. A sum costs one look at each partition, and one at each consumer's
row that has work. Messages are never counted one by one."""

from __future__ import annotations

from functools import partial
from typing import Any

import psycopg
import pytest

from tests.plans.conftest import NARROW, WIDE
from tests.plans.counters import Work, measure
from tests.races.sessions import Session

#: Queue, group, state, prefix, start, order, and the place behind which a page starts.
PARTITIONS = "select * from queen.list_partitions({}, 0, 10, 1000)"
#: `{middle}` is the deep partition of the wide queue.
PAGES = {
    name: PARTITIONS.format(asked)
    for name, asked in {
        "of one": "'ns.q', null, null, null, null, 'name', 'ns.q', 'p{middle}', null, null, null",
        "of all": "null, null, null, null, null, 'name', null, null, null, null, null",
        "on": "null, null, null, null, null, 'name', 'ns.q', 'p{middle}', null, null, null",
        "prefix": "'ns.q', null, null, 'p1', 'p{middle}', 'name', null, null, null, null, null",
        "in all": "null, null, null, 'p{middle}', null, 'name', null, null, null, null, null",
        "group": "'ns.q', 'g', null, null, 'p{middle}', 'name', null, null, null, null, null",
        "by lag": "'ns.q', 'g', null, null, null, 'lag', null, null, 0, '2020-01-01', 7",
    }.items()
} | {
    "explain": "select * from queen.explain_partition('ns.q', 'p{middle}', null, 'g', 'all')",
    "partition": "select * from queen.read_partition(7)",
    "explain by id": "select * from queen.explain_partition(null, null, 7, 'g', 'all')",
    "explain to a group that never popped": (
        "select * from queen.explain_partition('ns.q', 'p{middle}', null, 'nobody', 'all')"
    ),
}
#: Cheap where nothing is left to do.
DEPTHS = {
    "depth": "select * from queen.read_depth('ns.q', null, 10, false)",
    "depth of a group": "select * from queen.read_depth('ns.q', 'g', 10, false)",
}
SUMS = {
    "list of queues": (
        "select * from queen.list_queues(null, null, null, null, 'name', null, null, 0, 99, false)"
    ),
    "list of namespaces": "select * from queen.list_labels('namespace', null, 0, 100, false)",
    "queue": "select * from queen.read_queue('ns.q', null, 0, 10)",
    "overview": "select * from queen.read_overview()",
}
#: Previews, of which each looks at so many places of the group at most.
PREVIEWS = {
    "clear": "select * from queen.preview_removal('ns.q', null, 'clear', {most})",
    "deletion": "select * from queen.preview_removal('ns.q', null, 'delete', {most})",
    "configuration": (
        "select * from"
        " queen.preview_configure('ns.q', null, null, null, '{{\"ttl\": 1}}', null, {most})"
    ),
    "seek": "select * from queen.preview_seek('g', 'ns.q', null, 'end', null, null, {most})",
    "seek back": (
        "select * from queen.preview_seek('g', 'ns.q', null, 'beginning', null, null, {most})"
    ),
    "deletion of the group": (
        "select * from queen.preview_delete_group('g', null, true, 'all', {most})"
    ),
}
#: Tables of a handful of rows here: a sequential scan is the way to read them.
SMALL = {
    *("queues", "consumer_groups", "consumer_groups_metadata"),
    *("queue_activity", "dead_letter_queue", "attempts"),
}
PAGE_ROWS = 300
PAGE_BLOCKS = 500


def with_work(url: str) -> None:
    """Every partition has a message that the group has not consumed."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("update queen.partition_consumers set committed = 0, ready = true")
        connection.execute("vacuum (analyze) queen.partition_consumers")


@pytest.fixture
def at_width(open_filled, open_session):
    def session(partitions: int, *, busy: bool = False) -> Session:
        return open_session(open_filled(partitions, with_work if busy else None))

    return session


def look(session: Session, statement: str, partitions: int) -> Work:
    """The work of the third call: it uses the plans of a warm connection."""
    for _ in range(2):
        first_look(session, statement, partitions)
    return first_look(session, statement, partitions)


def first_look(session: Session, statement: str, partitions: int) -> Work:
    """The work of a call. It is enough where each partition is looked at, which takes long."""

    def read() -> Any:
        assert session.execute(statement.format(middle=partitions // 2))

    return measure(session.connection, read)


def excess(wide: Work, narrow: Work) -> list[str]:
    return [found for found in wide.excess(narrow) if found.rpartition(" ")[2] not in SMALL]


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "all with work"])
def test_a_page_and_an_explanation_do_not_grow_with_the_number_of_partitions(at_width, busy):
    narrow, wide = at_width(NARROW, busy=busy), at_width(WIDE, busy=busy)
    found = {
        name: grown
        for name, statement in PAGES.items()
        if (grown := excess(look(wide, statement, WIDE), look(narrow, statement, NARROW)))
    }
    assert found == {}


def test_an_explanation_touches_few_blocks(at_width):
    work = look(at_width(WIDE, busy=True), PAGES["explain"], WIDE)
    assert work.sequential_scans == {}
    assert work.blocks <= 60


def test_a_depth_of_nothing_touches_few_blocks(at_width):
    session = at_width(WIDE)
    for name, statement in DEPTHS.items():
        work = look(session, statement, WIDE)
        assert set(work.sequential_scans) <= SMALL, name
        assert work.blocks <= 40, name


def test_a_depth_costs_the_partitions_that_have_work(at_width):
    session = at_width(WIDE, busy=True)
    for name, statement in DEPTHS.items():
        work = first_look(session, statement, WIDE)
        assert work.rows <= 2 * WIDE + PAGE_ROWS, name
        assert "messages" not in work.sequential_scans, name


def test_sums_look_once_at_each_partition_where_nothing_is_left_to_do(at_width):
    session = at_width(WIDE)
    for name, statement in SUMS.items():
        work = first_look(session, statement, WIDE)
        assert work.sequential_scans.get("partitions", 0) == int(name != "list of queues"), name
        assert set(work.sequential_scans) <= SMALL | {"partitions"}, name
        assert work.rows <= WIDE + PAGE_ROWS, name
        assert work.blocks <= WIDE // 40 + PAGE_BLOCKS or name == "list of queues", name


def test_sums_do_not_look_at_messages_where_every_partition_has_work(at_width):
    """Each part of an answer looks once at each partition and consumer's row."""
    session = at_width(WIDE, busy=True)
    parts = {"list of queues": 4, "list of namespaces": 2, "queue": 4, "overview": 3}
    for name, statement in SUMS.items():
        work = first_look(session, statement, WIDE)
        assert "messages" not in work.sequential_scans, name
        assert work.index_scans.get("messages_pkey", 0) <= 20, name
        assert work.rows <= 2 * parts[name] * WIDE + PAGE_ROWS, name


def test_a_preview_looks_once_at_each_place_and_no_further_than_its_bound(at_width):
    session = at_width(WIDE, busy=True)
    for name, statement in PREVIEWS.items():
        whole = first_look(session, statement.replace("{most}", "1000000"), WIDE)
        assert "messages" not in whole.sequential_scans, name
        assert whole.rows <= 4 * WIDE + PAGE_ROWS, name
        few = look(session, statement.replace("{most}", "500"), WIDE)
        assert few.rows <= 4 * 500 + PAGE_ROWS, name
        assert set(few.sequential_scans) <= SMALL, name


def test_a_small_queue_beside_a_large_one_costs_what_is_in_it(open_filled, open_session):
    url = open_filled(WIDE)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "insert into queen.queues (name, namespace, task, partition_count, created_at)"
            " values ('small', 'few', '', 2, now())"
        )
        connection.execute(
            "insert into queen.partitions (queue_id, name, head, last_activity, created_at)"
            " select q.id, i, 3, now(), now() from queen.queues q, unnest(array['a', 'b']) i"
            "  where q.name = 'small'"
        )
        connection.execute("vacuum (analyze) queen.queues, queen.partitions")
    session = open_session(url)
    for statement in (
        "select * from queen.read_queue('small', null, 0, 10)",
        "select * from queen.read_depth('small', null, 10, false)",
        "select * from queen.list_queues('few', null, null, null, 'name', null, null, 0, 9, false)",
        PARTITIONS.format(
            "'small', null, null, 'a', null, 'activity', null, null, null, null, null"
        ),
    ):
        work = look(session, statement, WIDE)
        assert set(work.sequential_scans) <= SMALL, statement
        assert work.blocks <= 200, statement


def test_an_order_without_an_index_looks_once_at_each_partition_of_its_queue(at_width):
    session = at_width(WIDE)
    asked = "'ns.q', null, null, null, null, 'activity', null, null, null, now(), 7"
    work = look(session, PARTITIONS.format(asked), WIDE)
    assert "partitions" not in work.sequential_scans
    assert work.rows <= 2 * WIDE + PAGE_ROWS
    assert work.blocks <= WIDE // 20


def test_a_partition_is_deleted_and_cleared_without_a_look_at_the_others(at_width):
    narrow, wide = at_width(NARROW), at_width(WIDE)
    for statement in (
        "select * from queen.clear_queue('ns.q', 'p7', false)",
        "select queen.delete_partition('ns.q', 'p7', false)",
    ):
        works = [
            measure(session.connection, partial(session.execute, statement))
            for session in (narrow, wide)
        ]
        assert excess(works[1], works[0]) == [], statement


@pytest.mark.parametrize(
    ("drop", "statement"),
    [
        ("alter table queen.partitions drop constraint partitions_queue_id_name_key",
         PAGES["of one"]),
        ("alter table queen.partition_consumers drop constraint partition_consumers_pkey cascade",
         PAGES["explain"]),
    ],
)  # fmt: skip
def test_a_missing_index_is_reported(open_filled, open_session, drop, statement):
    narrow = look(open_session(open_filled(NARROW)), statement, NARROW)
    url = open_filled(WIDE)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(drop)
    assert excess(look(open_session(url), statement, WIDE), narrow) != []
