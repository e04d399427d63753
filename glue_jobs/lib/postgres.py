"""Postgres for Spark: each task reads a range as Arrow, or writes in short transactions of its own.

ADBC speaks Postgres's COPY in both directions and comes as a wheel, the same on Glue and here.
Parallel readers have different snapshots, so heads of one earlier instant bound what they read
(docs/jobs/lag.md). No reader holds a transaction for longer than its own range takes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pyarrow as pa
from adbc_driver_postgresql import dbapi
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from glue_jobs.lib.login import Login
from regent.errors import DatabaseUnavailable

#: Rows that a writer writes in one transaction, which takes a tenth of a second.
CHUNK_ROWS: Final = 50_000
_STAGED: Final = "regent_staged"


@dataclasses.dataclass(frozen=True)
class Source(Login):
    """How to reach the database over ADBC, too. It travels to the tasks."""

    @contextmanager
    def connect(self, *, autocommit: bool = True) -> Iterator[dbapi.Connection]:
        """A connection. With ``autocommit``, each statement is a transaction of its own."""
        try:
            connection = dbapi.connect(self.conninfo(), autocommit=autocommit)
        except dbapi.Error as error:
            raise DatabaseUnavailable(f"cannot connect to the database: {error}") from error
        with connection:
            yield connection

    def table(self, query: str) -> pa.Table:
        """The answer of one short statement, in the driver."""
        with self.connect() as connection, connection.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetch_arrow_table()

    def rows(self, query: str) -> list[dict[str, Any]]:
        """The answer of one short statement as dictionaries, for a handful of rows."""
        return list(self.table(query).to_pylist())


def read(
    spark: SparkSession, source: Source, queries: Sequence[str], schema: StructType | str
) -> DataFrame:
    """Read with a task for each query. The bounded ranges together hold each row once.

    Columns are taken by name and cast to the schema's types. Spark may repeat a task, so a query
    has to give the same rows again.
    """
    empty = spark.createDataFrame([], schema)
    if not queries:
        return empty
    wanted = to_arrow_schema(empty.schema)

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                with source.connect() as connection, connection.cursor() as cursor:
                    cursor.execute(queries[number])
                    for found in cursor.fetch_record_batch():
                        yield found.select(wanted.names).cast(wanted)

    return spark.range(0, len(queries), 1, len(queries)).mapInArrow(run, empty.schema)


def write(frame: DataFrame, source: Source, relation: str) -> int:
    """Append to a table from the tasks; return how many rows were new.

    A task that is repeated finds its rows there already, by the table's key, and leaves them.
    """
    columns = frame.columns

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        written = 0
        with source.connect(autocommit=False) as connection:
            for chunk in chunks(batches, CHUNK_ROWS):
                written += _append(connection, relation, columns, chunk)
        yield pa.record_batch({"written": pa.array([written], pa.int64())})

    done = frame.mapInArrow(run, "written bigint").agg({"written": "sum"}).collect()
    return int(done[0][0] or 0)


def append(source: Source, relation: str, table: pa.Table) -> int:
    """Append to a table from the driver, in the order of ``table``; return how many were new."""
    with source.connect(autocommit=False) as connection:
        return sum(
            _append(connection, relation, table.column_names, chunk)
            for chunk in chunks(table.to_batches(), CHUNK_ROWS)
        )


def _append(
    connection: dbapi.Connection, relation: str, columns: Sequence[str], chunk: pa.Table
) -> int:
    """COPY into a temporary table, then insert the rows that are new: one transaction."""
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        cursor.adbc_ingest(_STAGED, chunk, mode="create", temporary=True)
        cursor.execute(
            f"insert into {relation} ({names})"  # noqa: S608 - names of ours
            f" select {names} from pg_temp.{_STAGED} on conflict do nothing"
        )
        written = cursor.rowcount
        cursor.execute(f"drop table pg_temp.{_STAGED}")
    connection.commit()
    return int(written)


def chunks(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.Table]:
    """Cut the batches into tables of ``rows`` rows, so that memory and transactions stay small."""
    held: list[pa.RecordBatch] = []
    count = 0
    for batch in batches:
        offset = 0
        while offset < batch.num_rows:
            part = batch.slice(offset, rows - count)
            held.append(part)
            offset += part.num_rows
            count += part.num_rows
            if count == rows:
                yield pa.Table.from_batches(held)
                held, count = [], 0
    if held:
        yield pa.Table.from_batches(held)
