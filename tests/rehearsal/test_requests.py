"""The stand-ins for AWS on a request's way: IAM's decisions, routes, groups, shapes of
parameters."""

from __future__ import annotations

from typing import Any

import boto3
import pytest

from tests.rehearsal.cloud import Cloud, account
from tests.rehearsal.policies import Undecided, allows
from tests.rehearsal.requests.gateway import Gateway
from tests.rehearsal.requests.reach import check_groups
from tests.rehearsal.requests.refusals import NotProvisioned
from tests.rehearsal.shapes import UnknownInput, parameters


def _said(effect: str, action: Any, resource: Any, **condition: Any) -> dict[str, Any]:
    said = {"Effect": effect, "Action": action, "Resource": resource}
    return {**said, "Condition": condition} if condition else said


@pytest.mark.parametrize(
    ("action", "resource", "allowed"),
    [
        ("s3:GetObject", "arn:aws:s3:::a/x", True),
        ("S3:getobject", "arn:aws:s3:::a/x", True),
        ("s3:GetObject", "arn:aws:s3:::A/x", False),
        ("s3:GetObject", "arn:aws:s3:::b/x", False),
        ("s3:PutObject", "arn:aws:s3:::a/x", False),
        ("s3:GetObject", "arn:aws:s3:::a/secret", False),
    ],
)
def test_a_denial_wins_and_silence_is_one(action: str, resource: str, allowed: bool) -> None:
    said = [
        _said("Allow", "s3:Get*", ["arn:aws:s3:::a/*"]),
        _said("Deny", ["s3:*"], "arn:aws:s3:::a/secret"),
    ]
    assert allows(said, action, resource) is allowed


def test_conditions_look_at_the_context() -> None:
    said = [_said("Allow", "kms:Decrypt", "*", StringEquals={"kms:ViaService": "s3"})]
    assert allows(said, "kms:Decrypt", "key", {"kms:ViaService": "s3"})
    assert not allows(said, "kms:Decrypt", "key", {"kms:ViaService": "rds"})
    assert not allows(said, "kms:Decrypt", "key")
    patterns = [_said("Allow", "a:B", "*", ArnLike={"aws:SourceArn": "arn:x:*/GET/*"})]
    assert allows(patterns, "a:B", "r", {"aws:SourceArn": "arn:x:1/GET/path/more"})
    assert not allows(patterns, "a:B", "r", {"aws:SourceArn": "arn:x:1/PUT/path"})


def test_an_unknown_condition_is_no_guess() -> None:
    said = [_said("Allow", "a:B", "*", IpAddress={"aws:SourceIp": "10.0.0.0/8"})]
    with pytest.raises(Undecided, match="IpAddress on aws:SourceIp"):
        allows(said, "a:B", "r", {"aws:SourceIp": "10.1.1.1"})


def _api(cloud: Cloud, *keys: str) -> Gateway:
    api = cloud.call("apigatewayv2", "CreateApi", Name="a", ProtocolType="HTTP")
    for key in keys:
        cloud.call("apigatewayv2", "CreateRoute", ApiId=api["ApiId"], RouteKey=key)
    return Gateway(cloud, None, api["ApiEndpoint"], {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("method", "path", "key"),
    [
        ("GET", "/q/list", "GET /q/list"),
        ("GET", "/q/a", "GET /q/{name+}"),
        ("GET", "/q/a/b", "GET /q/{name+}"),
        ("GET", "/q/a/part/b", "GET /q/{name}/part/{part+}"),
        ("GET", "/q/a/part/b/c", "GET /q/{name}/part/{part+}"),
        ("PUT", "/q/a/part/b", "ANY /q/{name+}"),
        ("PUT", "/q", None),
        ("GET", "/q/", None),
    ],
)
def test_the_most_specific_route_is_taken(method: str, path: str, key: str | None) -> None:
    with account() as cloud:
        gateway = _api(
            cloud,
            "ANY /q/{name+}",
            "GET /q/{name+}",
            "GET /q/{name}/part/{part+}",
            "GET /q/list",
        )
        found = gateway.find(method, path)
    assert (found and found.route["RouteKey"]) == key


def test_the_rest_of_a_path_is_one_parameter() -> None:
    with account() as cloud:
        found = _api(cloud, "GET /q/{name}/part/{part+}").find("GET", "/q/a/part/b/c")
    assert found is not None
    assert found.path_parameters == {"name": "a", "part": "b/c"}


def test_an_api_at_another_url_is_not_found() -> None:
    with account() as cloud, pytest.raises(NotProvisioned, match="no API answers at https://x"):
        Gateway(cloud, None, "https://x", {})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("out", "into", "port", "admitted"),
    [
        (5432, 5432, 5432, True),
        (5432, None, 5432, False),
        (None, 5432, 5432, False),
        (5432, 5432, 443, False),
        (443, 5432, 5432, False),
    ],
)
def test_both_groups_have_to_agree(
    out: int | None, into: int | None, port: int, admitted: bool
) -> None:
    with account() as cloud:
        vpc = cloud.call("ec2", "CreateVpc", CidrBlock="10.0.0.0/16")["Vpc"]["VpcId"]
        source, target = (_group(cloud, vpc, name) for name in ("source", "target"))
        if out:
            _open(cloud, "Egress", source, target, out)
        if into:
            _open(cloud, "Ingress", target, source, into)
        if admitted:
            check_groups(cloud, [source], [target], port, "it")
        else:
            with pytest.raises(NotProvisioned, match="it: no rule lets"):
                check_groups(cloud, [source], [target], port, "it")


def _group(cloud: Cloud, vpc: str, name: str) -> str:
    made = cloud.call("ec2", "CreateSecurityGroup", GroupName=name, Description=name, VpcId=vpc)
    everywhere = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    cloud.call(
        "ec2", "RevokeSecurityGroupEgress", GroupId=made["GroupId"], IpPermissions=[everywhere]
    )
    return str(made["GroupId"])


def _open(cloud: Cloud, direction: str, group: str, other: str, port: int) -> None:
    rule = {
        "IpProtocol": "tcp",
        "FromPort": port,
        "ToPort": port,
        "UserIdGroupPairs": [{"GroupId": other}],
    }
    cloud.call("ec2", f"AuthorizeSecurityGroup{direction}", GroupId=group, IpPermissions=[rule])


def _shape(service: str, operation: str) -> Any:
    client = boto3.client(service, region_name="eu-west-1")
    return client.meta.service_model.operation_model(operation).input_shape


def test_inputs_become_parameters() -> None:
    given = {
        "functionName": "f",
        "memorySize": 512.0,
        "environment": {"variables": {"REGENT_STACK": "one"}},
        "vpcConfig": {"subnetIds": ["a"], "securityGroupIds": ["b"]},
        "layers": None,
    }
    assert parameters(_shape("lambda", "CreateFunction"), given) == {
        "FunctionName": "f",
        "MemorySize": 512,
        "Environment": {"Variables": {"REGENT_STACK": "one"}},
        "VpcConfig": {"SubnetIds": ["a"], "SecurityGroupIds": ["b"]},
    }


def test_a_nested_input_that_is_unknown_is_named() -> None:
    with pytest.raises(UnknownInput, match=r"^vpcConfig.subnets has no place in VpcConfig"):
        parameters(_shape("lambda", "CreateFunction"), {"vpcConfig": {"subnets": ["a"]}})
