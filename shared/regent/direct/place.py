"""Where a database is and how to log in there: a URL of Postgres, taken apart. Neither it nor its
password is shown to anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from regent.client.errors import InvalidConfig, Misused
from regent.connections import known_parameters, parts_of

_EXAMPLE: Final = "postgresql://regent_api:password@host:5432/regent"


@dataclass(frozen=True, slots=True)
class Place:
    """One database, and one login."""

    #: The URL without its password and its parameters.
    shown: str
    host: str
    #: The arguments of a connection.
    parts: Mapping[str, Any] = field(repr=False)
    #: Asked for each new connection.
    password: Callable[[], str] | None = field(repr=False)
    #: What the URL sets in each session.
    options: tuple[str, ...] = ()

    @classmethod
    def at(cls, url: str, password: Any) -> Place:
        """Take a URL apart, or refuse it with a sentence."""
        try:
            parts = parts_of(url)
        except ValueError:
            raise InvalidConfig(_refusal(url)) from None
        options = [parts.pop("options")] if "options" in parts else []
        host = str(parts.get("host") or parts.get("hostaddr") or "localhost")
        return cls(_shown(parts, host), host, parts, _asked(password), tuple(options))


def checked_password(given: object) -> str:
    """A password, as the program's function returned it."""
    if hasattr(given, "__await__"):
        given.close()  # type: ignore[attr-defined]
        raise Misused("auth is a coroutine function; for postgresql:// it takes a plain one")
    if not isinstance(given, str) or not given or "\0" in given:
        raise InvalidConfig(
            f"the password is of type {type(given).__name__} and cannot be sent; it takes a text"
            " that is not empty, without NUL"
        )
    return given


def _asked(password: Any) -> Callable[[], str] | None:
    if password is None:
        return None
    if isinstance(password, str):
        checked = checked_password(password)
        return lambda: checked
    if callable(password):
        found: Callable[[], str] = password
        return found
    raise InvalidConfig(
        f"auth is of type {type(password).__name__}; for postgresql:// it takes a password, or a"
        " function that returns one"
    )


def _refusal(url: str) -> str:
    """Names nothing but parameters: whatever else cannot be read may be a part of a password."""
    query = url.rpartition("@")[2].partition("?")[2]
    names = [pair.partition("=")[0] for pair in query.split("&") if pair]
    unknown = [name for name in names if name not in known_parameters()]
    if unknown:
        return (
            f"the URL has the parameter {unknown[0]!r}, which libpq does not know; it takes those"
            " of Postgres, such as sslmode"
        )
    return (
        f"the URL cannot be read; it takes the form {_EXAMPLE}, with %40 for @, %2F for / and %25"
        " for % in a name or a password"
    )


def _shown(parts: Mapping[str, Any], host: str) -> str:
    user = f"{quote(str(parts['user']))}@" if parts.get("user") else ""
    where = "" if host.startswith("/") else host
    port = f":{parts['port']}" if parts.get("port") else ""
    name = f"/{quote(str(parts['dbname']))}" if parts.get("dbname") else ""
    return f"postgresql://{user}{where}{port}{name}"
