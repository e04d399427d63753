"""Databases with a queue of 100 and of 100,000 partitions, the middle one of which is deep."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import psycopg
import pytest

from regent.local.postgres import Postgres
from tests.races.sessions import Session

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


def fill(owner_url: str, partitions: int, *, deep: int = 1, analyze: bool = True) -> None:
    """Insert the partitions past the routines. Autovacuum is off: statistics change when we say."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("set synchronous_commit = off")
        connection.execute(_FILL.format(n=partitions, deep=deep).encode())
        if analyze:
            connection.execute(f"vacuum (analyze) {_TABLES}".encode())


@pytest.fixture(scope="session")
def filled(postgres: Postgres, template: str) -> Callable[[int], str]:
    """The name of a template with so many partitions, made once."""
    made: dict[int, str] = {}

    def name(partitions: int) -> str:
        if partitions not in made:
            made[partitions] = f"template_{partitions}"
            with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
                connection.execute(
                    f"create database {made[partitions]} template {template}".encode()
                )
            fill(postgres.url(made[partitions]), partitions, deep=DEEP if partitions == WIDE else 1)
        return made[partitions]

    return name


@pytest.fixture
def open_filled(postgres: Postgres, filled: Callable[[int], str]) -> Iterator[Callable[[int], str]]:
    """Clone a database with so many partitions; its URL as the superuser."""
    clones: list[str] = []

    def clone(partitions: int) -> str:
        clones.append(f"plans_{partitions}_{len(clones)}")
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(
                f"create database {clones[-1]} template {filled(partitions)}".encode()
            )
        return postgres.url(clones[-1])

    yield clone
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        for name in clones:
            connection.execute(f"drop database if exists {name} with (force)".encode())


@pytest.fixture
def open_session() -> Iterator[Callable[[str], Session]]:
    opened: list[Session] = []

    def another(owner_url: str) -> Session:
        opened.append(Session(owner_url.replace("//postgres@", "//regent_api@")))
        return opened[-1]

    yield another
    for each in opened:
        each.close()
