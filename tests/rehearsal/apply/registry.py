"""Shared by the files of apply/: how a type is registered, names, tags."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any

from tests.rehearsal.cloud import ACCOUNT, PARTITION, REGION, Cloud
from tests.rehearsal.records import Resource

Inputs = dict[str, Any]
Applied = tuple[str, dict[str, Any]]
Apply = Callable[[Cloud, Resource, Inputs], Applied]


class Registry(dict[str, Apply]):
    """The types of one service: ``@TYPES.add("ec2/vpc:Vpc")``."""

    def add(self, type_: str) -> Callable[[Apply], Apply]:
        """Register a function for a type."""

        def register(function: Apply) -> Apply:
            self[f"aws:{type_}"] = function
            return function

        return register


def arn(service: str, resource: str, *, region: str = REGION, account: str = ACCOUNT) -> str:
    """The name of something in this account."""
    return f"arn:{PARTITION}:{service}:{region}:{account}:{resource}"


def named(resource: Resource, inputs: Inputs, field: str = "name") -> str:
    """The resource's given name, or one like Pulumi's: its logical name and seven digits."""
    given = inputs.pop(field, None)
    prefix = inputs.pop(f"{field}Prefix", None) or inputs.pop("bucketPrefix", None)
    digits = f"{zlib.crc32(resource.urn.encode()):08x}"
    return str(given or (f"{prefix}{digits}" if prefix else f"{resource.name}-{digits[:7]}"))


def without(inputs: Inputs, *names: str) -> Inputs:
    """The inputs without those that do not belong to this call."""
    return {name: value for name, value in inputs.items() if name not in names}


def listed(tags: Mapping[str, str] | None, key: str = "Key", value: str = "Value") -> list[Any]:
    """Tags as most services take them."""
    return [{key: name, value: text} for name, text in (tags or {}).items()]
