"""The lag job: how far behind each consumer group is, partition by partition, and a verdict.

    regent jobs lag [--dry-run] …            on one machine
    --JOB_NAME … --region … --output s3://…  on Glue

write(transform(read)): lag_transforms.py is the middle. This job reads and writes the tables
queen.lag_* itself; glue_jobs/README.md says why. docs/jobs/lag.md is for users.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pydantic import Field
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import to_arrow_schema

from glue_jobs.lib import lag_transforms as transforms
from glue_jobs.lib.arguments import ReadingArguments, Text
from glue_jobs.lib.cloudwatch import put
from glue_jobs.lib.lag_files import partition_files, write_partitions, write_rollups
from glue_jobs.lib.lag_metrics import metrics_of
from glue_jobs.lib.lag_report import plot, worst_groups
from glue_jobs.lib.parquet import read_files
from glue_jobs.lib.postgres import Source, append, read, write
from glue_jobs.lib.reader import reading
from glue_jobs.lib.running import Progress, finish, run
from glue_jobs.lib.spark import on_spark, pieces
from glue_jobs.lib.storage import Storage
from regent.limits import MAX_LAG_PARTITIONS
from regent.stores import lag as statements

#: Below this many consumers' rows, another reader is not worth its connection.
LEAST_ROWS: Final = 5_000
#: Above this many, one statement takes more than some seconds of the 30 that it may take.
MOST_ROWS: Final = 250_000
#: Rows that one statement deletes.
EXPIRED_ROWS: Final = 20_000
_LAGS: Final = (
    "group_id bigint, partition_id bigint, partition_name string, partitions bigint, head bigint,"
    " position bigint, finished bigint, popped bigint, held boolean, offset_lag bigint,"
    " delayed bigint, due_at timestamp"
)
_WINDOW: Final = (
    "captured_at timestamp, group_id bigint, partition_id bigint, head bigint, position bigint,"
    " finished bigint, popped bigint, offset_lag bigint"
)
_EARLIER: Final = (
    "captured_at timestamp, queue_name string, consumer_group string, head bigint, finished bigint"
)
_GROUPS: Final = (
    "group_id bigint, namespace string, queue_name string, consumer_group string,"
    " whole_queue boolean, paused boolean, created_at timestamp, scope_ids array<int>"
)
_SCOPES: Final = (
    "scope_id int, scope string, namespace string, queue_name string, consumer_group string"
)


class LagArguments(ReadingArguments):
    """The arguments of the lag job, besides those of every job."""

    window: int = Field(
        5,
        description="snapshots that a verdict looks at, this one included",
        ge=2,
        le=statements.MAX_WINDOW,
    )
    judge_after_seconds: int = Field(
        300, description="no verdict on who stands still over a shorter window", ge=0, le=86_400
    )
    keep_days: int = Field(14, description="how long rollups stay in the database", ge=1, le=3_650)
    metrics_namespace: Text = Field("", description="CloudWatch's namespace; none: nothing is sent")
    service: Text = Field("regent", description="the installation's name in CloudWatch")
    plot: Text | None = Field(
        None, description="an SVG file: lag over time of the groups furthest behind"
    )
    metric_groups: int = Field(
        50,
        description="groups of queues with metrics of their own, furthest behind",
        ge=0,
        le=10_000,
    )


@dataclass(frozen=True)
class Inputs:
    """The data that a run has read, for lag_transforms.py."""

    at: transforms.Moments
    lags: DataFrame
    window: DataFrame
    groups: DataFrame
    scopes: DataFrame
    earlier: DataFrame
    consumers: int


def lag(spark: SparkSession, arguments: LagArguments, progress: Progress) -> Mapping[str, Any]:
    """Read, transform, write; return the summary."""
    source = Source.of(arguments)
    # In S3 the job may not delete, not even the file of a probe.
    if not arguments.dry_run and "://" not in arguments.output:
        Storage(arguments.output).probe("lag")
    progress.step = "measures"
    inputs = read_inputs(spark, source, arguments, progress)
    at = inputs.at
    rows = transforms.judged(inputs.lags, inputs.window, inputs.groups, at).persist()
    totals = transforms.consumer_totals(rows, inputs.earlier, inputs.groups, at).persist()
    # Rollups are rows of groups and queues, not of partitions: the driver has room for them.
    rolled = table_of(transforms.rollups(rows, totals, inputs.scopes, at), at.now)
    system = rolled.slice(rolled.num_rows - 1).to_pylist()[0]
    behind = system["lagging_partitions"]
    progress.say(
        f"{behind:,} partitions are behind; {rolled.num_rows:,} rollups; judged over"
        f" {len(at.earlier) + 1} snapshots"
    )
    written: Mapping[str, Any] = {"dry run": "nothing was written"}
    if not arguments.dry_run:
        progress.step = "writes"
        partitions = transforms.partition_lags(rows, inputs.groups, at)
        written = _write(source, arguments, Snapshot(at.now, partitions, rolled, behind), progress)
    for frame in (rows, totals):
        frame.unpersist()
    worst = worst_groups(rolled)
    if arguments.plot:
        plot(source, worst, Path(arguments.plot))
    return {
        "captured at": at.now.isoformat(),
        "snapshots in the window": len(at.earlier) + 1,
        "groups on queues": inputs.consumers,
        "partitions followed": system["partitions"],
        "partitions behind": behind,
        "offset lag": system["offset_lag"],
        "time lag, seconds": system["time_lag_max_seconds"],
        **{name: system[f"{name}_partitions"] for name in statements.VERDICTS[1:]},
        **written,
        "seconds": round(progress.seconds, 1),
        "groups furthest behind": worst,
    }


def table_of(rollups: DataFrame, at: datetime) -> pa.Table:
    """Collect the rollups in the driver, the system's row last."""
    rows = [{**row.asDict(), "captured_at": at} for row in rollups.collect()]
    table = pa.Table.from_pylist(rows, schema=to_arrow_schema(rollups.schema))
    return table.sort_by([(name, "ascending") for name in table.column_names[1:5]])


