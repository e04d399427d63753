"""`make deploy` where something is missing: it says what, and what to do."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from infra.package.__main__ import main
from tests.infra.program import ROOT, program


def test_without_the_pulumi_command(tmp_path: Path) -> None:
    for name in ("make", "sh"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    # It is told before an environment is made: here there is no Python to make it with.
    ran = subprocess.run(
        [tmp_path / "make", "-W", "requirements/deploy.lock", "deploy", "STACK=dev"],
        cwd=ROOT, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert "needs the Pulumi CLI on the PATH; docs/run/deploy.md says where it is" in ran.stderr
    assert ran.stdout == ""


def test_without_a_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("UV_OFFLINE", "1")
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "uv"))
    assert main(["--to-deploy"], tmp_path / "package") == 1
    printed = capsys.readouterr().out
    assert printed.startswith("The packages cannot be built: uv pip install failed")
    assert printed.endswith("from a Python package index, once: is it reached from here?\n")


def test_without_a_region() -> None:
    with pytest.raises(AssertionError, match="aws:region is not set: `pulumi config set aws:reg"):
        program(**{"region of the account": ""})
