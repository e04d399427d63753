"""Who a client is: what goes into a request's header, and what is asked for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from regent.client.core.address import Address
from regent.client.core.http1 import HttpRequest
from regent.client.errors import InvalidConfig

Headers = tuple[tuple[str, str], ...]


class Authorization(Protocol):
    """What a session needs to know of an identity."""

    @property
    def renewable(self) -> bool:
        """Whether a newer answer may come after a 401."""

    @property
    def blocks(self) -> bool:
        """Whether ``ask`` may take its time, so that an event loop has to call it in a thread."""

    def ask(self, request: HttpRequest, *, again: bool) -> Any:
        """A value for ``headers``, or something that is awaited for it."""

    def headers(self, given: Any) -> Headers:
        """The headers that a request gets."""


#: A token, a function or coroutine function that returns one, ClientCredentials, or SigV4.
Auth = str | Callable[[], str | Awaitable[str]] | Authorization


class FixedToken:
    """A bearer token that never changes."""

    def __init__(self, token: str) -> None:
        #: The headers of all requests.
        self.same = bearer(token)

    def __repr__(self) -> str:
        return "<FixedToken>"  # a token is never shown


class AskedToken:
    """A function that returns the token of the moment. It is called for every request, so it keeps
    a token for as long as that is valid."""

    renewable: bool = True
    blocks: bool = False

    def __init__(self, function: Callable[[], str | Awaitable[str]]) -> None:
        self._function = function

    def ask(self, request: HttpRequest, *, again: bool) -> Any:  # noqa: ARG002
        """The token, or a coroutine that returns it."""
        return self._function()

    def headers(self, given: Any) -> Headers:
        """The bearer token."""
        return bearer(given)


def authorization(auth: Any, address: Address) -> Authorization | FixedToken | None:
    """The argument ``auth``, for one server."""
    if hasattr(auth, "at"):
        auth = auth.at(address)
    if auth is None:
        return None
    if isinstance(auth, str):
        return FixedToken(auth)
    if hasattr(auth, "ask") and hasattr(auth, "headers"):
        found: Authorization = auth
        return found
    if callable(auth):
        return AskedToken(auth)
    raise InvalidConfig(
        f"auth is of type {type(auth).__name__}; it takes a token, a function that returns one,"
        " ClientCredentials or SigV4"
    )


def bearer(token: Any) -> Headers:
    """The header of a token."""
    # The value itself is in no error: it may be most of a secret.
    if not isinstance(token, str) or not token or not token.isascii() or not token.isprintable():
        raise InvalidConfig(
            f"the token is of type {type(token).__name__} and cannot be sent; it takes a text of"
            " printable ASCII characters"
        )
    return (("Authorization", f"Bearer {token}"),)
