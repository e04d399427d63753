"""Mistakes that AWS refuses: botocore by its service model, moto by the existing resources."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.rehearsal.mutations.planting import Changed, Mutation, inputs, left_out, the
from tests.rehearsal.records import Stack


def _another_type(stack: Stack) -> Changed:
    queue = the(stack, "sqs/queue:Queue", "reclaim-failures")
    return {queue.urn: replace(queue, type="aws:mq/broker:Broker")}


MUTATIONS: Final = (
    Mutation(
        "a time limit as text",
        "apply",
        inputs("lambda/function:Function", "push", timeout="29 seconds"),
        "Invalid type for parameter Timeout",
    ),
    Mutation(
        "an input that AWS does not have",
        "apply",
        inputs("lambda/function:Function", "push", timeoutSeconds=29),
        "timeoutSeconds has no place",
    ),
    Mutation(
        "a subnet outside its network",
        "apply",
        inputs("ec2/subnet:Subnet", "private-1", cidrBlock="10.99.0.0/18"),
        "InvalidSubnet.Range",
    ),
    Mutation(
        "two subnets that overlap",
        "apply",
        inputs("ec2/subnet:Subnet", "private-1", cidrBlock="10.20.0.0/18"),
        "InvalidSubnet.Conflict",
    ),
    Mutation(
        "an alias of no key",
        "apply",
        inputs("kms/alias:Alias", "data", targetKeyId="none"),
        "NotFoundException",
    ),
    Mutation(
        "code in a bucket that is not there",
        "apply",
        inputs("lambda/function:Function", "push", s3Bucket="regent-nowhere"),
        "NoSuchBucket",
    ),
    Mutation(
        "a policy that is no JSON",
        "apply",
        inputs("iam/rolePolicy:RolePolicy", "push", policy="{'Version': '2012-10-17'}"),
        "MalformedPolicyDocument",
    ),
    Mutation(
        "a schedule that does not say how punctual it is",
        "apply",
        inputs("scheduler/schedule:Schedule", "reclaim", flexibleTimeWindow={}),
        'Missing required parameter in FlexibleTimeWindow: "Mode"',
    ),
    Mutation(
        "a type that nobody rehearses",
        "apply",
        _another_type,
        "cannot apply this type",
    ),
    Mutation(
        "a role that was forgotten",
        "apply",
        left_out("iam/role:Role", "push"),
        "NoSuchEntity",
    ),
)
