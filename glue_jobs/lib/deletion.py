"""Deletes in Spark's tasks what retention allows: chunks of partitions, each a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from datetime import datetime

import pyarrow as pa
from pyspark.sql import SparkSession

from glue_jobs.lib.archive_tasks import retention
from glue_jobs.lib.packing import chunked
from glue_jobs.lib.postgres import Source
from regent.errors import Busy
from regent.stores.retention import Archived, Retention


@dataclass(frozen=True, slots=True)
class Counts:
    """Messages that were deleted, those of them that a group had not read, and busy partitions."""

    deleted: int = 0
    skipped: int = 0
    busy: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.deleted + other.deleted, self.skipped + other.skipped, self.busy + other.busy
        )


@dataclass(frozen=True, slots=True)
class Deletion:
    """How a run deletes: messages a transaction, the number of tasks, and whether only archived
    messages may go."""

    source: Source
    messages: int
    tasks: int
    archived: bool
    run_at: datetime


def delete(spark: SparkSession, found: Sequence[Archived], how: Deletion) -> Counts:
    """Delete in tasks, chunk by chunk; return the sums."""
    chunks = list(chunked(found, how.messages))
    if not chunks:
        return Counts()
    names = [each.name for each in fields(Counts)]

    def carry_out(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        done = Counts()
        with retention(how.source) as store:
            for batch in batches:
                for number in batch.column(0).to_pylist():
                    done += retire(store, chunks[number], how)
        yield pa.record_batch([pa.array([n], pa.int64()) for n in astuple(done)], names)

    tasks = spark.range(0, len(chunks), 1, min(len(chunks), how.tasks))
    schema = ", ".join(f"{name} bigint" for name in names)
    return sum((Counts(*row) for row in tasks.mapInArrow(carry_out, schema).collect()), Counts())


def retire(store: Retention, chunk: Sequence[Archived], how: Deletion) -> Counts:
    """Delete the messages below these offsets. Partitions that another session holds are tried
    again, each alone. One that stays held for seconds is left to the next run."""
    done = Counts()
    left = [(each.partition, each.end) for each in chunk]
    alone: list[tuple[int, int]] = []
    while left:
        try:
            answers = store.retire_messages(
                left, how.messages, archived=how.archived, run_at=how.run_at
            )
        except Busy:
            answers = []
            done += Counts(busy=len(left) == 1)
        for answer in answers:
            done += Counts(answer.deleted, answer.skipped)
        more = {answer.partition: answer.more for answer in answers}
        if len(left) > 1:
            alone += [cut for cut in left if cut[0] not in more]
        left = [cut for cut in left if more.get(cut[0])]
        if not left and alone:
            left = [alone.pop()]
    return done
