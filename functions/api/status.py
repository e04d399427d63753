"""GET /api/v1/status…, POST /api/v1/stats/refresh: the present state, and what happened when."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path, Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.ids import QueueId
from functions.edge.lists import SEPARATED, PageQuery, listed
from functions.edge.roles import Role, needs
from functions.edge.telemetry import report_activity
from functions.forms.counted import LiveQuery, age
from functions.forms.jobs import JobName, JobRunsAnswer, JobsAnswer, job_answers, run_answer
from functions.forms.messages import stored_message
from functions.forms.spans import SpanQuery
from functions.forms.status import (
    COUNTERS,
    AnalyticsAnswer,
    BuffersAnswer,
    QueueMessagesAnswer,
    QueueStatusAnswer,
    QueueStatusesAnswer,
    RefreshAnswer,
    SparklinesAnswer,
    StatusAnswer,
)
from functions.forms.summary import SystemSummary, summary
from functions.stores import activity, log_store, settings, stored_messages
from regent.alarms import DEAD_LETTERS, RECLAIM_SILENT
from regent.errors import PayloadTooLarge, QueueNotFound
from regent.jobs import JOBS
from regent.limits import (
    MAX_PAGE,
    MAX_SPARKLINE_POINTS,
    MAX_SPARKLINES,
    RECLAIM_REST_SECONDS,
)
from regent.names import Label, QueueName
from regent.paging import Page
from regent.rows import Row
from regent.stores.messages import MessageFilter

app = Api()
handler = app.handler
activity()
log_store()
stored_messages()

#: A refresh begins no further statement after this: the gateway waits for 29 seconds.
REFRESH_SECONDS: Final = 15


class SelectedQuery(SpanQuery):
    """The queues of the answer; without any name, all queues."""

    queue: Label | None = None
    namespace: Label | None = None
    task: Label | None = None


class StatusQuery(SelectedQuery, LiveQuery):
    """The queues of the answer, and whether to count them now."""


class AnalyticsQuery(SelectedQuery):
    """The width of a step. Minutes are kept for 2 days, hours for 90 days, days for 3 years."""

    interval: Literal["minute", "hour", "day", "week", "month"] = "hour"


class SparklinesQuery(BaseModel):
    """The ids of the queues, with commas between, and how many minutes of them."""

    queues: Annotated[list[QueueId], SEPARATED, Field(min_length=1, max_length=MAX_SPARKLINES)]
    points: Annotated[int, Field(ge=2, le=MAX_SPARKLINE_POINTS)] = 60


class MessagesPageQuery(PageQuery):
    """A page of a queue's messages."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 50


class QueueStatusQuery(PageQuery, LiveQuery):
    """A page of a queue's partitions, and whether to count its totals now."""


class LabelledPageQuery(PageQuery, LiveQuery):
    """A page of the queues with these labels, and whether to count them now."""

    namespace: Label | None = None
    task: Label | None = None


