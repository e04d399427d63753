"""KMS and S3."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, listed, named
from tests.rehearsal.cloud import PARTITION, REGION, Cloud
from tests.rehearsal.packages import content
from tests.rehearsal.records import Resource

TYPES = Registry()


@TYPES.add("kms/key:Key")
def key(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    rotates = inputs.pop("enableKeyRotation", False)
    days = inputs.pop("deletionWindowInDays", None)
    if days is not None and not 7 <= days <= 30:
        raise ValueError(f"deletionWindowInDays is {days}; KMS takes 7 to 30")
    tags = listed(inputs.pop("tags", None), "TagKey", "TagValue")
    made = cloud.ask("kms", "CreateKey", inputs, Tags=tags)["KeyMetadata"]
    if rotates:
        cloud.call("kms", "EnableKeyRotation", KeyId=made["KeyId"])
    return made["KeyId"], {"arn": made["Arn"], "keyId": made["KeyId"]}


@TYPES.add("kms/alias:Alias")
def alias(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    cloud.ask("kms", "CreateAlias", inputs, AliasName=name)
    found = cloud.call("kms", "DescribeKey", KeyId=name)["KeyMetadata"]
    alias_arn = found["Arn"].rpartition(":key/")[0] + f":{name}"
    return name, {"arn": alias_arn, "targetKeyArn": found["Arn"], "name": name}


@TYPES.add("s3/bucket:Bucket")
def bucket(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs, "bucket")
    inputs.pop("forceDestroy", None)
    tags = listed(inputs.pop("tags", None))
    cloud.ask(
        "s3", "CreateBucket", inputs,
        Bucket=name, CreateBucketConfiguration={"LocationConstraint": REGION},
    )  # fmt: skip
    if tags:
        cloud.call("s3", "PutBucketTagging", Bucket=name, Tagging={"TagSet": tags})
    domain = f"{name}.s3.amazonaws.com"
    outputs = {
        "arn": f"arn:{PARTITION}:s3:::{name}",
        "bucket": name,
        "bucketDomainName": domain,
        "bucketRegionalDomainName": f"{name}.s3.{REGION}.amazonaws.com",
    }
    return name, outputs


@TYPES.add("s3/bucketVersioning:BucketVersioning")
def versioning(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    cloud.ask("s3", "PutBucketVersioning", inputs)
    return inputs["bucket"], {}


@TYPES.add("s3/bucketPublicAccessBlock:BucketPublicAccessBlock")
def public_access_block(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = inputs.pop("bucket")
    cloud.ask(
        "s3", "PutPublicAccessBlock",
        {"bucket": name, "publicAccessBlockConfiguration": inputs},
    )  # fmt: skip
    return name, {}


@TYPES.add("s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration")
def encryption(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = inputs.pop("bucket")
    path = "serverSideEncryptionConfiguration.rules.applyServerSideEncryptionByDefault"
    names = {f"{path}.kmsMasterKeyId": "KMSMasterKeyID", f"{path}.sseAlgorithm": "SSEAlgorithm"}
    cloud.ask(
        "s3", "PutBucketEncryption",
        {"bucket": name, "serverSideEncryptionConfiguration": inputs}, names,
    )  # fmt: skip
    return name, {}


@TYPES.add("s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration")
def lifecycle(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = inputs.pop("bucket")
    smallest = inputs.pop("transitionDefaultMinimumObjectSize", None)
    cloud.ask(
        "s3", "PutBucketLifecycleConfiguration",
        {"bucket": name, "lifecycleConfiguration": inputs},
        TransitionDefaultMinimumObjectSize=smallest,
    )  # fmt: skip
    return name, {}


@TYPES.add("s3/bucketPolicy:BucketPolicy")
def policy(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    cloud.ask("s3", "PutBucketPolicy", inputs)
    return inputs["bucket"], {}


@contextmanager
def policy_set_aside(cloud: Cloud, bucket_name: str) -> Iterator[None]:
    """moto applies a Deny without its condition, so also to the rehearsal itself. This sets it
    aside."""
    try:
        kept = cloud.call("s3", "GetBucketPolicy", Bucket=bucket_name)["Policy"]
    except cloud.client("s3").exceptions.ClientError:
        yield  # there is none
        return
    cloud.call("s3", "DeleteBucketPolicy", Bucket=bucket_name)
    try:
        yield
    finally:
        cloud.call("s3", "PutBucketPolicy", Bucket=bucket_name, Policy=kept)


@TYPES.add("s3/bucketObjectv2:BucketObjectv2")
def object_(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    body: Any = inputs.pop("content", None)
    for name in ("source", "contentBase64"):
        body = inputs.pop(name, None) or body
    for name in ("sourceHash", "forceDestroy", "overrideProvider", "tags"):
        inputs.pop(name, None)
    names = {"kmsKeyId": "SSEKMSKeyId", "etag": "IfMatch"}
    with policy_set_aside(cloud, inputs["bucket"]):
        put = cloud.ask("s3", "PutObject", inputs, names, Body=content(body))
    key = inputs["key"]
    outputs = {
        "key": key,
        "etag": put["ETag"].strip('"'),
        "versionId": put.get("VersionId", "null"),
        "arn": f"arn:{PARTITION}:s3:::{inputs['bucket']}/{key}",
    }
    return f"{inputs['bucket']}/{key}", outputs
