"""Lambda: functions, what they share, who may call them."""

from __future__ import annotations

import json
from typing import Any

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, arn, named
from tests.rehearsal.cloud import REGION, Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()

_FUNCTION = {
    "s3Bucket": "S3Bucket",
    "s3Key": "S3Key",
    "name": "FunctionName",
    "kmsKeyArn": "KMSKeyArn",
}
#: Inputs that only Pulumi's provider reads.
_PROVIDERS_OWN = ("sourceCodeHash", "skipDestroy", "replaceSecurityGroupsOnDestroy")


def _code(inputs: Inputs) -> dict[str, Any]:
    """Where the code was uploaded to."""
    names = {"s3Bucket": "S3Bucket", "s3Key": "S3Key", "s3ObjectVersion": "S3ObjectVersion"}
    return {member: inputs.pop(name) for name, member in names.items() if name in inputs}


@TYPES.add("lambda/function:Function")
def function(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    reserved = inputs.pop("reservedConcurrentExecutions", None)
    for own in _PROVIDERS_OWN:
        inputs.pop(own, None)
    code = _code(inputs)
    made = cloud.ask("lambda", "CreateFunction", inputs, _FUNCTION, FunctionName=name, Code=code)
    if reserved is not None and reserved >= 0:
        cloud.call(
            "lambda", "PutFunctionConcurrency",
            FunctionName=name, ReservedConcurrentExecutions=reserved,
        )  # fmt: skip
    function_arn = arn("lambda", f"function:{name}")
    version = made["Version"]
    outputs = {
        "arn": function_arn,
        "name": name,
        "version": version,
        "qualifiedArn": f"{function_arn}:{version}",
        "invokeArn": _invoke_arn(function_arn),
        "sourceCodeSize": made["CodeSize"],
    }
    return name, outputs


def _invoke_arn(function_arn: str) -> str:
    path = "path/2015-03-31/functions"
    return f"arn:aws:apigateway:{REGION}:lambda:{path}/{function_arn}/invocations"


@TYPES.add("lambda/layerVersion:LayerVersion")
def layer(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    for own in _PROVIDERS_OWN:
        inputs.pop(own, None)
    code = _code(inputs)
    made = cloud.ask("lambda", "PublishLayerVersion", inputs, Content=code)
    outputs = {"arn": made["LayerVersionArn"], "layerArn": made["LayerArn"], "version": "1"}
    return made["LayerVersionArn"], outputs


@TYPES.add("lambda/permission:Permission")
def permission(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    sid = named(resource, inputs, "statementId")
    names = {"function": "FunctionName"}
    cloud.ask("lambda", "AddPermission", inputs, names, StatementId=sid)
    return sid, {"statementId": sid}


@TYPES.add("lambda/functionEventInvokeConfig:FunctionEventInvokeConfig")
def event_invoke_config(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    cloud.ask("lambda", "PutFunctionEventInvokeConfig", inputs)
    return inputs["functionName"], {}


@TYPES.add("lambda/invocation:Invocation")
def invocation(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    """Only check that the function and the input exist: the rehearsal itself calls the function."""
    cloud.call("lambda", "GetFunction", FunctionName=inputs["functionName"])
    json.loads(inputs["input"])
    return f"{inputs['functionName']}_$LATEST", {"result": "{}"}
