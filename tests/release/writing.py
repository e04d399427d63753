"""What a release writes: the version, the changelog's date, and copies that never change again."""

from __future__ import annotations

import re
import shutil
from datetime import date
from pathlib import Path

VERSION_FILE = "shared/regent/__init__.py"
CHANGELOG = "CHANGELOG.md"
UNRELEASED = "Unreleased"
SQL = "shared/regent/sql"
NEXT = "tests/migrations/contracts/next.json"
RELEASED = "tests/migrations/released"
#: A fresh install makes the tables and takes the migrations for done, so an upgrade from this
#: release is tried with both.
_FROZEN = ("tables", "migrations")
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


def write(tree: Path, new: str, day: date) -> None:
    """Everything in which the release differs from the last commit."""
    old = version(tree)
    file = tree / VERSION_FILE
    file.write_text(_VERSION.sub(f'__version__ = "{new}"', file.read_text()))
    for page in documents(tree):
        page.write_text(renamed(page.read_text(), old, new))
    changelog = tree / CHANGELOG
    changelog.write_text(dated(changelog.read_text(), new, day))
    contract, tables = frozen(tree, new)
    shutil.copyfile(tree / NEXT, contract)
    freeze(tree / SQL, tables)


def freeze(sql: Path, folder: Path) -> None:
    """Copy the tables and the migrations of a release, at the paths that they have there."""
    for source in sorted(sql.rglob("*.sql")):
        if source.parent.name in _FROZEN:
            target = folder / source.relative_to(sql)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)


def version(tree: Path) -> str:
    """What the library says that it is."""
    (found,) = _VERSION.findall((tree / VERSION_FILE).read_text())
    return str(found)


def documents(tree: Path) -> list[Path]:
    """The pages that name the version."""
    return [tree / "README.md", *sorted((tree / "docs").rglob("*.md"))]


def renamed(page: str, old: str, new: str) -> str:
    """A page that speaks of the new version, in a sentence and in the answer of `GET /health`."""
    named = re.compile(rf'(\bVersion |"version": "){re.escape(old)}(?!\.?\d)')
    return named.sub(rf"\g<1>{new}", page)


def frozen(tree: Path, version: str) -> tuple[Path, Path]:
    """Where the contract and the tables of a release stay as they were."""
    return (tree / NEXT).with_name(f"{version}.json"), tree / RELEASED / version


def dated(changelog: str, version: str, day: date) -> str:
    """The changelog of the release: what was unreleased is, and a place for what comes next."""
    heading = f"## {UNRELEASED}\n"
    return changelog.replace(heading, f"{heading}\n## {version} \u2013 {day.isoformat()}\n", 1)


def has_section(changelog: str, name: str) -> bool:
    """Whether there is a heading of that name, with or without a date behind it."""
    return re.search(rf"^## {re.escape(name)}(\s|$)", changelog, re.MULTILINE) is not None


def entries(changelog: str) -> list[str]:
    """What the coming release lists."""
    section = re.search(rf"^## {UNRELEASED}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return re.findall(r"^- \S.*", section[1], re.MULTILINE) if section else []
