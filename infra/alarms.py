"""The alarms that notify an operator. Each has a section of its name in docs/run/operations.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pulumi
import pulumi_aws as aws

from infra.config import StackConfig
from infra.handlers import API_TIMEOUT_SECONDS, HOT
from infra.job_alarms import of_the_jobs
from infra.job_rights import METRICS_NAMESPACE
from infra.objectives import of_objectives
from infra.policies import Statement
from infra.stack import Stack
from infra.watched import MINUTE, Alarm, Watched
from regent.alarms import DEAD_LETTERS, LOG_HELD, OLDEST_MESSAGE, RECLAIM_SILENT

#: The share of errors among all answers of a few minutes.
SERVER_ERROR_PERCENT = 1
#: A tenth of the time is left.
DURATION_LIMIT_MS = API_TIMEOUT_SECONDS * 900
#: The share of the connections that the database takes.
CONNECTIONS_PERCENT = 80
#: Of AWS's table, the smallest size has the fewest.
CONNECTIONS_PER_ACU = 189


class Alarms(pulumi.ComponentResource):
    """The topic, its subscribers, and the alarms."""

    def __init__(
        self, name: str, watched: Watched, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("regent:infra:Alarms", name, None, opts)
        stack = watched.stack
        child = pulumi.ResourceOptions(parent=self)
        self.topic = aws.sns.Topic("alarms", name=f"{stack.prefix}-alarms", opts=child)
        if stack.config.alarm_email:
            aws.sns.TopicSubscription(
                "email",
                topic=self.topic.arn,
                protocol="email",
                endpoint=stack.config.alarm_email,
                opts=child,
            )
            if stack.config.budget_dollars:
                _budget(stack, stack.config.budget_dollars, stack.config.alarm_email, child)
        rule = self._hear_of_failed_jobs(watched, child)
        rung = (*alarms(watched), _untold(rule))
        self.arns = [_alarm(alarm, stack, self.topic, child).arn for alarm in rung]
        self.register_outputs({"topic": self.topic.arn})

    def _hear_of_failed_jobs(
        self, watched: Watched, child: pulumi.ResourceOptions
    ) -> aws.cloudwatch.EventRule:
        """Glue's metrics count tasks, not runs. EventBridge gets an event for each run that
        failed."""
        rule = aws.cloudwatch.EventRule(
            "job-failed",
            name=f"{watched.stack.prefix}-job-failed",
            description="A run of a job failed. See docs/run/operations.md, job-failed.",
            event_pattern=pulumi.Output.json_dumps(
                {
                    "source": ["aws.glue"],
                    "detail-type": ["Glue Job State Change"],
                    "detail": {
                        "jobName": [job.name for job in watched.jobs.jobs.values()],
                        "state": ["FAILED", "TIMEOUT", "ERROR"],
                    },
                }
            ),
            opts=child,
        )
        publish = Statement(["sns:Publish"], [self.topic.arn]).as_json()
        ours = {"StringEquals": {"aws:SourceAccount": watched.stack.account}}
        policy = aws.sns.TopicPolicy(
            "alarms",
            arn=self.topic.arn,
            policy=pulumi.Output.json_dumps(
                {
                    "Version": "2012-10-17",
                    "Statement": [
                        {
                            **publish,
                            "Principal": {"Service": "cloudwatch.amazonaws.com"},
                            "Condition": ours,
                        },
                        # EventBridge sends nothing along that a condition could look at: with one,
                        # this statement would never allow anything.
                        {**publish, "Principal": {"Service": "events.amazonaws.com"}},
                    ],
                }
            ),
            opts=child,
        )
        aws.cloudwatch.EventTarget(
            "job-failed",
            rule=rule.name,
            arn=self.topic.arn,
            opts=pulumi.ResourceOptions(parent=self, depends_on=[policy]),
        )
        return rule


def _budget(stack: Stack, dollars: float, email: str, opts: pulumi.ResourceOptions) -> None:
    """Of the account, because AWS tells stacks apart only by tags that somebody made tags of the
    bill. A mail when the month is going to cost more, and one when it has."""
    notification = aws.budgets.BudgetNotificationArgs
    aws.budgets.Budget(
        "month",
        name=f"{stack.prefix}-month",
        budget_type="COST",
        limit_amount=f"{dollars:.2f}",
        limit_unit="USD",
        time_unit="MONTHLY",
        notifications=[
            notification(
                comparison_operator="GREATER_THAN", notification_type=kind, threshold=100,
                threshold_type="PERCENTAGE", subscriber_email_addresses=[email],
            )
            for kind in ("FORECASTED", "ACTUAL")
        ],
        opts=opts,
    )  # fmt: skip


def _untold(rule: aws.cloudwatch.EventRule) -> Alarm:
    """CloudWatch tells of it by a permission of its own."""
    return Alarm(
        name="job-failed-untold",
        words="EventBridge could not tell the alarms' topic that a job failed.",
        namespace="AWS/Events", metric="FailedInvocations", dimensions={"RuleName": rule.name},
        statistic="Sum", threshold=0,
    )  # fmt: skip


def _alarm(
    alarm: Alarm, stack: Stack, topic: aws.sns.Topic, opts: pulumi.ResourceOptions
) -> aws.cloudwatch.MetricAlarm:
    metric: dict[str, Any] = {
        "metric_name": alarm.metric,
        "namespace": alarm.namespace,
        "dimensions": dict(alarm.dimensions),
        "period": alarm.period_seconds,
    }
    if alarm.percent_of is None:
        looks_at: dict[str, Any] = {**metric, "statistic": alarm.statistic}
    else:
        query = aws.cloudwatch.MetricAlarmMetricQueryArgs
        of = aws.cloudwatch.MetricAlarmMetricQueryMetricArgs
        whole = {**metric, "metric_name": alarm.percent_of}
        looks_at = {
            "metric_queries": [
                query(id="part", metric=of(**metric, stat=alarm.statistic)),
                query(id="whole", metric=of(**whole, stat=alarm.statistic)),
                query(id="percent", expression="100 * part / whole", return_data=True),
            ]
        }
    return aws.cloudwatch.MetricAlarm(
        alarm.name,
        name=f"{stack.prefix}-{alarm.name}",
        alarm_description=f"{alarm.words} See docs/run/operations.md, {alarm.name}.",
        evaluation_periods=alarm.periods,
        datapoints_to_alarm=alarm.bad_periods,
        threshold=alarm.threshold,
        comparison_operator=(
            "GreaterThanThreshold" if alarm.when == "above" else "LessThanThreshold"
        ),
        treat_missing_data=alarm.silence,
        alarm_actions=[topic.arn],
        ok_actions=[topic.arn],
        opts=opts,
        **looks_at,
    )


def alarms(watched: Watched) -> Iterator[Alarm]:
    """All of them."""
    yield from _of_the_queues(watched)
    yield from _of_the_requests(watched)
    yield from _of_the_machinery(watched)
    yield from of_objectives(watched)
    yield from of_the_jobs(watched)


def _of_the_queues(watched: Watched) -> Iterator[Alarm]:
    ours = {"service": watched.stack.prefix}
    minute = MINUTE * watched.stack.config.reclaim_rate
    yield Alarm(
        name=OLDEST_MESSAGE.name, words=OLDEST_MESSAGE.words,
        namespace=METRICS_NAMESPACE, metric="OldestMessageAge", dimensions=ours,
        statistic="Maximum", threshold=OLDEST_MESSAGE.above,
        period_seconds=OLDEST_MESSAGE.minutes * minute,
    )  # fmt: skip
    yield Alarm(
        name=DEAD_LETTERS.name, words=DEAD_LETTERS.words,
        namespace=METRICS_NAMESPACE, metric="DeadLetters", dimensions=ours,
        statistic="Sum", threshold=DEAD_LETTERS.above,
        period_seconds=DEAD_LETTERS.minutes * MINUTE,
    )  # fmt: skip
    yield Alarm(
        name=LOG_HELD.name, words=LOG_HELD.words,
        namespace=METRICS_NAMESPACE, metric="LogHeld", dimensions=ours,
        statistic="Maximum", threshold=LOG_HELD.above,
        period_seconds=LOG_HELD.minutes * minute,
    )  # fmt: skip


def _of_the_requests(watched: Watched) -> Iterator[Alarm]:
    api = {"ApiId": watched.api.id}
    yield Alarm(
        name="server-errors",
        words="More than one answer in a hundred is a 5xx.",
        namespace="AWS/ApiGateway", metric="5xx", dimensions=api,
        statistic="Sum", percent_of="Count", threshold=SERVER_ERROR_PERCENT, periods=2,
    )  # fmt: skip
    yield Alarm(
        name="throttles-anywhere",
        words="Lambda refused calls of some function of this account: too many at once.",
        namespace="AWS/Lambda", metric="Throttles", dimensions={},
        statistic="Sum", threshold=0,
    )  # fmt: skip
    waiting = {name for name, function in watched.functions.items() if function.spec.waits}
    for name in sorted(HOT | waiting):
        dimensions = {"FunctionName": watched.functions[name].function.name}
        yield Alarm(
            name=f"throttles-{name}",
            words=f"Lambda refused calls of {name}: too many at once.",
            namespace="AWS/Lambda", metric="Throttles", dimensions=dimensions,
            statistic="Sum", threshold=0,
        )  # fmt: skip
        if name in HOT:
            yield Alarm(
                name=f"duration-{name}",
                words=f"{name} came close to its time limit.",
                namespace="AWS/Lambda", metric="Duration", dimensions=dimensions,
                statistic="Maximum", threshold=DURATION_LIMIT_MS,
            )  # fmt: skip

    if watched.stack.config.encryption:
        yield Alarm(
            name="keys-refused",
            words="A key of encrypted payloads could not be had.",
            namespace=METRICS_NAMESPACE, metric="KeysRefused",
            dimensions={"service": watched.stack.prefix},
            statistic="Sum", threshold=0,
        )  # fmt: skip


def most_connections(config: StackConfig) -> int:
    """How many connections the database takes at least, at its largest size. docs/run/operations.md
    has AWS's own numbers."""
    most = 2_000 if config.min_acu <= 0.5 else 5_000
    return min(most, int(config.max_acu * CONNECTIONS_PER_ACU))


