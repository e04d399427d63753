"""The packages of a release, and a look at the wheel from where its users stand."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

from tests.release.git import ReleaseFailed, git, run

#: What of the library's folder is for users; the rest explains it to those who change it.
_SHIPPED = {".py", ".sql", ".typed"}
_UV = (sys.executable, "-m", "uv")


def build(tree: Path, folder: Path) -> tuple[Path, Path]:
    """The wheel and the source distribution; the wheel is built from the latter, as users do."""
    run(tree, *_UV, "build", "--quiet", "--python", sys.executable, "--out-dir", str(folder))
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


def check(wheel: Path, tree: Path, version: str) -> None:
    """ReleaseFailed if it lacks a file, or does not run in an environment that was empty."""
    _has_every_file(wheel, tree)
    environment = wheel.parent / "environment"
    run(wheel.parent, *_UV, "venv", "--quiet", "--python", sys.executable, str(environment))
    # Isolated: neither PYTHONPATH nor the current folder may bring what the wheel lacks.
    python = (str(environment / "bin/python"), "-I")
    command = (*python, str(environment / "bin/regent"))
    _install(wheel, environment)
    clients = "import regent; regent.Regent(); regent.AsyncRegent(); print(regent.__version__)"
    _says(version, *python, "-c", clients)
    _says(f"regent {version}", *command, "--version")
    run(environment, *command, "--help")


def _install(wheel: Path, environment: Path) -> None:
    python = ("--python", str(environment))
    run(environment, *_UV, "pip", "install", "--quiet", *python, str(wheel))


def _says(wanted: str, *words: str) -> None:
    said = run(Path(words[0]).parent, *words).strip()
    if said != wanted:
        raise ReleaseFailed(f"the wheel, installed, says {said!r} where {wanted!r} was expected")


def _has_every_file(wheel: Path, tree: Path) -> None:
    listed = git(tree, "ls-files", "shared/regent").splitlines()
    library = {path.removeprefix("shared/") for path in listed if Path(path).suffix in _SHIPPED}
    about = "-".join(wheel.name.split("-")[:2]) + ".dist-info"
    with zipfile.ZipFile(wheel) as archive:
        missing = (library | {f"{about}/licenses/LICENSE"}) - set(archive.namelist())
    if missing:
        raise ReleaseFailed(
            f"{wheel.name} lacks {', '.join(sorted(missing))}:"
            " look at [tool.setuptools] in pyproject.toml"
        )
