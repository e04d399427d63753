"""The files that only GitHub and pre-commit read."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.test_docs import ROOT

FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def test_every_hook_calls_a_program_of_the_dev_environment() -> None:
    (local,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    programs = [Path(hook["entry"].split()[0]) for hook in local["hooks"]]
    assert {str(program.parent) for program in programs} == {".venv/dev/bin"}
    here = Path(sys.executable).parent
    assert [program.name for program in programs if not (here / program.name).exists()] == []


def test_the_hooks_and_make_check_run_the_same_rules() -> None:
    (local,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    entries = "\n".join(hook["entry"] for hook in local["hooks"])
    makefile = (ROOT / "Makefile").read_text()
    for rule in ("ruff format", "ruff check", "-m pytest -q tests/tidy"):
        assert rule in entries
        assert rule in makefile


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_read_and_no_more_and_ends(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert "permissions" not in job
        assert 0 < job["timeout-minutes"] <= 60


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_an_action_is_pinned_to_a_commit(path: Path) -> None:
    """A tag can be moved to other code. The comment names the tag for people and for Dependabot."""
    used = re.findall(r"uses: (.*)", path.read_text())
    assert used
    pinned = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [action for action in used if not pinned.fullmatch(action)] == []


def test_every_change_is_checked_by_the_one_script() -> None:
    workflow = read(ROOT / ".github/workflows/check.yml")
    # YAML 1.1 reads the key `on` as true.
    assert workflow[True] == {"push": {"branches": ["main"]}, "pull_request": None}
    (job,) = workflow["jobs"].values()
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_a_form_asks_what_it_needs(path: Path) -> None:
    form = read(path)
    assert form["name"]
    assert form["description"]
    asked = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in asked}) == len(asked) >= 3
    assert [field["id"] for field in asked if not field["attributes"]["label"]] == []
    assert any(field.get("validations", {}).get("required") for field in asked)


def test_there_is_a_form_for_bugs_and_one_for_features() -> None:
    assert [path.stem for path in FORMS] == ["bug", "feature"]
