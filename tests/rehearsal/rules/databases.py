"""Aurora and its proxy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.rehearsal.records import Stack
from tests.rehearsal.rules.rule import Rule, is_on

LEAST_BACKUP_DAYS: Final = 7


def capacity(stack: Stack) -> Iterator[str]:
    """Aurora's bounds: halves from 0 to 256, a maximum of 1 at least, and the minimum below it."""
    for cluster in stack.resources.of("rds/cluster:Cluster"):
        scaling = cluster.inputs.get("serverlessv2ScalingConfiguration")
        if not scaling:
            yield f"{cluster.label} is not serverless"
            continue
        least, most = scaling["minCapacity"], scaling["maxCapacity"]
        if not 0 <= least <= most <= 256 or most < 1 or least * 2 % 1 or most * 2 % 1:
            yield f"{cluster.label} scales from {least} to {most} ACU"
        pause = scaling.get("secondsUntilAutoPause")
        if pause is not None and (least != 0 or not 300 <= pause <= 86_400):
            yield f"{cluster.label} pauses after {pause} s, with at least {least} ACU"


def safe(stack: Stack) -> Iterator[str]:
    """Encrypted, with tokens, TLS only, backed up, a password that nobody knows, protected from
    deletion."""
    for cluster in stack.resources.of("rds/cluster:Cluster"):
        inputs = cluster.inputs
        wanted = {
            "storageEncrypted": True,
            "iamDatabaseAuthenticationEnabled": True,
            "manageMasterUserPassword": True,
            "copyTagsToSnapshot": True,
            "deletionProtection": is_on(stack, "protect", default=True),
            "skipFinalSnapshot": not is_on(stack, "protect", default=True),
        }
        for name, value in wanted.items():
            if inputs.get(name, False) != value:
                yield f"{cluster.label}: {name} is {inputs.get(name)}, not {value}"
        if "masterPassword" in inputs:
            yield f"{cluster.label}: the master password stands in the stack's state"
        if inputs.get("backupRetentionPeriod", 1) < LEAST_BACKUP_DAYS:
            yield f"{cluster.label} is backed up for {inputs.get('backupRetentionPeriod', 1)} days"
        group = stack.resources.with_id(
            "rds/clusterParameterGroup:ClusterParameterGroup",
            inputs.get("dbClusterParameterGroupName"),
        )
        said = {each["name"]: each["value"] for each in group.inputs["parameters"]} if group else {}
        if said.get("rds.force_ssl") != "1":
            yield f"{cluster.label} takes connections without TLS"
        major = inputs["engineVersion"].partition(".")[0]
        if group and group.inputs["family"] != f"aurora-postgresql{major}":
            yield f"{group.label} is for {group.inputs['family']}, the cluster has {major}"
    for proxy in stack.resources.of("rds/proxy:Proxy"):
        if not proxy.inputs.get("requireTls"):
            yield f"{proxy.label} takes connections without TLS"


def reached_by_the_stack_alone(stack: Stack) -> Iterator[str]:
    """In private subnets, without a public address."""
    for instance in stack.resources.of("rds/clusterInstance:ClusterInstance"):
        if instance.inputs.get("publiclyAccessible", False):
            yield f"{instance.label} has a public address"
    for cluster in stack.resources.of("rds/cluster:Cluster"):
        if not cluster.inputs.get("vpcSecurityGroupIds"):
            yield f"{cluster.label} has the network's default group"
        name = cluster.inputs.get("dbSubnetGroupName")
        if stack.resources.with_id("rds/subnetGroup:SubnetGroup", name) is None:
            yield f"{cluster.label} is in subnets that are not the stack's: {name}"


def kept(stack: Stack) -> Iterator[str]:
    """Resources with data outlive a `pulumi destroy`, if `protect` is on."""
    protects = is_on(stack, "protect", default=True)
    instances = stack.resources.of("rds/clusterInstance:ClusterInstance")
    holders = [
        *stack.resources.of("rds/cluster:Cluster"),
        # Readers may be deleted; the cluster keeps the data.
        *sorted(instances, key=lambda each: each.name)[:1],
        *stack.resources.of("kms/key:Key"),
        *(each for each in stack.resources.of("s3/bucket:Bucket") if each.name == "archive"),
    ]
    if not any(each.kind == "Bucket" for each in holders):
        yield "there is no bucket named archive"
    for holder in holders:
        if (holder.protect, holder.retain_on_delete) != (protects, protects):
            yield (
                f"{holder.label}: protect is {holder.protect}, retain_on_delete is"
                f" {holder.retain_on_delete}; the stack says {protects}"
            )


def insights_are_wanted(stack: Stack) -> Iterator[str]:
    """Performance Insights keeps a small database from its least size."""
    wanted = is_on(stack, "insights")
    for instance in stack.resources.of("rds/clusterInstance:ClusterInstance"):
        given = instance.inputs.get("performanceInsightsEnabled", False)
        if given != wanted:
            yield f"{instance.label} has insights: {given}, the stack says {wanted}"


RULES: Final[tuple[Rule, ...]] = (
    capacity, safe, reached_by_the_stack_alone, kept, insights_are_wanted,
)  # fmt: skip
