"""Sends the numbers of a run to CloudWatch, a thousand a call: one call takes no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from regent.aws import client, failures

_PER_CALL: Final = 1_000
Unit = Literal["Count", "Seconds", "Count/Second", "None"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A number with its dimensions, 30 at most."""

    name: str
    value: float
    unit: Unit
    dimensions: Mapping[str, str]


def put(metrics: Sequence[Metric], *, namespace: str, region: str | None, at: datetime) -> int:
    """Send metrics; return how many. AwsFailed says what went wrong."""
    with failures():
        cloudwatch = client("cloudwatch", region)
        for first in range(0, len(metrics), _PER_CALL):
            data = [_datum(metric, at) for metric in metrics[first : first + _PER_CALL]]
            cloudwatch.put_metric_data(Namespace=namespace, MetricData=data)
    return len(metrics)


def _datum(metric: Metric, at: datetime) -> dict[str, Any]:
    return {
        "MetricName": metric.name,
        "Timestamp": at,
        "Value": metric.value,
        "Unit": metric.unit,
        "Dimensions": [
            {"Name": name, "Value": value[:1024]} for name, value in metric.dimensions.items()
        ],
    }
