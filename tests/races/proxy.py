"""A wire between psycopg and Postgres that is cut at a step of the protocol that a test chooses."""

from __future__ import annotations

import contextlib
import socket
import threading
from pathlib import Path


class CutWire:
    """Listens on a Unix socket and relays. Once armed, it counts messages of the protocol in one
    direction and cuts both ways just before or just after relaying the chosen one."""

    url: str  # how psycopg gets here

    def __init__(self, folder: Path, server: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._server = server
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(folder / ".s.PGSQL.5432"))
        self._listener.listen()
        self._guard = threading.Lock()
        self._plan: tuple[str, int, bool] | None = None
        self._seen = 0
        self.cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def arm(self, direction: str, step: int, *, relay: bool) -> None:
        """Cut at the step-th message ("sent" or "answered"), after relaying it or instead."""
        with self._guard:
            self._plan = (direction, step, relay)
            self._seen = 0
            self.cut = False

    def disarm(self) -> None:
        with self._guard:
            self._plan = None

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            server.connect(self._server)
            for source, sink, direction in (
                (client, server, "sent"),
                (server, client, "answered"),
            ):
                threading.Thread(
                    target=self._relay, args=(source, sink, direction), daemon=True
                ).start()

    def _relay(self, source: socket.socket, sink: socket.socket, direction: str) -> None:
        reader = source.makefile("rb")
        first = direction == "sent"  # the startup packet has no type
        with contextlib.suppress(OSError):
            while message := _message(reader, first):
                first = False
                keep, cut = self._judge(direction)
                if keep:
                    sink.sendall(message)
                if cut:
                    break
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        reader.close()
        source.close()

    def _judge(self, direction: str) -> tuple[bool, bool]:
        with self._guard:
            if self._plan is None or self._plan[0] != direction:
                return True, False
            self._seen += 1
            if self._seen < self._plan[1]:
                return True, False
            relay = self._plan[2]
            self._plan = None
            self.cut = True
            return relay, True


def _message(reader: object, first: bool) -> bytes:
    read = reader.read  # type: ignore[attr-defined]
    head: bytes = read(4 if first else 5)
    if len(head) < (4 if first else 5):
        return b""
    return head + bytes(read(int.from_bytes(head[-4:], "big") - 4))
