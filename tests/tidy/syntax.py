"""The parts of a Python file that rules look at.

All files are parsed and walked once for all rules. Their trees are not kept: the garbage collector
would look at millions of nodes again and again.
"""

import ast
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True)
class Syntax:
    """One file."""

    docstring: str | None
    #: Each with its number of lines.
    functions: tuple[tuple[str, int], ...]
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    #: `environ`, for each `os.environ`.
    attributes_of_os: tuple[str, ...]


@cache
def read(text: str) -> Syntax:
    """Parse a file."""
    tree = ast.parse(text)
    functions: list[tuple[str, int]] = []
    imports: list[ast.Import | ast.ImportFrom] = []
    attributes: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((node.name, (node.end_lineno or node.lineno) - node.lineno + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.append(node)
        elif isinstance(node, ast.Attribute) and _is_os(node.value):
            attributes.append(node.attr)
    return Syntax(ast.get_docstring(tree), tuple(functions), tuple(imports), tuple(attributes))


def _is_os(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "os"
