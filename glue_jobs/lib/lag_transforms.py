"""The pure middle of the lag job: how far behind each partition is, its verdict, and rollups.

These are functions of DataFrames. Data is exchanged once by (group, partition) and once by rollup,
and each exchange is as parallel as there are tasks. docs/jobs/lag.md states the rules in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

from regent.stores.lag import BUCKETS, VERDICTS

#: Snapshots that a verdict other than ok and rewound needs.
LEAST_SNAPSHOTS: Final = 3
#: A push may commit this long after the instant of its message, so a snapshot in between misses the
#: message. If a message is older than that and a snapshot did not find it open, it was done then.
LATE_COMMIT_SECONDS: Final = 60
#: Digits of a lag that percentiles tell: three are more than anybody looks at.
SIGNIFICANT_DIGITS: Final = 3
#: The lags that have percentiles, by a number that Spark groups by.
_KINDS: Final = {0: "offset_shares", 1: "time_shares"}
#: The counts of a histogram, while they are columns.
_BUCKETS: Final = tuple(f"bucket_{number}" for number in range(len(BUCKETS) + 1))
_SHARES: Final = "array(0.5D, 0.95D, 0.99D)"
_NO_SHARES: Final = "array(0D, 0D, 0D)"


@dataclass(frozen=True)
class Moments:
    """The instant of this snapshot and those of the window before it, the oldest first."""

    now: datetime
    earlier: tuple[datetime, ...]
    judge_after_seconds: float

    @property
    def judges(self) -> bool:
        """Whether the window is long enough to judge groups that do not move."""
        return (
            len(self.earlier) + 1 >= LEAST_SNAPSHOTS
            and (self.now - self.earlier[0]).total_seconds() >= self.judge_after_seconds
        )

    def seconds_since(self, place: Column) -> Column:
        """Seconds from the snapshot at that place of the window until now; null for this one."""
        past = [f.lit((self.now - at).total_seconds()) for at in self.earlier]
        return f.get(f.array(*past), place) if past else f.lit(None).cast("double")


def judged(lags: DataFrame, window: DataFrame, groups: DataFrame, at: Moments) -> DataFrame:
    """The rows that were measured, each with its time lag, its rates and a verdict, which say
    nothing where a row is a sum, without a partition. These rows are kept while they are counted
    and written, so names that many of them share come later."""
    rows = _side_by_side(lags, window, at).join(
        f.broadcast(groups.select("group_id", "whole_queue", "created_at")), "group_id"
    )
    return rows.select(
        *("group_id", "partition_id", "partition_name", "partitions", "head", "position"),
        *("finished", "popped", "held", "offset_lag", "delayed", "due_at"),
        _time_lag(at).alias("time_lag_seconds"),
        _rate("head", at).alias("arrival_per_second"),
        _rate("finished", at).alias("consumption_per_second"),
        _verdict(at).alias("verdict"),
    )


def partition_lags(rows: DataFrame, groups: DataFrame, at: Moments) -> DataFrame:
    """A row for each (group, partition) that is behind: lag, rates, verdict, names."""
    names = groups.select("group_id", "namespace", "queue_name", "consumer_group")
    return (
        rows.where("partition_id is not null")
        .join(f.broadcast(names), "group_id")
        .select(
            f.lit(at.now).alias("captured_at"),
            *("namespace", "queue_name", "consumer_group", "group_id", "partition_id"),
            *("partition_name", "head", "position", "finished", "popped", "held", "offset_lag"),
            *("delayed", "due_at", "time_lag_seconds", "arrival_per_second"),
            *("consumption_per_second", drain().alias("seconds_to_drain"), "verdict"),
        )
    )


def _time_lag(at: Moments) -> Column:
    """Seconds, to the millisecond. To round a fraction, Spark writes its digits out."""
    micros = f.unix_micros(f.lit(at.now)) - f.unix_micros("due_at")
    return f.floor((micros + 500) / 1_000) / 1_000


def _rate(name: str, at: Moments) -> Column:
    """What came to this count since the oldest row of the window, by the second."""
    more = f.greatest(f.lit(0), f.col(name) - f.col(f"base_{name}"))
    return f.round(more / at.seconds_since(f.col("base")), 6)


def drain() -> Column:
    """How long the lag lasts at these rates; null if it does not end, or a rate is unknown."""
    gain = f.col("consumption_per_second") - f.col("arrival_per_second")
    return (
        f.when(f.col("offset_lag") == 0, f.lit(0.0))
        .when(gain > 0, f.round(f.col("offset_lag") / gain, 3))
        .otherwise(f.lit(None).cast("double"))
    )


def _side_by_side(lags: DataFrame, window: DataFrame, at: Moments) -> DataFrame:
    """This snapshot's rows, each beside its rows of the window: its lags (lag_0 is the oldest, null
    where it was not behind), its oldest row (base_…), and its furthest position."""
    now = f.lit(len(at.earlier))
    base = ("head", "position", "finished", "popped")
    pair = ("group_id", "partition_id")
    # Each file has a pair once, so nothing would be summed up before the exchange.
    past = (
        window.withColumn("place", _place(at.earlier, f.col("captured_at")))
        .drop("captured_at")
        .repartition(*pair)
        .groupBy(*pair)
        .agg(
            *(
                f.max(f.when(f.col("place") == place, f.col("offset_lag"))).alias(f"lag_{place}")
                for place in range(len(at.earlier))
            ),
            f.max("position").alias("furthest"),
            f.min("place").alias("base"),
            *(f.min_by(name, "place").alias(f"base_{name}") for name in base),
        )
    )
    # A task has as many rows as a range has, so the past fits into its memory; merging would sort.
    return lags.join(past.hint("shuffle_hash"), [*pair], "left").withColumns(
        {"base": f.coalesce("base", now)}
        | {f"base_{name}": f.coalesce(f"base_{name}", name) for name in base}
    )


def _verdict(at: Moments) -> Column:
    lags = [f.col(f"lag_{place}") for place in range(len(at.earlier))]
    rewound = f.coalesce(f.col("furthest") > f.col("position"), f.lit(False)) | _undone(at)
    if not at.judges:
        return f.when(rewound, "rewound").otherwise("ok")
    always_behind = _all(lag.isNotNull() for lag in lags)
    never_fell = _all(
        later >= sooner
        for sooner, later in zip(lags, [*lags[1:], f.col("offset_lag")], strict=True)
    )
    worked = (
        f.col("held")
        | (f.col("popped") > f.col("base_popped"))
        | (f.col("finished") > f.col("base_finished"))
    )
    stands = f.col("position") == f.col("base_position")
    return (
        f.when(rewound, "rewound")
        .when(~always_behind, "ok")
        .when(stands & worked, "stalled")
        .when(stands, "stopped")
        .when(never_fell, "warning")
        .otherwise("ok")
    )


def _undone(at: Moments) -> Column:
    """Whether a message is open now that was done at an earlier snapshot. Only a group that follows
    the whole queue and was there is asked: another one may just have subscribed."""
    undone = f.lit(False)
    for place, moment in enumerate(at.earlier):
        due_long_before = f.col("due_at") < f.lit(moment) - f.expr(
            f"make_dt_interval(0, 0, 0, {LATE_COMMIT_SECONDS})"
        )
        undone = undone | (
            f.col(f"lag_{place}").isNull() & due_long_before & (f.col("created_at") < f.lit(moment))
        )
    return f.col("whole_queue") & undone


def _place(values: Sequence[Any], column: Column) -> Column:
    """The place of a column's value in ``values``; null if it is not there."""
    place = f.lit(None).cast("int")
    for number, value in enumerate(values):
        place = f.when(column == f.lit(value), number).otherwise(place)
    return place


