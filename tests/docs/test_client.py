"""docs/python/client.md compared with the client: its tables, and the names in its programs."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any

import pytest

import regent
from regent import client
from regent.client import ConsumerConfig, Producer, RegentError
from tests.docs.markdown import blocks, code, table
from tests.docs.test_docs import ROOT

GUIDE = (ROOT / "docs/python/client.md").read_text()


def _shown(default: Any) -> str:
    return f"{default:.0f}" if isinstance(default, float) else str(default)


def test_the_configuration_table_is_the_dataclass() -> None:
    shown = {code(row["Property"]): row["Default"] for row in table(GUIDE, "Property")}
    there = {
        field.name: "required"
        if field.default is dataclasses.MISSING
        else f"`{_shown(field.default)}`"
        for field in dataclasses.fields(ConsumerConfig)
    }
    assert shown == there


def test_the_producers_table_is_its_signature() -> None:
    rows = table(GUIDE, "Argument of `Producer`")
    shown = {code(row["Argument of `Producer`"]): code(row["Default"]) for row in rows}
    there = {
        name: _shown(parameter.default)
        for name, parameter in inspect.signature(Producer).parameters.items()
        if parameter.default is not inspect.Parameter.empty and name not in ("auth", "transport")
    }
    assert shown == there


@pytest.mark.parametrize(
    "program", [b for b in blocks(GUIDE) if b.language == "python"], ids=lambda b: f"line {b.line}"
)
def test_a_program_uses_public_names_only(program: Any) -> None:
    imported = re.findall(r"^from (regent[\w.]*) import (.*)$", program.text, re.MULTILINE)
    assert imported
    for module, names in imported:
        there = {"regent": regent.__all__, "regent.client": client.__all__}[module]
        assert set(names.split(", ")) <= set(there)


def test_the_errors_that_it_names_are_there() -> None:
    named = set(re.findall(r"`(\w+(?:Use|Failed|Range|Assignment|Refused|Gone))`", GUIDE))
    assert named
    for name in named:
        assert issubclass(getattr(client, name), RegentError)
