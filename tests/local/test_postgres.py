"""The embedded Postgres: made once, kept, and started again after any end of it."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import psycopg
import pytest

from regent.local.postgres import Postgres, PostgresError
from tests.local.conftest import is_alive, wait_until


def ask(postgres: Postgres, statement: str) -> str:
    """Run one statement and return its only value as text."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        row = connection.execute(statement.encode()).fetchone()
        return str(row[0]) if row else ""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder that was made once; the tests here start servers on it in turn."""
    folder = tmp_path_factory.mktemp("embedded") / "postgres"
    with Postgres(folder):
        pass
    return folder


@pytest.mark.parametrize("version", [16, 18])
def test_both_versions_start(tmp_path: Path, version: int) -> None:
    with Postgres(tmp_path / "postgres", version=version, throw_away=True) as postgres:
        assert ask(postgres, "show server_version").startswith(f"{version}.")
        assert ask(postgres, "show fsync") == "off"
        assert ask(postgres, "show server_encoding") == "UTF8"


def test_what_make_run_uses_is_durable_and_hears_no_network(home: Path) -> None:
    with Postgres(home) as postgres:
        assert ask(postgres, "show fsync") == "on"
        assert ask(postgres, "show synchronous_commit") == "on"
        assert ask(postgres, "show listen_addresses") == ""
        assert ask(postgres, "show max_connections") == "300"


def test_data_is_kept_between_runs(home: Path) -> None:
    with Postgres(home) as postgres, psycopg.connect(postgres.url()) as connection:
        connection.execute("create table kept as select 42 as answer")
    with Postgres(home) as postgres:
        assert ask(postgres, "select answer from kept") == "42"


def test_a_killed_server_starts_again_with_what_was_committed(home: Path) -> None:
    postgres = Postgres(home)
    postgres.start()
    with psycopg.connect(postgres.url()) as connection:
        connection.execute("create table survived as select 1 as n")
    pid = postgres.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert wait_until(lambda: not postgres.is_running())
    postgres.stop()
    assert (home / "postmaster.pid").exists()
    with Postgres(home) as again:
        assert ask(again, "select n from survived") == "1"


def test_an_orphan_is_stopped_and_replaced(home: Path) -> None:
    owner = Postgres(home)
    owner.start()
    orphan = owner.pid
    assert orphan is not None
    # A killed owner leaves this: the kernel drops the lock, and the server stays.
    assert owner._lock_file is not None
    owner._lock_file.close()
    with Postgres(home) as postgres:
        assert owner._process is not None
        assert owner._process.wait(5) == 0
        assert postgres.pid != orphan
        assert ask(postgres, "select 1") == "1"


def test_a_stale_pid_file_with_a_strangers_number_is_no_obstacle(home: Path) -> None:
    # Of the same user: Postgres leaves other users' processes out of account.
    stranger = subprocess.Popen(["sleep", "60"], **Postgres(home)._as_user())
    try:
        left = f"{stranger.pid}\n{home}\n0\n5432\n\n\n\nready\n"
        for name in ("postmaster.pid", ".s.PGSQL.5432.lock"):
            (home / name).write_text(left)
        with Postgres(home) as postgres:
            assert ask(postgres, "select 1") == "1"
        assert is_alive(stranger.pid)
    finally:
        stranger.kill()
        stranger.wait()


def test_two_servers_never_share_a_folder(home: Path) -> None:
    with Postgres(home), pytest.raises(PostgresError, match="another Regent is using"):
        Postgres(home).start()


def test_another_versions_data_is_left_alone(home: Path) -> None:
    with pytest.raises(PostgresError, match=r"was made by Postgres 18 and this is 16"):
        Postgres(home, version=16).start()


def test_a_path_too_long_for_a_socket_works(tmp_path: Path) -> None:
    folder = tmp_path / ("long-" * 20) / ("path " * 10) / "postgres"
    with Postgres(folder, throw_away=True) as postgres:
        assert ask(postgres, "select 1") == "1"
        url = postgres.url()
        assert "?host=" + tempfile.gettempdir() + "/regent-" in url
    assert Postgres(folder).url() == url  # what `regent jobs` connects to
    with Postgres(folder, throw_away=True) as postgres:
        assert ask(postgres, "select 1") == "1"
        assert postgres.url() == url
    shutil.rmtree(unquote(url.partition("?host=")[2]))


def test_a_server_that_can_not_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(PostgresError, match="unrecognized configuration parameter"):
        Postgres(tmp_path / "postgres", throw_away=True, settings={"no_such_setting": "1"}).start()
