"""The compaction joins the small files of the archive, day by day of each queue, and deletes those
that it replaced a week ago.

Every message is in exactly one file that counts, at every instant (lib/compaction.py).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from pydantic import Field
from pyspark.sql import SparkSession

from glue_jobs.lib import archive, archive_table, compaction, manifests
from glue_jobs.lib.arguments import JobArguments, Text
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.login import Login, retention
from glue_jobs.lib.running import FAILED, Progress, finish, run
from glue_jobs.lib.spark import on_spark, pieces
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.tasks import on_each

T = TypeVar("T")
#: Where Iceberg keeps what it knows of the archive's table.
TABLE: Final = "tables/messages/"


class CompactArguments(JobArguments):
    """The arguments of the compaction, besides those of every job."""

    small_bytes: int = Field(
        32 * 1024 * 1024, description="files of fewer bytes are joined", ge=1, le=1024**3
    )
    file_bytes: int = Field(
        128 * 1024 * 1024,
        description="bytes that are joined into one file, at most",
        ge=1,
        le=1024**3,
    )
    days: int = Field(
        60,
        description="only messages of the last so many days: older files in S3 are in storage that"
        " costs when they are read or deleted early",
        ge=1,
        le=36_500,
    )
    catalog_database: Text | None = Field(
        None,
        description="the Glue catalog's database with the tables of an archive in S3; none: it has"
        " no table",
    )


class Run:
    """One run of the job."""

    def __init__(
        self, spark: SparkSession, arguments: CompactArguments, progress: Progress
    ) -> None:
        self._spark = spark
        self._arguments = arguments
        self._progress = progress
        root = archive.archive_root(arguments.output)
        self._storage = Storage(root, arguments.region)
        self._tasks = pieces(spark, arguments.parallelism)
        self._done: Counter[str] = Counter()

    def go(self) -> dict[str, Any]:
        """Do all steps, or count what would be joined; return the summary."""
        self._require_its_table()
        with retention(Login.of(self._arguments)) as store:
            now = store.now()
            first = (now - timedelta(days=self._arguments.days)).astimezone(UTC).date()
            planned = compaction.plan(self._storage, self._arguments.small_bytes, first)
            still_open = {each.id for each in store.list_batches() if each.status != "committed"}
        days = compaction.without(planned, still_open)
        files = sum(len(day.files) for day in days)
        if self._arguments.dry_run:
            return {"days": len(days), "small files": files}
        self._progress.say(f"{files:,} small files in {len(days):,} days")
        self._join(days, now)
        read = self._exchange(still_open)
        if read is not None:
            self._remove(now, read)
        return {"files joined": 0, **{name: done for name, done in self._done.items() if done}}

    def _require_its_table(self) -> None:
        """A table that nobody told of would name files that are gone after a week."""
        output, database = self._arguments.output, self._arguments.catalog_database
        place = Storage(output, self._arguments.region)
        if "://" in output and database is None and place.list(TABLE):
            raise StorageError(
                f"{place.address(TABLE)} is a table of this archive, and would lose its files: name"
                " its database with --catalog-database, or remove what is there if nobody uses it"
            )

    def _join(self, days: Sequence[compaction.Day], now: datetime) -> None:
        storage, file_bytes = self._storage, self._arguments.file_bytes
        if days:
            storage.probe(archive.STAGING)
        self._each(days, lambda day: compaction.compact(storage, day, file_bytes, now))
        if joined := self._done["files joined"]:
            self._progress.say(f"joined {joined:,} files into {self._done['files written']:,}")

    def _exchange(self, still_open: Collection[str]) -> Collection[str] | None:
        """Bring the table up to date; return the files that its readers may ask for. None: the
        table cannot be changed, so nobody knows."""
        arguments = self._arguments
        found = archive_table.of(self._storage.root, arguments.region, arguments.catalog_database)
        if found is None or next(manifests.editions(self._storage), None) is None:
            return ()
        try:
            return archive_table.exchange(found, self._storage, still_open)
        except Exception as error:  # noqa: BLE001 - the archive is sound, and the next run goes on
            self._done[FAILED] += 1
            self._progress.say(
                f"the table of {self._storage.root} does not take the joined files; it keeps the"
                f" old ones until the next run, and none is deleted: {error!r}"
            )
            return None

    def _remove(self, now: datetime, read: Collection[str]) -> None:
        storage = self._storage
        archive.sweep_old(storage)
        replaced, lost = compaction.leftovers(storage, now, read)
        storage.delete(*lost)
        self._done["files of killed runs deleted"] += len(lost)
        self._each(replaced, lambda each: compaction.remove(storage, each))

    def _each(self, items: Sequence[T], work: Callable[[T], Mapping[str, int]]) -> None:
        def tried(item: T) -> Mapping[str, int]:
            """One that fails stops no other one."""
            try:
                return work(item)
            except Exception as error:  # noqa: BLE001 - whatever it was, the log has it
                sys.stderr.write(f"compact: {error!r}\n")
                return {FAILED: 1}

        self._done += on_each(self._spark, items, tried, self._tasks)


def job(spark: SparkSession, arguments: CompactArguments, progress: Progress) -> Mapping[str, Any]:
    """Compact the archive, or count what would be joined; return the summary."""
    return Run(spark, arguments, progress).go()


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return run("compact", CompactArguments, on_spark("compact", job), words)


if __name__ == "__main__":
    finish(main(sys.argv[1:]))
