"""The story of a stack: it is installed, and a message is pushed, popped, completed, reclaimed.

Every step goes through what was provisioned (requests/); only the database is this machine's.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

import jwt
import psycopg
from cryptography.hazmat.primitives.asymmetric import rsa

from glue_jobs.lib.lag_metrics import metrics_of
from regent.local.events import HttpAnswer
from regent.local.postgres import Postgres
from tests.rehearsal.cloud import Cloud
from tests.rehearsal.records import Stack
from tests.rehearsal.requests.functions import Functions, Metric
from tests.rehearsal.requests.gateway import Gateway
from tests.rehearsal.requests.refusals import NotProvisioned
from tests.rehearsal.requests.schedules import tick
from tests.rehearsal.rules.alarms import OWN, watched

_KEY: Final = rsa.generate_private_key(public_exponent=65537, key_size=2048)
MASTER: Final = "regent_master"
#: Printed when something fails; tests/api/test_encryption.py sees it.
ONLY_IN_TROUBLE: Final = ("KeysRefused",)


class StoryBroke(Exception):
    """A step did not end as it does in a correct stack."""


@dataclass
class Stage:
    """All that a story needs: the gateway, the functions, and the database behind them."""

    stack: Stack
    cloud: Cloud
    functions: Functions
    database_url: str

    def gateway(self) -> Gateway:
        """The API, at the URL that the stack exports."""
        issuer = self.stack.config.get("jwtIssuer", "")
        return Gateway(
            self.cloud, self.functions, self.stack.exports["apiUrl"], {issuer: _KEY.public_key()}
        )

    def headers(self, **claims: Any) -> dict[str, str]:
        """What an admitted client sends, in this stack's mode."""
        mode = self.stack.config.get("authMode", "jwt")
        headers = {"content-type": "application/json"}
        if mode == "iam":
            headers["authorization"] = "AWS4-HMAC-SHA256 Credential=rehearsal"
        elif mode == "jwt":
            headers["authorization"] = f"Bearer {self.token(**claims)}"
        return headers

    def token(self, **claims: Any) -> str:
        """A token of the stack's issuer."""
        config = self.stack.config
        now = dt.datetime.now(dt.UTC)
        said = {
            "iss": config["jwtIssuer"],
            "aud": json.loads(config["jwtAudience"])[0],
            "exp": now + dt.timedelta(minutes=5),
            "sub": "rehearsal",
            "role": "admin",
            **claims,
        }
        return jwt.encode(said, _KEY, algorithm="RS256")


@contextmanager
def database(postgres: Postgres, name: str) -> Iterator[str]:
    """An empty database as Aurora makes one. Its master is no superuser, and it has the role that
    may log in with a token."""
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        for statement in (
            "create role rds_iam",
            f"create role {MASTER} login createrole createdb",
            f"grant rds_iam to {MASTER} with admin option",
        ):
            with suppress(psycopg.errors.DuplicateObject):
                connection.execute(statement.encode())
        connection.execute(f"create database {name} owner {MASTER}".encode())
    yield postgres.url(name)
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f"drop database {name} with (force)".encode())


@contextmanager
def stage(stack: Stack, cloud: Cloud, database_url: str) -> Iterator[Stage]:
    """The functions run until the block ends."""
    functions = Functions(cloud, database_url)
    try:
        yield Stage(stack, cloud, functions, database_url)
    finally:
        functions.close()


def tell(stage: Stage, *, all_routes: bool = True) -> list[str]:
    """Run every step in order; returns a line for each. Raises the first failure. Without all
    routes, some steps find nothing to ask."""
    memory: dict[str, Any] = {}
    steps = [step for step in STEPS if all_routes or step not in (_monitors, _console)]
    return [f"{(step.__doc__ or '').partition('.')[0]}: {step(stage, memory)}" for step in steps]


def _install(stage: Stage, memory: dict[str, Any]) -> str:
    """install, called as `pulumi up` does."""
    calls = stage.stack.resources.of("lambda/invocation:Invocation")
    if len(calls) != 1:
        raise StoryBroke(f"`pulumi up` calls {len(calls)} functions, instead of install")
    inputs = calls[0].inputs
    report = stage.functions.invoke(inputs["functionName"], json.loads(inputs["input"]))
    if report.get("created") is not True:
        raise StoryBroke(f"the schema was not made: {report}")
    with psycopg.connect(stage.database_url) as connection:
        users = connection.execute(
            "select rolname from pg_roles where rolcanlogin and rolname like 'regent%%'"
            " and not pg_has_role(rolname, 'rds_iam', 'member')"
        ).fetchall()
    if users:
        raise StoryBroke(f"these users cannot log in with a token: {users}")
    return "the schema is there"


