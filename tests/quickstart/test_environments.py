"""How make builds an environment: with which Python, and where its code is found later.

The environments here are built from lock files that name no package, so nothing is fetched.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.quickstart.conftest import ROOT, clean_environment

STAMP = ".venv/none/.installed"
#: Makes environments of itself, and writes down what else it is asked to do.
RECORDS = """#!/bin/sh
if [ "$2" = venv ]; then mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; else echo "$@" >> asked; fi
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A repository with the Makefile, a library that says where it lies, and an empty lock file."""
    house = tmp_path / "a house"
    for package in ("shared/regent", "functions"):
        (house / package).mkdir(parents=True)
        (house / package / "__init__.py").write_text("print(__file__)\n")
    (house / "requirements").mkdir()
    (house / "requirements/none.lock").write_text("# Nothing.\n")
    shutil.copy(ROOT / "Makefile", house)
    return house


def make(house: Path, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", STAMP, *words],
        cwd=house,
        env=clean_environment(home),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def code_of(house: Path) -> list[Path]:
    """Where an environment finds the library and the handlers, whatever folder we are in."""
    found = subprocess.run(
        [house / ".venv/none/bin/python", "-c", "import regent, functions"],
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
    )
    return [Path(line) for line in found.stdout.splitlines()]


def own_code(house: Path) -> list[Path]:
    return [house / "shared/regent/__init__.py", house / "functions/__init__.py"]


def test_a_repository_that_is_copied_or_renamed_finds_its_own_code(house: Path, home: Path) -> None:
    made = make(house, home, f"PYTHON={sys.executable}")
    assert made.returncode == 0, made.stderr
    assert "DEPRECATION" not in made.stderr
    assert code_of(house) == own_code(house)
    copy = house.with_name("copy")
    shutil.copytree(house, copy, symlinks=True)
    assert code_of(copy) == own_code(copy)
    renamed = house.rename(house.with_name("renamed"))
    assert code_of(renamed) == own_code(renamed)
    assert "Making" not in make(renamed, home).stdout


@pytest.mark.parametrize("answer", ["Python 3.9.2", None])
def test_a_python_that_is_too_old_or_missing_is_named(
    house: Path, home: Path, answer: str | None
) -> None:
    old = house / "python3.9"
    if answer is not None:
        old.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "{answer}"\n')
        old.chmod(0o755)
    made = make(house, home, "PYTHON=./python3.9")
    assert made.returncode != 0
    assert made.stderr.splitlines()[0] == (
        f"Regent needs Python 3.11 or newer, and ./python3.9 is {answer or 'not there'}."
        " Name another: make PYTHON=/path/to/python3"
    )
    assert not (house / ".venv").exists()


@pytest.mark.parametrize(
    ("lock", "built"), [("pyspark==3.5.6 \\\n", True), ("pyspark-client==4.0.0 \\\n", False)]
)
def test_nothing_but_pyspark_is_built_from_source(
    house: Path, home: Path, lock: str, built: bool
) -> None:
    (house / "requirements/none.lock").write_text(lock)
    (house / "recorder").write_text(RECORDS)
    (house / "recorder").chmod(0o755)
    made = make(house, home, "PYTHON=./recorder")
    assert made.returncode == 0, made.stderr
    asked = (house / "asked").read_text()
    assert "--require-hashes --no-deps --only-binary :all:" in asked
    assert ("--no-binary pyspark" in asked) == built
