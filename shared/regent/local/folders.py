"""Files and folders of the embedded Postgres: whose they are, and why one cannot be used."""

import contextlib
import errno
import os
import pwd
import stat
from pathlib import Path
from typing import IO

from regent.local.binaries import PostgresError

#: Whom Postgres runs as when we are root: a user of its own, if the machine has one.
USERS = ("regent", "nobody")
UID_MAP = Path("/proc/self/uid_map")


def make_home(data_dir: Path) -> None:
    """Make the folder around the data folder, closed to others."""
    for folder in (data_dir, *data_dir.parents):
        if folder.exists() and not folder.is_dir():
            raise PostgresError(
                f"{folder} is a file, and the data need a folder there: move it away, or set"
                " REGENT_DATA_DIR"
            )
    data_dir.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def give(folder: Path, user: pwd.struct_passwd | None) -> None:
    """Make it a folder of the user that Postgres runs as; None: it is already."""
    if user is None:
        return
    try:
        os.chown(folder, user.pw_uid, user.pw_gid, follow_symlinks=False)
    except OSError as error:
        # As on a network's file system that does not obey root.
        raise PostgresError(
            f"as root, Postgres runs as user {user.pw_name!r}, and {folder} cannot be given to that"
            f" user ({error.strerror}): start Regent as another user"
        ) from error


def unprivileged_user(data_dir: Path) -> pwd.struct_passwd | None:
    """Return whom Postgres runs as, which refuses to run as root; None: ourselves."""
    if os.geteuid() != 0:
        return None
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, KeyError):
        owner = pwd.getpwuid(data_dir.stat().st_uid)
        if owner.pw_uid != 0:
            return owner
    if UID_MAP.exists():  # Linux; through its /proc Postgres gets its folders, too
        for name in USERS:
            with contextlib.suppress(KeyError):
                user = pwd.getpwnam(name)
                if _is_mapped(user.pw_uid):
                    return user
    raise PostgresError(
        "Postgres does not run as root, and this machine or container has no other user for it"
        " (it looks for 'regent' and 'nobody', and needs /proc): start Regent as another user, or"
        " set REGENT_DATABASE_URL"
    )


def _is_mapped(uid: int) -> bool:
    """Tell whether this container knows that user; in some root is the only one."""
    for line in UID_MAP.read_text().splitlines():
        first, _, count = map(int, line.split())
        if first <= uid < first + count:
            return True
    return False


def open_private(path: Path) -> IO[bytes]:
    """Open a file to append to, which only we may read: a log names queues and groups."""

    def only_ours(name: str, flags: int) -> int:
        number = os.open(name, flags, 0o600)
        os.fchmod(number, 0o600)  # it may be there from a release that let everybody read it
        return number

    return open(path, "ab", opener=only_ours)


def sentence(error: OSError) -> str:
    """Say which file or folder stands in the way, why, and what to do."""
    if error.filename is None:
        return str(error)
    path = Path(os.fsdecode(error.filename))
    if error.errno not in (errno.EACCES, errno.EPERM):
        return f"{path}: {error.strerror}. Cure that, or set REGENT_DATA_DIR to another folder"
    while not os.access(path, os.F_OK, effective_ids=True):  # not there, or not to be seen
        path = path.parent
    found = path.stat()
    if found.st_uid != os.geteuid():
        return f"{path} belongs to another user: start Regent as that user, or set REGENT_DATA_DIR"
    mode = stat.S_IMODE(found.st_mode)
    return (
        f"{path} may not be written to (its mode is {mode:04o}): allow it with chmod u+rwx, or set"
        " REGENT_DATA_DIR to another folder"
    )
