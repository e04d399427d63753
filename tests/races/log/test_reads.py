"""Every way to read the log stops below an append in flight, and pages go on beside appends."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest

from regent.stores.log import LogStore, NewMessage
from tests.races.sessions import Open, sqlstate
from tests.support.log import append, condition, message, positions

ROOT = str(uuid.UUID(int=1))
LATE = str(uuid.UUID(int=3))

READS: dict[str, Callable[[LogStore], Any]] = {
    "forwards": lambda log: log.read_messages(None, 9),
    "backwards": lambda log: log.read_messages(None, 9, backwards=True),
    "backwards from beyond": lambda log: log.read_messages(99, 9, backwards=True),
    "a type": lambda log: log.read_messages(None, 9, type_="note"),
    "a type backwards": lambda log: log.read_messages(99, 9, backwards=True, type_="note"),
    "conditions": lambda log: log.read_conditions([condition("note", p="x")]),
    "a partition": lambda log: log.read_partition({"p": "x"}, ["note"]),
    "a partition up to beyond": lambda log: log.read_partition({"p": "x"}, ["note"], upto=99),
    "a conversation": lambda log: log.read_correlated(ROOT, None, 9),
}
#: The change that makes each routine read past the safe position.
UNSAFE = {
    "read_messages": ("v_safe bigint := _safe_position();", "v_safe bigint := _last_position();"),
    "read_conditions": ("v_safe bigint := _safe_position();", "v_safe bigint := _last_position();"),
    "log.read_partition": (
        "v_safe bigint := _safe_position();",
        "v_safe bigint := _last_position();",
    ),
    "read_correlated": ("v_safe bigint := _safe_position();", "v_safe bigint := _last_position();"),
}


def note(identity: str | None = None) -> NewMessage:
    """A message of the conversation."""
    made = message("note", p="x")
    return {**made, "id": identity or made["id"], "correlationId": ROOT}


def beside_an_append(session: Open, read: Callable[[LogStore], Any]) -> list[list[int]]:
    """Message 2 is in flight while 3 is committed. What a reader gets before and after 2
    commits."""
    slow, writer = session(), session(autocommit=True)
    append(writer.log, note(ROOT))
    append(slow.log, note())
    append(writer.log, note(LATE))
    seen = [sorted(positions(read(writer.log)))]
    slow.commit()
    return [*seen, sorted(positions(read(writer.log)))]


@pytest.mark.parametrize("way", READS)
def test_no_way_to_read_goes_past_an_append_in_flight(session, way):
    assert beside_an_append(session, READS[way]) == [[1], [1, 2, 3]]


@pytest.mark.parametrize("way", READS)
def test_reads_that_go_as_far_as_the_log_are_caught(session, broken, way):
    for routine, change in UNSAFE.items():
        broken(routine, change)
    assert beside_an_append(session, READS[way]) == [[1, 3], [1, 2, 3]]


def test_a_conversation_is_not_found_by_a_message_that_cannot_be_read_yet(session):
    slow, writer = session(), session(autocommit=True)
    append(writer.log, note(ROOT))
    append(slow.log, note())
    append(writer.log, note(LATE))
    assert sqlstate(writer.log.read_correlated, LATE, None, 9) == "RG034"
    slow.commit()
    assert positions(writer.log.read_correlated(LATE, None, 9)) == [1, 2, 3]


@pytest.mark.parametrize("backwards", [False, True])
def test_pages_go_on_where_they_were_beside_appends(session, backwards):
    """Forwards a reader meets new messages at the end, backwards it meets none; and none twice."""
    writer, met = session(autocommit=True), []
    append(writer.log, *(note() for _ in range(5)))
    start, more = None, True
    while more:
        page = writer.log.read_messages(start, 2, backwards=backwards)
        met += positions(page)
        start, more = met[-1] + (-1 if backwards else 1), page["more"]
        if len(met) <= 4:
            append(writer.log, note())
    assert met == ([5, 4, 3, 2, 1] if backwards else [1, 2, 3, 4, 5, 6, 7])
