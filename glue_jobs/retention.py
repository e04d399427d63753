"""The retention job deletes the messages that the queues' retention settings allow to go. With an
archive, it archives them first.

    mark    notes how far all groups have completed                  queen.mark_completed
    plan    finds the offsets of each partition that may go          queen.plan_retention
    open    puts ranges together into batches; a range has one       queen.open_batches
    write   a task for each batch: Postgres -> Parquet, staged       planned   -> written
    verify  a task for each batch: moves its files, reads them back  written   -> verified
    commit  writes the batch's manifest                              verified  -> committed
    delete  in bounded chunks, each judged again under its locks     queen.retire_messages
    finish  closes batches whose messages are gone                   committed -> deleted

Each step can be repeated, and the database records it before the next one begins. So the next run
goes on with a run that was killed, batch by batch. Two runs at once do no harm.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from pydantic import Field
from pyspark.sql import SparkSession

from glue_jobs.lib import archive
from glue_jobs.lib.archive_tasks import Step, on_batches, retention
from glue_jobs.lib.arguments import JobArguments
from glue_jobs.lib.deletion import Deletion, delete
from glue_jobs.lib.packing import Size, packed
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import FAILED, Progress, finish, run
from glue_jobs.lib.spark import pieces
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Archived, Batch, Cut, Retention

#: Partitions that one statement plans, which takes half a second.
PLAN_PARTITIONS: Final = 5_000
#: Cuts that the driver holds. It plans no others until these are done.
WAVE_CUTS: Final = 200_000
#: Batches that one statement opens; partitions that one statement lists, or drops.
OPEN_BATCHES: Final = 50
LIST_PARTITIONS: Final = 50_000
DROP_PARTITIONS: Final = 200
EXPIRE_ROWS: Final = 10_000


class RetentionArguments(JobArguments):
    """The arguments of the retention job, besides those of every job."""

    archive: bool = Field(
        False, description="archive messages to <output>/archive before they are deleted"
    )
    batch_messages: int = Field(
        250_000, description="messages that a task archives, at most", ge=1, le=10_000_000
    )
    batch_bytes: int = Field(
        128 * 1024 * 1024, description="the same in bytes, estimated", ge=1, le=4 * 1024**3
    )
    delete_messages: int = Field(
        1_000,
        description="messages of one deletion: pushes to their partitions wait",
        ge=1,
        le=100_000,
    )
    partition_idle_seconds: int = Field(
        7 * 86_400,
        description="drop partitions that are empty for so long; 0: never",
        ge=0,
        le=10**9,
    )
    history_days: int = Field(
        90, description="how long is kept what retention says of itself", ge=1, le=3_650
    )
    lag_days: int = Field(
        90, description="how long the lag job's files are kept under <output>/lag", ge=1, le=3_650
    )


def waves(store: Retention, *, archiving: bool) -> Iterator[list[Cut]]:
    """Plan what may be deleted, as many cuts at a time as the driver can hold."""
    held: list[Cut] = []
    after: int | None = 0
    while after is not None:
        found, after = store.plan_retention(after, PLAN_PARTITIONS, archiving=archiving)
        held += found
        if len(held) >= WAVE_CUTS:
            yield held
            held = []
    if held:
        yield held


def mark(store: Retention) -> None:
    """Note how far all groups have completed: from now on, that was at this time or earlier."""
    after: int | None = 0
    while after is not None:
        after = store.mark_completed(after, PLAN_PARTITIONS)


class Run:
    """One run of the job."""

    def __init__(
        self, spark: SparkSession, arguments: RetentionArguments, progress: Progress
    ) -> None:
        self._spark = spark
        self._arguments = arguments
        self._progress = progress
        self._source = Source.of(arguments)
        self._step = Step(self._source, arguments.region)
        self._size = Size(arguments.batch_messages, arguments.batch_bytes)
        self._counted: dict[str, int] = {}

    def go(self) -> dict[str, Any]:
        """Do all steps; return the summary."""
        with retention(self._source) as store:
            run_at = store.now()
            if self._arguments.dry_run:
                return self._dry(store)
            if self._finish_archiving(store):
                self._say("went on with what an earlier run had begun")
            self._delete_archived(run_at)
            mark(store)
            for cuts in waves(store, archiving=self._arguments.archive):
                if self._arguments.archive:
                    self._open(store, cuts)
                    self._finish_archiving(store)
                    self._delete_archived(run_at)
                else:
                    self._delete([_whole(cut) for cut in cuts], run_at, archived=False)
            self._count("batches finished", store.finish_batches())
            self._count("batches left to others", self._left_to_others(store))
            self._count("partitions dropped", self._drop_idle(store))
            before = run_at - timedelta(days=self._arguments.history_days)
            while store.expire_history(before, EXPIRE_ROWS):
                pass
            self._count("lag files deleted", self._expire_lag(run_at))
        return {"messages deleted": 0, **self._counted}

    def _dry(self, store: Retention) -> dict[str, int]:
        """Count what a run would delete, queue by queue."""
        found: dict[str, int] = {}
        for cuts in waves(store, archiving=False):
            for cut in cuts:
                found[cut.queue] = found.get(cut.queue, 0) + cut.end - cut.start
        for queue, messages in sorted(found.items()):
            self._say(f"queue {queue}: up to {messages:,} messages")
        return {"queues": len(found), "messages at most": sum(found.values())}

    def _open(self, store: Retention, cuts: Sequence[Cut]) -> None:
        made = [(archive.batch_id(), queue, ranges) for queue, ranges in packed(cuts, self._size)]
        for first in range(0, len(made), OPEN_BATCHES):
            store.open_batches(
                made[first : first + OPEN_BATCHES], archive.archive_root(self._arguments.output)
            )
        self._say(f"{len(cuts):,} ranges in {len(made):,} batches")

    def _finish_archiving(self, store: Retention) -> bool:
        """Bring each open batch into the archive; return whether there was one."""
        open_batches = [batch for batch in self._ours(store) if batch.status != "committed"]
        self._work(store, "planned", self._step.write, "written")
        self._work(store, "written", self._step.verify, "verified")
        for batch in self._ours(store, "verified"):
            storage = self._step.storage(batch)
            archive.commit(storage, batch, store.now().isoformat())
            store.advance_batch(batch.id, "verified", "committed")
            archive.sweep(storage, batch)
        return bool(open_batches)

    def _work(
        self, store: Retention, status: str, work: Callable[[Batch], Mapping[str, int]], name: str
    ) -> None:
        batches = self._ours(store, status)
        began = self._progress.seconds
        sums = on_batches(self._spark, batches, work)
        self._count(FAILED, sums.get("failed", 0) + sums.get("unsound", 0))
        if sums.get("messages"):
            seconds = self._progress.seconds - began
            self._say(
                f"{name} {sums['messages']:,} messages, {sums['bytes']:,} bytes in"
                f" {len(batches)} tasks: {sums['messages'] / max(seconds, 0.001):,.0f}/s,"
                f" at most {sums['peak'] // 2**20} MB a task"
            )
            self._count(f"messages {name}", sums["messages"])

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
            self._delete(found, run_at, archived=True)
            if len(found) < LIST_PARTITIONS:
                return
            after = found[-1].partition

    def _delete(self, found: Sequence[Archived], run_at: datetime, *, archived: bool) -> None:
        began = self._progress.seconds
        how = Deletion(
            self._source,
            self._arguments.delete_messages,
            pieces(self._spark, self._arguments.parallelism),
            archived,
            run_at,
        )
        done = delete(self._spark, found, how)
        if found:
            seconds = max(self._progress.seconds - began, 0.001)
            self._say(f"deleted {done.deleted:,} messages: {done.deleted / seconds:,.0f}/s")
        self._count("messages deleted", done.deleted)
        self._count("… that a group had not read", done.skipped)
        self._count("partitions that were busy", done.busy)

    def _drop_idle(self, store: Retention) -> int:
        dropped = 0
        after: int | None = 0 if self._arguments.partition_idle_seconds else None
        while after is not None:
            gone, after = store.drop_idle_partitions(
                self._arguments.partition_idle_seconds, after, DROP_PARTITIONS
            )
            dropped += gone
        return dropped

    def _expire_lag(self, run_at: datetime) -> int:
        storage = Storage(self._arguments.output, self._arguments.region)
        first_day = (run_at - timedelta(days=self._arguments.lag_days)).astimezone(UTC).date()
        old = old_files((file.path for file in storage.list("lag/")), first_day)
        for path in old:
            storage.delete(path)
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


def _whole(cut: Cut) -> Archived:
    return Archived(cut.partition, cut.end, cut.end - cut.start)


def job(
    spark: SparkSession, arguments: RetentionArguments, progress: Progress
) -> Mapping[str, Any]:
    """Archive and delete; return the summary."""
    return Run(spark, arguments, progress).go()


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return run("retention", RetentionArguments, job, words)


if __name__ == "__main__":
    finish(main(sys.argv[1:]))
