"""Who may call what, as the contract says it: rules about methods and paths, for tests only.

The handlers write each route's role beside it (`@needs`); this table is the second opinion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

from functions.edge.roles import Role

#: Each may do what those before it may.
LEVELS: Final = ("public", "read-only", "read-write", "admin")

_READ: Final = (
    "status|analytics|archive|costs|jobs|resources|messages|consumer-groups|subscriptions|dlq"
    "|traces"
)
#: The first rule that fits decides: a narrow one stands above the wide one that it is taken from.
RULES: Final = (
    ("GET", r"/|/console(/.*)?|/health|/metrics|/metrics/prometheus|/openapi\.json", "public"),
    ("GET", r"/api/v1/system/maintenance(/pop)?", "read-only"),
    ("GET|POST|PUT|DELETE", r"/api/v1/system/.*|/internal/.*", "admin"),
    ("GET", r"/api/v1/session|/api/v1/audit", "read-only"),
    ("POST", r"/api/v1/stats/refresh", "admin"),
    # What cannot be taken back: queues, what they hold, groups, subscriptions, dead letters.
    ("POST|DELETE", r"/api/v1/(resources/(queues|partitions)|queues)/.*", "admin"),
    ("DELETE", r"/api/v1/(consumer-groups|subscriptions)/.*", "admin"),
    ("POST|DELETE", r"/api/v1/dlq/purge", "admin"),
    ("DELETE", r"/api/v1/dlq(/.*)?", "admin"),
    ("GET", r"/api/v1/pop(/.*)?", "read-write"),
    ("POST", r"/api/v1/(configure|push|ack|transaction|lease|traces)(/.*)?", "read-write"),
    ("POST", r"/api/v1/(consumer-groups|subscriptions)/.*", "read-write"),
    ("POST|DELETE", r"/api/v1/messages/.*", "read-write"),
    ("POST", r"/api/v1/dlq/redrive(s|s/.+/stop)?", "read-write"),
    ("POST", r"/api/v1/dlq/outcomes", "read-only"),
    ("POST", r"/api/v1/log/read(-partition)?", "read-only"),
    ("POST|PUT|DELETE", r"/api/v1/log/.*", "read-write"),
    ("GET", r"/api/v1/log/.*", "read-only"),
    # Who reads records, or asks what it was assigned, works as a consumer.
    ("GET", r"/api/v1/consumer-group/(records|assignment/.*)", "read-write"),
    ("POST", r"/api/v1/(metadata|consumer-group)/.*|/api/v1/produce", "read-write"),
    ("DELETE", r"/api/v1/metadata/.*", "admin"),
    ("GET", r"/api/v1/metadata/.*|/api/v1/consumer-group/offsets", "read-only"),
    (
        "GET",
        rf"/api/v1/({_READ})(/.*)?",
        "read-only",
    ),
)

Route = tuple[str, str, Callable[..., Any]]


def level(method: str, path: str) -> str:
    """The level that the rules give a route; ``path`` may be one, or its pattern."""
    for methods, paths, given in RULES:
        if re.fullmatch(methods, method) and re.fullmatch(paths, path, re.DOTALL):
            return given
    raise LookupError(
        f"{method} {path}: no rule says who may call it; look into the contract and add one to"
        " RULES in tests/support/roles.py"
    )


def wrong_roles(routes: Iterable[Route]) -> list[str]:
    """Routes that have no role of their own, or another than the contract gives them."""
    complaints = []
    for method, path, function in routes:
        role = getattr(function, "role", None)
        try:
            wanted = level(method, path)
        except LookupError as unknown:
            complaints.append(str(unknown))
            continue
        if not isinstance(role, Role):
            complaints.append(f"{method} {path}: no @needs(Role.…) below its decorator")
        elif role is not Role[wanted.upper().replace("-", "_")]:
            complaints.append(f"{method} {path}: needs {role.name}, the contract says {wanted}")
    return complaints


def routes_of(modules: Iterable[str]) -> list[Route]:
    """Every route of these handlers: its method, its path, and the function that answers it."""
    apps = [import_module(module).app for module in modules]
    return [
        (route.method, route.openapi_path, route.func)
        for app in apps
        for route in app.known_routes()
    ]
