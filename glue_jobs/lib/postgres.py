"""Postgres for Spark: each task reads a range as Arrow, or writes in short transactions of its own.

ADBC speaks Postgres's COPY in both directions and comes as a wheel, the same on Glue and here.
Parallel readers have different snapshots, so heads of one earlier instant bound what they read
(docs/jobs/lag.md). No reader holds a transaction for longer than its own range takes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import pyarrow as pa
from adbc_driver_postgresql import dbapi
from psycopg.conninfo import make_conninfo
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StructType

from glue_jobs.lib.arguments import JobArguments
from regent.connections import WarmConnection
from regent.credentials import connection_parameters
from regent.database import Database
from regent.errors import DatabaseUnavailable
from regent.settings import Settings

#: Rows that a writer writes in one transaction, which takes a tenth of a second.
CHUNK_ROWS: Final = 50_000
_STAGED: Final = "regent_staged"


@dataclasses.dataclass(frozen=True)
class Source:
    """How to reach the database. It travels to the tasks, which log in for themselves."""

    settings: Settings

    @classmethod
    def of(cls, arguments: JobArguments) -> Source:
        """The database of the arguments, or else of the environment."""
        settings = Settings.from_environment()
        settings = dataclasses.replace(settings, aws_region=arguments.region or settings.aws_region)
        if arguments.database_host is not None:
            settings = dataclasses.replace(
                settings,
                database_url=None,
                database_secret_arn=None,
                database_host=arguments.database_host,
                database_port=arguments.database_port,
                database_name=arguments.database_name,
                database_user=arguments.database_user,
                database_ca=arguments.database_ca or settings.database_ca,
            )
        return cls(settings)

    def conninfo(self) -> str:
        """For libpq. A token lives for a quarter of an hour, so each connection gets a new one."""
        settings = self.settings
        if settings.database_host and not (settings.database_url or settings.database_secret_arn):
            settings = _with_credentials(settings)
        if settings.database_host and not settings.database_ca:
            settings = dataclasses.replace(settings, database_ca=_packaged_certificates())
        parameters = connection_parameters(settings)
        return make_conninfo(
            parameters.pop("conninfo", ""), **parameters, application_name="regent-jobs"
        )

    def database(self) -> Database:
        """A database for the stores: short statements, which may be far apart in time."""
        return _FreshLogins(self)

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


class _FreshLogins(Database):
    """A database whose new connections each get a new token: a job outlives its first one, and a
    connection may break while Spark works. It waits for a database that sleeps, because nobody
    waits for a job."""

    def __init__(self, source: Source) -> None:
        super().__init__(Settings(database_pauses=True))
        self._source = source

    def _connect(self) -> WarmConnection:
        self._settings = dataclasses.replace(self._settings, database_url=self._source.conninfo())
        return super()._connect()


def _with_credentials(settings: Settings) -> Settings:
    """Add the role's keys: on Glue they are not in the environment, but boto3 finds them."""
    import boto3  # noqa: PLC0415 - only IAM authentication needs it

    found = boto3.session.Session(region_name=settings.aws_region).get_credentials()
    if found is None:
        return settings
    keys = found.get_frozen_credentials()
    return dataclasses.replace(
        settings,
        aws_access_key_id=keys.access_key,
        aws_secret_access_key=keys.secret_key,
        aws_session_token=keys.token,
    )


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


@cache
def _packaged_certificates() -> str | None:
    """A file with the certificates that came with the jobs' code, made once a process: Glue leaves
    the code in a zip, and libpq does not look into one. None: no certificates came."""
    packed = files("glue_jobs") / "regent-ca.pem"
    if not packed.is_file():
        return None
    unpacked = Path(mkdtemp(prefix="regent-")) / "regent-ca.pem"
    unpacked.write_bytes(packed.read_bytes())
    return str(unpacked)
