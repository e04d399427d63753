"""Plants a mistake: it changes the registered resources, as if the program had registered them
so."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from tests.rehearsal.program import PROJECT, STACK
from tests.rehearsal.records import Resource, Stack

Layer = Literal["apply", "request", "lint", "rules", "stories"]
#: The changed resources, by URN; None: the resource is left out.
Changed = Mapping[str, Resource | None]


class NotPlanted(Exception):
    """The program has changed, and this mistake cannot be made in it any more."""


@dataclass(frozen=True)
class Mutation:
    """A planted mistake, the layer that has to notice it, and a word of its complaint."""

    name: str
    layer: Layer
    plant: Callable[[Stack], Changed]
    says: str

    def planted(self, stack: Stack) -> tuple[Stack, Changed]:
        """The stack with the mistake, and the resources that it changed."""
        changed = self.plant(stack)
        return replace(stack, resources=stack.resources.changed(changed)), changed


def the(stack: Stack, type_: str, name: str) -> Resource:
    """The resource with this type and name, with or without the stack's name."""
    names = (name, f"{PROJECT}-{STACK}-{name}")
    found = [each for each in stack.resources.of(type_) if each.name in names]
    if len(found) != 1:
        there = [each.name for each in stack.resources.of(type_)]
        raise NotPlanted(f"no mistake can be planted in {type_} {name}; there are {there}")
    return found[0]


def inputs(type_: str, called: str, /, **changes: Any) -> Callable[[Stack], Changed]:
    """Change inputs: ``timeout=60``, ``vpcConfig__subnetIds=[]``; None leaves one out."""

    def plant(stack: Stack) -> Changed:
        resource = the(stack, type_, called)
        return {resource.urn: replace(resource, inputs=_changed(resource.inputs, changes))}

    return plant


def options(type_: str, called: str, /, **changes: Any) -> Callable[[Stack], Changed]:
    """Change Pulumi's options: ``protect=False``."""

    def plant(stack: Stack) -> Changed:
        resource = the(stack, type_, called)
        return {resource.urn: replace(resource, **changes)}

    return plant


def left_out(type_: str, name: str) -> Callable[[Stack], Changed]:
    """Leave a resource out, as if the program forgot it."""
    return lambda stack: {the(stack, type_, name).urn: None}


def document(
    type_: str, name: str, field: str, change: Callable[[Any], Any]
) -> Callable[[Stack], Changed]:
    """Change a JSON input: ``change`` gets it parsed."""

    def plant(stack: Stack) -> Changed:
        resource = the(stack, type_, name)
        changed = change(json.loads(resource.inputs[field]))
        return {resource.urn: resource.with_inputs(**{field: json.dumps(changed)})}

    return plant


def policy(name: str, change: Callable[[list[Any]], list[Any]]) -> Callable[[Stack], Changed]:
    """Change the statements of a role's policy."""
    return document(
        "iam/rolePolicy:RolePolicy",
        name,
        "policy",
        lambda said: {**said, "Statement": change(said["Statement"])},
    )


def text(type_: str, name: str, field: str, old: str, new: str) -> Callable[[Stack], Changed]:
    """Replace a text, wherever in an input it stands."""

    def plant(stack: Stack) -> Changed:
        resource = the(stack, type_, name)
        before = json.dumps(resource.inputs[field])
        if old not in before:
            raise NotPlanted(f"{resource.label} has no {old!r} in {field}")
        return {resource.urn: resource.with_inputs(**{field: json.loads(before.replace(old, new))})}

    return plant


def _changed(given: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    made = copy.deepcopy(dict(given))
    for path, value in changes.items():
        *steps, last = path.split("__")
        inner: Any = made
        for step in steps:
            inner = inner[int(step) if step.isdigit() else step]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
    return made
