"""Programs that tests run as processes of their own, against a real server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.local.conftest import LocalServer

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}"}
STUCK_SECONDS = 40.0

#: Tests that run in the background ignore Ctrl-C, and children inherit that.
BEGIN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"


class Program:
    """A running Python program, which says how far it is."""

    def __init__(self, text: str, *arguments: str, **environment: str) -> None:
        # A pipe that nobody reads fills up, and a program that complains would stand still.
        self._complaints = tempfile.TemporaryFile("a+")  # noqa: SIM115 - it is closed by `stop`
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-c", BEGIN + textwrap.dedent(text), *arguments],
            env=ENVIRONMENT | environment,
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            text=True,
        )

    def say(self, wanted: str) -> None:
        """Read lines until it has said so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.strip() == wanted:
                return
        raise AssertionError(f"it ended without {wanted!r}: {self.complained}")

    def send(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)

    def end(self) -> tuple[int, str, str]:
        """Its exit status, and what it said since."""
        said, _ = self.process.communicate(timeout=STUCK_SECONDS)
        complained = self.complained
        self._complaints.close()
        return self.process.returncode, said, complained

    @property
    def complained(self) -> str:
        """What it wrote to standard error."""
        self._complaints.seek(0)
        return self._complaints.read()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        self._complaints.close()


@pytest.fixture(scope="module")
def server(real_server: LocalServer) -> LocalServer:
    """The server that many modules share."""
    return real_server


@pytest.fixture(params=["http", "straight"])
def place(request: pytest.FixtureRequest, server: LocalServer) -> str:
    """Two roads to one database: by its server, and straight."""
    straight = server.database_url.replace("//postgres@", "//regent_api@")
    return server.url if request.param == "http" else straight


@pytest.fixture
def run() -> Iterator[Callable[..., Program]]:
    """Start programs that end with the test."""
    started: list[Program] = []

    def start(text: str, *arguments: str) -> Program:
        started.append(Program(text, *arguments))
        return started[-1]

    yield start
    for program in started:
        program.stop()


@pytest.fixture
def topic(server: LocalServer, request: pytest.FixtureRequest) -> str:
    """A topic of this test's own, with two partitions and six records."""
    name = f"topic_{request.node.name}"
    body = {"topic": name, "partitions": 2}
    assert server.client.post("/api/v1/metadata/topics", json=body).status_code == 201
    messages = [{"value": n, "partition": n % 2} for n in range(6)]
    produced = server.client.post("/api/v1/produce", json={"topic": name, "messages": messages})
    assert produced.status_code == 201
    return name


def group_of(server: LocalServer, topic: str) -> dict[str, object]:
    """The group of a topic: its members and its committed offsets."""
    group = f"G_{topic}_app"
    described = server.client.get(f"/api/v1/metadata/consumer-groups/{group}").json()
    offsets: httpx.Response = server.client.get(
        "/api/v1/consumer-group/offsets", params={"groupId": group}
    )
    return {"members": len(described["members"]), "offsets": offsets.json()["offsets"]}
