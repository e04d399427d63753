"""The settings of each function, and API Gateway's routes, which are read from the handlers."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from functions.edge.roles import Role, role_needed
from functions.handlers import API_HANDLERS, CONSOLE, Handler
from infra.database import API_USER, RECLAIM_USER

#: API Gateway's limit for an integration, less a second in which the answer arrives.
API_TIMEOUT_SECONDS: Final = 29
#: A Lambda's processor grows with its memory: a whole one at 1,769 MB.
MEMORY_MB: Final = 512
#: The hot ones answer in half the time, for the same price. A function that waits is paid for by
#: its memory while it sleeps, so it gets no more than the others.
HOT_MEMORY_MB: Final = 1_024
#: On one machine everybody may call its routes; a stack says who may (`publicMetrics`).
METRICS: Final = "functions.api.metrics"
#: With the claims of the log, which are to it what pops and acks are to queues.
HOT: Final = frozenset({"log_groups", *(each.name for each in API_HANDLERS if each.hot)})
#: The end of the name of a function that answers the routes of a handler which hold requests.
WAITING: Final = "_waiting"


@dataclass(frozen=True, kw_only=True)
class FunctionSpec:
    """A function: its handler, its settings, and the role with which it logs in."""

    name: str
    module: str
    user: str = API_USER
    memory_mb: int = MEMORY_MB
    timeout_seconds: int = API_TIMEOUT_SECONDS
    encrypts: bool = False
    waits: bool = False
    #: How many may run at once; None: as many as the account allows.
    at_once: int | None = None

    @property
    def handler(self) -> str:
        """The handler's name on Lambda."""
        return f"{self.module}.handler"

    def name_in(self, stack: str) -> str:
        """The function's name on AWS: `regent-prod-log-groups` in `regent-prod`."""
        return f"{stack}-{self.name.replace('_', '-')}"


@dataclass(frozen=True)
class ApiRoute:
    """A route of API Gateway, and the function that answers it."""

    key: str
    function: str
    is_public: bool


def api_functions(
    auth_mode: str = "jwt", waiting_concurrency: int | None = None
) -> list[FunctionSpec]:
    """A function for each handler of the API; two for a handler that holds some of its requests:
    consumers that wait take the places of the second one only."""
    return [
        FunctionSpec(
            name=part.name,
            module=each.module,
            memory_mb=HOT_MEMORY_MB if part.name in HOT and not part.waits else MEMORY_MB,
            encrypts=each.encrypts,
            waits=part.waits,
            user=API_USER if each.connects else "",
            at_once=waiting_concurrency if part.waits else None,
        )
        for each in deployed(auth_mode)
        for part in _parts(each)
    ]


class _Part(NamedTuple):
    """Routes of a handler that one function answers."""

    name: str
    waits: bool
    routes: list[Any]


def _parts(handler: Handler) -> list[_Part]:
    routes = importlib.import_module(handler.module).app.known_routes()
    held: list[Any] = []
    others: list[Any] = []
    for route in routes:
        (held if getattr(route.func, "holds", False) else others).append(route)
    name = f"{handler.name}{WAITING}" if others else handler.name
    parts = (_Part(handler.name, False, others), _Part(name, True, held))
    return [part for part in parts if part.routes]


def deployed(auth_mode: str) -> list[Handler]:
    """The handlers of a stack. A browser has no keys to sign with, so where callers sign their
    requests there is no console."""
    return [each for each in API_HANDLERS if auth_mode != "iam" or each.module != CONSOLE]


RECLAIM: Final = FunctionSpec(
    name="reclaim",
    module="functions.schedules.reclaim",
    user=RECLAIM_USER,
    # It ends well before the next run: an event waits for a minute at most.
    timeout_seconds=45,
    at_once=1,
)
#: It builds indexes on existing data, so it gets the longest time that Lambda has.
INSTALL: Final = FunctionSpec(
    name="install", module="functions.deploy.install", user="", timeout_seconds=900, at_once=1
)


def api_routes(auth_mode: str = "jwt", *, public_metrics: bool = False) -> Iterator[ApiRoute]:
    """The handlers' own routes, as API Gateway writes them.

    A name in a path may hold slashes, and API Gateway decodes `%2F` before it looks for a route. So
    if a path ends with a placeholder, that placeholder takes the whole rest of the path. Other
    paths that match it as well go to the handler, which knows its paths exactly.
    """
    for handler in deployed(auth_mode):
        for part in _parts(handler):
            for route in part.routes:
                path = re.sub(r"\{(\w+)\}$", r"{\1+}", route.openapi_path)
                yield ApiRoute(
                    key=f"{route.method} {path}",
                    function=part.name,
                    is_public=role_needed(route.func) is Role.PUBLIC
                    and (public_metrics or handler.module != METRICS),
                )
