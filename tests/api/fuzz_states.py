"""The database over which the API is fuzzed, and the names in it that a request may bear.

A name is kept under the word that requests have for it, so a new route that uses the word gets
real names by itself. Where a handler means something of its own by a word, its name stands before
the word: ``log_groups.group``.
"""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import Final, get_args

from functions.console.console import application
from functions.forms.jobs import JobName
from regent.stores.queue_types import QUEUE_MODE
from tests.support.clock import StoppedClock
from tests.support.dead_letters import bury_over_http
from tests.support.http import Call
from tests.support.job_runs import begin
from tests.support.lag import partition, rollup
from tests.support.log_http import PATH as LOG
from tests.support.log_http import append, claimed, declare, register
from tests.support.members_http import assignment, commit, group_on, produce, settled
from tests.support.owner import execute
from tests.support.queue_http import complete, configure, pop, push

#: Word -> real values; a generated request bears one of them.
Names = dict[str, list[str | int]]

_TRACE: Final = "0195a7b4-0000-7000-8000-00000000000{}"
_LOGGED: Final = "0195a7b4-0000-7000-8000-0000000001{:02}"
_DAY_SECONDS: Final = 86_400
_NOW: Final = datetime(2030, 1, 1, tzinfo=UTC)
_INSTANTS: Final[list[str | int]] = ["2030-01-01T00:00:00Z", "2029-12-31T23:00:00-05:00"]


def fill(call: Call, clock: StoppedClock, jobs_url: str, owner_url: str) -> Names:
    """Fill the database; the names of what it holds. Its clock has to stand still, or leases and
    sessions would end while the tests run."""
    names: defaultdict[str, list[str | int]] = defaultdict(list)
    for part in (
        *(_messages(call), _leases(call), _dead_letters(call), _traces(call), _groups(call)),
        *(_members(call, clock), _log(call), _lag(jobs_url), _archive(owner_url)),
    ):
        for word, values in part.items():
            names[word] += values
    # Of a file of the console, which needs both.
    names["release"].append(application().release)
    names["file"].append("main.js")
    return dict(names)


def _messages(call: Call) -> Names:
    """Queues with and without labels, one encrypted, one full, one whose name looks like a path."""
    configure(call, "q", leaseTime=_DAY_SECONDS)
    configure(call, "mail", namespace="shop", task="mail", encryptionEnabled=True)
    configure(call, "a/queues/b", namespace="office", task="notes")
    configure(call, "full", maxSize=1)
    push(call, "full", 1)
    for number in range(4):
        said = {"transactionId": f"t{number}", "traceId": _TRACE.format(number), "key": "k"}
        for queue in ("q", "mail", "a/queues/b"):
            push(call, queue, {"n": number}, **said)
        push(call, "q", number, partition="p", **said)
    return {
        "queue": ["q", "q", "mail", "full", "a/queues/b"],
        "partition": ["Default", "p"],
        "transactionId": ["t0", "t1", "t2"],
        "traceId": [_TRACE.format(0)],
        "key": ["k"],
        "namespace": ["shop", "office"],
        "ns": ["shop", "office"],
        "task": ["mail", "notes"],
    }


def _leases(call: Call) -> Names:
    """Group g holds two messages of q and two of mail; one of q is completed in queue mode."""
    held = pop(call, "q", "Default", consumerGroup="g", batch=2)
    pop(call, "mail", consumerGroup="g", batch=2)
    complete(call, *pop(call, "q", batch=1))
    lease = held[0]["leaseId"]
    return {
        "lease": [lease],
        "leaseId": [lease],
        "requiredLeases": [lease],
        "partitionId": [held[0]["partitionId"]],
        "group": ["g"],
        "consumerGroup": ["g", QUEUE_MODE],
        "subscriptionFrom": [*_INSTANTS, "now"],
        "subscriptionMode": ["new", "all"],
    }


def _dead_letters(call: Call) -> Names:
    """Five of group g, and five of queue mode in another partition; and redrives of them."""
    buried = [
        letter
        for group, name in (("g", "graves"), (QUEUE_MODE, "tombs"))
        for number in range(5)
        for letter in bury_over_http(
            call, "q", number, group=group, partition=name, transactionId=f"t{number}"
        )
    ]
    ids: list[str | int] = [str(number) for number in range(1, 11)]
    redrives = [call("POST", "/api/v1/dlq/redrives", {"queue": "q"}).body["id"] for _ in range(3)]
    return {
        "redrives.id": redrives,
        "redrives.to": ["q", "mail"],
        "partition": ["graves"],
        "partitionId": [buried[0]["partitionId"]],
        "id": ids,
        "ids": ids,
        "from": _INSTANTS,
        "to": _INSTANTS,
        "dlq.to": ["q", "mail", *_INSTANTS],
        "failedFrom": _INSTANTS,
        "failedTo": _INSTANTS,
    }


