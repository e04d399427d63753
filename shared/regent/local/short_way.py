"""The way of a request that needs no event of API Gateway, no ASGI and no thread of its own.

It is for requests that are accepted. One that is refused, or unusual, goes through the gateway,
which says why; so no refusal is written twice.
"""

import asyncio
from collections.abc import Coroutine
from functools import lru_cache
from typing import Any, TypeVar

from regent.errors import RegentError
from regent.identifiers import random_uuid
from regent.limits import CLIENT_HEADER
from regent.local.auth import Authorizer, Unauthorized
from regent.local.context import LambdaContext, Lifetime
from regent.local.events import BadRequest, Headers, decode_path, read_query
from regent.local.issuer import IssuerFailed
from regent.local.lookouts import Lookouts
from regent.local.refusals import MAX_HEAD_BYTES, Refused, refuse_strangers
from regent.local.routes import Match, RouteTable
from regent.local.together import Together
from regent.names import check_path
from regent.stores.calls import Steps

T = TypeVar("T")

# What decides whether a request with a short way is refused, and what its function may know.
LOOKED_AT = {
    name.encode(): name
    for name in ("host", "origin", "referer", "sec-fetch-site", "authorization", CLIENT_HEADER)
}
# Routes that were found for paths of such requests.
KEPT_MATCHES = 1024


class Unusual(Exception):
    """The request goes through the gateway."""


class ShortWay:
    """One per worker process."""

    def __init__(
        self,
        routes: RouteTable,
        authorizer: Authorizer | None,
        lifetime: Lifetime,
        together: Together,
        lookouts: Lookouts,
    ) -> None:
        #: Carry out what the steps of a request await.
        self.together = together
        self.lookouts = lookouts
        #: A request for anything else has no short way.
        self.paths = routes.short_paths
        self._routes = routes
        self._authorizer = authorizer
        self._lifetime = lifetime
        # Most requests are for few paths, and to find a route takes longer than to run it.
        self._match = lru_cache(KEPT_MATCHES)(self._find)

    def begin(
        self,
        method: str,
        raw_path: bytes,
        raw_query: bytes,
        raw_headers: Headers,
        body: bytes,
        *,
        connection: asyncio.BaseTransport | None = None,
    ) -> Steps[dict[str, Any]] | None:
        """The steps that answer a request of which head and body are here. None: it is for the
        gateway, and nothing has happened."""
        try:
            if len(raw_path) + len(raw_query) + _length(raw_headers) > MAX_HEAD_BYTES:
                return None
            headers = _looked_at(raw_headers)
            if self._authorizer is None:
                refuse_strangers(headers, is_open=True)
            match = self._match(method, raw_path)
            query = read_query(raw_query.decode("latin-1"))
            route = match.route
            if route.short_way is None:
                return None
            claims = None
            if self._authorizer is not None and not route.is_public:
                claims = _at_once(self._authorizer.claims(headers.get("authorization")))
        except (Unusual, Refused, Unauthorized, IssuerFailed, BadRequest, RegentError):
            return None
        request_id = random_uuid()
        context = LambdaContext(
            route.function_name, request_id, self._lifetime, connection=connection
        )
        return route.short_way(
            names=match.path_parameters,
            query=query,
            body=body,
            claims=claims,
            request_id=request_id,
            context=context,
            client=headers.get(CLIENT_HEADER),
        )

    def _find(self, method: str, raw_path: bytes) -> Match:
        path = decode_path(raw_path)
        check_path(path)
        match = self._routes.find(method, path)
        if match is None:
            raise Unusual
        return match


def _length(headers: Headers) -> int:
    return sum([len(name) + len(value) for name, value in headers])


def _looked_at(headers: Headers) -> dict[str, str]:
    """The headers that decide. A page of a browser names its origin, and is answered at length."""
    found: dict[str, str] = {}
    for raw_name, value in headers:
        name = LOOKED_AT.get(raw_name)
        if name is not None:
            if name in found or name == "origin":
                raise Unusual
            found[name] = value.decode("latin-1")
    return found


def _at_once(asking: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns that has nothing to wait for."""
    try:
        asking.send(None)
    except StopIteration as end:
        found: T = end.value
        return found
    asking.close()
    raise Unusual