def read_inputs(
    spark: SparkSession, source: Source, arguments: LagArguments, progress: Progress
) -> Inputs:
    """Take the instant first, then read everything as of it, in ranges of about one size."""
    now = source.rows(statements.SETTLED)[0]["captured_at"]
    count = pieces(spark, arguments.parallelism)
    plan = source.rows(
        statements.PLAN.format(pieces=count, least_rows=LEAST_ROWS, most_rows=MOST_ROWS)
    )
    weights = [part["weight"] for part in plan]
    # A piece costs a tenth of a second, whatever is in it, so a small system gets few.
    spark.conf.set("spark.sql.shuffle.partitions", str(max(1, len(plan))))
    progress.say(
        f"as of {now.isoformat()}: {sum(weights):,} rows at most, in {len(plan)} ranges"
        f" of up to {max(weights, default=0):,}"
    )
    lags = [
        statements.LAGS.format(
            at=now.isoformat(), first=part["first_partition"], last=part["last_partition"]
        )
        for part in plan
    ]
    reader = reading(source, arguments.reader_host, progress)
    storage = Storage(arguments.output, arguments.region)
    window = _window(source, storage, now, arguments.window - 1, progress)
    earlier = tuple(window)
    groups, scopes = transforms.with_scopes(source.rows(statements.GROUPS))
    consumers = [statements.EARLIER_CONSUMERS.format(at=at.isoformat()) for at in earlier]
    return Inputs(
        transforms.Moments(now, earlier, arguments.judge_after_seconds),
        read(spark, reader, lags, _LAGS),
        read_files(spark, storage, [path for files in window.values() for path in files], _WINDOW),
        transforms.frame_of(spark, [tuple(_group(group)) for group in groups], _GROUPS),
        transforms.frame_of(spark, scopes, _SCOPES),
        read(spark, reader, consumers, _EARLIER),
        len(groups),
    )


