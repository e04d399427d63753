"""Which resources can bear tags, and the tags that the provider gives to each of them."""

from __future__ import annotations

import importlib
import inspect
import json
from collections.abc import Mapping
from functools import cache
from typing import Any


def class_of(type_: str) -> Any:
    """Pulumi's class of a type."""
    name = type_.split(":")[1].partition("/")[0]
    # A module whose name is a word of Python has an underscore more.
    module = importlib.import_module(f"pulumi_aws.{'lambda_' if name == 'lambda' else name}")
    return getattr(module, type_.rpartition(":")[2])


@cache
def takes_tags(type_: str) -> bool:
    """Whether Pulumi's class for ``aws:ec2/vpc:Vpc`` has tags."""
    return "tags" in inspect.signature(class_of(type_)._internal_init).parameters


def default_tags(provider_inputs: Mapping[str, Any]) -> dict[str, str]:
    """What a provider adds to each resource: its inputs travel as JSON, each on its own."""
    given = provider_inputs.get("defaultTags") or {}
    tags: dict[str, str] = (json.loads(given) if isinstance(given, str) else given).get("tags", {})
    return tags
