"""Groups in answers: on one queue, over all of their queues, and where they are late."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

from pydantic import BaseModel

from functions.edge.lists import Pagination
from functions.forms.counted import AGE, Counted, age
from regent.rows import Row

GroupState = Literal["Stable", "Lagging", "Paused", "Dead"]


class PlaceAnswer(Counted):
    """A group on a queue. Lags are numbers of messages and whole seconds; they, ``members`` and
    ``state`` are of now, or of ``asOf``. The subscription is null for a group that
    is older than such records."""

    members: int
    partitionsWithLag: int
    totalLag: int
    maxTimeLag: int
    state: GroupState
    pausedAt: str | None
    subscriptionMode: str | None
    subscriptionTimestamp: str | None
    subscriptionCreatedAt: str | None


class GroupAnswer(PlaceAnswer):
    """A group, on the queue that it is listed with (``queueName``) or over all of its queues."""

    name: str
    topics: list[str]
    queueName: str | None = None
    queues: dict[str, PlaceAnswer]


class GroupStanding(PlaceAnswer):
    """A group on a queue, with what it did last. ``lastPopAt``: when a pop last handed it
    something; a pop that finds nothing leaves no trace. ``poppedPerMinute``: messages handed out
    between the last two counts; null before these."""

    name: str
    queueName: str
    lastPopAt: str | None
    lastConsumedAt: str | None
    poppedPerMinute: float | None


class GroupsAnswer(BaseModel):
    """A page of groups; ``total`` counts those that fit, on all pages."""

    groups: list[GroupStanding]
    total: int
    pagination: Pagination
    nextCursor: str | None


class PartitionAnswer(BaseModel):
    """How far a group is in a partition. ``workerId`` is the live lease, ``client`` who took it;
    ``total…`` and ``totalConsumed`` count messages since the group came."""

    partition: str
    partitionId: str
    workerId: str | None
    client: str | None
    lastConsumedAt: str | None
    totalConsumed: int
    committed: int
    head: int
    offsetLag: int
    timeLagSeconds: int
    leaseActive: bool
    leaseExpiresAt: str | None
    restUntil: str | None
    totalPopped: int
    totalFailed: int
    totalExpired: int
    totalDead: int


class GroupOnQueueAnswer(PlaceAnswer):
    """Partitions with work first, the oldest message before others; ``truncated``: there may be
    more of them than these."""

    partitions: list[PartitionAnswer]
    truncated: bool


class LaggingAnswer(BaseModel):
    """A partition in which a group is late, in the spelling that the published clients read."""

    consumer_group: str
    queue_name: str
    partition_name: str
    partition_id: str
    worker_id: str | None
    offset_lag: int
    time_lag_seconds: int
    lag_hours: float
    oldest_unconsumed_at: str
    last_consumed_at: str | None


def on_each_queue(rows: Sequence[Row]) -> list[Row]:
    """Of queen.list_groups: each group on each queue."""
    return [
        {
            "name": row["name"],
            "topics": [row["queueName"]],
            "queueName": row["queueName"],
            **_part(row, PlaceAnswer),
            "queues": {row["queueName"]: _part(row, PlaceAnswer)},
        }
        for row in rows
    ]


def standing(row: Row) -> Row:
    """Of queen.list_standings."""
    return _part(row, GroupStanding)


def over_their_queues(rows: Sequence[Row]) -> list[Row]:
    """Of queen.list_groups: each group once."""
    return [_over_queues(list(of_one)) for _, of_one in groupby(rows, itemgetter("name"))]


def by_queue(rows: Sequence[Row]) -> dict[str, Row]:
    """Of queen.read_group: the group's queues by name, with their partitions."""
    return {
        queue: _on_queue(list(of_one)) for queue, of_one in groupby(rows, itemgetter("queueName"))
    }


def late_partition(row: Row) -> Row:
    """Of queen.list_late_partitions, in the spelling that the published clients read."""
    return {
        "consumer_group": row["consumerGroup"],
        "queue_name": row["queueName"],
        "partition_name": row["partitionName"],
        "partition_id": row["partitionId"],
        "worker_id": row["workerId"],
        "offset_lag": row["offsetLag"],
        "time_lag_seconds": row["timeLagSeconds"],
        "oldest_unconsumed_at": row["oldestUnconsumedAt"],
        "last_consumed_at": row["lastConsumedAt"],
        "lag_hours": round(row["timeLagSeconds"] / 3600, 2),
    }


def _over_queues(rows: Sequence[Row]) -> Row:
    """A group's rows as one. It consumes when it consumes anywhere, and is paused when it is paused
    everywhere; its subscription is its first."""
    states = {row["state"] for row in rows}
    paused = [row["pausedAt"] for row in rows]
    first = min(rows, key=lambda row: row["subscriptionCreatedAt"] or "~")
    return {
        "name": rows[0]["name"],
        "topics": [row["queueName"] for row in rows],
        "members": sum(row["members"] for row in rows),
        "partitionsWithLag": sum(row["partitionsWithLag"] for row in rows),
        "totalLag": sum(row["totalLag"] for row in rows),
        "maxTimeLag": max(row["maxTimeLag"] for row in rows),
        "state": next(s for s in ("Lagging", "Stable", "Dead", "Paused") if s in states),
        "pausedAt": None if None in paused else max(paused),
        "subscriptionMode": first["subscriptionMode"],
        "subscriptionTimestamp": first["subscriptionTimestamp"],
        "subscriptionCreatedAt": first["subscriptionCreatedAt"],
        **age(min(rows, key=lambda row: row["asOf"] or "~")),
        "queues": {row["queueName"]: _part(row, PlaceAnswer) for row in rows},
    }


def _on_queue(rows: Sequence[Row]) -> Row:
    # A queue without partitions for the group has one row, which names none.
    partitions = [_part(row, PartitionAnswer) for row in rows if row["partition"] is not None]
    return {
        "partitions": partitions,
        "truncated": rows[0]["truncated"],
        **_part(rows[0], PlaceAnswer),
    }


def _part(row: Row, form: type[BaseModel]) -> dict[str, Any]:
    told = {name: row[name] for name in form.model_fields if name not in AGE}
    return told | (age(row) if AGE & form.model_fields.keys() else {})
