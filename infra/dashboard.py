"""One page to look at first: incoming messages, waiting messages, failures, the database's work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pulumi
import pulumi_aws as aws

from infra.alarms import Watched
from infra.job_rights import METRICS_NAMESPACE

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
    widgets = [
        _widget(index, title, statistic, metrics, watched.stack.region)
        for index, (title, statistic, metrics) in enumerate(charts)
    ]
    return aws.cloudwatch.Dashboard(
        "dashboard",
        dashboard_name=watched.stack.prefix,
        dashboard_body=pulumi.Output.json_dumps({"widgets": widgets}),
        opts=opts,
    )


def _widget(
    index: int, title: str, statistic: str, metrics: Sequence[Metric], region: str
) -> dict[str, Any]:
    row, column = divmod(index, COLUMNS // WIDTH)
    return {
        "type": "metric",
        "x": column * WIDTH,
        "y": row * HEIGHT,
        "width": WIDTH,
        "height": HEIGHT,
        "properties": {
            "title": title,
            "region": region,
            "stat": statistic,
            "period": 60,
            "metrics": [
                [namespace, name, *(part for pair in dimensions.items() for part in pair)]
                for namespace, name, dimensions in metrics
            ],
        },
    }
