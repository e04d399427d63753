"""Parquet files and DataFrames. Each task writes one file, and uses its name again if it is
repeated; each reads one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_schema

from glue_jobs.lib.storage import Storage, StoredFile


def write_files(frame: DataFrame, storage: Storage, stem: str) -> list[StoredFile]:
    """Write `<stem>-<task>.parquet`; a task without rows writes none."""
    schema = to_arrow_schema(frame.schema)

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        task = TaskContext.get()
        number = task.partitionId() if task else 0
        rows = (batch.cast(schema) for batch in batches)
        stored = storage.write_parquet(f"{stem}-{number:05}.parquet", schema, rows)
        found = [] if stored is None else [astuple(stored)]
        columns: list[list[object]] = [list(column) for column in zip(*found, strict=True)]
        yield pa.record_batch(columns or [[], [], [], []], schema=_FILES)

    files = frame.mapInArrow(run, "path string, bytes bigint, sha256 string, rows bigint")
    return sorted((StoredFile(*row) for row in files.collect()), key=lambda file: file.path)


def read_files(
    spark: SparkSession, storage: Storage, paths: Sequence[str], schema: str
) -> DataFrame:
    """Read these columns of files, with a task for each file."""
    empty = spark.createDataFrame([], schema)
    if not paths:
        return empty
    wanted = to_arrow_schema(empty.schema)

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                with storage.fetched(paths[number]) as local, pq.ParquetFile(local) as file:
                    for found in file.iter_batches(columns=wanted.names):
                        yield found.select(wanted.names).cast(wanted)

    return spark.range(0, len(paths), 1, len(paths)).mapInArrow(run, schema)


_FILES = pa.schema(
    [("path", pa.string()), ("bytes", pa.int64()), ("sha256", pa.string()), ("rows", pa.int64())]
)
