"""Uploads the packages once: all functions run from one package, which is named by its contents.

An unchanged tree builds the same bytes (infra/package), so it changes nothing here.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pulumi
import pulumi_aws as aws

from infra.package import NO_BYTE_CODE, BuildFailed, Zip, build
from infra.stack import Stack
from infra.storage import Storage
from regent.jobs import JOBS, Job

ROOT = Path(__file__).parent.parent
RUNTIMES = ["python3.13"]
ARCHITECTURES = ["arm64"]


class Uploads(pulumi.ComponentResource):
    """The packages of functions, of their layer and of the jobs, in the bucket of packages."""

    def __init__(
        self,
        name: str,
        stack: Stack,
        storage: Storage,
        opts: pulumi.ResourceOptions | None = None,
    ) -> None:
        super().__init__("regent:infra:Uploads", name, None, opts)
        self.bucket = storage.packages.bucket
        self.bucket_arn = storage.packages.arn
        # Not before the bucket encrypts with the stack's key and keeps versions. Old packages stay
        # until the bucket goes: Pulumi would delete them first, while jobs still start from them.
        self._child = pulumi.ResourceOptions(parent=self, depends_on=[storage])
        self._stays = pulumi.ResourceOptions.merge(
            self._child, pulumi.ResourceOptions(retain_on_delete=True)
        )
        built = build()
        # Two people who deploy one stack, one with byte code and one without, would change all
        # functions each time.
        if not built.has_byte_code:
            raise BuildFailed(NO_BYTE_CODE)
        self.functions = self._upload_zip("functions", built.functions_zip)
        self.functions_hash = built.functions_zip.content_sha256_base64
        layer = self._upload_zip("encryption", built.encryption_layer_zip)
        self.encryption_layer = aws.lambda_.LayerVersion(
            "encryption",
            layer_name=f"{stack.prefix}-encryption",
            description="What queues with encryption need",
            s3_bucket=layer.bucket,
            s3_key=layer.key,
            source_code_hash=built.encryption_layer_zip.content_sha256_base64,
            compatible_runtimes=RUNTIMES,
            compatible_architectures=ARCHITECTURES,
            opts=self._child,
        )
        # Glue knows a zip of wheels by the ending of its name.
        self.job_wheels = self._upload_zip("jobs", built.glue_wheels_zip, ".gluewheels.zip")
        self.job_code = self._upload_zip("jobs", built.glue_code_zip)
        self._scripts = {job.name: self._script(job) for job in JOBS}
        self.register_outputs({})

    def script(self, job: Job) -> pulumi.Output[str]:
        """The URL of a job's program for Glue."""
        return self.url(self._scripts[job.name])

    @staticmethod
    def url(uploaded: aws.s3.BucketObjectv2) -> pulumi.Output[str]:
        """The URL as Glue wants it: s3://…"""
        return pulumi.Output.format("s3://{0}/{1}", uploaded.bucket, uploaded.key)

    def _script(self, job: Job) -> aws.s3.BucketObjectv2:
        """Named by its contents: until the new schema is installed, a job runs its present
        script."""
        path = ROOT / f"{job.module.replace('.', '/')}.py"
        version = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        return self._upload(f"job-{job.name}", path, f"jobs/{job.name}-{version}.py")

    def _upload_zip(self, folder: str, built: Zip, ending: str = ".zip") -> aws.s3.BucketObjectv2:
        """Named by the hash of its contents: another machine's compressor may pack them
        differently."""
        key = f"{folder}/{built.content_sha256}{ending}"
        return self._upload(f"{folder}{ending}", built.path, key)

    def _upload(self, name: str, path: Path, key: str) -> aws.s3.BucketObjectv2:
        return aws.s3.BucketObjectv2(
            name,
            bucket=self.bucket,
            key=key,
            source=pulumi.FileAsset(str(path)),
            # An object takes ten tags at most, everything else of a stack fifty.
            override_provider=aws.s3.BucketObjectv2OverrideProviderArgs(
                default_tags=aws.s3.BucketObjectv2OverrideProviderDefaultTagsArgs(tags={})
            ),
            opts=self._stays,
        )
