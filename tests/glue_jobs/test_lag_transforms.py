"""The lag job's middle: what is made of rows that were read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from glue_jobs.lag import _EARLIER, _GROUPS, _LAGS, _SCOPES, _WINDOW
from glue_jobs.lib import lag_transforms as transforms
from glue_jobs.lib.lag_transforms import Moments

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

NOW = datetime(2030, 1, 1, 12, tzinfo=UTC)
STEP = timedelta(minutes=15)
#: A quarter of an hour apart, the last one a quarter before now.
EARLIER = tuple(NOW - STEP * places for places in (4, 3, 2, 1))
AT = Moments(NOW, EARLIER, judge_after_seconds=300)


class Case(NamedTuple):
    """A partition: position and lag in the window's snapshots (None: not behind) and now."""

    verdict: str
    past: tuple[tuple[int, int] | None, ...]
    now: tuple[int, int]
    #: What has been popped by the oldest snapshot that has a row, and by now.
    popped: tuple[int, int] = (0, 0)
    held: bool = False
    finished: tuple[int, int] = (0, 0)
    #: How many seconds ago the oldest open message was due.
    due: float = 30.0
    group: int = 1  # 1 follows the whole queue, 2 named partitions, 3 is an hour younger


CASES = {
    "nothing moves and nobody comes": Case("stopped", ((5, 9),) * 4, (5, 9)),
    "nothing moves and more arrives": Case("stopped", ((5, 1), (5, 2), (5, 3), (5, 4)), (5, 9)),
    "handed out again and again": Case("stalled", ((5, 9),) * 4, (5, 9), popped=(3, 7)),
    "held all the time": Case("stalled", ((5, 9),) * 4, (5, 9), held=True),
    "redone after a seek, to where it was": Case("stalled", ((5, 9),) * 4, (5, 9), finished=(5, 9)),
    "slower than what arrives": Case("warning", ((1, 5), (2, 6), (3, 6), (4, 8)), (5, 9)),
    "moves, and the lag stays": Case("warning", ((1, 5), (2, 5), (3, 5), (4, 5)), (5, 5)),
    "the lag fell once": Case("ok", ((1, 5), (2, 6), (3, 4), (4, 8)), (5, 9)),
    "the lag fell at last": Case("ok", ((1, 5), (2, 6), (3, 7), (4, 8)), (5, 7)),
    "it was not behind in between": Case("ok", ((5, 9), None, (5, 9), (5, 9)), (5, 9)),
    "it was not behind at first": Case("ok", (None, (5, 9), (5, 9), (5, 9)), (5, 9)),
    "it is behind since now": Case("ok", (None,) * 4, (5, 9)),
    "it went back": Case("rewound", ((5, 9), (6, 8), (7, 7), (2, 12)), (3, 11)),
    "it went back and has caught up": Case("ok", ((5, 9), (2, 12), (3, 11), (5, 9)), (6, 8)),
    "it went back, and stands": Case("rewound", ((5, 9), (2, 12), (2, 12), (2, 12)), (2, 12)),
    "it was done, and is to do it again": Case("rewound", (None,) * 4, (5, 9), due=2_000.0),
    "due just before the last snapshot": Case("ok", (None,) * 4, (5, 9), due=15 * 60 + 59.0),
    "due a minute before the last snapshot": Case(
        "rewound", (None,) * 4, (5, 9), due=15 * 60 + 61.0
    ),
    "a partition that the group came to": Case("ok", (None,) * 4, (5, 9), due=2_000.0, group=2),
    "a group that is younger": Case("ok", (None,) * 4, (5, 9), due=2_000.0, group=3),
}


def group(number: int, **columns: Any) -> dict[str, Any]:
    return {
        "group_id": number,
        "namespace": "",
        "queue_name": "q",
        "consumer_group": f"g{number}",
        "whole_queue": number != 2,
        "paused": False,
        "created_at": NOW - timedelta(minutes=1) if number == 3 else NOW - timedelta(days=1),
        **columns,
    }


def group_frames(spark: SparkSession, groups: list[dict[str, Any]]) -> tuple[DataFrame, DataFrame]:
    told, scopes = transforms.with_scopes(groups)
    columns = [part.split()[0] for part in _GROUPS.split(", ")]
    rows = [tuple(row[name] for name in columns) for row in told]
    return (
        transforms.frame_of(spark, rows, _GROUPS),
        transforms.frame_of(spark, scopes, _SCOPES),
    )


def lag_row(group_id: int, partition_id: int | None, **columns: Any) -> tuple[Any, ...]:
    row = {
        "group_id": group_id,
        "partition_id": partition_id,
        "partition_name": None if partition_id is None else f"p{partition_id}",
        "partitions": 1,
        "head": 0,
        "position": 0,
        "finished": 0,
        "popped": 0,
        "held": False,
        "offset_lag": 0,
        "delayed": 0,
        "due_at": None if partition_id is None else NOW - timedelta(seconds=30),
        **columns,
    }
    return tuple(row.values())


