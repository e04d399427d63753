"""queen.read_postgres: what Postgres says of this database."""

import orjson
import pytest

from regent.database import Database
from regent.stores.queue import Queues
from regent.stores.status import Activity
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


def test_nothing_of_other_schemas_or_sessions_is_told(database: Database, owner_url: str) -> None:
    rows(owner_url, "create table public.secrets (a text)")
    found = orjson.dumps(Activity(database).read_postgres())
    assert b"secrets" not in found
    assert b"select" not in found
