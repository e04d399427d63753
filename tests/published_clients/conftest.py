"""One real server, and the published clients' scripts run against it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests.local.conftest import AS_MANY_AS_CORES, LocalServer

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(__file__).parent / "scripts"
VERSIONS = ("0.15", "2.6")

#: All checks of a version, on a machine with other things to do; ten seconds on an idle one.
TIMEOUT_SECONDS = 240


@dataclass(frozen=True)
class Run:
    """What the checks of one version said: a line of JSON each, and the client's own words."""

    output: str

    @cached_property
    def checks(self) -> dict[str, dict[str, Any]]:
        lines = [line for line in self.output.splitlines() if line.startswith('{"check"')]
        return {found["check"]: found for found in map(json.loads, lines)}


Runs = dict[str, Run]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """Started as `make run` starts it, on a free port, with its data in a folder of its own."""
    folder = tmp_path_factory.mktemp("clients")
    key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
    settings = {"REGENT_ENCRYPTION_KEY": key} | AS_MANY_AS_CORES
    server = LocalServer(folder, settings, handlers="functions.handlers", first_start=True)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def runs(server: LocalServer) -> Runs:
    """The checks of each version, run at the same time."""
    started = {
        version: subprocess.Popen(
            [ROOT / f".venv/queen-{version}/bin/python", SCRIPTS / "run.py", server.url],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for version in VERSIONS
    }
    deadline = time.monotonic() + TIMEOUT_SECONDS
    return {version: Run(_output(process, deadline)) for version, process in started.items()}


def _output(process: subprocess.Popen[str], deadline: float) -> str:
    """All that it prints; one that does not end is ended, and what it did not say is missing."""
    try:
        return process.communicate(timeout=max(1, deadline - time.monotonic()))[0]
    except subprocess.TimeoutExpired:
        process.kill()
        return process.communicate()[0]
