"""The way from a function to the database: its host, its user, and whether it is let in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.rehearsal.apply.registry import arn
from tests.rehearsal.cloud import REGION, Cloud
from tests.rehearsal.policies import may
from tests.rehearsal.requests.reach import check_groups, check_service
from tests.rehearsal.requests.refusals import NotProvisioned


@dataclass(frozen=True)
class Caller:
    """The caller's role and its place in the network."""

    role: str
    subnets: Sequence[str]
    groups: Sequence[str]


@dataclass(frozen=True)
class _Door:
    """The server at a host name."""

    name: str
    #: Its name in ``rds-db:connect``.
    resource_id: str
    groups: Sequence[str]
    database: str | None
    is_proxy: bool
    takes_tokens: bool
    master: str | None = None


def user_at_the_door(cloud: Cloud, caller: Caller, environment: Mapping[str, str]) -> str:
    """The user that a function with this environment logs in as, or why it cannot."""
    host = environment.get("REGENT_DATABASE_HOST", "")
    secret_arn = environment.get("REGENT_DATABASE_SECRET_ARN")
    secret = _secret(cloud, caller, secret_arn) if secret_arn else {}
    host = secret.get("host", host)
    door = _door(cloud, host)
    port = int(environment.get("REGENT_DATABASE_PORT", "5432"))
    check_groups(cloud, caller.groups, door.groups, port, door.name)
    wanted = environment.get("REGENT_DATABASE_NAME", "regent")
    if door.database is not None and wanted != door.database:
        raise NotProvisioned(f"REGENT_DATABASE_NAME is {wanted}, and {door.name} has no such one")
    proxied = environment.get("REGENT_DATABASE_PROXIED", "false") == "true"
    if proxied != door.is_proxy:
        raise NotProvisioned(f"REGENT_DATABASE_PROXIED is {proxied}, and the host is {door.name}")
    if secret and door.master:
        return door.master  # moto writes `admin` into every secret
    user = environment.get("REGENT_DATABASE_USER", "regent_api")
    if not door.takes_tokens:
        raise NotProvisioned(f"{door.name} takes no IAM tokens")
    resource = arn("rds-db", f"dbuser:{door.resource_id}/{user}")
    if not may(cloud, caller.role, "rds-db:connect", resource):
        raise NotProvisioned(f"{caller.role} may not rds-db:connect as {resource}")
    return user


def _door(cloud: Cloud, host: str) -> _Door:
    for cluster in cloud.call("rds", "DescribeDBClusters")["DBClusters"]:
        if cluster["Endpoint"] == host:
            return _Door(
                f"the cluster {cluster['DBClusterIdentifier']}",
                cluster["DbClusterResourceId"],
                [group["VpcSecurityGroupId"] for group in cluster["VpcSecurityGroups"]],
                cluster.get("DatabaseName"),
                is_proxy=False,
                takes_tokens=cluster.get("IAMDatabaseAuthenticationEnabled", False),
                master=cluster["MasterUsername"],
            )
    for proxy in cloud.call("rds", "DescribeDBProxies")["DBProxies"]:
        if proxy["Endpoint"] == host:
            _check_proxy(cloud, proxy)
            return _Door(
                f"the proxy {proxy['DBProxyName']}",
                proxy["DBProxyArn"].rpartition(":")[2],
                proxy["VpcSecurityGroupIds"],
                None,
                is_proxy=True,
                takes_tokens=True,
            )
    raise NotProvisioned(f"no database answers at {host!r}")


def _check_proxy(cloud: Cloud, proxy: Mapping[str, Any]) -> None:
    """The proxy itself reaches a cluster, as every user that may log in through it."""
    targets = cloud.call("rds", "DescribeDBProxyTargets", DBProxyName=proxy["DBProxyName"])
    clusters = {
        cluster["DBClusterIdentifier"]: cluster
        for cluster in cloud.call("rds", "DescribeDBClusters")["DBClusters"]
    }
    ids = [target.get("RdsResourceId") for target in targets["Targets"]]
    found = [clusters[id_] for id_ in ids if id_ in clusters]
    if not found:
        raise NotProvisioned(f"the proxy {proxy['DBProxyName']} has no cluster behind it")
    for cluster in found:
        groups = [group["VpcSecurityGroupId"] for group in cluster["VpcSecurityGroups"]]
        check_groups(cloud, proxy["VpcSecurityGroupIds"], groups, 5432, "the proxy's cluster")
        resource = arn("rds-db", f"dbuser:{cluster['DbClusterResourceId']}/regent_api")
        if not may(cloud, proxy["RoleArn"], "rds-db:connect", resource):
            raise NotProvisioned(f"the proxy's role may not rds-db:connect as {resource}")


def _secret(cloud: Cloud, caller: Caller, secret_arn: str) -> dict[str, Any]:
    """Read the secret as the function would: with its role, through an endpoint in its network."""
    check_service(cloud, caller.subnets, caller.groups, "secretsmanager")
    if not may(cloud, caller.role, "secretsmanager:GetSecretValue", secret_arn):
        raise NotProvisioned(f"{caller.role} may not read the secret {secret_arn}")
    known = cloud.call("secretsmanager", "DescribeSecret", SecretId=secret_arn)
    if key := known.get("KmsKeyId"):
        key_arn = cloud.call("kms", "DescribeKey", KeyId=key)["KeyMetadata"]["Arn"]
        context = {"kms:ViaService": f"secretsmanager.{REGION}.amazonaws.com"}
        if not may(cloud, caller.role, "kms:Decrypt", key_arn, context):
            raise NotProvisioned(f"{caller.role} may not decrypt with {key_arn}, the secret's key")
    value = cloud.call("secretsmanager", "GetSecretValue", SecretId=secret_arn)["SecretString"]
    secret: dict[str, Any] = json.loads(value)
    return secret
