"""The steps of which tests of retention and replay are made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from glue_jobs import archive, retention
from glue_jobs.retention import RetentionArguments
from glue_jobs.running import Progress
from glue_jobs.storage import Storage

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
        return dict(retention.job(self.spark, arguments, Progress("retention")))

    def _words(self, words: Sequence[str]) -> list[str]:
        return ["--output", self.output, "--parallelism", "2", *words]


def archived(output: Path | str) -> list[tuple[str, str, int, str]]:
    """(queue, partition, offset, payload) of each message that the archive has, as often as it has
    it: by its manifests."""
    storage = Storage(archive.archive_root(str(output)))
    found = []
    for manifest in archive.manifests(storage):
        for file in manifest["files"]:
            with storage.fetched(file["path"]) as local:
                for table in archive.read(local):
                    found += [
                        (manifest["queue"], row["partition"], row["offset"], row["payload"])
                        for row in table.to_pylist()
                    ]
    return sorted(found)
