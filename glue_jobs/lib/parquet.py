"""Parquet files of a DataFrame: each task writes one, and uses its name again if it is repeated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple

import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame
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


_FILES = pa.schema(
    [("path", pa.string()), ("bytes", pa.int64()), ("sha256", pa.string()), ("rows", pa.int64())]
)
