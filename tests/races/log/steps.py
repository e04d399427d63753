"""The steps of races over the event log: appends and claims of sessions, and checks of the state
that they leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import psycopg

from regent.errors import ConcurrentAppend
from regent.stores.log import Condition, LogStore, NewMessage
from tests.races.sessions import Session
from tests.support import log
from tests.support.log import message, positions

#: next_position of each partition, beside the result of a search of the whole log.
_LOST_MARKS = """
    select o.partition_key, o.last_position, o.next_position,
           log._first_pending(o.value, s.types, o.last_position, s.scanned_to) as pending
      from log.offsets o join log.scans s on s.id = o.scan_id"""


def lost_marks(owner_url: str) -> list[Any]:
    """Partitions that no claim would find, although a message is pending in them."""
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute("set search_path = log")
        rows = connection.execute(_LOST_MARKS).fetchall()
    return [row for row in rows if row[3] is not None and (row[2] is None or row[2] > row[3])]


def visible(session: Session) -> list[int]:
    """The positions of the whole log, as a reader gets them."""
    return positions(session.log.read_messages(None, 1_000_000))


def try_append(
    store: LogStore, messages: Sequence[NewMessage], guard: Sequence[Condition], last: int
) -> bool:
    """Append with a guard in a session in autocommit; whether the guard held."""
    try:
        store.append(messages, guard, last)
    except ConcurrentAppend:
        return False
    return True


#: Put into a routine: the session called `slow` waits there while the gate is closed.
PAUSE = """
    if current_setting('application_name') = 'slow' then
        perform from public.gate for share;
    end if;
"""


def close_gate(gate: Session, slow: Session) -> None:
    """Close a gate to a session, until the gate commits."""
    gate.execute("create table public.gate as select 1 as one")
    gate.execute("grant all on public.gate to public")
    gate.commit()
    gate.execute("select from public.gate for update")
    slow.execute("set application_name = 'slow'")


# Claims of partitions by one attribute.

BY = ["p"]
TYPES = ["a", "b"]


def a(partition: str) -> Any:
    return message("a", p=partition)


def b(partition: str) -> Any:
    return message("b", p=partition)


def started(session: Session, *messages: Any) -> None:
    """Make a group, append these messages, and commit."""
    session.log.register_group("g")
    log.append(session.log, *messages)
    session.commit()


def marked(session: Session, *messages: Any) -> None:
    """Make a group and append, then mark pending partitions: claims need not look through the
    log."""
    started(session, a("first"))
    log.ack(session.log, "g", claim(session))
    log.append(session.log, *messages)
    session.commit()
    session.log.read_group("g")
    session.commit()


def claim(session: Session, *types: str, **changes: Any) -> Any:
    return log.claim(session.log, "g", BY, types or TYPES, **changes)


def key(found: Any) -> str | None:
    return None if found is None else found["partitionKey"]
