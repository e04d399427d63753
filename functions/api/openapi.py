"""GET /openapi.json: the contract, generated from the handlers. GET /: where to find it."""

from __future__ import annotations

import inspect
import json
from functools import cache
from importlib import import_module
from typing import Any

from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from functions.edge.http import Api, answer, described
from functions.edge.roles import Role, needs, role_needed
from functions.handlers import API_MODULES
from regent import __version__
from regent.errors import Forbidden, Unauthorized

app = Api()
handler = app.handler

_ERROR: Any = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}


class RootAnswer(BaseModel):
    """What answers here, and where it says more."""

    name: str
    version: str
    openapi: str
    health: str
    docs: str


@app.get("/", summary="What this is", responses=described("Regent", RootAnswer))
@needs(Role.PUBLIC)
def root() -> Response[Any]:
    """For whoever opens the server's address: its name, its version, and where to read on."""
    return answer(
        200,
        {
            "name": "Regent",
            "version": __version__,
            "openapi": "/openapi.json",
            "health": "/health",
            "docs": "docs/README.md of the repository",
        },
    )


@app.get("/openapi.json", summary="This document", responses={200: {"description": "OpenAPI 3.1"}})
@needs(Role.PUBLIC)
def openapi() -> Response[Any]:
    """Every route of every handler, with every error."""
    return Response(200, "application/json", _document())


@cache
def _document() -> str:
    merged: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "Regent",
            "version": __version__,
            "description": "An ordered message queue on Postgres.",
        },
        "paths": {},
        "components": {
            "schemas": {},
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
            },
        },
    }
    for module in API_MODULES:
        app = import_module(module).app
        part = json.loads(app.get_openapi_json_schema(title="Regent", version=__version__))
        _describe(app, part)
        for path, operations in part["paths"].items():
            for operation in operations.values():
                operation["tags"] = [module.rpartition(".")[2]]
                # Powertools adds a 422 to each route; here an invalid request is a 400.
                operation["responses"].pop("422", None)
            merged["paths"].setdefault(path, {}).update(operations)
        merged["components"]["schemas"].update(part.get("components", {}).get("schemas", {}))
    return json.dumps(merged)


def _describe(app: Api, part: dict[str, Any]) -> None:
    """Add what Powertools leaves out: a route's docstring, and more of query parameters than their
    bare types."""
    for route in app.known_routes():
        operation = part["paths"][route.openapi_path][route.method.lower()]
        operation["description"] = inspect.getdoc(route.func)
        _say_who_may(operation, role_needed(route.func))
        operation["responses"]["431"] = {
            "description": "Request line and headers over 10,240 bytes",
            "content": _ERROR,
        }
        for field in route.dependant.query_params:
            properties = field.type_.model_json_schema()["properties"]
            for parameter in operation["parameters"]:
                if parameter["in"] == "query":
                    parameter["schema"] = properties[parameter["name"]]


def _say_who_may(operation: dict[str, Any], role: Role) -> None:
    """Add the role that a route needs, and the two refusals that follow from it."""
    if role is Role.PUBLIC:
        return
    operation["security"] = [{"token": []}]
    operation["x-regent-role"] = role.name.lower().replace("_", "-")
    for kind in (Unauthorized, Forbidden):
        operation["responses"][str(kind.status)] = {
            "description": inspect.getdoc(kind),
            "content": _ERROR,
        }
