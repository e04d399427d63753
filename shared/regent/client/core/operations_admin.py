"""Operations for those who look after queues: groups, dead letters, status, maintenance."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal

from regent.client.core.http1 import Reply
from regent.client.core.operation import Operation, api, deletion, json_bytes, json_of, path
from regent.client.core.operations_queue import list_partitions, reads
from regent.client.core.paging import Listing, Walk
from regent.client.core.retry import Step
from regent.client.core.rows import row
from regent.client.core.rows_admin import (
    GroupRow,
    Health,
    LabelRow,
    LatePartition,
    LeaseRow,
    MessageMoved,
    QueueStatusRow,
    Steered,
    SubscriptionRow,
    Switches,
    TraceName,
    TraceRow,
)
from regent.client.core.rows_queue import QueueRow
from regent.client.errors import Misused

Query = Mapping[str, object]
#: The charts, by the last word of their route under /api/v1/analytics.
Chart = Literal[
    "queue-ops",
    "queue-lag",
    "worker-metrics",
    "system-metrics",
    "queue-parked-replicas",
    "retention",
    "postgres-stats",
]
#: Where ``seek`` goes, as the body of its request says it.
_ENDS: Final[Mapping[str, str]] = {"end": "toEnd", "beginning": "toBeginning"}


def as_json(reply: Reply) -> Any:
    """An answer whose form is that of docs/http, as it is."""
    return json_of(reply)


def as_text(reply: Reply) -> str:
    """An answer that is a text."""
    return reply.body.decode()


def _get(target: str) -> Operation[Any]:
    return Operation("GET", target, as_json)


def _steers(target: str, body: Query | None = None, *, repeats: bool = True) -> Operation[Steered]:
    return Operation("POST", target, reads(Steered), json_bytes(body or {}), repeats=repeats)


# Groups.


def list_groups(query: Query) -> Listing[GroupRow]:
    """A row for each group on each queue."""
    return Listing(("consumer-groups",), None, GroupRow, query)


def read_group(group: str, queue: str | None, *, live: bool) -> Operation[Any]:
    """A group's queues with their partitions."""
    return _get(api("consumer-groups", group, queue=queue, live=True if live else None))


def list_late_partitions(query: Query) -> Operation[list[LatePartition]]:
    """Partitions in which a group has not completed an old message."""
    return Operation(
        "GET",
        api("consumer-groups", "lagging", **query),
        lambda reply: [row(LatePartition, raw) for raw in json_of(reply)],
    )


def pause(group: str, queue: str | None) -> Operation[Steered]:
    """Let the pops of a group find nothing."""
    return _steers(_named("pause"), _body(group, queue))


def resume(group: str, queue: str | None) -> Operation[Steered]:
    """Let them find something again."""
    return _steers(_named("resume"), _body(group, queue))


def delete_group(
    group: str,
    queue: str | None,
    *,
    keep_subscriptions: bool,
    force: bool,
    dry_run: bool = False,
) -> Operation[Steered]:
    """Delete a group's cursors, failed attempts and dead letters."""
    on = () if queue is None else ("queues", queue)
    target = api(
        "consumer-groups",
        group,
        *on,
        deleteMetadata=False if keep_subscriptions else None,
        force=True if force else None,
        dryRun=True if dry_run else None,
    )
    return Operation("DELETE", target, reads(Steered))


def _named(verb: str, **query: object) -> str:
    """The route of a verb that finds its group's name in the body."""
    return api("consumer-groups", verb, **query)


def _body(group: str, queue: str | None) -> dict[str, object]:
    named: dict[str, object] = {"consumerGroup": group}
    return named if queue is None else named | {"queue": queue}