def _all(conditions: Any) -> Column:
    together = f.lit(True)
    for condition in conditions:
        together = together & condition
    return together


def with_scopes(
    groups: Sequence[dict[str, Any]],
) -> tuple[list[dict[str, Any]], list[tuple[Any, ...]]]:
    """The groups, each with the ids of the rollups that it counts in; and these rollups, as (id,
    scope, namespace, queue, group)."""
    numbers: dict[tuple[str, str, str, str], int] = {}
    told = []
    for group in groups:
        space, queue, name = (group[key] for key in ("namespace", "queue_name", "consumer_group"))
        keys = (
            ("consumer", space, queue, name),
            ("queue", space, queue, ""),
            ("group", "", "", name),
            ("namespace", space, "", ""),
            ("system", "", "", ""),
        )
        ids = [numbers.setdefault(key, len(numbers)) for key in keys]
        told.append({**group, "scope_ids": ids})
    numbers.setdefault(("system", "", "", ""), len(numbers))
    return told, [(number, *key) for key, number in numbers.items()]


def consumer_totals(
    rows: DataFrame, earlier: DataFrame, groups: DataFrame, at: Moments
) -> DataFrame:
    """A row for each group on a queue: the sums over all that it follows, and its rates since the
    oldest snapshot of the window that has it."""
    sums = (
        rows.where("partition_id is null")
        .groupBy("group_id")
        .agg(*(f.sum(name).alias(name) for name in ("partitions", "head", "finished", "delayed")))
    )
    base = earlier.groupBy("queue_name", "consumer_group").agg(
        f.min("captured_at").alias("base_at"),
        f.min_by("head", "captured_at").alias("base_head"),
        f.min_by("finished", "captured_at").alias("base_finished"),
    )
    span = (f.unix_micros(f.lit(at.now)) - f.unix_micros("base_at")) / 1_000_000
    joined = groups.join(f.broadcast(sums), "group_id", "left").join(
        f.broadcast(base), ["queue_name", "consumer_group"], "left"
    )
    return joined.select(
        *("group_id", "scope_ids", "paused"),
        *(
            f.coalesce(name, f.lit(0)).alias(name)
            for name in ("partitions", "head", "finished", "delayed")
        ),
        (f.greatest(f.lit(0), f.col("head") - f.col("base_head")) / span).alias("arrival"),
        (f.greatest(f.lit(0), f.col("finished") - f.col("base_finished")) / span).alias("consumed"),
    )


