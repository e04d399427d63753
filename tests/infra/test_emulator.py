"""The package in AWS's own runtime: real invocations against a real Postgres.

The code of the zip runs here, unpacked, under awslambdaric and the runtime interface emulator. This
repository and its environment are not on its path.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from infra.package import emulator
from infra.package.emulator import Function
from regent.local.events import HttpAnswer, HttpRequest, build_event, read_answer, read_query
from regent.local.postgres import Postgres

Serve = Callable[..., Function]


@pytest.fixture
def serve(task: Path, url: str, tmp_path: Path) -> Iterator[Serve]:
    """``serve("functions.api.push")`` → that function, in an environment of its own."""
    with ExitStack() as running:

        def start(module: str, database_url: str = url, **environment: str) -> Function:
            variables = {"REGENT_DATABASE_URL": database_url, **environment}
            folder = tmp_path / module
            return running.enter_context(
                emulator.running(task, f"{module}.handler", folder, variables)
            )

        yield start


def send(
    function: Function, method: str, path: str, body: Any = None, query: str = ""
) -> HttpAnswer:
    """Act as API Gateway: an event of payload 2.0 in, an HTTP answer out."""
    event = build_event(
        HttpRequest(
            method=method,
            path=path,
            query=query,
            headers={"host": "regent.test", "content-type": "application/json"},
            cookies=[],
            protocol="HTTP/1.1",
            client_host="127.0.0.1",
        ),
        query=read_query(query),
        body=b"" if body is None else json.dumps(body).encode(),
        route_key=f"{method} {path}",
        path_parameters={},
        request_id="emulated",
        claims=None,
    )
    return read_answer(function.invoke(event))


def metrics(function: Function) -> list[dict[str, Any]]:
    """The metrics that CloudWatch would read in the log: EMF documents, a line each."""
    lines = [line for line in function.log().splitlines() if line.startswith('{"_aws"')]
    return [json.loads(line) for line in lines]


def test_push_pop_and_ack_in_awss_runtime(serve: Serve, owner_url: str) -> None:
    push, pop, ack = (serve(f"functions.api.{module}") for module in ("push", "pop", "ack"))
    pushed = send(push, "POST", "/api/v1/push", {"items": [_item("one"), _item("two")]})
    assert pushed.status == 201
    assert [item["status"] for item in json.loads(pushed.body)] == ["queued", "queued"]

    popped = send(pop, "GET", "/api/v1/pop/queue/orders/partition/customer-7", query="batch=2")
    assert popped.status == 200
    messages = json.loads(popped.body)["messages"]
    assert [message["data"] for message in messages] == ["one", "two"]

    for message in messages:
        verdict = {
            "transactionId": message["transactionId"],
            "partitionId": message["partitionId"],
            "leaseId": message["leaseId"],
            "status": "completed",
        }
        assert send(ack, "POST", "/api/v1/ack", verdict).status == 200
    again = send(pop, "GET", "/api/v1/pop/queue/orders")
    assert again.status == 204
    assert again.body == b""
    with psycopg.connect(owner_url) as connection:
        rows = connection.execute("select committed from queen.partition_consumers").fetchall()
    assert rows == [(2,)]


def test_the_log_has_a_cold_start_once_and_no_line_for_each_request(serve: Serve) -> None:
    push = serve("functions.api.push")
    for number in range(2):
        assert send(push, "POST", "/api/v1/push", {"items": [_item(number)]}).status == 201
    (begun,) = metrics(push)
    assert begun["ColdStart"] == [1.0]
    (about,) = begun["_aws"]["CloudWatchMetrics"]
    assert about["Namespace"] == "Regent"
    assert about["Metrics"] == [{"Name": "ColdStart", "Unit": "Count"}]
    assert push.init_ms() > 0


def test_wrong_input_is_answered_and_is_no_failure_of_the_function(serve: Serve) -> None:
    push = serve("functions.api.push")
    wrong = send(push, "POST", "/api/v1/push", {"items": [{"payload": 1}]})
    assert wrong.status == 400
    assert json.loads(wrong.body)["error"] == "items[0].queue: is missing"
    assert json.loads(wrong.body)["code"] == "INVALID_REQUEST"
    assert send(push, "GET", "/api/v1/nowhere").status == 404
    assert send(push, "POST", "/api/v1/push", {"items": [_item(1)]}).status == 201
    assert "[ERROR]" not in push.log()


def test_behind_an_authorizer_a_request_without_claims_is_refused(serve: Serve) -> None:
    push = serve("functions.api.push", REGENT_AUTH_REQUIRED="true")
    assert send(push, "POST", "/api/v1/push", {"items": [_item(1)]}).status == 401


def test_reclaim_runs(serve: Serve, owner_url: str) -> None:
    reclaim = serve(
        "functions.schedules.reclaim", owner_url.replace("//postgres@", "//regent_reclaim@")
    )
    answer = reclaim.invoke({})
    assert answer["rounds"] == 1
    assert answer["leasesExpired"] == 0
    assert answer["activityCounted"] is True


def test_install_makes_the_schema_in_an_empty_database(
    serve: Serve, postgres: Postgres, owner_url: str
) -> None:
    """The package holds the SQL, and the function finds it there."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("drop schema queen cascade")
        connection.execute("drop schema log cascade")
    install = serve("functions.deploy.install", owner_url)
    assert install.invoke({})["created"] is True
    assert install.invoke({}) == {"created": False, "migrated": [], "routinesReplaced": False}
    with psycopg.connect(owner_url) as connection:
        (found,) = connection.execute("select count(*) from queen.queues").fetchone() or (None,)
        # The stack's database is Regent's alone.
        makes_tables = connection.execute(
            "select has_database_privilege('regent_api', current_database(), 'temporary')"
        ).fetchone()
    assert found == 0
    assert makes_tables == (False,)


def test_nothing_but_the_package_and_the_runtime_can_be_imported(
    serve: Serve, task: Path, tmp_path: Path
) -> None:
    serve("functions.api.push")
    runtime = tmp_path / "functions.api.push" / "runtime"
    assert sorted(path.name.partition(".")[0] for path in runtime.iterdir()) == [
        "awslambdaric", "runtime_client", "simplejson", "snapshot_restore_py",
    ]  # fmt: skip
    code = "import importlib.util as u; print([u.find_spec(n) is None for n in {!r}])"
    wanted = ["boto3", "cryptography", "tests", "infra", "pytest", "uvicorn", "regent.local"]
    done = subprocess.run(
        [sys.executable, "-S", "-c", code.format(wanted)],
        cwd=task, env={"PYTHONPATH": f"{task}:{runtime}"}, check=True, capture_output=True,
    )  # fmt: skip
    assert done.stdout.decode().split() == ["[True,", *["True,"] * 5, "True]"]


def test_a_handler_that_is_not_there_is_reported(serve: Serve) -> None:
    answer = serve("functions.api.nothing").invoke({})
    assert answer["errorType"] == "Runtime.ImportModuleError"
    assert "functions.api.nothing" in answer["errorMessage"]


def _item(payload: Any) -> dict[str, Any]:
    return {"queue": "orders", "partition": "customer-7", "payload": payload}
