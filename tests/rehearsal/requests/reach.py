"""Which parts of the network can reach each other, by the groups that moto keeps."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any

from tests.rehearsal.cloud import REGION, Cloud
from tests.rehearsal.requests.refusals import NotProvisioned

HTTPS = 443


def check_groups(
    cloud: Cloud, sources: Sequence[str], targets: Sequence[str], port: int, what: str
) -> None:
    """One of the sources' groups lets traffic out to a group of the target, which lets it in."""
    if not any(_admits(cloud, source, target, port) for source in sources for target in targets):
        raise NotProvisioned(
            f"{what}: no rule lets {', '.join(sources)} out to {', '.join(targets)} on port {port},"
            " and in there"
        )


def check_service(
    cloud: Cloud, subnets: Sequence[str], groups: Sequence[str], service: str
) -> None:
    """An endpoint of an AWS service in the network of these subnets, which these groups reach.
    There is no other way out of a private subnet."""
    network = network_of(cloud, subnets)
    found = cloud.call(
        "ec2",
        "DescribeVpcEndpoints",
        Filters=[
            {"Name": "service-name", "Values": [f"com.amazonaws.{REGION}.{service}"]},
            {"Name": "vpc-id", "Values": [network]},
        ],
    )["VpcEndpoints"]
    if not found:
        raise NotProvisioned(f"{network} has no endpoint of {service}")
    for endpoint in found:
        if endpoint["VpcEndpointType"] == "Gateway":
            _check_gateway(cloud, subnets, endpoint, service)
            return
        if not endpoint.get("PrivateDnsEnabled"):
            raise NotProvisioned(f"the endpoint of {service} does not answer to its public name")
        targets = [group["GroupId"] for group in endpoint.get("Groups", [])]
        targets = targets or endpoint.get("SecurityGroupIds", [])
        check_groups(cloud, groups, targets, HTTPS, f"the endpoint of {service}")


def network_of(cloud: Cloud, subnets: Sequence[str]) -> str:
    """The one VPC of these subnets."""
    found = cloud.call("ec2", "DescribeSubnets", SubnetIds=list(subnets))["Subnets"]
    networks = {subnet["VpcId"] for subnet in found}
    if len(networks) != 1:
        raise NotProvisioned(f"the subnets {', '.join(subnets)} are of several networks")
    network: str = networks.pop()
    return network


def _check_gateway(cloud: Cloud, subnets: Sequence[str], endpoint: Any, service: str) -> None:
    for subnet in subnets:
        tables = cloud.call(
            "ec2",
            "DescribeRouteTables",
            Filters=[{"Name": "association.subnet-id", "Values": [subnet]}],
        )["RouteTables"]
        if not {table["RouteTableId"] for table in tables} & set(endpoint["RouteTableIds"]):
            raise NotProvisioned(f"{subnet} has no route to the gateway of {service}")


def _admits(cloud: Cloud, source: str, target: str, port: int) -> bool:
    known = cloud.call("ec2", "DescribeSecurityGroups", GroupIds=sorted({source, target}))
    groups = {group["GroupId"]: group for group in known["SecurityGroups"]}
    if groups[source]["VpcId"] != groups[target]["VpcId"]:
        return False
    network = cloud.call("ec2", "DescribeVpcs", VpcIds=[groups[source]["VpcId"]])["Vpcs"][0]
    inside = ipaddress.ip_network(network["CidrBlock"])
    return _lets(groups[source]["IpPermissionsEgress"], target, inside, port) and _lets(
        groups[target]["IpPermissions"], source, inside, port
    )


def _lets(permissions: list[Any], other: str, inside: Any, port: int) -> bool:
    """A rule for the other group, or for every address of their network."""
    for permission in permissions:
        protocol = permission["IpProtocol"]
        fits = protocol == "-1" or (
            protocol == "tcp" and permission["FromPort"] <= port <= permission["ToPort"]
        )
        anywhere = any(
            inside.subnet_of(ipaddress.ip_network(each["CidrIp"]))
            for each in permission.get("IpRanges", [])
        )
        named = any(pair["GroupId"] == other for pair in permission.get("UserIdGroupPairs", []))
        if fits and (named or anywhere):
            return True
    return False
