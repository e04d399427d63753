"""The name under which a client takes leases: its host and its process, for people who ask."""

from __future__ import annotations

import os
import socket
from functools import cache

from regent.limits import CLIENT_HEADER, MAX_CLIENT_LENGTH

Headers = tuple[tuple[str, str], ...]


@cache
def _host() -> str:
    return socket.gethostname().encode("ascii", "replace").decode()


def with_own_name(headers: Headers) -> Headers:
    """The headers of a request that may take messages. A program may have named itself in them. A
    process that was forked has a name of its own."""
    if any(name.lower() == CLIENT_HEADER for name, _ in headers):
        return headers
    process = f":{os.getpid()}"
    return (*headers, (CLIENT_HEADER, _host()[: MAX_CLIENT_LENGTH - len(process)] + process))
