"""The rights of those who deploy (docs/run/deployer-policy.json), held against what the rehearsal
asked AWS for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.rehearsal.cloud import ACCOUNT, PARTITION
from tests.rehearsal.policies import Statement, allows, parsed

POLICY: Final = Path(__file__).parents[2] / "docs/run/deployer-policy.json"
#: Services whose rights have other names than their calls: API Gateway's are the verbs of HTTP,
#: those of budgets are two.
_RENAMED: Final = {"apigatewayv2": "apigateway:POST", "budgets": "budgets:ModifyBudget"}
Asked = tuple[str, str, str]


def statements() -> list[Statement]:
    """The statements of the policy."""
    return parsed(json.loads(POLICY.read_text()))


def refused(said: list[Statement], asked: Iterable[Asked]) -> list[str]:
    """The calls for which these statements give no right."""
    found = set()
    for service, operation, name in asked:
        action = _RENAMED.get(service, f"{service}:{operation}")
        if not allows(said, action, _resource(service, name)):
            found.add(f"{action} {name}".strip())
    return sorted(found)


def without(said: list[Statement], service: str) -> list[Statement]:
    """The statements without the rights of one service."""
    kept = []
    for each in said:
        actions = [each["Action"]] if isinstance(each["Action"], str) else each["Action"]
        left = [action for action in actions if not re.match(rf"{service}:", action)]
        kept.append({**each, "Action": left})
    return kept


def _resource(service: str, name: str) -> str:
    if service == "iam":
        return f"arn:{PARTITION}:iam::{ACCOUNT}:role/{name}"
    return f"arn:{PARTITION}:s3:::{name}" if service == "s3" else "*"
