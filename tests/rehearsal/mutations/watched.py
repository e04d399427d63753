"""Alarms that nobody would hear or that ring for nothing, and limits that they are about."""

from __future__ import annotations

from typing import Any, Final

from tests.rehearsal.mutations.planting import (
    Changed,
    Mutation,
    document,
    inputs,
    left_out,
    the,
)
from tests.rehearsal.records import Stack


def _conditional(said: dict[str, Any]) -> dict[str, Any]:
    condition = {"ArnLike": {"aws:SourceArn": "arn:aws:events:eu-west-1:123456789012:rule/*"}}
    return {**said, "Statement": [{"Condition": condition, **each} for each in said["Statement"]]}


def _produces_wait(stack: Stack) -> Changed:
    waiting = the(stack, "apigatewayv2/integration:Integration", "topics_waiting")
    target = f"integrations/{waiting.id}"
    return inputs("apigatewayv2/route:Route", "POST /api/v1/produce", target=target)(stack)


MUTATIONS: Final = (
    Mutation(
        "a topic that lets EventBridge in under a condition",
        "rules",
        document("sns/topicPolicy:TopicPolicy", "alarms", "policy", _conditional),
        "under a condition that EventBridge ignores",
    ),
    Mutation(
        "an alarm until somebody empties a queue",
        "rules",
        inputs(
            "cloudwatch/metricAlarm:MetricAlarm", "reclaim-failed", namespace="AWS/SQS",
            metricName="ApproximateNumberOfMessagesVisible",
            dimensions={"QueueName": "regent-rehearsal-reclaim-failures"},
        ),
        "until somebody empties a queue",
    ),
    Mutation(
        "an alarm for one failed run",
        "rules",
        inputs("cloudwatch/metricAlarm:MetricAlarm", "reclaim-failed", datapointsToAlarm=1),
        "rings for a single minute",
    ),
    Mutation(
        "an alarm for a new stack",
        "rules",
        inputs("cloudwatch/metricAlarm:MetricAlarm", "reclaim-silent", evaluationPeriods=1),
        "rings for a single minute",
    ),
    Mutation(
        "consumers that wait take every place",
        "rules",
        inputs("lambda/function:Function", "pop", reservedConcurrentExecutions=-1),
        "places while it waits",
    ),
    Mutation(
        "pushes with a limit",
        "rules",
        inputs("lambda/function:Function", "push", reservedConcurrentExecutions=100),
        "and no more when it needs them",
    ),
    Mutation(
        "produces wait with consumers",
        "rules",
        _produces_wait,
        "POST /api/v1/produce has 100 places",
    ),
    Mutation(
        "Lambda's own lines in the log",
        "rules",
        inputs("lambda/function:Function", "push", loggingConfig__systemLogLevel="INFO"),
        "three lines of Lambda's own for each request",
    ),
    Mutation(
        "a log without metrics",
        "rules",
        inputs("lambda/function:Function", "push", loggingConfig__applicationLogLevel="ERROR"),
        "leaves its metrics out of the log",
    ),
    Mutation(
        "insights that nobody asked for",
        "rules",
        inputs(
            "rds/clusterInstance:ClusterInstance", "database-0", performanceInsightsEnabled=True
        ),
        "has insights: True, the stack says False",
    ),
    Mutation(
        "a tag that each release changes",
        "rules",
        inputs("s3/bucket:Bucket", "archive", tags__Version="2.0.0"),
        "the tag Version is for functions",
    ),
    Mutation(
        "a failed mail that nobody notices",
        "rules",
        left_out("cloudwatch/metricAlarm:MetricAlarm", "job-failed-untold"),
        "fails unnoticed",
    ),
)  # fmt: skip
