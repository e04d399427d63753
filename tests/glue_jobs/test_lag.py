"""The lag job as Glue calls it: real Spark, real Postgres, S3 and CloudWatch by moto's server."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from glue_jobs import lag
from regent.database import Database
from regent.encryption import Encryption
from regent.local.postgres import Postgres
from regent.settings import Settings
from regent.stores.groups import Groups, Target
from regent.stores.queue import Queues
from tests.bench.jobs import Size, measure
from tests.glue_jobs.conftest import BUCKET, REGION, empty_aws
from tests.support.clock import StoppedClock
from tests.support.owner import execute
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ON_GLUE = [
    *("true", "--job-bookmark-option", "job-bookmark-disable", "--JOB_NAME", "regent-lag"),
    *("--JOB_RUN_ID", "jr_1", "--TempDir", "s3://b/tmp", "--job-language", "python"),
    *("--enable-metrics", "true", "--region", REGION, "--output", f"s3://{BUCKET}/history/"),
    *("--metrics-namespace", "Regent", "--service", "regent-prod", "--metric-groups", "2"),
]
ROOT = Path(__file__).parents[2]
#: Partitions and rollups in plain SQL, to compare with.
PARTITIONS = Path(__file__).with_name("lag_partitions.sql").read_text()
ROLLUPS = Path(__file__).with_name("lag_rollups.sql").read_text()
START = datetime(2030, 1, 1, tzinfo=UTC)
QUARTER = 900
#: Earlier partitions are not in the database while the job runs: it reads them from its files.
TAKE_AWAY = (
    b"create table public.taken as table queen.lag_partitions; delete from queen.lag_partitions"
)
PUT_BACK = b"insert into queen.lag_partitions table public.taken; drop table public.taken"
#: How long ago the instant of a snapshot is.
SETTLED = 1


@dataclass
class Measured:
    """A system that was measured three times, a quarter of an hour apart."""

    url: str
    boto3: Any
    instants: list[datetime] = field(default_factory=list)
    expected_partitions: list[dict[str, Any]] = field(default_factory=list)

    def verdicts(self, group: str) -> dict[str, str]:
        """Of the last snapshot, by partition."""
        found = rows(
            self.url,
            "select p.name, l.verdict from queen.lag_partitions l"
            " join queen.partitions p on p.id = l.partition_id"
            " join queen.consumer_groups g on g.id = l.group_id"
            " where g.name = %s and l.captured_at = %s order by p.id",
            (group, self.instants[-1]),
        )
        return {row["name"]: row["verdict"] for row in found}

    def consumer(self, group: str, queue: str = "shop.orders") -> dict[str, Any]:
        """The last rollup of a group on a queue."""
        (row,) = rows(
            self.url,
            "select * from queen.lag_snapshots where scope = 'consumer' and queue_name = %s"
            " and consumer_group = %s and captured_at = %s",
            (queue, group, self.instants[-1]),
        )
        return row


class Traffic:
    """Producers and consumers of the system."""

    def __init__(self, url: str) -> None:
        self.database = Database(Settings(database_url=url))
        self.store = Queues(self.database, Encryption(Settings()))

    def push(self, count: int) -> None:
        """Messages for six partitions, some more for each further one."""
        for number in range(6):
            push(self.store, "shop.orders", *range(count + number), partition=f"p{number}")

    def drain(self, group: str) -> None:
        """Consume all there is."""
        while (lease := pop(self.store, "shop.orders", group=group, batch=100)).messages:
            complete(self.store, lease, group)

    def one_each(self, group: str, *partitions: str) -> None:
        """Consume one message of each partition."""
        for name in partitions:
            complete(self.store, pop(self.store, "shop.orders", name, group=group), group)

    def fail(self, group: str, partition: str) -> None:
        """Take a message and give it back."""
        lease = pop(self.store, "shop.orders", partition, group=group)
        self.store.ack(acks(lease, group=group, status="failed"))


def begin(traffic: Traffic) -> None:
    """Traffic before the first snapshot."""
    store = traffic.store
    configure(store, "shop.orders", retry_limit=100)
    configure(store, "mail", delayed_processing=3600)
    push(store, "mail", 1, 2)
    traffic.push(3)
    for group in ("fast", "slow", "stuck", "seeker"):
        assert pop(store, "shop.orders", group=group, auto_ack=True).messages
    assert pop(store, "mail", group="mailer").messages == []
    pop(store, "mail", group="late", mode="new")
    lease = pop(store, "shop.orders", "p5", group="slow")
    store.ack(acks(lease, group="slow", status="dlq"))
    for group in ("fast", "seeker"):
        traffic.drain(group)


def go_on(traffic: Traffic) -> None:
    """Traffic between two snapshots."""
    traffic.push(2)
    for group in ("fast", "seeker"):
        traffic.drain(group)
    traffic.one_each("slow", "p0", "p1")
    traffic.fail("stuck", "p1")


@pytest.fixture(scope="module")
def measured(
    postgres: Postgres, template: str, endpoint: str, spark: SparkSession
) -> Iterator[Measured]:
    """Three runs of the job, as Glue starts them; before the last one a group seeks back."""
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f"create database lag_job template {template}".encode())
    url = postgres.url("lag_job")
    clock = StoppedClock(url)
    clock.advance(0)
    traffic = Traffic(url)
    with pytest.MonkeyPatch.context() as patched:
        found = Measured(url, empty_aws(endpoint, patched))
        patched.setenv("REGENT_DATABASE_URL", url.replace("//postgres@", "//regent_jobs@"))
        begin(traffic)
        for number in range(3):
            if number:
                clock.advance(-SETTLED)
                go_on(traffic)
                clock.advance(QUARTER)
            if number == 2:
                Groups(traffic.database).seek("seeker", "shop.orders", "p2", Target("beginning"))
            found.instants.append(value(url, "select queen.now()"))
            found.expected_partitions = rows(url, PARTITIONS, {"at": found.instants[-1]})  # type: ignore[arg-type]
            clock.advance(SETTLED)
            execute(url, TAKE_AWAY)
            assert lag.main(ON_GLUE) == 0
            execute(url, PUT_BACK)
        yield found
    traffic.database.close()
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(b"drop database lag_job with (force)")


def test_the_same_partitions_as_plain_sql_finds(measured: Measured) -> None:
    got = rows(
        measured.url,
        "select * from queen.lag_partitions where captured_at = %s order by group_id, partition_id",
        (measured.instants[-1],),
    )
    expected = measured.expected_partitions
    assert len(expected) == 6 + 6 + 1
    assert [{name: row[name] for name in expected[0]} for row in got] == expected


def test_the_same_rollups_as_plain_sql_finds(measured: Measured) -> None:
    at = measured.instants[-1]
    expected = rows(measured.url, ROLLUPS, {"at": at})  # type: ignore[arg-type]
    got = rows(
        measured.url,
        "select *, array[offset_lag_p50, offset_lag_p95, offset_lag_p99] as offset_shares,"
        " array[time_lag_p50_seconds, time_lag_p95_seconds, time_lag_p99_seconds] as time_shares"
        " from queen.lag_snapshots where captured_at = %s"
        " order by scope, namespace, queue_name, consumer_group",
        (at,),
    )
    assert len(expected) == 6 + 2 + 6 + 2 + 1
    assert len(got) == len(expected)
    for mine, theirs in zip(got, expected, strict=True):
        for shares in ("offset_shares", "time_shares"):
            assert mine[shares] == pytest.approx(theirs.pop(shares), abs=0.001)
        assert {name: mine[name] for name in theirs} == theirs


def test_who_keeps_up_is_at_zero(measured: Measured) -> None:
    row = measured.consumer("fast")
    assert (row["partitions"], row["lagging_partitions"], row["offset_lag"]) == (7, 0, 0)
    assert (row["verdict"], row["seconds_to_drain"]) == ("ok", 0.0)
    # In half an hour twice 2 + 3 + 4 + 5 + 6 + 7 messages came, and were consumed.
    assert row["arrival_per_second"] == row["consumption_per_second"] == 0.03
    assert measured.verdicts("fast") == {}


def test_who_is_slow_is_warned_of_and_who_does_nothing_has_stopped(measured: Measured) -> None:
    assert measured.verdicts("slow") == {
        "p0": "warning",
        "p1": "warning",
        "p2": "stopped",
        "p3": "stopped",
        "p4": "stopped",
        "p5": "stopped",
    }
    row = measured.consumer("slow")
    assert (row["verdict"], row["warning_partitions"], row["stopped_partitions"]) == (
        *("stopped", 2, 4),
    )
    # 33 + 27 + 27 messages came; it consumed 1 with auto-ack, gave 1 up, and then four.
    assert (row["offset_lag"], row["head"], row["finished"]) == (81, 87, 6)
    assert row["time_lag_max_seconds"] == 1800.0


def test_who_fails_again_and_again_is_stalled(measured: Measured) -> None:
    found = measured.verdicts("stuck")
    assert found.pop("p1") == "stalled"
    assert set(found.values()) == {"stopped"}


def test_who_went_back_is_rewound(measured: Measured) -> None:
    assert measured.verdicts("seeker") == {"p2": "rewound"}
    row = measured.consumer("seeker")
    assert (row["offset_lag"], row["verdict"]) == (5 + 4 + 4, "rewound")


def test_what_is_delayed_is_no_lag(measured: Measured) -> None:
    row = measured.consumer("mailer", "mail")
    assert (row["offset_lag"], row["delayed"], row["verdict"]) == (0, 2, "ok")
    assert measured.consumer("late", "mail")["delayed"] == 0


def test_the_history_is_in_parquet_by_day_and_hour(measured: Measured) -> None:
    s3 = measured.boto3.client("s3", region_name=REGION)
    keys = [item["Key"] for item in s3.list_objects_v2(Bucket=BUCKET)["Contents"]]
    assert keys == [
        f"history/lag/{kind}/dt=2030-01-01/hour=00/20300101T00{minute}00.000000Z{task}.parquet"
        for kind, task in (("partitions", "-00000"), ("rollups", ""))
        for minute in ("00", "15", "30")
    ]

    def read(key: str) -> list[dict[str, Any]]:
        body = s3.get_object(Bucket=BUCKET, Key=key)["Body"].read()
        found: list[dict[str, Any]] = pq.ParquetFile(io.BytesIO(body)).read().to_pylist()
        return found

    partitions = sorted(read(keys[2]), key=lambda row: (row["group_id"], row["partition_id"]))
    assert len(partitions) == 13
    assert partitions[0] | {"group_id": 0, "partition_id": 0} == {
        "captured_at": START + timedelta(seconds=2 * QUARTER),
        "namespace": "shop",
        "queue_name": "shop.orders",
        "consumer_group": "slow",
        "group_id": 0,
        "partition_id": 0,
        "partition_name": "p0",
        "head": 7,
        "position": 3,
        "finished": 3,
        "popped": 3,
        "held": False,
        "offset_lag": 4,
        "delayed": 0,
        "due_at": START,
        "time_lag_seconds": 1800.0,
        "arrival_per_second": 0.002222,
        "consumption_per_second": 0.001111,
        "seconds_to_drain": None,
        "verdict": "warning",
    }
    assert [row["scope"] for row in read(keys[5])].count("consumer") == 6


def test_metrics_are_of_the_system_and_of_those_furthest_behind(measured: Measured) -> None:
    cloudwatch = measured.boto3.client("cloudwatch", region_name=REGION)
    found = cloudwatch.list_metrics(Namespace="Regent")["Metrics"]
    names = {
        (metric["MetricName"], *(pair["Value"] for pair in metric["Dimensions"]))
        for metric in found
    }
    of_group = ("OffsetLag", "TimeLag", "LaggingPartitions", "Verdict")
    worst = ("WarningPartitions", "StalledPartitions", "StoppedPartitions", "RewoundPartitions")
    assert names == {
        *((name, "regent-prod") for name in (*of_group, *worst)),
        *(
            (name, "regent-prod", "shop.orders", group)
            for name in of_group
            for group in ("slow", "stuck")
        ),
    }


def test_a_dry_run_writes_nothing(
    measured: Measured, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = value(measured.url, "select count(*) from queen.lag_snapshots")
    assert lag.main(["--dry-run", "--output", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr().out
    assert "dry run                  nothing was written\n" in printed
    assert "offset lag               180\n" in printed
    assert "as of 2030-01-01T00:30:00+00:00: 38 rows at most, in 1 ranges of up to 38\n" in printed
    assert f"no files of 2030-01-01T00:15:00+00:00 below {tmp_path / 'out'}: it is left" in printed
    assert "  snapshots in the window  1\n" in printed
    assert value(measured.url, "select count(*) from queen.lag_snapshots") == before
    assert list(tmp_path.iterdir()) == []


def test_of_a_large_snapshot_the_database_has_those_furthest_behind(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lag, "MAX_LAG_PARTITIONS", 3)
    names = "namespace string, queue_name string, consumer_group string, partition_name string"
    lags = [(1, 1, 5), (1, 2, 9), (2, 1, 5), (2, 2, 4), (3, 1, 7)]
    frame = spark.createDataFrame(
        [("", "q", "g", "p", *each) for each in lags],
        f"{names}, group_id bigint, partition_id bigint, offset_lag bigint",
    )
    nothing = pa.table({})
    found = lag._stored(lag.Snapshot(START, frame, nothing, 5)).collect()
    assert sorted(map(tuple, found)) == [(1, 1, 5), (1, 2, 9), (3, 1, 7)]
    assert lag._stored(lag.Snapshot(START, frame, nothing, 3)).count() == 5


def test_it_is_a_script_for_spark_submit_which_is_what_glue_does(owner_url: str) -> None:
    """The session and its master are then those of the submission: one core here."""
    import pyspark

    submit = Path(pyspark.__file__).parent / "bin/spark-submit"
    ran = subprocess.run(
        [
            *(submit, "--master", "local[1]", "--conf", "spark.ui.enabled=false"),
            *(lag.__file__, *ON_GLUE, "--dry-run", "true"),
        ],
        env={
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}",
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "REGENT_DATABASE_URL": owner_url.replace("//postgres@", "//regent_jobs@"),
        },
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Spark 3.5.6 with 1 cores\n" in ran.stdout
    assert "  groups on queues         0\n" in ran.stdout


def test_the_bench_measures_what_it_says(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", "set by the bench, and put back by pytest")
    measure(spark, Size(messages=2_000, partitions=100, groups=4), tmp_path, (2,))
    printed = capsys.readouterr().out
    assert "2,000 messages, 100 partitions, 4 groups: 400 pairs, 160 behind\n" in printed
    assert re.search(r"processor +[\d.]+ s, and [\d.]+ s of Postgres\n", printed)
    assert re.search(r"memory +[\d,]+ MiB \(JVM [\d,]+, driver [\d,]+, workers ", printed)
    assert re.search(r"in 2 pieces: \d\d tasks,", printed)


def test_a_wrong_argument_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert lag.main([*ON_GLUE, "--window", "1"]) == 2
    assert capsys.readouterr().err == "lag: --window is '1'; it takes a whole number from 2 to 10\n"


def test_a_database_that_is_away_is_one_sentence(
    spark: SparkSession, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://me@/x?host=/nowhere/at/all")
    assert lag.main([]) == 1
    assert capsys.readouterr().err.startswith("lag: cannot connect to the database: ")
