"""The request by which a proxy is asked for a tunnel, and its answer."""

from __future__ import annotations

from regent.client.core.address import Address, Proxy
from regent.client.core.http1 import MAX_HEAD_BYTES
from regent.client.errors import Unreachable


def connect_bytes(address: Address, proxy: Proxy) -> bytes:
    """Ask for a tunnel to the server. Nothing of the request itself is in it."""
    lines = [f"CONNECT {address.with_port} HTTP/1.1", f"Host: {address.with_port}"]
    if proxy.credentials is not None:
        from base64 import b64encode  # noqa: PLC0415 - for those who have such a proxy

        lines.append(f"Proxy-Authorization: Basic {b64encode(proxy.credentials.encode()).decode()}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def is_open(head: bytes, proxy: Proxy) -> bool:
    """Whether the tunnel is there; False while the answer is not whole. Only its head counts: with
    a success there is no body."""
    if not head.endswith(b"\r\n\r\n"):
        if len(head) > MAX_HEAD_BYTES:
            raise Unreachable(f"the proxy {proxy.address.url} speaks no HTTP", sent=False)
        return False
    status = head.split(b"\r\n", 1)[0].decode("latin-1")
    words = status.split(" ", 2)
    if len(words) < 2 or not words[0].startswith("HTTP/1.") or not words[1].startswith("2"):
        raise Unreachable(
            f"the proxy {proxy.address.url} opens no tunnel: {status[:200]!r}",
            sent=False,
            final=words[1:2] == ["407"],
        )
    return True