def _refusals(stage: Stage, memory: dict[str, Any]) -> str:
    """who has no token is refused."""
    gateway = stage.gateway()
    mode = stage.stack.config.get("authMode", "jwt")
    path = "/api/v1/pop/queue/nothing"
    plain = gateway.request("GET", path, headers={})
    wanted = {"jwt": 401, "iam": 403, "none": 204}[mode]
    _expect(plain, wanted, f"{path} without a token")
    if mode == "jwt":
        for claims in ({"aud": "another"}, {"iss": "https://another.example"}, {"exp": 1}):
            headers = {"authorization": f"Bearer {stage.token(**claims)}"}
            _expect(gateway.request("GET", path, headers=headers), 401, f"with {claims}")
        nobody = stage.headers(role="nobody")
        _expect(gateway.request("GET", path, headers=nobody), 403, "without a role")
    return f"{wanted} without one"


def _monitors(stage: Stage, memory: dict[str, Any]) -> str:
    """metrics are for readers, and health is for everybody."""
    gateway = stage.gateway()
    mode = stage.stack.config.get("authMode", "jwt")
    wanted = {"jwt": 401, "iam": 403, "none": 200}[mode]
    is_open = stage.stack.config.get("publicMetrics") == "true" or mode == "none"
    for path in ("/metrics", "/metrics/prometheus"):
        answer = gateway.request("GET", path, headers={})
        _expect(answer, 200 if is_open else wanted, f"{path} without a token")
        _expect(gateway.request("GET", path, headers=stage.headers(role="read-only")), 200, path)
    health = json.loads(gateway.request("GET", "/health", headers={}).body)
    asked = "not asked" if stage.stack.config.get("minAcu") == "0" else "connected"
    if health["database"] != asked:
        raise StoryBroke(f"/health says of the database {health['database']!r}, not {asked!r}")
    return "open" if is_open else "closed"


def _console(stage: Stage, memory: dict[str, Any]) -> str:
    """the console's page, without a token."""
    gateway = stage.gateway()
    mode = stage.stack.config.get("authMode", "jwt")
    browser = {"accept": "text/html"}
    root = gateway.request("GET", "/", headers=browser)
    if mode == "iam":
        _expect(root, 200, "/ for a browser, where there is no console")
        _expect(gateway.request("GET", "/console/", headers=browser), 404, "/console/")
        return "none, because a browser cannot sign"
    _expect(root, 302, "/ for a browser")
    for path in ("/console", "/console/", "/console/queue?name=a%2Fb&tab=chart"):
        page = gateway.request("GET", path, headers=browser)
        _expect(page, 200, path)
    script = re.search(r'src="([^"]+main\.js)"', page.body.decode())
    if script is None:
        raise StoryBroke("the console's page has no script")
    found = gateway.request("GET", script[1], headers={"accept-encoding": "gzip"})
    _expect(found, 200, script[1])
    if b"start()" not in gzip.decompress(found.body):
        raise StoryBroke("the console's script is not the one that starts it")
    login = json.loads(gateway.request("GET", "/console/config.json", headers={}).body)["login"]
    asks = "oidc" if stage.stack.config.get("consoleClientId") else "paste"
    if login["mode"] != {"jwt": asks, "none": "none"}[mode]:
        raise StoryBroke(f"the console logs in by {login['mode']}")
    return f"served, with the login {login['mode']}"


def _push(stage: Stage, memory: dict[str, Any]) -> str:
    """push through the gateway."""
    items = [{"queue": "orders/eu", "partition": "a", "payload": {"n": 1}}]
    answer = _call(stage, "POST", "/api/v1/push", {"items": items}, status=201)
    if [one["status"] for one in answer] != ["queued"]:
        raise StoryBroke(f"push answered {answer}")
    return "queued"


