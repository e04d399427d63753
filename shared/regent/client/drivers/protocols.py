"""What a client needs of a transport: one exchange, and an end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from regent.client.core.address import Address, Proxy
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.errors import Unreachable

if TYPE_CHECKING:
    import ssl

#: Servers keep an idle connection for 75 s.
IDLE_SECONDS: Final = 60.0


class Transport(Protocol):
    """Sends a request and returns its answer. Raises Unreachable when none comes in time."""

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer. Threads may share a transport."""

    def close(self) -> None:
        """Close the connections."""


class Road(Protocol):
    """The way to a database without a server in between. Sessions of one client share it."""

    @property
    def address(self) -> Address:
        """What is shown of the database's URL."""

    def blocking(self) -> Transport:
        """For a session of threads."""

    def in_loop(self) -> AsyncTransport:
        """For a session of an event loop."""


class AsyncTransport(Protocol):
    """Sends requests from an event loop, as ``Transport`` does from threads."""

    async def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """One request and its answer."""

    async def close(self) -> None:
        """Close the connections."""


@dataclass(frozen=True, slots=True)
class Route:
    """How to get to the server, and with how many connections at once."""

    address: Address
    proxy: Proxy | None = None
    ssl_context: ssl.SSLContext | None = None
    max_connections: int = 64

    def tls(self) -> ssl.SSLContext:
        """The given context, or one that trusts what the machine trusts. Making one takes some
        ten milliseconds, so a pool asks once."""
        import ssl  # noqa: PLC0415 - ten milliseconds, which only https needs

        return self.ssl_context or ssl.create_default_context()

    def busy(self, within_seconds: float) -> Unreachable:
        """No connection became free in time."""
        return Unreachable(
            f"all {self.max_connections} connections to {self.address.url} were in use for"
            f" {within_seconds:g} s; raise max_connections",
            sent=False,
        )

    def failed(
        self, request: HttpRequest, error: BaseException | None, *, sent: bool
    ) -> Unreachable:
        """A request got no answer."""
        import ssl  # noqa: PLC0415 - see tls

        reason = str(error) or type(error).__name__
        where = f"{request.method} {self.address.url}{request.target.partition('?')[0]}"
        final = isinstance(error, ssl.SSLCertVerificationError)
        return Unreachable(f"{where} got no answer: {reason}", sent=sent, final=final)


class Stale(Exception):
    """A reused connection ended before a byte of its answer came."""
