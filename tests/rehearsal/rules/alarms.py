"""Alarms and the dashboard: every metric that they watch is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.records import Stack
from tests.rehearsal.rules.rule import Rule, document, texts

OWN: Final = "Regent"
#: AWS's metrics that we watch, with the dimensions under which they are written.
AWS_METRICS: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "AWS/ApiGateway": ("ApiId", frozenset({"4xx", "5xx", "Count", "Latency"})),
    "AWS/Lambda": (
        "FunctionName",
        frozenset({"Invocations", "Errors", "Duration", "Throttles", "ConcurrentExecutions"}),
    ),
    "AWS/Events": ("RuleName", frozenset({"FailedInvocations"})),
    "AWS/Scheduler": ("ScheduleGroup", frozenset({"TargetErrorCount"})),
    "AWS/RDS": (
        "DBClusterIdentifier",
        frozenset(
            {
                "ACUUtilization", "ServerlessDatabaseCapacity", "DatabaseConnections",
                "CommitLatency", "CPUUtilization", "VolumeBytesUsed",
            }
        ),
    ),
}  # fmt: skip


#: Written without a dimension, too: of all functions together.
OF_THE_ACCOUNT: Final = {("AWS/Lambda", "Throttles")}


class Watched(NamedTuple):
    """A metric that an alarm or a dashboard uses."""

    by: str
    namespace: str
    name: str
    dimensions: Mapping[str, str]


def watched(stack: Stack) -> Iterator[Watched]:
    """The metrics of all alarms and dashboards."""
    for alarm in stack.resources.of("cloudwatch/metricAlarm:MetricAlarm"):
        single = [alarm.inputs] if "metricName" in alarm.inputs else []
        queries = [each.get("metric") for each in alarm.inputs.get("metricQueries", [])]
        for metric in [*single, *filter(None, queries)]:
            yield Watched(
                alarm.label, metric["namespace"], metric["metricName"], metric.get("dimensions", {})
            )
    for board in stack.resources.of("cloudwatch/dashboard:Dashboard"):
        for widget in document(board.inputs["dashboardBody"])["widgets"]:
            # What is computed has no metric of its own.
            rows = widget["properties"].get("metrics", [])
            for row in (each for each in rows if isinstance(each[0], str)):
                namespace, name, *pairs = [each for each in row if isinstance(each, str)]
                dimensions = dict(list(pairwise(pairs))[::2])
                yield Watched(board.label, namespace, name, dimensions)


def metrics_that_exist(stack: Stack) -> Iterator[str]:
    """AWS's metrics belong to a resource of the stack; ours are compared with the functions'
    output."""
    names = {
        "FunctionName": _names(stack, "lambda/function:Function"),
        "ScheduleGroup": _names(stack, "scheduler/scheduleGroup:ScheduleGroup"),
        "RuleName": _names(stack, "cloudwatch/eventRule:EventRule"),
        "ApiId": {each.id for each in stack.resources.of("apigatewayv2/api:Api")},
        "DBClusterIdentifier": {each.id for each in stack.resources.of("rds/cluster:Cluster")},
    }
    for metric in watched(stack):
        if metric.namespace == OWN:
            continue
        if metric.namespace not in AWS_METRICS:
            yield f"{metric.by} looks at {metric.namespace}, where nobody writes"
            continue
        dimension, known = AWS_METRICS[metric.namespace]
        if metric.name not in known:
            yield f"{metric.by} looks at {metric.namespace} {metric.name}, which is none"
        if not metric.dimensions and (metric.namespace, metric.name) in OF_THE_ACCOUNT:
            continue
        if set(metric.dimensions) != {dimension}:
            yield f"{metric.by} looks at {metric.name} by {sorted(metric.dimensions)}"
        elif metric.dimensions[dimension] not in names[dimension]:
            yield f"{metric.by} looks at {metric.dimensions}, which the stack does not have"


def _names(stack: Stack, type_: str) -> set[Any]:
    return {each.outputs["name"] for each in stack.resources.of(type_)}


def somebody_is_told(stack: Stack) -> Iterator[str]:
    """An alarm has an action that notifies people; the topic accepts CloudWatch's messages."""
    topics = {each.outputs["arn"]: each for each in stack.resources.of("sns/topic:Topic")}
    alarms = stack.resources.of("cloudwatch/metricAlarm:MetricAlarm")
    if not alarms:
        yield "there are no alarms"
    for alarm in alarms:
        if not set(alarm.inputs.get("alarmActions", [])) & set(topics):
            yield f"{alarm.label} tells nobody"
        if alarm.inputs.get("actionsEnabled") is False:
            yield f"{alarm.label} is off"
        if not alarm.inputs.get("treatMissingData"):
            yield f"{alarm.label} does not say what silence means"
    policies = stack.resources.of("sns/topicPolicy:TopicPolicy")
    for arn, topic in topics.items():
        said = [each for each in policies if each.inputs["arn"] == arn]
        services = list(texts([parsed(each.inputs["policy"]) for each in said]))
        if said and "cloudwatch.amazonaws.com" not in services:
            yield f"{topic.label} has a policy that lets no alarm in"
        if topic.inputs.get("kmsMasterKeyId") == "alias/aws/sns":
            yield f"{topic.label} is encrypted with a key that CloudWatch may not use"
    email = stack.config.get("alarmEmail")
    told = [
        each.inputs["endpoint"]
        for each in stack.resources.of("sns/topicSubscription:TopicSubscription")
    ]
    if told != ([email] if email else []):
        yield f"the topic tells {told}, alarmEmail is {email}"