@app.get(
    "/api/v1/status",
    summary="How things stand",
    responses=described("Numbers of now and of the last count", StatusAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_status(query: Annotated[StatusQuery, Query()]) -> Response[Any]:
    """What queues keep, how far behind their groups are, which leases run, and what happened from
    ``from`` to ``to``; of one queue, namespace or task if it is named. Of many partitions, the
    numbers are those of the last count unless ``live=true``."""
    found = activity().read_status(
        query.span(),
        query.queue or None,
        query.namespace or None,
        query.task or None,
        live=query.live,
    )
    counters = found["counters"]
    return answer(
        200,
        {
            "timeRange": {"from": found["from"], "to": found["to"]},
            "bucketMinutes": found["bucketMinutes"],
            "pointCount": len(found["points"]),
            "throughput": [_throughput(point) for point in reversed(found["points"])],
            "queues": found["queues"],
            "queuesLeftOut": found["queuesLeftOut"],
            "messages": found["messages"],
            "lag": found["lag"],
            "leases": found["leases"],
            "deadLetterQueue": found["deadLetters"],
            "workers": [],  # consumers are not registered: any of them may return at any time
            "errors": {
                "ackFailed": counters["failed"],
                "dlqMessages": counters["dead"],
                "leasesExpired": counters["lapsed"],
            },
            "counters": counters,
            "countedAt": found["countedAt"],
            "statsAge": found["statsAge"],
            **age(found),
        },
    )


@app.get(
    "/api/v1/status/summary",
    summary="How things stand, at a glance",
    responses=described("The system, what is worst in it, and its alarms", SystemSummary)
    | errors(),
)
@needs(Role.READ_ONLY)
def read_summary() -> Response[Any]:
    """What a console shows every few seconds, for the price of a look at each queue: how much is
    open, since when, which groups and queues are worst, and what somebody should look at."""
    silent = RECLAIM_SILENT.above * settings().reclaim_minutes * 60
    if settings().database_pauses:
        silent += RECLAIM_REST_SECONDS
    found = activity().read_summary(DEAD_LETTERS.minutes)
    return answer(200, summary(found, log_store().read_safety(), silent))


@app.get(
    "/api/v1/status/queues",
    summary="How each queue stands",
    responses=described("A page of queues", QueueStatusesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_queue_status(query: Annotated[LabelledPageQuery, Query()]) -> Response[Any]:
    """Queues by name, with their messages, how far behind their groups are, and how many messages
    are leased. Of many partitions, the numbers are those of the last count unless ``live=true``."""
    page = query.page("queues", str)
    found = activity().list_queue_status(
        query.namespace or None, query.task or None, page, live=query.live
    )
    return answer(200, {**listed("queues", found, page), **age(found.about)})


@app.get(
    "/api/v1/status/queues/<queue>/messages",
    summary="The newest messages of a queue",
    responses=described("A page of messages, without their payloads", QueueMessagesAnswer)
    | errors(),
)
@needs(Role.READ_ONLY)
def list_queue_messages(
    queue: Annotated[QueueName, Path()], query: Annotated[MessagesPageQuery, Query()]
) -> Response[Any]:
    """The list of /api/v1/messages for one queue."""
    page = query.page("messages", datetime, int, int, int)
    found = stored_messages().list_messages(MessageFilter(queue=queue), page)
    return answer(200, listed("messages", found, page, stored_message))


@app.get(
    "/api/v1/status/queues/<queue>",
    summary="How a queue stands",
    responses=described("A queue and a page of its partitions", QueueStatusAnswer)
    | errors(QueueNotFound),
)
@needs(Role.READ_ONLY)
def read_queue_status(
    queue: Annotated[QueueName, Path()], query: Annotated[QueueStatusQuery, Query()]
) -> Response[Any]:
    """A queue with its totals, and its partitions by name. Of a large queue, the totals are those
    of the last count unless ``live=true``."""
    page = query.page("partitions", str)
    found = activity().read_queue_status(queue, page, live=query.live)
    totals = found.about["totals"]
    return answer(
        200,
        {
            "queue": found.about["queue"],
            "totals": totals | {"messages": totals},
            **age(found.about),
            **listed("partitions", found, page, _partition),
        },
    )


@app.get(
    "/api/v1/status/analytics",
    summary="What happened when",
    responses=described("A point for each step", AnalyticsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_activity(query: Annotated[AnalyticsQuery, Query()]) -> Response[Any]:
    """Pushed, popped, completed, failed …, minute by minute, or by hour, day, week or month (UTC).
    Without ``from`` the series starts an hour, a day, 30 days, 12 weeks or a year ago."""
    found = activity().read_activity(
        query.interval,
        query.span(),
        query.queue or None,
        query.namespace or None,
        query.task or None,
    )
    points = [
        {
            "timestamp": point["at"],
            "messages": point["pushed"],
            **{name: point[name] for name in COUNTERS},
            "depth": point["depth"],
            "lagSeconds": point["lagSeconds"],
        }
        for point in found["points"]
    ]
    return answer(
        200,
        {
            "interval": query.interval,
            "from": found["from"],
            "to": found["to"],
            "keptSince": found["keptSince"],
            "dataPoints": points,
            "totals": {name: sum(point[name] for point in points) for name in COUNTERS},
        },
    )


@app.get(
    "/api/v1/status/sparklines",
    summary="What happened in some queues, by the minute",
    responses=described("A line for each queue", SparklinesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_sparklines(query: Annotated[SparklinesQuery, Query()]) -> Response[Any]:
    """Pushed and completed in each of the last minutes, as far as they were counted, for the rows
    of a list."""
    return answer(200, activity().read_sparklines(query.queues, query.points))


@app.get(
    "/api/v1/status/buffers",
    summary="What is buffered: nothing",
    responses=described("Always the same", BuffersAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_buffers() -> Response[Any]:
    """Kept for the clients: a push is stored or refused, never buffered."""
    return answer(200, {"pending": 0, "failed": 0, "dbHealthy": True})


@app.post(
    "/api/v1/stats/refresh",
    summary="Count now",
    responses=described("The numbers are new", RefreshAnswer) | errors(PayloadTooLarge),
)
@needs(Role.ADMIN)
def count_activity() -> Response[Any]:
    """Count what happened since the last count, and how queues and groups stand. Without this, a
    count is at most a minute old."""
    done = activity().count_activity(force=True)
    if done["counted"]:
        report_activity(done)
    end = time.monotonic() + REFRESH_SECONDS
    activity().count_backlogs(force=True, in_time=lambda: time.monotonic() < end)
    return answer(
        200,
        {
            "success": True,
            "refreshed": done["counted"],
            "queues": done["queues"],
            "countedAt": done["countedAt"],
        },
    )


def _throughput(point: Row) -> dict[str, Any]:
    seconds = float(point["seconds"])
    return {
        "timestamp": point["at"],
        "ingested": point["pushed"],
        "processed": point["acked"],
        "ingestedPerSecond": round(point["pushed"] / seconds, 2),
        "processedPerSecond": round(point["acked"] / seconds, 2),
        "avgLagMs": None,
        "maxLagMs": round(point["lagSeconds"] * 1000),
    }


def _partition(row: Row) -> dict[str, Any]:
    names = ("total", "pending", "processing", "completed", "failed", "deadLetter")
    messages = {name: row[name] for name in names}
    return {
        "id": row["partitionId"],
        "name": row["name"],
        "createdAt": row["createdAt"],
        "messages": messages,
        "stats": messages,
        "cursor": {"totalConsumed": row["consumed"]},
        "lastActivity": row["lastActivity"],
        "oldestMessage": row["oldestMessage"],
    }


@app.get(
    "/api/v1/jobs",
    summary="The Spark jobs, and when they ran last",
    responses=described("Each job with its last run", JobsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_jobs() -> Response[Any]:
    """A run writes down when it begins and how it ends, on Glue and elsewhere. Dry runs do not."""
    found = activity().list_job_runs(None, Page(len(JOBS)))
    return answer(200, {"jobs": job_answers(found.rows)})


@app.get(
    "/api/v1/jobs/<job>/runs",
    summary="The runs of a job",
    responses=described("A page of runs, the newest first", JobRunsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_job_runs(
    job: Annotated[JobName, Path()], query: Annotated[PageQuery, Query()]
) -> Response[Any]:
    """When they began and ended, their verdict, summary and error; 90 days of them are kept."""
    page = query.page("runs", datetime, UUID)
    found = activity().list_job_runs(job, page)
    return answer(200, listed("runs", found, page, run_answer))
