"""`echo '{"protect": "false"}' | python tests/infra/registering.py` runs the Pulumi program with
this config and prints its resources as a line of JSON; so for each further line. Pulumi's runtime
is one to a process, so each run is a fork of this process, which has imported what takes longest.

Nothing is applied anywhere; ids and names that AWS would give out are made from the resources' own.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import sys
import traceback
from dataclasses import replace
from typing import Any

import pulumi
from pulumi.runtime.config import set_all_config
from pulumi.runtime.mocks import MockMonitor

from functions.handlers import API_MODULES
from infra.package import Artifacts, build
from tests.support.issuers import sound_issuer
from tests.support.pulumi_runtime import hastened

#: Modules of the program that read no configuration when they are imported; it imports the others
#: itself. Pulumi imports a service of AWS when it is first looked at.
_LONG = ("infra.alarms", "infra.api", "infra.dashboard", "infra.schedules", *API_MODULES)
_LONG += tuple(
    f"pulumi_aws.{service}"
    for service in ("apigatewayv2", "cloudwatch", "ec2", "glue", "iam", "lambda_", "rds", "s3")
)
_FOUND = {
    "aws:index/getCallerIdentity:getCallerIdentity": {"accountId": "123456789012"},
    "aws:index/getPartition:getPartition": {"partition": "aws"},
    "aws:index/getAvailabilityZones:getAvailabilityZones": {"names": ["a", "b", "c"]},
    "aws:ec2/getSubnet:getSubnet": {"vpcId": "vpc-0", "availabilityZone": "a"},
}
#: Values that AWS adds, by the type of the resource; {} stands for its name.
_ADDED: dict[str, dict[str, Any]] = {
    "aws:rds/cluster:Cluster": {
        "endpoint": "cluster.example",
        "clusterResourceId": "cluster-0",
        "masterUserSecrets": [{"secretArn": "arn:master-secret"}],
    },
    "aws:rds/proxy:Proxy": {"endpoint": "proxy.example", "arn": "arn:db-proxy:prx-0"},
    "aws:kms/key:Key": {"keyId": "key-0"},
    "aws:s3/bucket:Bucket": {"bucket": "{}-bucket"},
    "aws:apigatewayv2/api:Api": {"executionArn": "arn:{}", "apiEndpoint": "https://{}.example"},
    "aws:lambda/function:Function": {"invokeArn": "arn:{}"},
}


class Monitor(MockMonitor):
    """Records the resources that each resource waits for."""

    def __init__(self, mocks: pulumi.runtime.Mocks) -> None:
        super().__init__(mocks)
        self.waits_for: dict[str, list[str]] = {}
        self.stays: list[str] = []

    def RegisterResource(self, request: Any) -> Any:  # noqa: N802 - Pulumi's name
        waiting = f"{request.type.rpartition(':')[2]} {request.name}"
        if request.retainOnDelete:
            self.stays.append(waiting)
        self.waits_for[waiting] = [_kind_and_name(urn) for urn in request.dependencies]
        return super().RegisterResource(request)


class Mocks(pulumi.runtime.Mocks):
    """Records each resource that is registered."""

    def __init__(self, quota: float, reserved_by_others: int) -> None:
        self.registered: list[dict[str, Any]] = []
        self._quota = quota
        #: By function. The stack's own ones are there already, as when it is changed.
        self._reserved = {
            "regent-prod-pop": 500, "regent-prod-x-pop": reserved_by_others, "billing": -1
        }  # fmt: skip

    def new_resource(self, args: pulumi.runtime.MockResourceArgs) -> tuple[str | None, dict]:
        inputs = dict(args.inputs)
        self.registered.append({"type": args.typ, "name": args.name, "inputs": inputs})
        added = {
            key: value.format(args.name) if isinstance(value, str) else value
            for key, value in _ADDED.get(args.typ, {}).items()
        }
        return f"{args.name}-0", {"arn": f"arn:{args.name}", "name": args.name, **inputs, **added}

    def call(self, args: pulumi.runtime.MockCallArgs) -> dict[str, Any]:
        if args.token == "aws:servicequotas/getServiceQuota:getServiceQuota":
            return {"value": self._quota}
        if args.token == "aws:lambda/getFunctions:getFunctions":
            return {"functionNames": list(self._reserved)}
        if args.token == "aws:lambda/getFunction:getFunction":
            return {"reservedConcurrentExecutions": self._reserved[args.args["functionName"]]}
        return _FOUND.get(args.token, {})


def _kind_and_name(urn: str) -> str:
    """`urn:pulumi:prod::regent::…$aws:lambda/function:Function::push` as `Function push`."""
    kind, name = urn.split("::", 3)[2:]
    return f"{kind.rpartition(':')[2]} {name}"


def main() -> None:
    """Fork a run for each line."""
    for name in _LONG:
        hasattr(importlib.import_module(name), "anything")  # It is imported by a look at it.
    # The garbage of a run goes with its process: a look for it is a third of the work.
    gc.disable()
    built = build()
    for line in sys.stdin:
        run = os.fork()
        if run == 0:
            _register(json.loads(line), built)
            os._exit(0)
        os.waitpid(run, 0)


def _register(config: dict[str, str], built: Artifacts) -> None:
    """Register, print; a failure is printed, too."""
    try:
        found = _registered(config, built)
    except BaseException:  # noqa: BLE001 - the test that asked tells it
        found = {"failed": traceback.format_exc()}
    print(json.dumps(found, default=repr), flush=True)


def _registered(config: dict[str, str], built: Artifacts) -> dict[str, Any]:
    mocks = Mocks(
        float(config.pop("quota of the account", "1000")),
        int(config.pop("reserved by others", "0")),
    )
    has_byte_code = config.pop("byte code", "true") == "true"
    monitor = Monitor(mocks)
    pulumi.runtime.set_mocks(mocks, project="regent", stack="prod", monitor=monitor)
    region = config.pop("region of the account", "eu-central-1")
    _FOUND["aws:index/getPartition:getPartition"] = {
        "partition": config.pop("partition of the account", "aws")
    }
    profile = config.pop("profile of the account", "")
    given = {f"regent:{key}": value for key, value in config.items()}
    set_all_config({"aws:region": region, **({"aws:profile": profile} if profile else {}), **given})
    outputs: list[str] = []
    export = pulumi.export
    pulumi.export = lambda name, value: (outputs.append(name), export(name, value))[1]

    @pulumi.runtime.test
    def register() -> None:
        importlib.import_module("infra.account").fetch = sound_issuer
        uploads = importlib.import_module("infra.uploads")
        uploads.build = lambda: replace(built, has_byte_code=has_byte_code)
        runpy.run_module("infra.__main__", run_name="__main__")

    with hastened():
        register()
    return {
        "resources": mocks.registered,
        "outputs": outputs,
        "waits_for": monitor.waits_for,
        "stays": monitor.stays,
    }


if __name__ == "__main__":
    main()
