"""schemathesis, with all of its checks, on the document and the server as they are published.

``test_fuzz.py`` knows what the database holds, and so gets further; here nothing is told but
``schemathesis.toml``, which says what it leaves out, and why.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
import jwt
import pytest

from tests.local.conftest import LocalServer

Document = dict[str, Any]
CONFIG = Path(__file__).with_name("schemathesis.toml")
PROGRAM = Path(sys.executable).with_name("schemathesis")
KEY = "k" * 64


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    folder = tmp_path_factory.mktemp("schemathesis")
    settings = {"REGENT_JWT_KEY": KEY, "REGENT_LONG_POLL_SECONDS": "0"}
    server = LocalServer(folder, settings, handlers="functions.handlers")
    yield server
    server.stop()


def run(server: LocalServer, folder: Path, document: Path | None = None, *options: str) -> str:
    """What schemathesis says, its exit code at the end."""
    claims = {"sub": "tester", "role": "admin", "exp": int(time.time()) + 3_600}
    token = jwt.encode(claims, KEY, algorithm="HS256")
    done = subprocess.run(
        [
            *(PROGRAM, "--config-file", CONFIG, "--no-color", "run"),
            *(document or f"{server.url}/openapi.json", "--url", server.url),
            *("--header", f"Authorization: Bearer {token}"),
            *("--seed", "1", "--no-shrink", "--continue-on-failure", "--request-timeout", "30"),
            *options,
        ],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=280,
    )
    return f"{done.stdout}\nexit code {done.returncode}"


def passed(said: str) -> int:
    """How many requests passed; none may fail."""
    assert said.endswith("exit code 0"), said
    (count,) = re.findall(r"(\d+) generated, \d+ passed", said)
    return int(count)


def test_every_check_passes(server: LocalServer, tmp_path: Path) -> None:
    assert passed(run(server, tmp_path, None, "--phases", "coverage")) > 5_000


#: The operation whose page has no parameter that excludes another.
ANOTHER = "list_trace_names"
#: Parameters of a pop that exclude each other: together they are refused, whatever else is asked.
CONTRADICTING = {"autoAck", "leaseKey", "repeat", "leaseSeconds", "conflation"}


def pop_of(document: Document) -> tuple[Document, dict[str, Document]]:
    """The operation, and the schemas of its parameters. Those that exclude each other are gone, so
    that some requests are accepted."""
    operation = document["paths"]["/api/v1/pop/queue/{queue}"]["get"]
    operation["parameters"] = [
        each for each in operation["parameters"] if each["name"] not in CONTRADICTING
    ]
    return operation, {each["name"]: each["schema"] for each in operation["parameters"]}


def no_204(document: Document) -> None:
    del pop_of(document)[0]["responses"]["204"]


def another_header(document: Document) -> None:
    headers = pop_of(document)[0]["responses"]["204"]["headers"]
    headers["regent-queue"]["schema"]["enum"] = ["known"]


def any_text(document: Document) -> None:
    operation = document["paths"]["/api/v1/traces/names"]["get"]
    (limit,) = [each for each in operation["parameters"] if each["name"] == "limit"]
    limit["schema"] = {"type": "string"}


def few_partitions(document: Document) -> None:
    pop_of(document)[1]["partitions"]["maximum"] = 50


#: Alone, a fault brings no other complaint than its own.
FAULTS: Mapping[Callable[[Document], None], str] = {
    no_204: "Undocumented status code",
    any_text: "Schema-valid request rejected",
    another_header: "Response header does not conform",
    few_partitions: "Schema-violating request accepted",
}


@pytest.mark.parametrize("planted", [(no_204, any_text), (another_header, few_partitions)])
def test_planted_faults_are_found(
    server: LocalServer, tmp_path: Path, planted: Sequence[Callable[[Document], None]]
) -> None:
    document = httpx.get(f"{server.url}/openapi.json").json()
    for plant in planted:
        plant(document)
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document))
    operations = ("--include-operation-id", "pop_queue", "--include-operation-id", ANOTHER)
    only = ("--phases", "coverage", *operations)
    said = run(server, tmp_path, path, *only)
    assert said.endswith("exit code 1"), said
    complaints = {complaint for complaint in FAULTS.values() if complaint in said}
    assert complaints == {FAULTS[plant] for plant in planted}, said


@pytest.mark.slow
def test_every_check_passes_with_requests_drawn_at_random(
    server: LocalServer, tmp_path: Path
) -> None:
    drawn = ("--phases", "fuzzing,stateful", "--max-examples", "25")
    assert passed(run(server, tmp_path, None, *drawn)) > 2_000
