"""The server of the pytest plugin: time that is moved, and its beginning and end."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from regent.client.errors import Misused
from regent.errors import LeaseLost
from regent.pytest_plugin.clients import RegentOfTest
from regent.pytest_plugin.server import RegentServer, ServerFailed
from regent.settings import environment_without_settings
from tests.support.owner import execute

STUCK_SECONDS = 20.0
#: A test process that dies without a word, and the server that it had.
DIES = """
import os, pathlib, sys
from regent.pytest_plugin.server import RegentServer
server = RegentServer(pathlib.Path(sys.argv[1]))
print(server._process.pid, flush=True)
os.kill(os.getpid(), 9)
"""


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + STUCK_SECONDS
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def test_a_lease_runs_out_without_waiting(server: RegentServer, client: RegentOfTest) -> None:
    billing = client.queue("orders").group("billing")
    client.push("orders", "first", partition="p")
    lost = billing.pop(lease_seconds=60)
    server.advance(59)
    assert list(billing.pop()) == []
    server.advance(2)
    assert billing.pop().payloads == ["first"]
    with pytest.raises(LeaseLost):
        lost.ack()


def test_a_dead_letter_goes_to_a_queue_of_the_test(client: RegentOfTest) -> None:
    client.push("orders", 1)
    (message,) = client.queue("orders").group("billing").pop()
    message.dead_letter("not now")
    assert client.dead_letters(queue="orders").redrive(to="later").messages == 1
    assert client.pop("later").payloads == [1]


def test_a_delay_passes_without_waiting(server: RegentServer, client: RegentOfTest) -> None:
    client.push("orders", "later", partition="p", delay_seconds=3600)
    assert list(client.pop("orders")) == []
    server.advance(3600)
    assert client.pop("orders").payloads == ["later"]


def test_its_clients_count_the_same_time(server: RegentServer, client: RegentOfTest) -> None:
    client.push("orders", 1)
    batch = client.queue("orders").group("billing").pop(lease_seconds=3600)
    ends = batch.ends_in_seconds()
    assert ends is not None
    assert ends > 1800
    server.advance(3600)
    ends = batch.ends_in_seconds()
    assert ends is not None
    assert ends <= 0


def test_a_consumer_at_work_hears_that_its_lease_is_lost(
    server: RegentServer, client: RegentOfTest
) -> None:
    """It looks at its clock when that is moved, instead of when it would have renewed the lease."""
    client.push("orders", 1, partition="p")
    began, heard = threading.Event(), threading.Event()

    def handle(message: Any) -> None:
        if began.is_set():
            return  # it came again before the consumer was stopped
        began.set()
        until(lambda: message.lease_lost)
        heard.set()

    client.queue("orders").group("billing").consumer(lease_seconds=3600)(handle)
    running = client.start()
    assert began.wait(STUCK_SECONDS)
    server.advance(3601)
    assert heard.wait(STUCK_SECONDS)
    running.stop()
    assert running.join(STUCK_SECONDS)


def test_a_client_for_asyncio_counts_the_same_time(server: RegentServer) -> None:
    async def told() -> tuple[bool, list[Any]]:
        async with server.async_client(prefix="told-") as regent:
            billing = regent.queue("orders").group("billing")
            await regent.push("orders", 1, partition="p")
            batch = await billing.pop(lease_seconds=3600)
            server.advance(3601)
            ends = batch.ends_in_seconds()
            return ends is not None and ends < 0, (await billing.pop()).payloads

    assert asyncio.run(told()) == (True, [1])


def test_its_schedules_run_when_time_has_passed(server: RegentServer, client: RegentOfTest) -> None:
    """Nobody asks for the message, and its lease has ended all the same."""
    client.push("orders", 1)
    client.queue("orders").group("billing").pop(lease_seconds=60)
    assert [lease.consumer_group for lease in client.leases(queue="orders")] == ["billing"]
    server.advance(61)
    assert list(client.leases(queue="orders")) == []


@pytest.mark.parametrize("seconds", [-1, math.inf, math.nan])
def test_time_does_not_go_back(server: RegentServer, client: RegentOfTest, seconds: float) -> None:
    before = server._clock.passed
    with pytest.raises(Misused, match=f"takes seconds from 0 on, not {seconds!r}"):
        server.advance(seconds)
    assert server._clock.passed == before


def test_a_server_that_cannot_move_its_clock_or_is_gone_says_why(tmp_path: Path) -> None:
    with RegentServer(tmp_path) as server:
        owner = server.database_url.replace("//regent_api@", "//postgres@")
        execute(owner, b"drop function public.move_clock")
        with pytest.raises(ServerFailed, match=r"^time was not moved: function public\.move_clock"):
            server.advance(1)
        assert "the clock was not moved" in server.log
        os.kill(server._process.pid, signal.SIGTERM)
        server._process.wait(STUCK_SECONDS)
        with pytest.raises(ServerFailed, match="the Regent server for tests ended with 0:\n"):
            server.advance(1)


def test_a_server_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder for its data that is too deep for a socket, and no other to be had."""
    deep = tmp_path / ("d" * 100)
    deep.mkdir()
    monkeypatch.setenv("TMPDIR", str(deep))
    with pytest.raises(ServerFailed) as why:
        RegentServer(tmp_path)
    said = str(why.value)
    assert said.startswith("the Regent server for tests ended with 1:\n")
    assert "is too long for a socket" in said
    assert said.endswith(
        f"Its data go into a new folder where TMPDIR says; its log is {tmp_path}/server.log"
    )


def test_settings_for_another_server_do_not_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGENT_DATABASE_URL", "postgresql://production/regent")
    monkeypatch.setenv("SHOP", "open")
    found = environment_without_settings()
    assert found["SHOP"] == "open"
    assert [name for name in found if name.startswith("REGENT_")] == []


def test_it_ends_with_the_tests_however_they_end(tmp_path: Path) -> None:
    """A run that is killed leaves neither processes nor data behind."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # a short path, for a socket
        died = subprocess.run(
            [sys.executable, "-c", DIES, str(tmp_path)],
            env=os.environ | {"TMPDIR": folder},
            capture_output=True,
            text=True,
            check=False,
        )
        assert died.returncode == -signal.SIGKILL, died.stderr
        until(lambda: is_dead(int(died.stdout)))
        assert list(Path(folder).iterdir()) == []


def is_dead(pid: int) -> bool:
    """A process whose parent does not ask for it stays, as a name."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] == "Z"
    except FileNotFoundError:
        return True
