"""The export of the event log writes its messages to Parquet files, which are a table, and deletes
nothing.

    event-log/<position>.parquet     the messages behind this position, without a gap
    event-log/_staging/              files on their way

The files are the job's only memory: the last one says how far the log is exported. A file gets its
place once it is whole, and none is ever replaced. So a run that was killed, or two at once, leave
no message out and write none twice.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field
from pyspark.sql import SparkSession

from glue_jobs.lib import event_log
from glue_jobs.lib.arguments import JobArguments, Text
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import Progress, finish, run
from glue_jobs.lib.spark import on_spark, pieces
from glue_jobs.lib.storage import Storage


class ExportArguments(JobArguments):
    """The arguments of the export, besides those of every job."""

    database_user: Text = Field(
        "regent_export", description="the database user that the job logs in as"
    )
    range_messages: int = Field(
        250_000, description="messages of a file, at most", ge=1, le=10_000_000
    )
    range_bytes: int = Field(
        128 * 1024 * 1024, description="the same in bytes, estimated", ge=1, le=1024**3
    )
    catalog_database: Text | None = Field(
        None,
        description="the Glue catalog's database with the table of an export to S3; none: it has no"
        " table. An export to a folder has a catalog of its own, in <output>/tables",
    )


def job(spark: SparkSession, arguments: ExportArguments, progress: Progress) -> Mapping[str, Any]:
    """Export what is not exported yet, or count it; return the summary."""
    storage = Storage(event_log.root(arguments.output), arguments.region)
    source = Source.of(arguments)
    sizes = (arguments.range_messages, arguments.range_bytes)
    if arguments.dry_run:
        found, safe = event_log.plan(source, event_log.exported(storage), *sizes, sys.maxsize)
        return {
            "messages that would be exported": sum(each.messages for each in found),
            "files": len(found),
            "safe position": safe,
        }
    storage.probe(event_log.STAGING)
    tasks = pieces(spark, arguments.parallelism)
    messages = files = safe = 0
    more = True
    while more:
        found, safe = event_log.plan(source, event_log.exported(storage), *sizes, tasks)
        # Fewer than a run may take at once: the end is reached. A log that grows has another end
        # each time.
        more = len(found) == tasks
        if found:
            written = event_log.write(spark, found, storage, source)
            placed = event_log.place(storage, found, written)
            more = more or len(placed) < len(found)
            messages += sum(each.messages for each in placed)
            files += len(placed)
            progress.say(f"exported {messages:,} messages in {files:,} files")
    added = event_log.register(storage, arguments.output, arguments.catalog_database)
    storage.sweep(event_log.STAGING)
    return {
        "messages exported": messages,
        "files": files,
        "files added to the table": added,
        "exported up to position": event_log.exported(storage),
        "safe position": safe,
    }


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return run("export-log", ExportArguments, on_spark("export-log", job), words)


if __name__ == "__main__":
    finish(main(sys.argv[1:]))
