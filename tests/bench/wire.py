"""A small HTTP/1.1 client: one process, several connections, one request in flight on each.

It shares the cores with the server that it measures, so it does little work. It sends prepared
bytes, reads the status and the length of an answer, and hands the body on.
"""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

#: Bytes of a request.
Request = bytes
#: Takes the answer to its last request; returns the next request, and the messages now done.
Talk = Callable[[int, bytes], tuple[Request, int]]


@dataclass(slots=True)
class _Connection:
    socket: socket.socket
    talk: Talk
    buffer: bytes = b""


def request(method: str, path: str, body: bytes = b"") -> Request:
    """A request, ready to be sent many times."""
    head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\n"
    if body:
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def converse(
    ports: Sequence[int], make_talk: Callable[[], Talk], connections: int, seconds: float
) -> tuple[float, float]:
    """Let that many connections talk, dealt out over the ports; requests and messages a second,
    after a warm-up."""
    selector = selectors.DefaultSelector()
    for number in range(connections):
        opened = socket.create_connection(("127.0.0.1", ports[number % len(ports)]))
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = _Connection(opened, make_talk())
        selector.register(opened, selectors.EVENT_READ, connection)
        opened.sendall(connection.talk(0, b"")[0])
    start = time.perf_counter() + seconds / 5
    deadline = start + seconds
    requests = messages = 0
    while (now := time.perf_counter()) < deadline:
        for key, _ in selector.select(1.0):
            connection = key.data
            connection.buffer += connection.socket.recv(1 << 20)
            answer = _whole(connection.buffer)
            if answer is None:
                continue
            connection.buffer = b""
            following, done = connection.talk(*answer)
            connection.socket.sendall(following)
            if now >= start:
                requests += 1
                messages += done
    for key in list(selector.get_map().values()):
        key.data.socket.close()
    selector.close()
    return requests / seconds, messages / seconds


class Line:
    """A connection on which one request follows the other."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, sent: Request) -> None:
        """A request, whose answer is received later."""
        self.socket.sendall(sent)

    def receive(self) -> tuple[int, bytes]:
        """Status and body of the answer."""
        buffer = b""
        while (answer := _whole(buffer)) is None:
            if not (received := self.socket.recv(1 << 20)):
                raise ConnectionError("the server closed the connection")
            buffer += received
        return answer


def ask(port: int, sent: Request) -> tuple[int, bytes]:
    """One request on a connection of its own; status and body."""
    with Line(port) as line:
        line.send(sent)
        return line.receive()


def _whole(buffer: bytes) -> tuple[int, bytes] | None:
    """Status and body of an answer that has arrived as a whole."""
    end = buffer.find(b"\r\n\r\n")
    if end < 0:
        return None
    head = buffer[:end].lower()
    place = head.find(b"content-length:")
    length = int(head[place + 15 :].split(b"\r", 1)[0]) if place >= 0 else 0
    if len(buffer) < end + 4 + length:
        return None
    return int(head[9:12]), buffer[end + 4 :]
