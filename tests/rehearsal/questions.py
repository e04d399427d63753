"""What a program asks the account (``aws.get_…``), answered from the account of the rehearsal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.rehearsal.cloud import ACCOUNT, PARTITION, REGION, Cloud

Answer = dict[str, Any]


class Unknown(Exception):
    """A question that the rehearsal cannot answer yet."""


def answer(cloud: Cloud, token: str, asked: Mapping[str, Any]) -> Answer:
    """The account's answer."""
    if token not in _ANSWERS:
        raise Unknown(f"the rehearsal does not know what to answer, asked with {dict(asked)}")
    return {**asked, **_ANSWERS[token](cloud, asked)}


def _caller(cloud: Cloud, _: Mapping[str, Any]) -> Answer:
    who = cloud.call("sts", "GetCallerIdentity")
    return {
        "accountId": who["Account"],
        "arn": who["Arn"],
        "userId": who["UserId"],
        "id": who["Account"],
    }


def _region(cloud: Cloud, _: Mapping[str, Any]) -> Answer:
    endpoint = f"ec2.{REGION}.amazonaws.com"
    return {"id": REGION, "name": REGION, "region": REGION, "description": "", "endpoint": endpoint}


def _partition(cloud: Cloud, _: Mapping[str, Any]) -> Answer:
    suffix = "amazonaws.com"
    return {
        "id": PARTITION,
        "partition": PARTITION,
        "dnsSuffix": suffix,
        "reverseDnsPrefix": "com.amazonaws",
    }


#: Zones that an account may have besides those that everybody has, which is all that moto knows: a
#: local zone that it enabled, and one in which AWS has trouble. Subnets of the stack are in
#: neither.
_UNFIT: Final = (
    {"ZoneName": f"{REGION}-lon-1a", "ZoneId": "l1", "State": "available",
     "OptInStatus": "opted-in"},
    {"ZoneName": f"{REGION}0", "ZoneId": "z0", "State": "impaired",
     "OptInStatus": "opt-in-not-required"},
)  # fmt: skip


def _zones(cloud: Cloud, asked: Mapping[str, Any]) -> Answer:
    known = cloud.call("ec2", "DescribeAvailabilityZones")["AvailabilityZones"]
    usual = {"OptInStatus": "opt-in-not-required"}
    wanted = {each["name"]: each["values"] for each in asked.get("filters") or []}
    zones = [
        zone
        for zone in (*_UNFIT, *(usual | each for each in known))
        if zone["State"] == asked.get("state", zone["State"])
        and zone["OptInStatus"] in wanted.get("opt-in-status", zone["OptInStatus"])
    ]
    return {
        "id": REGION,
        "names": [zone["ZoneName"] for zone in zones],
        "zoneIds": [zone["ZoneId"] for zone in zones],
    }


def _quota(cloud: Cloud, asked: Mapping[str, Any]) -> Answer:
    """moto keeps none for Lambda. An account with four stacks has asked for
    this one."""
    if (asked["serviceCode"], asked["quotaCode"]) != ("lambda", "L-B99A9384"):
        raise Unknown(f"{dict(asked)} is not the quota of functions that run at once")
    return {"id": asked["quotaCode"], "value": 3_000}


def _functions(cloud: Cloud, _: Mapping[str, Any]) -> Answer:
    found = cloud.call("lambda", "ListFunctions")["Functions"]
    return {
        "id": REGION,
        "functionNames": [each["FunctionName"] for each in found],
        "functionArns": [each["FunctionArn"] for each in found],
    }


def _function(cloud: Cloud, asked: Mapping[str, Any]) -> Answer:
    """As the provider answers: -1 where no place is reserved."""
    name = asked["functionName"]
    found = cloud.call("lambda", "GetFunctionConcurrency", FunctionName=name)
    return {
        "id": name,
        "reservedConcurrentExecutions": found.get("ReservedConcurrentExecutions", -1),
    }


def _subnet(cloud: Cloud, asked: Mapping[str, Any]) -> Answer:
    (found,) = cloud.call("ec2", "DescribeSubnets", SubnetIds=[asked["id"]])["Subnets"]
    return {
        "id": found["SubnetId"],
        "vpcId": found["VpcId"],
        "availabilityZone": found["AvailabilityZone"],
        "availabilityZoneId": found["AvailabilityZoneId"],
        "cidrBlock": found["CidrBlock"],
        "arn": f"arn:{PARTITION}:ec2:{REGION}:{ACCOUNT}:subnet/{found['SubnetId']}",
    }


_ANSWERS: Final[Mapping[str, Callable[[Cloud, Mapping[str, Any]], Answer]]] = {
    "aws:index/getCallerIdentity:getCallerIdentity": _caller,
    "aws:index/getRegion:getRegion": _region,
    "aws:index/getPartition:getPartition": _partition,
    "aws:index/getAvailabilityZones:getAvailabilityZones": _zones,
    "aws:lambda/getFunctions:getFunctions": _functions,
    "aws:lambda/getFunction:getFunction": _function,
    "aws:ec2/getSubnet:getSubnet": _subnet,
    "aws:servicequotas/getServiceQuota:getServiceQuota": _quota,
}
