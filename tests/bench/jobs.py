"""`python -m tests.bench.jobs`: the lag job on a large system, in local Spark.

100,000 messages by default; `--huge` is 500,000 messages in 125,000 partitions with 20 groups, all
of which follow all partitions. The measured runs have a full window of earlier snapshots.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from glue_jobs.lag import LagArguments, lag
from glue_jobs.lib.lag_files import partition_files, stem
from glue_jobs.lib.running import Progress
from glue_jobs.lib.spark import session
from glue_jobs.lib.storage import Storage
from regent.install import install
from regent.local.postgres import Postgres
from regent.settings import export
from tests.bench.cpu import processor_seconds, server_of
from tests.bench.processes import Memory, processor_of

QUEUES = 10
#: Earlier snapshots, a quarter of an hour apart: a window of five needs them.
EARLIER = 4


@dataclasses.dataclass(frozen=True)
class Size:
    """How large the system is."""

    messages: int
    partitions: int
    groups: int

    @property
    def rows(self) -> int:
        """Pairs of a group and a partition."""
        return self.partitions * self.groups


SMALL = Size(100_000, 1_000, 20)
HUGE = Size(500_000, 125_000, 20)


def fill(url: str, size: Size) -> None:
    """Ten queues with equally many messages in each partition. A quarter of the groups has
    completed everything. The others are behind in each tenth partition, in each second one, or in
    all."""
    each = size.messages // size.partitions
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("set search_path = queen; set statement_timeout = 0")
        connection.execute(
            "insert into queues (name, namespace, created_at, partition_count)"
            " select 'q' || n, 'n' || n %% 3, now() - interval '1 day', %s"
            "   from generate_series(1, %s) n",
            (size.partitions // QUEUES, QUEUES),
        )
        connection.execute(
            "insert into partitions (queue_id, name, head, last_activity, created_at)"
            " select 1 + n %% %s, 'p' || n, %s, now() - interval '1 min', now() - interval '1 day'"
            "   from generate_series(0, %s - 1) n",
            (QUEUES, each, size.partitions),
        )
        connection.execute(
            "insert into messages"
            '       (partition_id, "offset", created_at, id, transaction_key, payload)'
            " select p, o, now() - make_interval(secs => 60 + 30 * (%s - o) + p %% 29989 / 1000.0),"
            "        id, id, '{}'"
            "   from (select p, o, gen_random_uuid() as id"
            "           from generate_series(1, %s) p, generate_series(0, %s - 1) o) m",
            (each, size.partitions, each),
        )
        connection.execute(
            "insert into consumer_groups (queue_id, name, whole_queue, created_at)"
            " select q, 'g' || g, true, now() - interval '1 day'"
            "   from generate_series(1, %s) q, generate_series(1, %s) g",
            (QUEUES, size.groups),
        )
        connection.execute(
            "insert into partition_consumers"
            "       (partition_id, group_id, committed, ready, oldest_at, acked, popped)"
            " select p.id, g.id, p.head - b.behind, b.behind > 0, now() - interval '1 h',"
            "        p.head - b.behind, p.head - b.behind"
            "   from partitions p join consumer_groups g on g.queue_id = p.queue_id"
            "  cross join lateral (select substr(g.name, 2)::int %% 4 as kind) k"
            "  cross join lateral (select case when k.kind = 0 then 0"
            "                                  when k.kind = 1 and p.id %% 10 > 0 then 0"
            "                                  when k.kind = 2 and p.id %% 2 > 0 then 0"
            "                                  else 1 + p.id %% (%s - 1) end as behind) b",
            (each,),
        )
        connection.execute("vacuum analyze")


def look_back(url: str, storage: Storage) -> None:
    """Earlier copies of the present snapshot, in which groups had completed a little less."""
    with psycopg.connect(url, autocommit=True) as connection:
        ((now,),) = connection.execute("select max(captured_at) from queen.lag_snapshots")
        for number in range(1, EARLIER + 1):
            earlier = now - number * timedelta(minutes=15)
            connection.execute(
                "create temp table earlier as"
                " select * from queen.lag_snapshots where captured_at = %s",
                (now,),
            )
            connection.execute(
                "update earlier set captured_at = %s, finished = finished - least(finished, %s)",
                (earlier, number),
            )
            connection.execute(
                "insert into queen.lag_snapshots select * from earlier; drop table earlier"
            )
            for path in partition_files(storage, now):
                with storage.fetched(path) as local:
                    table = pq.read_table(local)
                position = pc.subtract(
                    table["position"], pc.min_element_wise(table["position"], number)
                )
                table = _with(table, "position", position)
                table = _with(
                    table,
                    "captured_at",
                    pa.array([earlier] * table.num_rows, table.schema.field("captured_at").type),
                )
                target = path.replace(stem("partitions", now), stem("partitions", earlier))
                storage.write_parquet(target, table.schema, iter([table]))


def _with(table: pa.Table, name: str, column: Any) -> pa.Table:
    return table.set_column(table.column_names.index(name), name, column)


def tasks_of(spark: Any, group: str) -> int:
    """How many tasks a job group ran."""
    tracker = spark.sparkContext.statusTracker()
    stages = {
        stage
        for job in tracker.getJobIdsForGroup(group)
        for info in [tracker.getJobInfo(job)]
        if info is not None
        for stage in info.stageIds
    }
    infos = [tracker.getStageInfo(stage) for stage in stages]
    return sum(info.numCompletedTasks for info in infos if info is not None)


def measure(spark: Any, size: Size, folder: Path, splits: tuple[int, ...]) -> None:
    """Fill, run once to have a snapshot, then measure with a full window."""
    with Postgres(folder / "pg", throw_away=True) as postgres:
        url = postgres.url()
        install(url)
        began = time.monotonic()
        fill(url, size)
        print(f"filled in {time.monotonic() - began:.0f} s", flush=True)
        export(database_url=url.replace("//postgres@", "//regent_jobs@"))
        arguments = LagArguments(output=str(folder / "out"))
        lag(spark, arguments, Progress("first"))
        look_back(url, Storage(arguments.output))
        server = server_of(url)
        memory = Memory(server)
        began, worked, served = time.monotonic(), processor_of(server), processor_seconds(url)
        with memory.watched():
            summary = lag(spark, arguments, Progress("lag"))
        seconds = time.monotonic() - began
        worked, served = processor_of(server) - worked, processor_seconds(url) - served
        print(
            f"\n{size.messages:,} messages, {size.partitions:,} partitions, {size.groups} groups:"
            f" {size.rows:,} pairs, {summary['partitions behind']:,} behind\n"
            f"  lag        {seconds:.1f} s, {size.rows / seconds:,.0f} pairs/s\n"
            f"  processor  {worked:.1f} s, and {served:.1f} s of Postgres\n"
            f"  memory     {memory} at its peak\n"
        )
        for pieces in splits:
            _split(spark, arguments, pieces)


def _split(spark: Any, arguments: LagArguments, pieces: int) -> None:
    """Run the job split into pieces, without writing, to see how many tasks it spreads over."""
    name = f"in {pieces} pieces"
    spark.sparkContext.setJobGroup(name, name)
    began = time.monotonic()
    asked = arguments.model_copy(update={"parallelism": pieces, "dry_run": True})
    lag(spark, asked, Progress(name))
    seconds = time.monotonic() - began
    print(f"  {name}: {tasks_of(spark, name)} tasks, {seconds:.1f} s here", flush=True)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.jobs", description=__doc__)
    parser.add_argument("--huge", action="store_true", help="2.5 million pairs: minutes")
    parser.add_argument("--folder", help="where the data is kept meanwhile")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="regent-jobs-", dir=arguments.folder) as folder:
        spark = session("regent-bench")
        measure(spark, HUGE if arguments.huge else SMALL, Path(folder), (2, 4, 8))
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
