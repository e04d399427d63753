"""What a job's role may do: a job has the rights that it needs, and none of another job's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pulumi

from infra.database import JOBS_USER, Postgres
from infra.policies import Statement
from infra.stack import Stack
from infra.storage import Storage
from regent.jobs import Deed, Job

METRICS_NAMESPACE: Final = "Regent"
_ACTIONS: Final[dict[Deed, str]] = {
    "read": "s3:GetObject",
    "write": "s3:PutObject",
    "delete": "s3:DeleteObject",
}
#: Glue marks what it makes in the network with this tag, and may set no other one.
GLUES_TAG: Final = "aws-glue-service-resource"


def job_rights(
    job: Job,
    stack: Stack,
    postgres: Postgres,
    storage: Storage,
    packages: pulumi.Input[str],
) -> list[Statement]:
    """The statements of a job's role. ``packages``: the ARN of the bucket that holds programs."""
    return [
        *_files(job, storage),
        *_program(packages),
        # Only by way of S3: the same key wraps the data keys of encrypted payloads, which a job
        # could otherwise open.
        Statement(
            ["kms:Decrypt", "kms:GenerateDataKey"],
            [storage.key.arn],
            condition={"StringEquals": {"kms:ViaService": f"s3.{stack.region}.amazonaws.com"}},
        ),
        postgres.may_connect_directly(JOBS_USER),
        Statement(
            ["glue:GetConnection"],
            [stack.arn("glue", "catalog"), stack.arn("glue", f"connection/{stack.prefix}")],
        ),
        Statement(
            ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"],
            [stack.arn("logs", f"log-group:/aws-glue/{stack.prefix}/*")],
        ),
        # PutMetricData can be limited by namespace, not by resource.
        Statement(
            ["cloudwatch:PutMetricData"],
            ["*"],
            condition={
                "StringEquals": {
                    "cloudwatch:namespace": ["Glue", *([METRICS_NAMESPACE] * job.measures)]
                }
            },
        ),
        *_network(stack),
    ]


def _files(job: Job, storage: Storage) -> Iterator[Statement]:
    archive = storage.archive.arn
    # Without this, S3 says of a file that is not there that it is forbidden.
    if any({"read", "delete"} & set(deeds) for deeds in job.files.values()):
        yield Statement(["s3:ListBucket"], [archive])
    for folder, deeds in job.files.items():
        yield Statement(
            [_ACTIONS[deed] for deed in deeds], [pulumi.Output.format("{0}/{1}*", archive, folder)]
        )


def _program(packages: pulumi.Input[str]) -> Iterator[Statement]:
    yield Statement(["s3:GetObject"], [pulumi.Output.concat(packages, "/jobs/*")])
    yield Statement(
        ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
        [pulumi.Output.concat(packages, "/temporary/*")],
    )
    yield Statement(
        ["s3:ListBucket"],
        [packages],
        condition={"StringLike": {"s3:prefix": ["jobs/*", "temporary/*"]}},
    )


def _network(stack: Stack) -> Iterator[Statement]:
    """Glue puts its workers into the network with this role."""
    yield Statement(
        [
            "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface",
            "ec2:DescribeNetworkInterfaces", "ec2:DescribeRouteTables",
            "ec2:DescribeSecurityGroups", "ec2:DescribeSubnets",
            "ec2:DescribeVpcAttribute", "ec2:DescribeVpcEndpoints",
        ],
        ["*"],
    )  # fmt: skip
    # Any other tag would let the code of a job around every rule of the account that goes by tags.
    yield Statement(
        ["ec2:CreateTags"],
        [
            stack.arn("ec2", f"{kind}/*")
            for kind in ("network-interface", "security-group", "instance")
        ],
        condition={"ForAllValues:StringEquals": {"aws:TagKeys": [GLUES_TAG]}},
    )
