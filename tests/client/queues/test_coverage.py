"""The client against /openapi.json: a route is called by a method, or stands here with a reason."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from functions.api.openapi import openapi
from regent import Regent
from regent.client.core.http1 import HttpRequest, Reply
from regent.client.core.messages import MessageFields, lanes_of
from regent.client.core.popping import Popped
from regent.client.sync.message import Batch, Message
from regent.log import Condition
from regent.log import Message as LogMessage

NAME = "another name of a route that is called"
GROUP = "a topic's group is a group: groups(), group(…).show() and .delete()"
PAGE = "for browsers"
NAMED = "its names are in the body instead, where slashes stay"
#: What the client sends in the form whose body has the names.
GROUPS, MESSAGE = (
    "/api/v1/consumer-groups/{group}",
    "/api/v1/messages/{partitionId}/{transactionId}",
)
IN_BODIES = (
    "DELETE /api/v1/queues/{queue}/clear",
    "DELETE /api/v1/resources/queues/{queue}/partitions/{partition}",
    *(f"POST {MESSAGE}/{verb}" for verb in ("retry", "dlq")),
    *(f"POST {GROUPS}/{verb}" for verb in ("pause", "resume", "subscription")),
    *(f"POST {GROUPS}/queues/{{queue}}/{verb}" for verb in ("pause", "resume", "seek")),
    f"POST {GROUPS}/queues/{{queue}}/partitions/{{partition}}/seek",
    *(
        f"POST /api/v1/log/groups/{{group}}/{verb}"
        for verb in ("claim", "extend", "release", "ack", "advance", "stop", "start", "reset")
    ),
)
#: Routes that no method calls.
REASONS = dict.fromkeys(IN_BODIES, NAMED) | {
    "POST /api/v1/metadata/topics": "a topic is a queue: queue(…).configure(partitions=4)",
    "GET /api/v1/metadata/topics": "a topic is a queue: queues()",
    "DELETE /api/v1/metadata/topics/{topic}": "a topic is a queue: queue(…).delete()",
    "GET /api/v1/metadata/consumer-groups": GROUP,
    "DELETE /api/v1/metadata/consumer-groups/{group}": GROUP,
    "POST /api/v1/consumer-group/join-group": NAME,
    "POST /api/v1/consumer-group/leave-group": NAME,
    "POST /api/v1/consumer-groups/join": NAME,
    "POST /api/v1/consumer-groups/heartbeat": NAME,
    "GET /api/v1/log/types/{type}": "types() has all of them",
    "GET /api/v1/system/maintenance/pop": NAME,
    "GET /api/v1/status/queues/{queue}/messages": NAME,
    "GET /api/v1/resources/groups": "for consoles: groups() lists them",
    "GET /api/v1/log/messages/{message}": "for the console: a program asks by conditions",
    "GET /api/v1/status/buffers": "for published clients of another broker: nothing is buffered",
    "GET /api/v1/status/sparklines": "for the rows of the console's list",
    "POST /api/v1/dlq/outcomes": "for the console: a program sees what becomes of its messages",
    "GET /openapi.json": "for programs that read contracts",
    "POST /api/v1/lease/{lease}/release": "sent by a consumer that stops: engine/consumer.py",
    "GET /": "for people",
    "GET /console": PAGE,
    "GET /console/": PAGE,
    "GET /console/{page}": PAGE,
    "GET /console/-/{release}/{file}": PAGE,
    "GET /console/config.json": PAGE,
}
#: What a member of a topic's group needs to read, so that it goes on to its next request.
OF_A_MEMBER: dict[str, Any] = {
    "groupId": "g",
    "memberId": "m",
    "groupCreatedAt": 1,
    "generation": 1,
    "partitions": [0],
    "offsets": {},
    "records": [],
    "nextOffset": 0,
    "highWatermark": 0,
}
INSTANT = datetime(2026, 1, 1, tzinfo=UTC)


class CoverageNoted(LogMessage, type="coverage.noted"):
    """An event."""

    word: str


def routes() -> dict[str, re.Pattern[str]]:
    """Each route with the paths that are its own; the more special ones come first."""
    paths = json.loads(str(openapi().body))["paths"]
    found = {
        f"{method.upper()} {path}": re.compile(
            f"{method.upper()} " + re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
        )
        for path, methods in paths.items()
        for method in methods
    }
    return dict(sorted(found.items(), key=lambda item: item[0].count("{")))


class Noting:
    """A transport that notes where requests go, and answers each with what it wants to read."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def exchange(self, request: HttpRequest, within_seconds: float) -> Reply:
        """As a pool does it."""
        self.asked.append(f"{request.method} {unquote(urlsplit(request.target).path)}")
        if self.asked[-1].endswith("/resources/overview"):
            return Reply(200, {}, b'{"timestamp": "2026-01-01T00:00:00Z"}')
        if "/consumer-group/" in self.asked[-1] or self.asked[-1].endswith("/find-or-create"):
            return Reply(200, {}, json.dumps(OF_A_MEMBER).encode())
        return Reply(404, {}, b'{"error": "no", "code": "NOT_FOUND"}')

    def close(self) -> None:
        """Nothing is open."""


