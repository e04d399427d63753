"""`python -m regent.local.throw_away <socket's fd>`: a server for tests, whose data go with it.

It and its parent speak in lines of JSON. The server says once where it is. Then it answers each
line that moves its clock, when the clock was moved. It ends when the parent closes the socket, and
so when the parent dies.
"""

import contextlib
import importlib
import json
import logging
import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from regent.database import Database
from regent.local.context import Lifetime
from regent.local.schedules import Schedules, run_once
from regent.local.server import DEFAULT_HANDLERS, START_FAILURES, serve
from regent.settings import Settings, export

log = logging.getLogger("regent.local.throw_away")

#: A statement that defines a function takes no parameters.
MOVABLE = """
create function public.move_clock(seconds double precision) returns void language plpgsql as $$
begin
    execute format(
        'create or replace function queen.now() returns timestamptz language sql volatile'
        ' parallel safe return clock_timestamp() + %L::interval', make_interval(secs => seconds));
end $$"""


@dataclass
class MovableClock:
    """queen.now() of one database, for all of its sessions."""

    database: Database
    schedules: Schedules
    passed: float = 0.0

    def __post_init__(self) -> None:
        self.database.transaction(lambda connection: connection.execute(MOVABLE))

    def advance(self, seconds: float) -> None:
        """Move it, and run the schedules that would have run meanwhile."""
        passed = self.passed + seconds
        self.database.fetch("select public.move_clock(%s)", (passed,))
        self.passed = passed
        for name, (module, every_seconds) in self.schedules.items():
            run_once(name, importlib.import_module(module).handler, every_seconds, Lifetime())


def obey(parent: socket.socket, clock: MovableClock) -> None:
    """Move the clock whenever the parent says so; end with it."""
    with contextlib.suppress(ConnectionError), parent.makefile(encoding="utf-8") as lines:
        for line in lines:
            try:
                clock.advance(float(json.loads(line)["advance"]))
            except Exception as error:
                log.exception("the clock was not moved")
                say(parent, error=str(error))
            else:
                say(parent, passed=clock.passed)
    os.kill(os.getpid(), signal.SIGTERM)


def say(parent: socket.socket, **what: Any) -> None:
    """One line for the parent. No file is in between: a signal that interrupts its write has it
    write the line again at the end."""
    parent.sendall(f"{json.dumps(what)}\n".encode())


@contextlib.contextmanager
def new_folder() -> Iterator[Path]:
    """A folder for this server alone."""
    with tempfile.TemporaryDirectory(prefix="regent-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def main(parent_fd: int) -> int:
    """Serve until the parent has gone; return the exit status."""
    parent = socket.socket(fileno=parent_fd)

    def announce(port: int) -> None:
        served = Settings.from_environment()  # the server has written its database there
        owner = str(served.database_url)
        schedules = importlib.import_module(DEFAULT_HANDLERS).SCHEDULES
        clock = MovableClock(Database(served), schedules)
        say(parent, port=port, databaseUrl=owner.replace("//postgres@", "//regent_api@"))
        threading.Thread(target=obey, args=(parent, clock), daemon=True).start()

    export(port="0", workers="1")
    logging.basicConfig(level="INFO", format="%(levelname)s %(name)s %(message)s")
    try:
        with new_folder() as folder:
            settings = replace(Settings.from_environment(), data_dir=folder)
            serve(settings, DEFAULT_HANDLERS, announce, throw_away=True)
    except START_FAILURES as error:
        log.error("%s", error)  # noqa: TRY400 - its sentence says all
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
