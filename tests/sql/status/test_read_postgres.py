"""queen.read_postgres: what Postgres says of this database."""

import orjson
import psycopg
import pytest

from regent.database import Database
from regent.stores.queue import Queues
from regent.stores.status import Activity
from tests.local.conftest import wait_until
from tests.support.rows import rows
from tests.support.store import push


@pytest.mark.new_database
def test_tables_indexes_and_sizes_are_told(
    store: Queues, database: Database, owner_url: str
) -> None:
    push(store, "q", *range(100))
    rows(owner_url, "vacuum queen.messages")
    rows(owner_url, "select pg_stat_force_next_flush()")
    found = orjson.loads(orjson.dumps(Activity(database).read_postgres()))
    assert found["database"] in owner_url
    assert 0 <= found["databaseCache"]["cacheHitRatio"] <= 100
    assert set(found["cacheSummary"]) == {"tables", "indexes"}
    tables = {table["table"] for table in found["tableCache"]}
    assert tables >= {"messages", "partitions", "queue_activity"}
    assert {index["table"] for index in found["indexCache"]} <= tables
    dead = {table["table"]: table for table in found["deadTuples"]}
    assert dead["messages"]["liveTuples"] == 100
    assert dead["messages"]["lastVacuum"].endswith("Z")
    sizes = {table["table"]: table["totalSizeBytes"] for table in found["tableSizes"]}
    assert sizes["messages"] > 8192
    assert found["tableSizes"][0]["totalSizeBytes"] == max(sizes.values())


def test_nothing_of_other_schemas_or_statements_is_told(database: Database, owner_url: str) -> None:
    rows(owner_url, "create table public.secrets (a text)")
    with psycopg.connect(owner_url) as other:
        other.execute("select 'a payload'")
        found = orjson.dumps(Activity(database).read_postgres())
    assert b"secrets" not in found
    assert b"payload" not in found
    assert b"select" not in found


def test_sessions_in_a_transaction_are_told_the_oldest_first(
    database: Database, owner_url: str
) -> None:
    with psycopg.connect(owner_url, autocommit=True) as idle, psycopg.connect(owner_url) as first:
        idle.execute("select 1")
        first.execute("select 1")
        with psycopg.connect(owner_url, application_name="second") as second:
            second.execute("select 1")
            told = orjson.loads(orjson.dumps(Activity(database).read_postgres()))["activeQueries"]
            assert [each["pid"] for each in told] == [
                first.info.backend_pid, second.info.backend_pid,
            ]  # fmt: skip
    newest = told[-1]
    assert (newest["user"], newest["application"]) == ("postgres", "second")
    assert (newest["state"], newest["waitEvent"]) == ("idle in transaction", "ClientRead")
    assert 0 <= newest["transactionSeconds"] <= told[0]["transactionSeconds"]


def test_only_sessions_of_clients_are_told(database: Database, owner_url: str) -> None:
    """Autovacuum and parallel workers are active as well, and have no user."""
    workers = "select 1 from pg_stat_activity where backend_type = 'parallel worker'"
    with psycopg.connect(owner_url, autocommit=True) as leader:
        leader.execute("set debug_parallel_query = on")
        leader.pgconn.send_query(b"select pg_sleep(60)")
        assert wait_until(lambda: bool(rows(owner_url, workers)), 60)
        told = orjson.loads(orjson.dumps(Activity(database).read_postgres()))["activeQueries"]
        assert [each["pid"] for each in told] == [leader.info.backend_pid]
        rows(owner_url, "select pg_cancel_backend(%s)", (leader.info.backend_pid,))
        while leader.pgconn.get_result():
            pass


def test_an_owner_that_may_not_see_sessions_is_told_of_none(
    database: Database, owner_url: str
) -> None:
    with psycopg.connect(owner_url, autocommit=True) as master, psycopg.connect(owner_url) as other:
        other.execute("select 1")
        master.execute("revoke pg_read_all_stats from regent_owner")
        try:
            found = orjson.loads(orjson.dumps(Activity(database).read_postgres()))
            assert found["activeQueries"] == []
        finally:
            master.execute("grant pg_read_all_stats to regent_owner")
