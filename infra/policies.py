"""IAM's documents: permissions as statements, and roles made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pulumi
import pulumi_aws as aws

#: Lambda does these for a function in a network, with the function's own role. Its code may not.
NETWORK_ACTIONS = (
    "ec2:AssignPrivateIpAddresses",
    "ec2:CreateNetworkInterface",
    "ec2:DeleteNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:UnassignPrivateIpAddresses",
)


@dataclass(frozen=True)
class Statement:
    """Actions on resources, allowed or denied."""

    actions: Sequence[str]
    resources: Sequence[pulumi.Input[str]]
    effect: str = "Allow"
    condition: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The statement as IAM writes it."""
        body: dict[str, Any] = {
            "Effect": self.effect,
            "Action": list(self.actions),
            "Resource": list(self.resources),
        }
        return {**body, "Condition": self.condition} if self.condition else body


@dataclass(frozen=True)
class Acting:
    """A role. A resource that uses it waits for its policy, or it would start without
    permissions."""

    arn: pulumi.Output[str]
    policy: aws.iam.RolePolicy


def document(statements: Sequence[Statement]) -> pulumi.Output[str]:
    """A policy document."""
    return pulumi.Output.json_dumps(
        {"Version": "2012-10-17", "Statement": [each.as_json() for each in statements]}
    )


def role(
    name: str,
    service: str,
    statements: Sequence[Statement],
    opts: pulumi.ResourceOptions,
    trust_condition: dict[str, Any] | None = None,
) -> Acting:
    """A role that one service may assume, and its permissions."""
    trust = {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": service}}
    if trust_condition:
        # Without it another account could have the service assume this role on its behalf. For
        # services that are not said to send it, a condition would shut the role for everybody;
        # whoever hands them a role needs iam:PassRole in the role's own account.
        trust["Condition"] = trust_condition
    made = aws.iam.Role(
        name,
        assume_role_policy=pulumi.Output.json_dumps(
            {"Version": "2012-10-17", "Statement": [trust]}
        ),
        opts=opts,
    )
    policy = aws.iam.RolePolicy(name, role=made.name, policy=document(statements), opts=opts)
    return Acting(made.arn, policy)
