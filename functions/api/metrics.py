"""GET /metrics, /metrics/prometheus: numbers for monitoring, without a payload."""

from __future__ import annotations

from typing import Any

from aws_lambda_powertools.event_handler import Response
from pydantic import BaseModel

from functions.edge.http import Api, answer, described, errors
from functions.edge.process_info import this_process
from functions.edge.roles import Role, needs
from functions.forms.counted import Counted, age
from functions.forms.metrics import CONTENT_TYPE, LogEnd, exposition
from functions.forms.status import Counters
from functions.stores import activity, database, log_store, settings
from regent import __version__

app = Api()
handler = app.handler
activity()
log_store()
#: Monitors on one machine bring no token. On AWS the whole internet would read the names of queues.
WHO = Role.PUBLIC if settings().public_metrics else Role.READ_ONLY


class Messages(Counters):
    """Totals since the start, and the present state. ``rate``: messages pushed in a second, of the
    last minute that was counted."""

    total: int
    rate: float
    depth: int
    deadLetters: int


class Connections(BaseModel):
    """Connections of the process that answers: how many there may be, and how many wait for
    work."""

    poolSize: int
    idleConnections: int


class Memory(BaseModel):
    """Resident bytes of the process that answers; null where the system does not say."""

    rss: int | None


class Cpu(BaseModel):
    """Microseconds that the process which answers has used."""

    user: int
    system: int


class Run(BaseModel):
    """When a schedule's work was last done."""

    name: str
    ageSeconds: float


class MetricsAnswer(Counted):
    """``uptime`` is that of the process which answers, in seconds. Numbers of messages and leases
    are of now, or not older than ``asOf``."""

    version: str
    uptime: int
    queues: int
    partitions: int
    leases: int
    #: Age in seconds of the oldest message that a group has not completed.
    oldestMessageAgeSeconds: float
    messages: Messages
    log: LogEnd
    database: Connections
    memory: Memory
    cpu: Cpu
    schedules: list[Run]


@app.get(
    "/metrics",
    summary="Metrics as JSON",
    responses=described("Sums over all queues", MetricsAnswer) | errors(),
)
@needs(WHO)
def read_metrics() -> Response[Any]:
    """Sums over all queues, without any names."""
    found, process = activity().read_metrics(), this_process()
    return answer(
        200,
        {
            "version": __version__,
            "uptime": process.uptime_seconds,
            "queues": found["queues"],
            "partitions": found["partitions"],
            "leases": found["leases"],
            "oldestMessageAgeSeconds": max((g["seconds"] for g in found["byGroup"]), default=0),
            "messages": {
                "total": found["totals"]["pushed"],
                "rate": round(found["minutePushed"] / 60, 2),
                **found["totals"],
                "depth": found["depth"],
                "deadLetters": found["deadLetters"],
            },
            "log": log_store().read_safety(),
            "database": {
                "poolSize": settings().max_connections,
                "idleConnections": database().idle_connections,
            },
            "memory": {"rss": process.memory_rss_bytes},
            "cpu": {"user": process.cpu_user_us, "system": process.cpu_system_us},
            "schedules": [
                {"name": run["name"], "ageSeconds": run["age"]} for run in found["schedules"]
            ],
            **age(found),
        },
    )


@app.get(
    "/metrics/prometheus",
    summary="Metrics as Prometheus reads them",
    responses={
        200: {"description": "The text format, version 0.0.4", "content": {"text/plain": {}}},
        **errors(),
    },
)
@needs(WHO)
def read_prometheus() -> Response[Any]:
    """Series of the whole system, by queue and by group, with the names of queues and groups."""
    found = activity().read_metrics() | {"log": log_store().read_safety()}
    return Response(200, CONTENT_TYPE, exposition(found))
