"""The replay pushes archived messages back into their queue, or into another one.

Each message keeps its partition, its order there and its transaction id. So it is a duplicate, and
is not stored again, if the queue still holds it or an earlier replay or try of a task stored it.
Only files that a manifest names are read, and only if they are as it says.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import file_digest
from typing import Any, Final, Self

import pyarrow as pa
import pyarrow.compute as pc
from pydantic import Field, model_validator
from pyspark.sql import DataFrame, SparkSession

from glue_jobs.lib import archive
from glue_jobs.lib.archived_message import SCHEMA
from glue_jobs.lib.arguments import InvalidArguments, JobArguments, Text
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.running import Progress, finish, run
from glue_jobs.lib.spark import on_spark, pieces
from glue_jobs.lib.storage import Storage
from regent.errors import EncryptionRequired, InMaintenance, RegentError
from regent.stores.queue_types import ArchivedMessage
from regent.stores.retention import Replays

#: Bytes of one push, which holds its partitions: as many as a request over HTTP may have.
PUSH_BYTES: Final = 4 * 1024 * 1024
_STORED: Final = ("partition", *ArchivedMessage._fields[1:])
#: The columns that travel between tasks: those that are pushed, and those that give the order.
_SPARK_SCHEMA: Final = (
    "partition string, partition_id bigint, `offset` bigint, created_at timestamp,"
    " transaction_id string, trace_id string, key string, headers string, payload string,"
    " is_encrypted boolean, producer_sub string"
)
_COLUMNS: Final = (
    *("partition", "partition_id", "offset", "created_at", "transaction_id", "trace_id", "key"),
    *("headers", "payload", "is_encrypted", "producer_sub"),
)


class ReplayArguments(JobArguments):
    """The arguments of the replay, besides those of every job."""

    queue: Text = Field(description="whose messages")
    to: Text | None = Field(
        None, description="the queue that they go to; the same one when left out"
    )
    since: Text | None = Field(
        None, description="only messages pushed at or after this instant (ISO 8601)"
    )
    until: Text | None = Field(None, description="only messages pushed before this instant")
    partition: Text | None = Field(None, description="only of this partition")
    key: Text | None = Field(None, description="only with this key")
    rate: float = Field(0.0, description="messages a second, at most; 0: as fast as it goes", ge=0)
    push_messages: int = Field(500, description="messages of one push", ge=1, le=5_000)

    @model_validator(mode="after")
    def _wants(self) -> Self:
        Wanted.of(self)  # refuses a wrong instant before anything starts
        return self


@dataclass(frozen=True)
class Wanted:
    """Which messages are replayed."""

    since: datetime | None
    until: datetime | None
    partition: str | None
    key: str | None

    @classmethod
    def of(cls, arguments: ReplayArguments) -> Wanted:
        """The filter that the command line asks for."""
        return cls(
            _instant("since", arguments.since),
            _instant("until", arguments.until),
            arguments.partition,
            arguments.key,
        )

    def may_be_in(self, file: Mapping[str, Any]) -> bool:
        """Whether a file's span of time overlaps the wanted one."""
        first, last = (datetime.fromisoformat(file[name]) for name in ("first_at", "last_at"))
        return not (
            (self.since is not None and last < self.since)
            or (self.until is not None and first >= self.until)
        )

    def among(self, messages: pa.Table) -> pa.Table:
        """The wanted messages of a table."""
        found = messages
        for column, value, judge in (
            ("created_at", self.since, pc.greater_equal),
            ("created_at", self.until, pc.less),
            ("partition", self.partition, pc.equal),
            ("key", self.key, pc.equal),
        ):
            if value is not None:
                wanted = pa.scalar(value, SCHEMA.field(column).type)
                found = found.filter(judge(found[column], wanted))
        return found


