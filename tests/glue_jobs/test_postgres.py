"""Reading and writing Postgres from Spark's tasks."""

from __future__ import annotations

import dataclasses
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from pyspark.sql import functions
from pyspark.sql import types as t

from glue_jobs.lib import login
from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.postgres import Source, chunks, read, write
from glue_jobs.lib.spark import pieces
from regent.errors import DatabaseUnavailable
from regent.settings import Settings
from tests.support.rows import rows

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SCHEMA = t.StructType(
    [
        t.StructField("n", t.LongType()),
        t.StructField("name", t.StringType()),
        t.StructField("at", t.TimestampType()),
        t.StructField("numbers", t.ArrayType(t.LongType())),
        t.StructField("yes", t.BooleanType()),
        t.StructField("share", t.DoubleType()),
    ]
)
QUERY = (
    "select n, 'row ' || n as name, timestamptz '2030-01-01 00:00+00' + n * interval '1 day' as at,"
    " array[n, n + 1] as numbers, n % 2 = 0 as yes, n / 4::float8 as share"
    " from generate_series({}::bigint, {}) n"
)


@pytest.fixture
def source(owner_url: str) -> Source:
    return Source(Settings(database_url=owner_url))


def test_a_task_reads_each_range(spark: SparkSession, source: Source) -> None:
    queries = [QUERY.format(first, first + 999) for first in (1, 1001, 2001)]
    frame = read(spark, source, queries, SCHEMA)
    assert frame.rdd.getNumPartitions() == 3
    assert frame.count() == 3000
    one = frame.where("n = 1002").withColumn("at", functions.col("at").cast("string"))
    assert one.collect()[0].asDict() == {
        "n": 1002,
        "name": "row 1002",
        "at": "2032-09-29 00:00:00",
        "numbers": [1002, 1003],
        "yes": True,
        "share": 250.5,
    }
    assert read(spark, source, [], SCHEMA).count() == 0


def test_columns_are_taken_by_name_and_type(spark: SparkSession, source: Source) -> None:
    narrow = t.StructType([t.StructField("b", t.LongType()), t.StructField("a", t.StringType())])
    frame = read(spark, source, ["select 'x' as a, 1::integer as b, null as c"], narrow)
    assert [tuple(row) for row in frame.collect()] == [(1, "x")]


def test_writing_twice_writes_once(spark: SparkSession, source: Source, owner_url: str) -> None:
    rows(owner_url, "create table queen.scratch (n bigint primary key, name text, at timestamptz)")
    frame = read(spark, source, [QUERY.format(1, 60_000), QUERY.format(60_001, 60_010)], SCHEMA)
    frame = frame.select("at", "n", "name")
    assert write(frame, source, "queen.scratch") == 60_010
    assert write(frame.where("n > 60000"), source, "queen.scratch") == 0
    assert rows(owner_url, "select count(*), sum(n), min(name), max(at) from queen.scratch") == [
        {
            "count": 60_010,
            "sum": 60_010 * 60_011 // 2,
            "min": "row 1",
            "max": datetime(2194, 4, 21, tzinfo=UTC),
        }
    ]


def test_a_statement_of_the_driver(source: Source) -> None:
    assert source.rows("select 1 as one, null::text as nothing") == [{"one": 1, "nothing": None}]


def test_chunks_have_the_same_rows_in_other_sizes() -> None:
    batches = [pa.record_batch({"n": list(range(n))}) for n in (3, 0, 8, 1)]
    assert [chunk.column("n").to_pylist() for chunk in chunks(batches, 4)] == [
        *([0, 1, 2, 0], [1, 2, 3, 4], [5, 6, 7, 0]),
    ]


def test_pieces_are_what_was_asked_for_or_four_a_core(spark: SparkSession) -> None:
    assert (pieces(spark, 7), pieces(spark, 0)) == (7, 8)


def test_on_glue_a_login_is_a_fresh_token(aws: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://elsewhere/")
    source = Source.of(
        JobArguments(database_host="db.example", region="eu-west-1", database_ca="/ca.pem")
    )
    # Lambda's variables are not there on Glue: boto3 finds the role's keys.
    settings = dataclasses.replace(
        source.settings, aws_access_key_id=None, aws_secret_access_key=None
    )
    found = conninfo_to_dict(Source(settings).conninfo())
    token = found.pop("password")
    assert found == {
        "host": "db.example",
        "port": "5432",
        "dbname": "regent",
        "user": "regent_jobs",
        "sslmode": "verify-full",
        "sslrootcert": "/ca.pem",
        "application_name": "regent-jobs",
    }
    assert token.startswith("db.example:5432/?Action=connect&DBUser=regent_jobs&")
    assert "X-Amz-Credential=testing%2F" in token


def test_each_connection_of_a_store_logs_in_afresh(owner_url: str, monkeypatch: Any) -> None:
    """A token is good for a quarter of an hour, a run for hours."""
    logins = iter([make_conninfo(owner_url, dbname="is_expired"), owner_url])
    monkeypatch.setattr(Source, "conninfo", lambda self: next(logins))
    database = Source(Settings()).database()
    with pytest.raises(DatabaseUnavailable, match="is_expired"):
        database.fetch("select 1")
    assert database.fetch("select 2") == [(2,)]
    database.close()


def test_here_a_login_is_the_url(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://me@/there?host=/run/x")
    assert conninfo_to_dict(Source.of(JobArguments()).conninfo()) == {
        "user": "me",
        "dbname": "there",
        "host": "/run/x",
        "application_name": "regent-jobs",
    }


def test_certificates_that_came_with_the_code_are_trusted(tmp_path, monkeypatch):
    """Glue leaves the jobs' code in a zip, into which libpq does not look."""
    with zipfile.ZipFile(tmp_path / "code.zip", "w") as packed:
        packed.writestr("glue_jobs/regent-ca.pem", "the certificates")
    inside = zipfile.Path(tmp_path / "code.zip", "glue_jobs/")
    monkeypatch.setattr(login, "files", lambda _: inside)
    login._packaged_certificates.cache_clear()
    source = Source(
        Settings(
            database_host="db.example", aws_region="eu-west-1", aws_access_key_id="AKIDEXAMPLE",
            aws_secret_access_key="secret",
        )
    )  # fmt: skip
    monkeypatch.setattr(login, "_with_credentials", lambda settings: settings)
    trusted = conninfo_to_dict(source.conninfo())
    login._packaged_certificates.cache_clear()
    assert trusted["sslmode"] == "verify-full"
    assert Path(trusted["sslrootcert"]).read_text() == "the certificates"
