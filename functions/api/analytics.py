"""GET /api/v1/analytics/…: what a console draws, and who holds which partition."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, listed
from functions.edge.process_info import this_process
from functions.edge.roles import Role, needs
from functions.forms.analytics import (
    ArchiveBatchesAnswer,
    BatchStatus,
    LeasesAnswer,
    OperationsAnswer,
    ParkedAnswer,
    PostgresAnswer,
    QueueLag,
    RetentionAnswer,
    RetentionTotals,
    SystemAnswer,
    WorkersAnswer,
)
from functions.forms.costs import CostsAnswer, CostsQuery, bill_answer
from functions.forms.spans import SpanQuery
from functions.stores import activity, database, retention, settings
from regent.identifiers import lease_name
from regent.names import Label
from regent.rows import Row

app = Api()
handler = app.handler
activity()
retention()


class ChartQuery(SpanQuery):
    """Charts of the busiest queues, or of one."""

    queue: Label | None = None


class BatchesQuery(PageQuery):
    """The queue of the batches, and how far they are."""

    queue: Label | None = None
    status: BatchStatus | None = None


class LeasesQuery(PageQuery):
    """The queue and the group of the leases; ``stuck``: only leases that end within 30 seconds."""

    queue: Label | None = None
    consumerGroup: Label | None = None
    stuck: bool = False


@app.get(
    "/api/v1/analytics/queue-ops",
    summary="What happened in each queue",
    responses=described("A point for each step and queue", OperationsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_operations(query: Annotated[ChartQuery, Query()]) -> Response[Any]:
    """What happened in the 20 queues with most messages pushed and popped in that time, or in the
    queue that is named."""
    found = activity().chart_queues(query.span(), query.queue or None)
    seconds = found["bucketMinutes"] * 60
    series = [
        {
            "bucket": point["at"],
            "queueName": point["queue"],
            "pushMessages": point["pushed"],
            "popMessages": point["popped"],
            "ackSuccess": point["acked"],
            "ackFailed": point["failed"],
            "leasesExpired": point["lapsed"],
            "messagesExpired": point["expired"],
            "deadLetters": point["dead"],
            "depth": point["depth"],
            **_rates(point, seconds),
            **_lag(point),
        }
        for point in found["points"]
    ]
    return answer(
        200,
        {
            **_chart(found),
            "series": series,
            "queues": sorted({point["queueName"] for point in series}),
            "queuesLeftOut": found["queuesLeftOut"],
        },
    )


@app.get(
    "/api/v1/analytics/queue-lag",
    summary="How old the oldest open message was",
    responses=described("A point for each step and queue", list[QueueLag]) | errors(),
)
@needs(Role.READ_ONLY)
def read_lag(query: Annotated[ChartQuery, Query()]) -> Response[Any]:
    """The lag of the 20 busiest queues or of one, the newest first. A step shows the highest lag
    that was counted in it; an average is not measured."""
    found = activity().chart_queues(query.span(), query.queue or None)
    return answer(
        200,
        [
            {
                "queueName": point["queue"],
                "popCount": point["popped"],
                **_lag(point),
                "bucketTime": point["at"],
            }
            for point in reversed(found["points"])
        ],
    )


@app.get(
    "/api/v1/analytics/worker-metrics",
    summary="How the consumers do",
    responses=described("Steps, and the queues that popped most", WorkersAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_workers(query: Annotated[ChartQuery, Query()]) -> Response[Any]:
    """Efficiency (completed of what was handed out), lease utilisation (leased partitions of all),
    and how long partitions were held."""
    found = activity().read_workers(query.span(), query.queue or None)
    points = [_worker_point(point) for point in reversed(found["points"])]
    popped, acked = (sum(point[name] for point in found["points"]) for name in ("popped", "acked"))
    failed, lapsed = (sum(point[n] for point in found["points"]) for n in ("failed", "lapsed"))
    return answer(
        200,
        {
            **_chart(found),
            "pointCount": len(points),
            "timeSeries": points,
            "workers": [],  # consumers are not registered: any of them may return at any time
            "queues": found["queues"],
            "queuesLeftOut": found["queuesLeftOut"],
            "summary": {
                "totalPushMessages": sum(point["pushed"] for point in found["points"]),
                "totalPopMessages": popped,
                "totalAckMessages": acked + failed,
                "totalAckFailed": failed,
                "totalDlq": sum(point["dead"] for point in found["points"]),
                "totalLeasesExpired": lapsed,
                "pendingMessages": found["pending"],
                "efficiencyPercent": _percent(acked, popped),
            },
        },
    )


@app.get(
    "/api/v1/analytics/system-metrics",
    summary="What the process that answers uses",
    responses=described("One sample", SystemAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_system(query: Annotated[SpanQuery, Query()]) -> Response[Any]:
    """CPU, memory and connections of the process that answers, now. It does not know other
    processes, and no history is kept."""
    found = activity().time_range(query.span())
    process = this_process()
    metrics: dict[str, dict[str, Any]] = {
        "cpu": {
            "user_us": _reading(process.cpu_user_us),
            "system_us": _reading(process.cpu_system_us),
        },
        "database": {
            "pool_size": _reading(settings().max_connections),
            "pool_idle": _reading(database().idle_connections),
        },
    }
    if process.memory_rss_bytes is not None:
        metrics["memory"] = {"rss_bytes": _reading(process.memory_rss_bytes)}
    return answer(
        200,
        {
            **_chart(found),
            "pointCount": 1,
            "replicas": [
                {
                    "hostname": process.hostname,
                    "port": settings().port,
                    "workerId": str(process.pid),
                    "timeSeries": [
                        {"timestamp": found["to"], "sampleCount": 1, "metrics": metrics}
                    ],
                }
            ],
        },
    )


@app.get(
    "/api/v1/analytics/queue-parked-replicas",
    summary="Parked consumers: none",
    responses=described("Always empty", ParkedAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_parked(query: Annotated[ChartQuery, Query()]) -> Response[Any]:
    """Kept for the clients. No server holds waiting consumers: a pop that waits asks again."""
    return answer(
        200, {**_chart(activity().time_range(query.span())), "series": [], "replicas": []}
    )


@app.get(
    "/api/v1/analytics/retention",
    summary="What retention deleted",
    responses=described("A point for each step and queue", RetentionAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def chart_retention(query: Annotated[ChartQuery, Query()]) -> Response[Any]:
    """What retention deleted in all queues or in one, the oldest first. Messages that it deletes by
    age may be unread by some group. Completed retention deletes only messages that all groups have
    completed."""
    found = activity().chart_retention(query.span(), query.queue or None)
    series = [
        {"bucket": point["at"], "queueName": point["queue"], **_retained(point)}
        for point in found["points"]
    ]
    totals = {name: sum(point[name] for point in series) for name in RetentionTotals.model_fields}
    return answer(200, {**_chart(found), "series": series, "totals": totals})


@app.get(
    "/api/v1/costs",
    summary="What each queue costs",
    responses=described("The bill of a month, and each queue's part of it", CostsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_usage(query: Annotated[CostsQuery, Query()]) -> Response[Any]:
    """Counted requests times AWS's prices, as a month at this rate: of a stack that was set up with
    the defaults. On one machine, what it would cost on AWS. With ``by=group``, pushes are of no
    group."""
    found = activity().read_usage(query.span(), query.by)
    on_aws, pauses = settings().on_lambda, settings().database_pauses
    return answer(200, bill_answer(found, query, on_aws=on_aws, pauses=pauses))


@app.get(
    "/api/v1/archive/batches",
    summary="Which messages are on their way into the archive",
    responses=described("A page of batches, the newest first", ArchiveBatchesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_archive_batches(query: Annotated[BatchesQuery, Query()]) -> Response[Any]:
    """Batches of the archive: what the retention job archives together, and the step that each has
    taken. Those that are finished are listed as long as retention's history is kept."""
    page = query.page("batches", UUID)
    found = retention().list_archive_batches(query.queue or None, query.status, page)
    return answer(200, listed("batches", found, page))


