"""The handlers are found beside the library or inside it, and never mistaken for somebody else's.

Each program runs in a process of its own, because a path and a module are a process's.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT / "shared"
FIND = "from regent import rooms; rooms.add_to_path(); import functions.handlers as found"
SERVE = FIND.replace("()", "(own_process=True)")
#: What a program may have under the name of the handlers' package.
THEIRS = ["functions.py", "functions/__init__.py"]


def ran(program: str, *path: Path) -> subprocess.CompletedProcess[str]:
    """A program whose path has these folders, and nothing of this environment."""
    return subprocess.run(
        [sys.executable, "-S", "-c", f"{program}\nprint(found.__file__)"],
        env={"PYTHONPATH": os.pathsep.join(map(str, path))},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages, as the wheel fills it."""
    library = tmp_path / "packages/regent"
    library.mkdir(parents=True)
    for name in ("__init__.py", "errors.py", "rooms.py"):
        shutil.copy(SHARED / "regent" / name, library)
    (library / "_rooms/functions").mkdir(parents=True)
    for name in ("__init__.py", "handlers.py"):
        shutil.copy(ROOT / "functions" / name, library / "_rooms/functions")
    return library.parent


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of a program's own modules."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def plant(folder: Path, name: str) -> Path:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("")
    return (folder / name).parent if name.endswith("__init__.py") else folder / name


def test_in_the_repository_they_stand_beside_the_library() -> None:
    assert ran(FIND, SHARED).stdout == f"{ROOT}/functions/handlers.py\n"
    assert ran(FIND, SHARED, ROOT).stdout == f"{ROOT}/functions/handlers.py\n"


def test_in_the_wheel_they_are_inside_the_library(installed: Path) -> None:
    asked = ran(FIND, installed)
    assert asked.stdout == f"{installed}/regent/_rooms/functions/handlers.py\n", asked.stderr


def test_asking_twice_changes_nothing(installed: Path) -> None:
    twice = (
        f"{FIND}; import sys; path = list(sys.path); rooms.add_to_path(); assert path == sys.path"
    )
    assert ran(twice, installed).returncode == 0


@pytest.mark.parametrize("theirs", THEIRS)
def test_a_server_has_its_own_whatever_lies_around(installed: Path, own: Path, theirs: str) -> None:
    plant(own, theirs)
    asked = ran(SERVE, own, installed)
    assert asked.stdout == f"{installed}/regent/_rooms/functions/handlers.py\n", asked.stderr


@pytest.mark.parametrize("before", ["", "import functions; "])
@pytest.mark.parametrize("theirs", THEIRS)
def test_a_program_keeps_its_own_and_is_told(
    installed: Path, own: Path, theirs: str, before: str
) -> None:
    planted = plant(own, theirs)
    asked = ran(before + FIND, own, installed)
    assert asked.stderr.endswith(
        f"HandlersHidden: {planted} has the name of the package in which Regent's handlers are:"
        " rename it, or let the server run in a process of its own and ask it over HTTP\n"
    )


def test_a_folder_that_is_no_package_hides_nothing(installed: Path, own: Path) -> None:
    (own / "functions").mkdir()
    asked = ran(FIND, own, installed)
    assert asked.stdout == f"{installed}/regent/_rooms/functions/handlers.py\n", asked.stderr


def test_a_folder_that_a_program_imported_is_its_own(installed: Path, own: Path) -> None:
    (own / "functions").mkdir()
    asked = ran(f"import functions; {FIND}", own, installed)
    assert f"HandlersHidden: {own}/functions has the name of the package" in asked.stderr


def test_a_library_that_came_without_them_says_so(installed: Path) -> None:
    shutil.rmtree(installed / "regent/_rooms")
    asked = ran(FIND, installed)
    assert asked.stderr.endswith(
        f"HandlersNotFound: the handlers are neither in {installed}/regent/_rooms nor in"
        f" {installed.parent}: install Regent from its wheel, or from a clone of its repository\n"
    )
