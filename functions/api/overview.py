"""The whole system at a glance, and sums by namespace and task."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query
from pydantic import BaseModel

from functions.edge.http import Api, answer, described, errors
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.counted import AGE, Counted, LiveQuery, age
from functions.forms.queues import MessageCounts
from functions.stores import resources

app = Api()
handler = app.handler
resources()


class OverviewMessages(MessageCounts):
    """``completed``: nobody has to do them any more; ``failed``: of the pending ones, those that
    failed before; ``deadLetter``: dead letters, of all groups."""

    completed: int
    failed: int
    deadLetter: int


class Spread(BaseModel):
    """Over the partitions where a group is behind; all 0 where none is."""

    avg: float
    median: float
    min: float
    max: float


class OverviewLag(BaseModel):
    """How old the oldest open message is, in seconds, and how many are open."""

    time: Spread
    offset: Spread


class OverviewThroughput(BaseModel):
    """Over the last five full minutes."""

    ingestedPerSecond: float
    processedPerSecond: float


class OverviewAnswer(Counted):
    """``messages`` and ``lag`` are of now, or of ``asOf``. The throughput was counted
    ``statsAge`` seconds ago (null: never)."""

    queues: int
    partitions: int
    namespaces: int
    tasks: int
    messages: OverviewMessages
    lag: OverviewLag
    throughput: OverviewThroughput
    timestamp: str
    statsAge: float | None


class LabelListed(BaseModel):
    """A namespace or a task, with the sums of its queues."""

    name: str
    queues: int
    partitions: int
    messages: MessageCounts


class LabelPageQuery(PageQuery, LiveQuery):
    """A page of labels, and whether to count their sums now."""


class NamespacesAnswer(Counted):
    """A page of namespaces, by name. Their sums are of now, or of ``asOf``."""

    namespaces: list[LabelListed]
    total: int
    pagination: Pagination
    nextCursor: str | None


class TasksAnswer(Counted):
    """A page of tasks, by name. Their sums are of now, or of ``asOf``."""

    tasks: list[LabelListed]
    total: int
    pagination: Pagination
    nextCursor: str | None


@app.get(
    "/api/v1/resources/overview",
    summary="Read the whole system at a glance",
    responses=described("How things stand", OverviewAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_overview(query: Annotated[LiveQuery, Query()]) -> Response[Any]:
    """How many there are of everything, how far behind the groups are, and how fast it goes. Of
    many partitions, messages and lag are those of the last count unless ``live=true``."""
    found = resources().read_overview(live=query.live)
    return answer(200, {name: of for name, of in found.items() if name not in AGE} | age(found))


@app.get(
    "/api/v1/resources/namespaces",
    summary="List namespaces",
    responses=described("A page of namespaces", NamespacesAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_namespaces(query: Annotated[LabelPageQuery, Query()]) -> Response[Any]:
    """The namespaces that queues have, with the sums of their queues."""
    return _labels("namespace", query)


@app.get(
    "/api/v1/resources/tasks",
    summary="List tasks",
    responses=described("A page of tasks", TasksAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_tasks(query: Annotated[LabelPageQuery, Query()]) -> Response[Any]:
    """The tasks that queues have, with the sums of their queues."""
    return _labels("task", query)


def _labels(kind: Literal["namespace", "task"], query: LabelPageQuery) -> Response[Any]:
    page = query.page(f"{kind}s", str)
    found = resources().list_labels(kind, page, live=query.live)
    return answer(200, {**listed(f"{kind}s", found, page), **age(found.about)})