def _names(stage: Stage, memory: dict[str, Any]) -> str:
    """a name that the gateway would cut is made nowhere."""
    items = [{"queue": "orders?old", "payload": {}}]
    _call(stage, "POST", "/api/v1/push", {"items": items}, status=400)
    _call(stage, "GET", "/api/v1/pop/queue/orders%2Feu?consumerGroup=a%3Fb", None, status=400)
    return "refused"


def _pop(stage: Stage, memory: dict[str, Any]) -> str:
    """pop, by a path with an encoded slash."""
    answer = _call(stage, "GET", "/api/v1/pop/queue/orders%2Feu?batch=10", None, status=200)
    memory["message"] = answer["messages"][0]
    if [one["data"] for one in answer["messages"]] != [{"n": 1}]:
        raise StoryBroke(f"pop answered {answer}")
    return "the payload that was pushed"


def _ack(stage: Stage, memory: dict[str, Any]) -> str:
    """ack."""
    message = memory["message"]
    body = {name: message[name] for name in ("transactionId", "partitionId", "leaseId")}
    answer = _call(stage, "POST", "/api/v1/ack", {**body, "status": "completed"}, status=200)
    if [one["success"] for one in answer] != [True]:
        raise StoryBroke(f"ack answered {answer}")
    return "completed"


def _reclaim(stage: Stage, memory: dict[str, Any]) -> str:
    """the schedule calls reclaim, which finds an expired lease."""
    items = [{"queue": "late", "payload": {}}]
    _call(stage, "POST", "/api/v1/push", {"items": items}, status=201)
    _call(stage, "GET", "/api/v1/pop/queue/late", None, status=200)
    with psycopg.connect(stage.database_url, autocommit=True) as connection:
        connection.execute(
            "create or replace function queen.now() returns timestamptz language sql volatile"
            " parallel safe return clock_timestamp() + interval '1 hour'"
        )
    schedules = stage.stack.resources.of("scheduler/schedule:Schedule")
    (name,) = [each.outputs["name"] for each in schedules]
    done = tick(stage.cloud, stage.functions, name)
    if done["leasesExpired"] != 1:
        raise StoryBroke(f"the reclaim answered {done}")
    return "one lease"


def _watched(stage: Stage, memory: dict[str, Any]) -> str:
    """what alarms and the dashboard look at was printed by functions."""
    printed = stage.functions.metrics() | _of_the_lag_job(stage)
    looked_at = [metric for metric in watched(stage.stack) if metric.namespace == OWN]
    for metric in looked_at:
        if metric.name in ONLY_IN_TROUBLE:
            continue
        known = Metric(metric.namespace, metric.name, frozenset(metric.dimensions.items()))
        if known not in printed:
            raise StoryBroke(
                f"{metric.by} looks at {metric.name} of {dict(metric.dimensions)}, which"
                f" no function printed; printed were {sorted({each.name for each in printed})}"
            )
    return f"{len(looked_at)} metrics of ours"


def _of_the_lag_job(stage: Stage) -> set[Metric]:
    """What the lag job sends of the whole system, under the name that the stack gives it."""
    jobs = stage.stack.resources.of("glue/job:Job")
    (given,) = [each.inputs["defaultArguments"] for each in jobs if each.name == "lag"]
    if "--metrics-namespace" not in given:
        return set()
    system = defaultdict(int, scope="system", verdict="ok")
    return {
        Metric(given["--metrics-namespace"], metric.name, frozenset(metric.dimensions.items()))
        for metric in metrics_of([system], 0, given["--service"])
    }


STEPS: Final[tuple[Callable[[Stage, dict[str, Any]], str], ...]] = (
    _install, _refusals, _monitors, _console, _push, _names, _pop, _ack, _reclaim, _watched,
)  # fmt: skip


def _call(
    stage: Stage, method: str, path: str, body: Mapping[str, Any] | None, *, status: int
) -> Any:
    sent = b"" if body is None else json.dumps(body).encode()
    answer = stage.gateway().request(method, path, sent, stage.headers())
    _expect(answer, status, f"{method} {path}")
    return json.loads(answer.body) if answer.body else None


def _expect(answer: HttpAnswer, status: int, what: str) -> None:
    if answer.status != status:
        raise StoryBroke(f"{what}: {answer.status} {answer.body.decode()[:500]}, not {status}")


__all__ = ["NotProvisioned", "Stage", "StoryBroke", "database", "stage", "tell"]