def read(
    spark: SparkSession, storage: Storage, files: Sequence[Mapping[str, Any]], wanted: Wanted
) -> DataFrame:
    """Read the wanted messages, with a task for each file."""

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                for table in _trusted(storage, files[number]):
                    found = wanted.among(table).select(_COLUMNS)
                    yield from found.combine_chunks().to_batches()

    if not files:
        return spark.createDataFrame([], _SPARK_SCHEMA)
    return spark.range(0, len(files), 1, len(files)).mapInArrow(run, _SPARK_SCHEMA)


def in_order(messages: DataFrame, tasks: int) -> DataFrame:
    """Bring all messages of a partition into one task, the oldest first. created_at never goes back
    within a partition, so its order is kept. Partitions of one task advance at about one pace."""
    return messages.repartition(tasks, "partition").sortWithinPartitions(
        "created_at", "partition_id", "offset"
    )


def push(messages: DataFrame, source: Source, arguments: ReplayArguments) -> list[int]:
    """Push from the tasks; return how many messages were sent, and how many of them were new. A
    refusal (the queue is full, in maintenance, or takes ciphertext only) does not fail the task:
    Spark would try it again, and the queue would refuse it again."""
    queue = arguments.to or arguments.queue
    rate = arguments.rate
    most = arguments.push_messages

    def run(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        database = source.database()
        store = Replays(database)
        pace = Pace(rate)
        sent = new = 0
        refused = None
        try:
            for chunk in pushes(batches, most):
                pace.wait(len(chunk))
                new += store.push(queue, chunk)
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

    rows = messages.mapInArrow(run, "sent bigint, new bigint, refused string").collect()
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


def pushes(batches: Iterable[pa.RecordBatch], most: int) -> Iterator[list[ArchivedMessage]]:
    """Cut messages into lists, each as large as one push may be."""
    chunk: list[ArchivedMessage] = []
    held = 0
    for batch in batches:
        columns = [batch[name].to_pylist() for name in _STORED]
        for values in zip(*columns, strict=True):
            message = ArchivedMessage(*values)
            size = len(message.payload) + len(message.headers or "")
            if chunk and (len(chunk) == most or held + size > PUSH_BYTES):
                yield chunk
                chunk, held = [], 0
            chunk.append(message)
            held += size
    if chunk:
        yield chunk


def job(spark: SparkSession, arguments: ReplayArguments, progress: Progress) -> Mapping[str, Any]:
    """Replay messages, or count those that would be; return the summary."""
    wanted = Wanted.of(arguments)
    storage = Storage(archive.archive_root(arguments.output), arguments.region)
    files = [
        file
        for manifest in archive.manifests(storage, arguments.queue)
        for file in manifest["files"]
        if wanted.may_be_in(file)
    ]
    progress.say(f"{len(files)} files of queue {arguments.queue} may hold what is asked for")
    messages = read(spark, storage, files, wanted)
    if arguments.dry_run:
        counted = messages.selectExpr(
            "count(*)", "count(distinct partition)", "min(created_at)", "max(created_at)"
        ).first()
        found, partitions, first, last = counted or (0, 0, None, None)
        span = {} if first is None else {"first": f"{first}", "last": f"{last}"}
        return {"files": len(files), "messages": found, "partitions": partitions, **span}
    # With a rate there is one task: it sends all messages, so it can keep the pace.
    tasks = 1 if arguments.rate else pieces(spark, arguments.parallelism)
    sent, new = push(in_order(messages, tasks), Source.of(arguments), arguments)
    return {"files": len(files), "messages": sent, "stored": new, "duplicates": sent - new}


def _trusted(storage: Storage, file: Mapping[str, Any]) -> Iterator[pa.Table]:
    """The messages of a file, after a check that it is the one that its manifest names."""
    with storage.fetched(file["path"]) as local:
        with local.open("rb") as opened:
            if file_digest(opened, "sha256").hexdigest() != file["sha256"]:
                raise StorageError(
                    f"{storage.address(file['path'])} is not the file that its manifest names;"
                    " nothing of it is replayed"
                )
        yield from archive.read(local)


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
