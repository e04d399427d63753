"""Alarms that nobody would hear, and alarms that ring for nothing."""

from __future__ import annotations

from typing import Any, Final

from tests.rehearsal.mutations.planting import Mutation, document, left_out


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
        "a failed mail that nobody notices",
        "rules",
        left_out("cloudwatch/metricAlarm:MetricAlarm", "job-failed-untold"),
        "fails unnoticed",
    ),
)
