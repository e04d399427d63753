"""The Spark jobs of regent/jobs.py on Glue, each with its script, its role and its schedule."""

from __future__ import annotations

from collections.abc import Mapping

import pulumi
import pulumi_aws as aws

from infra.database import DATABASE
from infra.job_rights import METRICS_NAMESPACE, job_rights
from infra.lambdas import Surroundings
from infra.policies import Acting, role
from regent.jobs import JOBS, Job

GLUE_VERSION = "5.1"


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
        self._log_prefix = self._logs()
        if stack.config.catalog:
            aws.glue.CatalogDatabase(
                "tables",
                name=stack.catalog_database,
                description="Regent: the archive and the event log",
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
            execution_class="FLEX" if job.is_patient else "STANDARD",
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
            "--enable-auto-scaling": "true",
            "--custom-logGroup-prefix": self._log_prefix,
            "--TempDir": pulumi.Output.format("s3://{0}/temporary/", self._uploads.bucket),
            "--database-host": self._postgres.host,
            "--database-name": DATABASE,
            "--database-user": job.user,
            "--region": self._stack.region,
            "--output": pulumi.Output.format("s3://{0}", archive),
            **({"--reader-host": self._postgres.reader} if self._reads_apart(job) else {}),
            **(
                {"--catalog-database": self._stack.catalog_database}
                if job.table and self._stack.config.catalog
                else {}
            ),
            **self._measuring(job),
            **job.arguments,
        }

    def _reads_apart(self, job: Job) -> bool:
        """The second instance is as large as the first and has nothing to do."""
        return job.reads_much and self._stack.config.database_instances > 1

    def _measuring(self, job: Job) -> Mapping[str, str]:
        """Without a job that runs by itself there is no way to CloudWatch, and no numbers."""
        if not self._stack.config.runs_jobs:
            return {}
        ours = {"--service": self._stack.prefix, "--metrics-namespace": METRICS_NAMESPACE}
        return {"--enable-metrics": "true", **(ours if job.measures else {})}

    def _logs(self) -> str:
        """Groups of the stack's own. Glue's groups are the account's, and are kept for ever."""
        prefix = f"/aws-glue/{self._stack.prefix}"
        for name in ("error", "output"):
            aws.cloudwatch.LogGroup(
                f"jobs-{name}",
                name=f"{prefix}/{name}",
                retention_in_days=self._stack.config.log_retention_days,
                opts=self._child,
            )
        return prefix

    def _role(self, job: Job) -> Acting:
        trusted = "glue.amazonaws.com"
        allowed = job_rights(
            job, self._stack, self._postgres, self._storage, self._uploads.bucket_arn
        )
        return role(f"{self._stack.prefix}-job-{job.name}", trusted, allowed, self._child)

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
