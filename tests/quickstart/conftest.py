"""`make run` as a user starts it in a terminal, and stops it with Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx
import pytest

ROOT = Path(__file__).parents[2]
#: What reaches a network from behind a proxy; all else of our own environment is left out.
_NETWORK = re.compile(r"(?i)(https?|no|all)_proxy|pip_.*|ssl_cert_.*|requests_ca_bundle")


class MakeRun:
    """A running `make run` of a house, in a terminal of its own."""

    def __init__(self, house: Path, home: Path, *variables: str, **environment: str) -> None:
        self.began = time.monotonic()
        self._process = subprocess.Popen(
            ["make", "run", *variables],
            cwd=house,
            env=clean_environment(home) | {"REGENT_PORT": "0"} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Its own process group, as a terminal's foreground job has: Ctrl-C reaches all of it.
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.output = ""
        for line in self._process.stdout:
            self.output += line
            if line.startswith("Ctrl-C"):
                break
        self.seconds = time.monotonic() - self.began
        found = re.search(r"http://localhost:(\d+)", self.output)
        assert found, self.output
        self.port = int(found[1])
        self.client = httpx.Client(base_url=f"http://localhost:{self.port}", timeout=20)
        self.started = descendants(self._process.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self.press_ctrl_c()

    def press_ctrl_c(self) -> None:
        """What the terminal does: SIGINT to the whole foreground group, then wait."""
        self.client.close()
        os.killpg(self._process.pid, signal.SIGINT)
        self._process.communicate(timeout=30)


def clean_environment(home: Path) -> dict[str, str]:
    """An empty home directory, and nothing of ours but the ways to programs and to the network."""
    kept = {name: value for name, value in os.environ.items() if _NETWORK.fullmatch(name)}
    return kept | {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def descendants(pid: int) -> dict[int, str]:
    """All processes under this one, with the programs that they run."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            child, rest = stat.read_text().split(" (", 1)
        except (FileNotFoundError, ProcessLookupError):
            continue
        name, _, after = rest.rpartition(") ")
        parents[int(child)] = (int(after.split()[1]), name)
    family: dict[int, str] = {}
    fresh = {pid}
    while fresh:
        fresh = {child for child, (parent, _) in parents.items() if parent in fresh}
        family |= {child: parents[child][1] for child in fresh}
    return family


def left_over(started: dict[int, str]) -> dict[int, str]:
    """Those that still run."""
    alive = {}
    for pid, name in started.items():
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z":
            alive[pid] = name
    return alive


StartMake = Callable[..., MakeRun]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home directory with nothing in it."""
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def make_run(home: Path) -> Iterator[StartMake]:
    """Start `make run`; what a test leaves running is stopped."""
    running: list[MakeRun] = []

    def start(house: Path, *variables: str, **environment: str) -> MakeRun:
        running.append(MakeRun(house, home, *variables, **environment))
        return running[-1]

    yield start
    for run in running:
        run.__exit__(None, None, None)
