"""The house rules as functions: each takes files or names and returns its complaints.

They look at text that they are given, so that their own tests can plant mistakes.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from pathlib import PurePosixPath

from tests.tidy import syntax

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 70
# Which rooms a room may import, apart from itself.
ALLOWED_IMPORTS: Mapping[str, AbstractSet[str]] = {
    "shared": set(),
    "functions": {"regent"},
    "infra": {"regent", "functions"},
    "glue_jobs": {"regent"},
}
OUR_PACKAGES = frozenset({"regent", "functions", "infra", "glue_jobs", "tests"})
PACKAGE_OF_ROOM = {"shared": "regent"}
# What a folder of functions/ may not import, itself included: to import a handler is to build its
# routes. Forms that several handlers need have a module in functions/forms.
SIDEWAYS: Mapping[str, tuple[str, ...]] = {
    "functions/api": ("functions.api",),
    "functions/schedules": ("functions.api",),
    "functions/console": ("functions.api", "functions.forms"),
    "functions/deploy": ("functions.api",),
    "functions/forms": ("functions.api",),
    "functions/edge": ("functions.api", "functions.forms"),
}
# In two halves: this file, too, is searched.
UNFINISHED = re.compile(r"\b(FIX" + r"ME|TO" + r"DO|XX" + r"X|HA" + r"CK)\b")
ENVIRONMENT_CALLS = {"environ", "environb", "getenv", "putenv", "unsetenv"}
LITTER = re.compile(
    r"(^|[_-])(plan|progress|summary|report|notes?|status|draft|old|new|copy)$", re.IGNORECASE
)
ROOT_DOCUMENTS = frozenset(
    {"README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}
)

Files = Mapping[str, str]


def long_files(files: Files) -> list[str]:
    """A file that is too long to be read to its end."""
    return [
        f"{path}: {len(text.splitlines())} lines, at most {MAX_FILE_LINES}"
        for path, text in files.items()
        if path.endswith((".py", ".sql", ".js", ".html", ".css"))
        and len(text.splitlines()) > MAX_FILE_LINES
    ]


def long_functions(files: Files) -> list[str]:
    """A function that does not fit a screen or two."""
    return [
        f"{path}: {name} has {lines} lines, at most {MAX_FUNCTION_LINES}"
        for path, file in _python(files)
        for name, lines in file.functions
        if lines > MAX_FUNCTION_LINES
    ]


def unfinished_work(files: Files) -> list[str]:
    """A promise in a comment that belongs in an issue."""
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in files.items()
        for number, line in enumerate(text.splitlines(), 1)
        if UNFINISHED.search(line)
    ]


def modules_without_a_docstring(files: Files) -> list[str]:
    """A module that does not say what it is for. An SQL file has to open with a comment."""
    complaints = []
    for path, text in files.items():
        if path.endswith(".py") and not syntax.read(text).docstring:
            complaints.append(f"{path}: does not open with a docstring")
        if path.endswith(".sql") and not text.startswith("--"):
            complaints.append(f"{path}: does not open with a comment")
    return complaints


def backward_imports(files: Files) -> list[str]:
    """Imports run infra -> functions -> shared, glue_jobs -> shared, tests -> all."""
    complaints = []
    for path, module in imports(files):
        room = PurePosixPath(path).parts[0]
        if room not in ALLOWED_IMPORTS:
            continue
        package = module.partition(".")[0]
        own = PACKAGE_OF_ROOM.get(room, room)
        if package in OUR_PACKAGES - ALLOWED_IMPORTS[room] - {own}:
            complaints.append(f"{path}: {room} may not import {module}")
    return complaints


def sideways_imports(files: Files) -> list[str]:
    """A handler that imports a handler, a form that imports one, an edge that imports either."""
    return [
        f"{path}: {folder} may not import {name}"
        for path, file in _python(files)
        for folder in [str(PurePosixPath(path).parent)]
        for node in file.imports
        for name in _names_imported(path, node)
        if any(f"{name}.".startswith(f"{banned}.") for banned in SIDEWAYS.get(folder, ()))
    ]


def psycopg_outside_database(files: Files) -> list[str]:
    """Only the database and its connections talk to the driver."""
    return [
        f"{path}: only shared/regent/database.py and connections.py import psycopg"
        for path, module in imports(files)
        if module.partition(".")[0] == "psycopg"
        and path.startswith(("shared/", "functions/"))
        and path not in ("shared/regent/database.py", "shared/regent/connections.py")
    ]


def environment_outside_settings(files: Files) -> list[str]:
    """Configuration is read once and handed in: by the server, and by the client, which imports
    nothing of the server."""
    complaints = []
    for path, file in _python(files):
        if path.startswith("tests/") or path in (
            "shared/regent/settings.py",
            "shared/regent/client/environment.py",
        ):
            continue
        taken = [
            alias.name
            for node in file.imports
            if isinstance(node, ast.ImportFrom) and node.module == "os"
            for alias in node.names
        ]
        if ENVIRONMENT_CALLS & {*file.attributes_of_os, *taken}:
            complaints.append(f"{path}: only shared/regent/settings.py reads the environment")
    return complaints


def handlers_nobody_tests(names: Iterable[str], files: Files) -> list[str]:
    """A handler of the API without a test file of its name."""
    return [
        f"{name}: there is no tests/api/test_{name.rpartition('.')[2]}.py"
        for name in names
        if f"tests/api/test_{name.rpartition('.')[2]}.py" not in files
    ]


def handlers_nobody_lists(names: Iterable[str], files: Files) -> list[str]:
    """A handler file that is in no list, so that no request reaches it."""
    listed = set(names)
    return [
        f"{path}: functions/handlers.py does not list it"
        for path in files
        if re.fullmatch(
            r"functions/(api|schedules)/[a-z]\w*\.py|functions/console/console\.py", path
        )
        and path.removesuffix(".py").replace("/", ".") not in listed
    ]


def undescribed_routes(routes: Iterable[tuple[str, str | None]]) -> list[str]:
    """A route whose function has no docstring: its OpenAPI description would be empty."""
    return [f"{key}: no docstring, so no description" for key, text in routes if not text]


def undocumented_targets(makefile: str, readme: str) -> list[str]:
    """Every make target has a line of help, and the README names it."""
    complaints = []
    for name in _make_targets(makefile):
        if not re.search(rf"^{re.escape(name)}:.*## \S", makefile, re.MULTILINE):
            complaints.append(f"make {name}: no help after ##")
        if name != "help" and not re.search(rf"make {re.escape(name)}\b(?!-)", readme):
            complaints.append(f"make {name}: the README does not mention it")
    return complaints


def litter(paths: Iterable[str]) -> list[str]:
    """Plans, progress reports, old copies: they belong in the history, not in the tree."""
    complaints = []
    for path in paths:
        pure = PurePosixPath(path)
        if pure.suffix == ".md" and len(pure.parts) == 1 and path not in ROOT_DOCUMENTS:
            complaints.append(f"{path}: documents at the root are {sorted(ROOT_DOCUMENTS)}")
        elif pure.suffix in {".md", ".txt"} and LITTER.search(pure.stem):
            complaints.append(f"{path}: looks like a report")
        elif pure.suffix in {".bak", ".orig", ".rej", ".tmp", ".swp"} or path.endswith("~"):
            complaints.append(f"{path}: a left-over")
        elif re.search(r"_(v\d+|backup)$", pure.stem):
            complaints.append(f"{path}: replace, don't accumulate")
    return complaints


def _python(files: Files) -> Iterator[tuple[str, syntax.Syntax]]:
    for path, text in files.items():
        if path.endswith(".py"):
            yield path, syntax.read(text)


def imports(files: Files) -> Iterator[tuple[str, str]]:
    for path, file in _python(files):
        for node in file.imports:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield path, alias.name
            elif node.module:
                yield path, node.module


def _names_imported(path: str, node: ast.Import | ast.ImportFrom) -> list[str]:
    """Modules, and what is taken from them, by their whole names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    above = PurePosixPath(path).parts[: -node.level] if node.level else ()
    module = ".".join([*above, *filter(None, [node.module])])
    return [f"{module}.{alias.name}" for alias in node.names]


def _make_targets(makefile: str) -> list[str]:
    phony = re.search(r"^\.PHONY:(.*)$", makefile, re.MULTILINE)
    named = re.findall(r"^([a-z][a-z-]*):(?!=)", makefile, re.MULTILINE)
    return sorted(set(named) | set(phony[1].split() if phony else ()))