def _group(group: Mapping[str, Any]) -> list[Any]:
    return [group[part.split()[0]] for part in _GROUPS.split(", ")]


def _window(
    source: Source, storage: Storage, now: datetime, snapshots: int, progress: Progress
) -> dict[datetime, list[str]]:
    """The last snapshots before this one, the oldest first, each with the files that it is in. One
    whose files are gone, or below another output, would look like a time without any lag."""
    window: dict[datetime, list[str]] = {}
    found = source.rows(statements.EARLIER.format(at=now.isoformat(), snapshots=snapshots))
    for row in reversed(found):
        at = row["captured_at"]
        files = partition_files(storage, at)
        if files or not row["lagging_partitions"]:
            window[at] = files
        else:
            progress.say(f"no files of {at.isoformat()} below {storage.root}: it is left out")
    return window


@dataclass(frozen=True)
class Snapshot:
    """The data that a run writes."""

    at: datetime
    partitions: DataFrame
    rollups: pa.Table
    behind: int


def _write(
    source: Source, arguments: LagArguments, snapshot: Snapshot, progress: Progress
) -> dict[str, Any]:
    """Write partitions and files, and the rollups last: without them there is no snapshot."""
    rows = write(_stored(snapshot), source, "queen.lag_partitions") if snapshot.behind else 0
    progress.say(f"{rows:,} rows in queen.lag_partitions")
    storage = Storage(arguments.output, arguments.region)
    files = write_partitions(storage, snapshot.at, snapshot.partitions, snapshot.behind)
    files += filter(None, [write_rollups(storage, snapshot.at, snapshot.rollups)])
    progress.say(f"{len(files)} files below {arguments.output}")
    # The table's order counts: the system's row is the last, and makes it a snapshot.
    rows += append(source, "queen.lag_snapshots", snapshot.rollups)
    sent = _send(arguments, snapshot)
    expired = _expire(source, arguments)
    progress.say(f"{rows:,} rows in all; {sent:,} metrics; {expired:,} old rows deleted")
    return {
        "rows written": rows,
        "files": len(files),
        "bytes": sum(file.bytes for file in files),
        "metrics": sent,
        "rows expired": expired,
    }


def _stored(snapshot: Snapshot) -> DataFrame:
    """The rows for the database, which has the last snapshots for people to look at: of a large one
    the partitions that are furthest behind. The files have all."""
    rows = snapshot.partitions.drop("namespace", "queue_name", "consumer_group", "partition_name")
    if snapshot.behind <= MAX_LAG_PARTITIONS:
        return rows
    furthest = (f.desc("offset_lag"), "group_id", "partition_id")
    return rows.orderBy(*furthest).limit(MAX_LAG_PARTITIONS)


def _send(arguments: LagArguments, snapshot: Snapshot) -> int:
    if not arguments.metrics_namespace:
        return 0
    return put(
        metrics_of(snapshot.rollups.to_pylist(), arguments.metric_groups, arguments.service),
        namespace=arguments.metrics_namespace,
        region=arguments.region,
        at=snapshot.at,
    )


def _expire(source: Source, arguments: LagArguments) -> int:
    """Delete old rows, some thousand a statement, so none holds locks or a snapshot for long."""
    statement = partial(
        statements.EXPIRE.format, snapshots=statements.MAX_WINDOW, days=arguments.keep_days
    )
    expired = 0
    while deleted := int(source.rows(statement(limit=EXPIRED_ROWS))[0]["deleted"]):
        expired += deleted
    return expired


def main(words: Sequence[str]) -> int:
    """Run the command line; return the exit status."""
    return run("lag", LagArguments, on_spark("lag", lag), words)


if __name__ == "__main__":
    finish(main(sys.argv[1:]))
