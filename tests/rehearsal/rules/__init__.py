"""Mistakes that no other layer finds: assertions on the inputs of the program's resources.

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
    for module in (access, alarms, api, databases, functions, jobs, networks, storage, whole)
    for rule in module.RULES
}


def complaints(stack: Stack) -> list[str]:
    """The complaints of all rules about a stack: ``tls_only: the bucket …``."""
    return [f"{name}: {complaint}" for name, rule in RULES.items() for complaint in rule(stack)]
