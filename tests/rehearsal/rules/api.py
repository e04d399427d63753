"""The HTTP API: limits of API Gateway, and the routes of the handlers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from functions.handlers import API_HANDLERS, API_MODULES
from regent.local.routes import RouteTable
from tests.rehearsal.records import Resource, Stack
from tests.rehearsal.rules.rule import Rule, is_on

#: API Gateway's limits, for HTTP APIs.
MAX_INTEGRATION_MS: Final = 29_000
MAX_ROUTES: Final = 300
#: Of ours: health checks a second.
MAX_HEALTH_RATE: Final = 10
_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")


def integrations(stack: Stack) -> Iterator[str]:
    """An integration ends within 29 s, not before the function does; events have format 2.0."""
    functions = stack.resources.of("lambda/function:Function")
    for integration in stack.resources.of("apigatewayv2/integration:Integration"):
        inputs = integration.inputs
        timeout = inputs.get("timeoutMilliseconds", 30_000)
        if timeout > MAX_INTEGRATION_MS:
            yield f"{integration.label} waits {timeout} ms, more than {MAX_INTEGRATION_MS}"
        if inputs.get("payloadFormatVersion") != "2.0":
            yield f"{integration.label} sends events of {inputs.get('payloadFormatVersion')}"
        called = _called(integration, functions)
        if called is None:
            yield f"{integration.label} calls no function of the stack: {inputs['integrationUri']}"
        elif called.inputs.get("timeout", 3) * 1000 > timeout:
            seconds = called.inputs.get("timeout", 3)
            yield f"{integration.label} gives up before its function does, at {seconds} s"


def _called(integration: Resource, functions: Sequence[Resource]) -> Resource | None:
    """The function that an integration calls."""
    for function in functions:
        if integration.inputs["integrationUri"] == function.outputs["invokeArn"]:
            return function
    return None


def route_keys(stack: Stack) -> Iterator[str]:
    """A method and a path; no two that a request could match alike; not too many."""
    seen: dict[str, str] = {}
    routes = stack.resources.of("apigatewayv2/route:Route")
    for route in routes:
        key = route.inputs["routeKey"]
        method, _, path = key.partition(" ")
        if method not in _METHODS or not path.startswith("/"):
            yield f"the route {key!r} is no method and path"
        shape = re.sub(r"\{\w+(\+?)\}", r"{\1}", key)
        if shape in seen:
            yield f"the routes {key!r} and {seen[shape]!r} are one to API Gateway"
        seen[shape] = key
    if len(routes) > MAX_ROUTES:
        yield f"{len(routes)} routes; an API has {MAX_ROUTES}"


def routes_are_those_of_openapi(stack: Stack) -> Iterator[str]:
    """Every route of the served document, and no other."""
    served = {
        re.sub(r"\{(\w+)\}", "{}", f"{method.upper()} {path}")
        for path, operations in openapi()["paths"].items()
        for method, operation in operations.items()
        # A browser cannot sign its requests.
        if stack.config.get("authMode") != "iam" or operation["tags"] != ["console"]
    }
    provisioned = {
        re.sub(r"\{(\w+)\+?\}", "{}", route.inputs["routeKey"])
        for route in stack.resources.of("apigatewayv2/route:Route")
    }
    yield from (f"API Gateway lacks {key}" for key in sorted(served - provisioned))
    yield from (f"no handler has {key}" for key in sorted(provisioned - served))


def routes_lead_to_their_handlers(stack: Stack) -> Iterator[str]:
    """A route leads to the function whose handler has the route, as the local server finds it."""
    table = RouteTable(API_MODULES)
    for route in stack.resources.of("apigatewayv2/route:Route"):
        method, _, path = route.inputs["routeKey"].partition(" ")
        sample = re.sub(r"\{(\w+)\+?\}", r"sample-\1", path)
        module = _module_of(table, method, sample)
        called = _answering(stack, route)
        handler = called.inputs["handler"] if called else None
        if handler != f"{module}.handler":
            yield f"{method} {path} leads to {handler}, not to {module}.handler"


def _answering(stack: Stack, route: Resource) -> Resource | None:
    """The function that answers a route."""
    target = str(route.inputs.get("target", "")).removeprefix("integrations/")
    for integration in stack.resources.of("apigatewayv2/integration:Integration"):
        if integration.id == target:
            return _called(integration, stack.resources.of("lambda/function:Function"))
    return None


def work_is_not_held_up(stack: Stack) -> Iterator[str]:
    """Consumers that wait take the places of functions with a limit; none of these has work to do
    that cannot wait with them."""
    for route in stack.resources.of("apigatewayv2/route:Route"):
        called = _answering(stack, route)
        places = called.inputs.get("reservedConcurrentExecutions", -1) if called else -1
        if route.inputs["routeKey"].startswith("POST ") and places != -1:
            yield f"{route.inputs['routeKey']} has {places} places, and no more when it needs them"


def _module_of(table: RouteTable, method: str, path: str) -> str | None:
    found = table.find(method, path)
    if found is None:
        return None
    name = found.route.function_name.removeprefix("regent-").replace("-", "_")
    return next(each.module for each in API_HANDLERS if each.name == name)


def tokens_where_openapi_says(stack: Stack) -> Iterator[str]:
    """Routes that need a role are behind the authorizer; public ones are not."""
    kind = {"jwt": "JWT", "iam": "AWS_IAM", "none": "NONE"}[stack.config.get("authMode", "jwt")]
    secured = {
        re.sub(r"\{(\w+)\}", "{}", f"{method.upper()} {path}"): bool(operation.get("security"))
        for path, operations in openapi()["paths"].items()
        for method, operation in operations.items()
    }
    authorizers = {each.id for each in stack.resources.of("apigatewayv2/authorizer:Authorizer")}
    for route in stack.resources.of("apigatewayv2/route:Route"):
        key = route.inputs["routeKey"]
        needs_role = secured.get(re.sub(r"\{(\w+)\+?\}", "{}", key))
        if key.startswith("GET /metrics"):  # on one machine, and with this key, for everybody
            needs_role = not is_on(stack, "publicMetrics")
        wanted = kind if needs_role else "NONE"
        given = route.inputs.get("authorizationType", "NONE")
        if given != wanted:
            yield f"{key} is {given}, not {wanted}"
        if given == "JWT" and route.inputs.get("authorizerId") not in authorizers:
            yield f"{key} names no authorizer of the stack"


def limited_and_written_down(stack: Stack) -> Iterator[str]:
    """A rate, a burst, an access log without possible secrets; one deployment of all routes."""
    routes = stack.resources.of("apigatewayv2/route:Route")
    for stage in stack.resources.of("apigatewayv2/stage:Stage"):
        settings = stage.inputs.get("defaultRouteSettings", {})
        if not settings.get("throttlingRateLimit") or not settings.get("throttlingBurstLimit"):
            yield f"{stage.label} lets everything through"
        log = stage.inputs.get("accessLogSettings")
        if bool(log) != is_on(stack, "accessLog", default=True):
            yield f"{stage.label} writes an access log: {bool(log)}"
        if log and re.search(r"header|\$context\.path|queryString|authorizer\.jwt", log["format"]):
            yield f"{stage.label} writes down what may be secret: {log['format']}"
        slow = {each["routeKey"]: each for each in stage.inputs.get("routeSettings", [])}
        if slow.get("GET /health", {}).get("throttlingRateLimit", 1_000) > MAX_HEALTH_RATE:
            yield f"{stage.label} lets everybody ask the database as often as they like"
        missing = [route for route in routes if route.urn not in stage.needs]
        if missing:
            yield f"{stage.label} may be deployed before {len(missing)} of its routes"


@cache
def openapi() -> Mapping[str, Any]:
    """The document that is served."""
    from functions.api.openapi import openapi as served

    document: Mapping[str, Any] = json.loads(served().body or "{}")
    return document


RULES: Final[tuple[Rule, ...]] = (
    integrations, route_keys, routes_are_those_of_openapi, routes_lead_to_their_handlers,
    tokens_where_openapi_says, limited_and_written_down,
    work_is_not_held_up,
)  # fmt: skip