def judged(spark: SparkSession, at: Moments, cases: list[Case]) -> list[dict[str, Any]]:
    """What the job makes of the cases, in their order: partition ids are places in the list."""
    lags, window = [], []
    for number, case in enumerate(cases):
        position, behind = case.now
        lags.append(
            lag_row(
                case.group,
                number,
                head=position + behind,
                position=position,
                offset_lag=behind,
                finished=case.finished[1],
                popped=case.popped[1],
                held=case.held,
                due_at=NOW - timedelta(seconds=case.due),
            )
        )
        for moment, past in zip(at.earlier, case.past[-len(at.earlier) :], strict=False):
            if past is not None:
                done, behind = past
                counts = (case.finished[0], case.popped[0], behind)
                window.append((moment, case.group, number, done + behind, done, *counts))
    groups, _ = group_frames(spark, [group(1), group(2), group(3)])
    measured = spark.createDataFrame(lags, _LAGS)
    rows = transforms.judged(measured, spark.createDataFrame(window, _WINDOW), groups, at)
    found = transforms.partition_lags(rows, groups, at)
    return [row.asDict() for row in found.orderBy("partition_id").collect()]


@pytest.fixture(scope="module")
def verdicts(spark: SparkSession) -> dict[str, str]:
    rows = judged(spark, AT, list(CASES.values()))
    return {name: row["verdict"] for name, row in zip(CASES, rows, strict=True)}


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_of_a_partition(verdicts: dict[str, str], name: str) -> None:
    assert verdicts[name] == CASES[name].verdict


def test_few_snapshots_and_short_windows_judge_nobody_but_who_went_back(
    spark: SparkSession,
) -> None:
    standing, back = Case("ok", ((5, 9),) * 4, (5, 9)), Case("rewound", ((5, 9),) * 4, (2, 12))
    for at in (
        Moments(NOW, (), 300),
        Moments(NOW, EARLIER[-1:], 300),
        Moments(NOW, (NOW - timedelta(seconds=299), NOW - timedelta(seconds=9)), 300),
    ):
        expected = ["ok", "rewound" if at.earlier else "ok"]
        assert [row["verdict"] for row in judged(spark, at, [standing, back])] == expected
    enough = Moments(NOW, (NOW - timedelta(seconds=300), NOW - timedelta(seconds=9)), 300)
    assert [row["verdict"] for row in judged(spark, enough, [standing])] == ["stopped"]


def test_rates_are_since_the_windows_oldest_row(spark: SparkSession) -> None:
    gaining = Case("ok", ((0, 3600),) * 2 + ((0, 3600),) * 2, (5400, 1800), finished=(0, 5400))
    losing = Case("ok", (None, None, None, (0, 900)), (900, 1800), finished=(0, 900))
    new = Case("ok", (None,) * 4, (0, 5))
    rows = judged(spark, AT, [gaining, losing, new])
    names = ("arrival_per_second", "consumption_per_second", "seconds_to_drain")
    assert [tuple(row[name] for name in names) for row in rows] == [
        (1.0, 1.5, 3600.0),
        (2.0, 1.0, None),
        (None, None, None),
    ]
    assert [row["time_lag_seconds"] for row in rows] == [30.0] * 3
    assert [row["partition_name"] for row in rows] == ["p0", "p1", "p2"]


def test_rates_do_not_go_below_nothing(spark: SparkSession) -> None:
    """A partition of that name was deleted and made again, or a seek moved the cursor."""
    (row,) = judged(spark, AT, [Case("ok", ((50, 9),) * 4, (1, 1), finished=(50, 1))])
    assert (row["arrival_per_second"], row["consumption_per_second"]) == (0.0, 0.0)


