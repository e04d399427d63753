"""Where a server is, and whether a proxy stands in between."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from regent.client.errors import InvalidConfig

DEFAULT_URL: Final = "http://localhost:6632"
_PORTS: Final[Mapping[str, int]] = {"http": 80, "https": 443}
_STRAIGHT: Final = ("postgresql://", "postgres://")


def is_straight(url: object) -> bool:
    """Whether a URL is a database's: there is no server in between."""
    return isinstance(url, str) and url.startswith(_STRAIGHT)


def _masked(url: object) -> object:
    """A URL without the name and the password that may stand in it."""
    if not isinstance(url, str) or "@" not in url:
        return url
    scheme, mark, rest = url.rpartition("@")[0].partition("://")
    return (f"{scheme}://" if mark and rest else "") + "…@" + url.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Address:
    """A server's URL, taken apart."""

    url: str
    tls: bool
    host: str
    port: int
    #: The path of the URL, which comes before every route: the stage of an API Gateway.
    prefix: str
    #: The URL without that path.
    origin: str = ""

    @classmethod
    def parsed(cls, url: object, *, name: str = "url") -> Address:
        """Take a URL apart, or refuse it with a sentence."""
        wanted = f"{name} is {_masked(url)!r}; it takes the server's URL, such as {DEFAULT_URL}"
        if not isinstance(url, str) or any(ord(character) <= 32 for character in url):
            raise InvalidConfig(wanted)
        try:
            parts = urlsplit(url)
            host, port = parts.hostname, parts.port
        except ValueError:
            raise InvalidConfig(wanted) from None
        if parts.scheme not in _PORTS or not host or parts.query or parts.fragment or "@" in url:
            raise InvalidConfig(wanted)
        prefix = quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~")
        return cls(
            url=url.rstrip("/"),
            tls=parts.scheme == "https",
            host=host.encode("idna").decode() if not host.isascii() else host,
            port=port or _PORTS[parts.scheme],
            prefix=prefix,
            origin=f"{parts.scheme}://{parts.netloc}",
        )

    @property
    def authority(self) -> str:
        """The value of the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS["https" if self.tls else "http"] else self.with_port

    @property
    def with_port(self) -> str:
        """Host and port, as CONNECT names them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether it is this machine, so that nobody can listen in between."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy that is asked to CONNECT."""

    address: Address
    #: The user and password of its URL, or None.
    credentials: str | None = None

    @classmethod
    def parsed(cls, url: str) -> Proxy:
        """Take a proxy's URL apart; a name and a password may stand in it."""
        scheme, _, rest = url.rpartition("://")
        user, _, host = rest.rpartition("@")
        if scheme not in ("", "http"):
            raise InvalidConfig(
                f"the proxy has the scheme {scheme!r}; it takes http://, and the tunnel through it"
                " is encrypted all the same"
            )
        return cls(
            Address.parsed(f"http://{host.rstrip('/')}", name="proxy"), unquote(user) or None
        )


def proxy_for(address: Address, proxy: str | None, environment: Mapping[str, str]) -> Proxy | None:
    """The proxy between us and a server. ``"environment"``: HTTPS_PROXY, unless NO_PROXY names the
    server. A server without TLS is asked directly then: it is on this machine, or near."""
    if proxy is None:
        return None
    if proxy != "environment":
        return Proxy.parsed(proxy)
    said = environment.get("HTTPS_PROXY") or environment.get("https_proxy")
    if not said or not address.tls or address.is_local:
        return None
    excluded = environment.get("NO_PROXY") or environment.get("no_proxy") or ""
    return None if _is_excluded(address, excluded) else Proxy.parsed(said)


def _is_excluded(address: Address, excluded: str) -> bool:
    """NO_PROXY: names with commas between; a name counts for those that end with it, ``*`` for
    all."""
    for entry in excluded.lower().split(","):
        name = entry.strip().removeprefix("*").lstrip(".")
        host = address.with_port if ":" in name and not name.startswith("[") else address.host
        if entry.strip() == "*" or (name and (host == name or host.endswith(f".{name}"))):
            return True
    return False
