"""Finds the handler that answers a request, as API Gateway's routes do.

Handlers are named by strings, the way Lambda names them, so that `shared` never imports
`functions`. A handler is a module with `app`, its Powertools resolver, and `handler`.
"""

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from regent.limits import CLIENT_HEADER
from regent.local.context import LambdaContext
from regent.local.events import HttpAnswer, HttpRequest, build_event, read_answer
from regent.stores.calls import Steps, carried_out

LambdaHandler = Callable[[dict[str, Any], Any], Any]
#: Takes the parts of a request by name: names, query, body, claims, request_id, context, client.
#: Returns the steps that answer it. None: the request is for the handler.
ShortWay = Callable[..., Steps[dict[str, Any]] | None]

# What a handler reads as a no; anything else may be a yes, however it is spelt.
FALSE_WORDS = frozenset({"false", "0", "no", "n", "off", "f"})
# With one of these a request may wait.
WAITING_PARAMETERS = ("wait", "maxWaitMs")


class Names(Protocol):
    """What the placeholders of a route stand for in a path."""

    def groupdict(self) -> dict[str, str]:
        """By the placeholders' names."""


class Rule(Protocol):
    """A route's path, as its resolver reads it: the gateway and the handler may never disagree."""

    def match(self, path: str, /) -> Names | None:
        """The names in a path; None: it is another route's."""


@dataclass(frozen=True, slots=True)
class Route:
    """One method and path of one handler."""

    method: str
    key: str
    rule: Rule
    #: Whether it is called without a token: a handler says so beside the route.
    is_public: bool
    function_name: str
    handler: LambdaHandler
    #: Calls the route's function without an event, where the handler has such a way.
    short_way: ShortWay | None
    #: Whether it waits whatever its query says: a handler says so beside the route.
    may_wait: bool
    #: Whether it is answered even while all other requests queue up.
    never_waits: bool
    #: Whether it changes something, though it may be a GET.
    changes: bool
    #: Whether it may make something available for those who wait, and does not tell them.
    keeps_news: bool

    def waits(self, query: Mapping[str, str]) -> bool:
        """Whether a request to it may wait for what it asks for."""
        asked = [query.get(name, "false").lower() for name in WAITING_PARAMETERS]
        return self.may_wait or (not self.never_waits and not FALSE_WORDS.issuperset(asked))


@dataclass(frozen=True, slots=True)
class Match:
    """A route, and what its path's placeholders stand for in this request."""

    route: Route
    path_parameters: dict[str, str]

    def answer(
        self,
        request: HttpRequest,
        *,
        query: dict[str, str],
        body: bytes,
        claims: dict[str, Any] | None,
        context: LambdaContext,
    ) -> HttpAnswer:
        """Have the handler answer a request: the short way, or with an event of API Gateway."""
        route, request_id = self.route, context.aws_request_id
        if route.short_way is not None:
            steps = route.short_way(
                names=self.path_parameters,
                query=query,
                body=body,
                claims=claims,
                request_id=request_id,
                context=context,
                client=request.headers.get(CLIENT_HEADER),
            )
            if steps is not None:
                return read_answer(carried_out(steps))
        event = build_event(
            request,
            query=query,
            body=body,
            route_key=route.key,
            path_parameters=self.path_parameters,
            request_id=request_id,
            claims=claims,
        )
        return read_answer(route.handler(event, context))


class RouteTable:
    """The routes of all handlers; a path without placeholders wins over one with them."""

    def __init__(self, module_names: Iterable[str]) -> None:
        self._static: dict[tuple[str, str], Match] = {}
        self._dynamic: list[Route] = []
        #: How the paths of routes with a short way begin.
        self.short_paths: tuple[bytes, ...] = ()
        for module_name in module_names:
            self._add_handler(module_name)

    def find(self, method: str, path: str) -> Match | None:
        """Return the first route for this method and percent-decoded path."""
        match = self._static.get((method, path))
        if match is not None:
            return match
        for route in self._dynamic:
            if route.method == method and (found := route.rule.match(path)):
                return Match(route, found.groupdict())
        return None

    def methods(self, path: str) -> list[str]:
        """Return the methods that this path knows, sorted; none: the path is unknown."""
        methods = {method for method, static_path in self._static if static_path == path}
        methods |= {route.method for route in self._dynamic if route.rule.match(path)}
        return sorted(methods)

    def _add_handler(self, module_name: str) -> None:
        module = importlib.import_module(module_name)
        function_name = "regent-" + module_name.rpartition(".")[2].replace("_", "-")
        for known in module.app.known_routes():
            _prepare(known, module.app)
            short_way = module.app.short_way_of(known.func)
            route = Route(
                method=known.method,
                key=f"{known.method} {known.openapi_path}",
                rule=known.rule,
                is_public=getattr(known.func, "is_public", False),
                function_name=function_name,
                handler=module.handler if short_way is None else module.app.answer_at_length,
                short_way=short_way,
                may_wait=getattr(known.func, "may_wait", False),
                never_waits=getattr(known.func, "never_waits", False),
                changes=getattr(known.func, "changes", False),
                keeps_news=known.method != "GET" and not getattr(known.func, "tells", False),
            )
            if short_way is not None:
                self.short_paths += (known.path.partition("<")[0].encode(),)
            if "<" in known.path:
                self._dynamic.append(route)
            else:
                self._static.setdefault((route.method, known.path), Match(route, {}))


def _prepare(route: Any, app: Any) -> None:
    # Powertools wraps a route in its middlewares at the first request, without a lock: two first
    # requests at once would wrap it twice. A Lambda never has two; our threads do.
    if not route._middleware_stack_built:  # noqa: SLF001
        route._build_middleware_stack(app._router_middlewares, app)  # noqa: SLF001
