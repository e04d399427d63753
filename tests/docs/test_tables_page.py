"""The queries of docs/jobs/tables.md for Athena, as they stand there, in DuckDB: with its functions
put in place, over tables with the columns of the jobs' own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from glue_jobs.lib.archived_message import SCHEMA
from glue_jobs.lib.event_log import SCHEMA as LOG
from tests.docs.markdown import blocks
from tests.docs.test_docs import ROOT

PAGE = ROOT / "docs/jobs/tables.md"
AT = datetime(2030, 1, 31, 12, tzinfo=UTC)


@pytest.fixture
def athena() -> duckdb.DuckDBPyConnection:
    """Its functions and the database, in DuckDB."""
    found = duckdb.connect()
    found.execute("set timezone = 'UTC'")
    found.execute("create macro json_extract_scalar(j, p) as json_extract_string(j, p)")
    found.execute("create macro from_iso8601_timestamp(t) as cast(t as timestamptz)")
    found.execute("create schema regent_prod")
    archived = [("ada", 1, 0, 12), ("ada", 1, 1, 30), ("ada", 1, 4, 7), ("bob", 2, 0, 1)]
    common = {"queue": "orders", "created_at": AT}
    fill(
        found,
        "messages",
        SCHEMA,
        [
            common | {"partition": name, "partition_id": number, "offset": offset,
                      "transaction_id": f"t{offset}", "payload": f'{{"total": {total}}}'}
            for name, number, offset, total in archived
        ],
    )  # fmt: skip
    events = [("order.placed", "1"), ("order.placed", "2"), ("order.paid", "1")]
    fill(
        found,
        "event_log",
        LOG,
        [
            {"position": number, "type": type_, "payload": f'{{"order": "{order}"}}'}
            for number, (type_, order) in enumerate(events)
        ],
    )
    return found


def fill(
    found: duckdb.DuckDBPyConnection, name: str, schema: pa.Schema, rows: list[dict[str, Any]]
) -> None:
    found.register("rows", pa.Table.from_pylist(rows, schema=schema))
    found.execute(f"create table regent_prod.{name} as select * from rows")


def test_the_queries_find_what_the_page_says(athena: duckdb.DuckDBPyConnection) -> None:
    queries = [block.text for block in blocks(PAGE.read_text()) if block.language == "sql"]
    assert [athena.sql(query).fetchall() for query in queries] == [
        [("ada", 3, AT), ("bob", 1, AT)],
        [(0, "t0", "12", AT), (1, "t1", "30", AT), (4, "t4", "7", AT)],
        [(1, 1, 4)],
        [("2",)],
    ]
