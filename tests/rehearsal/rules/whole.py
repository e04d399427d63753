"""The stack as a whole: its tags and its outputs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from tests.rehearsal.records import Stack
from tests.rehearsal.rules.rule import Rule
from tests.rehearsal.tags import takes_tags

TAGS: Final = ("Project", "Stack")
#: Whatever has it is changed by each release.
OF_A_RELEASE: Final = "Version"
EXPORTS: Final = (
    "apiUrl", "databaseEndpoint", "databaseCluster", "alarmsTopic", "archiveBucket",
    "dashboardUrl", "functionNames",
    "glueJobNames", "version",
)  # fmt: skip
SECRET_EXPORTS: Final = ("databaseSecretArn",)


def tagged(stack: Stack) -> Iterator[str]:
    """Every resource that can have tags names its stack."""
    wanted = {*TAGS, *json.loads(stack.config.get("tags", "{}"))}
    for resource in stack.resources:
        if resource.type.startswith("aws:") and takes_tags(resource.type):
            missing = wanted - set(resource.inputs.get("tags", {}))
            if missing:
                yield f"{resource.label} lacks the tags {', '.join(sorted(missing))}"
            is_released = resource.type == "aws:lambda/function:Function"
            if (OF_A_RELEASE in resource.inputs.get("tags", {})) != is_released:
                yield f"{resource.label}: the tag {OF_A_RELEASE} is for functions, and for all"


def exports(stack: Stack) -> Iterator[str]:
    """Every documented output has a value; outputs with secrets are marked as secret."""
    for name in EXPORTS:
        if not stack.exports.get(name):
            yield f"the stack says no {name}"
    for name in SECRET_EXPORTS:
        if name in stack.exports and name not in stack.secret_exports:
            yield f"{name} is shown to everybody who reads the stack's outputs"


RULES: Final[tuple[Rule, ...]] = (tagged, exports)