def seek(
    group: str,
    queue: str,
    partition: str | None,
    to: str | int | datetime,
    *,
    force: bool,
    dry_run: bool = False,
) -> Operation[Steered]:
    """Move a group's cursor. To the end it is sent once: what is pushed between two tries would be
    skipped by the second."""
    if isinstance(to, datetime):
        body: dict[str, object] = {"timestamp": to.isoformat()}
    elif isinstance(to, int):
        if partition is None:
            raise Misused(f"to is {to}, an offset, which belongs to one partition; name it")
        body = {"offset": to}
    elif to in _ENDS:
        body = {_ENDS[to]: True}
    else:
        raise Misused(
            f'to is {to!r}; it takes "end", "beginning", an instant, or an offset of one partition'
        )
    if force:
        body["force"] = True
    body |= _body(group, queue) | ({} if partition is None else {"partition": partition})
    target = _named("seek", dryRun=True if dry_run else None)
    return _steers(target, body, repeats=dry_run or to != "end")


def cursors(group: str, queue: str) -> Generator[Step, Any, dict[str, int]]:
    """Where a group stands in each partition that it follows."""
    walk = Walk(list_partitions(queue), None)
    found: dict[str, int] = {}
    while not walk.over:
        page = walk.take((yield walk.next()))
        for partition in page.rows:
            found.update(
                (partition.name, standing["cursor"])
                for standing in partition.groups
                if standing["name"] == group
            )
    return found


def restore(
    group: str, queue: str, saved: Mapping[str, int], *, force: bool
) -> Generator[Step, Any, None]:
    """Put a group back to where it stood."""
    for partition, offset in saved.items():
        yield seek(group, queue, partition, offset, force=force)


def list_subscriptions(query: Query) -> Listing[SubscriptionRow]:
    """How groups subscribed."""
    return Listing(("subscriptions",), "subscriptions", SubscriptionRow, query)


def delete_subscription(subscription: str) -> Operation[None]:
    """Delete one, so that the group's next pop can subscribe otherwise."""
    return deletion(api("subscriptions", subscription))


def move_subscription(group: str, at: datetime) -> Operation[Any]:
    """Where a group starts in partitions and queues that it does not follow yet."""
    body = json_bytes({"consumerGroup": group, "subscriptionTimestamp": at.isoformat()})
    return Operation("POST", _named("subscription"), as_json, body)


# Messages and notes.


def delete_message(partition_id: str, transaction_id: str) -> Operation[MessageMoved]:
    """Delete a message. Sent once: pushed again between two tries, it would be deleted again."""
    target = api("messages", partition_id, transaction_id)
    return Operation("DELETE", target, reads(MessageMoved), repeats=False)


def retry_message(
    partition_id: str, transaction_id: str, group: str | None
) -> Operation[MessageMoved]:
    """Redrive the dead letters of one message."""
    body = _message(partition_id, transaction_id, group)
    target = api("messages", "retry")
    return Operation("POST", target, reads(MessageMoved), json_bytes(body), repeats=False)


def bury_message(
    partition_id: str, transaction_id: str, group: str | None, error: str | None, *, force: bool
) -> Operation[MessageMoved]:
    """Make a dead letter of a message. Said again, it changes nothing."""
    body = _message(partition_id, transaction_id, group)
    body |= {"force": True} if force else {}
    body |= {} if error is None else {"error": error}
    return Operation("POST", api("messages", "dlq"), reads(MessageMoved), json_bytes(body))


def _message(partition_id: str, transaction_id: str, group: str | None) -> dict[str, object]:
    named: dict[str, object] = {"partitionId": partition_id, "transactionId": transaction_id}
    return named | ({} if group is None else {"consumerGroup": group})


def list_traces_by_name(name: str, *, reveal: bool) -> Listing[TraceRow]:
    """The notes under a name."""
    query = {"reveal": reveal or None}
    return Listing(("traces", "by-name", name), "traces", TraceRow, query)


def list_traces(partition_id: str, transaction_id: str) -> Listing[TraceRow]:
    """The notes about a message."""
    return Listing(("traces", partition_id, transaction_id), "traces", TraceRow, {})


