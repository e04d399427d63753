"""Alarms that nobody would hear or that ring for nothing, and limits that they are about."""

from __future__ import annotations

from typing import Any, Final

from tests.rehearsal.mutations.planting import Mutation, document, inputs, left_out


def _conditional(said: dict[str, Any]) -> dict[str, Any]:
    condition = {"ArnLike": {"aws:SourceArn": "arn:aws:events:eu-west-1:123456789012:rule/*"}}
    return {**said, "Statement": [{"Condition": condition, **each} for each in said["Statement"]]}


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
        "a failed mail that nobody notices",
        "rules",
        left_out("cloudwatch/metricAlarm:MetricAlarm", "job-failed-untold"),
        "fails unnoticed",
    ),
)  # fmt: skip
