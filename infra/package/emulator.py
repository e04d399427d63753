"""AWS's runtime interface emulator around an unpacked package: it runs here as on Lambda.

The emulator is the static binary in the wheel aws-sam-cli; the runtime is AWS's own, awslambdaric.
The function sees the package and that runtime, and nothing else of this machine's Python.
"""

from __future__ import annotations

import importlib.util
import json
import platform
import re
import socket
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

#: The distributions of the runtime, beside the package.
_RUNTIME: Final = ("awslambdaric", "runtime_client", "simplejson", "snapshot_restore_py")
_STAMP: Final = ".venv/emulator/.installed"
_INVOKE: Final = "/2015-03-31/functions/function/invocations"
_START_SECONDS: Final = 20.0
_STOP_SECONDS: Final = 5.0
_INVOCATION_SECONDS: Final = 60.0


class EmulatorFailed(Exception):
    """The emulator did not start or did not answer; the text holds its log."""


@dataclass(frozen=True)
class Function:
    """A function that the emulator serves."""

    port: int
    log_file: Path

    def invoke(self, event: Mapping[str, Any]) -> Any:
        """The handler's answer; the first invocation initialises the environment."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=_INVOCATION_SECONDS)
        try:
            connection.request("POST", _INVOKE, json.dumps(event))
            text = connection.getresponse().read().decode()
        finally:
            connection.close()
        try:
            return json.loads(text)
        except ValueError:
            raise EmulatorFailed(f"{text[:500]}\n{self.log()[-4000:]}") from None

    def log(self) -> str:
        """The output of the function and the emulator."""
        return self.log_file.read_text(errors="replace")

    def init_ms(self) -> float:
        """How long the environment took to start, as the emulator reports it."""
        found = re.search(r"INIT REPORT\(durationMs: ([0-9.]+)\)", self.log())
        if found is None:
            raise EmulatorFailed(f"no report of an init:\n{self.log()[-4000:]}")
        return float(found[1])


def binary() -> Path:
    """The emulator, from the environment .venv/emulator beside this one."""
    machine = {"aarch64": "arm64"}.get(platform.machine(), platform.machine())
    beside = Path(sys.prefix).parent / "emulator"
    found = sorted(beside.glob(f"lib/python*/site-packages/samcli/**/aws-lambda-rie-{machine}"))
    if not found:
        raise EmulatorFailed(f"there is no emulator in {beside}; make it with `make {_STAMP}`")
    return found[0]


def unpacked(package: Path, folder: Path) -> Path:
    """The package's files in this folder, as Lambda lays them out under /var/task."""
    with zipfile.ZipFile(package) as archive:
        archive.extractall(folder)
    return folder


@contextmanager
def running(
    task: Path, handler: str, folder: Path, environment: Mapping[str, str]
) -> Iterator[Function]:
    """Serve ``functions.api.push.handler`` of an unpacked package, on loopback."""
    folder.mkdir(parents=True, exist_ok=True)
    program = binary()
    runtime = _runtime(folder / "runtime")
    invoke_port, api_port = _free_ports(2)
    log_file = folder / "log.txt"
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            [
                program,
                "--runtime-interface-emulator-address", f"127.0.0.1:{invoke_port}",
                "--runtime-api-address", f"127.0.0.1:{api_port}",
                # No site: the packages of this environment must not stand in for the package's own.
                sys.executable, "-S", "-m", "awslambdaric", handler,
            ],
            cwd=task,
            env={**as_on_lambda(handler), "PYTHONPATH": f"{task}:{runtime}", **environment},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        _wait_for(invoke_port, process, log_file)
        yield Function(invoke_port, log_file)
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ask the emulator to end. It ends the function, which is in a process group of its own."""
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def as_on_lambda(handler: str) -> dict[str, str]:
    """The variables that Lambda sets itself; on_lambda and the metrics depend on the name."""
    name = f"regent-{handler.split('.')[-2]}"
    return {
        "AWS_EXECUTION_ENV": "AWS_Lambda_python3.13",
        "AWS_LAMBDA_FUNCTION_MEMORY_SIZE": "512",
        "AWS_LAMBDA_FUNCTION_NAME": name,
        "AWS_LAMBDA_FUNCTION_TIMEOUT": "29",
        "AWS_LAMBDA_FUNCTION_VERSION": "$LATEST",
        "AWS_LAMBDA_LOG_STREAM_NAME": "emulator",
        "AWS_REGION": "eu-west-1",
        "LANG": "C.UTF-8",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "PYTHONDONTWRITEBYTECODE": "1",  # /var/task cannot be written
        "TZ": ":UTC",
    }


def _runtime(folder: Path) -> Path:
    """A folder with AWS's runtime alone."""
    folder.mkdir(exist_ok=True)
    for name in _RUNTIME:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise EmulatorFailed(f"{name} is not installed; it comes with awslambdaric")
        origin = Path(spec.origin)
        found = origin.parent if spec.submodule_search_locations else origin
        link = folder / found.name
        if not link.exists():
            link.symlink_to(found)
    return folder


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports: list[int] = [opened.getsockname()[1] for opened in sockets]
    for opened in sockets:
        opened.close()
    return ports


def _wait_for(port: int, process: subprocess.Popen[bytes], log_file: Path) -> None:
    give_up = time.monotonic() + _START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.01)
        else:
            return
    raise EmulatorFailed(f"the emulator did not start:\n{log_file.read_text()[-4000:]}")
