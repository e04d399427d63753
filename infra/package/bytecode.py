"""Byte code for the package. /var/task is read-only: without byte code, each cold start compiles
every module again, which takes about twice as long as all the rest of the import."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from infra.package.targets import Target
from infra.package.wheels import BuildFailed

TASK: Final = "/var/task"
#: Python does not read the source again and compares no time stamp: all files of a zip have the
#: same.
MODE: Final = "unchecked-hash"


@dataclass(frozen=True)
class Compiler:
    """A Python of a target's version, on this machine."""

    python: str
    #: The version that its byte code depends on.
    version: str


def compiler(target: Target) -> Compiler | None:
    """The Python on the PATH (`uv python install` puts it there); None: no byte code without it."""
    here = target.python == f"{sys.version_info.major}.{sys.version_info.minor}"
    python = sys.executable if here else shutil.which(f"python{target.python}")
    if python is None:
        return None
    found = subprocess.run(
        [python, "-c", "import sys; print(sys.executable); print(sys.version)"],
        check=False,
        capture_output=True,
        text=True,
    )
    if found.returncode:  # a shim for a Python that is not installed
        return None
    executable, _, version = found.stdout.partition("\n")
    return Compiler(executable, version)


def compiled(sources: Mapping[str, Path], by: Compiler, prefix: str = TASK) -> dict[str, bytes]:
    """The byte code of these modules, by name in the zip. One process compiles them in the order of
    their names. Then the same objects are shared in the same way, and the same sources are the same
    bytes."""
    modules = {name: path for name, path in sources.items() if name.endswith(".py")}
    with tempfile.TemporaryDirectory() as temporary:
        root = Path(temporary)
        for name, path in modules.items():
            copy = root / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
        _ask(
            by.python, "-S", "-m", "compileall", "-q", "--invalidation-mode", MODE,
            "-s", str(root), "-p", prefix, str(root),
        )  # fmt: skip
        found = {
            path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*.pyc")
        }
    if len(found) != len(modules):
        raise BuildFailed(f"{by.python} compiled {len(found)} of {len(modules)} modules")
    return found


def _ask(python: str, *arguments: str) -> None:
    done = subprocess.run(
        [python, *arguments],
        check=False, capture_output=True, text=True, env={"PYTHONHASHSEED": "0"},
    )  # fmt: skip
    if done.returncode:
        raise BuildFailed(f"{python} failed:\n{(done.stdout + done.stderr).strip()[-4000:]}")
