"""The files of a package: ours, and the part of the dependencies that a Lambda can need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from infra.package.zips import Contents

#: At the root of the functions' zip, where REGENT_DATABASE_CA points to.
CA_NAME: Final = "regent-ca.pem"
#: What programs and their tests use, and no handler and no job.
OF_PROGRAMS: Final = {"rooms.py", "testing.py"}
#: The library's packages that are shipped.
LIBRARY_PACKAGES: Final = ("stores", "encryption", "costs")
_DROPPED_FOLDERS: Final = frozenset({"__pycache__", "bin", "tests", "test", "sboms"})
#: Stubs, sources of compiled modules, and the files of Powertools' Swagger page (1.7 MB), which no
#: route of ours shows: OpenAPI is served as JSON.
_DROPPED_SUFFIXES: Final = (".pyi", ".pyx", ".pxd", ".c", ".h", ".pyc", ".js", ".css")
#: Parts that the rest does not import: Powertools' features that we don't use, pydantic's first
#: version (read when a class has validators of its kind) and its plug-in for mypy.
_DROPPED_PARTS: Final = (
    *(
        f"aws_lambda_powertools/utilities/{feature}/"
        for feature in (
            "auth_alpha", "batch", "circuit_breaker", "data_masking", "feature_flags",
            "idempotency", "kafka", "parameters", "parser", "streaming",
        )
    ),
    "pydantic/v1/",
    "pydantic/mypy.py",
)  # fmt: skip


def dependencies(folder: Path) -> dict[str, Path]:
    """The dependencies installed in a folder, without files that no Lambda reads."""
    return {
        name: path
        for name, path in _files(folder)
        if not name.endswith(_DROPPED_SUFFIXES)
        and not name.startswith(_DROPPED_PARTS)
        and not _DROPPED_FOLDERS.intersection(PurePosixPath(name).parts)
        and not PurePosixPath(name).parts[0].startswith(".")
        and _is_needed_of_metadata(name)
    }


def functions(tree: Path) -> dict[str, Path]:
    """The handlers, the library that they call and the certificates that they trust."""
    return {
        **_library(tree, with_sql=True),
        **_folder(tree, "functions"),
        CA_NAME: certificates(tree),
    }


def jobs(tree: Path) -> Contents:
    """The Glue jobs and the library. The certificates are in a module's folder: Glue leaves the zip
    packed, and only importlib.resources finds a file in it."""
    room = _folder(tree, "glue_jobs") if (tree / "glue_jobs").is_dir() else {}
    contents: dict[str, Path | bytes] = {**_library(tree, with_sql=False), **room}
    contents[f"glue_jobs/{CA_NAME}"] = certificates(tree)
    contents.setdefault("glue_jobs/__init__.py", b"")
    return contents


def certificates(tree: Path) -> Path:
    """The authorities that sign what Aurora and RDS Proxy present."""
    return tree / "infra" / "certificates" / CA_NAME


def _library(tree: Path, *, with_sql: bool) -> dict[str, Path]:
    """The foundations and the packages that handlers and jobs import. The others are the clients,
    the command and the local server."""
    root = tree / "shared" / "regent"
    flat = [path for path in root.glob("*.py") if path.name not in OF_PROGRAMS]
    found = {f"regent/{path.name}": path for path in flat}
    for package in LIBRARY_PACKAGES:
        for path in sorted((root / package).glob("*.py")):
            found[f"regent/{package}/{path.name}"] = path
    if with_sql:
        for name, path in _files(root / "sql"):
            if path.suffix == ".sql":
                found[f"regent/sql/{name}"] = path
    return found


def _folder(tree: Path, folder: str) -> dict[str, Path]:
    """All files but the READMEs and descriptions of types, which nobody reads there: a change of
    them must not make another package."""
    return {
        f"{folder}/{name}": path
        for name, path in _files(tree / folder)
        if path.suffix != ".md"
        and not path.name.endswith(".d.ts")
        and not _DROPPED_FOLDERS.intersection(PurePosixPath(name).parts)
        and path.name[0] != "."
    }


def _is_needed_of_metadata(name: str) -> bool:
    """Of a distribution's metadata, importlib.metadata reads the version and the entry points."""
    parts = PurePosixPath(name).parts
    inside = parts[0].endswith(".dist-info")
    return not inside or parts[-1] in ("METADATA", "entry_points.txt")


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path
