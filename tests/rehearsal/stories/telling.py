"""What stories ask a stack for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from infra.config import StackConfig, read_config
from tests.rehearsal.cloud import ACCOUNT, PARTITION, REGION
from tests.rehearsal.policies import Statement
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule, policies_of, role_of

#: A story is a function of a stack that returns its complaints; its docstring is the reason for the
#: settings that it uses.
Story = Rule

FUNCTION: Final = "lambda/function:Function"
CLUSTER: Final = "rds/cluster:Cluster"
LOG_GROUP: Final = "cloudwatch/logGroup:LogGroup"


def choices(stack: Stack) -> StackConfig:
    """What the stack's configuration says."""
    return read_config(stack.config)


def named(stack: Stack, type_: str) -> dict[str, Resource]:
    """The resources of a type by their names in the program."""
    return {each.name: each for each in stack.resources.of(type_)}


def only(stack: Stack, type_: str) -> Resource:
    """The one resource of a type."""
    found = stack.resources.of(type_)
    if len(found) != 1:
        raise NotToldOf(f"there are {len(found)} of {type_}, not one")
    return found[0]


class NotToldOf(Exception):
    """A story lacks what it is about."""


def variables(function: Resource) -> Mapping[str, str]:
    """A function's environment."""
    given: Mapping[str, str] = function.inputs.get("environment", {}).get("variables", {})
    return given


def rights(stack: Stack, role_arn: Any) -> Sequence[Statement]:
    """What a role may do; nothing, if the stack does not have it."""
    role = role_of(stack, role_arn)
    return policies_of(stack, role) if role else []


def arn(service: str, resource: str, *, account: str = ACCOUNT) -> str:
    """The name of something in the rehearsal's region."""
    return f"arn:{PARTITION}:{service}:{REGION}:{account}:{resource}"
