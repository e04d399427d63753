"""The retention job deletes the messages that the queues' retention settings allow to go. It
archives them first (lib/archiving.py), in Spark.

A run that archives nothing starts no Spark: a dry run, which counts; `--status`, which tells how
far the archive is; `--give-up`; and one with `--archive false`, which deletes for good.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib.util import find_spec
from typing import Any

from glue_jobs.lib.errors import SparkMissing
from glue_jobs.lib.login import Login, retention
from glue_jobs.lib.planning import RetentionArguments, counted, planned
from glue_jobs.lib.running import Progress, finish, run
from regent.jobs import GET_SPARK
from regent.stores.deletion import (
    Counts,
    How,
    count_letters,
    drop_idle,
    expire,
    expire_letters,
    retire_page,
)
from regent.stores.retention import Cut, Retention


@dataclass
class Found:
    """What a run could delete from a queue."""

    messages: int = 0
    unread: int = 0
    pending: int = 0
    partitions: int = 0
    bytes: int = 0

    def add(self, cut: Cut) -> None:
        """Count a partition."""
        self.messages += cut.end - cut.start
        self.unread += cut.unread
        self.pending += cut.pending
        self.partitions += 1
        self.bytes += cut.bytes


def look(arguments: RetentionArguments, progress: Progress) -> Mapping[str, Any]:
    """Count what a run would delete, queue by queue, and change nothing."""
    queues: dict[str, Found] = {}
    everything = Found()
    with retention(Login.of(arguments)) as store:
        for cuts in planned(store, archiving=False):
            for cut in cuts:
                queues.setdefault(cut.queue, Found()).add(cut)
                everything.add(cut)
        letters = count_letters(store)
    for name, found in sorted(queues.items()):
        progress.say(
            f"queue {name}: up to {found.messages:,} messages, {found.unread:,} of them that no"
            f" group has read, in {found.partitions:,} partitions, about {found.bytes:,} bytes"
        )
    return {
        "queues": len(queues),
        "partitions": everything.partitions,
        "messages at most": everything.messages,
        "… that no group has read": everything.unread,
        "… that a group has not read": everything.pending,
        "bytes, about": everything.bytes,
        "dead letters": letters,
    }


def tell(arguments: RetentionArguments, progress: Progress) -> Mapping[str, Any]:
    """Say how far each batch of the archive is, the oldest first, and change nothing."""
    with retention(Login.of(arguments)) as store:
        now = store.now()
        batches = store.list_batches()
    rotten: list[str] = []
    for batch in batches:
        since = now - batch.planned_at
        if batch.status == "verified" and batch.failures:
            rotten.append(batch.id)
        failed = f"; failed {batch.failures} times, at last with {batch.last_error}"
        progress.say(
            f"batch {batch.id} of queue {batch.queue}: {batch.status}, planned"
            f" {timedelta(seconds=int(since.total_seconds()))} ago, {batch.ranges:,} ranges, to"
            f" {batch.archive}{failed if batch.failures else ''}"
        )
    for each in rotten:
        progress.say(
            "if its files have rotted, this has the next run archive its messages again:"
            f" regent jobs retention --give-up {each}"
        )
    return {
        "batches that are open": len(batches),
        "… that failed": sum(batch.failures > 0 for batch in batches),
    }


def delete(arguments: RetentionArguments, progress: Progress) -> Mapping[str, Any]:
    """Delete without an archive, here and in turn."""
    progress.say("deletes for good: --archive is false")
    with retention(Login.of(arguments)) as store:
        run_at = store.now()
        how = How(arguments.delete_messages, archived=False, run_at=run_at)
        summary = dict(counted(_delete_all(store, how, progress)))
        summary["dead letters deleted"] = expire_letters(store)
        summary["batches finished"] = store.finish_batches()
        summary["partitions dropped"] = drop_idle(store, arguments.partition_idle_seconds)
        expire(store, run_at - timedelta(days=arguments.history_days))
    return {"messages deleted": 0} | {name: value for name, value in summary.items() if value}


def _delete_all(store: Retention, how: How, progress: Progress) -> Counts:
    done = Counts()
    after: int | None = 0
    while after is not None:
        page, after = retire_page(store, after, how)
        done += page
        if page.deleted:
            progress.say(f"deleted {done.deleted:,} messages")
    return done


def work(arguments: RetentionArguments, progress: Progress) -> Mapping[str, Any]:
    """Do what was asked for; return the summary."""
    if arguments.status:
        return tell(arguments, progress)
    if arguments.dry_run:
        return look(arguments, progress)
    if not arguments.archive:
        return delete(arguments, progress)
    if find_spec("pyspark") is None:
        raise SparkMissing(
            f"the archive needs Spark, which is not installed: {GET_SPARK}. Nothing was deleted;"
            " --archive false deletes for good, without an archive"
        )
    # Spark, which only the archive needs.
    from glue_jobs.lib import archiving, giving_up  # noqa: PLC0415
    from glue_jobs.lib.spark import on_spark  # noqa: PLC0415

    if arguments.give_up:
        return giving_up.give_up(arguments, arguments.give_up)
    return on_spark("retention", archiving.job)(arguments, progress)


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return run("retention", RetentionArguments, work, words)


if __name__ == "__main__":
    finish(main(sys.argv[1:]))
