"""Buckets, keys, and queues of failed calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.rehearsal.policies import parsed
from tests.rehearsal.records import Stack
from tests.rehearsal.rules.rule import Rule, every

#: What S3 leaves of a name for its beginning, and the longest name of a stack.
MAX_PREFIX: Final = 37
MAX_STACK: Final = 20


def short_names(stack: Stack) -> Iterator[str]:
    """A bucket's name also holds that of a stack with the longest one."""
    for bucket in stack.resources.of("s3/bucket:Bucket"):
        prefix = bucket.inputs["bucketPrefix"]
        longest = len(prefix) - len(bucket.inputs["tags"]["Stack"]) + MAX_STACK
        if longest > MAX_PREFIX:
            yield f"{bucket.label} cannot be made in stacks with long names: {prefix}"


def buckets(stack: Stack) -> Iterator[str]:
    """Each is private, versioned, encrypted with the stack's key, and speaks TLS only."""
    keys = {each.outputs["arn"] for each in stack.resources.of("kms/key:Key")}
    for bucket in stack.resources.of("s3/bucket:Bucket"):

        def part(kind: str, bucket: Any = bucket) -> Any:
            type_ = f"s3/{kind[0].lower()}{kind[1:]}:{kind}"
            found = [
                each for each in stack.resources.of(type_) if each.inputs["bucket"] == bucket.id
            ]
            return found[0].inputs if found else {}

        block = part("BucketPublicAccessBlock")
        for name in (
            "blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets",
        ):  # fmt: skip
            if block.get(name) is not True:
                yield f"{bucket.label} may become public: {name} is off"
        versioning = part("BucketVersioning").get("versioningConfiguration", {})
        if versioning.get("status") != "Enabled":
            yield f"{bucket.label} keeps no versions"
        rules = part("BucketServerSideEncryptionConfiguration").get("rules", [])
        used = [
            rule.get("applyServerSideEncryptionByDefault", {}).get("kmsMasterKeyId")
            for rule in rules
        ]
        if not used or not set(used) <= keys:
            yield f"{bucket.label} is not encrypted with the stack's key"
        if not _refuses_plain(part("BucketPolicy").get("policy"), bucket.outputs["arn"]):
            yield f"{bucket.label} answers without TLS"


def _refuses_plain(policy: Any, arn: str) -> bool:
    for statement in parsed(policy) if policy else []:
        if (
            statement["Effect"] == "Deny"
            and statement["Principal"] in ("*", {"AWS": "*"})
            and every(statement["Action"]) == ["s3:*"]
            and {arn, f"{arn}/*"} <= set(every(statement["Resource"]))
            and statement.get("Condition") == {"Bool": {"aws:SecureTransport": "false"}}
        ):
            return True
    return False


def keys(stack: Stack) -> Iterator[str]:
    """A key is renewed each year, and its deletion can be taken back for a month."""
    for key in stack.resources.of("kms/key:Key"):
        if not key.inputs.get("enableKeyRotation"):
            yield f"{key.label} is never renewed"
        if key.inputs.get("deletionWindowInDays", 30) < 30:
            yield f"{key.label} is gone after {key.inputs['deletionWindowInDays']} days"


def queues(stack: Stack) -> Iterator[str]:
    """Encrypted; failed calls can be read for a week."""
    for queue in stack.resources.of("sqs/queue:Queue"):
        if not (queue.inputs.get("sqsManagedSseEnabled") or queue.inputs.get("kmsMasterKeyId")):
            yield f"{queue.label} is not encrypted"
        policies = stack.resources.of("sqs/queuePolicy:QueuePolicy")
        own = [each for each in policies if each.inputs["queueUrl"] == queue.outputs["url"]]
        if not any("aws:SecureTransport" in each.inputs["policy"] for each in own):
            yield f"{queue.label} answers without TLS"
        if queue.inputs.get("messageRetentionSeconds", 345_600) < 604_800:
            yield f"{queue.label} forgets before a week is over"


RULES: Final[tuple[Rule, ...]] = (short_names, buckets, keys, queues)
