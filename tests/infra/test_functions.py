"""Which functions a stack has: consumers that wait take no places of others, and little memory."""

from __future__ import annotations

import ast
import importlib
import inspect

import pytest

from functions.handlers import API_MODULES
from infra.handlers import api_functions, api_routes

WAITING = {
    "pop": {
        "GET /api/v1/pop",
        "GET /api/v1/pop/queue/{queue+}",
        "GET /api/v1/pop/queue/{queue}/partition/{partition+}",
    },
    "topics_waiting": {"GET /api/v1/consumer-group/records"},
    "members_waiting": {"GET /api/v1/consumer-group/assignment/{member+}"},
    "log_waiting": {"GET /api/v1/log/messages"},
}


def test_routes_that_hold_requests_have_functions_of_their_own() -> None:
    functions = {spec.name: spec for spec in api_functions(waiting_concurrency=7)}
    assert {name for name, spec in functions.items() if spec.waits} == set(WAITING)
    assert {name for name, spec in functions.items() if spec.at_once == 7} == set(WAITING)
    answered: dict[str, set[str]] = {}
    for route in api_routes():
        answered.setdefault(route.function, set()).add(route.key)
    assert {name: answered[name] for name in WAITING} == WAITING
    assert "POST /api/v1/produce" in answered["topics"]
    assert "POST /api/v1/consumer-group/heartbeat" in answered["members"]
    assert "POST /api/v1/log/append" in answered["log"]


def test_sleep_is_not_paid_for_twice() -> None:
    memory = {spec.name: spec.memory_mb for spec in api_functions()}
    assert {memory[name] for name in WAITING} == {512}
    assert {memory[name] for name in ("push", "ack", "transaction", "topics", "log")} == {1_024}


@pytest.mark.parametrize("module", API_MODULES)
def test_every_route_that_waits_is_marked(module: str) -> None:
    """One that is not would wait in a function without a limit, and be cut off there."""
    loaded = importlib.import_module(module)
    waits = waiting_functions(inspect.getsource(loaded))
    marked = {route.func.__name__ for route in loaded.app.known_routes() if _is_held(route.func)}
    routes = {route.func.__name__ for route in loaded.app.known_routes()}
    assert waits & routes == marked


def _is_held(function: object) -> bool:
    return getattr(function, "holds", False)


def waiting_functions(source: str) -> set[str]:
    """The functions of a module that wait, by themselves or by others of the module."""
    calls = {
        each.name: {node.id for node in ast.walk(each) if isinstance(node, ast.Name)}
        for each in ast.parse(source).body
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    waits = {"look_again", "Patience"}
    while more := {name for name, called in calls.items() if called & waits} - waits:
        waits |= more
    return waits


def test_a_route_that_waits_by_another_function_is_found() -> None:
    source = "async def get():\n    return await _get()\nasync def _get():\n    look_again(1)\n"
    assert waiting_functions(source) >= {"get", "_get"}
