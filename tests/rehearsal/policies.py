"""IAM's decision, for the policies that moto keeps: may this role do that?

It knows only what our policies use: an unknown condition operator or key is an error, not a guess.
"""

from __future__ import annotations

import fnmatch
import json
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from tests.rehearsal.cloud import Cloud

Statement = Mapping[str, Any]


class Undecided(Exception):
    """A policy says something that the rehearsal does not know how to judge."""


def statements(cloud: Cloud, role: str) -> Iterator[Statement]:
    """All statements of a role's policies. ``role``: its name or ARN."""
    name = role.rpartition("/")[2]
    for policy in cloud.call("iam", "ListRolePolicies", RoleName=name)["PolicyNames"]:
        kept = cloud.call("iam", "GetRolePolicy", RoleName=name, PolicyName=policy)
        yield from parsed(kept["PolicyDocument"])
    attached = cloud.call("iam", "ListAttachedRolePolicies", RoleName=name)["AttachedPolicies"]
    if attached:
        raise Undecided(f"the role {name} has managed policies: {attached}")


def parsed(document: Any) -> list[Statement]:
    """A policy's statements."""
    if isinstance(document, str):
        document = json.loads(unquote(document) if document.startswith("%") else document)
    found = document["Statement"]
    return found if isinstance(found, list) else [found]


def allows(
    said: Iterator[Statement] | list[Statement],
    action: str,
    resource: str,
    context: Mapping[str, str] | None = None,
) -> bool:
    """Whether an Allow fits and no Deny does."""
    fitting = [
        each["Effect"]
        for each in said
        if _any(each["Action"], action, fold=True)
        and _any(each["Resource"], resource)
        and _conditions(each.get("Condition", {}), context or {})
    ]
    return "Allow" in fitting and "Deny" not in fitting


def may(
    cloud: Cloud, role: str, action: str, resource: str, context: Mapping[str, str] | None = None
) -> bool:
    """Whether a role may do this."""
    return allows(statements(cloud, role), action, resource, context)


def _any(patterns: Any, value: str, *, fold: bool = False) -> bool:
    every = [patterns] if isinstance(patterns, str) else patterns
    if fold:
        return any(fnmatch.fnmatchcase(value.lower(), each.lower()) for each in every)
    return any(fnmatch.fnmatchcase(value, each.replace("[", "[[]")) for each in every)


def _conditions(conditions: Mapping[str, Any], context: Mapping[str, str]) -> bool:
    return all(
        _condition(operator, key, wanted, context)
        for operator, tests in conditions.items()
        for key, wanted in tests.items()
    )


def _condition(operator: str, key: str, wanted: Any, context: Mapping[str, str]) -> bool:
    every = [wanted] if isinstance(wanted, str) else wanted
    if operator == "Null":
        return every == [str(key not in context).lower()]
    if operator.startswith("ForAllValues:") and key not in context:
        return True
    if key not in context:
        return False
    operator = operator.removeprefix("ForAllValues:")
    if operator in ("StringEquals", "Bool"):
        return context[key] in every
    if operator in ("ArnEquals", "ArnLike", "StringLike"):
        return _any(every, context[key])
    raise Undecided(f"the condition {operator} on {key} is not known here")
