"""The straight way to Postgres. Its import brings a server's code, so it waits for a client with
such a URL.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from regent.client.errors import InvalidConfig

if TYPE_CHECKING:
    from regent.client.drivers.protocols import Road


def road_to(url: str, password: Any, max_connections: int, of_http: Mapping[str, bool]) -> Road:
    """The way of one client to a database. ``of_http``: arguments that mean something over HTTP
    only, and whether they were given."""
    if given := [name for name, is_given in of_http.items() if is_given]:
        raise InvalidConfig(
            f"{given[0]} is for servers, and postgresql:// goes to the database itself; leave it"
            " out. What TLS checks is said in the URL (sslmode, sslrootcert)"
        )
    try:
        from regent.direct.road import Road  # noqa: PLC0415 - see the module's docstring

        return Road(url, password, max_connections)
    except ModuleNotFoundError as error:
        missing = error.name or getattr(error.__cause__, "name", None) or str(error)
        if missing.partition(".")[0] in ("regent", "functions"):
            raise
        raise InvalidConfig(
            f"postgresql:// needs {missing}, which is not installed: pip install '.[direct]' in"
            " Regent's repository"
        ) from error
