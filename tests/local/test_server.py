"""The whole server as a process: started, stopped, killed, started again."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.local.conftest import (
    FAKE_HANDLERS,
    ROOT,
    LocalServer,
    is_alive,
    postgres_pid,
    wait_until,
)
from tests.local.tokens import SECRET, bearer


def test_the_greeting_says_where_and_how(start_server: Any) -> None:
    server: LocalServer = start_server(first_start=True)
    assert f"HTTP      http://localhost:{server.port}" in server.greeting
    assert "auth      off" in server.greeting
    assert f"curl -X POST http://localhost:{server.port}/api/v1/push" in server.greeting
    assert f"curl 'http://localhost:{server.port}/api/v1/pop/queue/orders" in server.greeting


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_all_that_was_started(start_server: Any, ending: signal.Signals) -> None:
    server: LocalServer = start_server(workers="2")
    workers = server.worker_pids()
    postgres = postgres_pid(server.folder)
    assert len(workers) == 2
    assert all(map(is_alive, [*workers, postgres]))
    began = time.monotonic()
    assert server.stop(ending) == 0
    assert time.monotonic() - began < 5
    assert not any(map(is_alive, [*workers, postgres]))
    assert not (server.folder / ".regent/postgres/postmaster.pid").exists()


def test_requests_in_flight_are_finished_and_long_polls_let_go(start_server: Any) -> None:
    server: LocalServer = start_server(workers="1")
    answers: dict[str, Any] = {}

    def get(path: str) -> None:
        answers[path] = httpx.get(server.url + path, timeout=20)

    threads = [threading.Thread(target=get, args=(path,)) for path in ("/slow", "/poll?wait=true")]
    for thread in threads:
        thread.start()
    assert wait_until(lambda: httpx.get(f"{server.url}/began").text == "2")
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 5
    for thread in threads:
        thread.join()
    assert (answers["/slow"].status_code, answers["/slow"].text) == (200, "done")
    assert answers["/poll?wait=true"].status_code == 204


def test_data_is_kept_between_runs(start_server: Any) -> None:
    first: LocalServer = start_server(first_start=True)
    with psycopg.connect(first.database_url) as connection:
        connection.execute("create table kept as select 42 as answer")
    assert first.stop() == 0
    second: LocalServer = start_server()
    with psycopg.connect(second.database_url) as connection:
        assert connection.execute("select answer from kept").fetchone() == (42,)


def test_a_killed_server_starts_again(start_server: Any) -> None:
    first: LocalServer = start_server(workers="2")
    workers, orphan = first.worker_pids(), postgres_pid(first.folder)
    with psycopg.connect(first.database_url) as connection:
        connection.execute("create table kept as select 42 as answer")
    assert first.stop(signal.SIGKILL) == -signal.SIGKILL
    assert is_alive(orphan)
    # Workers notice that no new connections reach them.
    assert wait_until(lambda: not any(map(is_alive, workers)))
    second: LocalServer = start_server()
    assert not is_alive(orphan)
    with psycopg.connect(second.database_url) as connection:
        assert connection.execute("select answer from kept").fetchone() == (42,)


def test_a_worker_that_dies_is_replaced(start_server: Any) -> None:
    server: LocalServer = start_server(workers="2")
    before = server.worker_pids()
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    assert wait_until(lambda: not is_alive(victim))
    # The survivor answers in the meantime.
    assert httpx.get(f"{server.url}/pid").status_code == 200
    assert wait_until(lambda: len(server.worker_pids() - {victim}) == 2)
    assert "starting another" in server.log


def test_postgres_that_dies_is_started_again(start_server: Any) -> None:
    server: LocalServer = start_server(workers="1")
    victim = postgres_pid(server.folder)
    os.kill(victim, signal.SIGKILL)

    def answers_again() -> bool:
        try:
            with psycopg.connect(server.database_url, connect_timeout=1) as connection:
                return connection.execute("select 1").fetchone() == (1,)
        except psycopg.OperationalError:
            return False

    assert wait_until(answers_again)
    assert postgres_pid(server.folder) != victim


def test_a_client_that_leaves_ends_its_long_poll(start_server: Any) -> None:
    server: LocalServer = start_server(workers="1")
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{server.url}/poll?wait=true", timeout=0.3)
    # The poll would wait for 15 s; a server that stops without an open poll stops at once.
    assert wait_until(
        lambda: httpx.get(f"{server.url}/abandoned", timeout=5).json() == 1, seconds=3
    )


def test_connections_are_dealt_out_in_turn(start_server: Any) -> None:
    server: LocalServer = start_server(workers="2")
    pids = [int(httpx.get(f"{server.url}/pid").text) for _ in range(20)]
    assert [pids.count(pid) for pid in set(pids)] == [10, 10]


def test_a_port_that_is_taken_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "regent.local", "--handlers", FAKE_HANDLERS],
            cwd=tmp_path,
            env={
                "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}",
                "REGENT_PORT": str(port),
            },
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == (
        f"regent: port {port} is not free (Address already in use); "
        "stop what uses it, or set REGENT_PORT\n"
    )
    assert not (tmp_path / ".regent").exists()


def test_a_second_server_on_the_same_data_is_one_clear_line(start_server: Any) -> None:
    server: LocalServer = start_server()
    done = subprocess.run(
        [sys.executable, "-m", "regent.local", "--handlers", FAKE_HANDLERS],
        cwd=server.folder,
        env={
            "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}",
            "REGENT_PORT": "0",
        },
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert done.returncode == 1
    assert "another Regent is using" in done.stderr
    assert "Traceback" not in done.stderr
    assert server.client.get("/pid").status_code == 200


def test_metrics_are_for_readers_where_the_environment_says_so(tmp_path: Path) -> None:
    given = {"REGENT_PUBLIC_METRICS": "false", "REGENT_JWT_KEY": SECRET}
    server = LocalServer(tmp_path, given, handlers="functions.handlers")
    reader = {"authorization": bearer({"sub": "ann", "role": "read-only"})}
    try:
        for path in ("/metrics", "/metrics/prometheus"):
            assert server.client.get(path).status_code == 401
            assert server.client.get(path, headers=reader).status_code == 200
        assert server.client.get("/health").status_code == 200
    finally:
        server.stop()


def test_the_bounds_of_the_environment_are_in_force(tmp_path: Path) -> None:
    server = LocalServer(tmp_path, {"REGENT_MAX_QUEUES": "1"}, handlers="functions.handlers")
    try:
        codes = [
            server.client.post("/api/v1/push", json={"items": [{"queue": name}]}).status_code
            for name in ("a", "b", "a")
        ]
    finally:
        server.stop()
    assert codes == [201, 409, 201]
