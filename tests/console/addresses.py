"""Each page with every key of its address set, over several addresses where keys exclude others."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Final

from tests.console.seeds import Seeds

#: By the path of a page; words behind it tell addresses of one page apart. Values in capitals are
#: those of a test's own queue.
ADDRESSES: Final[Mapping[str, Mapping[str, str]]] = {
    "": {
        "code": "python",
        "at": "2026-11-18T00:00:00Z",
        "versus": "2026-11-17T00:00:00Z",
    },
    "start": {"code": "javascript"},
    "queues": {
        "name": "shop",
        "contains": "o",
        "namespace": "shop",
        "task": "x",
        "sort": "oldest",
    },
    "queue": {
        "name": "QUEUE",
        "tab": "chart",
        "last": "24h",
        "group": "billing",
        "state": "ready",
        "partition": "a",
        "from": "a",
        "sort": "lag",
        "at": "2026-11-18T00:00:00Z",
    },
    "partition": {
        "queue": "QUEUE",
        "name": "a",
        "id": "ID",
        "group": "billing",
        "around": "newest",
        "show": "none",
    },
    "groups": {
        "tab": "late",
        "name": "bill",
        "queue": "QUEUE",
        "namespace": "shop",
        "state": "Stable",
        "sort": "name",
        "seconds": "60",
        "show": "billing",
        "on": "QUEUE",
    },
    "leases": {"queue": "QUEUE", "consumerGroup": "billing", "stuck": "true"},
    "log": {
        "tab": "types",
        "from": "1",
        "type": "a",
        "order": "asc",
        "conditions": '[{"type":"a","attrs":[["n","1"]]}]',
        "only": "resting",
        "dueFrom": "2026-11-18T14:00Z",
        "dueTo": "2026-11-18T15:00Z",
        "batch": "1",
        "payloads": "false",
        "group": "decider",
        "show": "none",
    },
    "log of what is scheduled": {
        "tab": "scheduled",
        "dueFrom": "2026-11-18",
        "dueTo": "2026-11-19",
    },
    "lag": {
        "scope": "partition",
        "queue": "QUEUE",
        "consumerGroup": "billing",
        "verdict": "stalled",
        "last": "7d",
        "at": "2026-11-18T00:00:00Z",
        "versus": "2026-11-17T00:00:00Z",
        "bucket": "3",
    },
    "cost": {"by": "group", "month": "2026-10", "batch": "25"},
    "jobs": {"queue": "QUEUE", "status": "written", "last": "30d", "job": "replay"},
    "dead-letters": {
        "queue": "QUEUE",
        "group": "billing",
        "reason": "moved",
        "fingerprint": "no #",
        "error": "no 1",
        "last": "24h",
        "from": "2026-11-18",
        "to": "2026-11-19",
        "at": "2026-11-18T12:00:00Z",
        "show": "1",
    },
    "messages": {
        "queue": "QUEUE",
        "partition": "a",
        "namespace": "shop",
        "task": "x",
        "status": "pending",
        "consumerGroup": "billing",
        "last": "1h",
        "from": "2026-11-18",
        "to": "2026-11-19",
        "contains": "n",
        "field": "n",
        "value": "2",
        "payloads": "false",
        "show": "MESSAGE",
        "as": "tree",
    },
    "messages of a trace": {"traceId": "TRACE"},
    "messages of a transaction": {"transactionId": "t-1"},
    "messages as they come": {"queue": "QUEUE", "tail": "true"},
    "push": {"queue": "QUEUE", "partition": "a", "copy": "MESSAGE"},
    "traces": {"id": "TRACE", "name": "billing"},
    "members": {"group": "GROUP"},
    "audit": {
        "who": "ann",
        "what": "seek",
        "queue": "QUEUE",
        "from": "2026-11-18",
        "to": "2026-11-19",
    },
    "system": {"tab": "api", "queue": "QUEUE", "find": "push", "route": "POST /api/v1/push"},
}


class Seeded(str):
    """A queue's name, and what else of it addresses name."""

    __slots__ = ("names",)
    names: dict[str, str]


def seeded_queue(seeds: Seeds, queue: str) -> Seeded:
    """A queue with a group that has work, and a topic with a group of members."""
    trace = str(uuid.uuid4())
    seeds.push(queue, "a", {"n": 1}, {"n": 2}, traceId=trace)
    popped = seeds.pop(queue, "billing")
    seeds.ack(popped)
    (message,) = popped["messages"]
    topic = f"topic-{trace[:8]}"
    seeds.send("POST", "/metadata/topics", 201, json={"topic": topic, "partitions": 2})
    body = {"topic": topic, "appId": "app"}
    found = Seeded(queue)
    found.names = {
        "QUEUE": queue,
        "ID": popped["partitionId"],
        "TRACE": trace,
        "MESSAGE": f"{popped['partitionId']}/{message['transactionId']}",
        "GROUP": seeds.send("POST", "/metadata/consumer-groups/find-or-create", json=body)[
            "groupId"
        ],
    }
    return found


def filled(name: str, queue: Seeded) -> tuple[str, dict[str, str]]:
    """A page's path, and its state with this test's queue in it."""
    state = {key: queue.names.get(value, value) for key, value in ADDRESSES[name].items()}
    return name.split(" ", maxsplit=1)[0], state