def rollups(rows: DataFrame, totals: DataFrame, scopes: DataFrame, at: Moments) -> DataFrame:
    """A row for each consumer, queue, group, namespace, and the system: sums, the worst verdict,
    and percentiles over all that is followed (a partition without a lag counts with 0)."""
    of_scopes = f.explode("scope_ids").alias("scope_id")
    behind = rows.where("partition_id is not null")
    ranked = behind.withColumn("rank", _place(VERDICTS, f.col("verdict")))
    counted = ranked.groupBy("group_id").agg(*_counts())
    followed = totals.join(f.broadcast(counted), "group_id", "left")
    summed = followed.select("*", of_scopes).groupBy("scope_id").agg(*_sums())
    idle = f.col("partitions") - f.coalesce("lagging_partitions", f.lit(0))
    lags = _rounded_lags(behind).unionByName(
        followed.select("group_id", f.explode(f.array(*map(f.lit, _KINDS))).alias("kind"),
                        f.lit(0.0).alias("value"), idle.alias("weight"))
    )  # fmt: skip
    shares = (
        lags.join(f.broadcast(totals.select("group_id", of_scopes)), "group_id")
        .groupBy("scope_id")
        .agg(
            *(
                f.expr(f"percentile(value, {_SHARES}, weight) filter (where kind = {kind})").alias(
                    name
                )
                for kind, name in _KINDS.items()
            )
        )
    )
    rows = scopes.join(f.broadcast(summed), "scope_id", "left").join(
        f.broadcast(shares), "scope_id", "left"
    )
    return _contract(rows, at)


def _rounded_lags(behind: DataFrame) -> DataFrame:
    """How many partitions of a group have a lag of about this size. A percentile keeps every value,
    and a large system has a different one, to the millisecond, in each partition."""
    sizes = "stack(2, 0, double(offset_lag), 1, time_lag_seconds) as (kind, size)"
    step = f.pow(f.lit(10.0), f.floor(f.log10("size")) - (SIGNIFICANT_DIGITS - 1))
    rounded = f.when(f.col("size") > 0, f.round(f.col("size") / step) * step).otherwise(0.0)
    return (
        behind.select("group_id", f.expr(sizes))
        .groupBy("group_id", "kind", rounded.alias("value"))
        .agg(f.count("*").alias("weight"))
    )


