"""Archiving in Spark's tasks. A task takes a share of the batches, one after the other, over
connections of its own."""

from __future__ import annotations

import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final, Self

import pyarrow as pa
from adbc_driver_postgresql import dbapi
from pyspark.sql import SparkSession

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archived_message import SCHEMA, Unsound
from glue_jobs.lib.login import retention
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.storage import Storage
from regent.errors import Busy, DatabaseUnavailable, RegentError
from regent.stores.retention import Batch

_COLUMNS: Final = ", ".join(f'm."{name}"' for name in SCHEMA.names)


class CutOff(Exception):
    """The database stopped in the middle of an answer: it took too long, or the connection broke.
    ADBC does not tell which."""


@dataclass(frozen=True)
class Place:
    """The database, the region of S3, and where messages are read. It travels to the tasks."""

    source: Source
    region: str | None
    reader: Source


class Worker:
    """Takes batches from one step to the next, over one connection for reading and one for all
    else."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._open = ExitStack()
        self._store = self._open.enter_context(retention(place.source))
        self._reader = self._open.enter_context(ExitStack())
        self._reading: dbapi.Connection | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._open.close()

    def storage(self, batch: Batch) -> Storage:
        """The place that the batch goes to, even if this run has another --output."""
        return Storage(batch.archive, self._place.region)

    def write(self, batch: Batch) -> dict[str, int]:
        """Write a batch's messages into files; record them unless another run was faster."""
        storage = self.storage(batch)
        rows, files = archive.write(storage, batch, self._read(batch))
        recorded = False
        try:
            recorded = self._store.advance_batch(
                batch.id, "planned", "written", archive.recorded(files)
            )
        finally:
            if not recorded:
                storage.delete(*(file.staged for file in files))
        return {"messages": rows, "bytes": sum(file.bytes for file in files)}

    def _read(self, batch: Batch) -> Iterator[pa.RecordBatch]:
        query = (
            f"select {_COLUMNS} from queen.messages_to_archive m"  # noqa: S608 - names and an id of ours
            f" where m.batch_id = '{batch.id}'"
        )
        if self._reading is None:
            self._reading = self._reader.enter_context(self._place.reader.connect())
            with self._reading.cursor() as cursor:
                # Messages come in order.
                cursor.execute("set max_parallel_workers_per_gather = 0")
        with self._reading.cursor() as cursor:
            try:
                cursor.execute(query)
                answer = iter(cursor.fetch_record_batch())
            except dbapi.Error as error:
                raise CutOff(str(error).strip()) from error
            while (each := _next(answer)) is not None:
                yield each.cast(SCHEMA)

    def verify(self, batch: Batch) -> dict[str, int]:
        """Move a batch's files to their place, and read them back. If one is not sound, the next
        run writes its messages again; until then none of them is deleted.

        If another run was faster, its result counts. Staged files may be missing because that run
        has brought the batch into the archive and swept them. The files at their place are then
        the only ones, and stay."""
        storage = self.storage(batch)
        try:
            archive.publish(storage, batch)
        except (Unsound, FileNotFoundError, pa.ArrowInvalid) as error:
            given_up = self._store.advance_batch(batch.id, "written", "planned", batch.files)
            self._withdraw(storage, batch)
            if given_up:
                self._store.fail_batch(batch.id, str(error))
                sys.stderr.write(f"retention: batch {batch.id} is written again: {error}\n")
            return {"messages": 0, "bytes": 0, **({"unsound": 1} if given_up else {})}
        if not self._store.advance_batch(batch.id, "written", "verified", batch.files):
            self._withdraw(storage, batch)
            return {"messages": 0, "bytes": 0}
        return {
            "messages": sum(file["rows"] for file in batch.files),
            "bytes": sum(file["bytes"] for file in batch.files),
        }

    def _withdraw(self, storage: Storage, batch: Batch) -> None:
        """Remove these files from their place if the batch records others by now, or was given up.
        Their names belong to one attempt, so no other attempt needs them. A batch that is done is
        not open any more either, but it has a manifest."""
        recorded = [each.files for each in self._store.list_batches() if each.id == batch.id]
        given_up = not recorded and not manifests.is_there(storage, batch)
        if given_up or (recorded and recorded[0] != batch.files):
            storage.delete(*(file["path"] for file in batch.files))

    def describe(self, batch: Batch) -> dict[str, int]:
        """Write a batch's manifest: from now on the archive has it."""
        manifests.write(self.storage(batch), batch, self._store.now().isoformat())
        return {}

    def commit(self, batch: Batch) -> dict[str, int]:
        """Record that archive and table have a batch: from now on its messages may be deleted."""
        self._store.advance_batch(batch.id, "verified", "committed")
        archive.sweep(self.storage(batch), batch.id)
        return {}

    def tried(self, work: Work, batch: Batch) -> dict[str, int]:
        """Do the work; return its counts. A batch that fails stops no other one. Its status and its
        messages stay as they were, and the run says at its end that a batch is left."""
        try:
            return dict(work(self, batch))
        except DatabaseUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - whatever it was, the log has it
            self._reader.close()  # it may be in the middle of an answer
            self._reading = None
            cut_off = isinstance(error, Busy | CutOff)
            what = "took the database too long" if cut_off else "is left to the next run"
            sys.stderr.write(f"retention: batch {batch.id} {what}: {error!r}\n")
            with suppress(RegentError):
                self._store.fail_batch(batch.id, f"{type(error).__name__}: {error}")
            return {"cut off" if cut_off else "failed": 1}


#: A step of a batch; its counts.
Work = Callable[[Worker, Batch], Mapping[str, int]]


def _next(answer: Iterator[pa.RecordBatch]) -> pa.RecordBatch | None:
    try:
        return next(answer, None)
    except (OSError, dbapi.Error) as error:
        raise CutOff(str(error).strip()) from error


@dataclass
class Outcome:
    """The sums of the tasks' counts, their peak memory, the batches that were cut off, and all that
    were left."""

    sums: Counter[str] = field(default_factory=Counter)
    peak: int = 0
    cut_off: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)


def on_batches(
    spark: SparkSession, batches: Sequence[Batch], work: Work, place: Place, tasks: int
) -> Outcome:
    """Take a step with each batch, in as many tasks at most."""
    outcome = Outcome()
    if not batches:
        return outcome
    listed = list(batches)

    def carry_out(found: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Worker(place) as worker:
            for each in found:
                for number in each.column(0).to_pylist():
                    counted = worker.tried(work, listed[number])
                    counted["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
                    yield pa.record_batch(
                        {
                            "number": pa.array([number] * len(counted), pa.int64()),
                            "name": pa.array(counted),
                            "value": pa.array(counted.values(), pa.int64()),
                        }
                    )

    shared = spark.range(0, len(listed), 1, min(len(listed), tasks))
    for row in shared.mapInArrow(carry_out, "number bigint, name string, value bigint").collect():
        if row.name == "peak":
            outcome.peak = max(outcome.peak, row.value)
        else:
            outcome.sums[row.name] += row.value
        if row.name == "cut off":
            outcome.cut_off.add(listed[row.number].id)
        if row.name in ("cut off", "failed"):
            outcome.left.add(listed[row.number].id)
    return outcome
