"""Databases with a queue of 100 and of 100,000 partitions, the middle one of which is deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import psycopg
import pytest

from tests.races.sessions import Session
from tests.support.databases import Databases

Filled = Callable[..., str]
#: Something that is done to the database at a URL.
Prepare = Callable[[str], None]
Prepared = Callable[[str, Prepare], str]

NARROW = 100
WIDE = 100_000
DEEP = 20_000  # messages kept in the middle partition, all consumed

#: One message in each partition, consumed by group `g`, which follows the queue by name and label.
_FILL = """
set role regent_owner;
set search_path = queen;
alter table queues set (autovacuum_enabled = false);
alter table partitions set (autovacuum_enabled = false);
alter table messages set (autovacuum_enabled = false);
alter table partition_consumers set (autovacuum_enabled = false);
insert into queues (name, namespace, task, partition_count, created_at)
select 'ns.q', 'ns', 'q', {n}, now()
    on conflict (name) do update set partition_count = excluded.partition_count;
insert into consumer_groups (queue_id, name, whole_queue, created_at)
select id, 'g', true, now() from queues where name = 'ns.q' on conflict do nothing;
insert into consumer_groups_metadata (consumer_group, queue_name, namespace, task,
                                      subscription_mode, subscription_timestamp)
values ('g', 'ns.q', '', '', 'all', 'epoch'), ('g', '', 'ns', '', 'all', 'epoch')
    on conflict do nothing;
insert into partitions (queue_id, name, head, last_activity, created_at)
select q.id, 'p' || i, 1, now(), now() from queues q, generate_series(1, {n}) i
 where q.name = 'ns.q' order by i;
insert into partition_consumers (partition_id, group_id, committed, ready, oldest_at)
select p.id, g.id, 1, false, now() from partitions p join consumer_groups g using (queue_id)
 where p.name like 'p%' order by p.id;
insert into messages (partition_id, "offset", created_at, id, transaction_key, payload)
select p.id, 0, now(), gen_random_uuid(), gen_random_uuid(), '1' from partitions p
 where p.name like 'p%' order by p.id;
insert into messages (partition_id, "offset", created_at, id, transaction_key, payload)
select p.id, i, now(), gen_random_uuid(), gen_random_uuid(), '1'
  from partitions p, generate_series(1, {deep} - 1) i where p.name = 'p' || {n} / 2;
update partitions set head = {deep} where name = 'p' || {n} / 2;
update partition_consumers c set committed = p.head from partitions p
 where p.id = c.partition_id and p.head > 1;
"""
_TABLES = "queen.queues, queen.partitions, queen.messages, queen.partition_consumers"
_TABLES += ", queen.consumer_groups, queen.consumer_groups_metadata"


def fill(owner_url: str, *, partitions: int, deep: int = 1, analyze: bool = True) -> None:
    """Insert the partitions past the routines. Autovacuum is off: statistics change when we say."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("set synchronous_commit = off")
        connection.execute(_FILL.format(n=partitions, deep=deep).encode())
        if analyze:
            connection.execute(f"vacuum (analyze) {_TABLES}".encode())


@pytest.fixture(scope="session")
def filled(databases: Databases, template: str) -> Filled:
    """The name of a template with so many partitions, made once."""

    def name(partitions: int, *, deep: int | None = None, analyze: bool = True) -> str:
        deep = deep or (DEEP if partitions == WIDE else 1)
        state = "analyzed" if analyze else "plain"
        return databases.template(
            f"plans_{partitions}_{deep}_{state}",
            partial(fill, partitions=partitions, deep=deep, analyze=analyze),
            copy_of=template,
        )

    return name


@pytest.fixture(scope="module")
def prepared(databases: Databases) -> Iterator[Prepared]:
    """The name of a template to which something was done, once for all tests of a module."""
    made: set[str] = set()

    def name(template: str, prepare: Prepare) -> str:
        made.add(named := f"{template}_{prepare.__name__}")
        return databases.template(named, prepare, copy_of=template)

    yield name
    for each in made:
        databases.drop_template(each)


@pytest.fixture
def open_copy(databases: Databases) -> Iterator[Callable[[str], str]]:
    """Copy a template; the copy's URL as the superuser."""
    opened: list[str] = []

    def copy(template: str) -> str:
        opened.append(databases.copy(template))
        return opened[-1]

    yield copy
    for url in opened:
        databases.give_back(url)


@pytest.fixture
def open_filled(
    filled: Filled, prepared: Prepared, open_copy: Callable[[str], str]
) -> Callable[..., str]:
    """A database with so many partitions, on which ``prepare`` was run; its URL as the
    superuser."""

    def copy(partitions: int, prepare: Prepare | None = None, **more: Any) -> str:
        template = filled(partitions, **more)
        return open_copy(prepared(template, prepare) if prepare else template)

    return copy


@pytest.fixture
def open_session() -> Iterator[Callable[[str], Session]]:
    opened: list[Session] = []

    def another(owner_url: str) -> Session:
        opened.append(Session(owner_url.replace("//postgres@", "//regent_api@")))
        return opened[-1]

    yield another
    for each in opened:
        each.close()
