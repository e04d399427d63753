"""Derives the template."""

from __future__ import annotations

import re
from typing import Any

from tests.rehearsal.records import Resource, Resources
from tests.rehearsal.shapes import UnknownInput
from tests.rehearsal.template.schemas import properties
from tests.rehearsal.template.table import ELSEWHERE, FORMS, PARTS, Part

Template = dict[str, Any]


def derive(resources: Resources) -> Template:
    """All resources that CloudFormation has. References are the values that moto gave."""
    made: dict[str, dict[str, Any]] = {}
    owners: dict[tuple[str, str], dict[str, Any]] = {}
    parts: list[Resource] = []
    for resource in resources:
        if not resource.type.startswith("aws:") or resource.type in ELSEWHERE:
            continue
        if resource.type in PARTS:
            parts.append(resource)
            continue
        if resource.type not in FORMS:
            raise UnknownInput(f"{resource.label}: no CloudFormation type is known for it")
        form = FORMS[resource.type]
        inputs = _prepared(resource)
        inputs = {name: v for name, v in inputs.items() if name not in form.without}
        entry = {"Type": form.type, "Properties": properties(form.type, inputs, form.names)}
        _finish(resource, entry)
        if resource.retain_on_delete:
            entry |= {"DeletionPolicy": "Retain", "UpdateReplacePolicy": "Retain"}
        made[logical_id(resource)] = entry
        for name in (resource.id, resource.outputs.get("name"), resource.inputs.get("dbProxyName")):
            owners[resource.type, str(name)] = entry
    for resource in parts:
        part = PARTS[resource.type]
        owner = owners[part.owner, str(resource.inputs[part.by])]
        _merge(resource, part, owner)
    return {"AWSTemplateFormatVersion": "2010-09-09", "Resources": made}


def logical_id(resource: Resource) -> str:
    """CloudFormation takes letters and digits only."""
    words = re.findall("[A-Za-z0-9]+", f"{resource.kind} {resource.name}")
    return "".join(word[0].upper() + word[1:] for word in words)


def _prepared(resource: Resource) -> dict[str, Any]:
    """Inputs that have another form in CloudFormation, not only another name."""
    inputs = dict(resource.inputs)
    if resource.type == "aws:rds/clusterParameterGroup:ClusterParameterGroup":
        inputs["parameters"] = {
            each["name"]: each["value"] for each in inputs.get("parameters", [])
        }
    elif resource.type == "aws:glue/connection:Connection":
        tags = inputs.pop("tags", None)
        inputs = {"catalogId": "123456789012", "connectionInput": inputs}
        if tags:
            inputs["tags"] = tags
        inputs.pop("tags", None)
    elif resource.type == "aws:glue/catalogDatabase:CatalogDatabase":
        inputs.pop("tags", None)
        inputs = {"catalogId": "123456789012", "databaseInput": inputs}
    elif resource.type == "aws:glue/job:Job" and inputs.get("connections"):
        inputs["connections"] = {"connections": inputs["connections"]}
    elif resource.type == "aws:cloudwatch/metricAlarm:MetricAlarm":
        inputs["dimensions"] = _named(inputs.get("dimensions"))
        inputs["metricQueries"] = [_query(each) for each in inputs.get("metricQueries", [])]
        inputs = {name: value for name, value in inputs.items() if value}
        inputs.setdefault("threshold", resource.inputs.get("threshold"))
    return inputs


def _named(dimensions: dict[str, str] | None) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in (dimensions or {}).items()]


def _query(query: dict[str, Any]) -> dict[str, Any]:
    made = dict(query)
    if metric := made.pop("metric", None):
        made["metricStat"] = {
            "metric": {
                "namespace": metric["namespace"],
                "metricName": metric["metricName"],
                "dimensions": _named(metric.get("dimensions")),
            },
            "period": metric["period"],
            "stat": metric["stat"],
        }
    return made


def _finish(resource: Resource, entry: dict[str, Any]) -> None:
    """Properties that CloudFormation needs and that Pulumi's provider adds itself."""
    wanted = entry["Properties"]
    if resource.type in ("aws:lambda/function:Function", "aws:lambda/layerVersion:LayerVersion"):
        inputs = resource.inputs
        code = {"S3Bucket": inputs.get("s3Bucket"), "S3Key": inputs.get("s3Key")}
        wanted["Code" if "function" in resource.type else "Content"] = code
        if wanted.get("ReservedConcurrentExecutions") == -1:
            del wanted["ReservedConcurrentExecutions"]  # Pulumi's word for: not reserved
    elif resource.type == "aws:rds/cluster:Cluster":
        if "masterUserSecretKmsKeyId" in resource.inputs:
            wanted["MasterUserSecret"] = {"KmsKeyId": resource.inputs["masterUserSecretKmsKeyId"]}
    elif resource.type == "aws:rds/proxyDefaultTargetGroup:ProxyDefaultTargetGroup":
        wanted["TargetGroupName"] = "default"
    elif resource.type == "aws:iam/rolePolicy:RolePolicy":
        wanted["PolicyName"] = resource.outputs["name"]
    elif resource.type == "aws:lambda/functionEventInvokeConfig:FunctionEventInvokeConfig":
        wanted.setdefault("Qualifier", "$LATEST")


def _merge(resource: Resource, part: Part, owner: dict[str, Any]) -> None:
    inputs = {name: value for name, value in resource.inputs.items() if name != part.by}
    target = owner["Properties"]
    if resource.type == "aws:rds/proxyTarget:ProxyTarget":
        target["DBClusterIdentifiers"] = [inputs["dbClusterIdentifier"]]
        return
    if resource.type == "aws:cloudwatch/eventTarget:EventTarget":
        inputs = {"id": inputs.pop("targetId", resource.name), **inputs}
        made = properties(owner["Type"], {"targets": [inputs]}, part.names)
        target.setdefault("Targets", []).extend(made["Targets"])
        return
    if part.within == "LifecycleConfiguration":
        inputs["rules"] = [_lifecycle(rule) for rule in inputs["rules"]]
        inputs.pop("transitionDefaultMinimumObjectSize", None)
    name = part.within[0].lower() + part.within[1:]
    # Some of the parts have a block of that name, some are the block.
    target |= properties(owner["Type"], {name: inputs.get(name, inputs)}, part.names)


def _lifecycle(rule: dict[str, Any]) -> dict[str, Any]:
    made = dict(rule)
    found = made.pop("filter", None) or {}
    if found.get("prefix"):
        made["prefix"] = found["prefix"]
    if expiration := made.pop("expiration", None):
        made["expirationInDays"] = expiration.get("days")
    return made
