"""An embedded Postgres: the binaries come from a wheel, the data lives in one folder.

The wheel's own Python wrapper is not used: it keeps a machine-wide lock file, stops the server
from an exit hook, warns on import, and as root makes a new user and opens every parent folder
for reading. What we need is small: initdb once, run `postgres` as a child, stop it politely.
"""

import contextlib
import errno
import fcntl
import logging
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from urllib.parse import quote

from regent.local import binaries, folders, sockets
from regent.local.binaries import PostgresError

__all__ = ["Postgres", "PostgresError"]

log = logging.getLogger("regent.local.postgres")

START_TIMEOUT_SECONDS = 60.0  # crash recovery of a large log after a kill -9 takes its time
STOP_TIMEOUT_SECONDS = 20.0  # a fast shutdown writes a checkpoint
MAX_LOG_BYTES = 16 * 1024 * 1024
OLD_BACKENDS_ALIVE = "is still in use"
#: A new data folder takes 40 MB; with less than this, initdb fails in the middle without a reason.
MIN_FREE_BYTES = 100 * 1024 * 1024

# One machine, shared with the application and a developer's editor.
SERVER_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "300",
    "shared_buffers": "256MB",
    "max_wal_size": "2GB",
    "checkpoint_timeout": "15min",
    "random_page_cost": "1.1",
    "jit": "off",  # our statements are short; compiling one costs more than running it
    "autovacuum_naptime": "10s",  # hot queue tables bloat within a minute
    # Leaves out errors and warnings, each with its statement: a client could fill the disk with
    # refusals. The server that asked logs the errors that it did not expect.
    "log_min_messages": "log",
    "log_timezone": "UTC",
    "timezone": "UTC",
}
# For servers that a test throws away: losing them in a power cut is fine.
THROW_AWAY_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "128MB",
}