def message(regent: Regent) -> Message[Any]:
    """A message as a pop hands it out."""
    raw = {
        "id": "6f1c6f0e-8a51-4b2b-8d3c-0d5f5e1c9a11",
        "transactionId": "t",
        "partitionId": "1",
        "partition": "p",
        "queue": "q",
        "offset": 0,
        "leaseId": "l",
        "consumerGroup": "g",
    }
    found = Message[Any](regent._session, raw, None)
    lanes_of(Popped([raw], "l"), [found])
    return found


def calls_of_queues(regent: Regent) -> list[Callable[[], object]]:
    """Every method of queues, groups, batches and transactions that sends something."""
    queue, partition = regent.queue("q"), regent.queue("q").partition("p")
    group = queue.group("g")
    one = message(regent)
    two = Batch[Any](regent._session, Popped([one.raw, {**one.raw, "partitionId": "2"}], "l"), None)
    transaction = regent.transaction()
    transaction.ack(one)
    return [
        lambda: partition.push(1),
        lambda: queue.push_many([1], partition="p"),
        queue.pop,
        partition.pop,
        regent.matching(namespace="n").pop,
        lambda: regent.ack(one),
        two.ack,
        lambda: two.extend(60),
        lambda: one.trace({}),
        transaction.send,
        queue.configure,
        queue.create,
        queue.show,
        queue.depth,
        queue.explain,
        queue.peek,
        queue.clear,
        queue.delete,
        queue.list_partitions().first,
        queue.messages().first,
        queue.dead_letters().rows().first,
        lambda: queue.delete_partition("p"),
        lambda: group.seek("end"),
        lambda: group.seek("end", partition="p"),
        group.cursors,
        group.pause,
        group.resume,
        group.unsubscribe,
        group.subscription,
    ]


def calls_of_the_system(regent: Regent) -> list[Callable[[], object]]:
    """Every method of the entry object, of groups and dead letters that sends something."""
    whole, letters = regent.group("g"), regent.dead_letters(queue="q")
    pages = [
        *[regent.queues(), regent.namespaces(), regent.tasks(), regent.groups()],
        *[regent.subscriptions(), regent.leases(), regent.messages(), regent.traces("n")],
        *[regent.trace_names(), regent.queue_statuses(), regent.lag(), regent.lag_partitions()],
        *[
            regent.lag_history(),
            regent.lag_snapshots(),
            regent.job_runs("lag"),
            regent.archive_batches(),
            regent.changes(),
            regent.redrives(),
            whole.subscriptions(),
            regent.message_traces("1", "t"),
        ],
    ]
    charts: list[Any] = [
        *["queue-ops", "queue-lag", "worker-metrics", "system-metrics", "retention"],
        *["queue-parked-replicas", "postgres-stats"],
    ]
    return [
        *[lambda chart=chart: regent.chart(chart) for chart in charts],
        regent.costs,
        regent.lag_heatmap,
        regent.jobs,
        *[page.first for page in pages],
        whole.show,
        whole.pause,
        whole.resume,
        whole.delete,
        whole.members,
        whole.generations().first,
        lambda: whole.evict("m"),
        lambda: whole.start_from(INSTANT),
        lambda: regent.unsubscribe("s"),
        regent.late_partitions,
        letters.rows().first,
        letters.summary,
        letters.redrive,
        letters.start_redrive,
        regent.redrive("1").show,
        regent.redrive("1").stop,
        letters.purge,
        lambda: letters.delete("1"),
        lambda: regent.message("1", "t"),
        lambda: regent.delete_message("1", "t"),
        lambda: regent.redrive_message("1", "t"),
        lambda: regent.bury_message("1", "t"),
        regent.status,
        lambda: regent.queue_status("q"),
        lambda: regent.partition("1"),
        lambda: regent.explain("1", "g"),
        lambda: regent.pipeline("01a1ef2e-be52-7293-8b8d-017564f12a90"),
        lambda: regent.explain_queue("q", "g"),
        regent.overview,
        regent.summary,
        regent.caller,
        regent.activity,
        regent.refresh,
        regent.metrics,
        regent.prometheus,
        regent.health,
        regent.maintenance.show,
        regent.maintenance.stop_pushes,
        regent.maintenance.allow_pushes,
        regent.maintenance.stop_pops,
        regent.maintenance.allow_pops,
    ]


