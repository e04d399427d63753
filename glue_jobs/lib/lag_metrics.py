"""The metrics of a snapshot, for CloudWatch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from glue_jobs.lib.cloudwatch import Metric
from regent.stores.lag import VERDICTS

Row = Mapping[str, Any]


def metrics_of(rollups: Sequence[Row], groups: int, service: str) -> list[Metric]:
    """Metrics of the system, and of the ``groups`` groups on queues that are furthest behind. There
    is a bound because CloudWatch bills each metric by the month. ``service`` is the installation:
    two of them in one account would otherwise write into the same metrics."""
    consumers = [row for row in rollups if row["scope"] == "consumer"]
    consumers.sort(key=lambda row: (-row["offset_lag"], row["queue_name"], row["consumer_group"]))
    system = [row for row in rollups if row["scope"] == "system"]
    return [metric for row in [*system, *consumers[:groups]] for metric in _of(row, service)]


def _of(row: Row, service: str) -> Iterator[Metric]:
    alone = row["scope"] == "system"
    names = {"service": service}
    if not alone:
        names |= {"Queue": row["queue_name"], "ConsumerGroup": row["consumer_group"]}
    yield Metric("OffsetLag", row["offset_lag"], "Count", names)
    yield Metric("TimeLag", row["time_lag_max_seconds"], "Seconds", names)
    yield Metric("LaggingPartitions", row["lagging_partitions"], "Count", names)
    # From 0, ok, to 4, rewound. An alarm on 2 and more is one on groups that do not move.
    yield Metric("Verdict", VERDICTS.index(row["verdict"]), "None", names)
    if alone:
        for verdict in VERDICTS[1:]:
            name = f"{verdict.capitalize()}Partitions"
            yield Metric(name, row[f"{verdict}_partitions"], "Count", names)
