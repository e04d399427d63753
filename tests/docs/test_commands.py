"""Every command of README.md and docs/ runs as it is written, and prints what it is said to print.

Only the port is replaced: 6632 may be somebody's running server.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.checkers import answers
from tests.docs.markdown import Block, blocks, is_make
from tests.docs.test_docs import DOCUMENTS, ROOT
from tests.local.conftest import LocalServer

QUEEN = ROOT / ".venv/queen-2.6/bin/python"
_SEPARATOR = "----- end of a block -----"
#: What docs/api/encryption.md has its reader make.
_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def _commands(document: Path) -> list[Block]:
    found = blocks(document.read_text())
    return [block for block in found if block.language == "sh" and not is_make(block)]


def _programs(document: Path) -> list[Block]:
    return [block for block in blocks(document.read_text()) if block.language == "python"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A server without data for each document, so that its answers are those of a first time."""
    server = LocalServer(tmp_path, {"REGENT_ENCRYPTION_KEY": _KEY}, rooms="functions.rooms")
    yield server
    server.stop()


def _run(commands: list[Block], server: LocalServer) -> list[str]:
    """What each block printed, all in one shell that ends at the first failure."""
    script = f"\necho '{_SEPARATOR}'\n".join(block.text for block in commands)
    ran = subprocess.run(
        ["/bin/sh", "-eu", "-c", script.replace("localhost:6632", f"localhost:{server.port}")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.split(f"{_SEPARATOR}\n")


with_commands = [document for document in DOCUMENTS if _commands(document)]


@pytest.mark.parametrize("document", with_commands, ids=lambda path: path.name)
def test_the_commands_do_what_is_said(document: Path, server: LocalServer) -> None:
    commands = _commands(document)
    printed = _run(commands, server)
    pairs = zip(commands, printed, strict=True)
    assert [complaint for pair in pairs for complaint in answers(*pair)] == []


def test_the_readme_pushes_pops_and_acks(server: LocalServer) -> None:
    (commands,) = _commands(ROOT / "README.md")
    printed = "".join(_run([commands], server))
    assert '"status":"queued"' in printed
    assert '"data":{"total":12}' in printed
    assert '"success":true,"error":null,"queueName":"orders"' in printed
    assert server.client.get("/api/v1/pop/queue/orders").status_code == 204


@pytest.mark.parametrize(
    "document", [d for d in DOCUMENTS if _programs(d)], ids=lambda path: path.name
)
def test_the_programs_run(document: Path, server: LocalServer) -> None:
    for program in _programs(document):
        text = program.text.replace("localhost:6632", f"localhost:{server.port}")
        # A program of another broker's client has that client's interpreter.
        uses_ours = "from regent" in program.text
        ran = subprocess.run(
            [sys.executable if uses_ours else QUEEN, "-c", text],
            env=os.environ | ({"PYTHONPATH": str(ROOT / "shared")} if uses_ours else {}),
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert ran.returncode == 0, f"line {program.line}: {ran.stderr}"
        assert answers(program, ran.stdout) == []
        assert uses_ours or "hello" in ran.stdout.splitlines()
