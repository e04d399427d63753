"""Messages for previews, and what a change did to delivery, read from the view of each message."""

from __future__ import annotations

from typing import Any

from regent.database import Database
from regent.encryption import Encryption
from regent.rows import Row
from regent.settings import Settings
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from tests.support.rows import rows
from tests.support.store import acks, complete, pop, push

#: (queue, group) → messages that it would not get any more, and messages that it would get again.
Moved = dict[tuple[str, str], tuple[int, int]]

_OPEN = """
    select q.name as queue, s.consumer_group, s.message_id
      from queen.messages_status s
      join queen.partitions p on p.id = s.partition_id
      join queen.queues q on q.id = p.queue_id
     where s.status in ('pending', 'processing', 'failed')"""


def fill(database: Database, store: Queues) -> None:
    """Queue `q` with three partitions. Group `g` has completed some messages in order and some out
    of it, holds some, failed one and gave one up; one was deleted; `done` has done all."""
    for name in "abc":
        push(store, "q", *range(6), partition=name)
    complete(store, pop(store, "q", "a", group="g", batch=2), "g")
    held = pop(store, "q", "a", group="g", batch=4)
    store.ack(acks(held, held.messages[1], group="g"))
    store.ack(acks(pop(store, "q", "b", group="g"), group="g", status="failed"))
    complete(store, pop(store, "q", "c", group="g", batch=3), "g")
    store.ack(acks(pop(store, "q", "c", group="g"), group="g", status="dlq"))
    messages = StoredMessages(database, Encryption(Settings()))
    whole = pop(store, "q", "c", group="reader", batch=6)
    gone = whole.messages[4]
    complete(store, whole, "reader")
    messages.delete_message(str(gone.partition_id), gone.transaction_id)
    for _ in "abc":
        pop(store, "q", group="done", batch=9, auto_ack=True)


def open_to(owner_url: str) -> set[tuple[str, str, Any]]:
    """(queue, group, message) of all that groups have not done."""
    return {tuple(row.values()) for row in rows(owner_url, _OPEN)}  # type: ignore[misc]


def moved(before: set[tuple[str, str, Any]], after: set[tuple[str, str, Any]]) -> Moved:
    """What happened between two looks; groups to which nothing did are left out."""
    found: Moved = {}
    for place, lost in [
        *((each[:2], True) for each in before - after),
        *((each[:2], False) for each in after - before),
    ]:
        skipped, again = found.get(place, (0, 0))
        found[place] = (skipped + lost, again + (not lost))
    return found


def told(preview: list[Row]) -> Moved:
    """What a preview says; groups to which nothing happens are left out."""
    return {
        (row["queue"], row["consumerGroup"]): (row["skipped"], row["again"])
        for row in preview
        if row["skipped"] or row["again"]
    }
