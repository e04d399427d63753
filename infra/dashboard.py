"""One page to look at first: incoming messages, waiting messages, failures, the database's work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pulumi
import pulumi_aws as aws

from infra.job_rights import METRICS_NAMESPACE
from infra.objectives import budgets, dimensions
from infra.watched import Watched

#: The grid on which CloudWatch lays widgets.
COLUMNS, WIDTH, HEIGHT = 24, 8, 6

Metric = tuple[str, str, Mapping[str, pulumi.Input[str]]]


def dashboard(
    watched: Watched, opts: pulumi.ResourceOptions | None = None
) -> aws.cloudwatch.Dashboard:
    """The page, with three widgets in a row."""
    ours = {"service": watched.stack.prefix}
    api = {"ApiId": watched.api.id}
    cluster = {"DBClusterIdentifier": watched.cluster.cluster_identifier}

    def own(*names: str) -> list[Metric]:
        return [(METRICS_NAMESPACE, name, ours) for name in names]

    def of_functions(metric: str, *names: str) -> list[Metric]:
        return [
            ("AWS/Lambda", metric, {"FunctionName": watched.functions[name].function.name})
            for name in names
        ]

    hot = ("push", "pop", "ack")
    charts: list[tuple[str, str, list[Metric]]] = [
        ("Messages", "Sum", own("MessagesPushed", "MessagesPopped", "MessagesAcked")),
        ("Oldest message (s)", "Maximum", own("OldestMessageAge")),
        ("Open messages", "Maximum", own("OpenMessages")),
        ("Given up, expired", "Sum", own("DeadLetters", "MessagesExpired", "LeasesExpired")),
        ("Requests", "Sum", [("AWS/ApiGateway", name, api) for name in ("Count", "4xx", "5xx")]),
        ("Latency (ms)", "p99", [("AWS/ApiGateway", "Latency", api)]),
        ("Function time (ms)", "p99", of_functions("Duration", *hot)),
        ("Functions at once", "Maximum", of_functions("ConcurrentExecutions", *hot)),
        ("Function errors, throttles", "Sum",
         of_functions("Errors", *hot) + of_functions("Throttles", *hot)),
        ("Database size (ACU)", "Average", [("AWS/RDS", "ServerlessDatabaseCapacity", cluster)]),
        ("Database connections", "Maximum", [("AWS/RDS", "DatabaseConnections", cluster)]),
        ("Commit latency (ms)", "Average", [("AWS/RDS", "CommitLatency", cluster)]),
    ]  # fmt: skip
    objectives = watched.stack.config.lag_slo
    if objectives:
        lags = [
            (METRICS_NAMESPACE, "ObjectiveLag", dimensions(watched, name)) for name in objectives
        ]
        charts.append(("Lag of objectives (s)", "Maximum", lags))
    shown = [_chart(*chart, watched.stack.region) for chart in charts]
    if objectives:
        shown.append(budgets(watched))
    widgets = [_widget(index, properties) for index, properties in enumerate(shown)]
    return aws.cloudwatch.Dashboard(
        "dashboard",
        dashboard_name=watched.stack.prefix,
        dashboard_body=pulumi.Output.json_dumps({"widgets": widgets}),
        opts=opts,
    )


def _chart(title: str, statistic: str, metrics: Sequence[Metric], region: str) -> dict[str, Any]:
    return {
        "title": title,
        "region": region,
        "stat": statistic,
        "period": 60,
        "metrics": [
            [namespace, name, *(part for pair in of.items() for part in pair)]
            for namespace, name, of in metrics
        ],
    }


def _widget(index: int, properties: dict[str, Any]) -> dict[str, Any]:
    row, column = divmod(index, COLUMNS // WIDTH)
    return {
        "type": "metric",
        "x": column * WIDTH,
        "y": row * HEIGHT,
        "width": WIDTH,
        "height": HEIGHT,
        "properties": properties,
    }
