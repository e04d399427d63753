"""The handlers' cost without the database, the cost of a cold start, the size of the package."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from packaging.requirements import Requirement

from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.queue_calls import QueueCalls
from tests.bench.arena import Arena
from tests.bench.clients import elsewhere, p50_in_turns, timed
from tests.bench.contenders import payload
from tests.bench.effort import Effort
from tests.bench.report import REGENT, Row, Section, Target

ROOT = Path(__file__).parents[2]
NOTE = (
    "The handler is called with API Gateway's event; its store answers at once what the database"
    " would have answered, so all of the Python is in: routing, validation, the documents that go"
    " to Postgres, the answer. Median of many calls. The yardstick is a handler of Powertools with"
    " one route that answers nothing, called with the same event. Cold init: a fresh interpreter"
    " that imports the push handler, against one that imports nothing, best of several. Package:"
    " the files of the dependencies of a Lambda, of shared/ and of functions/, without byte code"
    " and without what Lambda brings itself (nothing of that is needed)."
)
EMPTY = "empty handler"
#: To the empty handler, by messages.
REACH = {1: "≤ 1.6x", 100: "≤ 35x"}
TURNS, BLOCK = 20, 20
REACH_COLD = "≤ 30x"
COLD_STARTS = 8


def handlers(arena: Arena, effort: Effort) -> list[Section]:
    """Push and pop of 1 and of 100, cold init, package size."""
    rows = []
    for messages, reach in REACH.items():
        for handler in ("push", "pop"):
            took = elsewhere(partial(p50_ms, handler, messages))
            shape = f"{handler} handler, {messages}"
            rows.append(Row(shape, "ms", took, None, EMPTY, Target.parse(reach)))
    cold, size = cold_init_ms(), package_megabytes()
    rows.append(Row("cold init", "ms", cold, None, "bare Python", Target.parse(REACH_COLD)))
    rows.append(Row("package, unzipped", "MB", {REGENT: size}, target=Target.parse("≤ 30 MB")))
    return [Section("Handlers without the database", NOTE, rows)]


def cold_init_ms() -> dict[str, float]:
    """The best of several starts, in turns. Byte code is kept elsewhere, because a deployed package
    has it."""
    programs = {REGENT: "import functions.api.push", "bare Python": "pass"}
    times: dict[str, list[float]] = {name: [] for name in programs}
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment |= {"PYTHONPYCACHEPREFIX": folder}
        for _ in range(COLD_STARTS):
            for name, code in programs.items():
                start = time.perf_counter()
                subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)
                times[name].append(time.perf_counter() - start)
    return {name: min(each) * 1000 for name, each in times.items()}


def package_megabytes() -> float:
    """The sum of all files that a package of the handlers has to hold."""
    files: set[Path] = set()
    for name in _distributions():
        found = distribution(name)
        files |= {Path(str(found.locate_file(file))) for file in found.files or ()}
    for room in ("shared", "functions"):
        files |= set((ROOT / room).rglob("*"))
    sizes = (f.stat().st_size for f in files if f.is_file() and "__pycache__" not in f.parts)
    return sum(sizes) / 1_000_000


def _distributions() -> set[str]:
    """The names of the distributions that a Lambda has."""
    lines = (ROOT / "requirements/lambda.lock").read_text().splitlines()
    pinned = [Requirement(line.removesuffix(" \\")) for line in lines if line[:1].isalpha()]
    return {one.name for one in pinned if one.marker is None or one.marker.evaluate()}


def p50_ms(handler: str, messages: int) -> dict[str, float]:
    """In a process of its own: the handlers read the environment when they are imported."""
    os.environ["REGENT_DATABASE_URL"] = "postgresql://nowhere"
    module: Any = importlib.import_module(f"functions.api.{handler}")
    store = Queues(_Answers(handler, messages), Encryption(Settings()))  # type: ignore[arg-type]
    calls = QueueCalls(store)
    module.queue_calls = lambda: calls
    event, context = _event(handler, messages), _Context()
    call, nothing = partial(module.handler, event, context), partial(_empty, event, context)
    wanted = {"push": 201, "pop": 200}[handler]
    if call()["statusCode"] != wanted:
        raise AssertionError(call()["body"])
    if nothing()["statusCode"] != 204:
        raise AssertionError(nothing()["body"])
    return p50_in_turns({REGENT: timed(call), EMPTY: timed(nothing)}, TURNS, BLOCK)


_app = APIGatewayHttpResolver()


@_app.route(rule=".+", method=["GET", "POST"])
def _nothing() -> Response[None]:
    return Response(204)


def _empty(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """The handler that answers nothing."""
    return _app.resolve(event, context)


class _Answers:
    """In place of regent.database.Database: the answers of the verbs that it calls."""

    def __init__(self, handler: str, messages: int) -> None:
        now = datetime.now(UTC)
        text = json.dumps(payload(0))
        message = (
            "orders", "", "", 7, "customer-7", 42, uuid.uuid4(), str(uuid.uuid4()), None, None,
            None, text, False, None, now, 1, 0, None, None,
        )  # fmt: skip
        terms = (*[None] * (len(message) - 2), 300, now)
        lane = (1, 7, "customer-7", None, None, None, None)
        pushed = (7, None, None, None) if messages == 1 else lane
        self._rows: Sequence[Any] = (
            [pushed] if handler == "push" else [*[message] * messages, terms]
        )

    def call(self, statement: str, *parameters: object) -> Sequence[Any]:
        return self._rows


class _Context:
    """Lambda's context, with the parts that the handlers use."""

    aws_request_id = "00000000-0000-0000-0000-000000000001"
    function_name = "regent-bench"
    memory_limit_in_mb = "512"
    invoked_function_arn = "arn:aws:lambda:eu-west-1:123456789012:function:regent-bench"

    def get_remaining_time_in_millis(self) -> int:
        return 29_000


def _event(handler: str, messages: int) -> dict[str, Any]:
    items = [
        {"queue": "orders", "partition": "customer-7", "payload": payload(number)}
        for number in range(messages)
    ]
    method, path = {
        "push": ("POST", "/api/v1/push"),
        "pop": ("GET", "/api/v1/pop/queue/orders"),
    }[handler]
    query = {"batch": str(messages)}
    rest = {"body": json.dumps({"items": items})} if handler == "push" else {}
    return {
        "version": "2.0",
        "routeKey": "$default",
        "rawPath": path,
        "rawQueryString": "" if handler == "push" else f"batch={messages}",
        "headers": {"host": "bench", "content-type": "application/json"},
        **({} if handler == "push" else {"queryStringParameters": query}),
        "requestContext": {
            "http": {"method": method, "path": path, "protocol": "HTTP/1.1"},
            "requestId": "bench",
            "stage": "$default",
        },
        "isBase64Encoded": False,
        **rest,
    }
