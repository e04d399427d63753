"""How long a cold start takes: `make cold-start` prints it for each function, against its bound.

AWS's emulator measures from the start of the interpreter until the runtime asks for the first
request. There is no database to connect to. The times are for this machine and this Python, with
the same code.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from functions.handlers import API_MODULES, SCHEDULES
from infra.package import FOLDER, build, emulator
from infra.package.targets import this_machine

#: What has to be ready before the first request of a function.
MAX_COLD_MS: Final = 400.0
STARTS: Final = 3
#: Every module that a package serves.
HANDLERS: Final = (
    *API_MODULES,
    *(each for each, _ in SCHEDULES.values()),
    "functions.deploy.install",
)
#: Nothing listens on this port: the attempt to connect at init ends at once.
NOWHERE: Final = {"REGENT_DATABASE_URL": "postgresql://regent_api@127.0.0.1:1/regent"}
#: What nearly all of them import: it takes most of the time, and is imported once for all.
_SHARED: Final = "functions.stores"
#: Forks for each handler after an import of the shared module. The fork forgets that one module:
#: it is among the modules of a handler that imports it, too.
_IMPORTING: Final = """
import os, sys
shared, *handlers = sys.argv[1:]
__import__(shared)
for handler in handlers:
    if os.fork() == 0:
        del sys.modules[shared]
        __import__(handler)
        print(handler, *sys.modules, flush=True)
        os._exit(0)
    if os.wait()[1] != 0:
        sys.exit(1)
"""
_NOT_FOUND: Final = {
    "version": "2.0",
    "rawPath": "/nowhere",
    "headers": {},
    "requestContext": {
        "http": {"method": "GET", "path": "/nowhere"},
        "requestId": "cold-start",
        "stage": "$default",
    },
}


def cold_ms(task: Path, module: str, starts: int = STARTS) -> list[float]:
    """The times of some starts of one function."""
    times = []
    for _ in range(starts):
        with tempfile.TemporaryDirectory() as folder:
            handler = f"{module}.handler"
            with emulator.running(task, handler, Path(folder), NOWHERE) as function:
                function.invoke(_NOT_FOUND)
                times.append(function.init_ms())
    return times


def modules(task: Path, handlers: Iterable[str] = HANDLERS) -> dict[str, set[str]]:
    """The modules that each function has imported when it is ready, with only the package on the
    path."""
    found = _modules(task, _SHARED, *handlers)
    others = [handler for handler, imported in found.items() if _SHARED not in imported]
    for handler in others:
        found |= _modules(task, handler, handler)
    return found


def _modules(task: Path, shared: str, *handlers: str) -> dict[str, set[str]]:
    done = subprocess.run(
        [sys.executable, "-S", "-c", _IMPORTING, shared, *handlers],
        cwd=task,
        env={**emulator.as_on_lambda(f"{shared}.handler"), **NOWHERE, "PYTHONPATH": str(task)},
        check=True,
        capture_output=True,
        text=True,
    )
    lines = (line.split() for line in done.stdout.splitlines())
    return {handler: set(imported) for handler, *imported in lines}


def main() -> int:
    """Print a table; 1 if a function is above its bound."""
    artifacts = build(FOLDER.with_name("package-here"), target=this_machine())
    slow = 0
    sys.stdout.write(f"{'function':36}{'best':>10}{'median':>10}{'modules':>9}\n")
    with tempfile.TemporaryDirectory() as folder:
        task = emulator.unpacked(artifacts.functions_zip.path, Path(folder))
        imported = modules(task)
        for module in HANDLERS:
            times = cold_ms(task, module)
            best, median = min(times), statistics.median(times)
            # other work on this machine makes some starts slower, and none faster
            slow += best > MAX_COLD_MS
            mark = f"   more than {MAX_COLD_MS:g} ms" if best > MAX_COLD_MS else ""
            sys.stdout.write(
                f"{module:36}{best:7.0f} ms{median:7.0f} ms{len(imported[module]):9}{mark}\n"
            )
            sys.stdout.flush()
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
