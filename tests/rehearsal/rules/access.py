"""Permissions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule, every, policies_of, role_of

#: Actions that know no resources, or whose resources cannot be named beforehand.
ON_EVERYTHING: Final[Mapping[str, str]] = {
    "ec2:AssignPrivateIpAddresses": "Lambda's, before there is an interface to name",
    "ec2:CreateNetworkInterface": "Lambda's and Glue's",
    "ec2:CreateTags": "Glue's, on interfaces that it makes",
    "ec2:DeleteNetworkInterface": "Lambda's and Glue's",
    "ec2:DescribeNetworkInterfaces": "lists know no resources",
    "ec2:DescribeRouteTables": "lists know no resources",
    "ec2:DescribeSecurityGroups": "lists know no resources",
    "ec2:DescribeSubnets": "lists know no resources",
    "ec2:DescribeVpcAttribute": "lists know no resources",
    "ec2:DescribeVpcEndpoints": "lists know no resources",
    "ec2:UnassignPrivateIpAddresses": "Lambda's",
    "xray:PutTelemetryRecords": "knows no resources",
    "xray:PutTraceSegments": "knows no resources",
    "cloudwatch:PutMetricData": "knows no resources, but namespaces",
}
#: Actions that make interfaces: with them, code could join any group of the network.
INTERFACE_ACTIONS: Final = (
    "ec2:CreateNetworkInterface",
    "ec2:DeleteNetworkInterface",
    "ec2:AssignPrivateIpAddresses",
)
USERS: Final = ("regent_api", "regent_reclaim", "regent_jobs", "regent_owner", "regent_master")


def exact_actions(stack: Stack) -> Iterator[str]:
    """No action by wildcard; all resources only where an action knows none."""
    for role in stack.resources.of("iam/role:Role"):
        for statement in policies_of(stack, role):
            if statement["Effect"] != "Allow":
                continue
            for action in every(statement["Action"]):
                if "*" in action:
                    yield f"{role.label} may {action}"
                if "*" in every(statement["Resource"]) and action not in ON_EVERYTHING:
                    yield f"{role.label} may {action} on everything"
                if action == "cloudwatch:PutMetricData" and "cloudwatch:namespace" not in str(
                    statement.get("Condition")
                ):
                    yield f"{role.label} may write metrics of any namespace"


def interfaces_are_lambdas_business(stack: Stack) -> Iterator[str]:
    """Lambda makes a function's interface with the function's role; its code may not."""
    for function in stack.resources.of("lambda/function:Function"):
        role = role_of(stack, function.inputs["role"])
        if role is None:
            yield f"{function.label} has a role that is not the stack's"
            continue
        said = policies_of(stack, role)
        by_code = {"lambda:SourceFunctionArn": function.outputs["arn"]}
        for action in INTERFACE_ACTIONS:
            if allows(said, action, "*", by_code):
                yield f"the code of {function.label} may {action}"
        if not allows(said, "ec2:CreateNetworkInterface", "*"):
            yield f"Lambda cannot put {function.label} into the network"


def one_reader_of_the_master_secret(stack: Stack) -> Iterator[str]:
    """Only the function that installs the schema."""
    installs = {
        call.inputs["functionName"] for call in stack.resources.of("lambda/invocation:Invocation")
    }
    readers = {
        function.inputs["role"]
        for function in stack.resources.of("lambda/function:Function")
        if function.outputs["name"] in installs
    }
    for cluster in stack.resources.of("rds/cluster:Cluster"):
        for secret in cluster.outputs["masterUserSecrets"]:
            for role in stack.resources.of("iam/role:Role"):
                reads = allows(
                    policies_of(stack, role), "secretsmanager:GetSecretValue", secret["secretArn"]
                )
                if reads and role.outputs["arn"] not in readers:
                    yield f"{role.label} may read the database's master password"


def one_user_each(stack: Stack) -> Iterator[str]:
    """A function or job logs in as the user that it is given, and as no other."""
    for function in stack.resources.of("lambda/function:Function"):
        variables = function.inputs.get("environment", {}).get("variables", {})
        role = role_of(stack, function.inputs["role"])
        given = {variables.get("REGENT_DATABASE_USER")} - {None}
        if role is not None and (others := _users(stack, role) - given):
            yield f"{function.label} may log in as {', '.join(sorted(others))}"
    for job in stack.resources.of("glue/job:Job"):
        role = role_of(stack, job.inputs["roleArn"])
        if role is not None and _users(stack, role) != {"regent_jobs"}:
            yield f"{job.label} may log in as {sorted(_users(stack, role))}, not as regent_jobs"


def _users(stack: Stack, role: Resource) -> set[str]:
    said = policies_of(stack, role)
    doors = [
        cluster.outputs["clusterResourceId"]
        for cluster in stack.resources.of("rds/cluster:Cluster")
    ]
    doors += [
        proxy.outputs["arn"].rpartition(":")[2] for proxy in stack.resources.of("rds/proxy:Proxy")
    ]
    return {
        user
        for user in (*USERS, "somebody")
        for door in doors
        if allows(said, "rds-db:connect", _login(stack, door, user))
    }


def _login(stack: Stack, door: str, user: str) -> str:
    (cluster,) = stack.resources.of("rds/cluster:Cluster")
    region, account = cluster.outputs["arn"].split(":")[3:5]
    return f"arn:aws:rds-db:{region}:{account}:dbuser:{door}/{user}"


def a_role_each(stack: Stack) -> Iterator[str]:
    """No two functions or jobs share a role, and one service assumes it."""
    owners: dict[str, str] = {}
    users = [
        *((each, each.inputs["role"]) for each in stack.resources.of("lambda/function:Function")),
        *((each, each.inputs["roleArn"]) for each in stack.resources.of("glue/job:Job")),
    ]
    for resource, role in users:
        if role in owners:
            yield f"{resource.label} shares a role with {owners[role]}"
        owners[role] = resource.label


def trust_in_this_account(stack: Stack) -> Iterator[str]:
    """A service assumes a role. If it acts for many accounts, it may do so only for this one."""
    for role in stack.resources.of("iam/role:Role"):
        for statement in parsed(role.inputs["assumeRolePolicy"]):
            principal = statement["Principal"]
            if set(principal) != {"Service"} or "*" in str(principal):
                yield f"{role.label} can be taken on by {principal}"
            services = every(principal.get("Service", []))
            narrowed = "aws:SourceAccount" in str(statement.get("Condition"))
            if services != ["lambda.amazonaws.com"] and not narrowed:
                yield f"{role.label} can be taken on for another account: no aws:SourceAccount"


def narrow_invitations(stack: Stack) -> Iterator[str]:
    """Lambda's own policies name a service and the very API that may call."""
    apis = [api.outputs["executionArn"] for api in stack.resources.of("apigatewayv2/api:Api")]
    for permission in stack.resources.of("lambda/permission:Permission"):
        source = permission.inputs.get("sourceArn", "")
        if permission.inputs["action"] != "lambda:InvokeFunction":
            yield f"{permission.label} lets somebody {permission.inputs['action']}"
        if permission.inputs["principal"] != "apigateway.amazonaws.com":
            yield f"{permission.label} invites {permission.inputs['principal']}"
        elif not any(source.startswith(f"{api}/") for api in apis):
            yield f"{permission.label} invites {source or 'every API'}, not this stack's"


RULES: Final[tuple[Rule, ...]] = (
    exact_actions, interfaces_are_lambdas_business, one_reader_of_the_master_secret,
    one_user_each, a_role_each, trust_in_this_account, narrow_invitations,
)  # fmt: skip
