"""Pulumi's inputs as the parameters of an AWS call.

botocore knows each call's shape, and Pulumi's names are the same words in camelCase. The function
that applies a resource names the differences. A name that the call does not have is an error, so no
input is dropped in silence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class UnknownInput(Exception):
    """An input of the program that the rehearsal would not pass on."""


def parameters(
    shape: Any,
    inputs: Mapping[str, Any],
    names: Mapping[str, str] | None = None,
    path: str = "",
) -> dict[str, Any]:
    """The inputs as members of a structure. ``names``: dotted inputs that have another name
    there."""
    names = names or {}
    members = {_plain(member): member for member in shape.members}
    given: dict[str, Any] = {}
    for name, value in inputs.items():
        if value is None:
            continue
        dotted = f"{path}.{name}" if path else name
        plain = _plain(name)
        # Pulumi names lists in the plural, AWS often does not.
        member = names.get(dotted) or members.get(plain) or members.get(plain.removesuffix("s"))
        if member is None or member not in shape.members:
            raise UnknownInput(
                f"{dotted} has no place in {shape.name}, which takes"
                f" {', '.join(sorted(shape.members))}"
            )
        given[member] = _value(shape.members[member], value, names, dotted)
    return given


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()


def _value(shape: Any, value: Any, names: Mapping[str, str], path: str) -> Any:
    if shape.type_name == "structure":
        if isinstance(value, list):  # a block that exists once
            (value,) = value
        if isinstance(value, Mapping):
            return parameters(shape, value, names, path)
    elif shape.type_name == "list":
        values = value if isinstance(value, list) else [value]
        return [_value(shape.member, one, names, path) for one in values]
    elif shape.type_name == "map" and isinstance(value, Mapping):
        return {key: _value(shape.value, one, names, path) for key, one in value.items()}
    elif shape.type_name in ("integer", "long") and isinstance(value, float) and value % 1 == 0:
        return int(value)
    return value
