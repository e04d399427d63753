"""Ways through the network: who reaches whom, and as which user the database lets them in."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from tests.rehearsal.cloud import ACCOUNT, REGION
from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.stories.telling import (
    CLUSTER,
    FUNCTION,
    Story,
    arn,
    choices,
    only,
    rights,
    variables,
)

POSTGRES, HTTPS = 5432, 443
#: The users that log in with a token, and what they are for (shared/regent/sql).
API, RECLAIM = "regent_api", "regent_reclaim"
#: The export alone sees the event log; the other jobs do not.
_USERS: Final = {"export-log": "regent_export"}
_IN: Final = "vpc/securityGroupIngressRule:SecurityGroupIngressRule"
_OUT: Final = "vpc/securityGroupEgressRule:SecurityGroupEgressRule"
_ENDPOINT: Final = "ec2/vpcEndpoint:VpcEndpoint"
#: A network of /22 in quarters; Lambda and Glue want some hundred addresses.
LEAST_ADDRESSES: Final = 256


class Door(NamedTuple):
    """A server that takes tokens: its host, its groups, and its name in rights."""

    host: str
    groups: Sequence[str]
    resource_id: str


def cluster_door(stack: Stack) -> Door:
    """The cluster itself."""
    cluster = only(stack, CLUSTER)
    return Door(
        cluster.outputs["endpoint"],
        cluster.inputs["vpcSecurityGroupIds"],
        cluster.outputs["clusterResourceId"],
    )


def proxy_door(stack: Stack) -> Door:
    """The proxy, whose name in rights is the end of its ARN."""
    proxy = only(stack, "rds/proxy:Proxy")
    identifier = proxy.outputs["arn"].rpartition(":")[2]
    return Door(proxy.outputs["endpoint"], proxy.inputs["vpcSecurityGroupIds"], identifier)


def reaches(stack: Stack, sources: Sequence[str], targets: Sequence[str], port: int) -> bool:
    """Whether a group lets TCP out to another one, which lets it in."""
    return any(
        _lets(stack, _OUT, source, target, port) and _lets(stack, _IN, target, source, port)
        for source in sources
        for target in targets
    )


def leaves(stack: Stack, groups: Sequence[str], port: int) -> bool:
    """Whether a group lets TCP out to any address."""
    return any(
        _covers(rule, port) and rule.inputs.get("cidrIpv4") == "0.0.0.0/0"
        for rule in stack.resources.of(_OUT)
        if rule.inputs["securityGroupId"] in groups
    )


def _lets(stack: Stack, type_: str, group: str, other: str, port: int) -> bool:
    return any(
        _covers(rule, port)
        for rule in stack.resources.of(type_)
        if rule.inputs["securityGroupId"] == group
        and rule.inputs.get("referencedSecurityGroupId") == other
    )


def _covers(rule: Resource, port: int) -> bool:
    if rule.inputs["ipProtocol"] == "-1":
        return True
    return bool(
        rule.inputs["ipProtocol"] == "tcp"
        and rule.inputs["fromPort"] <= port <= rule.inputs["toPort"]
    )


def functions_get_into_the_database(stack: Stack) -> Iterator[str]:
    """A function logs in with a token, as one user, at the host that its environment names.
    Behind a proxy, the proxy logs in as that user as well. The install reads a password instead,
    and goes to the cluster: the proxy only knows users that it makes."""
    for function in stack.resources.of(FUNCTION):
        given = variables(function)
        user, host = given.get("REGENT_DATABASE_USER"), given.get("REGENT_DATABASE_HOST")
        past = function.name == "install"
        proxied = choices(stack).use_proxy and not past
        door = proxy_door(stack) if proxied else cluster_door(stack)
        groups = function.inputs["vpcConfig"]["securityGroupIds"]
        if host != door.host or not reaches(stack, groups, door.groups, POSTGRES):
            yield f"{function.label} does not reach {host}"
        if user:
            if user != (RECLAIM if function.name == "reclaim" else API):
                yield f"{function.label} logs in as {user}"
            yield from _lets_in(stack, function.label, function.inputs["role"], door, user)
            if proxied:
                role = only(stack, "rds/proxy:Proxy").inputs["roleArn"]
                yield from _lets_in(stack, "the proxy", role, cluster_door(stack), user)


def jobs_get_into_the_database(stack: Stack) -> Iterator[str]:
    """A job reads for long, which would pin the proxy's connections: it goes to the cluster, as a
    user of its own, from the group and the subnet of its connection."""
    door = cluster_door(stack)
    for connection in stack.resources.of("glue/connection:Connection"):
        place = connection.inputs["physicalConnectionRequirements"]
        if not reaches(stack, place["securityGroupIdLists"], door.groups, POSTGRES):
            yield f"{connection.label} does not reach the database"
        if connection.inputs["connectionType"] != "NETWORK":
            yield f"{connection.label} is of the kind {connection.inputs['connectionType']}"
        subnets = [
            each for each in stack.resources.of("ec2/subnet:Subnet") if each.id == place["subnetId"]
        ]
        if not choices(stack).subnet_ids and (
            not subnets or subnets[0].inputs["availabilityZone"] != place["availabilityZone"]
        ):
            yield f"{connection.label} is in {place['subnetId']}, {place['availabilityZone']}"
    names = {each.outputs["name"] for each in stack.resources.of("glue/connection:Connection")}
    for job in stack.resources.of("glue/job:Job"):
        if not names & set(job.inputs.get("connections", [])):
            yield f"{job.label} is not in the network"
        if job.inputs["defaultArguments"].get("--database-host") != door.host:
            yield f"{job.label} goes to {job.inputs['defaultArguments'].get('--database-host')}"
        user = _USERS.get(job.name, "regent_jobs")
        yield from _lets_in(stack, job.label, job.inputs["roleArn"], door, user)


def _lets_in(stack: Stack, who: str, role: str, door: Door, user: str) -> Iterator[str]:
    login = arn("rds-db", f"dbuser:{door.resource_id}/{user}")
    if not allows(rights(stack, role), "rds-db:connect", login):
        yield f"{who} may not log in at {door.host} as {user}"


def the_proxy_takes_tokens_alone(stack: Stack) -> Iterator[str]:
    """Nobody keeps a password: functions log in to the proxy with tokens, and so does the proxy to
    the database. It leaves connections to the install, the jobs and people, and refuses before a
    request is given up."""
    proxies = stack.resources.of("rds/proxy:Proxy")
    if len(proxies) != choices(stack).use_proxy:
        yield f"useProxy is {choices(stack).use_proxy}, and there are {len(proxies)} proxies"
    for proxy in proxies:
        inputs = proxy.inputs
        how = (inputs["engineFamily"], inputs.get("defaultAuthScheme"), inputs.get("auths", []))
        if how != ("POSTGRESQL", "IAM_AUTH", []):
            yield f"{proxy.label} lets in by {how}"
        if set(inputs["vpcSubnetIds"]) != set(_subnets(stack)):
            yield f"{proxy.label} is in the subnets {inputs['vpcSubnetIds']}"
        if not reaches(stack, inputs["vpcSecurityGroupIds"], cluster_door(stack).groups, POSTGRES):
            yield f"{proxy.label} does not reach the database"
        target = only(stack, "rds/proxyTarget:ProxyTarget").inputs
        group = only(stack, "rds/proxyDefaultTargetGroup:ProxyDefaultTargetGroup")
        led = (target["dbProxyName"], target["dbClusterIdentifier"], target["targetGroupName"])
        if led != (proxy.outputs["name"], only(stack, CLUSTER).id, group.outputs["name"]):
            yield f"{proxy.label} leads to {led}"
        if group.inputs["dbProxyName"] != proxy.outputs["name"]:
            yield f"{group.label} is of {group.inputs['dbProxyName']}"
        pool = group.inputs["connectionPoolConfig"]
        if not 50 <= pool["maxConnectionsPercent"] <= 95:
            yield f"{proxy.label} takes {pool['maxConnectionsPercent']} % of the connections"
        if not 1 <= pool["connectionBorrowTimeout"] <= 10:
            yield f"{proxy.label} lets wait for {pool['connectionBorrowTimeout']} s"


def _subnets(stack: Stack) -> Sequence[str]:
    own = [each.id for each in stack.resources.of("ec2/subnet:Subnet")]
    return own or list(choices(stack).subnet_ids)


def everything_stands_in_two_zones(stack: Stack) -> Iterator[str]:
    """An outage of a zone must leave functions, the database and the proxy a place."""
    subnets = set(_subnets(stack))
    for function in stack.resources.of(FUNCTION):
        if set(function.inputs["vpcConfig"]["subnetIds"]) != subnets:
            yield f"{function.label} is in the subnets {function.inputs['vpcConfig']['subnetIds']}"
    if set(only(stack, "rds/subnetGroup:SubnetGroup").inputs["subnetIds"]) != subnets:
        yield "the database is in other subnets than the functions"


def the_range_has_room(stack: Stack) -> Iterator[str]:
    """A third zone fits into it, and there are addresses for functions at their busiest. A subnet
    that stands stays in its zone, whatever zones AWS lists later."""
    for vpc in stack.resources.of("ec2/vpc:Vpc"):
        whole = ipaddress.ip_network(vpc.inputs["cidrBlock"])
        if str(whole) != choices(stack).vpc_cidr:
            yield f"{vpc.label} is {whole}, vpcCidr is {choices(stack).vpc_cidr}"
        blocks = [
            ipaddress.ip_network(each.inputs["cidrBlock"])
            for each in stack.resources.of("ec2/subnet:Subnet")
        ]
        if sum(each.num_addresses for each in blocks) > whole.num_addresses * 2 // 3:
            yield f"{vpc.label} has no room for a third zone"
        if any(each.num_addresses < LEAST_ADDRESSES for each in blocks):
            yield f"{vpc.label} has subnets of less than {LEAST_ADDRESSES} addresses"
    for subnet in stack.resources.of("ec2/subnet:Subnet"):
        zone = subnet.inputs.get("availabilityZone", "")
        if zone[:-1] != REGION or zone[-1] not in "abcdef":
            yield f"{subnet.label} is in no zone of the region that every account has: {zone!r}"
        if "availabilityZone" not in subnet.ignore_changes:
            yield f"{subnet.label} would move when AWS lists other zones, and all that is in it"


def services_are_reached_by_those_who_call_them(stack: Stack) -> Iterator[str]:
    """The install reads its password from Secrets Manager, jobs send numbers to CloudWatch and tell
    Glue of their tables, and who seals payloads calls KMS. A private subnet has no way there but an
    endpoint, which answers to the service's usual name, and lets both kinds of callers in. Any
    function may need KMS in any zone; for the others one zone is enough, and half as dear."""
    config = choices(stack)
    if config.subnet_ids:
        return
    wanted = {"secretsmanager", "monitoring", *(["kms"] if config.encryption else [])}
    wanted |= {"glue"} if config.catalog else set()
    found: set[str] = set()
    for endpoint in stack.resources.of(_ENDPOINT):
        if endpoint.inputs["vpcEndpointType"] == "Interface":
            found.add(endpoint.inputs["serviceName"].removeprefix(f"com.amazonaws.{REGION}."))
            yield from _answers(stack, endpoint)
    if found != wanted:
        yield f"there are endpoints of {sorted(found)}, and {sorted(wanted)} are called"
    for vpc in stack.resources.of("ec2/vpc:Vpc"):
        if not (vpc.inputs.get("enableDnsSupport") and vpc.inputs.get("enableDnsHostnames")):
            yield f"{vpc.label} does not lead the names of services to their endpoints"


def _answers(stack: Stack, endpoint: Resource) -> Iterator[str]:
    """Whether both kinds of callers get an answer at the service's usual name."""
    inputs = endpoint.inputs
    for who in ("functions", "jobs"):
        if not reaches(stack, [only_group(stack, who)], inputs["securityGroupIds"], HTTPS):
            yield f"the {who} do not reach {endpoint.label}"
    zones = 2 if inputs["serviceName"].endswith(".kms") else 1
    if len(inputs["subnetIds"]) != zones or not set(inputs["subnetIds"]) <= set(_subnets(stack)):
        yield f"{endpoint.label} is in {len(inputs['subnetIds'])} zones, not {zones}"
    if not inputs.get("privateDnsEnabled"):
        yield f"{endpoint.label} does not answer to the service's name"
    yield from _takes_our_keys_alone(endpoint)


