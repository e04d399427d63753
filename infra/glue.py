"""The Spark jobs of regent/jobs.py on Glue, each with its script, its role and its schedule."""

from __future__ import annotations

from collections.abc import Mapping

import pulumi
import pulumi_aws as aws

from infra.database import DATABASE, JOBS_USER
from infra.lambdas import Surroundings
from infra.policies import Acting, Statement, role
from regent.jobs import JOBS, Job

GLUE_VERSION = "5.1"
METRICS_NAMESPACE = "Regent"


class GlueJobs(pulumi.ComponentResource):
    """The jobs, the connection that puts them into the network, and their triggers."""

    def __init__(
        self,
        name: str,
        around: Surroundings,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("regent:infra:GlueJobs", name, None, opts)
        stack = self._stack = around.stack
        self._postgres = around.postgres
        self._storage = around.storage
        self._uploads = around.uploads
        self._after = around.depends_on
        self._child = pulumi.ResourceOptions(parent=self)
        subnet = around.network.subnet_ids[0]
        self._connection = aws.glue.Connection(
            "network",
            name=stack.prefix,
            connection_type="NETWORK",
            physical_connection_requirements=aws.glue.ConnectionPhysicalConnectionRequirementsArgs(
                subnet_id=subnet,
                availability_zone=aws.ec2.get_subnet_output(
                    id=subnet, opts=pulumi.InvokeOptions(parent=self)
                ).availability_zone,
                security_group_id_lists=[around.network.jobs.id],
            ),
            opts=self._child,
        )
        self.jobs = {job.name: self._job(job) for job in JOBS}
        self._schedule()
        self.register_outputs({})

    def _job(self, job: Job) -> aws.glue.Job:
        acting = self._role(job)
        return aws.glue.Job(
            job.name,
            name=f"{self._stack.prefix}-{job.name}",
            description=f"Regent: {job.summary}",
            role_arn=acting.arn,
            glue_version=GLUE_VERSION,
            worker_type=job.worker_type,
            number_of_workers=job.workers,
            timeout=job.timeout_minutes,
            # The job continues where it stopped at its next scheduled time.
            max_retries=0,
            execution_property=aws.glue.JobExecutionPropertyArgs(max_concurrent_runs=1),
            connections=[self._connection.name],
            command=aws.glue.JobCommandArgs(
                name="glueetl", python_version="3", script_location=self._uploads.script(job)
            ),
            default_arguments=self._arguments(job),
            opts=pulumi.ResourceOptions(parent=self, depends_on=[acting.policy, *self._after]),
        )

    def _arguments(self, job: Job) -> Mapping[str, pulumi.Input[str]]:
        url = self._uploads.url
        archive = self._storage.archive.bucket
        return {
            "--job-language": "python",
            "--additional-python-modules": url(self._uploads.job_wheels),
            # No package index is reachable from the network: the zip holds everything.
            "--python-modules-installer-option": "--no-index",
            "--extra-py-files": url(self._uploads.job_code),
            "--enable-metrics": "true",
            "--enable-continuous-cloudwatch-log": "true",
            "--TempDir": pulumi.Output.format("s3://{0}/temporary/", self._uploads.bucket),
            "--database-host": self._postgres.host,
            "--database-name": DATABASE,
            "--region": self._stack.region,
            "--output": pulumi.Output.format("s3://{0}", archive),
            **job.arguments,
        }

    def _role(self, job: Job) -> Acting:
        archive = self._storage.archive
        packages = self._uploads.bucket_arn
        return role(
            f"{self._stack.prefix}-job-{job.name}",
            "glue.amazonaws.com",
            [
                Statement(["s3:ListBucket", "s3:GetBucketLocation"], [archive.arn]),
                Statement(
                    ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
                    [pulumi.Output.concat(archive.arn, "/*")],
                ),
                Statement(["s3:GetObject"], [pulumi.Output.concat(packages, "/jobs/*")]),
                Statement(
                    ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
                    [pulumi.Output.concat(packages, "/temporary/*")],
                ),
                Statement(
                    ["s3:ListBucket"],
                    [packages],
                    condition={"StringLike": {"s3:prefix": ["jobs/*", "temporary/*"]}},
                ),
                Statement(["kms:Decrypt", "kms:GenerateDataKey"], [self._storage.key.arn]),
                self._postgres.may_connect_directly(JOBS_USER),
                Statement(
                    ["glue:GetConnection"],
                    [
                        self._stack.arn("glue", "catalog"),
                        self._stack.arn("glue", f"connection/{self._stack.prefix}"),
                    ],
                ),
                Statement(
                    ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"],
                    [self._stack.arn("logs", "log-group:/aws-glue/*")],
                ),
                # PutMetricData can be limited by namespace, not by resource: ours, and Glue's own.
                Statement(
                    ["cloudwatch:PutMetricData"],
                    ["*"],
                    condition={
                        "StringEquals": {"cloudwatch:namespace": [METRICS_NAMESPACE, "Glue"]}
                    },
                ),
                # Glue puts its workers into the network with this role.
                Statement(
                    [
                        "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface",
                        "ec2:DescribeNetworkInterfaces", "ec2:DescribeRouteTables",
                        "ec2:DescribeSecurityGroups", "ec2:DescribeSubnets",
                        "ec2:DescribeVpcAttribute", "ec2:DescribeVpcEndpoints",
                        "ec2:CreateTags",
                    ],
                    ["*"],
                ),
            ],
            self._child,
            {"StringEquals": {"aws:SourceAccount": self._stack.account}},
        )  # fmt: skip

    def _schedule(self) -> None:
        for name, job in self.jobs.items():
            if schedule := self._stack.config.schedule(name):
                aws.glue.Trigger(
                    name,
                    name=f"{self._stack.prefix}-{name}",
                    type="SCHEDULED",
                    schedule=schedule,
                    start_on_creation=True,
                    actions=[aws.glue.TriggerActionArgs(job_name=job.name)],
                    opts=self._child,
                )
