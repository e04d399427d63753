"""A server of raw bytes, for tests of connections: each does what its script says."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from regent.client.core.http1 import HttpRequest, Reply
from regent.client.drivers.asyncio_ import AsyncPool
from regent.client.drivers.blocking import Pool
from regent.client.drivers.protocols import Route

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
KINDS = ["threads", "asyncio"]

#: What a server does with a connection.
Script = Callable[["Peer"], None]


class Peer:
    """The server's end of one connection."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    def request(self) -> bytes:
        """Read one request, head and body; empty when the client closed the connection."""
        data = b""
        while b"\r\n\r\n" not in data:
            piece = self.connection.recv(1)
            if not piece:
                return b""
            data += piece
        head = data.lower()
        length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        for _ in range(int(length or 0)):
            data += self.connection.recv(1)
        return data

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.connection.sendall(data)


class Server:
    """Listens, and runs a script for each connection in a thread. The last script goes on."""

    def __init__(self, *scripts: Script, tls: ssl.SSLContext | None = None) -> None:
        self._scripts = list(scripts)
        self._tls = tls
        self.requests: list[bytes] = []
        self.connections = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._open: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        accepting = threading.Thread(target=self._accept, daemon=True)
        accepting.start()
        self._threads.append(accepting)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http{'s' if self._tls else ''}://127.0.0.1:{self.port}"

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            script = self._scripts[min(self.connections, len(self._scripts) - 1)]
            self.connections += 1
            self._open.append(connection)
            thread = threading.Thread(target=self._serve, args=(connection, script), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _serve(self, connection: socket.socket, script: Script) -> None:
        with contextlib.suppress(OSError):
            if self._tls is not None:
                connection = self._tls.wrap_socket(connection, server_side=True)
            with connection:
                peer = _Noting(connection, self.requests)
                script(peer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for connection in self._open:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        for thread in self._threads:
            thread.join(5)


class _Noting(Peer):
    def __init__(self, connection: socket.socket, requests: list[bytes]) -> None:
        super().__init__(connection)
        self._requests = requests

    def request(self) -> bytes:
        found = super().request()
        if found:
            self._requests.append(found)
        return found


def answers(answer: bytes = OK, times: int = 10_000) -> Script:
    """Answer each request alike."""

    def script(peer: Peer) -> None:
        for _ in range(times):
            if not peer.request():
                return
            peer.send(answer)

    return script


def hangs(peer: Peer) -> None:
    """Take a request and say nothing, until the client hangs up."""
    peer.request()
    peer.connection.recv(1)


def closes(peer: Peer) -> None:
    """Take a request and close the connection."""
    peer.request()


class Client:
    """A pool of one of the two kinds, used in the same way."""

    def __init__(self, kind: str, route: Route) -> None:
        self._runner = asyncio.Runner() if kind == "asyncio" else None
        self.pool: Any = AsyncPool(route) if self._runner else Pool(route)

    def get(self, within: float = 5.0, *, repeatable: bool = True, body: Any = None) -> Reply:
        """One request and its answer."""
        method = "GET" if body is None else "POST"
        request = HttpRequest(method, "/x", (), body, repeatable=repeatable)
        return self.run(self.pool.exchange, request, within)

    def run(self, function: Any, *arguments: Any) -> Any:
        """Call, and await where that is due."""
        found = function(*arguments)
        return self._runner.run(found) if self._runner else found

    def close(self) -> None:
        """Close the connections."""
        self.run(self.pool.close)
        if self._runner:
            self.run(asyncio.sleep, 0)  # the loop takes notice of what was closed
            self._runner.close()


@contextlib.contextmanager
def client(kind: str, route: Route) -> Iterator[Client]:
    """A client that is closed at the end."""
    found = Client(kind, route)
    try:
        yield found
    finally:
        found.close()


def certificate(folder: Path, host: str = "127.0.0.1") -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The context of a server with a certificate of its own, and one that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "regent test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(path)
    return serving, ssl.create_default_context(cafile=str(path))
