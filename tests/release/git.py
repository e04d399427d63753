"""Git, as a release needs it: commands that fail loudly, and a second working tree to work in."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ReleaseFailed(Exception):
    """A step of the release went wrong; the text says which, and nothing was changed."""


def run(folder: Path, *words: str) -> str:
    """What a program prints, started in that folder; ReleaseFailed with its words if it fails."""
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = ran.stderr.strip() or ran.stdout.strip()
        raise ReleaseFailed(f"`{shlex.join(words)}` ended with {ran.returncode}:\n{said}")
    return ran.stdout


def git(folder: Path, *words: str) -> str:
    """What git prints. No hooks: the contributor's look for .venv, which a second tree has not."""
    return run(folder, "git", "-c", f"core.hooksPath={os.devnull}", *words).rstrip("\n")


def branch(root: Path) -> str | None:
    """The branch that is checked out; None: a bare commit is."""
    return git(root, "branch", "--show-current") or None


@contextmanager
def second_tree(root: Path) -> Iterator[Path]:
    """A working tree of the newest commit, in a folder that goes away: whatever fails in it, and
    however it ends, the tree at ``root`` has not been touched."""
    with tempfile.TemporaryDirectory(prefix="regent-release-") as folder:
        tree = Path(folder).resolve() / "tree"
        git(root, "worktree", "add", "--quiet", "--detach", str(tree), "HEAD")
        try:
            yield tree
        finally:
            git(root, "worktree", "remove", "--force", str(tree))
