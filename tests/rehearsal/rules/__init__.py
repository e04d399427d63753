"""What none of the others catches: assertions on what the program asked for.

A rule is a function of a stack that returns its complaints. `RULES` are all of them, by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.rehearsal.records import Stack
from tests.rehearsal.rules import (
    access,
    alarms,
    api,
    databases,
    functions,
    jobs,
    networks,
    storage,
    whole,
)
from tests.rehearsal.rules.rule import Rule

RULES: Final[Mapping[str, Rule]] = {
    rule.__name__: rule
    for room in (access, alarms, api, databases, functions, jobs, networks, storage, whole)
    for rule in room.RULES
}


def complaints(stack: Stack) -> list[str]:
    """What the rules say of a stack: ``tls_only: the bucket …``."""
    return [f"{name}: {complaint}" for name, rule in RULES.items() for complaint in rule(stack)]
