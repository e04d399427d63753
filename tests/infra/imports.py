"""Which imports inside a package lead nowhere."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath


def sources(package: Path) -> dict[str, str]:
    """The modules of a zip by name, and compiled ones without a text."""
    with zipfile.ZipFile(package) as archive:
        names = archive.namelist()
        texts = {name: archive.read(name).decode() for name in names if name.endswith(".py")}
    compiled = {f"{name.partition('.')[0]}.py": "" for name in names if name.endswith(".so")}
    return {**compiled, **texts}


def broken(files: Mapping[str, str]) -> set[tuple[str, str]]:
    """(file, module): an import by its whole name, of a module that should be there and is not."""
    there = {_module(name) for name in files}
    tops = {module.partition(".")[0] for module in there}
    return {
        (name, wanted)
        for name, text in files.items()
        for wanted in _imported(name, text)
        if wanted.partition(".")[0] in tops and wanted not in there
    }


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def _imported(name: str, text: str) -> frozenset[str]:
    return frozenset(_imports(name, text))


def _imports(name: str, text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            parts = PurePosixPath(name).parts
            yield ".".join((*parts[: len(parts) - node.level], *filter(None, [node.module])))
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
