"""Archives messages in Spark, and deletes them then.

    probe   tries to write to the archive
    plan    finds the offsets of each partition that may go          queen.plan_retention
    open    puts ranges together into batches; a range has one       queen.open_batches
    write   in tasks: Postgres -> Parquet, staged                    planned   -> written
    verify  in tasks: moves the batch's files, reads them back       written   -> verified
    describe  in tasks: writes the batch's manifest
    register  adds the batch's files to the table `messages`
    commit  in tasks: records that                                   verified  -> committed
    delete  in bounded chunks, each judged again under its locks     queen.retire_messages
    finish  closes batches whose messages are gone                   committed -> deleted

Each step can be repeated, and the database records it before the next one begins. So the next run
goes on with a run that was killed, batch by batch. Two runs at once do no harm. A run gives up
planned batches that failed or were to go elsewhere, and plans their messages again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from threading import Thread
from typing import Any, Final

from pyspark.sql import SparkSession

from glue_jobs.lib import archive
from glue_jobs.lib.archive_tasks import Outcome, Place, Work, Worker, on_batches
from glue_jobs.lib.deletion import Deletion, delete
from glue_jobs.lib.login import retention
from glue_jobs.lib.packing import Size, by_ranges, packed, smaller
from glue_jobs.lib.planning import RetentionArguments, counted, mark, planned, waves
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.reader import reading
from glue_jobs.lib.running import FAILED, Progress
from glue_jobs.lib.spark import pieces
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.tasks import start_processes
from regent.stores.deletion import How, drop_idle, expire, expire_letters
from regent.stores.retention import Archived, Batch, Cut, Retention

#: Partitions that one statement lists.
LIST_PARTITIONS: Final = 50_000


class Run:
    """One run of the job."""

    def __init__(
        self, spark: SparkSession, arguments: RetentionArguments, progress: Progress
    ) -> None:
        self._spark = spark
        self._arguments = arguments
        self._progress = progress
        self._source = Source.of(arguments)
        self._root = archive.archive_root(arguments.output)
        self._tasks = pieces(spark, arguments.parallelism)
        self._size = Size(arguments.batch_messages, arguments.batch_bytes)
        self._counted: dict[str, int] = {}

    def go(self) -> dict[str, Any]:
        """Do all steps; return the summary."""
        storage = Storage(self._root, self._arguments.region)
        storage.probe(archive.STAGING)
        with retention(self._source) as store:
            run_at = store.now()
            self._abandon(store)
            if any(batch.status != "committed" for batch in self._ours(store)):
                self._count(FAILED, len(self._finish_archiving(store)))
                self._say("went on with what an earlier run had begun")
            self._delete_archived(run_at)
            mark(store)
            for cuts in waves(self._planned(store)):
                self._archive(store, cuts)
                self._delete_archived(run_at)
            self._count("batches finished", store.finish_batches())
            self._count("batches left to others", self._left_to_others(store))
            self._count("dead letters deleted", expire_letters(store))
            idle = self._arguments.partition_idle_seconds
            self._count("partitions dropped", drop_idle(store, idle))
            expire(store, run_at - timedelta(days=self._arguments.history_days))
            self._count("lag files deleted", self._expire_lag(run_at))
        archive.sweep_old(storage)
        return {"messages deleted": 0, **self._counted}

    def _abandon(self, store: Retention) -> None:
        listed = {batch.id: batch for batch in store.list_batches()}
        abandoned = store.abandon_batches(self._root)
        for batch in filter(None, map(listed.get, abandoned)):
            try:
                archive.remove(Storage(batch.archive, self._arguments.region), batch)
            except Exception as error:  # noqa: BLE001 - such an archive may be why it was given up
                self._say(f"files of batch {batch.id}, which was given up, may be left: {error}")
        self._count("batches given up and planned anew", len(abandoned))

    def _planned(self, store: Retention) -> Iterator[list[Cut]]:
        """Plan. As soon as there is work, the processes of tasks start beside the database."""
        started: Thread | None = None
        for cuts in planned(store, archiving=True):
            if cuts and started is None:
                started = Thread(target=start_processes, args=[self._spark], daemon=True)
                started.start()
            yield cuts

    def _archive(self, store: Retention, cuts: Sequence[Cut]) -> None:
        """Archive these messages. Batches that the database cut off are planned anew, smaller."""
        size: Size | None = self._size
        while cuts and size:
            opened = self._open(store, cuts, size)
            cut_off = self._finish_archiving(store)
            size = smaller(cuts for batch, cuts in opened.items() if batch in cut_off)
            again = store.abandon_batches(self._root, cut_off & opened.keys()) if size else []
            cuts = [cut for batch in again for cut in opened[batch]]
            self._count(FAILED, len(cut_off) - len(again))

    def _open(
        self, store: Retention, cuts: Sequence[Cut], size: Size
    ) -> Mapping[str, Sequence[Cut]]:
        made = [(archive.batch_id(), queue, ranges) for queue, ranges in packed(cuts, size)]
        for together in by_ranges(made):
            store.open_batches(together, self._root)
        self._say(f"{len(cuts):,} ranges in {len(made):,} batches")
        return {batch: ranges for batch, _, ranges in made}

    def _finish_archiving(self, store: Retention) -> set[str]:
        """Bring each open batch into the archive; return those that the database cut off."""
        host = self._arguments.reader_host
        written = self._work(self._ours(store, "planned"), Worker.write, "written", host)
        verified = self._work(self._ours(store, "written"), Worker.verify, "verified")
        batches = self._ours(store, "verified")
        described = self._work(batches, Worker.describe, "described")
        ready = [each for each in batches if each.id not in described.left]
        registered = self._register(ready, {each.id for each in store.list_batches()})
        committed = self._work(registered, Worker.commit, "committed")
        late = verified.cut_off | described.cut_off | committed.cut_off
        self._count(FAILED, len(late))
        return written.cut_off

    def _register(self, batches: Sequence[Batch], still_open: Collection[str]) -> list[Batch]:
        """Add batches to the table of their archive; return those that are in it."""
        registered: list[Batch] = []
        for place in sorted({batch.archive for batch in batches}):
            found = [batch for batch in batches if batch.archive == place]
            try:
                self._add_to_table(place, found, still_open)
            except Exception as error:  # noqa: BLE001 - other archives' batches go on
                self._count(FAILED, len(found))
                self._say(
                    f"the table of {place} does not take {len(found)} batches, which are left to"
                    f" the next run; their messages stay: {error!r}"
                )
            else:
                registered += found
        return registered

    def _add_to_table(
        self, place: str, batches: Sequence[Batch], still_open: Collection[str]
    ) -> None:
        # Iceberg takes a second to load, which a run without a batch can do without.
        from glue_jobs.lib import archive_table  # noqa: PLC0415

        arguments = self._arguments
        tables = archive_table.of(place, arguments.region, arguments.catalog_database)
        if tables is not None:
            storage = Storage(place, arguments.region)
            new = archive_table.register(tables, storage, batches, still_open)
            self._say(f"added {new:,} batches to the table of {place}")

    def _work(
        self, batches: Sequence[Batch], work: Work, name: str, reader_host: str | None = None
    ) -> Outcome:
        reader = reading(self._source, reader_host if batches else None, self._progress)
        place = Place(self._source, self._arguments.region, reader)
        began = self._progress.seconds
        done = on_batches(self._spark, batches, work, place, self._tasks)
        self._count(FAILED, done.sums["failed"] + done.sums["unsound"])
        if done.sums["messages"]:
            seconds = self._progress.seconds - began
            self._say(
                f"{name} {done.sums['messages']:,} messages, {done.sums['bytes']:,} bytes in"
                f" {len(batches)} batches: {done.sums['messages'] / max(seconds, 0.001):,.0f}/s,"
                f" at most {done.peak // 2**20} MB a task"
            )
            self._count(f"messages {name}", done.sums["messages"])
        return done

    def _ours(self, store: Retention, status: str | None = None) -> list[Batch]:
        """The unfinished batches, of one status or of any, that this run may go on with."""
        return [
            batch
            for batch in store.list_batches()
            if batch.status == (status or batch.status)
            and reaches(self._arguments.output, batch.archive)
        ]

    def _left_to_others(self, store: Retention) -> int:
        batches = [batch for batch in store.list_batches() if batch.status != "committed"]
        folders = {b.archive for b in batches if not reaches(self._arguments.output, b.archive)}
        for folder in sorted(folders):
            self._say(
                f"batches that go to {folder} are left to a run on that machine, with"
                f" --output {folder.removesuffix('/archive')}; their messages stay until then"
            )
        return sum(batch.archive in folders for batch in batches)

    def _delete_archived(self, run_at: datetime) -> None:
        after = 0
        while True:
            with retention(self._source) as store:
                found = store.list_archived(after, LIST_PARTITIONS)
            self._delete(found, run_at)
            if len(found) < LIST_PARTITIONS:
                return
            after = found[-1].partition

    def _delete(self, found: Sequence[Archived], run_at: datetime) -> None:
        began = self._progress.seconds
        how = How(self._arguments.delete_messages, archived=True, run_at=run_at)
        done = delete(self._spark, found, Deletion(self._source, how, self._tasks))
        if found:
            seconds = max(self._progress.seconds - began, 0.001)
            self._say(f"deleted {done.deleted:,} messages: {done.deleted / seconds:,.0f}/s")
        for name, value in counted(done).items():
            self._count(name, value)

    def _expire_lag(self, run_at: datetime) -> int:
        storage = Storage(self._arguments.output, self._arguments.region)
        first_day = (run_at - timedelta(days=self._arguments.lag_days)).astimezone(UTC).date()
        old = old_files((file.path for file in storage.list("lag/")), first_day)
        storage.delete(*old)
        return len(old)

    def _count(self, name: str, value: int) -> None:
        if value:
            self._counted[name] = self._counted.get(name, 0) + value

    def _say(self, line: str) -> None:
        self._progress.say(line)


def old_files(paths: Iterable[str], first_day: date) -> list[str]:
    """The files of days before ``first_day``. The day stands in the path."""
    days = ((path, re.search(r"/dt=([0-9-]{10})/", path)) for path in paths)
    return [path for path, day in days if day and day[1] < first_day.isoformat()]


def reaches(output: str, archive_root: str) -> bool:
    """Whether a run with this output may go on with a batch of that archive. S3 is the same from
    everywhere. A folder is on one machine: a run that writes to S3 would use the disk of a worker,
    and that disk goes with the worker."""
    return "://" in archive_root or "://" not in output


def job(
    spark: SparkSession, arguments: RetentionArguments, progress: Progress
) -> Mapping[str, Any]:
    """Archive and delete; return the summary."""
    return Run(spark, arguments, progress).go()
