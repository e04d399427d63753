"""GET /api/v1/analytics/lag…: what the lag job measured."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Query
from pydantic import BaseModel, Field

from functions.edge.http import Api, answer, described, errors
from functions.edge.instants import Instant
from functions.edge.lists import PageQuery, Pagination, listed
from functions.edge.roles import Role, needs
from functions.forms.spans import SpanQuery
from functions.stores import lag
from regent.limits import MAX_DELAY_SECONDS, MAX_PAGE
from regent.names import Label, Text
from regent.paging import Page, decode_cursor, encode_cursor
from regent.rows import Row
from regent.stores.lag import BUCKETS, Names, Then

app = Api()
handler = app.handler
lag()

#: The lists that cursors belong to.
_ROLLUPS: Final = "rollups"
_PARTITIONS: Final = "partitions"
_HISTORY: Final = "points"
_SNAPSHOTS: Final = "snapshots"

Verdict = Literal["ok", "warning", "stalled", "stopped", "rewound"]
Scope = Literal["consumer", "queue", "group", "namespace", "system"]


class LagQuery(PageQuery):
    """The rollups of a scope, perhaps of some names only."""

    scope: Scope = "consumer"
    namespace: Label | None = None
    queue: Label | None = None
    consumerGroup: Label | None = None
    verdict: Verdict | None = None
    at: Instant | None = None


class LagPartitionsQuery(PageQuery):
    """The queue and the group of the partitions, their verdict, and how long messages waited in
    them. ``since``: only those that are stalled or stopped, and were neither at that instant."""

    queue: Label | None = None
    consumerGroup: Label | None = None
    verdict: Verdict | None = None
    at: Instant | None = None
    atLeastSeconds: Annotated[float | None, Field(ge=0, le=MAX_DELAY_SECONDS)] = None
    belowSeconds: Annotated[float | None, Field(ge=0, le=MAX_DELAY_SECONDS)] = None
    since: Instant | None = None


class LagHeatmapQuery(SpanQuery):
    """The rollup, by its scope and the names of that scope; without a time, all that is kept."""

    scope: Scope = "system"
    namespace: Label | None = None
    queue: Label | None = None
    consumerGroup: Label | None = None


class LagSnapshotsQuery(BaseModel):
    """A page of snapshots."""

    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 100
    cursor: Text | None = None


class LagHistoryQuery(BaseModel):
    """The rollup, by its scope and the names of that scope. ``from``: no snapshot before that."""

    scope: Scope = "system"
    namespace: Label | None = None
    queue: Label | None = None
    consumerGroup: Label | None = None
    from_: Annotated[Instant | None, Field(alias="from")] = None
    limit: Annotated[int, Field(ge=1, le=MAX_PAGE)] = 100
    cursor: Text | None = None


class Pace(BaseModel):
    """Lag in messages that could be consumed, and how it changes. Rates are null without an earlier
    snapshot. ``secondsToDrain`` is null if the lag never ends at these rates."""

    offsetLag: int
    delayed: int
    arrivalPerSecond: float | None
    consumptionPerSecond: float | None
    secondsToDrain: float | None
    verdict: Verdict


class TimeLags(BaseModel):
    """For how long the oldest message that could be consumed has waited: percentiles over all pairs
    of a group and a partition that it follows, those without lag included."""

    timeLagP50Seconds: float
    timeLagP95Seconds: float
    timeLagP99Seconds: float
    timeLagMaxSeconds: float


class LagRollup(Pace, TimeLags):
    """A group on a queue (scope ``consumer``), a queue, a group, a namespace, or the system. Names
    that the scope does not have are null."""

    scope: Scope
    namespace: str | None
    queue: str | None
    consumerGroup: str | None
    paused: bool
    partitions: int
    laggingPartitions: int
    offsetLagP50: float
    offsetLagP95: float
    offsetLagP99: float
    offsetLagMax: int
    warningPartitions: int
    stalledPartitions: int
    stoppedPartitions: int
    rewoundPartitions: int


class LagAnswer(BaseModel):
    """A page of rollups of one snapshot; ``capturedAt`` is null before the first."""

    capturedAt: str | None
    rollups: list[LagRollup]
    total: int
    pagination: Pagination
    nextCursor: str | None


class PartitionLag(Pace):
    """A partition in which a group was behind. ``position``: how many of its messages are done."""

    queue: str
    consumerGroup: str
    partition: str
    partitionId: str
    head: int
    position: int
    dueAt: str
    timeLagSeconds: float


class LagPartitionsAnswer(BaseModel):
    """A page of partitions of one snapshot; ``capturedAt`` is null before the first. Of snapshots
    before ``keptSince`` no partitions are kept."""

    capturedAt: str | None
    keptSince: str | None
    partitions: list[PartitionLag]
    total: None
    pagination: Pagination
    nextCursor: str | None


class LagPoint(Pace, TimeLags):
    """One snapshot."""

    capturedAt: str
    partitions: int
    laggingPartitions: int


class LagColumn(BaseModel):
    """One snapshot: ``counts`` are pairs of a group and a partition with a lag, by bucket."""

    capturedAt: str
    laggingPartitions: int
    counts: list[int]
    partitionsKept: bool


class LagHeatmapAnswer(BaseModel):
    """Snapshots, the oldest first. ``bucketsSeconds``: where the buckets of their counts begin."""

    scope: Scope
    namespace: str | None
    queue: str | None
    consumerGroup: str | None
    bucketsSeconds: list[int]
    columns: list[LagColumn]


class LagSnapshot(BaseModel):
    """The whole system in one snapshot. ``partitionsKept``: its partitions can be listed."""

    capturedAt: str
    partitions: int
    laggingPartitions: int
    offsetLag: int
    verdict: Verdict
    partitionsKept: bool


class LagSnapshotsAnswer(BaseModel):
    """Snapshots, the newest first."""

    snapshots: list[LagSnapshot]
    nextCursor: str | None


class LagHistoryAnswer(BaseModel):
    """One rollup over time, the newest snapshot first."""

    scope: Scope
    namespace: str | None
    queue: str | None
    consumerGroup: str | None
    points: list[LagPoint]
    nextCursor: str | None


@app.get(
    "/api/v1/analytics/lag",
    summary="How far behind groups were in the last snapshot",
    responses=described("A page of rollups, furthest behind first", LagAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_lag_rollups(query: Annotated[LagQuery, Query()]) -> Response[Any]:
    """Rollups of one scope, as the lag job measured them last, or last until ``at``. A cursor stays
    with the snapshot of its page."""
    page = query.page(_ROLLUPS, datetime, int, str, str, str)
    names = Names(query.namespace, query.queue or None, query.consumerGroup or None)
    found = lag().list_lag_rollups(query.scope, names, query.verdict, page, at=query.at)
    return answer(200, {**found.about, **listed(_ROLLUPS, found, page, _rollup)})


@app.get(
    "/api/v1/analytics/lag/partitions",
    summary="In which partitions groups were behind in the last snapshot",
    responses=described("A page of partitions, furthest behind first", LagPartitionsAnswer)
    | errors(),
)
@needs(Role.READ_ONLY)
def list_lag_partitions(query: Annotated[LagPartitionsQuery, Query()]) -> Response[Any]:
    """Each partition in which a group was behind, with its verdict. A partition that is not listed
    was not behind, or is deleted. Live numbers are at /api/v1/consumer-groups/lagging."""
    page = query.page(_PARTITIONS, datetime, int, int, int)
    found = lag().list_lag_partitions(
        query.queue or None,
        query.consumerGroup or None,
        query.verdict,
        page,
        Then(query.at, query.atLeastSeconds, query.belowSeconds, query.since),
    )
    return answer(200, {**found.about, **listed(_PARTITIONS, found, page, _partition)})


@app.get(
    "/api/v1/analytics/lag/history",
    summary="Lag over time",
    responses=described("A point for each snapshot, the newest first", LagHistoryAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def read_lag_history(query: Annotated[LagHistoryQuery, Query()]) -> Response[Any]:
    """One rollup in all snapshots that are kept: the system's, or that of a queue, a group …"""
    before = decode_cursor(_HISTORY, query.cursor, [datetime]) if query.cursor else None
    names = Names(query.namespace, query.queue or None, query.consumerGroup or None)
    page = Page(query.limit, 0, before)
    found = lag().read_lag_history(query.scope, names, query.from_, page)
    cursor = None if found.next_key is None else encode_cursor(_HISTORY, found.next_key)
    return answer(
        200,
        {
            "scope": query.scope,
            "namespace": query.namespace,
            "queue": names.queue,
            "consumerGroup": names.group,
            "points": [_shown(point, LagPoint) for point in found.rows],
            "nextCursor": cursor,
        },
    )