@app.get(
    "/api/v1/analytics/postgres-stats",
    summary="What Postgres says",
    responses=described("Caches, dead rows, vacuum, sizes", PostgresAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_postgres() -> Response[Any]:
    """Statistics of this database and of our tables; and other sessions that are at work or in a
    transaction, the oldest transaction first, without their statements."""
    return answer(200, {**activity().read_postgres(), "bufferUsage": []})


@app.get(
    "/api/v1/analytics/leases",
    summary="Who holds which partition",
    responses=described("A page of leases", LeasesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_leases(query: Annotated[LeasesQuery, Query()]) -> Response[Any]:
    """Live leases, with their remaining messages and time, and leases that ran out but were not
    ended yet. Those that end first come first."""
    page = query.page("leases", datetime, int, int)
    found = activity().list_leases(
        query.queue or None, query.consumerGroup or None, query.stuck, page
    )
    return answer(200, listed("leases", found, page, _lease))


def _lease(row: Row) -> Row:
    """Without what only the list's order needs; with the id by which the lease is extended."""
    told = {name: value for name, value in row.items() if name != "groupKey"}
    return told | {"leaseId": lease_name(row["leaseId"], [int(row["partitionId"])])}


def _chart(found: Row) -> dict[str, Any]:
    return {
        "timeRange": {"from": found["from"], "to": found["to"]},
        "bucketMinutes": found["bucketMinutes"],
    }


def _retained(point: Row) -> dict[str, int]:
    return {
        "retentionMsgs": point["skipped"],
        "completedRetentionMsgs": point["deleted"] - point["skipped"],
        "evictionMsgs": 0,  # a message that waits too long becomes a dead letter
        "totalMsgs": point["deleted"],
        "archivedMsgs": point["archived"] or 0,
        "eventCount": point["events"],
    }


def _lag(point: Row) -> dict[str, Any]:
    return {"avgLagMs": None, "maxLagMs": round(point["lagSeconds"] * 1000)}


def _rates(point: Row, seconds: float) -> dict[str, float]:
    return {
        "pushPerSecond": round(point["pushed"] / seconds, 2),
        "popPerSecond": round(point["popped"] / seconds, 2),
        "ackPerSecond": round((point["acked"] + point["failed"]) / seconds, 2),
    }


def _worker_point(point: Row) -> dict[str, Any]:
    return {
        "timestamp": point["at"],
        "pushMessages": point["pushed"],
        "popMessages": point["popped"],
        "ackMessages": point["acked"] + point["failed"],
        "ackSuccess": point["acked"],
        "ackFailed": point["failed"],
        "leasesExpired": point["lapsed"],
        "dlqCount": point["dead"],
        **_rates(point, point["seconds"]),
        "efficiencyPercent": _percent(point["acked"], point["popped"]),
        **_lag(point),
    }


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def _reading(value: int) -> dict[str, int]:
    return {"avg": value, "min": value, "max": value, "last": value}
