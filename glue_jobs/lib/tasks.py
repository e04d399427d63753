"""Work with each of some items in Spark's tasks, where Spark is the queue of tasks and no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

import pyarrow as pa
from pyspark.sql import SparkSession

T = TypeVar("T")


def on_each(
    spark: SparkSession, items: Sequence[T], work: Callable[[T], Mapping[str, int]], tasks: int
) -> Counter[str]:
    """Do work with each item, in as many tasks at most; the sums of what the work counts."""
    if not items:
        return Counter()
    listed = list(items)

    def carry_out(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in found:
            for number in batch.column(0).to_pylist():
                counted = work(listed[number])
                names, values = (
                    pa.array(counted, pa.string()),
                    pa.array(counted.values(), pa.int64()),
                )
                yield pa.record_batch({"name": names, "value": values})

    shared = spark.range(0, len(listed), 1, min(len(listed), tasks))
    sums: Counter[str] = Counter()
    for row in shared.mapInArrow(carry_out, "name string, value bigint").collect():
        sums[row.name] += row.value
    return sums


def start_processes(spark: SparkSession) -> None:
    """Start the processes of tasks before there is work for them, which takes a second and more."""
    with suppress(Exception):  # whatever it is, the work will meet it, too
        cores = spark.sparkContext.defaultParallelism
        spark.range(0, cores, 1, cores).mapInArrow(_as_it_is, "id bigint").collect()


def _as_it_is(found: Iterable[pa.RecordBatch]) -> Iterable[pa.RecordBatch]:
    return found
