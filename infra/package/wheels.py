"""The dependencies, as their lock file pins them: each wheel's hash is checked, none is built.

Lambda gets them installed, by uv, which can install for another machine. Glue gets the wheels
themselves, by pip, because uv does not hand them out.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

from infra.package.targets import Target


class BuildFailed(Exception):
    """The package cannot be built; the text says why."""


def installed(lock: str, target: Target, cache: Path) -> Path:
    """A folder with these requirements installed, kept for the next build."""

    def install(requirements: Path, folder: Path) -> None:
        _run(
            "uv", "pip", "install", "--quiet", "--python", sys.executable, "--target", str(folder),
            "--python-platform", target.uv_platform, "--python-version", target.python,
            "--only-binary", ":all:", "--require-hashes", "--no-deps", "--link-mode", "copy",
            "-r", str(requirements),
        )  # fmt: skip

    return _kept("installed", lock, target, cache, install)


def downloaded(lock: str, target: Target, cache: Path) -> Path:
    """A folder with the wheels of these requirements, kept for the next build."""

    def download(requirements: Path, folder: Path) -> None:
        platforms = [f"--platform={platform}" for platform in target.pip_platforms]
        _run(
            "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", str(folder),
            *platforms, "--implementation", "cp", "--python-version", target.python,
            "--only-binary", ":all:", "--require-hashes", "--no-deps", "-r", str(requirements),
        )  # fmt: skip

    return _kept("wheels", lock, target, cache, download)


def requirements(lock: str) -> dict[str, str]:
    """name -> its lines in a lock file, hashes included."""
    found: dict[str, str] = {}
    name = ""
    for line in lock.splitlines(keepends=True):
        if start := re.match(r"([a-z0-9][a-z0-9._-]*)==", line):
            name = start[1]
            found[name] = ""
        if name and not line.lstrip().startswith("#"):
            found[name] += line
    return found


def without(lock: str, names: Collection[str]) -> str:
    """The lock file without packages that come from elsewhere."""
    pinned = requirements(lock)
    if unknown := sorted(set(names) - set(pinned)):
        raise BuildFailed(f"the lock file does not pin {', '.join(unknown)}, which it is to omit")
    return "".join(lines for name, lines in pinned.items() if name not in names)


def _kept(
    kind: str, lock: str, target: Target, cache: Path, make: Callable[[Path, Path], None]
) -> Path:
    key = hashlib.sha256(f"{target}\n{lock}".encode()).hexdigest()[:16]
    folder = cache / f"{kind}-{key}"
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as temporary:
        pinned, made = Path(temporary, "requirements.txt"), Path(temporary, "made")
        pinned.write_text(lock)
        made.mkdir(mode=0o755)
        make(pinned, made)
        try:
            made.rename(folder)
        except OSError:  # another build was faster; its result is the same
            if not folder.is_dir():
                raise
    return folder


def _run(module: str, *arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], check=False, capture_output=True, text=True
    )
    if done.returncode:
        command = " ".join((module, *arguments[:2]))
        raise BuildFailed(f"{command} failed ({done.returncode}):\n{done.stderr.strip()[-4000:]}")
