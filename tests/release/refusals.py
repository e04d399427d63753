"""What must be so before a release begins; each rule returns what is wrong, and what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.migrations.contract import promised
from tests.release import writing
from tests.release.git import branch, git

BRANCH = "main"
_SHOWN = 5
# Three numbers alone: a release freezes what the next one may rely on, a preview promises nothing.
_VERSION = re.compile(r"v?((?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)){2})")


def refusals(root: Path, version: str) -> list[str]:
    """Why this tree cannot become that version. Empty: it can."""
    cheap = [*_tree(root), *_version(root, version), *_changelog(root, version)]
    return cheap or list(_contract(root))  # which takes a database to find out


def tag_of(version: str) -> str:
    """How git knows a version."""
    return f"v{version}"


def _numbers(text: str) -> tuple[int, ...] | None:
    found = _VERSION.fullmatch(text)
    return tuple(map(int, found[1].split("."))) if found else None


def _tree(root: Path) -> Iterator[str]:
    now = branch(root)
    if now != BRANCH:
        yield (
            f"{f'the branch {now}' if now else 'no branch'} is checked out; releases are made from"
            f" {BRANCH}: `git switch {BRANCH}`"
        )
    dirty = [line[3:] for line in git(root, "status", "--porcelain").splitlines()]
    if dirty:
        shown = ", ".join(dirty[:_SHOWN]) + (", …" if len(dirty) > _SHOWN else "")
        yield f"not committed: {shown}. Commit or remove it: a release is what git holds"


def _version(root: Path, version: str) -> Iterator[str]:
    numbers = _numbers(version)
    if numbers is None or version.startswith("v"):
        yield (
            f"{version!r} is no version: give three numbers without leading zeros,"
            " as in VERSION=1.2.0"
        )
        return
    tags = git(root, "tag", "--list").splitlines()
    released = {found: tag for tag in tags if (found := _numbers(tag))}
    there = writing.version(root)
    if numbers in released:
        yield f"the tag {released[numbers]} exists: {version} is released. Choose a higher version"
    elif released and numbers < max(released):
        yield f"{version} is not above {released[max(released)]}, the last tag"
    # Without a tag, the version that is there was never released, and may be the first.
    elif numbers < (current := _numbers(there) or ()) or (released and numbers == current):
        yield f"{version} is not above {there}, the version in {writing.VERSION_FILE}"
    for path in writing.frozen(root, version):
        if path.exists():
            yield f"{path.relative_to(root)} exists: {version} was frozen before"


def _changelog(root: Path, version: str) -> Iterator[str]:
    text = (root / writing.CHANGELOG).read_text()
    if writing.has_section(text, version):
        yield f'{writing.CHANGELOG} has a section "{version}" already'
    if not writing.has_section(text, writing.UNRELEASED):
        yield f'{writing.CHANGELOG} has no section "## {writing.UNRELEASED}"'
    elif not writing.entries(text):
        yield (
            f'{writing.CHANGELOG} lists nothing under "{writing.UNRELEASED}": write what changes'
            ' for users, in lines that begin with "- "'
        )


def _contract(root: Path) -> Iterator[str]:
    if promised(root / writing.SQL) != (root / writing.NEXT).read_text():
        yield (
            f"{writing.NEXT} is not what the schema promises: run"
            " `python -m tests.migrations.contract`, read the difference, commit it"
        )