@app.get(
    "/api/v1/analytics/lag/heatmap",
    summary="How many partitions had which lag, over time",
    responses=described("A column for each snapshot, the oldest first", LagHeatmapAnswer)
    | errors(),
)
@needs(Role.READ_ONLY)
def read_lag_heatmap(query: Annotated[LagHeatmapQuery, Query()]) -> Response[Any]:
    """One rollup's partitions by lag, in 40 snapshots at most: of more, every second one is told,
    or every third …"""
    names = Names(query.namespace, query.queue or None, query.consumerGroup or None)
    found = lag().read_lag_heatmap(query.scope, names, query.span())
    columns = [{**row, "counts": row["histogram"]} for row in found]
    return answer(
        200,
        {
            "scope": query.scope,
            "namespace": query.namespace,
            "queue": names.queue,
            "consumerGroup": names.group,
            "bucketsSeconds": [0, *BUCKETS],
            "columns": [_shown(column, LagColumn) for column in columns],
        },
    )


@app.get(
    "/api/v1/analytics/lag/snapshots",
    summary="When lag was measured",
    responses=described("A page of snapshots, the newest first", LagSnapshotsAnswer) | errors(),
)
@needs(Role.READ_ONLY)
def list_lag_snapshots(query: Annotated[LagSnapshotsQuery, Query()]) -> Response[Any]:
    """The instants for which ``at`` of the other lists has something, with the sums of the whole
    system."""
    before = decode_cursor(_SNAPSHOTS, query.cursor, [datetime]) if query.cursor else None
    found = lag().list_lag_snapshots(Page(query.limit, 0, before))
    cursor = None if found.next_key is None else encode_cursor(_SNAPSHOTS, found.next_key)
    return answer(200, {"snapshots": found.rows, "nextCursor": cursor})


_NAMES: Final = ("namespace", "queueName", "consumerGroup")
#: The names that a scope has. An empty namespace is a namespace as well.
_NAMED: Final[dict[str, tuple[str, ...]]] = {
    "consumer": _NAMES,
    "queue": ("namespace", "queueName"),
    "group": ("consumerGroup",),
    "namespace": ("namespace",),
    "system": (),
}


def _rollup(row: Row) -> Row:
    has = _NAMED[row["scope"]]
    named = {name: row[name] if name in has else None for name in _NAMES}
    return _shown({**row, **named}, LagRollup, queue=named["queueName"])


def _partition(row: Row) -> Row:
    return _shown(row, PartitionLag, queue=row["queueName"])


def _shown(row: Row, kind: type[BaseModel], **others: Any) -> Row:
    """The fields of an answer: first its own, then those that it shares with others."""
    known = {**row, **others}
    own = [name for name in kind.__annotations__ if name in kind.model_fields]
    return {name: known[name] for name in dict.fromkeys([*own, *kind.model_fields])}