def events_reach_their_topic(stack: Stack) -> Iterator[str]:
    """EventBridge publishes to a topic only by a statement without a condition. Another alarm tells
    when it could not."""
    watched_rules = {
        alarm.inputs.get("dimensions", {}).get("RuleName")
        for alarm in stack.resources.of("cloudwatch/metricAlarm:MetricAlarm")
        if alarm.inputs.get("metricName") == "FailedInvocations"
    }
    for target in stack.resources.of("cloudwatch/eventTarget:EventTarget"):
        said = [
            statement
            for policy in stack.resources.of("sns/topicPolicy:TopicPolicy")
            if policy.inputs["arn"] == target.inputs["arn"]
            for statement in parsed(policy.inputs["policy"])
            if "events.amazonaws.com" in texts(statement["Principal"])
        ]
        if not allows(said, "sns:Publish", target.inputs["arn"]):
            yield f"{target.label} may not publish, or under a condition that EventBridge ignores"
        if target.inputs["rule"] not in watched_rules:
            yield f"{target.label} fails unnoticed: no alarm on its FailedInvocations"


def alarms_that_end(stack: Stack) -> Iterator[str]:
    """A failed run of the reclaim is done by the next one: an alarm on it rings when they fail
    again and again, and stops by itself. The silence before a first run rings nothing."""
    reclaim = {
        schedule.inputs["target"]["arn"].rpartition(":")[2]
        for schedule in stack.resources.of("scheduler/schedule:Schedule")
    }
    for alarm in stack.resources.of("cloudwatch/metricAlarm:MetricAlarm"):
        inputs = alarm.inputs
        if inputs.get("namespace") == "AWS/SQS":
            yield f"{alarm.label} rings until somebody empties a queue"
        of_reclaim = inputs.get("dimensions", {}).get("FunctionName") in reclaim
        bad = inputs.get("datapointsToAlarm", inputs["evaluationPeriods"])
        repeated = of_reclaim or inputs.get("namespace") == "AWS/Scheduler"
        if repeated and bad < 2:
            yield f"{alarm.label} rings for a single minute"


RULES: Final[tuple[Rule, ...]] = (
    alarms_that_end,
    metrics_that_exist,
    somebody_is_told,
    events_reach_their_topic,
)
