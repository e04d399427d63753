"""A real `python -m regent.local` process with the fake handlers, stopped by its pid."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support import data_folders

ROOT = Path(__file__).parents[2]
FAKE_HANDLERS = "tests.local.fake_handlers"
#: As `make run` starts it.
AS_MANY_AS_CORES = {"REGENT_WORKERS": "0"}


class LocalServer:
    """One server process, and where it listens. Its data folder is one that an earlier start has
    made, unless ``first_start``. It has one worker, unless it is told otherwise."""

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        handlers: str = FAKE_HANDLERS,
        *,
        first_start: bool = False,
    ) -> None:
        self.folder = folder
        if not (first_start or "REGENT_DATABASE_URL" in environment):
            data_folders.give(folder / ".regent/postgres")
        self.log_path = folder / "server.log"
        clean = {k: v for k, v in os.environ.items() if not k.startswith("REGENT_")}
        with self.log_path.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "regent.local", "--handlers", handlers],
                cwd=folder,
                env=clean
                | {
                    "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}",
                    "REGENT_PORT": "0",
                    "REGENT_WORKERS": "1",
                }
                | environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self.process.stdout is not None
        self.greeting = ""
        for line in self.process.stdout:
            self.greeting += line
            if line.startswith("Ctrl-C"):
                break
        found = re.search(r"http://localhost:(\d+)", self.greeting)
        assert found, self.log
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, timeout=20)

    @property
    def log(self) -> str:
        """What the server wrote to standard error."""
        return self.log_path.read_text()

    @property
    def database_url(self) -> str:
        """Where this server keeps its data."""
        return f"postgresql://postgres@/postgres?host={self.folder}/.regent/postgres"

    def worker_pids(self) -> set[int]:
        """Return the processes that answered a number of fresh connections."""
        return {int(httpx.get(f"{self.url}/pid").text) for _ in range(6)}

    def stop(self, ending: signal.Signals = signal.SIGTERM) -> int:
        """Send the signal and return the exit status."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(ending)
        code = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


StartServer = Callable[..., LocalServer]


def wait_until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    """Look again and again; tell whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except FileNotFoundError:
        return False


def postgres_pid(folder: Path) -> int:
    """Return the pid of the server whose data lies in this folder."""
    return int((folder / ".regent/postgres/postmaster.pid").read_text().splitlines()[0])


def _starter(folder: Path) -> Iterator[StartServer]:
    started: list[LocalServer] = []

    def start(
        where: Path = folder, *, first_start: bool = False, **environment: str
    ) -> LocalServer:
        named = {f"REGENT_{name.upper()}": value for name, value in environment.items()}
        server = LocalServer(where, named, first_start=first_start)
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()
        # If a test killed the server, its Postgres still runs and is stopped here.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            os.kill(postgres_pid(server.folder), signal.SIGINT)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[StartServer]:
    """Start servers that end with the test."""
    yield from _starter(tmp_path)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """One open server with two workers for a module of tests that change nothing in it."""
    for start in _starter(tmp_path_factory.mktemp("local")):
        yield start(workers="2")


@pytest.fixture
def issuer() -> Iterator[Any]:
    """An OpenID issuer on this machine."""
    from tests.local.issuer import running  # it makes keys, which only some tests need

    with running() as found:
        yield found
