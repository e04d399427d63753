"""Whatever comes in, the answer is a success or the client's fault, and one that OpenAPI describes.

The requests are made from the OpenAPI document, so a new route is fuzzed by itself. They are the
same in every run. Each operation finds the database of ``fuzz_states``: one that changes it finds a
clone of its own.
"""

from __future__ import annotations

import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Annotated, Any, Final

import psycopg
import pytest
import schemathesis.generation.hypothesis
from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path
from hypothesis import HealthCheck, Phase, given, seed, settings
from pydantic import BaseModel, ValidationError
from schemathesis import Case

from functions.api import dlq, openapi
from functions.edge.http import Api, answer, described, errors
from functions.edge.roles import Role, needs
from functions.handlers import API_MODULES
from regent.errors import Busy, InvalidRequest
from regent.local.postgres import Postgres
from regent.names import QueueName
from tests.api.fuzz_cases import Document, Operation, cursor_of, lean, operation_of, requests, send
from tests.api.fuzz_states import Names, fill
from tests.support import http
from tests.support.clock import StoppedClock
from tests.support.http import Reply, calling, restart
from tests.support.roles import routes_of

OPERATIONS: Final = [(method, path) for method, path, _ in routes_of(API_MODULES)]
EXAMPLES: Final = 10
#: So often an operation gets new examples, until one of its requests is answered with 2xx.
ROUNDS: Final = 6
ERROR: Final = {"error", "code", "requestId"}
#: Handlers whose errors say the code twice, because their published clients read it there.
SAY_THE_CODE_TWICE: Final = {"topics", "member_groups", "members"}


#: What pydantic says of a wrong value.
PYDANTIC: Final = re.compile(
    r"Input should|should have|should be|Field required|Value error|[Uu]nable to|Extra inputs"
)


@dataclass(frozen=True)
class World:
    """A database that holds something of everything, and the document of the API over it."""

    postgres: Postgres
    database: str
    names: Names
    document: Document

    @contextmanager
    def url(self, operation: Operation) -> Iterator[str]:
        """Where an operation runs: in the database itself if it only reads."""
        if operation.definition.raw.get("x-regent-role", "public") in ("public", "read-only"):
            yield _as("regent_api", self.postgres.url(self.database))
            return
        with _administered(self.postgres) as execute:
            execute(f"create database fuzzed template {self.database} strategy file_copy")
            try:
                yield _as("regent_api", self.postgres.url("fuzzed"))
            finally:
                execute("drop database fuzzed with (force)")


@contextmanager
def _administered(postgres: Postgres) -> Iterator[Callable[[str], object]]:
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        yield lambda statement: connection.execute(statement.encode())


def _as(role: str, owner_url: str) -> str:
    return owner_url.replace("//postgres@", f"//{role}@")


@pytest.fixture(scope="module")
def world(postgres: Postgres, template: str) -> World:
    with _administered(postgres) as execute:
        execute(f"create database template_fuzz template {template}")
    owner_url = postgres.url("template_fuzz")
    clock = StoppedClock(owner_url)
    clock.advance(0)
    with (
        pytest.MonkeyPatch.context() as monkeypatch,
        calling(_as("regent_api", owner_url), monkeypatch) as call,
    ):
        names = fill(call, clock, _as("regent_jobs", owner_url), owner_url)
        document = lean(call("GET", "/openapi.json").body)
    return World(postgres, "template_fuzz", names, document)


