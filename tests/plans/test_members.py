"""What members do costs the same in a group of 1,000 as in one of 10, and in a deep topic."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from tests.plans.counters import Work, measure
from tests.races.sessions import Session
from tests.support.members import group_on

FEW, MANY = 10, 1_000
DEEP = 20_000
#: So that each commit has something to write.
BACK_AND_FORTH = itertools.cycle((5, 6))

_JOIN = """
set role regent_owner;
set search_path = queen;
insert into members (member_id, group_id, consumer_id, session_timeout_ms, last_heartbeat,
                     joined_at, partitions)
select g.name || '-' || i, g.id, i::text, 600000, queen.now(), queen.now(),
       _member_range({n}, {n}, i)
  from member_groups g, generate_series(1, {n}) i;
update member_groups set generation = 1, check_at = queen.now() + interval '10 minutes';
update consumer_groups set has_members = true;
update partition_consumers set assigned = true;
insert into messages (partition_id, "offset", created_at, id, transaction_key, payload)
select p.id, i, now(), gen_random_uuid(), gen_random_uuid(), '1'
  from partitions p, generate_series(0, {deep} - 1) i where p.name = '{middle}';
update partitions set head = {deep} where name = '{middle}';
"""


def fill(session: Session, owner_url: str, size: int, deep: int) -> None:
    """A topic with as many partitions as its group has members, each with one; the middle one is
    deep."""
    group_on(session.members, partitions=size)
    session.commit()
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(_JOIN.format(n=size, deep=deep, middle=size // 2).encode())
        connection.execute("vacuum (analyze)")


def _heartbeat(session: Session, size: int) -> Any:
    return session.members.heartbeat("G_t_app", f"G_t_app-{size // 2 + 1}")


def _commit(session: Session, size: int) -> Any:
    offset = next(BACK_AND_FORTH)
    member = f"G_t_app-{size // 2 + 1}"
    return session.members.commit_offsets("G_t_app", member, {size // 2: offset}, force=True)


def _assignment(session: Session, size: int) -> Any:
    return session.members.read_assignment(f"G_t_app-{size // 2 + 1}")


def _records(session: Session, size: int) -> Any:
    found = session.members.read_records("t", size // 2, 7, 3)
    assert [record.offset for record in found.records] == [7, 8, 9]


def _records_at_the_end(session: Session, size: int) -> Any:
    assert session.members.read_records("t", size // 2 - 1, 0, 500).records == []


def _produce(session: Session, size: int) -> Any:
    return session.members.produce("t", [{"value": 1, "partition": size // 2}])


def _produce_three(session: Session, size: int) -> Any:
    names = (0, size // 2, size - 1)
    return session.members.produce("t", [{"value": 1, "partition": name} for name in names])


CALLS: dict[str, Callable[[Session, int], Any]] = {
    "heartbeat": _heartbeat,
    "commit": _commit,
    "assignment": _assignment,
    "records": _records,
    "records at the end": _records_at_the_end,
    "produce": _produce,
    "produce three": _produce_three,
}


def worked(session: Session, name: str, size: int) -> Work:
    """The third call, when the session has made its plans."""
    for _ in range(2):
        CALLS[name](session, size)
        session.commit()
    return measure(session.connection, lambda: CALLS[name](session, size))


@pytest.fixture
def sized(open_session, postgres, template):
    """Sessions on databases with a small and a large group."""
    made: list[str] = []

    def session(size: int, deep: int) -> Session:
        made.append(f"members_{size}_{len(made)}")
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {made[-1]} template {template}".encode())
        found = open_session(postgres.url(made[-1]))
        fill(found, postgres.url(made[-1]), size, deep)
        return found

    yield session
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        for name in made:
            connection.execute(f"drop database {name} with (force)".encode())


def test_no_call_grows_with_the_group_or_its_topic(sized):
    small, large = sized(FEW, 20), sized(MANY, DEEP)
    excess = {
        name: found
        for name in CALLS
        if (found := worked(large, name, MANY).excess(worked(small, name, FEW)))
    }
    assert excess == {}


def test_a_heartbeat_writes_one_row_in_place(sized):
    """Of 1,000 members, in a handful of blocks, and no index follows."""
    work = worked(sized(MANY, 1), "heartbeat", MANY)
    assert (work.updated, work.hot) == ({"members": 1}, {"members": 1})
    assert work.blocks <= 20
    assert work.rows <= 10
    assert work.index_scans == {"member_groups_name_key": 1, "members_pkey": 1}


def test_a_heartbeat_takes_one_statement(sized):
    """Of the client's: a round trip, and a transaction."""
    session = sized(MANY, 1)
    sent: list[str] = []
    database = session.database
    fetch = database.fetch
    database.fetch = lambda statement, *rest: sent.append(statement) or fetch(statement, *rest)
    _heartbeat(session, MANY)
    assert sent == ["select * from queen.heartbeat(%s, %s, %s, %s)"]


@pytest.mark.parametrize(
    ("drop", "name"),
    [
        ("alter table queen.members drop constraint members_pkey", "heartbeat"),
        ("alter table queen.members drop constraint members_pkey", "assignment"),
        ("alter table queen.partitions drop constraint partitions_queue_id_name_key", "records"),
        ("alter table queen.partitions drop constraint partitions_queue_id_name_key", "commit"),
        ("alter table queen.messages drop constraint messages_pkey", "records"),
    ],
)
def test_a_missing_index_is_reported(sized, postgres, drop, name):
    small, large = sized(FEW, 20), sized(MANY, DEEP)
    narrow = worked(small, name, FEW)
    with psycopg.connect(postgres.url(large.connection.info.dbname), autocommit=True) as connection:
        connection.execute(drop)
    assert worked(large, name, MANY).excess(narrow) != []
