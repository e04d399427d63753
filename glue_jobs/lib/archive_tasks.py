"""Archiving in Spark's tasks: one task writes the files of a batch, another reads them back."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import pyarrow as pa
from pyspark.sql import SparkSession

from glue_jobs.lib import archive
from glue_jobs.lib.archived_message import SCHEMA, Unsound
from glue_jobs.lib.login import retention
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch, Retention

_COLUMNS: Final = ", ".join(f'm."{name}"' for name in SCHEMA.names)


@dataclass(frozen=True)
class Step:
    """All that a task needs to work on batches. It travels to the executors."""

    source: Source
    region: str | None

    def storage(self, batch: Batch) -> Storage:
        """The place that the batch goes to, even if this run has another --output."""
        return Storage(batch.archive, self.region)

    def write(self, batch: Batch) -> dict[str, int]:
        """Write a batch's messages into files; record them unless another run was faster."""
        query = (
            f"select {_COLUMNS} from queen.messages_to_archive m"  # noqa: S608 - names and an id of ours
            f" where m.batch_id = '{batch.id}'"
        )
        with self.source.connect() as connection, connection.cursor() as cursor:
            cursor.execute("set max_parallel_workers_per_gather = 0")  # they come in order
            cursor.execute(query)
            found = (each.cast(SCHEMA) for each in cursor.fetch_record_batch())
            rows, files = archive.write(self.storage(batch), batch, found)
        with retention(self.source) as store:
            store.advance_batch(batch.id, "planned", "written", archive.recorded(files))
        return {"messages": rows, "bytes": sum(file.bytes for file in files)}

    def verify(self, batch: Batch) -> dict[str, int]:
        """Move a batch's files to their place, and read them back. If one is not sound, the next
        run writes the batch again; until then none of its messages is deleted.

        If another run was faster, its result counts. Staged files may be missing because that run
        has brought the batch into the archive and swept them. The files at their place are then
        the only ones, and stay."""
        storage = self.storage(batch)
        with retention(self.source) as store:
            try:
                archive.publish(storage, batch)
            except (Unsound, FileNotFoundError, pa.ArrowInvalid) as error:
                given_up = store.advance_batch(batch.id, "written", "planned", batch.files)
                self._withdraw(store, batch)
                if given_up:
                    sys.stderr.write(f"retention: batch {batch.id} is written again: {error}\n")
                return {"messages": 0, "bytes": 0, **({"unsound": 1} if given_up else {})}
            if not store.advance_batch(batch.id, "written", "verified", batch.files):
                self._withdraw(store, batch)
                return {"messages": 0, "bytes": 0}
        return {
            "messages": sum(file["rows"] for file in batch.files),
            "bytes": sum(file["bytes"] for file in batch.files),
        }

    def _withdraw(self, store: Retention, batch: Batch) -> None:
        """Remove these files from their place if the batch records others by now. Their names
        belong to one attempt, so no other attempt needs them."""
        recorded = [each.files for each in store.list_batches() if each.id == batch.id]
        if recorded and recorded[0] != batch.files:
            self.storage(batch).delete(*(file["path"] for file in batch.files))


def _or_failed(work: Callable[[Batch], Mapping[str, int]], batch: Batch) -> dict[str, int]:
    """Do the work; return its counts. A batch that fails stops no other one. Its status and its
    messages stay as they were, and the run says at its end that a batch is left."""
    try:
        return dict(work(batch))
    except Exception as error:  # noqa: BLE001 - whatever it was, the log has it
        sys.stderr.write(f"retention: batch {batch.id} is left to the next run: {error!r}\n")
        return {"failed": 1}


def on_batches(
    spark: SparkSession, batches: Sequence[Batch], work: Callable[[Batch], Mapping[str, int]]
) -> dict[str, int]:
    """Run a task for each batch; return the sums of their counts, and the peak memory of one."""
    if not batches:
        return {}
    listed = list(batches)

    def carry_out(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for each in found:
            for number in each.column(0).to_pylist():
                counted = _or_failed(work, listed[number])
                counted["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
                yield pa.record_batch(
                    {"name": pa.array(counted), "value": pa.array(counted.values(), pa.int64())}
                )

    tasks = spark.range(0, len(listed), 1, len(listed))
    sums: dict[str, int] = {}
    for row in tasks.mapInArrow(carry_out, "name string, value bigint").collect():
        joined = max if row.name == "peak" else int.__add__
        sums[row.name] = joined(sums.get(row.name, 0), row.value)
    return sums
