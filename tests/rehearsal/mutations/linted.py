"""Mistakes that moto accepts and cfn-lint finds."""

from __future__ import annotations

from typing import Final

from tests.rehearsal.mutations.planting import Mutation, inputs, text

MUTATIONS: Final = (
    Mutation(
        "a Python that Lambda no longer makes functions with",
        "lint",
        inputs("lambda/function:Function", "push", runtime="python3.7"),
        "E2531",
    ),
    Mutation(
        "an Aurora that there is not",
        "lint",
        inputs("rds/cluster:Cluster", "database", engineVersion="17.99"),
        "E3690",
    ),
    Mutation(
        "a size of Glue's workers that there is not",
        "lint",
        inputs("glue/job:Job", "lag", workerType="G.3X"),
        "WorkerType",
    ),
    Mutation(
        "less memory than a function takes",
        "lint",
        inputs("lambda/function:Function", "push", memorySize=64),
        "MemorySize",
    ),
    Mutation(
        "logs for 31 days",
        "lint",
        inputs("cloudwatch/logGroup:LogGroup", "push", retentionInDays=31),
        "RetentionInDays",
    ),
    Mutation(
        "an action that IAM does not have",
        "lint",
        text(
            "iam/rolePolicy:RolePolicy", "push", "policy", "logs:PutLogEvents", "logs:PutLogEvent"
        ),
        "putlogevent",
    ),
    Mutation(
        "an apostrophe in a group's description",
        "lint",
        inputs("ec2/securityGroup:SecurityGroup", "jobs", description="Regent's jobs"),
        "GroupDescription",
    ),
    Mutation(
        "a comparison that CloudWatch does not make",
        "lint",
        inputs(
            "cloudwatch/metricAlarm:MetricAlarm", "dead-letters", comparisonOperator="Above"
        ),
        "ComparisonOperator",
    ),
    Mutation(
        "a class of storage that S3 does not have",
        "lint",
        text(
            "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration",
            "archive", "rules", "GLACIER_IR", "GLACIER_INSTANT",
        ),
        "StorageClass",
    ),
    Mutation(
        "an instance that is not serverless",
        "lint",
        inputs("rds/clusterInstance:ClusterInstance", "database-0", instanceClass="db.server"),
        "DBInstanceClass",
    ),
)  # fmt: skip
