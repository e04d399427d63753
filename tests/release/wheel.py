"""The packages of a release, and a look at the wheel from where its users stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from tests.release.git import ReleaseFailed, git, run

#: What of the library's folder is for users; the rest explains it to those who change it.
_SHIPPED = {".py", ".sql", ".typed"}
_UV = (sys.executable, "-m", "uv")
#: Says the version, and what a program got that it did not ask for.
_CLIENTS = """
import importlib.util, sys, regent
regent.Regent(), regent.AsyncRegent()
server = {name for name in sys.modules if name.startswith(("regent.local", "regent._rooms"))}
print(regent.__version__, *sorted(server), importlib.util.find_spec("functions") or "", end="")
"""
_PUSH = """
import sys, regent
print(regent.Regent(sys.argv[1]).push("orders", {"total": 12}).duplicate)
"""


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
    _says(version, *python, "-c", _CLIENTS)
    _says(f"regent {version}", *command, "--version")
    run(environment, *command, "--help")


def check_server(wheel: Path) -> None:
    """ReleaseFailed if its extra for a server does not bring one that takes a message."""
    folder = wheel.parent / "server"
    python = folder / "environment/bin/python"
    run(wheel.parent, *_UV, "venv", "--quiet", "--python", sys.executable, str(python.parents[1]))
    _install(f"{wheel}[local]", python.parents[1])
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    with (
        (folder / "server.log").open("w+") as log,
        subprocess.Popen(
            (str(python), "-I", "-m", "regent.local"),
            cwd=folder,
            env=kept | {"REGENT_PORT": "0", "REGENT_WORKERS": "1"},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as server,
    ):
        try:
            found = re.search(r"http://localhost:\d+", _greeting(server))
            if found is None:
                log.seek(0)
                raise ReleaseFailed(f"no server started from {wheel.name}:\n{log.read()}")
            _says("False", str(python), "-I", "-c", _PUSH, found[0])
        finally:
            server.terminate()


def _greeting(server: subprocess.Popen[str]) -> str:
    """What a server says when it is ready; less if it ended before."""
    assert server.stdout is not None
    lines: list[str] = []
    for line in server.stdout:
        lines.append(line)
        if line.startswith("Ctrl-C"):
            break
    return "".join(lines)


def _install(what: Path | str, environment: Path) -> None:
    python = ("--python", str(environment))
    run(environment, *_UV, "pip", "install", "--quiet", *python, str(what))


def _says(wanted: str, *words: str) -> None:
    said = run(Path(words[0]).parent, *words).strip()
    if said != wanted:
        raise ReleaseFailed(f"the wheel, installed, says {said!r} where {wanted!r} was expected")


def _has_every_file(wheel: Path, tree: Path) -> None:
    listed = git(tree, "ls-files", "shared/regent").splitlines()
    library = {path.removeprefix("shared/") for path in listed if Path(path).suffix in _SHIPPED}
    handlers = git(tree, "ls-files", "functions/*.py").splitlines()
    about = "-".join(wheel.name.split("-")[:2]) + ".dist-info"
    with zipfile.ZipFile(wheel) as archive:
        wanted = library | {f"regent/_rooms/{path}" for path in handlers}
        missing = (wanted | {f"{about}/licenses/LICENSE"}) - set(archive.namelist())
    if missing:
        raise ReleaseFailed(
            f"{wheel.name} lacks {', '.join(sorted(missing))}:"
            " look at setup.py, and at [tool.setuptools] in pyproject.toml"
        )
