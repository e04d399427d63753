"""`python -m tests.bench.archiving`: how fast retention archives and deletes, what memory it takes,
and how its work splits over tasks."""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

import psycopg
from pyspark.sql import SparkSession

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archiving import Run
from glue_jobs.lib.planning import RetentionArguments
from glue_jobs.lib.running import Progress
from glue_jobs.lib.spark import session
from glue_jobs.lib.storage import Storage
from regent.install import install
from regent.local.postgres import Postgres
from regent.settings import export
from tests.bench.cpu import processor_seconds, server_of
from tests.bench.processes import Memory, processor_of

#: Queues that share the partitions, and in each a group that has read all messages of 256 bytes.
_FILL = """
set role regent_owner;
set search_path = queen;
set synchronous_commit = off;
insert into queues (name, retention_enabled, completed_retention_seconds, created_at)
select 'q' || i, true, 3600, now() from generate_series(0, {queues} - 1) i;
insert into consumer_groups (queue_id, name, whole_queue, created_at)
select id, 'g', true, now() from queues;
insert into partitions (queue_id, name, head, last_activity, created_at)
select q.id, 'p' || i, {each}, now() - interval '2 hours', now() - interval '3 days'
  from generate_series(1, {partitions}) i join queues q on q.name = 'q' || i % {queues} order by i;
insert into partition_consumers (partition_id, group_id, committed, ready, oldest_at)
select p.id, g.id, p.head, false, now()
  from partitions p join consumer_groups g using (queue_id) order by p.id;
"""
_MESSAGES = """
insert into queen.messages (partition_id, "offset", created_at, id, transaction_key, payload)
select p.id, o, now() - interval '2 hours' - ({each} - o) * interval '1 minute', u, u,
       json_build_object('n', o, 'text',
           (select string_agg(md5(p.id::text || o || n), '') from generate_series(1, 7) n))
  from queen.partitions p, generate_series(0, {each} - 1) o,
       lateral (select md5(p.id || ':' || o)::uuid u) i
 where p.id between {first} and {last} order by p.id, o
"""


def fill(url: str, messages: int, partitions: int, queues: int = 1) -> None:
    """Filled past the routines, because filling is not measured."""
    each = messages // partitions
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute(_FILL.format(each=each, partitions=partitions, queues=queues).encode())
        step = max(1, 1_000_000 // each)
        for first in range(1, partitions + 1, step):
            owner.execute(_MESSAGES.format(each=each, first=first, last=first + step - 1).encode())
        owner.execute("reset role")
        owner.execute("vacuum (analyze)")
        owner.execute("checkpoint")


def main() -> int:
    """Fill, archive, delete, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=10_000_000)
    parser.add_argument("--partitions", type=int, default=100_000)
    parser.add_argument("--queues", type=int, default=1)
    parser.add_argument("--cores", default="2")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="regent-archiving-") as folder,
        Postgres(Path(folder, "postgres"), settings={"max_wal_size": "16GB"}) as server,
    ):
        url = server.url("postgres")
        install(url)
        fill(url, arguments.messages, arguments.partitions, arguments.queues)
        memory = Memory(server_of(url))
        with memory.watched():
            spark = session("regent-bench", cores=arguments.cores)
            measure(spark, url, Path(folder, "out"))
        print(f"memory {memory} at its peak")
        spark.stop()
    return 0


def measure(spark: SparkSession, owner_url: str, output: Path, *words: str) -> None:
    """One run of the job over a filled database; the job itself reports the time of each step."""
    export(database_url=owner_url.replace("//postgres@", "//regent_jobs@"))
    job = RetentionArguments.parse(["--output", str(output), *words])
    server = server_of(owner_url)
    began, worked, served = time.monotonic(), processor_of(server), processor_seconds(owner_url)
    done = Run(spark, job, Progress("retention")).go()
    seconds = time.monotonic() - began
    worked, served = processor_of(server) - worked, processor_seconds(owner_url) - served
    print(
        f"{done['messages deleted'] / seconds:,.0f} messages/s from the plan to the last deletion,"
        f" {seconds:.1f} s; {worked:.1f} s of processor time, and {served:.1f} s of Postgres"
    )
    _report(Storage(archive.archive_root(str(output))))


def _report(storage: Storage) -> None:
    found = list(manifests.found(storage))
    sizes = [manifest["messages"] for manifest in found]
    stored = sum(file["bytes"] for manifest in found for file in manifest["files"])
    print(
        f"{len(sizes)} batches of {min(sizes):,} to {max(sizes):,} messages"
        f" (median {statistics.median(sizes):,.0f}); {stored / sum(sizes):,.0f} bytes a message"
    )


if __name__ == "__main__":
    sys.exit(main())
