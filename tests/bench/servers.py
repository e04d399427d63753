"""The servers that HTTP is measured with: Regent's, as `make run` starts it, and a bare one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.bench.wire import ask, request

ROOT = Path(__file__).parents[2]
START_SECONDS = 60


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """The one-machine server on a free port; stopped, and its data gone, at the end."""
    with tempfile.TemporaryDirectory(prefix="http-", dir=folder) as data:
        port = _free_port()
        environment = {k: v for k, v in os.environ.items() if not k.startswith("REGENT_")}
        environment |= {"REGENT_PORT": str(port), "REGENT_DATA_DIR": data}
        with _running(["-m", "regent.local"], environment, port):
            yield port


@contextmanager
def bare_server() -> Iterator[list[int]]:
    """Processes that answer nothing, as many as Regent has workers; a port each. Clients deal their
    connections out."""
    with ExitStack() as started:
        ports = [_free_port() for _ in os.sched_getaffinity(0)]
        for port in ports:
            program = ["-m", "tests.bench.rivals.bare_http", str(port)]
            started.enter_context(_running(program, os.environ, port))
        yield ports


@contextmanager
def _running(arguments: Sequence[str], environment: Mapping[str, str], port: int) -> Iterator[None]:
    process = subprocess.Popen(
        [sys.executable, *arguments],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, process)
        yield
    finally:
        process.terminate()
        process.wait(30)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            if ask(port, request("GET", "/health"))[0] in (200, 204):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the server did not start: {process.args!r}")
