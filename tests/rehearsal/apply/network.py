"""EC2: networks, groups, endpoints."""

from __future__ import annotations

from typing import Any

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, arn, listed, named
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()


def _tagged(kind: str, inputs: Inputs) -> list[Any] | None:
    tags = listed(inputs.pop("tags", None))
    return [{"ResourceType": kind, "Tags": tags}] if tags else None


@TYPES.add("ec2/vpc:Vpc")
def vpc(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    hostnames = inputs.pop("enableDnsHostnames", False)
    support = inputs.pop("enableDnsSupport", True)
    tags = _tagged("vpc", inputs)
    made = cloud.ask("ec2", "CreateVpc", inputs, TagSpecifications=tags)["Vpc"]
    id_ = made["VpcId"]
    cloud.call("ec2", "ModifyVpcAttribute", VpcId=id_, EnableDnsSupport={"Value": support})
    cloud.call("ec2", "ModifyVpcAttribute", VpcId=id_, EnableDnsHostnames={"Value": hostnames})
    outputs = {
        "arn": arn("ec2", f"vpc/{id_}"),
        "mainRouteTableId": cloud.call(
            "ec2", "DescribeRouteTables", Filters=[{"Name": "vpc-id", "Values": [id_]}]
        )["RouteTables"][0]["RouteTableId"],
        "defaultSecurityGroupId": cloud.call(
            "ec2", "DescribeSecurityGroups", Filters=[{"Name": "vpc-id", "Values": [id_]}]
        )["SecurityGroups"][0]["GroupId"],
    }
    return id_, outputs


@TYPES.add("ec2/subnet:Subnet")
def subnet(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    public = inputs.pop("mapPublicIpOnLaunch", False)
    tags = _tagged("subnet", inputs)
    id_ = cloud.ask("ec2", "CreateSubnet", inputs, TagSpecifications=tags)["Subnet"]["SubnetId"]
    cloud.call("ec2", "ModifySubnetAttribute", SubnetId=id_, MapPublicIpOnLaunch={"Value": public})
    return id_, {"arn": arn("ec2", f"subnet/{id_}"), "mapPublicIpOnLaunch": public}


@TYPES.add("ec2/routeTable:RouteTable")
def route_table(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    routes = inputs.pop("routes", [])
    tags = _tagged("route-table", inputs)
    made = cloud.ask("ec2", "CreateRouteTable", inputs, TagSpecifications=tags)["RouteTable"]
    id_ = made["RouteTableId"]
    for route in routes:
        names = {"cidrBlock": "DestinationCidrBlock", "ipv6CidrBlock": "DestinationIpv6CidrBlock"}
        cloud.ask("ec2", "CreateRoute", route, names, RouteTableId=id_)
    return id_, {"arn": arn("ec2", f"route-table/{id_}")}


@TYPES.add("ec2/routeTableAssociation:RouteTableAssociation")
def route_table_association(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    return cloud.ask("ec2", "AssociateRouteTable", inputs)["AssociationId"], {}


@TYPES.add("ec2/securityGroup:SecurityGroup")
def security_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    inline = {name: inputs.pop(name, []) for name in ("ingress", "egress")}
    inputs.pop("revokeRulesOnDelete", None)
    name = named(resource, inputs)
    description = inputs.pop("description", "Managed by Pulumi")
    tags = _tagged("security-group", inputs)
    id_ = cloud.ask(
        "ec2", "CreateSecurityGroup", inputs,
        GroupName=name, Description=description, TagSpecifications=tags,
    )["GroupId"]  # fmt: skip
    # AWS lets a new group reach every address; Pulumi's provider removes that rule.
    everywhere = {"IpProtocol": "-1", "IpRanges": [{"CidrIp": "0.0.0.0/0"}]}
    cloud.call("ec2", "RevokeSecurityGroupEgress", GroupId=id_, IpPermissions=[everywhere])
    for direction, rules in inline.items():
        for rule in rules:
            _authorize(cloud, direction, id_, [_permission(rule)], None)
    return id_, {"arn": arn("ec2", f"security-group/{id_}"), "name": name}


@TYPES.add("ec2/defaultSecurityGroup:DefaultSecurityGroup")
def default_security_group(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    """The group that is there already; Pulumi's provider takes its rules away."""
    here = [
        {"Name": "vpc-id", "Values": [inputs["vpcId"]]},
        {"Name": "group-name", "Values": ["default"]},
    ]
    (group,) = cloud.call("ec2", "DescribeSecurityGroups", Filters=here)["SecurityGroups"]
    for direction in ("Ingress", "Egress"):
        rules = group.get("IpPermissions" if direction == "Ingress" else "IpPermissionsEgress")
        if rules:
            cloud.call(
                "ec2", f"RevokeSecurityGroup{direction}",
                GroupId=group["GroupId"], IpPermissions=rules,
            )  # fmt: skip
    return group["GroupId"], {"arn": arn("ec2", f"security-group/{group['GroupId']}")}


def _permission(rule: Inputs) -> dict[str, Any]:
    permission: dict[str, Any] = {"IpProtocol": rule["protocol"]}
    if rule["protocol"] != "-1":
        permission |= {"FromPort": int(rule["fromPort"]), "ToPort": int(rule["toPort"])}
    permission["IpRanges"] = [{"CidrIp": cidr} for cidr in rule.get("cidrBlocks") or []]
    permission["UserIdGroupPairs"] = [{"GroupId": id_} for id_ in rule.get("securityGroups") or []]
    return permission


def _authorize(cloud: Cloud, direction: str, id_: str, rules: list[Any], tags: Any) -> str:
    answer = cloud.call(
        "ec2", f"AuthorizeSecurityGroup{direction.capitalize()}",
        GroupId=id_, IpPermissions=rules, TagSpecifications=tags,
    )  # fmt: skip
    id_of_rule: str = answer["SecurityGroupRules"][0]["SecurityGroupRuleId"]
    return id_of_rule


def _rule(direction: str, cloud: Cloud, inputs: Inputs) -> Applied:
    tags = _tagged("security-group-rule", inputs)
    id_ = inputs.pop("securityGroupId")
    words = {"Description": words} if (words := inputs.pop("description", None)) else {}
    permission: dict[str, Any] = {"IpProtocol": inputs.pop("ipProtocol")}
    for name, member in (("fromPort", "FromPort"), ("toPort", "ToPort")):
        if name in inputs:
            permission[member] = inputs.pop(name)
    sources = {
        "cidrIpv4": ("IpRanges", "CidrIp"),
        "cidrIpv6": ("Ipv6Ranges", "CidrIpv6"),
        "prefixListId": ("PrefixListIds", "PrefixListId"),
        "referencedSecurityGroupId": ("UserIdGroupPairs", "GroupId"),
    }
    for name, value in inputs.items():
        member, key = sources[name]
        permission[member] = [{key: value, **words}]
    rule = _authorize(cloud, direction, id_, [permission], tags)
    return rule, {"securityGroupRuleId": rule, "arn": arn("ec2", f"security-group-rule/{rule}")}


@TYPES.add("vpc/securityGroupIngressRule:SecurityGroupIngressRule")
def ingress_rule(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    return _rule("ingress", cloud, inputs)


@TYPES.add("vpc/securityGroupEgressRule:SecurityGroupEgressRule")
def egress_rule(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    return _rule("egress", cloud, inputs)


@TYPES.add("ec2/vpcEndpoint:VpcEndpoint")
def vpc_endpoint(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    tags = _tagged("vpc-endpoint", inputs)
    names = {"policy": "PolicyDocument"}
    made = cloud.ask("ec2", "CreateVpcEndpoint", inputs, names, TagSpecifications=tags)
    endpoint = made["VpcEndpoint"]
    id_ = endpoint["VpcEndpointId"]
    entries = [{"dnsName": e.get("DnsName")} for e in endpoint.get("DnsEntries", [])]
    outputs = {
        "arn": arn("ec2", f"vpc-endpoint/{id_}"),
        "dnsEntries": entries,
        "prefixListId": "pl-6da54004",
    }
    return id_, outputs
