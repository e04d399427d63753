"""The Spark jobs, by name. The Pulumi program schedules them; `regent jobs` starts them here.

Plain data: reading this table needs neither Spark nor AWS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

#: How Spark comes to this machine.
GET_SPARK: Final = (
    "`make jobs` in Regent's repository makes .venv/spark, with a Java for it; or"
    " pip install '.[spark]' there"
)
#: A Spark job has a driver and at least one worker of its own.
LEAST_WORKERS: Final = 2
#: A worker but the driver runs four tasks, and an archiving task has two connections: 32 of them.
MOST_WORKERS: Final = 5
#: What a job does with files.
Deed = Literal["read", "write", "delete"]


@dataclass(frozen=True, kw_only=True)
class Job:
    """A job as Glue runs it. Its module runs as a program, on Glue and on this machine."""

    name: str
    summary: str
    module: str
    #: When it runs, as Glue writes it, in UTC; None: it is started by hand.
    schedule: str | None
    worker_type: Literal["G.1X", "G.2X", "G.4X", "G.8X"] = "G.1X"
    #: At most: Glue takes as many as there are tasks for, the driver included.
    workers: int = LEAST_WORKERS
    #: Nobody waits for it: it runs on what Glue has to spare, for two thirds of the price.
    is_patient: bool = False
    timeout_minutes: int
    #: The role of the database that it logs in as.
    user: str = "regent_jobs"
    #: Some of its runs need no Spark; those that do say so.
    spark_is_optional: bool = False
    #: Its further arguments. The stack's own (region, database, bucket) are not among them.
    arguments: Mapping[str, str] = field(default_factory=dict)
    #: What it does with files of the archive, by folder. On AWS its role may do that alone.
    files: Mapping[str, Sequence[Deed]] = field(default_factory=dict)
    #: Whether it reads by the million rows: then from a replica, where there is one.
    reads_much: bool = False
    #: The table that its files are. On AWS the Glue catalog may have it.
    table: str | None = None
    #: Whether it sends numbers to CloudWatch, where `service` tells two stacks apart.
    measures: bool = False


JOBS: Final = (
    Job(
        name="lag",
        summary="measures how far behind each consumer group is, and judges it",
        module="glue_jobs.lag",
        schedule="cron(0 * * * ? *)",
        timeout_minutes=10,
        arguments={"--window": "5"},
        # A verdict looks at the files of earlier runs.
        files={"lag/": ["read", "write"]},
        reads_much=True,
        measures=True,
    ),
    Job(
        name="retention",
        summary="archives messages whose retention is over, and deletes them",
        module="glue_jobs.retention",
        schedule="cron(30 3 * * ? *)",
        workers=MOST_WORKERS,
        is_patient=True,
        timeout_minutes=120,
        spark_is_optional=True,
        reads_much=True,
        arguments={"--archive": "true"},
        # The lag job's files have a retention, too.
        files={
            "archive/": ["read", "write", "delete"],
            "tables/messages/": ["read", "write", "delete"],
            "lag/": ["delete"],
        },
        table="messages",
    ),
    Job(
        name="compact",
        summary="joins small files of the archive, and deletes those that it replaced a week ago",
        module="glue_jobs.compact",
        schedule=None,
        workers=MOST_WORKERS,
        is_patient=True,
        timeout_minutes=240,
        files={
            "archive/": ["read", "write", "delete"],
            "tables/messages/": ["read", "write", "delete"],
        },
        table="messages",
    ),
    Job(
        name="replay",
        summary="pushes archived messages back into a queue",
        module="glue_jobs.replay",
        schedule=None,
        workers=MOST_WORKERS,
        is_patient=True,
        timeout_minutes=480,
        files={"archive/": ["read"]},
    ),
    Job(
        name="export-log",
        summary="writes the event log's messages to files that are a table, and deletes nothing",
        module="glue_jobs.export_log",
        schedule=None,
        workers=MOST_WORKERS,
        is_patient=True,
        user="regent_export",
        timeout_minutes=480,
        files={
            "event-log/": ["read", "write", "delete"],
            "tables/event_log/": ["read", "write", "delete"],
        },
        table="event_log",
    ),
)
