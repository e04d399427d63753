"""The steps of which tests of retention and replay are made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyiceberg.table import Table

from glue_jobs import compact, replay, retention
from glue_jobs.compact import CompactArguments
from glue_jobs.lib import archive, archiving, login, manifests
from glue_jobs.lib.archive_tasks import Place, Worker
from glue_jobs.lib.packing import Size, packed
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import Progress
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.tables import Tables
from glue_jobs.replay import ReplayArguments
from glue_jobs.retention import RetentionArguments
from regent.settings import Settings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Jobs:
    """Runs jobs in this process, as the role of jobs, with their files in one folder."""

    def __init__(self, spark: SparkSession, output: Path | str) -> None:
        self.spark = spark
        self.output = str(output)

    def retention(self, *words: str) -> dict[str, Any]:
        """A run of the retention job; its summary."""
        arguments = RetentionArguments.parse(self._words(words))
        if arguments.archive and not arguments.dry_run:
            return dict(archiving.job(self.spark, arguments, Progress("retention")))
        return dict(retention.work(arguments, Progress("retention")))

    def replay(self, *words: str) -> dict[str, Any]:
        """A run of the replay; its summary."""
        arguments = ReplayArguments.parse(self._words(words))
        return dict(replay.job(self.spark, arguments, Progress("replay")))

    def compact(self, *words: str) -> dict[str, Any]:
        """A run of the compaction; its summary."""
        arguments = CompactArguments.parse(self._words(words))
        return dict(compact.job(self.spark, arguments, Progress("compact")))

    def _words(self, words: Sequence[str]) -> list[str]:
        return ["--output", self.output, "--parallelism", "2", *words]


def place_of(jobs_url: str) -> Place:
    """The test's database, and no region."""
    source = Source(Settings(database_url=jobs_url))
    return Place(source, None, source)


def archive_here(jobs_url: str, output: str, batch_messages: int = 1_000) -> int:
    """The job's steps without Spark, and without dropping partitions: archive and delete the
    messages that may go; return how many."""
    place = place_of(jobs_url)
    root = archive.archive_root(output)
    with login.retention(place.source) as store, Worker(place) as worker:
        found, _ = store.plan_retention(0, 1_000, archiving=True)
        batches = packed(found, Size(batch_messages, 10**9))
        store.open_batches([(archive.batch_id(), *each) for each in batches], root)
        for step in (Worker.write, Worker.verify, Worker.describe, Worker.commit):
            for batch in store.list_batches():
                step(worker, batch)
        ends = [(each.partition, each.end) for each in store.list_archived(0, 1_000)]
        answers = store.retire_messages(ends, 10_000, archived=True, run_at=store.now())
        store.finish_batches()
    return sum(answer.deleted for answer in answers)


def in_the_table(output: Path | str, **glue: str) -> list[tuple[str, str, int, str]]:
    """(queue, partition, offset, payload) of each message in the table, as often as it is there."""
    columns = ("queue", "partition", "offset", "payload")
    rows = messages_table(output, **glue).scan().select(*columns).to_arrow().to_pylist()
    return sorted(tuple(row[name] for name in columns) for row in rows)


def messages_table(output: Path | str, **glue: str) -> Table:
    """The archive as a table."""
    tables = Tables(str(output), **glue)
    return tables.catalog().load_table((tables.database or "regent", "messages"))


def archived(output: Path | str) -> list[tuple[str, str, int, str]]:
    """(queue, partition, offset, payload) of each message in the files that manifests name, as
    often as it is there."""
    storage = Storage(archive.archive_root(str(output)))
    found = []
    for manifest in manifests.found(storage):
        for file in manifest["files"]:
            with storage.fetched(file["path"]) as local:
                for table in archive.read(local):
                    found += [
                        (manifest["queue"], row["partition"], row["offset"], row["payload"])
                        for row in table.to_pylist()
                    ]
    return sorted(found)
