"""The archive of messages, the packages of functions and jobs, and the stack's key."""

from __future__ import annotations

import pulumi
import pulumi_aws as aws

from infra.stack import Stack

#: After this, old data moves to storage at a sixth of the price, which is still read at once.
COLD_AFTER_DAYS = 90
#: For how long overwritten or deleted data can be restored.
KEEP_VERSIONS_DAYS = 30
#: The jobs' folders for files that have not come to their place, by the ends of their rules' names;
#: a run takes hours at most.
STAGING = {"": "archive/_staging/", "-of-the-log": "event-log/_staging/"}
KEEP_STAGED_DAYS = 7
#: No upload here takes longer than a day.
ABORT_UPLOAD_DAYS = 1


class Storage(pulumi.ComponentResource):
    """The key, the archive, and the bucket of packages."""

    def __init__(self, name: str, stack: Stack, opts: pulumi.ResourceOptions | None = None) -> None:
        super().__init__("regent:infra:Storage", name, None, opts)
        self._stack = stack
        self._child = pulumi.ResourceOptions(parent=self)
        kept = pulumi.ResourceOptions(
            parent=self, protect=stack.config.protect, retain_on_delete=stack.config.protect
        )
        self.key = aws.kms.Key(
            "data",
            description=f"{stack.prefix}: the database, the archive, and the queues' data keys",
            enable_key_rotation=True,
            deletion_window_in_days=30,
            # Data that is encrypted with it is lost with it.
            opts=kept,
        )
        aws.kms.Alias(
            "data", name=f"alias/{stack.prefix}", target_key_id=self.key.key_id, opts=self._child
        )
        self.archive = self._bucket("archive", kept, force_destroy=stack.config.empty_archive)
        self.packages = self._bucket("packages", self._child, force_destroy=True)
        self.register_outputs({"archive": self.archive.bucket, "packages": self.packages.bucket})

    def _bucket(
        self, name: str, opts: pulumi.ResourceOptions, *, force_destroy: bool = False
    ) -> aws.s3.Bucket:
        bucket = aws.s3.Bucket(
            name,
            bucket_prefix=f"{self._stack.prefix}-{name}-",
            force_destroy=force_destroy,
            opts=opts,
        )
        aws.s3.BucketPublicAccessBlock(
            name,
            bucket=bucket.id,
            block_public_acls=True,
            block_public_policy=True,
            ignore_public_acls=True,
            restrict_public_buckets=True,
            opts=self._child,
        )
        versioning = aws.s3.BucketVersioning(
            name,
            bucket=bucket.id,
            versioning_configuration=aws.s3.BucketVersioningVersioningConfigurationArgs(
                status="Enabled"
            ),
            opts=self._child,
        )
        aws.s3.BucketServerSideEncryptionConfiguration(
            name,
            bucket=bucket.id,
            rules=[
                aws.s3.BucketServerSideEncryptionConfigurationRuleArgs(
                    apply_server_side_encryption_by_default=aws.s3.BucketServerSideEncryptionConfigurationRuleApplyServerSideEncryptionByDefaultArgs(
                        sse_algorithm="aws:kms", kms_master_key_id=self.key.arn
                    ),
                    # One key of the bucket's own instead of a call to KMS for each object.
                    bucket_key_enabled=True,
                )
            ],
            opts=self._child,
        )
        self._expire(name, bucket, versioning)
        aws.s3.BucketPolicy(
            name,
            bucket=bucket.id,
            policy=pulumi.Output.json_dumps(
                {
                    "Version": "2012-10-17",
                    "Statement": [
                        {
                            "Sid": "OnlyEncryptedConnections",
                            "Effect": "Deny",
                            "Principal": "*",
                            "Action": "s3:*",
                            "Resource": [bucket.arn, pulumi.Output.concat(bucket.arn, "/*")],
                            "Condition": {"Bool": {"aws:SecureTransport": "false"}},
                        }
                    ],
                }
            ),
            opts=self._child,
        )
        return bucket

    def _expire(
        self, name: str, bucket: aws.s3.Bucket, versioning: aws.s3.BucketVersioning
    ) -> None:
        rule = aws.s3.BucketLifecycleConfigurationRuleArgs
        rules = [
            rule(
                id="what-was-replaced",
                status="Enabled",
                filter=aws.s3.BucketLifecycleConfigurationRuleFilterArgs(prefix=""),
                noncurrent_version_expiration=aws.s3.BucketLifecycleConfigurationRuleNoncurrentVersionExpirationArgs(
                    noncurrent_days=KEEP_VERSIONS_DAYS
                ),
                abort_incomplete_multipart_upload=aws.s3.BucketLifecycleConfigurationRuleAbortIncompleteMultipartUploadArgs(
                    days_after_initiation=ABORT_UPLOAD_DAYS
                ),
            )
        ]
        if name == "archive":
            rules.append(
                rule(
                    id="what-is-old",
                    status="Enabled",
                    filter=aws.s3.BucketLifecycleConfigurationRuleFilterArgs(prefix=""),
                    transitions=[
                        aws.s3.BucketLifecycleConfigurationRuleTransitionArgs(
                            days=COLD_AFTER_DAYS, storage_class="GLACIER_IR"
                        )
                    ],
                )
            )
            rules += [
                rule(
                    # Left by an attempt that was interrupted; the next run makes another one.
                    id=f"what-was-given-up{end}",
                    status="Enabled",
                    filter=aws.s3.BucketLifecycleConfigurationRuleFilterArgs(prefix=folder),
                    expiration=aws.s3.BucketLifecycleConfigurationRuleExpirationArgs(
                        days=KEEP_STAGED_DAYS
                    ),
                )
                for end, folder in STAGING.items()
            ]
        aws.s3.BucketLifecycleConfiguration(
            name,
            bucket=bucket.id,
            rules=rules,
            opts=pulumi.ResourceOptions(parent=self, depends_on=[versioning]),
        )
