"""A proxy between a client and a real server, which cuts answers or keeps them for itself."""

from __future__ import annotations

import contextlib
import socket
import threading


class Proxy:
    """Passes bytes on to a server, as far as it is told to."""

    def __init__(self, port: int) -> None:
        #: The server's port. A server that begins anew may have another one.
        self.upstream = port
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        #: The bytes of the next answer that get through; None: all, of all answers.
        self.lets_through: int | None = None
        #: Whether an answer was cut since that was set.
        self.has_cut = False
        #: An answer with these bytes is kept, and its client waits for it in vain.
        self.keeps: bytes | None = None
        #: A request with these bytes is kept, too: the server never sees it.
        self.keeps_request: bytes | None = None
        #: The requests and answers that were kept.
        self.kept: list[bytes] = []
        #: These bytes of an answer are left out.
        self.hides = b""
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
            socket.create_connection(("127.0.0.1", self.upstream)) as upstream,
        ):
            back = threading.Thread(target=self._pass_back, args=(upstream, connection))
            back.start()
            while data := connection.recv(65_536):
                if self.keeps_request is not None and self.keeps_request in data:
                    self.kept.append(data)
                    continue
                upstream.sendall(data)
            upstream.shutdown(socket.SHUT_RDWR)
            back.join()

    def _pass_back(self, upstream: socket.socket, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while answer := upstream.recv(65_536):
                if self.keeps is not None and self.keeps in answer:
                    self.kept.append(answer)
                    continue
                answer = answer.replace(self.hides, b"") if self.hides else answer
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
