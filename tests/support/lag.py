"""Snapshots of lag for tests: measured ones through SQL, and stored ones as the lag job leaves
them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tests.support.owner import execute
from tests.support.rows import rows

_ROLLUP: dict[str, Any] = {
    "namespace": "",
    "queue_name": "",
    "consumer_group": "",
    "paused": False,
    "partitions": 1,
    "lagging_partitions": 0,
    "offset_lag": 0,
    "delayed": 0,
    "offset_lag_p50": 0.0,
    "offset_lag_p95": 0.0,
    "offset_lag_p99": 0.0,
    "offset_lag_max": 0,
    "time_lag_p50_seconds": 0.0,
    "time_lag_p95_seconds": 0.0,
    "time_lag_p99_seconds": 0.0,
    "time_lag_max_seconds": 0.0,
    "arrival_per_second": None,
    "consumption_per_second": None,
    "seconds_to_drain": None,
    "verdict": "ok",
    "warning_partitions": 0,
    "stalled_partitions": 0,
    "stopped_partitions": 0,
    "rewound_partitions": 0,
    "head": 0,
    "finished": 0,
    "histogram": [0] * 8,
}
_PARTITION: dict[str, Any] = {
    "head": 10,
    "position": 9,
    "finished": 9,
    "popped": 9,
    "held": False,
    "offset_lag": 1,
    "delayed": 0,
    "time_lag_seconds": 1.5,
    "arrival_per_second": None,
    "consumption_per_second": None,
    "seconds_to_drain": None,
    "verdict": "ok",
}


def rollup(url: str, at: datetime, scope: str, **columns: Any) -> None:
    """Store one; the row of scope ``system`` makes a snapshot of them."""
    _insert(url, "lag_snapshots", _ROLLUP | {"captured_at": at, "scope": scope} | columns)


def partition(url: str, at: datetime, group_id: int, partition_id: int, **columns: Any) -> None:
    """Store a partition that was behind."""
    keys = {"captured_at": at, "group_id": group_id, "partition_id": partition_id, "due_at": at}
    _insert(url, "lag_partitions", _PARTITION | keys | columns)


def lags(url: str, at: datetime | None = None, first: int = 1, last: int = 2**62) -> list[Any]:
    """What queen.measure_lag finds, as of now."""
    return rows(
        url,
        "select * from queen.measure_lag(coalesce(%s, queen.now()), %s, %s)"
        " order by group_id, partition_id nulls last",
        (at, first, last),
    )


def _insert(url: str, table: str, columns: dict[str, Any]) -> None:
    names = ", ".join(columns)
    places = ", ".join(["%s"] * len(columns))
    statement = f"insert into queen.{table} ({names}) values ({places})"
    execute(url, statement.encode(), tuple(columns.values()))
