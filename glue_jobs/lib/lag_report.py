"""A lag snapshot for people: the groups furthest behind, and how their lag came about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa

from glue_jobs.lib.login import Login
from glue_jobs.lib.plot import MAX_LINES, time_plot
from regent.stores import lag as statements

#: Groups of queues in the table of those furthest behind.
WORST_GROUPS: Final = 10


def worst_groups(rollups: pa.Table) -> list[dict[str, Any]]:
    """The groups of queues that are furthest behind, the worst first."""
    behind = [
        row for row in rollups.to_pylist() if row["scope"] == "consumer" and row["offset_lag"]
    ]
    behind.sort(key=lambda row: (-row["offset_lag"], row["queue_name"], row["consumer_group"]))
    return [
        {
            "queue": row["queue_name"],
            "group": row["consumer_group"],
            "offset lag": row["offset_lag"],
            "time lag, seconds": row["time_lag_max_seconds"],
            "partitions behind": row["lagging_partitions"],
            "verdict": row["verdict"],
        }
        for row in behind[:WORST_GROUPS]
    ]


def plot(login: Login, worst: Sequence[dict[str, Any]], file: Path) -> None:
    """Draw the lag of the worst groups, or without one that of the whole system, over the snapshots
    that the database has."""
    names = [(row["queue"], row["group"]) for row in worst[:MAX_LINES]] or [("", "")]
    database = login.database()
    try:
        lines = {
            f"{group} on {queue}" if queue else "all groups": database.fetch(
                statements.LAG_OVER_TIME, ("consumer" if queue else "system", queue, group)
            )
            for queue, group in names
        }
    finally:
        database.close()
    file.write_text(time_plot("Offset lag: messages that are not completed", lines), "utf-8")
