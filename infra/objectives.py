"""Objectives of lag: the alarm of each, and their place on the dashboard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pulumi

from infra.job_rights import METRICS_NAMESPACE
from infra.watched import MINUTE, Alarm, Watched

#: The time over which an error budget is spent.
BUDGET_DAYS = 30


def of_objectives(watched: Watched) -> Iterator[Alarm]:
    """One rings when its messages waited too long in three of the last five counts."""
    config = watched.stack.config
    for name, objective in config.lag_slo.items():
        group, queue = objective.consumer_group or "any group", objective.queue or "any queue"
        yield Alarm(
            name=f"lag-slo-{name}",
            words=f"Messages wait for longer than {objective.seconds} s: of {group}, on {queue}.",
            namespace=METRICS_NAMESPACE, metric="ObjectiveMissed",
            dimensions=dimensions(watched, name), statistic="Maximum", threshold=0,
            period_seconds=MINUTE * config.reclaim_rate, periods=5, bad_periods=3,
        )  # fmt: skip


def dimensions(watched: Watched, name: str) -> Mapping[str, pulumi.Input[str]]:
    """Those of the metrics of an objective."""
    return {"service": watched.stack.prefix, "Objective": name}


def budgets(watched: Watched) -> dict[str, Any]:
    """The properties of a widget: how much of each error budget is left, in percent. A month in
    which every count misses its objective leaves far less than nothing."""
    rows: list[list[Any]] = []
    for index, (name, objective) in enumerate(watched.stack.config.lag_slo.items()):
        allowed = 1 - objective.percent / 100
        of = [part for pair in dimensions(watched, name).items() for part in pair]
        rows += [
            [METRICS_NAMESPACE, "ObjectiveMissed", *of, {"id": f"missed{index}", "visible": False}],
            [{
                "id": f"left{index}",
                "label": name,
                "expression": f"100 * (1 - missed{index} / {allowed:.6g})",
            }],
        ]  # fmt: skip
    return {
        "title": f"Error budgets left (%), {BUDGET_DAYS} days",
        "region": watched.stack.region,
        "view": "singleValue",
        "stat": "Average",
        "start": f"-P{BUDGET_DAYS}D",
        "end": "P0D",
        "period": BUDGET_DAYS * 24 * 60 * MINUTE,
        "setPeriodToTimeRange": True,
        "metrics": rows,
    }
