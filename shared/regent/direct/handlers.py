"""The handlers of this process. They are found by name, as Lambda and the local server find them,
so that `shared` never imports `functions`."""

from __future__ import annotations

import importlib
import importlib.util
import threading
from typing import Any

from regent.local.routes import RouteTable
from regent.rooms import add_to_path

_loading = threading.Lock()
_routes: list[RouteTable] = []


def check_packages() -> None:
    """Say at once what is missing, not at the first request."""
    if importlib.util.find_spec("aws_lambda_powertools") is None:
        raise ModuleNotFoundError("no Powertools", name="aws_lambda_powertools")


def table() -> Any:
    """The module that lists the handlers."""
    add_to_path()
    return importlib.import_module("functions.handlers")


def are_loaded() -> bool:
    """Whether ``routes`` answers at once."""
    return bool(_routes)


def routes(apart: Any) -> RouteTable:
    """The routes of all handlers. They are imported once, with the first request: that takes some
    tenths of a second. ``apart``: what they find kept while they are imported."""
    if not _routes:
        with _loading:
            if not _routes:
                _routes.append(apart.run(lambda: RouteTable(table().API_MODULES)))
    return _routes[0]
