"""Where the embedded Postgres listens: in its data folder, or elsewhere when that path is too long.

A socket under /tmp must lie in a folder that nobody else can make, replace or enter: whoever owned
the folder could put a server of his own in the place of ours, and be sent the payloads.
"""

import contextlib
import os
import pwd
import stat
import tempfile
from pathlib import Path

from regent.local.binaries import PostgresError
from regent.local.folders import give

SOCKET_NAME = ".s.PGSQL.5432"
MAX_SOCKET_PATH_BYTES = 100  # sun_path holds 104 bytes on macOS and 108 on Linux


def fits(folder: Path) -> bool:
    """Tell whether a socket in this folder has a path that the system takes."""
    return len(os.fsencode(folder / SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES


def find(data_dir: Path, user: pwd.struct_passwd | None) -> Path | None:
    """Return where the server of this data folder listens; None before the first start."""
    if fits(data_dir):
        return data_dir
    with contextlib.suppress(FileNotFoundError):
        folder = Path(os.fsdecode(_record(data_dir).read_bytes()))
        if folder.is_absolute() and _is_ours(folder, user):
            return folder
    return None


def make(data_dir: Path, user: pwd.struct_passwd | None) -> Path:
    """Return the folder of the last start when it is still ours, otherwise a new one.

    Its name is drawn at random and kept beside the data, so that nobody can be there first.
    """
    found = find(data_dir, user)
    if found is not None:
        return found
    folder = Path(tempfile.mkdtemp(prefix="regent-"))
    if not fits(folder):
        folder.rmdir()
        raise PostgresError(
            f"the path of {data_dir} is too long for a socket, and so is that of {folder.parent}:"
            " set REGENT_DATA_DIR to a shorter one"
        )
    give(folder, user)
    record = _record(data_dir)
    unfinished = record.with_name(record.name + ".new")
    unfinished.write_bytes(os.fsencode(folder))
    unfinished.replace(record)
    return folder


def _record(data_dir: Path) -> Path:
    return data_dir.with_name(data_dir.name + ".socket")


def _is_ours(folder: Path, user: pwd.struct_passwd | None) -> bool:
    """Tell whether this is a real folder of the server's user, closed to everybody else."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        found = folder.lstat()
        owner = os.geteuid() if user is None else user.pw_uid
        closed = stat.S_IMODE(found.st_mode) == stat.S_IRWXU
        return stat.S_ISDIR(found.st_mode) and found.st_uid == owner and closed
    return False
