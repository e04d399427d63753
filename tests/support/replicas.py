"""A replica of an embedded Postgres, as another server of this machine."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import psycopg

from regent.local.postgres import Postgres
from tests.support.postgres import throw_away


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that the servers' user may pass: one of them connects to the other."""
    with tempfile.TemporaryDirectory(prefix="regent-") as name:
        Path(name).chmod(0o711)
        yield Path(name)


@contextmanager
def replica(primary: Postgres, data_dir: Path) -> Iterator[Postgres]:
    """It follows the primary from its present state on."""
    with psycopg.connect(primary.url(), autocommit=True) as session:
        session.execute("select pg_backup_start('replica', fast => true)")
        shutil.copytree(
            primary.data_dir, data_dir, ignore=shutil.ignore_patterns("postmaster.*", ".s.PGSQL*")
        )
        ((label,),) = session.execute("select labelfile from pg_backup_stop()")
        (data_dir / "backup_label").write_text(label)
    (data_dir / "standby.signal").touch()
    owner = primary.data_dir.stat()
    data_dir.chmod(owner.st_mode)
    for file in (data_dir, *data_dir.rglob("*")):
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)
    source = f"host={host_of(primary)} user=postgres"
    with throw_away(data_dir, primary_conninfo=source) as server:
        yield server


def host_of(server: Postgres) -> str:
    """The folder of its socket, as libpq takes it."""
    return unquote(server.url().partition("?host=")[2])
