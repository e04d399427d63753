"""IAM: roles and their permissions."""

from __future__ import annotations

from tests.rehearsal.apply.registry import Applied, Inputs, Registry, listed, named
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Resource

TYPES = Registry()


@TYPES.add("iam/role:Role")
def role(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    inputs.pop("forceDetachPolicies", None)
    tags = listed(inputs.pop("tags", None))
    names = {"assumeRolePolicy": "AssumeRolePolicyDocument"}
    made = cloud.ask("iam", "CreateRole", inputs, names, RoleName=name, Tags=tags)["Role"]
    return name, {"arn": made["Arn"], "name": name, "uniqueId": made["RoleId"]}


@TYPES.add("iam/rolePolicy:RolePolicy")
def role_policy(cloud: Cloud, resource: Resource, inputs: Inputs) -> Applied:
    name = named(resource, inputs)
    cloud.call(
        "iam", "PutRolePolicy",
        RoleName=inputs["role"], PolicyName=name, PolicyDocument=inputs["policy"],
    )  # fmt: skip
    return f"{inputs['role']}:{name}", {"name": name}
