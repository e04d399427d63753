"""EventBridge Scheduler calls the reclaim. Failed calls are kept in a queue, to be read."""

from __future__ import annotations

import pulumi
import pulumi_aws as aws

from infra.config import StackConfig
from infra.handlers import RECLAIM
from infra.lambdas import Function, Surroundings
from infra.policies import Statement, role
from infra.stack import Stack
from regent.objectives import as_text

#: A run that could not begin in time is dropped: the next one does its work.
MAX_EVENT_AGE_SECONDS = 60
FAILURES_KEPT_SECONDS = 7 * 24 * 3_600


class Reclaim(pulumi.ComponentResource):
    """The function, its schedule, and the queue of calls that failed."""

    def __init__(
        self, name: str, around: Surroundings, opts: pulumi.ResourceOptions | None = None
    ) -> None:
        super().__init__("regent:infra:Reclaim", name, None, opts)
        stack = around.stack
        child = pulumi.ResourceOptions(parent=self)
        self.failures = _failures(stack, child)
        may_report = Statement(["sqs:SendMessage"], [self.failures.arn])
        self.function = Function(
            RECLAIM,
            around,
            statements=[may_report],
            environment=_measured(stack.config),
            opts=child,
        )
        aws.lambda_.FunctionEventInvokeConfig(
            "reclaim",
            function_name=self.function.function.name,
            maximum_retry_attempts=0,
            maximum_event_age_in_seconds=MAX_EVENT_AGE_SECONDS,
            destination_config=aws.lambda_.FunctionEventInvokeConfigDestinationConfigArgs(
                on_failure=aws.lambda_.FunctionEventInvokeConfigDestinationConfigOnFailureArgs(
                    destination=self.failures.arn
                )
            ),
            opts=pulumi.ResourceOptions(parent=self, depends_on=[self.function.role.policy]),
        )
        group = aws.scheduler.ScheduleGroup("schedules", name=stack.prefix, opts=child)
        self.schedules = group.name
        caller = role(
            f"{stack.prefix}-scheduler",
            "scheduler.amazonaws.com",
            [Statement(["lambda:InvokeFunction"], [self.function.arn]), may_report],
            child,
            {
                "StringEquals": {"aws:SourceAccount": stack.account},
                "ArnEquals": {"aws:SourceArn": group.arn},
            },
        )
        minutes = stack.config.reclaim_rate
        self.schedule = aws.scheduler.Schedule(
            "reclaim",
            name=f"{stack.prefix}-reclaim",
            group_name=group.name,
            description="Ends leases that ran out, counts, rebalances",
            schedule_expression=f"rate({minutes} minute{'s' if minutes > 1 else ''})",
            flexible_time_window=aws.scheduler.ScheduleFlexibleTimeWindowArgs(mode="OFF"),
            target=aws.scheduler.ScheduleTargetArgs(
                arn=self.function.arn,
                role_arn=caller.arn,
                retry_policy=aws.scheduler.ScheduleTargetRetryPolicyArgs(
                    maximum_retry_attempts=0,
                    maximum_event_age_in_seconds=MAX_EVENT_AGE_SECONDS,
                ),
                dead_letter_config=aws.scheduler.ScheduleTargetDeadLetterConfigArgs(
                    arn=self.failures.arn
                ),
            ),
            opts=pulumi.ResourceOptions(parent=self, depends_on=[caller.policy]),
        )
        self.register_outputs({})


def _measured(config: StackConfig) -> dict[str, pulumi.Input[str]]:
    """What the reclaim measures besides the queues."""
    measured: dict[str, pulumi.Input[str]] = {}
    if config.lag_slo:
        measured["REGENT_LAG_SLO"] = as_text(config.lag_slo)
    if config.retention_schedule:
        measured["REGENT_RETENTION"] = "job"
    return measured


def _failures(stack: Stack, opts: pulumi.ResourceOptions) -> aws.sqs.Queue:
    """The queue of failed runs, which speaks TLS only."""
    queue = aws.sqs.Queue(
        "reclaim-failures",
        name=f"{stack.prefix}-reclaim-failures",
        message_retention_seconds=FAILURES_KEPT_SECONDS,
        sqs_managed_sse_enabled=True,
        opts=opts,
    )
    without_tls = {"Bool": {"aws:SecureTransport": "false"}}
    refused = Statement(["sqs:*"], [queue.arn], effect="Deny", condition=without_tls)
    aws.sqs.QueuePolicy(
        "reclaim-failures",
        queue_url=queue.url,
        policy=pulumi.Output.json_dumps(
            {"Version": "2012-10-17", "Statement": [{**refused.as_json(), "Principal": "*"}]}
        ),
        opts=opts,
    )
    return queue
