"""Places: where wanted messages stand in the archive. Spark shuffles and sorts nothing but places.
Payloads are read in the task that pushes them, row group by row group.

Payloads in a shuffle would need a disk as large as the archive, and Arrow vectors of up to 2 GiB:
Spark cuts its batches by rows, and a message may have 4 MiB.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as f

from glue_jobs.lib import manifests
from glue_jobs.lib.archived_message import read_columns
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.wanted import Wanted

#: Messages of a place, at most. Work is cut by the number of places, so none may be large.
PLACE_MESSAGES: Final = 1_000
#: Rows [first_row, end_row) of a row group, all of one partition. Some may not be wanted;
#: `messages` are.
_PLACE: Final = (
    "partition string, partition_id bigint, first_offset bigint, first_at timestamp,"
    " last_at timestamp, messages bigint, file int, row_group int, first_row int, end_row int"
)
#: The columns by which messages are found and ordered. Payloads are not among them.
_FOUND_BY: Final = ["partition", "partition_id", "offset", "created_at", "key"]
_READ: Final = ("turn", "file", "row_group", "first_row", "end_row")


@dataclass(frozen=True)
class Archive:
    """The files that are read, as their manifests describe them, and what is wanted of them. It
    travels to the tasks."""

    storage: Storage
    files: Sequence[Mapping[str, Any]]
    wanted: Wanted

    def find(self, spark: SparkSession, tasks: int) -> DataFrame:
        """All places with wanted messages."""

        def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for number in batch.column(0).to_pylist():
                    yield from self._places(number)

        if not self.files:
            return spark.createDataFrame([], _PLACE)
        count = len(self.files)
        return spark.range(0, count, 1, min(count, tasks)).mapInArrow(run, _PLACE)

    def messages(
        self, places: Iterable[pa.RecordBatch], columns: Sequence[str]
    ) -> Iterator[pa.Table]:
        """The wanted messages at places, in the order of the places: a table for each row group."""
        rows = (row for batch in places for row in zip(*_lists(batch, _READ), strict=True))
        for (_, number), in_file in groupby(rows, itemgetter(0, 1)):
            with manifests.opened(self.storage, self.files[number]) as file:
                for group, found in groupby(in_file, itemgetter(2)):
                    read = sorted({*columns, *_FOUND_BY})
                    table = read_columns(file, group, read)
                    held = np.zeros(table.num_rows, np.bool_)
                    for *_, first, end in found:
                        held[first:end] = True
                    yield self._wanted(table, pa.array(held)).select(columns)

    def _places(self, number: int) -> Iterator[pa.RecordBatch]:
        with manifests.opened(self.storage, self.files[number]) as file:
            for group in self.wanted.row_groups(file):
                table = read_columns(file, group, _FOUND_BY)
                rows = np.arange(table.num_rows)
                holds = self.wanted.among(table)
                found = rows if holds is None else rows[holds.to_numpy()]
                yield from _cut(table, found, number, group)

    def _wanted(self, table: pa.Table, held: pa.Array) -> pa.Table:
        found = table.filter(held)
        holds = self.wanted.among(found)
        return found if holds is None else found.filter(holds)


def in_order(places: DataFrame, tasks: int) -> DataFrame:
    """Bring all places of a partition into one task, the oldest first.

    Neighbours in the archive go to one task, so few tasks read a row group. A task reads its row
    groups as they stand in the files. Where that would turn a partition's order round, it takes
    another `turn` through the files."""
    of_partition = Window.partitionBy("partition")
    oldest_first = of_partition.orderBy("first_at", "partition_id", "first_offset")
    stands = f.struct("file", "row_group", "first_row")
    return (
        places.withColumn("lane", f.min("partition_id").over(of_partition))
        .withColumn("back", (stands < f.lag(stands).over(oldest_first)).cast("int"))
        .withColumn("turn", f.coalesce(f.sum("back").over(oldest_first), f.lit(0)))
        .repartitionByRange(tasks, "lane")
        .sortWithinPartitions(*_READ)
        .select(*_READ)
    )


def _cut(
    table: pa.Table, rows: np.ndarray[Any, Any], file: int, group: int
) -> Iterator[pa.RecordBatch]:
    """The places of these rows: a place ends with its partition, or when it is large."""
    if not len(rows):
        return
    found = table.take(rows)
    partitions = found["partition_id"].to_numpy()
    number = np.arange(len(rows))
    begins = np.concatenate(([True], partitions[1:] != partitions[:-1]))
    since = number - np.maximum.accumulate(np.where(begins, number, 0))
    firsts = np.flatnonzero(since % PLACE_MESSAGES == 0)
    ends = np.append(firsts[1:], len(rows))
    first, last = found.take(firsts), found.take(ends - 1)
    same = np.ones(len(firsts), np.int32)
    yield pa.record_batch(
        {
            "partition": first["partition"].combine_chunks(),
            "partition_id": first["partition_id"].combine_chunks(),
            "first_offset": first["offset"].combine_chunks(),
            "first_at": first["created_at"].combine_chunks(),
            "last_at": last["created_at"].combine_chunks(),
            "messages": (ends - firsts).astype(np.int64),
            "file": same * file,
            "row_group": same * group,
            "first_row": rows[firsts].astype(np.int32),
            "end_row": (rows[ends - 1] + 1).astype(np.int32),
        }
    )


def _lists(batch: pa.RecordBatch, columns: Iterable[str]) -> list[list[Any]]:
    return [batch[name].to_pylist() for name in columns]