def _of_the_machinery(watched: Watched) -> Iterator[Alarm]:
    config = watched.stack.config
    interval = MINUTE * config.reclaim_rate
    yield Alarm(
        name=RECLAIM_SILENT.name, words=RECLAIM_SILENT.words,
        namespace="AWS/Lambda", metric="Invocations",
        dimensions={"FunctionName": watched.reclaim.function.name},
        statistic="Sum", threshold=1,
        period_seconds=RECLAIM_SILENT.above * interval,
        # Twice: of a new stack, the time before its first run is silent, too.
        periods=2, when="below", silence="breaching",
    )  # fmt: skip
    # A single failure means nothing, because the next run does its work.
    yield Alarm(
        name="reclaim-failed",
        words="The reclaim fails again and again.",
        namespace="AWS/Lambda", metric="Errors",
        dimensions={"FunctionName": watched.reclaim.function.name},
        statistic="Sum", threshold=0, period_seconds=interval, periods=5, bad_periods=3,
    )  # fmt: skip
    yield Alarm(
        name="reclaim-not-started",
        words="The schedule cannot call the reclaim.",
        namespace="AWS/Scheduler", metric="TargetErrorCount",
        dimensions={"ScheduleGroup": watched.schedules},
        statistic="Sum", threshold=0, period_seconds=interval, periods=5, bad_periods=3,
    )  # fmt: skip
    yield Alarm(
        name="database-connections",
        words="The database has nearly as many connections as it takes.",
        namespace="AWS/RDS", metric="DatabaseConnections",
        dimensions={"DBClusterIdentifier": watched.cluster.cluster_identifier},
        statistic="Maximum", threshold=CONNECTIONS_PERCENT * most_connections(config) // 100,
    )  # fmt: skip
    yield Alarm(
        name="database-at-maximum",
        words="The database works at its largest size.",
        namespace="AWS/RDS", metric="ACUUtilization",
        dimensions={"DBClusterIdentifier": watched.cluster.cluster_identifier},
        statistic="Average", threshold=95, periods=3,
    )  # fmt: skip
