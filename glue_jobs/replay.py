"""The replay pushes archived messages back into their queue, or into another one.

Each message keeps its partition, its order there and its transaction id. So it is a duplicate, and
is not stored again, if the queue still holds it or an earlier replay or try of a task stored it.
Only files that a manifest names are read, and only if they are as it says.
"""

from __future__ import annotations

import difflib
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, Final, Self

import pyarrow as pa
import pyarrow.compute as pc
from pydantic import Field, model_validator
from pyspark.sql import DataFrame, SparkSession

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.arguments import InvalidArguments, JobArguments, Text
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.places import Archive, in_order
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import Progress, finish, run
from glue_jobs.lib.spark import on_spark, pieces
from glue_jobs.lib.storage import Storage
from glue_jobs.lib.wanted import Condition, Relation, Wanted
from regent.errors import EncryptionRequired, InMaintenance, RegentError
from regent.stores.queue_types import ArchivedMessage
from regent.stores.retention import Replays

#: Bytes of one push, which holds its partitions: as many as a request over HTTP may have.
PUSH_BYTES: Final = 4 * 1024 * 1024
#: Queues that an error lists.
LISTED_QUEUES: Final = 20
#: The columns that are pushed, as ArchivedMessage has them.
_PUSHED: Final = ("partition", *ArchivedMessage._fields[1:])


class ReplayArguments(JobArguments):
    """The arguments of the replay, besides those of every job."""

    queue: Text = Field(description="whose messages")
    to: Text | None = Field(
        None, description="the queue that they go to; the same one when left out"
    )
    group: Text | None = Field(
        None, description="only this consumer group of that queue gets them; all do when left out"
    )
    since: Text | None = Field(
        None, description="only messages pushed at or after this instant (ISO 8601)"
    )
    until: Text | None = Field(None, description="only messages pushed before this instant")
    partition: Text | None = Field(None, description="only of this partition")
    from_offset: int | None = Field(
        None, description="only at or after this offset of --partition", ge=0
    )
    until_offset: int | None = Field(
        None, description="only before this offset of --partition", ge=0
    )
    key: Text | None = Field(None, description="only with this key")
    rate: float = Field(0.0, description="messages a second, at most; 0: as fast as it goes", ge=0)
    push_messages: int = Field(500, description="messages of one push", ge=1, le=5_000)

    @model_validator(mode="after")
    def _is_clear(self) -> Self:
        if self.partition is None and (self.from_offset, self.until_offset) != (None, None):
            raise InvalidArguments("offsets count within a partition: add --partition")
        self.wanted()  # refuses a wrong instant before anything starts
        return self

    def wanted(self) -> Wanted:
        """The messages that the command line asks for."""
        asked: tuple[tuple[str, Relation, Any], ...] = (
            ("created_at", ">=", _instant("since", self.since)),
            ("created_at", "<", _instant("until", self.until)),
            ("partition", "=", self.partition),
            ("offset", ">=", self.from_offset),
            ("offset", "<", self.until_offset),
            ("key", "=", self.key),
        )
        return Wanted(tuple(Condition(*each) for each in asked if each[2] is not None))


def push(
    places: DataFrame, found: Archive, source: Source, arguments: ReplayArguments
) -> list[int]:
    """Push from the tasks the messages at places, in their order; return how many were sent, and
    how many of them were new. A refusal (the queue is full, in maintenance, or takes ciphertext
    only; the group is not there) does not fail the task: Spark would try it again, and the queue
    would refuse it again."""
    queue = arguments.to or arguments.queue
    group = arguments.group
    rate = arguments.rate
    most = arguments.push_messages

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        database = source.database()
        store = Replays(database)
        pace = Pace(rate)
        sent = new = 0
        refused = None
        try:
            for chunk in pushes(found.messages(batches, _PUSHED), most):
                pace.wait(len(chunk))
                new += (
                    store.push(queue, chunk)
                    if group is None
                    else store.push_to_group(group, queue, chunk)
                )
                sent += len(chunk)
        except RegentError as error:
            if error.status >= 500 and not isinstance(error, EncryptionRequired | InMaintenance):
                raise
            refused = error.message
        finally:
            database.close()
        yield pa.record_batch(
            {"sent": [sent], "new": [new], "refused": pa.array([refused], pa.string())}
        )

    rows = places.mapInArrow(run, "sent bigint, new bigint, refused string").collect()
    for row in rows:
        if row.refused is not None:
            raise RegentError(f"{sum(row.new for row in rows)} messages are stored. {row.refused}")
    return [sum(row[column] for row in rows) for column in ("sent", "new")]


