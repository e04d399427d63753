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
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import pyarrow as pa
from pydantic import Field
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import to_arrow_schema

from glue_jobs.lib import lag_transforms as transforms
from glue_jobs.lib.arguments import JobArguments, Text
from glue_jobs.lib.cloudwatch import put
from glue_jobs.lib.lag_metrics import metrics_of
from glue_jobs.lib.parquet import write_files
from glue_jobs.lib.postgres import Source, append, read, write
from glue_jobs.lib.running import Progress, finish, run
from glue_jobs.lib.spark import on_spark, pieces
from glue_jobs.lib.storage import Storage, StoredFile
from regent.stores import lag as statements

#: Below this many consumers' rows, another reader is not worth its connection.
LEAST_ROWS: Final = 5_000
#: Above this many, one statement takes more than some seconds of the 30 that it may take.
MOST_ROWS: Final = 250_000
#: Rows of a Parquet file, and rows that one statement deletes.
FILE_ROWS: Final = 1_000_000
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


class LagArguments(JobArguments):
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
    inputs = read_inputs(spark, source, arguments, progress)
    lags = inputs.lags.persist()
    at = inputs.at
    partitions = transforms.partition_lags(lags, inputs.window, inputs.groups, at).persist()
    totals = transforms.consumer_totals(lags, inputs.earlier, inputs.groups, at).persist()
    # Rollups are rows of groups and queues, not of partitions: the driver has room for them.
    rolled = table_of(transforms.rollups(partitions, totals, inputs.scopes, at), at.now)
    system = rolled.slice(rolled.num_rows - 1).to_pylist()[0]
    behind = system["lagging_partitions"]
    progress.say(
        f"{behind:,} partitions are behind; {rolled.num_rows:,} rollups; judged over"
        f" {len(at.earlier) + 1} snapshots"
    )
    written: Mapping[str, Any] = {"dry run": "nothing was written"}
    if not arguments.dry_run:
        written = _write(source, arguments, Snapshot(at.now, partitions, rolled, behind), progress)
    for frame in (lags, partitions, totals):
        frame.unpersist()
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
    now = source.rows(statements.NOW)[0]["captured_at"]
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
    found = source.rows(
        statements.EARLIER.format(at=now.isoformat(), snapshots=arguments.window - 1)
    )
    earlier = tuple(sorted(row["captured_at"] for row in found))
    groups, scopes = transforms.with_scopes(source.rows(statements.GROUPS))
    consumers = [statements.EARLIER_CONSUMERS.format(at=at.isoformat()) for at in earlier]
    return Inputs(
        transforms.Moments(now, earlier, arguments.judge_after_seconds),
        read(spark, source, lags, _LAGS),
        read(spark, source, _window_queries(source, earlier, count), _WINDOW),
        transforms.frame_of(spark, [tuple(_group(group)) for group in groups], _GROUPS),
        transforms.frame_of(spark, scopes, _SCOPES),
        read(spark, source, consumers, _EARLIER),
        len(groups),
    )


def _group(group: Mapping[str, Any]) -> list[Any]:
    return [group[part.split()[0]] for part in _GROUPS.split(", ")]


def _window_queries(source: Source, earlier: Sequence[datetime], count: int) -> list[str]:
    """Queries of earlier snapshots, cut between groups: about one query for each reader."""
    sizes = {at: source.rows(statements.EARLIER_GROUPS.format(at=at.isoformat())) for at in earlier}
    wanted = max(LEAST_ROWS, sum(g["partitions"] for s in sizes.values() for g in s) // count)
    queries = []
    for at, groups in sizes.items():
        for first, last in cut(groups, wanted):
            queries.append(
                statements.EARLIER_PARTITIONS.format(at=at.isoformat(), first=first, last=last)
            )
    return queries


def cut(groups: Sequence[Mapping[str, int]], wanted: int) -> list[tuple[int, int]]:
    """Ranges of group ids, in their order, each with about ``wanted`` partitions."""
    ranges: list[tuple[int, int]] = []
    size = 0
    for group in groups:
        if ranges and size < wanted:
            ranges[-1] = (ranges[-1][0], group["group_id"])
            size += group["partitions"]
        else:
            ranges.append((group["group_id"], group["group_id"]))
            size = group["partitions"]
    return ranges


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
    stored = snapshot.partitions.drop("namespace", "queue_name", "consumer_group", "partition_name")
    rows = write(stored, source, "queen.lag_partitions") if snapshot.behind else 0
    progress.say(f"{rows:,} rows in queen.lag_partitions")
    files = _write_files(arguments, snapshot)
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


def _write_files(arguments: LagArguments, snapshot: Snapshot) -> list[StoredFile]:
    storage = Storage(arguments.output, arguments.region)
    moment = snapshot.at.astimezone(UTC)
    folder = f"dt={moment:%Y-%m-%d}/hour={moment:%H}"
    name = f"{moment:%Y%m%dT%H%M%S.%fZ}"
    count = max(1, -(-snapshot.behind // FILE_ROWS))
    rolled = storage.write_parquet(
        f"lag/rollups/{folder}/{name}.parquet", snapshot.rollups.schema, iter([snapshot.rollups])
    )
    parts = snapshot.partitions.coalesce(count)
    files = (
        write_files(parts, storage, f"lag/partitions/{folder}/{name}") if snapshot.behind else []
    )
    return [*files, *([rolled] if rolled else [])]


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
