"""Trees of which releases are made: a small one, and a copy of this one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.release.git import git

ROOT = Path(__file__).parents[2]
#: A house with all that a release writes, and that the rules look at before they ask a database.
SMALL = {
    "shared/regent/__init__.py": '"""Regent."""\n\n__version__ = "0.1.0"\n',
    "README.md": "Version 0.1.0, and more.\n",
    "CHANGELOG.md": (
        "# Changelog\n\n## Unreleased\n\n- A door.\n\n## 0.1.0 \u2013 2026-11-18\n\n- A house.\n"
    ),
    ".gitignore": "dist/\n*.egg-info/\n",
    "shared/regent/sql/queue/tables/queues.sql": "create table queen.queues ();\n",
    "tests/migrations/contracts/next.json": "{}\n",
}


@pytest.fixture(autouse=True, scope="module")
def _no_settings_of_ours() -> Iterator[None]:
    """A git that is alike for everybody: nobody's name, signature or hooks."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        environment.setenv("GIT_CONFIG_SYSTEM", os.devnull)
        # A program that is only called leaves nothing behind.
        environment.setenv("PYTHONDONTWRITEBYTECODE", "1")
        for person in ("AUTHOR", "COMMITTER"):
            environment.setenv(f"GIT_{person}_NAME", "Release Test")
            environment.setenv(f"GIT_{person}_EMAIL", "release@example.com")
        yield


def commit(root: Path, message: str = "tests: planted") -> None:
    """Everything as it stands."""
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A repository of a few files."""
    root = tmp_path / "small"
    for name, text in SMALL.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    return root


def copy_of_this_tree(root: Path) -> Path:
    """This tree as it stands, committed on a main of its own, ready for a release."""
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).exists():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, root / name)
    changelog = root / "CHANGELOG.md"
    changelog.write_text(
        changelog.read_text().replace("## Unreleased\n", "## Unreleased\n\n- A door.\n")
    )
    git(root, "init", "--quiet", "--initial-branch=main")
    commit(root)
    return root


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return copy_of_this_tree(tmp_path / "house")


def state(root: Path) -> dict[str, str]:
    """All that a release could change: commits, tags, working trees, files."""
    return {
        "head": git(root, "rev-parse", "HEAD"),
        "branch": git(root, "branch", "--show-current"),
        "references": git(root, "for-each-ref"),
        "trees": git(root, "worktree", "list"),
        "files": git(root, "status", "--porcelain", "--ignored"),
    }
