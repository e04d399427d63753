"""From a fresh clone, in an empty home directory, with nothing but Python, make and a network."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.markdown import blocks, is_make
from tests.quickstart.conftest import ROOT, StartMake, clean_environment, left_over
from tests.quickstart.newcomer import programs

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ITEM = {"queue": "kept", "transactionId": "t-1", "payload": {"n": 1}}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What `git clone` would give once this state is committed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    house = tmp_path / "regent"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (house / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, house / name)
    return house


def test_the_first_screen_of_the_readme_works(clone: Path, make_run: StartMake) -> None:
    first = make_run(clone)
    assert "Making .venv/server" in first.output
    installed = {path.name for path in (clone / ".venv").iterdir()}
    assert installed == {"server"}
    packages = clone.glob(".venv/server/lib/python*/site-packages/*")
    assert not {"pytest", "boto3", "mypy", "pulumi", "pyspark"} & {path.name for path in packages}

    found = blocks((clone / "README.md").read_text())
    commands = [block.text for block in found if block.language == "sh" and not is_make(block)]
    ran = subprocess.run(
        [
            "/bin/sh",
            "-eu",
            "-c",
            "\n".join(commands).replace("localhost:6632", f"localhost:{first.port}"),
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert '"status":"queued"' in ran.stdout
    assert '"success":true,"error":null,"queueName":"orders"' in ran.stdout

    subprocess.run(
        [clone / ".venv/server/bin/python", "-c", programs()["produce.py"]],
        env=clean_environment(clone) | {"REGENT_URL": f"http://localhost:{first.port}"},
        timeout=60,
        check=True,
    )
    depth = first.client.get("/api/v1/resources/queues/orders/depth").json()
    assert depth["pending"] == 100

    assert first.client.post("/api/v1/push", json={"items": [ITEM]}).status_code == 201
    stamp = (clone / ".venv/server/.installed").stat().st_mtime_ns
    first.press_ctrl_c()
    assert left_over(first.started) == {}

    second = make_run(clone)
    # Measured at 1.5 s; the bound leaves room for a machine that does other things too.
    assert second.seconds < 10
    assert "Making" not in second.output
    assert (clone / ".venv/server/.installed").stat().st_mtime_ns == stamp
    popped = second.client.get("/api/v1/pop/queue/kept")
    assert popped.status_code == 200, popped.text
    (message,) = popped.json()["messages"]
    assert message["transactionId"] == "t-1"
    second.press_ctrl_c()
    assert left_over(second.started) == {}


def test_make_test_makes_what_it_needs(clone: Path, home: Path) -> None:
    ran = subprocess.run(
        ["make", "test", "ARGS=-q tests/docs/test_checkers.py tests/published_clients"],
        cwd=clone,
        env=clean_environment(home),
        capture_output=True,
        text=True,
        timeout=800,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-3000:]
    assert " passed" in ran.stdout
    made = {path.name for path in (clone / ".venv").iterdir()}
    assert made == {"dev", "emulator", "generators", "queen-0.15", "queen-2.6"}
