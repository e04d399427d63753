"""The network: what it lets in, and that it lets nothing out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.rehearsal.policies import allows
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule, policies_of, role_of

POSTGRES: Final = 5432
LAMBDA_HOLDS_MINUTES: Final = 45
#: Services whose endpoint a job needs in the network if its role may do this.
_CALLED_BY_JOBS: Final = {
    "cloudwatch:PutMetricData": "monitoring",
    "glue:UpdateTable": "glue",
    "s3:GetObject": "s3",
}


def nobody_from_outside(stack: Stack) -> Iterator[str]:
    """Every group lets in only groups of the stack; Postgres above all."""
    groups = {each.id for each in stack.resources.of("ec2/securityGroup:SecurityGroup")}
    for rule in stack.resources.of("vpc/securityGroupIngressRule:SecurityGroupIngressRule"):
        source = rule.inputs.get("referencedSecurityGroupId")
        if source not in groups:
            door = " to Postgres" if _covers(rule.inputs, POSTGRES) else ""
            who = source or rule.inputs.get("cidrIpv4") or rule.inputs.get("cidrIpv6")
            yield f"{rule.label} lets {who} in{door}"
    defaults = stack.resources.of("ec2/defaultSecurityGroup:DefaultSecurityGroup")
    for vpc in stack.resources.of("ec2/vpc:Vpc"):
        if vpc.id not in {each.inputs.get("vpcId") for each in defaults}:
            yield f"{vpc.label} keeps its default group, which lets its members do anything"
    for group in [*stack.resources.of("ec2/securityGroup:SecurityGroup"), *defaults]:
        if group.inputs.get("ingress"):
            yield f"{group.label} has rules of its own: {group.inputs['ingress']}"


def _covers(inputs: Any, port: int) -> bool:
    if inputs["ipProtocol"] == "-1":
        return True
    return bool(inputs.get("fromPort", 0) <= port <= inputs.get("toPort", 65_535))


def no_way_out(stack: Stack) -> Iterator[str]:
    """Private subnets: no public addresses, no route but the network's own; two zones."""
    subnets = stack.resources.of("ec2/subnet:Subnet")
    for subnet in subnets:
        if subnet.inputs.get("mapPublicIpOnLaunch"):
            yield f"{subnet.label} gives out public addresses"
    zones = {subnet.inputs.get("availabilityZone") for subnet in subnets}
    if subnets and len(zones) < 2:
        yield f"all subnets are in one zone, {zones}: Aurora takes two"
    for table in stack.resources.of("ec2/routeTable:RouteTable"):
        if table.inputs.get("routes"):
            yield f"{table.label} has a way out: {table.inputs['routes']}"


def spark_workers_meet(stack: Stack) -> Iterator[str]:
    """Glue wants a group that lets itself in, on every port."""
    rules = stack.resources.of("vpc/securityGroupIngressRule:SecurityGroupIngressRule")
    for connection in stack.resources.of("glue/connection:Connection"):
        place = connection.inputs.get("physicalConnectionRequirements", {})
        for group in place.get("securityGroupIdLists", []):
            if not any(_lets_itself_in(rule, group) for rule in rules):
                yield f"{connection.label}: {group} does not let itself in on every port"


def _lets_itself_in(rule: Resource, group: str) -> bool:
    inputs = rule.inputs
    themselves = inputs["securityGroupId"] == group == inputs.get("referencedSecurityGroupId")
    whole = inputs["ipProtocol"] == "-1" or (
        inputs["ipProtocol"] == "tcp" and (inputs["fromPort"], inputs["toPort"]) == (0, 65_535)
    )
    return themselves and whole


def jobs_reach_their_services(stack: Stack) -> Iterator[str]:
    """Each service that a job calls has an endpoint: a private subnet has no other way out."""
    if stack.config.get("subnetIds"):
        return  # the network is its owner's
    endpoints = {
        each.inputs["serviceName"].rpartition(".")[2]
        for each in stack.resources.of("ec2/vpcEndpoint:VpcEndpoint")
    }
    for job in stack.resources.of("glue/job:Job"):
        role = role_of(stack, job.inputs["roleArn"])
        said = policies_of(stack, role) if role else []
        for action, service in _CALLED_BY_JOBS.items():
            context = {"cloudwatch:namespace": "Regent"}
            wants = any(action in str(each["Action"]) for each in said)
            if wants and service not in endpoints:
                may = allows(said, action, "*", context)
                yield f"{job.label} may {action} ({may}), but no endpoint leads to {service}"


def endpoints_are_used(stack: Stack) -> Iterator[str]:
    """An endpoint costs something each hour: CloudWatch's is there where jobs send numbers."""
    said = str([each.inputs["policy"] for each in stack.resources.of("iam/rolePolicy:RolePolicy")])
    for endpoint in stack.resources.of("ec2/vpcEndpoint:VpcEndpoint"):
        service = endpoint.inputs["serviceName"].rpartition(".")[2]
        if service == "monitoring" and "cloudwatch:PutMetricData" not in said:
            yield f"{endpoint.label} is used by nobody"


def addresses_outlive_functions(stack: Stack) -> Iterator[str]:
    """Lambda gives back its addresses up to 45 minutes after the last function is gone; only then
    can their groups and subnets go."""
    for holder in stack.resources.of("ec2/securityGroup:SecurityGroup", "ec2/subnet:Subnet"):
        minutes = int(holder.delete_timeout.removesuffix("m") or 0)
        if minutes < 2 * LAMBDA_HOLDS_MINUTES:
            yield f"{holder.label} may be held by Lambda for longer than {minutes} minutes"


def endpoints_of_this_account(stack: Stack) -> Iterator[str]:
    """An interface endpoint takes requests of this account alone."""
    for endpoint in stack.resources.of("ec2/vpcEndpoint:VpcEndpoint"):
        if endpoint.inputs["vpcEndpointType"] != "Interface":
            continue
        if "aws:PrincipalAccount" not in str(endpoint.inputs.get("policy")):
            yield f"{endpoint.label} takes requests with keys of any account"


RULES: Final[tuple[Rule, ...]] = (
    endpoints_of_this_account, endpoints_are_used,
    addresses_outlive_functions, nobody_from_outside, no_way_out, spark_workers_meet,
    jobs_reach_their_services,
)  # fmt: skip
