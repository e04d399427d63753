"""The OpenAPI document of a handler, as it holds: what Powertools leaves out of it, and what it
gets wrong."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any, Final

from functions.edge.http import Api
from functions.edge.roles import Role, role_needed
from regent.errors import RegentError, Unauthorized

Document = dict[str, Any]

_ERROR: Final[Document] = {
    "application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}
}
#: What may become of any request, before a handler looks at it or in spite of one.
_ALWAYS: Final[Mapping[str, str]] = {
    "400": "The request cannot be read, or it has a query parameter that the route does not have.",
    "403": "The token's role may not do this, or a page of another site called the local server.",
    "408": "The request did not arrive in time.",
    "413": "A request or a message over its limit.",
    "431": "Request line and headers over 10,240 bytes.",
    "500": RegentError.__doc__ or "",
    "503": "The server, its database or the issuer of its tokens has no time or does not answer.",
}
_NULL: Final[Document] = {"type": "null"}


def describe(app: Api, part: Document) -> None:
    """Correct the document of one handler."""
    for route in app.known_routes():
        operation = part["paths"][route.openapi_path][route.method.lower()]
        operation["operationId"] = route.func.__name__
        operation["description"] = inspect.getdoc(route.func)
        _describe_query(operation, route)
        _describe_body(operation)
        _describe_answers(operation)
        _say_who_may(operation, role_needed(route.func))


def name_operations(document: Document) -> None:
    """Make the verb's name the operation's, because clients that are generated have a method of
    that name. A verb of several handlers bears the handler's name as well, an alias its path."""
    named: dict[str, list[tuple[str, Document]]] = {}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            named.setdefault(operation["operationId"], []).append((path, operation))
    for verb, places in named.items():
        handlers = {operation["tags"][0] for _, operation in places}
        for number, (path, operation) in enumerate(sorted(places, key=lambda place: len(place[0]))):
            if len(handlers) > 1:
                operation["operationId"] = f"{operation['tags'][0]}_{verb}"
            elif number > 0:
                operation["operationId"] = f"{verb}_{'_'.join(re.findall('[a-z]+', path)[2:])}"


def _describe_query(operation: Document, route: Any) -> None:
    """Say more of query parameters than their bare types. One is there or not, and never null."""
    for field in route.dependant.query_params:
        properties = field.type_.model_json_schema()["properties"]
        for parameter in operation["parameters"]:
            if parameter["in"] == "query":
                parameter["schema"] = _without_null(properties[parameter["name"]])


def _describe_body(operation: Document) -> None:
    """A body that may be left out is no null."""
    body = operation.get("requestBody")
    if body is not None:
        content = body["content"]["application/json"]
        given = content["schema"]
        content["schema"] = _without_null(given)
        content["schema"].pop("title", None)  # "Request", as in all such bodies
        body["required"] = "anyOf" not in given


def _describe_answers(operation: Document) -> None:
    answers = operation["responses"]
    # Powertools adds a 422 to each route; here an invalid request is a 400.
    answers.pop("422", None)
    if "204" in answers:
        del answers["204"]["content"]
    for status, words in _ALWAYS.items():
        answers.setdefault(status, {"description": words, "content": _ERROR})


def _say_who_may(operation: Document, role: Role) -> None:
    """Add the role that a route needs, and the refusal of a request without a token."""
    operation["x-regent-role"] = role.name.lower().replace("_", "-")
    if role is not Role.PUBLIC:
        operation["security"] = [{"token": []}]
        operation["responses"]["401"] = {"description": Unauthorized.__doc__, "content": _ERROR}


def _without_null(schema: Document) -> Document:
    """The schema of a value that may be left out, and is described as one that may be null."""
    choices = schema.get("anyOf", [])
    if _NULL not in choices:
        return schema
    left = [choice for choice in choices if choice != _NULL]
    outer = {name: value for name, value in schema.items() if name != "anyOf"}
    if outer.get("default", ...) is None:
        del outer["default"]
    return {**outer, **(left[0] if len(left) == 1 else {"anyOf": left})}
