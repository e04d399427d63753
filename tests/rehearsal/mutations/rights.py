"""Rights that are wider than their purpose, or too narrow for it: AWS accepts both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.rehearsal.mutations.planting import Mutation, document, inputs, left_out, policy


def _without_condition(*actions: str) -> Callable[[list[Any]], list[Any]]:
    """The statements on these actions, without their conditions."""

    def change(said: list[Any]) -> list[Any]:
        return [
            {k: v for k, v in each.items() if k != "Condition" or each["Action"] != list(actions)}
            for each in said
        ]

    return change


def _may_also(action: str, resource: str) -> Callable[[list[Any]], list[Any]]:
    return lambda said: [*said, {"Effect": "Allow", "Action": [action], "Resource": [resource]}]


def _with_condition(said: dict[str, Any]) -> dict[str, Any]:
    narrowed = {"StringEquals": {"aws:SourceAccount": "123456789012"}}
    return {**said, "Statement": [{**each, "Condition": narrowed} for each in said["Statement"]]}


MUTATIONS: Final = (
    Mutation(
        "a job that may open payloads",
        "rules",
        policy("job-retention", _without_condition("kms:Decrypt", "kms:GenerateDataKey")),
        "may open a file and the secret and a payload",
    ),
    Mutation(
        "a replay that may delete what it replays",
        "rules",
        policy("job-replay", _may_also("s3:DeleteObject", "arn:aws:s3:::*/archive/*")),
        "may delete what is in archive/",
    ),
    Mutation(
        "a lag job that cannot write",
        "rules",
        policy("job-lag", lambda said: [e for e in said if "/lag/" not in str(e["Resource"])]),
        "may not write what is in lag/",
    ),
    Mutation(
        "a job that may set any tag",
        "rules",
        policy("job-lag", _without_condition("ec2:CreateTags")),
        "may set any tag on a network-interface",
    ),
    Mutation(
        "Glue may not mark its interfaces",
        "rules",
        policy("job-lag", lambda said: [e for e in said if "ec2:CreateTags" not in e["Action"]]),
        "cannot mark the interfaces",
    ),
    Mutation(
        "a default group as AWS makes it",
        "rules",
        left_out("ec2/defaultSecurityGroup:DefaultSecurityGroup", "default"),
        "keeps its default group",
    ),
    Mutation(
        "an endpoint for every account",
        "rules",
        inputs("ec2/vpcEndpoint:VpcEndpoint", "secretsmanager", policy=None),
        "takes requests with keys of any account",
    ),
    Mutation(
        "a queue of failures that answers without TLS",
        "rules",
        left_out("sqs/queuePolicy:QueuePolicy", "reclaim-failures"),
        "answers without TLS",
    ),
    Mutation(
        "metrics for everybody",
        "rules",
        inputs("apigatewayv2/route:Route", "GET /metrics/prometheus", authorizationType="NONE"),
        "GET /metrics/prometheus is NONE, not JWT",
    ),
    Mutation(
        "health checks without a limit",
        "rules",
        inputs("apigatewayv2/stage:Stage", "api", routeSettings=None),
        "as often as they like",
    ),
    Mutation(
        "a trust with a key that Glue does not send",
        "rules",
        document("iam/role:Role", "job-lag", "assumeRolePolicy", _with_condition),
        "can be taken on by nobody",
    ),
)