@pytest.fixture(scope="module")
def rolled(spark: SparkSession) -> dict[tuple[str, ...], dict[str, Any]]:
    """Groups a and b on q1 (namespace n), a on q2 (n), c on q3 (no namespace, no partition)."""
    groups, scopes = group_frames(
        spark,
        [
            group(1, namespace="n", queue_name="q1", consumer_group="a"),
            group(2, namespace="n", queue_name="q1", consumer_group="b", paused=True),
            group(3, namespace="n", queue_name="q2", consumer_group="a"),
            group(4, queue_name="q3", consumer_group="c"),
        ],
    )
    lags = [
        *(lag_row(1, n, offset_lag=n * 10, delayed=1, head=100, position=0) for n in (1, 2, 3)),
        lag_row(2, 1, offset_lag=5, head=100, due_at=NOW - timedelta(seconds=90)),
        # In two ranges: 100 partitions, of which 97 are idle.
        lag_row(1, None, partitions=60, head=600, finished=50, offset_lag=60, delayed=3),
        lag_row(1, None, partitions=40, head=400, finished=50),
        lag_row(2, None, partitions=1, head=100, offset_lag=5),
        lag_row(3, None, partitions=2, head=7, finished=7),
    ]
    earlier = [
        (EARLIER[0], "q1", "a", 100, 10),
        (EARLIER[1], "q1", "a", 900, 90),
        (EARLIER[3], "q2", "a", 7, 7),
    ]
    window = spark.createDataFrame([], _WINDOW)
    measured = transforms.judged(spark.createDataFrame(lags, _LAGS), window, groups, AT)
    then = spark.createDataFrame(earlier, _EARLIER)
    totals = transforms.consumer_totals(measured, then, groups, AT)
    found = transforms.rollups(measured, totals, scopes, AT).collect()
    names = ("scope", "namespace", "queue_name", "consumer_group")
    return {tuple(row[name] for name in names): row.asDict() for row in found}


def test_every_scope_has_its_rows(rolled: dict[tuple[str, ...], Any]) -> None:
    assert sorted(rolled) == [
        ("consumer", "", "q3", "c"),
        ("consumer", "n", "q1", "a"),
        ("consumer", "n", "q1", "b"),
        ("consumer", "n", "q2", "a"),
        ("group", "", "", "a"),
        ("group", "", "", "b"),
        ("group", "", "", "c"),
        ("namespace", "", "", ""),
        ("namespace", "n", "", ""),
        ("queue", "", "q3", ""),
        ("queue", "n", "q1", ""),
        ("queue", "n", "q2", ""),
        ("system", "", "", ""),
    ]


def test_percentiles_are_over_all_that_is_followed(rolled: dict[tuple[str, ...], Any]) -> None:
    row = rolled["consumer", "n", "q1", "a"]
    # 97 zeros, 10, 20, 30: the 99th of 100 places lies between 20 and 30 by a hundredth.
    assert (row["partitions"], row["lagging_partitions"]) == (100, 3)
    assert (row["offset_lag_p50"], row["offset_lag_p95"]) == (0.0, 0.0)
    assert row["offset_lag_p99"] == 20.1
    assert (row["offset_lag_max"], row["offset_lag"], row["delayed"]) == (30, 60, 3)
    assert (row["time_lag_p95_seconds"], row["time_lag_p99_seconds"]) == (0.0, 30.0)
    alone = rolled["consumer", "n", "q1", "b"]
    assert (alone["offset_lag_p50"], alone["time_lag_max_seconds"]) == (5.0, 90.0)


def test_a_histogram_counts_what_is_behind_by_its_time(rolled: dict[tuple[str, ...], Any]) -> None:
    assert rolled["consumer", "n", "q1", "a"]["histogram"] == [0, 0, 3, 0, 0, 0, 0, 0]
    assert rolled["consumer", "n", "q1", "b"]["histogram"] == [0, 0, 0, 1, 0, 0, 0, 0]
    assert rolled["system", "", "", ""]["histogram"] == [0, 0, 3, 1, 0, 0, 0, 0]
    assert rolled["consumer", "", "q3", "c"]["histogram"] == [0] * 8


def test_a_group_without_lag_or_partitions_is_at_zero(rolled: dict[tuple[str, ...], Any]) -> None:
    for key in (("consumer", "", "q3", "c"), ("consumer", "n", "q2", "a")):
        row = rolled[key]
        zeros = (
            *("lagging_partitions", "offset_lag", "delayed", "offset_lag_max", "offset_lag_p50"),
            *("offset_lag_p99", "time_lag_max_seconds", "time_lag_p99_seconds"),
            *("seconds_to_drain", "stopped_partitions"),
        )
        assert {name: row[name] for name in zeros} == dict.fromkeys(zeros, 0)
        assert row["verdict"] == "ok"
    assert rolled["consumer", "", "q3", "c"]["partitions"] == 0
    assert rolled["consumer", "n", "q2", "a"]["partitions"] == 2


def test_rates_of_a_group_are_since_the_oldest_snapshot_that_knew_it(
    rolled: dict[tuple[str, ...], Any],
) -> None:
    row = rolled["consumer", "n", "q1", "a"]
    assert (row["arrival_per_second"], row["consumption_per_second"]) == (0.25, 0.025)
    assert row["seconds_to_drain"] is None
    assert rolled["consumer", "n", "q1", "b"]["arrival_per_second"] is None
    assert rolled["system", "", "", ""]["arrival_per_second"] == 0.25


