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


def _zones(cloud: Cloud, _: Mapping[str, Any]) -> Answer:
    zones = cloud.call("ec2", "DescribeAvailabilityZones")["AvailabilityZones"]
    return {
        "id": REGION,
        "names": [zone["ZoneName"] for zone in zones],
        "zoneIds": [zone["ZoneId"] for zone in zones],
    }


def _quota(cloud: Cloud, asked: Mapping[str, Any]) -> Answer:
    """moto keeps none for Lambda. An account of some age has this one."""
    return {"id": asked["quotaCode"], "value": 1_000}


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
    "aws:ec2/getSubnet:getSubnet": _subnet,
    "aws:servicequotas/getServiceQuota:getServiceQuota": _quota,
}
