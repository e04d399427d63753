"""docs/python/moving.md: each program before and after runs, and both print the same lines.

The programs before run with the libraries that they are written for: queen-mq's two versions
against our server, boto3 against a simulated SQS, procrastinate against a Postgres.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from moto.server import ThreadedMotoServer

from tests.docs.checkers import answers
from tests.docs.markdown import Block, blocks
from tests.docs.test_commands import running, server
from tests.docs.test_docs import ROOT
from tests.local.conftest import LocalServer

__all__ = ["running", "server"]

MOVING = ROOT / "docs/python/moving.md"
QUEENS = [ROOT / f".venv/queen-{version}/bin/python" for version in ("0.15", "2.6")]
SECTIONS = {
    title: blocks(text)
    for title, text in re.findall(
        r"^## From (\S+).*?\n(.*?)(?=^## |\Z)", MOVING.read_text(), re.MULTILINE | re.DOTALL
    )
}


def programs(section: str) -> list[Block]:
    """Those of a section: before, after, and what follows."""
    return [block for block in SECTIONS[section] if block.language == "python"]


def lines_of(
    program: Block, server: LocalServer, python: Path | str, environment: Mapping[str, str]
) -> list[str]:
    """What a program prints."""
    ran = subprocess.run(
        [python, "-c", program.text.replace("localhost:6632", f"localhost:{server.port}")],
        env=dict(environment),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def shown(program: Block) -> list[str]:
    """The lines that the page says it prints."""
    assert program.answer is not None
    return program.answer.text.splitlines()


def moves(section: str, server: LocalServer) -> None:
    """The programs after do as the page says, and print what the one before prints."""
    before, *rest = programs(section)
    assert shown(rest[0]) == shown(before)
    for program in rest:
        printed = lines_of(program, server, sys.executable, {"PYTHONPATH": str(ROOT / "shared")})
        assert answers(program, "\n".join(printed)) == []


@pytest.fixture
def sqs() -> Iterator[dict[str, str]]:
    """Where a simulated SQS is, as boto3 is told."""
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    yield {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_DEFAULT_REGION": "eu-west-1",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
    }
    moto.stop()


@pytest.mark.parametrize("python", QUEENS, ids=lambda python: python.parts[-3])
def test_from_queen_mq(server: LocalServer, python: Path) -> None:
    """That client says what it does on standard output, too."""
    before = programs("`queen-mq`")[0]
    printed = lines_of(before, server, python, {})
    assert [line for line in printed if line in shown(before)] == shown(before)
    moves("`queen-mq`", server)


def test_from_sqs(server: LocalServer, sqs: dict[str, str]) -> None:
    before = programs("SQS")[0]
    assert lines_of(before, server, sys.executable, sqs) == shown(before)
    moves("SQS", server)


def test_from_celery_and_its_kin(server: LocalServer) -> None:
    postgres = {"PGHOST": str(server.folder / ".regent/postgres")}
    postgres |= {"PGUSER": "postgres", "PGDATABASE": "postgres"}
    before = programs("Celery")[0]
    assert lines_of(before, server, sys.executable, postgres) == shown(before)
    moves("Celery", server)


def test_every_section_is_tried() -> None:
    assert {title: len(programs(title)) for title in SECTIONS} == {
        "`queen-mq`": 2,
        "SQS": 2,
        "Celery": 3,
    }


def test_a_program_that_prints_something_else_is_noticed() -> None:
    (_, after) = programs("SQS")
    assert answers(after, "anna 3") != []
