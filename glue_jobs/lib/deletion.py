"""Deletes archived messages in Spark's tasks: chunks of partitions, each a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields

import pyarrow as pa
from pyspark.sql import SparkSession

from glue_jobs.lib.login import Login, retention
from regent.stores.deletion import Counts, How, chunked, retire
from regent.stores.retention import Archived


@dataclass(frozen=True, slots=True)
class Deletion:
    """How a run deletes, where, and in how many tasks."""

    login: Login
    how: How
    tasks: int


def delete(spark: SparkSession, found: Sequence[Archived], deletion: Deletion) -> Counts:
    """Delete in tasks, chunk by chunk; return the sums."""
    chunks = list(chunked(found, deletion.how.messages))
    if not chunks:
        return Counts()
    names = [each.name for each in fields(Counts)]

    def carry_out(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        done = Counts()
        with retention(deletion.login) as store:
            for batch in batches:
                for number in batch.column(0).to_pylist():
                    done += retire(store, chunks[number], deletion.how)
        yield pa.record_batch([pa.array([n], pa.int64()) for n in astuple(done)], names)

    tasks = spark.range(0, len(chunks), 1, min(len(chunks), deletion.tasks))
    schema = ", ".join(f"{name} bigint" for name in names)
    return sum((Counts(*row) for row in tasks.mapInArrow(carry_out, schema).collect()), Counts())
