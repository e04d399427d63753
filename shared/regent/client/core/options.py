"""The arguments of a client, checked and put together."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, overload

from regent import __version__
from regent.client.core.address import DEFAULT_URL, Address, Proxy, is_straight, proxy_for
from regent.client.core.auth import Authorization, FixedToken, Headers, authorization
from regent.client.core.checks import check_count, check_number
from regent.client.core.operation import Operation
from regent.client.core.payloads import Json, json_pair
from regent.client.core.pushing import Pushing
from regent.client.core.retry import Budget, RetryPolicy
from regent.client.core.tracing import Mode, checked_mode
from regent.client.drivers.protocols import Road
from regent.client.drivers.straight import road_to
from regent.client.errors import InvalidConfig, Misused

if TYPE_CHECKING:
    import ssl

_USER_AGENT: Final = f"regent/{__version__} python/{sys.version_info[0]}.{sys.version_info[1]}"
#: What the client says itself.
_OURS: Final = frozenset(
    {"host", "content-length", "content-type", "transfer-encoding", "connection", "authorization"}
)


@dataclass(frozen=True, slots=True)
class Options:
    """What the parts of one client share; handlers in other loops and threads, too."""

    address: Address
    #: What is asked for each request; None when the same headers go with all of them.
    authorization: Authorization | None
    headers: Headers = field(repr=False)  # a token may be among them
    timeout_seconds: float
    retry: RetryPolicy
    json: Json
    tracing: Mode
    proxy: Proxy | None
    ssl_context: ssl.SSLContext | None
    max_connections: int
    calls: Budget
    #: Long polls fail together when a server restarts; they leave the others their retries.
    polls: Budget
    #: To a database, instead of a server.
    road: Road | None = field(default=None, repr=False)
    clock: Callable[[], float] = time.monotonic
    #: The beginning of the name of each queue, for tests that share a server.
    queue_prefix: str = ""
    pushing: Pushing = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pushing", Pushing(self.clock))

    @overload
    def queue_name(self, name: str) -> str: ...

    @overload
    def queue_name(self, name: str | None) -> str | None: ...

    def queue_name(self, name: str | None) -> str | None:
        """The name of a queue on the server. One that came from there is taken as it is."""
        if not isinstance(name, str) or name.startswith(self.queue_prefix):
            return name
        return self.queue_prefix + name

    def budget(self, operation: Operation[Any]) -> Budget:
        """The retries that an operation may use."""
        return self.polls if operation.wait_seconds > 0 else self.calls


def options(
    environment: Mapping[str, str],
    url: str | None,
    *,
    auth: Any,
    timeout_seconds: float,
    retry: RetryPolicy,
    ssl_context: ssl.SSLContext | None,
    proxy: str | None,
    headers: Mapping[str, str] | None,
    json: Any,
    tracing: Any,
    max_connections: int,
    allow_http: bool,
) -> Options:
    """Check the arguments of a client."""
    try:
        check_number("timeout_seconds", timeout_seconds, 0.001)
        check_count("max_connections", max_connections, 1)
    except Misused as error:
        raise InvalidConfig(error.message) from None
    if not isinstance(retry, RetryPolicy):
        raise InvalidConfig(f"retry is {retry!r}; it takes a RetryPolicy")
    chosen = url or environment.get("REGENT_URL") or DEFAULT_URL
    road: Road | None = None
    identity: Authorization | None = None
    with_all: Headers = ()
    if is_straight(chosen):
        of_http = {
            "headers": bool(headers),
            "ssl_context": ssl_context is not None,
            "proxy": proxy not in (None, "environment"),
        }
        road = road_to(chosen, auth, max_connections, of_http)
        address = road.address
    else:
        address = Address.parsed(chosen)
        identity, with_all = _identity(environment, url, address, auth, allow_http=allow_http)
    return Options(
        address=address,
        authorization=identity,
        headers=_headers(headers or {}) + with_all,
        timeout_seconds=timeout_seconds,
        retry=retry,
        json=json_pair(json),
        tracing=checked_mode(tracing),
        proxy=None if road else proxy_for(address, proxy, environment),
        ssl_context=ssl_context,
        max_connections=max_connections,
        calls=Budget(retry),
        polls=Budget(retry),
        road=road,
    )


def _identity(
    environment: Mapping[str, str],
    url: str | None,
    address: Address,
    auth: Any,
    *,
    allow_http: bool,
) -> tuple[Authorization | None, Headers]:
    """Who the client is: what is asked for each request, or the headers that all of them get."""
    named = environment.get("REGENT_URL")
    if auth is None and (url is None or named is None or _is_at(named, address)):
        # The token of the environment is for the server of the environment.
        auth = environment.get("REGENT_TOKEN") or None
    if auth is not None and not address.tls and not address.is_local and not allow_http:
        raise InvalidConfig(
            f"a token would travel to {address.url} in the clear; use https, or say"
            " allow_http=True if nobody can listen in between"
        )
    identity = authorization(auth, address)
    if isinstance(identity, FixedToken):
        return None, identity.same
    return identity, ()


def _is_at(url: str, address: Address) -> bool:
    return not is_straight(url) and Address.parsed(url) == address


def _headers(given: Mapping[str, str]) -> Headers:
    for name, value in given.items():
        plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
        if not plain or name.lower() in _OURS or not value.isascii() or not value.isprintable():
            raise InvalidConfig(
                f"the header {name!r} cannot be sent; headers takes names of letters, digits and"
                f" -, other than {', '.join(sorted(_OURS))}, and values of printable ASCII"
            )
    agent = () if any(name.lower() == "user-agent" for name in given) else (_AGENT,)
    return (("Content-Type", "application/json"), *agent, *given.items())


_AGENT: Final = ("User-Agent", _USER_AGENT)
