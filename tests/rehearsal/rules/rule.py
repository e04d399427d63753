"""Helpers that rules share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.rehearsal.policies import Statement, parsed
from tests.rehearsal.records import Resource, Stack

Rule = Callable[[Stack], Iterable[str]]


def is_on(stack: Stack, key: str, *, default: bool = False) -> bool:
    """A yes or no of the stack's configuration."""
    return stack.config.get(key, str(default).lower()) == "true"


def policies_of(stack: Stack, role: Resource) -> list[Statement]:
    """The policies of a role, as statements."""
    return [
        statement
        for policy in stack.resources.of("iam/rolePolicy:RolePolicy")
        if policy.inputs["role"] == role.outputs["name"]
        for statement in parsed(policy.inputs["policy"])
    ]


def role_of(stack: Stack, arn: Any) -> Resource | None:
    """The role with this ARN."""
    return stack.resources.with_id("iam/role:Role", arn)


def every(value: Any) -> list[Any]:
    """IAM writes a single element without a list."""
    return value if isinstance(value, list) else [value]


def texts(value: Any) -> Iterator[str]:
    """Every text in a nested value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


def document(text: Any) -> Any:
    """A JSON input."""
    return json.loads(text) if isinstance(text, str) else text
