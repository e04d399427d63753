"""What is made before what: a resource that is there too early fails once, and nobody tries
again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import role_of
from tests.rehearsal.stories.telling import FUNCTION, Story, named, only


def nobody_acts_before_they_may(stack: Stack) -> Iterator[str]:
    """A service takes a role on as soon as it is told to. Without the role's rights the first run
    of a job fails, and the first call of the reclaim; and Lambda refuses to send failures to a
    queue that the function may not write to."""
    for job in stack.resources.of("glue/job:Job"):
        yield from _waits_for_its_rights(stack, job, job.inputs["roleArn"])
    for schedule in stack.resources.of("scheduler/schedule:Schedule"):
        yield from _waits_for_its_rights(stack, schedule, schedule.inputs["target"]["roleArn"])
    failures = only(stack, "lambda/functionEventInvokeConfig:FunctionEventInvokeConfig")
    reclaim = named(stack, FUNCTION)["reclaim"]
    yield from _waits_for_its_rights(stack, failures, reclaim.inputs["role"])


def _waits_for_its_rights(stack: Stack, resource: Resource, role_arn: Any) -> Iterator[str]:
    role = role_of(stack, role_arn)
    rights = {
        each.urn
        for each in stack.resources.of("iam/rolePolicy:RolePolicy")
        if role is not None and each.inputs["role"] == role.outputs["name"]
    }
    if not rights or not rights <= resource.needs:
        yield f"{resource.label} may act before its role may do anything"


def jobs_find_the_schema(stack: Stack) -> Iterator[str]:
    """A trigger may start a job in the minute in which it is made."""
    call = only(stack, "lambda/invocation:Invocation")
    for job in stack.resources.of("glue/job:Job"):
        if call.urn not in job.needs:
            yield f"{job.label} may run before the schema is there"


def who_hands_on_may_do_so(stack: Stack) -> Iterator[str]:
    """EventBridge may publish before it hears of the first job that failed. AWS refuses to lead a
    proxy to a cluster whose instances are still being made."""
    policy = only(stack, "sns/topicPolicy:TopicPolicy")
    for target in stack.resources.of("cloudwatch/eventTarget:EventTarget"):
        if policy.urn not in target.needs:
            yield f"{target.label} is there before it may publish"
    instances = {each.urn for each in stack.resources.of("rds/clusterInstance:ClusterInstance")}
    for target in stack.resources.of("rds/proxyTarget:ProxyTarget"):
        if not instances <= target.needs:
            yield f"{target.label} is there before the instances are"


STORIES: Final[tuple[Story, ...]] = (
    nobody_acts_before_they_may, jobs_find_the_schema, who_hands_on_may_do_so,
)  # fmt: skip