@pytest.fixture(autouse=True)
def patched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A redrive does not sleep. And schemathesis leaves Hypothesis as it is: its changes would
    take the printer of failures away from the other tests of this process."""
    monkeypatch.setattr(dlq, "timer", dlq.Timer(sleep=lambda seconds: None))
    monkeypatch.setattr(schemathesis.generation.hypothesis, "setup", lambda: None)


def fuzz(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    path: str,
    *,
    examples: int = EXAMPLES,
    phases: tuple[Phase, ...] = (Phase.generate, Phase.shrink),
) -> Counter[int]:
    """Send requests to an operation; the statuses of their answers."""
    operation = operation_of(world.document, method, path, world.names)
    statuses: Counter[int] = Counter()
    with world.url(operation) as url, calling(url, monkeypatch) as call:
        restart(monkeypatch, long_poll_seconds="0")

        @settings(
            max_examples=examples,
            phases=phases,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(requests(operation, cursor_of(call, operation, world.names)))
        def run(cases: list[Case]) -> None:
            for case in cases:
                reply = send(call, case)
                check(case, reply)
                statuses[reply.status] += 1

        for number in range(ROUNDS):
            seed(zlib.crc32(f"{number} {operation.label}".encode()))(run)()
            if succeeded(statuses):
                break
    return statuses


def succeeded(statuses: Counter[int]) -> bool:
    return any(status < 300 for status in statuses)


def check(case: Case, reply: Reply) -> None:
    """What ``call`` leaves open: no 5xx, even where it is described, and one shape of error."""
    said = f"{case.method} {case.formatted_path} {case.query} {case.body!r}: {reply}"
    assert reply.status < 500, said
    if reply.status >= 400:
        assert ERROR <= set(reply.body) <= {*ERROR, "detail", "errorCode"}, said
        assert isinstance(reply.body["error"], str), said
        assert reply.body["error"], said
        # The value that is refused may be any text, and stands in quotes.
        assert not PYDANTIC.search(re.sub(r"'[^']*'", "''", reply.body["error"])), said
        assert reply.body["requestId"] == "test-request", said
        assert reply.headers["Content-Type"] == "application/json", said
        assert isinstance(case.operation.tags, list)
        twice = case.operation.tags[0] in SAY_THE_CODE_TWICE
        assert reply.body.get("errorCode") == (reply.body["code"] if twice else None), said


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_fuzz(
    world: World, monkeypatch: pytest.MonkeyPatch, method: str, path: str, examples: int
) -> None:
    statuses = fuzz(world, monkeypatch, method, path, examples=examples)
    assert succeeded(statuses), (
        f"{method} {path} was never answered with 2xx, but with {dict(statuses)}."
        " Give it something to find in fuzz_states.py."
    )


def test_every_operation_of_the_document_is_fuzzed(world: World) -> None:
    described = [
        (method.upper(), path)
        for path, operations in world.document["paths"].items()
        for method in operations
    ]
    assert sorted(OPERATIONS) == sorted(described)


class PlantedAnswer(BaseModel):
    queue: str


PLANTED: Final = "/api/v1/planted/{queue}"


@pytest.fixture
def plant(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., World]]:
    """``plant(look)``: the world with one more route, which answers what ``look`` does."""

    def planted(look: Callable[[str], Response[Any]]) -> World:
        app = Api()

        @app.get(
            "/api/v1/planted/<queue>",
            summary="Look at a queue",
            responses=described("The queue", PlantedAnswer) | errors(),
        )
        @needs(Role.READ_ONLY)
        def _(queue: Annotated[QueueName, Path()]) -> Response[Any]:
            return look(queue)

        module = ModuleType("planted")
        vars(module).update(app=app, handler=app.handler)
        monkeypatch.setitem(sys.modules, "planted", module)
        monkeypatch.setattr(openapi, "API_MODULES", ("planted",))
        monkeypatch.setattr(http, "API_MODULES", ("planted",))
        return replace(world, document=lean(openapi.document()))

    return planted


def show(queue: str) -> Response[Any]:
    return answer(200, {"queue": queue})


def fail(queue: str) -> Response[Any]:
    raise RuntimeError("nobody thought of this")


def give_up(queue: str) -> Response[Any]:
    raise Busy("come back later")


def say_more(queue: str) -> Response[Any]:
    return answer(200, {"queue": queue, "more": 1})


def say_less(queue: str) -> Response[Any]:
    return answer(200, {})


def be_a_teapot(queue: str) -> Response[Any]:
    return answer(418, {"queue": queue})


@pytest.mark.parametrize(
    ("look", "complaint"),
    [
        (fail, "status=500"),
        (give_up, "status=503"),
        (say_more, "'more': 1"),
        (say_less, "Field required"),
        (be_a_teapot, "answers 418"),
    ],
)
def test_a_planted_fault_is_found(
    plant: Callable[..., World],
    monkeypatch: pytest.MonkeyPatch,
    look: Callable[[str], Response[Any]],
    complaint: str,
) -> None:
    """One that only shows where a request bears a real name."""
    planted = plant(lambda queue: look(queue) if queue == "mail" else show(queue))
    with pytest.raises((AssertionError, ValidationError), match=complaint):
        fuzz(planted, monkeypatch, "GET", PLANTED, phases=(Phase.generate,))


def test_without_a_fault_nothing_is_found(
    plant: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert succeeded(fuzz(plant(show), monkeypatch, "GET", PLANTED))


def test_a_route_that_only_refuses_does_not_succeed(
    plant: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(queue: str) -> Response[Any]:
        raise InvalidRequest("not this one")

    assert not succeeded(fuzz(plant(refuse), monkeypatch, "GET", PLANTED))
