"""cfn-lint, as a function of resources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from cfnlint.config import ConfigMixIn
from cfnlint.decode.decode import decode_str
from cfnlint.rules import Rules
from cfnlint.runner import run_template_by_data

from tests.rehearsal.cloud import REGION
from tests.rehearsal.records import Resources
from tests.rehearsal.template.derive import derive

#: Warnings that are errors here.
SERIOUS: Final = ("W3037",)  # an action that IAM does not know
#: Rules that do not apply here, each with the reason.
IGNORED: Final[Mapping[str, str]] = {}


def complaints(resources: Resources) -> list[str]:
    """cfn-lint's errors: ``E2531 FunctionPush: runtime … ``."""
    template = derive(resources)
    config = ConfigMixIn(regions=[REGION], ignore_checks=list(IGNORED))
    decoded, errors = decode_str(json.dumps(template))
    matches = errors or run_template_by_data(decoded, config, _rules())
    return [
        _sentence(match)
        for match in matches
        if match.rule.id.startswith("E") or match.rule.id in SERIOUS
    ]


@cache
def _rules() -> Rules:
    """Reading the rules takes longer than applying them."""
    rules = Rules()
    for place in ConfigMixIn().append_rules:
        rules.update(Rules.create_from_directory(place))
    return rules


def _sentence(match: Any) -> str:
    where = "/".join(str(step) for step in match.path[1:]) if match.path else ""
    return f"{match.rule.id} {where}: {match.message}"