def _counts() -> list[Column]:
    """Of the partitions of a group that are behind."""
    return [
        f.count("*").alias("lagging_partitions"),
        f.sum("offset_lag").alias("offset_lag"),
        f.max("offset_lag").alias("offset_lag_max"),
        f.max("time_lag_seconds").alias("time_lag_max_seconds"),
        f.max("rank").alias("rank"),
        *_histogram(),
        *(
            f.sum(f.when(f.col("rank") == rank, 1).otherwise(0)).alias(f"{verdict}_partitions")
            for rank, verdict in enumerate(VERDICTS)
            if verdict != "ok"
        ),
    ]


def _histogram() -> list[Column]:
    """How many partitions have a lag of each bucket."""
    begins = [float("-inf"), *map(float, BUCKETS)]
    ends = [*map(float, BUCKETS), float("inf")]
    seconds = f.col("time_lag_seconds")
    return [
        f.count(f.when((seconds >= begin) & (seconds < end), 1)).alias(name)
        for name, begin, end in zip(_BUCKETS, begins, ends, strict=True)
    ]


def _sums() -> list[Column]:
    """Of the groups of a scope."""
    judged = [f"{verdict}_partitions" for verdict in VERDICTS if verdict != "ok"]
    added = ("partitions", "delayed", "head", "finished", "lagging_partitions", "offset_lag")
    return [
        f.min("paused").alias("paused"),
        *(f.sum(name).alias(name) for name in (*added, *judged, *_BUCKETS)),
        *(f.max(name).alias(name) for name in ("offset_lag_max", "time_lag_max_seconds", "rank")),
        f.round(f.sum("arrival"), 6).alias("arrival_per_second"),
        f.round(f.sum("consumed"), 6).alias("consumption_per_second"),
    ]


def _contract(rows: DataFrame, at: Moments) -> DataFrame:
    """The columns of queen.lag_snapshots."""
    zero = f.lit(0).cast("bigint")

    def share(of: str, place: int, name: str) -> Column:
        return f.round(f.get(f.coalesce(of, f.expr(_NO_SHARES)), f.lit(place)), 3).alias(name)

    def count(name: str) -> Column:
        return f.coalesce(f.col(name).cast("bigint"), zero).alias(name)

    filled = rows.withColumn("offset_lag", f.coalesce("offset_lag", zero))
    return filled.select(
        f.lit(at.now).alias("captured_at"),
        *("scope", "namespace", "queue_name", "consumer_group"),
        f.coalesce("paused", f.lit(False)).alias("paused"),
        *(count(name) for name in ("partitions", "lagging_partitions", "offset_lag", "delayed")),
        share("offset_shares", 0, "offset_lag_p50"),
        share("offset_shares", 1, "offset_lag_p95"),
        share("offset_shares", 2, "offset_lag_p99"),
        count("offset_lag_max"),
        share("time_shares", 0, "time_lag_p50_seconds"),
        share("time_shares", 1, "time_lag_p95_seconds"),
        share("time_shares", 2, "time_lag_p99_seconds"),
        f.coalesce("time_lag_max_seconds", f.lit(0.0)).alias("time_lag_max_seconds"),
        *("arrival_per_second", "consumption_per_second"),
        drain().alias("seconds_to_drain"),
        f.get(f.array(*map(f.lit, VERDICTS)), f.coalesce("rank", f.lit(0))).alias("verdict"),
        *(count(f"{verdict}_partitions") for verdict in VERDICTS if verdict != "ok"),
        *(count(name) for name in ("head", "finished")),
        f.array(*map(count, _BUCKETS)).alias("histogram"),
    )


def frame_of(spark: SparkSession, rows: Sequence[Any], schema: str) -> DataFrame:
    """A DataFrame of a few rows of the driver, in one piece."""
    return spark.createDataFrame(list(rows), schema).coalesce(1)
