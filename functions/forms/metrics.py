"""Metrics as Prometheus reads them: its text format, and the list of our series."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel

from regent import __version__

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
#: The label with which Queen marks numbers that every instance answers alike.
_CLUSTER = {"scope": "cluster"}

Labels = Mapping[str, str]
Samples = list[tuple[Labels, float]]


class LogEnd(BaseModel):
    """The end of the event log, and up to where it can be read now: up to the oldest append in
    flight. ``heldSeconds``: for how long the first message behind that one has waited for its
    readers."""

    safePosition: int
    lastPosition: int
    appendsInFlight: int
    heldSeconds: float


class Series(NamedTuple):
    """A family of samples. Its help and type are written once, even if it has no sample now."""

    name: str
    type: str
    help: str
    samples: Samples


def exposition(found: Mapping[str, Any]) -> str:
    """The text of what Activity.read_metrics() found, with LogStore.read_safety() under ``log``."""
    lines: list[str] = []
    for series in (
        *_system(found),
        *_queues(found),
        *_groups(found),
        *_log(found["log"]),
        *_upkeep(found),
    ):
        lines.append(f"# HELP {series.name} {_escaped(series.help)}")
        lines.append(f"# TYPE {series.name} {series.type}")
        lines.extend(f"{series.name}{_labels(of)} {_number(n)}" for of, n in series.samples)
    return "\n".join(lines) + "\n"


def _system(found: Mapping[str, Any]) -> Iterable[Series]:
    totals, maintenance = found["totals"], found["maintenance"]
    yield _gauge("regent_info", "The version that answers.", [({"version": __version__}, 1)])
    yield _gauge("regent_queues", "Queues.", [({}, found["queues"])])
    yield _gauge("regent_partitions", "Partitions, of all queues.", [({}, found["partitions"])])
    yield _gauge(
        "regent_depth",
        "Messages that the slowest group of their queue has not finished.",
        [({}, found["depth"])],
    )
    yield _gauge("regent_leases", "Leases that run.", [({}, found["leases"])])
    yield _counter(
        "queen_cluster_push_messages_total", "Messages stored.", [(_CLUSTER, totals["pushed"])]
    )
    yield _counter(
        "queen_cluster_pop_messages_total",
        "Messages handed out, to each group for itself.",
        [(_CLUSTER, totals["popped"])],
    )
    yield _counter(
        "queen_cluster_ack_total",
        "Messages completed (success) and given back as failed (failed).",
        [
            ({**_CLUSTER, "result": "success"}, totals["acked"]),
            ({**_CLUSTER, "result": "failed"}, totals["failed"]),
        ],
    )
    yield _counter(
        "queen_cluster_dlq_total", "Messages that groups gave up.", [(_CLUSTER, totals["dead"])]
    )
    yield _counter(
        "regent_lease_expirations_total", "Leases that ran out.", [({}, totals["lapsed"])]
    )
    yield _counter(
        "regent_messages_expired_total",
        "Messages that ttl passed over, for each group.",
        [({}, totals["expired"])],
    )
    yield _gauge("queen_dlq_depth", "Dead letters.", [(_CLUSTER, found["deadLetters"])])
    yield _gauge(
        "queen_maintenance_mode_enabled",
        "1 while pushes are stopped for all queues.",
        [({}, maintenance["push"])],
    )
    yield _gauge(
        "regent_pop_maintenance_enabled",
        "1 while pops are stopped for all queues.",
        [({}, maintenance["pop"])],
    )


def _queues(found: Mapping[str, Any]) -> Iterable[Series]:
    queues = found["byQueue"]
    counted = [queue for queue in queues if queue["minute_pushed"] is not None]

    def by_queue(column: str, of: list[dict[str, Any]] = queues) -> Samples:
        return [({"queue": queue["queue_name"]}, queue[column]) for queue in of]

    def by_result(success: str, failed: str, of: list[dict[str, Any]]) -> Samples:
        return [
            ({"queue": queue["queue_name"], "result": result}, queue[column])
            for queue in of
            for result, column in (("success", success), ("failed", failed))
        ]

    yield _gauge(
        "regent_queue_depth",
        "Messages that the queue's slowest group has not finished.",
        by_queue("depth"),
    )
    yield _gauge("regent_queue_partitions", "The queue's partitions.", by_queue("partition_count"))
    yield _gauge(
        "regent_queue_leased_partitions", "Partitions that are leased now.", by_queue("leased")
    )
    yield _gauge("queen_dlq_depth_by_queue", "The queue's dead letters.", by_queue("dead_letters"))
    yield _counter("regent_queue_push_messages_total", "Messages stored.", by_queue("pushed"))
    yield _counter(
        "regent_queue_pop_messages_total",
        "Messages handed out, to each group for itself.",
        by_queue("popped"),
    )
    yield _counter(
        "regent_queue_ack_total",
        "Messages completed (success) and given back as failed (failed).",
        by_result("acked", "failed", queues),
    )
    yield _counter("regent_queue_dlq_total", "Messages that groups gave up.", by_queue("dead"))
    yield _counter(
        "regent_queue_lease_expirations_total", "Leases that ran out.", by_queue("lapsed")
    )
    yield _counter(
        "regent_queue_messages_expired_total", "Messages that ttl passed over.", by_queue("expired")
    )
    yield _gauge(
        "queen_queue_push_messages_per_minute",
        "Messages stored in the last minute, where it was counted.",
        by_queue("minute_pushed", counted),
    )
    yield _gauge(
        "queen_queue_pop_messages_per_minute",
        "Messages handed out in the last minute, where it was counted.",
        by_queue("minute_popped", counted),
    )
    yield _gauge(
        "queen_queue_ack_per_minute",
        "Messages completed and given back in the last minute, where it was counted.",
        by_result("minute_acked", "minute_failed", counted),
    )


def _groups(found: Mapping[str, Any]) -> Iterable[Series]:
    def of_pair(pair: Mapping[str, Any]) -> Labels:
        return {"queue": pair["queue"], "consumer_group": pair["group"]}

    yield _gauge(
        "regent_group_lag_messages",
        "Messages of a queue that the group has not completed, those that it holds included.",
        [(of_pair(pair), pair["messages"]) for pair in found["byPair"]],
    )
    yield _gauge(
        "regent_group_lag_seconds",
        "Age of the oldest of these messages.",
        [(of_pair(pair), pair["seconds"]) for pair in found["byPair"]],
    )
    yield _gauge(
        "regent_group_oldest_message_age_seconds",
        "Age of the oldest message that the group has not completed in any queue.",
        [({"consumer_group": one["group"]}, one["seconds"]) for one in found["byGroup"]],
    )
    yield _gauge(
        "regent_series_left_out",
        "Queues, groups of a queue (pair) and groups without samples of their own here.",
        [
            ({"of": "queue"}, found["leftOut"]["queues"]),
            ({"of": "pair"}, found["leftOut"]["pairs"]),
            ({"of": "group"}, found["leftOut"]["groups"]),
        ],
    )


def _log(end: Mapping[str, Any]) -> Iterable[Series]:
    yield _gauge(
        "regent_log_last_position",
        "The highest position of the event log that was given out.",
        [({}, end["lastPosition"])],
    )
    yield _gauge(
        "regent_log_safe_position",
        "The position up to which the event log can be read.",
        [({}, end["safePosition"])],
    )
    yield _gauge(
        "regent_log_appends_in_flight",
        "Appends to the event log that have not ended; its readers stop below the oldest.",
        [({}, end["appendsInFlight"])],
    )
    yield _gauge(
        "regent_log_held_seconds",
        "For how long the first message behind that one has waited for its readers.",
        [({}, end["heldSeconds"])],
    )


def _upkeep(found: Mapping[str, Any]) -> Iterable[Series]:
    schedules, tables = found["schedules"], found["tables"]
    yield _gauge(
        "regent_counted_age_seconds",
        "Age of the oldest number here; no sample while all are counted for each answer.",
        [] if found["asOf"] is None else [({}, found["ageSeconds"])],
    )
    yield _gauge(
        "regent_schedule_last_run_timestamp_seconds",
        "When a schedule's work was done last.",
        [({"schedule": run["name"]}, run["at"]) for run in schedules],
    )
    yield _gauge(
        "regent_schedule_age_seconds",
        "How long ago that is.",
        [({"schedule": run["name"]}, run["age"]) for run in schedules],
    )
    yield _gauge(
        "regent_table_live_tuples",
        "Rows, as Postgres estimates.",
        [({"table": table["table"]}, table["live"]) for table in tables],
    )
    yield _gauge(
        "regent_table_dead_tuples",
        "Rows that wait for vacuum, as Postgres estimates.",
        [({"table": table["table"]}, table["dead"]) for table in tables],
    )


def _gauge(name: str, meaning: str, samples: Samples) -> Series:
    return Series(name, "gauge", meaning, samples)


def _counter(name: str, meaning: str, samples: Samples) -> Series:
    return Series(name, "counter", meaning, samples)


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    quoted = (f'{name}="{_escaped(value, quotes=True)}"' for name, value in labels.items())
    return "{" + ",".join(quoted) + "}"


def _escaped(text: str, *, quotes: bool = False) -> str:
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n")
    return escaped.replace('"', '\\"') if quotes else escaped


def _number(value: float) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)
