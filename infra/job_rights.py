"""What a job's role may do: a job has the rights that it needs, and none of another job's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pulumi

from infra.database import Postgres
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
        *_table(job, stack),
        *_program(packages),
        # Only by way of S3: the same key wraps the data keys of encrypted payloads, which a job
        # could otherwise open.
        Statement(
            ["kms:Decrypt", "kms:GenerateDataKey"],
            [storage.key.arn],
            condition={"StringEquals": {"kms:ViaService": f"s3.{stack.region}.amazonaws.com"}},
        ),
        postgres.may_connect_directly(job.user),
        Statement(
            ["glue:GetConnection"],
            [stack.arn("glue", "catalog"), stack.arn("glue", f"connection/{stack.prefix}")],
        ),
        Statement(
            ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"],
            [stack.arn("logs", f"log-group:/aws-glue/{stack.prefix}/*")],
        ),
        *(_metrics(job) if stack.config.runs_jobs else ()),
        *_network(stack),
    ]


def _metrics(job: Job) -> Iterator[Statement]:
    """PutMetricData can be limited by namespace, not by resource."""
    namespaces = ["Glue", *([METRICS_NAMESPACE] if job.measures else [])]
    yield Statement(
        ["cloudwatch:PutMetricData"],
        ["*"],
        condition={"StringEquals": {"cloudwatch:namespace": namespaces}},
    )


def _files(job: Job, storage: Storage) -> Iterator[Statement]:
    archive = storage.archive.arn
    # Without this, S3 says of a file that is not there that it is forbidden.
    if any({"read", "delete"} & set(deeds) for deeds in job.files.values()):
        yield Statement(["s3:ListBucket"], [archive])
    for folder, deeds in job.files.items():
        yield Statement(
            [_ACTIONS[deed] for deed in deeds], [pulumi.Output.format("{0}/{1}*", archive, folder)]
        )


def _table(job: Job, stack: Stack) -> Iterator[Statement]:
    """The job makes its table, and changes it with each run."""
    if job.table and stack.config.catalog:
        database = stack.catalog_database
        yield Statement(
            ["glue:GetDatabase", "glue:GetTable", "glue:CreateTable", "glue:UpdateTable"],
            [
                stack.arn("glue", "catalog"),
                stack.arn("glue", f"database/{database}"),
                stack.arn("glue", f"table/{database}/{job.table}"),
            ],
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