def calls_of_topics(regent: Regent) -> list[Callable[[], object]]:
    """Every method of topics that sends something. What a consumer sends, it sends in its turn."""
    topic = regent.topic("t")

    def consume() -> None:
        with topic.consumer("app", heartbeat_interval_ms=1, session_timeout_ms=100) as consumer:
            consumer.poll(0.2)
            consumer.commit({0: 1})

    def produce() -> None:
        with topic.producer(linger_ms=0) as producer:
            producer.send("t", 1)
            producer.flush()
            producer.send("t", 1, partition=0)

    return [consume, produce, lambda: topic.reader().consume("t", 0, 0)]


def calls_of_the_log(regent: Regent) -> list[Callable[[], object]]:
    """Every method of the event log that sends something."""
    log = regent.log
    noted = CoverageNoted(word="w")
    claim: Any = {"partition_by": "word", "handled_types": ["x"], "worker_id": "w"}
    return [
        lambda: log.append(noted),
        lambda: log.schedule(noted, INSTANT),
        lambda: next(log.scheduled()),
        lambda: log.scheduled_messages("1"),
        lambda: log.cancel("1"),
        lambda: log.read(Condition("x")),
        lambda: log.read_partition({"word": "w"}, ["x"]),
        lambda: next(log.read_all()),
        lambda: log.correlated(noted),
        lambda: log.declare_type(CoverageNoted),
        log.types,
        lambda: log.register_group("g"),
        lambda: log.group("g"),
        log.groups,
        lambda: log.stop_group("g"),
        lambda: log.start_group("g"),
        lambda: log.reset_group("g"),
        lambda: next(log.offsets("g")),
        lambda: log.advance("g", {"word": "w"}, 1),
        lambda: log.claim_next("g", **claim),
        lambda: log.ack("g", "1", 1),
        lambda: log.extend("g", "1"),
        lambda: log.release("g", "1"),
    ]


@pytest.fixture(scope="module")
def called() -> set[str]:
    """The routes that methods call."""
    transport = Noting()
    regent = Regent(transport=transport)
    calls = [*calls_of_queues(regent), *calls_of_the_system(regent)]
    for call in [*calls, *calls_of_topics(regent), *calls_of_the_log(regent)]:
        with contextlib.suppress(Exception):  # the answer is none; the request is what counts
            call()
    found, unknown = set(), []
    for asked in dict.fromkeys(transport.asked):  # a consumer polls again and again
        fits = [route for route, pattern in routes().items() if pattern.fullmatch(asked)]
        found.update(fits[:1])
        unknown += [] if fits else [asked]
    assert unknown == [], "no route of the server's"
    return found


def test_every_route_is_called_or_has_a_reason(called: set[str]) -> None:
    assert set(routes()) - called - set(REASONS) == set()


def test_no_reason_is_left_over(called: set[str]) -> None:
    """A route that is excused and called all the same needs no excuse: the list stays true."""
    assert called & set(REASONS) == set()
    assert set(REASONS) - set(routes()) == set()


def test_every_message_field_has_its_member() -> None:
    """What a pop answers is told by a property, or by ``raw`` only, for a reason."""
    described = json.loads(str(openapi().body))["components"]["schemas"]["MessageAnswer"]
    told = set(described["properties"]) - {
        "isEncrypted",  # the payload is not, when it is here
        "decryptionError",
    }
    renamed = {
        "data": "payload",
        "producerSub": "producer",
        "deliveryAttempt": "attempt",
        "consumerGroup": "group",
    }
    names = {renamed.get(name) or re.sub(r"(?=[A-Z])", "_", name).lower() for name in told}
    assert [name for name in names if not hasattr(MessageFields, name)] == []