class Pace:
    """Lets ``rate`` messages a second through; 0: all of them."""

    def __init__(
        self,
        rate: float,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._rate = rate
        self._clock = clock
        self._sleep = sleep
        self._next = clock()

    def wait(self, messages: int) -> None:
        """Sleep until these messages may go."""
        if self._rate <= 0:
            return
        now = self._clock()
        if self._next > now:
            self._sleep(self._next - now)
        self._next = max(self._next, now) + messages / self._rate


def pushes(tables: Iterable[pa.Table], most: int) -> Iterator[list[ArchivedMessage]]:
    """Cut messages into lists, each as large as one push may be."""
    for table in tables:
        sizes = pc.add(
            pc.binary_length(table["payload"]),
            pc.fill_null(pc.binary_length(table["headers"]), 0),
        ).to_pylist()
        first = held = 0
        for row, size in enumerate(sizes):
            if row > first and (row - first == most or held + size > PUSH_BYTES):
                yield _listed(table, first, row)
                first, held = row, 0
            held += size
        if sizes:
            yield _listed(table, first, len(sizes))


def _listed(table: pa.Table, first: int, end: int) -> list[ArchivedMessage]:
    part = table.slice(first, end - first)
    columns = [part[name].to_pylist() for name in _PUSHED]
    return [ArchivedMessage(*values) for values in zip(*columns, strict=True)]


def job(spark: SparkSession, arguments: ReplayArguments, progress: Progress) -> Mapping[str, Any]:
    """Replay messages, or count those that would be; return the summary."""
    storage = Storage(archive.archive_root(arguments.output), arguments.region)
    wanted = arguments.wanted()
    files = wanted_files(storage, arguments.queue, wanted)
    progress.say(f"{len(files):,} files of queue {arguments.queue} may hold what is asked for")
    # With a rate there is one task: it sends all messages, so it can keep the pace.
    tasks = 1 if arguments.rate else pieces(spark, arguments.parallelism)
    spark.conf.set("spark.sql.shuffle.partitions", str(tasks))
    found = Archive(storage, files, wanted)
    progress.step = "finds messages"
    places = found.find(spark, pieces(spark, arguments.parallelism))
    if arguments.dry_run:
        counted = places.selectExpr(
            "sum(messages)", "count(distinct partition)", "min(first_at)", "max(last_at)"
        ).first()
        messages, partitions, first, last = counted or (0, 0, None, None)
        span = {} if first is None else {"first": f"{first}", "last": f"{last}"}
        return {"files": len(files), "messages": messages or 0, "partitions": partitions, **span}
    progress.step = "finds and pushes messages"
    sent, new = push(in_order(places, tasks), found, Source.of(arguments), arguments)
    return {"files": len(files), "messages": sent, "stored": new, "duplicates": sent - new}


def wanted_files(storage: Storage, queue: str, wanted: Wanted) -> list[Mapping[str, Any]]:
    """The files in which wanted messages of a queue may be, in the order of days."""
    files = [file for each in manifests.found(storage, queue) for file in each["files"]]
    if not files:
        raise StorageError(f"{storage.root} has no messages of {_other_than(storage, queue)}")
    return sorted(filter(wanted.may_be_in, files), key=itemgetter("path"))


def _other_than(storage: Storage, queue: str) -> str:
    """The queue that is not there, and those that are; the nearest names first."""
    there = manifests.queues(storage)
    near = difflib.get_close_matches(queue, there, n=LISTED_QUEUES)
    listed = [*near, *(name for name in there if name not in near)][:LISTED_QUEUES]
    more = f" and {len(there) - len(listed):,} more" if len(there) > len(listed) else ""
    named = ", ".join(listed) + more if listed else "none; --output says where the archive is"
    return f"queue {queue!r}; it has those of: {named}"


def _instant(name: str, text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidArguments(
            f"--{name} is {text!r}; it takes an instant such as 2030-01-31T12:00:00Z"
        ) from None
    return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return run("replay", ReplayArguments, on_spark("replay", job), words)


if __name__ == "__main__":
    finish(main(sys.argv[1:]))
