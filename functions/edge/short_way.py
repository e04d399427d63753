"""The short way of a request: a route's function is called without an event of API Gateway.

Powertools reads the event, finds the route and hands the parameters through its layers, which takes
longer than a push. A route that is marked can be called with the parts of a request instead. Only
what is accepted goes this way: where anything is refused or unusual, the long way says why. So no
refusal is written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import lru_cache, partial
from inspect import iscoroutine, iscoroutinefunction
from types import coroutine
from typing import Any, Final, TypeVar, get_type_hints

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Body, Path, Query
from aws_lambda_powertools.utilities.typing import LambdaContext
from pydantic import TypeAdapter

from functions.edge.calls import Call, Claims, claims_of, client_of
from functions.edge.resolver import Answer, Event, InThisThread, Resolver, fits, json_object
from functions.edge.roles import admit, role_needed
from functions.stores import settings
from regent.errors import RegentError
from regent.names import check_path
from regent.stores.calls import Call as StoreCall
from regent.stores.calls import Steps, carried_out

Function = TypeVar("Function", bound=Callable[..., Any])
#: Names in paths that a route remembers as valid.
_KEPT_NAMES: Final = 1024
#: Paths whose routes a handler remembers: those of few queues come again and again.
_KEPT_PATHS: Final = 1024


class LongWay(ValueError):
    """This request takes the long way. A refusal of pydantic is a ValueError, too."""


def has_short_way(function: Function) -> Function:
    """Mark a route whose function may be called with the parts of a request.

    It is a coroutine that awaits its calls of the stores, and nothing else that takes time: the
    local server runs it in the event loop, among others.
    """
    if not iscoroutinefunction(function):
        raise TypeError(f"{function.__qualname__} has to await its calls: write `async def`")
    function.has_short_way = True  # type: ignore[attr-defined]
    return function


class ShortWay:
    """How the parameters of one route come out of a request's parts."""

    def __init__(self, function: Callable[..., Steps[Response[Any]]]) -> None:
        self.function = function
        self._names: list[tuple[str, Callable[[str], Any]]] = []
        self._query: tuple[str, TypeAdapter[Any]] | None = None
        #: The parameters that its query may have.
        self.known: frozenset[str] = frozenset()
        self._body: tuple[str, TypeAdapter[Any]] | None = None
        for name, hint in get_type_hints(function, include_extras=True).items():
            for mark in getattr(hint, "__metadata__", ()):
                taken = (name, TypeAdapter(hint))
                if isinstance(mark, Path):
                    # The names of few queues come again and again.
                    self._names.append((name, lru_cache(_KEPT_NAMES)(taken[1].validate_python)))
                elif isinstance(mark, Query):
                    self._query = taken
                    self.known = frozenset(hint.__origin__.model_fields)
                elif isinstance(mark, Body):
                    self._body = taken

    def arguments(
        self, names: Mapping[str, str], query: Mapping[str, str], body: str | bytes
    ) -> dict[str, Any]:
        """The function's arguments. Raises ValueError or RegentError where the long way is to be
        taken."""
        given = {name: checked(names[name]) for name, checked in self._names}
        if not self.known.issuperset(query):
            raise LongWay
        if self._query is not None:
            name, taken = self._query
            given[name] = taken.validate_python(query)
        if self._body is not None:
            name, taken = self._body
            given[name] = taken.validate_python(json_object(body))
        elif body:
            raise LongWay
        return given


def _way_of(function: Callable[..., Any]) -> ShortWay | None:
    return ShortWay(function) if getattr(function, "has_short_way", False) else None


#: ``begin`` for one route.
Begin = Callable[..., Steps[Answer] | None]


class ShortWayResolver(Resolver):
    """Routes that may have a short way."""

    #: The request that this thread answers, whichever way it came.
    call: Call = InThisThread()  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self._ordered: list[tuple[Any, ShortWay | None]] | None = None
        self._find = lru_cache(_KEPT_PATHS)(self._found)

    def refused(self, error: Exception) -> Response[Any]:
        """What is answered to a request whose function raised this."""
        raise NotImplementedError

    def short_way_of(self, function: Callable[..., Any]) -> Begin | None:
        """Calls a route's function with the parts of a request; None: the route has no short
        way."""
        way = _way_of(function)
        return None if way is None else partial(self.begin, way)

    def begin(
        self,
        way: ShortWay,
        *,
        names: Mapping[str, str],
        query: Mapping[str, str],
        body: str | bytes,
        claims: Claims | None,
        request_id: str,
        context: LambdaContext,
        client: str | None = None,
    ) -> Steps[Answer] | None:
        """The steps that answer a request from its parts. None: it is for the long way, and nothing
        has happened."""
        if not fits(body, settings().max_request_bytes):
            return None
        call = Call(request_id, claims, context, len(body), client)
        try:
            admit(claims, role_needed(way.function))
            arguments = way.arguments(names, query, body)
        except (RegentError, ValueError):
            return None
        return self._answered(call, way.function(**arguments))

    @coroutine
    def _answered(
        self, call: Call, steps: Steps[Response[Any]]
    ) -> Generator[StoreCall[Any], Any, Answer]:
        """A function's steps, and its answer. Requests may take turns in one thread, so each step
        begins with its own request."""
        result, raised = None, None
        while True:
            self.call = call
            try:
                asked = steps.send(result) if raised is None else steps.throw(raised)
            except StopIteration as end:
                response: Response[Any] = end.value
                break
            except Exception as error:  # noqa: BLE001 - whatever it is, its client gets an answer
                response = self.refused(error)
                break
            result, raised = None, None
            try:
                result = yield asked
            except Exception as error:  # noqa: BLE001 - the function is told
                raised = error
        return {
            "statusCode": response.status_code,
            "headers": response.headers,
            "cookies": [],
            "body": response.body,
            "isBase64Encoded": False,
        }

    def handle_shortly(self, event: Event, context: LambdaContext) -> Answer | None:
        """Answer an event, if its route has a short way and the request may take it."""
        asked = event["requestContext"]
        body = event.get("body") or ""
        if asked.get("stage") != "$default" or (body and event.get("isBase64Encoded")):
            return None
        found = self._find(asked["http"]["method"], event["rawPath"])
        if found is None:
            return None
        way, names = found
        steps = self.begin(
            way,
            names=names,
            query=event.get("queryStringParameters") or {},
            body=body,
            claims=claims_of(event),
            request_id=asked["requestId"],
            context=context,
            client=client_of(event),
        )
        return None if steps is None else carried_out(steps)

    def _to_response(self, result: Any) -> Any:
        """What a function returned the long way; one that awaits its calls is run to its end."""
        return super()._to_response(carried_out(result) if iscoroutine(result) else result)

    def _found(self, method: str, path: str) -> tuple[ShortWay, Mapping[str, str]] | None:
        """The short way of the route that Powertools would find, and the names in its path."""
        try:
            check_path(path)
        except RegentError:
            return None
        for route, way in self._routes_in_order():
            if route.method == method and (match := route.rule.match(path)):
                return None if way is None else (way, match.groupdict())
        return None

    def _routes_in_order(self) -> list[tuple[Any, ShortWay | None]]:
        if self._ordered is None:
            self._ordered = [(each, _way_of(each.func)) for each in self.known_routes()]
        return self._ordered