def _traces(call: Call) -> Names:
    """A message with two traces, under two names."""
    (message,) = pop(call, "q", "Default", consumerGroup="traced")
    note = {name: message[name] for name in ("transactionId", "partitionId")}
    for number in range(2):
        said = {"data": number, "traceNames": ["checkout", "now"], "eventType": "info"}
        reply = call("POST", "/api/v1/traces", note | said)
        assert reply.status == 201, reply
    return {"name": ["q", "g"], "traces.name": ["checkout", "now"], "traceNames": ["checkout"]}


def _groups(call: Call) -> Names:
    """Group resting is paused on q and everywhere; each group's pops left a subscription."""
    pop(call, "q", "Default", consumerGroup="resting")
    for path in ("queues/q/pause", "pause"):
        reply = call("POST", f"/api/v1/consumer-groups/resting/{path}")
        assert reply.status == 200, reply
    reply = call("GET", "/api/v1/subscriptions")
    return {
        "group": ["resting"],
        "consumerGroup": ["resting"],
        "subscription": [each["id"] for each in reply.body["subscriptions"]],
        "subscriptionTimestamp": _INSTANTS,
        "seek.queue": ["q"],
        "seek.group": ["g"],
        "timestamp": _INSTANTS,
    }


def _members(call: Call, clock: StoppedClock) -> Names:
    """Two members share a topic's partitions; another topic has a group without members."""
    group = group_on(call)
    produce(call, 0, *range(5))
    members = []
    for consumer in ("a", "b"):  # two generations
        members += settled(call, clock, group, consumer)
        assignment(call, members[-1])
    (first, *_) = assignment(call, members[0])["partitions"]
    reply = commit(call, group, members[0], {str(first): 0})
    assert reply.status == 200, reply
    empty = group_on(call, topic="idle", app="sleeper")
    return {
        "group": [group],
        "member_groups.group": [group, empty],
        "topic": ["orders", "idle"],
        "topics.partition": [0, 1],
        "topics.offset": [0, 4],
        "members.partition": [0, 1],
        "appId": ["app"],
        "groupId": [group],
        "member": [*members],
        "memberId": [*members],
        "consumerId": ["a", "c"],
        "generation": [reply.body["generation"]],
        "after": [empty],
    }


def _log(call: Call) -> Names:
    """Two groups; projector holds one partition of several, and two messages are yet to come."""
    declare(call, {"a": ["p", "q"], "b": ["p"]})
    for group in ("projector", "idler"):
        register(call, group)
    for number in range(4):
        said = {"id": _LOGGED.format(number), "type": "ab"[number // 3], "payload": {"p": number}}
        append(call, said | ({"correlationId": _LOGGED.format(0)} if number else {}))
    held = claimed(call, "projector", ["p"], ["a"], leaseSeconds=_DAY_SECONDS, workerId="w")
    scheduled = {"messages": [{"type": "a", "payload": {"p": 9}}], "at": "2030-01-02T00:00:00Z"}
    later = [call("POST", f"{LOG}/schedule", scheduled).body["scheduleId"] for _ in range(2)]
    return {
        "schedule": [*later],
        "message": [_LOGGED.format(0)],
        "causationId": [_LOGGED.format(0)],
        "correlationId": [_LOGGED.format(0)],
        "type": ["a", "b"],
        "handledTypes": ["a"],
        "partitionBy": ["p"],
        "log_groups.group": ["projector", "idler"],
        "log_groups.groupId": ["projector"],
        "offsetId": [held["offsetId"]],
        "workerId": ["w"],
        "position": [1, 2],
        "lastPosition": [4],
        "afterPosition": [0, 2],
        "upto": [3],
        "log.from": [0, 2],
        "log_groups.from": [0, 2],
    }


def _lag(jobs_url: str) -> Names:
    """Two snapshots of the lag job, and where two groups were behind in the last one."""
    for hour in (0, 1):
        at = _NOW.replace(hour=hour)
        rollup(jobs_url, at, "system")
        rollup(jobs_url, at, "queue", namespace="shop", queue_name="mail")
        for group in ("g", "resting"):
            rollup(jobs_url, at, "consumer", queue_name="q", consumer_group=group)
    for group_id in (1, 2):
        partition(jobs_url, at, group_id, 1, verdict="stalled")
    return {"lag.queue": ["q"]}


def _archive(owner_url: str) -> Names:
    """Two batches of q that are on their way into the archive, and two runs of each job."""
    for job in get_args(JobName) * 2:
        begin(owner_url, job)
    for number in (1, 2):
        execute(
            owner_url,
            b"insert into queen.archive_batches (id, queue_id, queue_name, archive, status,"
            b" planned_at, changed_at) values (%s, 1, 'q', '/archive', 'planned', %s, %s)",
            (_TRACE.format(number), _NOW, _NOW),
        )
    return {"job": [*get_args(JobName)]}
