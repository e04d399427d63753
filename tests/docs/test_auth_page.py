"""docs/http/auth.md names the role of each route, and names the one that the code has."""

from __future__ import annotations

from collections.abc import Iterable

from functions.edge.roles import Role, needs, role_needed
from functions.handlers import API_MODULES
from tests.docs.markdown import codes, table
from tests.docs.test_docs import ROOT
from tests.support.roles import Route, routes_of

PAGE = (ROOT / "docs/http/auth.md").read_text()


def complaints(markdown: str, routes: Iterable[Route]) -> list[str]:
    """Routes that the table of roles lacks or has wrong, and cells without a route."""
    rows = {
        prefix: {name.strip("`"): cell for name, cell in row.items() if cell}
        for row in table(markdown, "Paths that begin with")
        for prefix in codes(row["Paths that begin with"])
    }
    unused = {(prefix, method) for prefix, row in rows.items() for method in row}
    unused = {cell for cell in unused if cell[1] in ("GET", "POST", "PUT", "DELETE")}
    found = []
    for method, path, function in routes:
        fitting = [prefix for prefix in rows if f"{path}/".startswith(f"{prefix}/")]
        prefix = max(fitting, key=len, default="")
        shown = rows.get(prefix, {}).get(method)
        role = role_needed(function).name.lower().replace("_", "-")
        unused.discard((prefix, method))
        if shown != role:
            found.append(f"{method} {path} needs {role}; the line of {prefix!r} says {shown}")
    return found + [f"{method} {prefix}…: no such route" for prefix, method in sorted(unused)]


def test_the_table_of_roles_is_that_of_the_code() -> None:
    assert complaints(PAGE, routes_of(API_MODULES)) == []


def test_a_table_that_is_wrong_is_found() -> None:
    @needs(Role.ADMIN)
    def admin() -> None: ...

    @needs(Role.READ_ONLY)
    def reader() -> None: ...

    markdown = (
        "| Paths that begin with | `GET` | `POST` |\n|---|---|---|\n"
        "| `/a`, `/b` | read-only | |\n| `/a/b` | admin | read-write |\n"
    )
    routes = [
        ("GET", "/a", reader),
        ("GET", "/a/x", admin),
        ("GET", "/a/b/c", admin),
        ("GET", "/ab", reader),
        ("POST", "/a/x", reader),
    ]
    assert complaints(markdown, routes) == [
        "GET /a/x needs admin; the line of '/a' says read-only",
        "GET /ab needs read-only; the line of '' says None",
        "POST /a/x needs read-only; the line of '/a' says None",
        "POST /a/b…: no such route",
        "GET /b…: no such route",
    ]