def read_pipeline(trace_id: str, limit: int | None) -> Operation[Any]:
    """The messages of a trace, with their states and notes."""
    return _get(api("traces", "by-trace-id", trace_id, limit=limit))


def list_trace_names() -> Listing[TraceName]:
    """The names of notes."""
    return Listing(("traces", "names"), "trace_names", TraceName, {})


# The system.


def list_queues(query: Query) -> Listing[QueueRow]:
    """Queues, by name."""
    return Listing(("resources", "queues"), "queues", QueueRow, query)


def list_labels(kind: Literal["namespaces", "tasks"]) -> Listing[LabelRow]:
    """Namespaces or tasks, by name."""
    return Listing(("resources", kind), kind, LabelRow, {})


def list_leases(query: Query) -> Listing[LeaseRow]:
    """Who holds what."""
    return Listing(("analytics", "leases"), "leases", LeaseRow, query)


def list_queue_status(query: Query) -> Listing[QueueStatusRow]:
    """Queues as the status page lists them."""
    return Listing(("status", "queues"), "queues", QueueStatusRow, query)


def read_status(query: Query) -> Operation[Any]:
    """How queues stand together."""
    return _get(api("status", **query))


def read_queue_status(queue: str, *, live: bool) -> Operation[Any]:
    """How one queue stands."""
    return _get(api("status", "queues", queue, live=True if live else None))


def read_partition(partition_id: str) -> Operation[Any]:
    """One partition."""
    return _get(api("resources", "partitions", partition_id))


def explain_partition(partition_id: str, group: str | None) -> Operation[Any]:
    """Why it does not move."""
    return _get(api("resources", "partitions", partition_id, "explain", group=group))


def explain_queue(queue: str, group: str | None) -> Operation[Any]:
    """Which partitions do not move, and why."""
    return _get(api("resources", "queues", queue, "explain", group=group))


def read_overview(*, live: bool) -> Operation[Any]:
    """The whole system."""
    return _get(api("resources", "overview", live=True if live else None))


def read_summary() -> Operation[Any]:
    """What is worst now, and the alarms that ring."""
    return _get(api("status", "summary"))


def read_session() -> Operation[Any]:
    """Who calls, and what answers."""
    return _get(api("session"))


def read_activity(query: Query) -> Operation[Any]:
    """What happened when."""
    return _get(api("status", "analytics", **query))


def read_chart(chart: Chart, query: Query) -> Operation[Any]:
    """One of the console's charts."""
    return _get(api("analytics", chart, **query))


def read_usage(query: Query) -> Operation[Any]:
    """What each queue costs."""
    return _get(api("costs", **query))


def read_metrics() -> Operation[Any]:
    """Sums over all queues."""
    return _get(path("metrics"))


def read_prometheus() -> Operation[str]:
    """What Prometheus scrapes."""
    return Operation("GET", path("metrics", "prometheus"), as_text)


def read_health() -> Operation[Health]:
    """Whether the server and its database answer. A server that does not is an answer, too."""
    return Operation("GET", path("health"), reads(Health), accepts=(503,))


def count_activity() -> Operation[Any]:
    """Count now what is else counted once a minute."""
    return Operation("POST", api("stats", "refresh"), as_json)


def read_maintenance() -> Operation[Switches]:
    """Which switches are on."""
    return Operation("GET", api("system", "maintenance"), reads(Switches))


def switch_maintenance(
    what: Literal["pushes", "pops"], queue: str | None, *, stopped: bool
) -> Operation[Switches]:
    """Stop pushes or pops, or let them go on."""
    words = ("system", "maintenance") if what == "pushes" else ("system", "maintenance", "pop")
    body: dict[str, object] = {"enabled": stopped} | ({} if queue is None else {"queue": queue})
    return Operation("POST", api(*words), reads(Switches), json_bytes(body))


def joined(values: Sequence[object] | None) -> str | None:
    """A list in a query."""
    return None if values is None else ",".join(str(value) for value in values)
