"""Permissions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from regent.jobs import JOBS
from tests.rehearsal.cloud import ACCOUNT, REGION
from tests.rehearsal.policies import allows, parsed
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule, every, policies_of, role_of

#: Actions that know no resources, or whose resources cannot be named beforehand.
ON_EVERYTHING: Final[Mapping[str, str]] = {
    "ec2:AssignPrivateIpAddresses": "Lambda's, before there is an interface to name",
    "ec2:CreateNetworkInterface": "Lambda's and Glue's",
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
USERS: Final = (
    *("regent_api", "regent_reclaim", "regent_jobs", "regent_export"),
    *("regent_owner", "regent_master"),
)


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
        user = job.inputs["defaultArguments"].get("--database-user")
        if role is not None and _users(stack, role) != {user}:
            yield f"{job.label} may log in as {sorted(_users(stack, role))}, not as {user}"


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
    for label, role in _owners(stack):
        if role in owners:
            yield f"{label} shares a role with {owners[role]}"
        owners[role] = label


def _owners(stack: Stack) -> Iterator[tuple[str, str]]:
    """Functions and jobs, each with the ARN of its role."""
    for function in stack.resources.of("lambda/function:Function"):
        yield function.label, function.inputs["role"]
    for job in stack.resources.of("glue/job:Job"):
        yield job.label, job.inputs["roleArn"]


def trust_in_this_account(stack: Stack) -> Iterator[str]:
    """A service assumes a role. If it acts for many accounts and says for which one, it may do so
    only for this one; if it does not say so, a condition would shut it out."""
    for role in stack.resources.of("iam/role:Role"):
        for statement in parsed(role.inputs["assumeRolePolicy"]):
            principal = statement["Principal"]
            if set(principal) != {"Service"} or "*" in str(principal):
                yield f"{role.label} can be taken on by {principal}"
            services = every(principal.get("Service", []))
            narrowed = "aws:SourceAccount" in str(statement.get("Condition"))
            says_so = services == ["scheduler.amazonaws.com"]
            if says_so and not narrowed:
                yield f"{role.label} can be taken on for another account: no aws:SourceAccount"
            if not says_so and statement.get("Condition"):
                yield f"{role.label} can be taken on by nobody: {services} sends no such key"


def keys_for_their_purpose(stack: Stack) -> Iterator[str]:
    """One key encrypts files, the database and payloads. A right to it is for one of these: a job
    opens no payload, and a function no file."""
    ways = {
        "a file": {"kms:ViaService": f"s3.{REGION}.amazonaws.com"},
        "the secret": {"kms:ViaService": f"secretsmanager.{REGION}.amazonaws.com"},
        "a payload": {"kms:EncryptionContext:regent:data-key": "0"},
        "anything": {},
    }
    users = [*_owners(stack)]
    for key in stack.resources.of("kms/key:Key"):
        for label, role_arn in users:
            role = role_of(stack, role_arn)
            said = policies_of(stack, role) if role else []
            opens = [
                what
                for what, context in ways.items()
                if allows(said, "kms:Decrypt", key.outputs["arn"], context)
            ]
            if len(opens) > 1:
                yield f"{label} may open {' and '.join(opens)} with {key.label}"


def jobs_touch_their_own_files(stack: Stack) -> Iterator[str]:
    """In the archive, a job may do what regent/jobs.py says, folder by folder."""
    deeds = {"read": "s3:GetObject", "write": "s3:PutObject", "delete": "s3:DeleteObject"}
    folders = sorted({folder for job in JOBS for folder in job.files})
    (archive,) = (each for each in stack.resources.of("s3/bucket:Bucket") if each.name == "archive")
    for job in stack.resources.of("glue/job:Job"):
        (listed,) = (each for each in JOBS if each.name == job.name)
        role = role_of(stack, job.inputs["roleArn"])
        said = policies_of(stack, role) if role else []
        for folder in [*folders, ""]:
            for deed, action in deeds.items():
                may = allows(said, action, f"{archive.outputs['arn']}/{folder}file")
                wanted = deed in listed.files.get(folder, ())
                if may != wanted:
                    verb = "may" if may else "may not"
                    yield f"{job.label} {verb} {deed} what is in {folder or 'the whole archive'}"


def tags_of_glues_own(stack: Stack) -> Iterator[str]:
    """Code that may set any tag is not held by a policy that goes by tags."""
    for role in stack.resources.of("iam/role:Role"):
        said = policies_of(stack, role)
        for kind in ("network-interface", "instance", "vpc"):
            resource = f"arn:aws:ec2:{REGION}:{ACCOUNT}:{kind}/x"
            if allows(said, "ec2:CreateTags", resource, {"aws:TagKeys": "team"}):
                yield f"{role.label} may set any tag on a {kind}"
    for job in stack.resources.of("glue/job:Job"):
        role_ = role_of(stack, job.inputs["roleArn"])
        resource = f"arn:aws:ec2:{REGION}:{ACCOUNT}:network-interface/x"
        own = {"aws:TagKeys": "aws-glue-service-resource"}
        if role_ and not allows(policies_of(stack, role_), "ec2:CreateTags", resource, own):
            yield f"Glue cannot mark the interfaces of {job.label}"


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
    one_user_each, a_role_each, trust_in_this_account, keys_for_their_purpose,
    jobs_touch_their_own_files, tags_of_glues_own, narrow_invitations,
)  # fmt: skip
