"""The steps of which tests of dead letters are made."""

from __future__ import annotations

from typing import Any

import orjson
import psycopg

from regent.stores.queue import Queues
from regent.stores.queue_types import QUEUE_MODE
from tests.support import queue_http
from tests.support.http import Call
from tests.support.store import acks, pop, push
from tests.support.store import payloads as texts

Letter = dict[str, Any]


def bury(
    store: Queues,
    queue: str,
    *payloads: Any,
    group: str = QUEUE_MODE,
    error: str | None = None,
    **fields: Any,
) -> None:
    """Push messages that a group gives up on at once."""
    push(store, queue, *payloads, **fields)
    lease = pop(store, queue, fields.get("partition"), group=group, batch=len(payloads))
    assert len(lease.messages) == len(payloads)
    answers = acks(lease, group=group, status="dlq")
    for answer in answers:
        answer["error"] = error
    assert all(acked.dead for acked in store.ack(answers))


def all_of(store: Queues, queue: str, group: str = "reader") -> list[Any]:
    """Everything that a group can still take from a queue."""
    taken: list[Any] = []
    asked = {"group": group, "batch": 100, "partitions": 9, "auto_ack": True}
    while popped := texts(pop(store, queue, **asked)):
        taken += map(orjson.loads, popped)
    return taken


def mark(store: Queues, queue: str = "q", **asked: Any) -> dict[str, Any]:
    """What the headers of the next message say."""
    (message,) = pop(store, queue, auto_ack=True, **asked).messages
    headers: dict[str, Any] = orjson.loads(message.headers or "null")
    return headers


def bury_over_http(
    call: Call,
    queue: str,
    *payloads: Any,
    group: str = QUEUE_MODE,
    error: str = "no",
    **fields: Any,
) -> list[dict[str, Any]]:
    """Make dead letters through the handlers; the messages as they were popped."""
    queue_http.push(call, queue, *payloads, **fields)
    partition = fields.get("partition")
    popped = queue_http.pop(call, queue, partition, batch=len(payloads), consumerGroup=group)
    assert len(popped) == len(payloads)
    assert all(
        outcome["dlq"] for outcome in queue_http.ack(call, *popped, status="dlq", error=error)
    )
    return popped


def letters(call: Call, **query: Any) -> list[Letter]:
    """The dead letters that a query lists."""
    reply = call("GET", "/api/v1/dlq", query=query)
    assert reply.status == 200, reply
    found: list[Letter] = reply.body["messages"]
    return found


def numbers(call: Call, **query: Any) -> list[Any]:
    """Their payloads, the newest first."""
    return [letter["data"] for letter in letters(call, **query)]


#: Dead letters of group `g` on a queue, past the routines: so many in each of so many partitions.
_FILL = """
    set role regent_owner;
    set search_path = queen;
    alter table dead_letter_queue set (autovacuum_enabled = false);
    insert into queues (name, namespace, created_at, partition_count)
    values ('{queue}', '{namespace}', now(), {partitions});
    insert into consumer_groups (queue_id, name, whole_queue, created_at)
    select q.id, 'g', true, now() from queues q where q.name = '{queue}';
    insert into partitions (queue_id, name, head, last_activity, created_at)
    select q.id, 'p' || i, {each}, now(), now() from queues q, generate_series(1, {partitions}) i
     where q.name = '{queue}' order by i;
    insert into partition_consumers (partition_id, group_id, committed, ready, oldest_at)
    select p.id, g.id, {each}, false, now()
      from queues q join partitions p on p.queue_id = q.id
      join consumer_groups g on g.queue_id = q.id
     where q.name = '{queue}';
    insert into dead_letter_queue (
        partition_id, group_id, "offset", message_id, transaction_key, is_encrypted, payload,
        created_at, failed_at, retry_count, reason, error_message, fingerprint)
    select p.id, g.id, o, gen_random_uuid(), gen_random_uuid(), false, '1',
           now(), now(), 0, 'rejected', 'no', 'no'
      from generate_series(0, {each} - 1) o
     cross join queues q join partitions p on p.queue_id = q.id
      join consumer_groups g on g.queue_id = q.id
     where q.name = '{queue}' order by o, p.id;
"""


def fill(
    owner_url: str,
    queue: str,
    *,
    partitions: int,
    each: int,
    namespace: str = "",
    analyze: bool = True,
) -> None:
    """Dead letters by the hundred thousand."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        filled = _FILL.format(queue=queue, namespace=namespace, partitions=partitions, each=each)
        connection.execute(filled.encode())
        if analyze:
            connection.execute("vacuum (analyze) queen.dead_letter_queue, queen.partitions")
