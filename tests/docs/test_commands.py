"""Every command of README.md and docs/ runs as it is written, and prints the output that is shown.

Only the port is replaced: a user's server may run on 6632.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from _pytest.mark import ParameterSet

from tests.docs.checkers import answers
from tests.docs.markdown import Block, blocks, is_make
from tests.docs.test_docs import DOCUMENTS, ROOT
from tests.local.conftest import LocalServer
from tests.support import spark

#: Their programs need other libraries, or run until they are killed: test_moving.py and
#: tests/quickstart/test_newcomer.py run them.
_ELSEWHERE = {ROOT / "docs/python/moving.md", ROOT / "README.md"}
#: The lag job measures an instant a second ago, which has settled. Its Java is there already here,
#: so it would begin before what a document has just pushed has settled.
_SETTLING = 'if [ "$1 $2" = "jobs lag" ]; then sleep 1; fi\n'
_SEPARATOR = "----- end of a block -----"
#: The key that docs/http/encryption.md has its reader make.
_KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="


def _commands(document: Path) -> list[Block]:
    found = blocks(document.read_text())
    return [block for block in found if block.language == "sh" and not is_make(block)]


def _programs(document: Path) -> list[Block]:
    return [block for block in blocks(document.read_text()) if block.language == "python"]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server that was just installed. Retention is left to the job, as docs/jobs/retention.md has
    its reader do."""
    told = {"REGENT_ENCRYPTION_KEY": _KEY, "REGENT_RETENTION": "job"}
    server = LocalServer(tmp_path_factory.mktemp("docs"), told, handlers="functions.handlers")
    with _administered(server) as execute:
        execute("alter database postgres allow_connections false")
        execute("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'postgres'")
        execute("create database as_installed template postgres")
    yield server
    server.stop()


@pytest.fixture
def server(running: LocalServer) -> LocalServer:
    """The server without data, for each document, so that its answers are those of a first time.
    Its folder is empty, too, but for what a server keeps there."""
    with _administered(running) as execute:
        execute("drop database postgres with (force)")
        execute("create database postgres template as_installed")
    for path in (*running.folder.iterdir(), *(running.folder / ".regent").iterdir()):
        if path.name not in (".regent", "server.log") and not path.name.startswith("postgres"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return running


@contextmanager
def _administered(server: LocalServer) -> Iterator[Callable[[str], object]]:
    url = server.database_url.replace("@/postgres?", "@/template1?")
    with psycopg.connect(url, autocommit=True) as connection:
        yield lambda statement: connection.execute(statement.encode())


@pytest.fixture(scope="module")
def java(
    running: LocalServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Mapping[str, str]]:
    with spark.java(tmp_path_factory.mktemp("java"), running.folder) as variables:
        yield variables


@pytest.fixture
def variables(document: Path, request: pytest.FixtureRequest) -> Mapping[str, str]:
    """Those with which the jobs of a document find their Java, if it runs one."""
    runs_a_job = any(re.search(r"regent jobs \w", block.text) for block in _commands(document))
    found: Mapping[str, str] = request.getfixturevalue("java") if runs_a_job else {}
    return found


def _run(
    commands: list[Block], server: LocalServer, variables: Mapping[str, str] | None = None
) -> list[str]:
    """The output of each block. All run in one shell that ends at the first failure, in the folder
    of the server, with `regent` and a Python with everything on the path."""
    found = server.folder / "bin"
    found.mkdir(exist_ok=True)
    for name, words in (("regent", "-m regent.cli"), ("python3", "")):
        first = _SETTLING if name == "regent" else ""
        (found / name).write_text(f'#!/bin/sh\n{first}exec "{sys.executable}" {words} "$@"\n')
        (found / name).chmod(0o755)
    script = f"\necho '{_SEPARATOR}'\n".join(block.text for block in commands)
    ran = subprocess.run(
        ["/bin/sh", "-eu", "-c", script.replace("localhost:6632", f"localhost:{server.port}")],
        cwd=server.folder,
        env={
            **{name: text for name, text in os.environ.items() if not name.startswith("REGENT_")},
            "PATH": f"{found}:{os.environ['PATH']}",
            "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}",
            **(variables or {}),
        },
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.split(f"{_SEPARATOR}\n")


def _with_commands() -> Iterator[ParameterSet]:
    for document in DOCUMENTS:
        if _commands(document):
            yield pytest.param(document, id=document.name)


@pytest.mark.parametrize("document", list(_with_commands()))
def test_the_commands_do_what_is_said(
    document: Path, server: LocalServer, variables: Mapping[str, str]
) -> None:
    commands = _commands(document)
    printed = _run(commands, server, variables)
    pairs = zip(commands, printed, strict=True)
    assert [complaint for pair in pairs for complaint in answers(*pair)] == []


def test_the_readme_pushes_pops_and_acks_and_buries_and_deletes(server: LocalServer) -> None:
    commands = _commands(ROOT / "README.md")
    first, second = _run(commands, server)
    done = '"success":true,"error":null,"queueName":"orders"'
    assert '"status":"queued"' in first
    assert '"data":{"total":12}' in first
    assert done in first
    assert done in second
    assert '"errorMessage":"a negative total","reason":"rejected"' in second
    assert '"deleted":true' in second
    assert server.client.get("/api/v1/resources/queues/orders").status_code == 404


def _print_of(program: str, server: LocalServer, folder: Path) -> str:
    """The output of a program. A program that begins with its file's name is kept, for others to
    import."""
    text = program.replace("localhost:6632", f"localhost:{server.port}")
    named = re.match(r"# (\w+\.py)\n", text)
    folder.mkdir(exist_ok=True)
    if named:
        (folder / named[1]).write_text(text)
    ours = {
        "PYTHONPATH": str(ROOT / "shared"),
        "REGENT_DATABASE_URL": server.database_url,
        "REGENT_URL": server.url,
    }
    ran = subprocess.run(
        [sys.executable, named[1]] if named else [sys.executable, "-c", text],
        cwd=folder,
        env=ours,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize(
    "document",
    [d for d in DOCUMENTS if _programs(d) and d not in _ELSEWHERE],
    ids=lambda path: path.name,
)
def test_the_programs_run(document: Path, server: LocalServer, tmp_path: Path) -> None:
    for program in _programs(document):
        printed = _print_of(program.text, server, tmp_path / "programs")
        assert answers(program, printed) == []
