"""A proxy that cuts the answers of a real server at every byte: nothing is stored, handed out or
counted twice."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regent import RetryPolicy
from tests.client.handlers import both
from tests.client.sockets import KINDS
from tests.local.conftest import LocalServer

pytestmark = pytest.mark.slow


class Cutting:
    """Passes bytes on to a server, until as many of an answer have come as it lets through."""

    def __init__(self, port: int) -> None:
        self._upstream = port
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        #: The bytes of the next answer that get through; None: all, of all answers.
        self.lets_through: int | None = None
        #: Whether an answer was cut since that was set.
        self.has_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._socket.accept()
                threading.Thread(target=self._pass_on, args=(connection,), daemon=True).start()

    def _pass_on(self, connection: socket.socket) -> None:
        with (
            contextlib.suppress(OSError),
            connection,
            socket.create_connection(("127.0.0.1", self._upstream)) as upstream,
        ):
            back = threading.Thread(target=self._pass_back, args=(upstream, connection))
            back.start()
            while data := connection.recv(65_536):
                upstream.sendall(data)
            upstream.shutdown(socket.SHUT_RDWR)
            back.join()

    def _pass_back(self, upstream: socket.socket, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while answer := upstream.recv(65_536):
                left = self.lets_through
                if left is not None and left < len(answer):
                    self.lets_through, self.has_cut = None, True
                    connection.sendall(answer[:left])
                    break
                if left is not None:
                    self.lets_through = left - len(answer)
                connection.sendall(answer)
            connection.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Accept nothing more."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server with its real handlers."""
    folder: Path = tmp_path_factory.mktemp("server")
    found = LocalServer(folder, {}, handlers="functions.handlers")
    yield found
    found.stop()


@pytest.fixture
def cutting(server: LocalServer) -> Iterator[Cutting]:
    """The proxy."""
    proxy = Cutting(server.port)
    yield proxy
    proxy.close()


@pytest.fixture(params=KINDS)
def regent(request: pytest.FixtureRequest, cutting: Cutting) -> Iterator[Any]:
    """Both clients, with enough retries for an answer that is cut for each byte."""
    policy = RetryPolicy(first_pause_seconds=0.001, longest_pause_seconds=0.01, stock=10_000)
    yield from both(request.param, cutting.url, retry=policy)


def at_every_byte(cutting: Cutting, act: Any) -> int:
    """Do something again and again, each time with an answer cut one byte later."""
    for cut in range(10_000):
        cutting.lets_through, cutting.has_cut = cut, False
        act(cut)
        cutting.lets_through = None
        if not cutting.has_cut:
            return cut
    raise AssertionError("an answer without an end")


def test_pushes_and_acks(regent: Any, cutting: Cutting, request: pytest.FixtureRequest) -> None:
    name = f"cut {request.node.callspec.id}"
    queue = regent.queue(name, partition_by=lambda _: "p")
    pushed = at_every_byte(cutting, queue.push)
    assert pushed > 200
    group = queue.group("g")
    messages = group.pop(pushed + 10)
    assert messages.payloads == list(range(pushed + 1))
    places = iter(messages)
    acked = at_every_byte(cutting, lambda _: next(places).ack())
    assert acked > 200
    assert group.pop().payloads == []
    depth = queue.depth("g")
    assert depth.pending + depth.processing == pushed - acked


def test_messages_that_are_given_back(
    regent: Any, cutting: Cutting, request: pytest.FixtureRequest
) -> None:
    queue = regent.queue(f"back {request.node.callspec.id}")
    queue.configure(retry_delay=0, retry_limit=1_000)
    queue.partition("p").push("poison")
    failed: list[int] = []

    def fail(_: int) -> None:
        lets_through, cutting.lets_through = cutting.lets_through, None
        (message,) = queue.group("g").pop()
        failed.append(message.failed_attempts)
        cutting.lets_through = lets_through
        message.nack("no")

    assert at_every_byte(cutting, fail) > 200
    assert failed == list(range(len(failed)))