def test_rollups_add_up_and_take_the_worst(rolled: dict[tuple[str, ...], Any]) -> None:
    queue, system = rolled["queue", "n", "q1", ""], rolled["system", "", "", ""]
    names = ("partitions", "lagging_partitions", "offset_lag", "head", "finished")
    assert tuple(queue[name] for name in names) == (101, 4, 65, 1100, 100)
    assert tuple(system[name] for name in names) == (103, 4, 65, 1107, 107)
    assert (queue["paused"], rolled["group", "", "", "b"]["paused"]) == (False, True)
    # Due a minute and a half ago, and nothing was to do a quarter of an hour ago: that is new.
    assert queue["verdict"] == "ok"


def test_a_system_without_groups_has_one_row(spark: SparkSession) -> None:
    groups, scopes = group_frames(spark, [])
    empty = spark.createDataFrame([], _LAGS)
    window = spark.createDataFrame([], _WINDOW)
    measured = transforms.judged(empty, window, groups, AT)
    totals = transforms.consumer_totals(measured, spark.createDataFrame([], _EARLIER), groups, AT)
    (row,) = transforms.rollups(measured, totals, scopes, AT).collect()
    assert (row.scope, row.partitions, row.offset_lag, row.verdict) == ("system", 0, 0, "ok")


def test_percentiles_are_of_three_digits(spark: SparkSession) -> None:
    """In a large system each partition has a lag of its own, to the millisecond."""
    groups, scopes = group_frames(spark, [group(1)])
    dues = [NOW - timedelta(seconds=1_200 + number, milliseconds=number) for number in range(60)]
    lags = [
        *(lag_row(1, n, offset_lag=123_450 + n, due_at=due) for n, due in enumerate(dues)),
        lag_row(1, None, partitions=60, head=600, offset_lag=60),
    ]
    frame = spark.createDataFrame(lags, _LAGS)
    measured = transforms.judged(
        frame, spark.createDataFrame([], _WINDOW), groups, Moments(NOW, (), 300)
    )
    behind = measured.where("partition_id is not null")
    rounded = transforms._rounded_lags(behind).where("kind = 1")
    assert sorted((row.value, row.weight) for row in rounded.collect()) == [
        (1_200.0, 5), *((1_200.0 + 10 * n, 10) for n in range(1, 6)), (1_260.0, 5),
    ]  # fmt: skip
    then = spark.createDataFrame([], _EARLIER)
    totals = transforms.consumer_totals(measured, then, groups, AT)
    row = transforms.rollups(measured, totals, scopes, AT).where("scope = 'system'").first()
    assert row is not None
    assert (row.time_lag_p50_seconds, row.time_lag_p99_seconds) == (1_230.0, 1_260.0)
    assert (row.offset_lag_p50, row.offset_lag_max) == (123_000.0, 123_509)
    assert row.time_lag_max_seconds == 1_259.059


def test_partitions_are_compared_and_counted_without_sorting(spark: SparkSession) -> None:
    """A string in a buffer of an aggregation, or a join that merges, sorts all that is behind."""
    groups, scopes = group_frames(spark, [group(1)])
    frame = spark.createDataFrame([], _LAGS)
    measured = transforms.judged(frame, spark.createDataFrame([], _WINDOW), groups, AT)
    then = spark.createDataFrame([], _EARLIER)
    totals = transforms.consumer_totals(measured, then, groups, AT)
    for found in (measured, transforms.rollups(measured, totals, scopes, AT)):
        plan = found._jdf.queryExecution().executedPlan().toString()
        assert "HashAggregate" in plan
        assert "Sort" not in plan.replace("ObjectHashAggregate", "")


def test_the_window_is_exchanged_before_it_is_counted(spark: SparkSession) -> None:
    """A file has a pair once, so to count before the exchange spares no row and widens all."""
    spark.conf.set("spark.sql.shuffle.partitions", "2")  # a run before has set as many as it needs
    groups, _ = group_frames(spark, [group(1)])
    lags, window = spark.createDataFrame([], _LAGS), spark.createDataFrame([], _WINDOW)
    rows = transforms.judged(lags, window, groups, AT)
    plan = rows._jdf.queryExecution().executedPlan().toString()
    _, _, below = plan.rpartition("HashAggregate")
    assert "Exchange hashpartitioning(group_id" in below, plan


def test_what_is_kept_has_no_names_of_groups_and_queues(spark: SparkSession) -> None:
    groups, _ = group_frames(spark, [group(1)])
    lags, window = spark.createDataFrame([], _LAGS), spark.createDataFrame([], _WINDOW)
    rows = transforms.judged(lags, window, groups, AT)
    added = {*transforms.partition_lags(rows, groups, AT).columns} - {*rows.columns}
    assert added == {
        *("captured_at", "namespace", "queue_name", "consumer_group", "seconds_to_drain"),
    }