class Postgres:
    """One embedded server; a context manager that starts it and stops it.

    A lock on the data folder is held for as long as the server runs. The kernel drops it when
    this process dies, however it dies, so whoever gets the lock and still finds a running
    server knows that it is an orphan and may stop it.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        version: int = 18,
        programs: Path | None = None,
        throw_away: bool = False,
        settings: dict[str, str] | None = None,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self._bin_dir = programs or binaries.find(version)
        self._throw_away = throw_away
        self._settings = (
            SERVER_SETTINGS | (THROW_AWAY_SETTINGS if throw_away else {}) | (settings or {})
        )
        self._user = folders.unprivileged_user(self.data_dir)
        self._process: subprocess.Popen[bytes] | None = None
        self._lock_file: IO[bytes] | None = None

    @property
    def log_path(self) -> Path:
        """Where the server's own messages go."""
        return self.data_dir.with_name(self.data_dir.name + ".log")

    @property
    def pid(self) -> int | None:
        """The process id of the running server."""
        return self._process.pid if self._process else None

    def url(self, database: str = "postgres") -> str:
        """Return what a client connects to."""
        folder = sockets.find(self.data_dir, self._user) or self.data_dir
        return f"postgresql://postgres@/{quote(database)}?host={quote(str(folder))}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Make the data folder when there is none, start the server, wait until it answers."""
        try:
            folders.make_home(self.data_dir)
            self._lock()
            self._stop_orphan()
            self._bin_dir = binaries.reachable(self._bin_dir, self._user)
            self._make_data_dir()
            self._start_server(sockets.make(self.data_dir, self._user))
        except OSError as error:
            self.stop()
            raise PostgresError(folders.sentence(error)) from error
        except BaseException:
            self.stop()
            raise

    def is_running(self) -> bool:
        """Tell whether the server that we started is alive."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Disconnect every client, write a checkpoint, end. Harmless when nothing runs."""
        if self._process is not None:
            # SIGINT asks for a fast shutdown; SIGQUIT, an immediate one, recovers at next start.
            for ending in (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL):
                self._process.send_signal(ending)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(STOP_TIMEOUT_SECONDS)
                    break
            self._process = None
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    def trim_log(self) -> None:
        """Move the log aside once it is large; Postgres goes on at the start of an empty file."""
        with contextlib.suppress(FileNotFoundError):
            if self.log_path.stat().st_size > MAX_LOG_BYTES:
                # Copied, not renamed: Postgres keeps the file open. A line that it writes between
                # the two statements is lost.
                shutil.copy(self.log_path, self.log_path.with_name(self.log_path.name + ".old"))
                os.truncate(self.log_path, 0)

    def _lock(self) -> None:
        lock_file = folders.open_private(self.data_dir.with_name(self.data_dir.name + ".lock"))
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock_file.close()
            raise PostgresError(
                f"another Regent is using {self.data_dir}; stop it, or set REGENT_DATA_DIR"
            ) from None
        self._lock_file = lock_file

    def _stop_orphan(self) -> None:
        """End a server whose Regent was killed, and its leftover pid file."""
        pid_file = self.data_dir / "postmaster.pid"
        try:
            pid = int(pid_file.read_text().split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            return
        if self._is_ours(pid):
            log.warning("stopping Postgres %d, left behind by a Regent that was killed", pid)
            deadline = time.monotonic() + STOP_TIMEOUT_SECONDS
            os.kill(pid, signal.SIGINT)
            while self._is_ours(pid):
                if time.monotonic() > deadline:
                    os.kill(pid, signal.SIGQUIT)
                time.sleep(0.02)
        elif _is_alive(pid):
            # A stranger has that number by now, and Postgres would refuse to start over it, also
            # where it stands in the socket's lock. The files of a dead server are left to Postgres,
            # which also looks for living backends.
            pid_file.unlink()
            for lock in self.data_dir.glob(".s.PGSQL.*.lock"):
                lock.unlink()

    def _is_ours(self, pid: int) -> bool:
        command = _command_line(pid)
        if "postgres -D " not in command:
            return False
        # The folder that it works in: as root it was told the folder's path in another way.
        with contextlib.suppress(OSError):
            return Path(f"/proc/{pid}/cwd").samefile(self.data_dir)
        return f"postgres -D {self.data_dir} " in command

    def _make_data_dir(self) -> None:
        if (self.data_dir / "PG_VERSION").exists():
            self._check_version()
            return
        # Made beside and renamed: an initdb that was interrupted leaves no half-made folder.
        free = shutil.disk_usage(self.data_dir.parent).free
        if free < MIN_FREE_BYTES:
            raise PostgresError(
                f"a new database needs {MIN_FREE_BYTES >> 20} MB, and {self.data_dir.parent} has"
                f" {free >> 20} MB left: make room, or set REGENT_DATA_DIR"
            )
        unfinished = self.data_dir.with_name(self.data_dir.name + ".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        folders.give(unfinished, self._user)
        with self._paths(unfinished) as (opened, (path,)):
            command = [
                str(self._bin_dir / "initdb"), "--pgdata", path, "--username", "postgres",
                "--auth", "trust", "--encoding", "UTF8", "--no-locale",
            ]  # fmt: skip
            if self._throw_away:
                command.append("--no-sync")
            made = subprocess.run(
                command, **self._as_user(), pass_fds=opened, capture_output=True, check=False
            )
        if made.returncode != 0:
            words = made.stderr.decode(errors="replace").strip()
            # Its last words are an exit code; and it has removed what it wrote, so that nobody
            # could tell afterwards that there was no room.
            for full in map(os.strerror, (errno.ENOSPC, errno.EDQUOT)):
                if full in words:
                    raise PostgresError(
                        f"the disk of {self.data_dir.parent} became full while the database was"
                        f" made ({full}): make room, or set REGENT_DATA_DIR"
                    )
            raise PostgresError(f"initdb failed: {words}")
        with contextlib.suppress(FileNotFoundError):
            self.data_dir.rmdir()
        unfinished.rename(self.data_dir)

    def _check_version(self) -> None:
        made_with = (self.data_dir / "PG_VERSION").read_text().strip()
        ours = binaries.major_version(self._bin_dir)
        if made_with != ours:
            raise PostgresError(
                f"{self.data_dir} was made by Postgres {made_with} and this is {ours}; "
                "move it away or set REGENT_DATA_DIR"
            )

    def _spawn(self, socket_dir: Path) -> None:
        self.trim_log()
        with (
            self._paths(self.data_dir, socket_dir) as (opened, (data_path, socket_path)),
            folders.open_private(self.log_path) as server_log,
        ):
            settings = self._settings | {"unix_socket_directories": socket_path}
            command = [str(self._bin_dir / "postgres"), "-D", data_path]
            for name, value in settings.items():
                command += ["-c", f"{name}={value}"]
            self._process = subprocess.Popen(
                command,
                **self._as_user(),
                pass_fds=opened,
                stdin=subprocess.DEVNULL,
                stdout=server_log,
                stderr=server_log,
                # Ctrl-C in a terminal reaches the whole group: we decide when Postgres stops.
                start_new_session=True,
            )

    @contextlib.contextmanager
    def _paths(self, *folders: Path) -> Iterator[tuple[Sequence[int], Sequence[str]]]:
        """Yield open folders to hand over, and what Postgres shall call them.

        As root, Postgres runs as a user who may not pass, say, root's home. It gets its own folders
        opened: so the folders on the way stay as closed as they are.
        """
        if self._user is None:
            yield (), [str(folder) for folder in folders]
            return
        opened = [os.open(folder, os.O_RDONLY | os.O_DIRECTORY) for folder in folders]
        try:
            yield opened, [f"/proc/self/fd/{number}" for number in opened]
        finally:
            for number in opened:
                os.close(number)

    def _start_server(self, socket_dir: Path) -> None:
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        self._spawn(socket_dir)
        while not self._is_ready():
            if time.monotonic() > deadline:
                raise PostgresError(f"Postgres did not get ready in {START_TIMEOUT_SECONDS:.0f} s")
            if not self.is_running():
                last_words = self._last_words()
                # Backends outlive a killed server until their statement ends. Postgres rightly
                # refuses to start beside them.
                if OLD_BACKENDS_ALIVE not in last_words:
                    raise PostgresError(f"Postgres did not start:\n{last_words}")
                time.sleep(0.2)
                self._spawn(socket_dir)
            time.sleep(0.01)

    def _is_ready(self) -> bool:
        with contextlib.suppress(FileNotFoundError):
            lines = (self.data_dir / "postmaster.pid").read_text().splitlines()
            # Line 8 is the server's own word on its state.
            return len(lines) >= 8 and lines[0] == str(self.pid) and lines[7].strip() == "ready"
        return False

    def _last_words(self) -> str:
        return "\n".join(self.log_path.read_text(errors="replace").strip().splitlines()[-5:])

    def _as_user(self) -> dict[str, Any]:
        # A clean environment: PGDATA, PGPORT and the like would change what the binaries do.
        clean: dict[str, Any] = {"env": {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}}
        clean["cwd"] = "/"
        if self._user is not None:
            clean |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return clean


def _command_line(pid: int) -> str:
    """Return how a process was started; nothing when there is none, or a dead one."""
    if Path("/proc/self/cmdline").exists():
        with contextlib.suppress(OSError):
            return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
        return ""
    command = ["/bin/ps", "-ww", "-o", "command=", "-p", str(pid)]  # not Linux
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
