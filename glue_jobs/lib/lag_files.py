"""The lag job's files: each snapshot's partitions and rollups, by day and hour.

    lag/partitions/dt=<day>/hour=<hour>/<instant>-<task>.parquet
    lag/rollups/dt=<day>/hour=<hour>/<instant>.parquet

The partitions of earlier snapshots, by which a verdict is found, are read from here.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import pyarrow as pa
from pyspark.sql import DataFrame

from glue_jobs.lib.parquet import write_files
from glue_jobs.lib.storage import Storage, StoredFile

#: Rows of a Parquet file: enough for a task to be worth its start.
FILE_ROWS: Final = 250_000


def write_partitions(
    storage: Storage, at: datetime, frame: DataFrame, rows: int
) -> list[StoredFile]:
    """Write a snapshot's partitions, in files of about one size; without rows, none."""
    if not rows:
        return []
    parts = frame.coalesce(max(1, -(-rows // FILE_ROWS)))
    return write_files(parts, storage, stem("partitions", at))


def write_rollups(storage: Storage, at: datetime, rollups: pa.Table) -> StoredFile | None:
    """Write a snapshot's rollups."""
    path = f"{stem('rollups', at)}.parquet"
    return storage.write_parquet(path, rollups.schema, iter([rollups]))


def partition_files(storage: Storage, at: datetime) -> list[str]:
    """The paths of the files that a snapshot's partitions are in."""
    begins = stem("partitions", at)
    found = storage.list(f"{begins.rpartition('/')[0]}/")
    return [each.path for each in found if each.path.startswith(f"{begins}-")]


def stem(kind: str, at: datetime) -> str:
    """How the paths of a snapshot's files begin."""
    moment = at.astimezone(UTC)
    return f"lag/{kind}/dt={moment:%Y-%m-%d}/hour={moment:%H}/{moment:%Y%m%dT%H%M%S.%fZ}"
