"""Pulumi's inputs as the properties of a CloudFormation resource, guided by its schema.

As with boto3 (shapes.py), the words are the same but for their case; a word that the schema does
not have is an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from cfnlint.schema.manager import PROVIDER_SCHEMA_MANAGER

from tests.rehearsal.cloud import REGION
from tests.rehearsal.shapes import UnknownInput


@cache
def schema(type_: str) -> Mapping[str, Any]:
    """CloudFormation's schema of a type, for the rehearsal's region."""
    found: Mapping[str, Any] = PROVIDER_SCHEMA_MANAGER.get_resource_schema(REGION, type_).schema
    return found


Names = Mapping[str, str]


def properties(type_: str, inputs: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The inputs as CloudFormation calls them. ``names``: dotted inputs with another name there."""
    root = schema(type_)
    return _object(root, root, inputs, names, "")


def _object(
    root: Mapping[str, Any],
    part: Mapping[str, Any],
    inputs: Mapping[str, Any],
    names: Mapping[str, str],
    path: str,
) -> dict[str, Any]:
    known = {_plain(name): name for name in part.get("properties", {})}
    made = {}
    for name, value in inputs.items():
        dotted = f"{path}.{name}" if path else name
        plain = _plain(name)
        found = names.get(dotted) or known.get(plain) or known.get(plain.removesuffix("s"))
        if found is None:
            raise UnknownInput(
                f"{dotted} has no place in {root['typeName']}; known: {', '.join(known.values())}"
            )
        made[found] = _value(root, part["properties"][found], value, names, dotted)
    return made


def _value(
    root: Mapping[str, Any],
    part: Mapping[str, Any],
    value: Any,
    names: Mapping[str, str],
    path: str,
) -> Any:
    part = _resolved(root, part)
    kinds = part.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if path == "tags" and "array" in kinds:
        return [{"Key": key, "Value": text} for key, text in value.items()]
    if "array" in kinds:
        values = value if isinstance(value, list) else [value]
        return [_value(root, part.get("items", {}), one, names, path) for one in values]
    if "object" in kinds or "properties" in part:
        if isinstance(value, str) and value[:1] == "{":  # a document, which Pulumi takes as text
            return value if kinds == ["string"] else json.loads(value)
        if isinstance(value, list) and "properties" in part:  # a block of which there is one
            (value,) = value
        if isinstance(value, Mapping) and part.get("properties"):
            return _object(root, part, value, names, path)
    return value


def _resolved(root: Mapping[str, Any], part: Mapping[str, Any]) -> Mapping[str, Any]:
    while "$ref" in part:
        target: Any = root
        for step in part["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        part = target
    return part


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()
