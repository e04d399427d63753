"""GET /openapi.json: the contract, generated from the handlers. GET /: where to find it."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Any, Final

from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from functions.edge.http import Api, answer, described
from functions.edge.roles import Role, needs
from functions.forms.openapi import Document, describe, name_operations
from functions.handlers import API_MODULES
from functions.stores import settings
from regent import __version__
from regent.numbers import whole

app = Api()
handler = app.handler

#: While Powertools describes a handler, another thread that does so finds foreign fields.
_describing: Final = Lock()


class RootAnswer(BaseModel):
    """What answers here, and where it says more."""

    name: str
    version: str
    openapi: str
    health: str
    docs: str


@app.get(
    "/",
    summary="What this is",
    responses=described("Regent", RootAnswer)
    | {302: {"description": "To the console, for a browser"}},
)
@needs(Role.PUBLIC)
def root() -> Response[Any]:
    """For whoever opens the server's address: its name, its version, and where to read on. A
    browser, which accepts text/html, is sent to the console."""
    if settings().console and "text/html" in (app.current_event.headers.get("accept") or ""):
        return Response(302, headers={"Location": "/console/", "Vary": "Accept"})
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
    with _describing:
        return Response(200, "application/json", _text())


@cache
def _text() -> str:
    return json.dumps(document())


def document() -> Document:
    """The descriptions of all handlers in one."""
    merged: Document = {
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
        text = app.get_openapi_json_schema(title="Regent", version=__version__)
        # Powertools writes bounds as floats, and a large one loses its last digits.
        part = json.loads(text, parse_float=lambda number: whole(float(number)))
        describe(app, part)
        for path, operations in part["paths"].items():
            for operation in operations.values():
                operation["tags"] = [module.rpartition(".")[2]]
            merged["paths"].setdefault(path, {}).update(operations)
        merged["components"]["schemas"].update(part.get("components", {}).get("schemas", {}))
    name_operations(merged)
    return merged