def _takes_our_keys_alone(endpoint: Resource) -> Iterator[str]:
    policy = parsed(endpoint.inputs["policy"]) if endpoint.inputs.get("policy") else []
    said = [each for each in policy if each["Principal"] in ("*", {"AWS": "*"})]
    for account, may in ((ACCOUNT, True), ("999999999999", False)):
        who = {"aws:PrincipalAccount": account}
        if allows(said, "secretsmanager:GetSecretValue", "x", who) != may:
            yield f"{endpoint.label} takes requests of {account}: {not may}"


def only_group(stack: Stack, name: str) -> str:
    """The security group of this name in the program."""
    groups = stack.resources.of("ec2/securityGroup:SecurityGroup")
    return next(each.id for each in groups if each.name == name)


def jobs_reach_s3_and_nothing_else_outside(stack: Stack) -> Iterator[str]:
    """S3 has no group to name, and its addresses change: jobs may leave for any address, and every
    route table leads to S3 alone, by a gateway that costs nothing."""
    config = choices(stack)
    if not leaves(stack, [only_group(stack, "jobs")], HTTPS):
        yield "the jobs do not reach S3"
    if leaves(stack, [only_group(stack, "functions")], HTTPS) != bool(config.subnet_ids):
        yield "functions leave for any address, or do not reach the endpoints of another network"
    if config.subnet_ids:
        return
    gateways = [
        each for each in stack.resources.of(_ENDPOINT)
        if each.inputs["serviceName"] == f"com.amazonaws.{REGION}.s3"
        and each.inputs["vpcEndpointType"] == "Gateway"
    ]  # fmt: skip
    led = {table for each in gateways for table in each.inputs.get("routeTableIds", [])}
    tables = {
        each.inputs["subnetId"]: each.inputs["routeTableId"]
        for each in stack.resources.of("ec2/routeTableAssociation:RouteTableAssociation")
    }
    for subnet in _subnets(stack):
        if tables.get(subnet) not in led:
            yield f"{subnet} has no way to S3"
    networks = {each.id for each in stack.resources.of("ec2/vpc:Vpc")}
    for each in stack.resources.of(
        "ec2/subnet:Subnet", "ec2/routeTable:RouteTable", _ENDPOINT,
        "ec2/securityGroup:SecurityGroup", "ec2/defaultSecurityGroup:DefaultSecurityGroup",
    ):  # fmt: skip
        if each.inputs.get("vpcId") not in networks:
            yield f"{each.label} is in another network"


