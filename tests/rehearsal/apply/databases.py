"""RDS: Aurora and its proxy."""

from __future__ import annotations

from typing import Any

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, listed, named
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()


@TYPES.add("rds/subnetGroup:SubnetGroup")
def subnet_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    words = inputs.pop("description", "Managed by Pulumi")
    tags = listed(inputs.pop("tags", None))
    made = cloud.ask(
        "rds", "CreateDBSubnetGroup", inputs,
        DBSubnetGroupName=name, DBSubnetGroupDescription=words, Tags=tags,
    )["DBSubnetGroup"]  # fmt: skip
    return name, {"arn": made["DBSubnetGroupArn"], "name": name, "vpcId": made["VpcId"]}


@TYPES.add("rds/clusterParameterGroup:ClusterParameterGroup")
def parameter_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    parameters = inputs.pop("parameters", [])
    made = cloud.call(
        "rds", "CreateDBClusterParameterGroup",
        DBClusterParameterGroupName=name, DBParameterGroupFamily=inputs.pop("family"),
        Description=inputs.pop("description", "Managed by Pulumi"),
        Tags=listed(inputs.pop("tags", None)), **inputs,
    )["DBClusterParameterGroup"]  # fmt: skip
    if parameters:
        cloud.call(
            "rds", "ModifyDBClusterParameterGroup", DBClusterParameterGroupName=name,
            Parameters=[
                {
                    "ParameterName": parameter["name"],
                    "ParameterValue": parameter["value"],
                    "ApplyMethod": parameter.get("applyMethod", "immediate"),
                }
                for parameter in parameters
            ],
        )  # fmt: skip
    return name, {"arn": made["DBClusterParameterGroupArn"], "name": name}


#: Inputs that only Pulumi's provider reads: how to change or delete a cluster.
_PROVIDERS_OWN = (
    "skipFinalSnapshot", "finalSnapshotIdentifier", "applyImmediately", "allowMajorVersionUpgrade",
    "deleteAutomatedBackups",
)  # fmt: skip
_CLUSTER = {
    "clusterIdentifier": "DBClusterIdentifier",
    "dbClusterParameterGroupName": "DBClusterParameterGroupName",
    "dbSubnetGroupName": "DBSubnetGroupName",
    "iamDatabaseAuthenticationEnabled": "EnableIAMDatabaseAuthentication",
    "enabledCloudwatchLogsExports": "EnableCloudwatchLogsExports",
    "performanceInsightsEnabled": "EnablePerformanceInsights",
    "serverlessv2ScalingConfiguration": "ServerlessV2ScalingConfiguration",
}


@TYPES.add("rds/cluster:Cluster")
def cluster(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    identifier = named(resource, inputs, "clusterIdentifier")
    for name in _PROVIDERS_OWN:
        inputs.pop(name, None)
    tags = listed(inputs.pop("tags", None))
    # moto knows only the storage of single instances; the linter knows Aurora's.
    inputs.pop("storageType", None)
    made = cloud.ask(
        "rds", "CreateDBCluster", inputs, _CLUSTER, DBClusterIdentifier=identifier, Tags=tags
    )["DBCluster"]
    secret = made.get("MasterUserSecret")
    outputs: dict[str, Any] = {
        "arn": made["DBClusterArn"],
        "clusterIdentifier": identifier,
        "clusterResourceId": made["DbClusterResourceId"],
        "endpoint": made["Endpoint"],
        "readerEndpoint": made.get("ReaderEndpoint"),
        "port": made["Port"],
        "engineVersionActual": made["EngineVersion"],
        "masterUserSecrets": [
            {
                "secretArn": secret["SecretArn"],
                "kmsKeyId": secret.get("KmsKeyId"),
                "secretStatus": "active",
            }
        ]
        if secret
        else [],
    }
    return identifier, outputs


@TYPES.add("rds/clusterInstance:ClusterInstance")
def instance(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    identifier = named(resource, inputs, "identifier")
    for name in ("applyImmediately", "forceDestroy"):
        inputs.pop(name, None)
    names = {
        "clusterIdentifier": "DBClusterIdentifier",
        "instanceClass": "DBInstanceClass",
        "dbSubnetGroupName": "DBSubnetGroupName",
        "dbParameterGroupName": "DBParameterGroupName",
        "performanceInsightsEnabled": "EnablePerformanceInsights",
        "caCertIdentifier": "CACertificateIdentifier",
    }
    tags = listed(inputs.pop("tags", None))
    made = cloud.ask(
        "rds", "CreateDBInstance", inputs, names, DBInstanceIdentifier=identifier, Tags=tags
    )["DBInstance"]
    outputs = {
        "arn": made["DBInstanceArn"],
        "identifier": identifier,
        "dbiResourceId": made["DbiResourceId"],
        "endpoint": (made.get("Endpoint") or {}).get("Address"),
    }
    return identifier, outputs


@TYPES.add("rds/proxy:Proxy")
def proxy(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    names = {"auths": "Auth", "requireTls": "RequireTLS"}
    tags = listed(inputs.pop("tags", None))
    # moto wants the list even where the default scheme makes it superfluous.
    inputs.setdefault("auths", [])
    made = cloud.ask("rds", "CreateDBProxy", inputs, names, DBProxyName=name, Tags=tags)["DBProxy"]
    return name, {"arn": made["DBProxyArn"], "endpoint": made["Endpoint"], "name": name}


@TYPES.add("rds/proxyDefaultTargetGroup:ProxyDefaultTargetGroup")
def target_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    path = "connectionPoolConfig"
    inputs.setdefault(path, {})
    made = cloud.ask(
        "rds", "ModifyDBProxyTargetGroup", inputs,
        {"dbProxyName": "DBProxyName"}, TargetGroupName="default",
    )["DBProxyTargetGroup"]  # fmt: skip
    return inputs["dbProxyName"], {"name": "default", "arn": made["TargetGroupArn"]}


@TYPES.add("rds/proxyTarget:ProxyTarget")
def proxy_target(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    names = {
        "dbClusterIdentifier": "DBClusterIdentifiers",
        "dbInstanceIdentifier": "DBInstanceIdentifiers",
        "dbProxyName": "DBProxyName",
    }
    cloud.ask("rds", "RegisterDBProxyTargets", inputs, names)
    cluster_id = inputs.get("dbClusterIdentifier")
    id_ = f"{inputs['dbProxyName']}/{inputs['targetGroupName']}/TRACKED_CLUSTER/{cluster_id}"
    return id_, {"rdsResourceId": cluster_id, "type": "TRACKED_CLUSTER"}
