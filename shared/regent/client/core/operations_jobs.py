"""Operations about the Spark jobs: their runs, what the lag job measured, what is archived."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regent.client.core.operation import Operation, api, json_of
from regent.client.core.paging import Listing
from regent.client.core.rows_admin import (
    ArchiveBatch,
    JobRun,
    LagPartition,
    LagPoint,
    LagRow,
    LagSnapshot,
)

Query = Mapping[str, object]


def list_lag(query: Query) -> Listing[LagRow]:
    """The last snapshot of the lag job."""
    return Listing(("analytics", "lag"), "rollups", LagRow, query)


def list_lag_partitions(query: Query) -> Listing[LagPartition]:
    """The partitions of the last snapshot in which a group was behind."""
    return Listing(("analytics", "lag", "partitions"), "partitions", LagPartition, query)


def list_lag_history(query: Query) -> Listing[LagPoint]:
    """One thing in every snapshot that is kept."""
    return Listing(("analytics", "lag", "history"), "points", LagPoint, query)


def list_lag_snapshots() -> Listing[LagSnapshot]:
    """When lag was measured."""
    return Listing(("analytics", "lag", "snapshots"), "snapshots", LagSnapshot, {})


def read_lag_heatmap(query: Query) -> Operation[Any]:
    """How many partitions had which lag, over time."""
    return Operation("GET", api("analytics", "lag", "heatmap", **query), json_of)


def list_job_runs(job: str) -> Listing[JobRun]:
    """When a Spark job ran, and what came of it."""
    return Listing(("jobs", job, "runs"), "runs", JobRun, {})


def list_jobs() -> Operation[Any]:
    """The Spark jobs, each with its last run."""
    return Operation("GET", api("jobs"), json_of)


def list_archive_batches(query: Query) -> Listing[ArchiveBatch]:
    """What is on its way into the archive."""
    return Listing(("archive", "batches"), "batches", ArchiveBatch, query)