def nothing_stands_open_that_nobody_uses(stack: Stack) -> Iterator[str]:
    """Each rule is for one of these ways; Spark's workers choose ports among themselves."""
    names = {each.id: each.name for each in stack.resources.of("ec2/securityGroup:SecurityGroup")}
    ways = {
        ("functions", "database", POSTGRES), ("jobs", "database", POSTGRES),
        ("functions", "proxy", POSTGRES), ("proxy", "database", POSTGRES),
        ("functions", "endpoints", HTTPS), ("jobs", "endpoints", HTTPS), ("jobs", "jobs", 65_535),
    }  # fmt: skip
    for rule in stack.resources.of(_IN, _OUT):
        own = names.get(rule.inputs["securityGroupId"])
        other = names.get(rule.inputs.get("referencedSecurityGroupId"))
        way = (own, other) if rule.type.endswith("EgressRule") else (other, own)
        port = rule.inputs.get("toPort")
        single = rule.inputs.get("fromPort") == (0 if way == ("jobs", "jobs") else port)
        outside = rule.inputs.get("cidrIpv4") == "0.0.0.0/0" and own in ("jobs", "functions")
        is_way = (*way, port) in ways or (outside and port == HTTPS)
        if not (is_way and single and rule.inputs["ipProtocol"] == "tcp"):
            yield f"{rule.label} opens {way}, {rule.inputs['ipProtocol']} {port}"


STORIES: Final[tuple[Story, ...]] = (
    functions_get_into_the_database, jobs_get_into_the_database, the_proxy_takes_tokens_alone,
    everything_stands_in_two_zones, the_range_has_room, services_are_reached_by_those_who_call_them,
    jobs_reach_s3_and_nothing_else_outside, nothing_stands_open_that_nobody_uses,
)  # fmt: skip
