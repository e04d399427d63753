"""A list of messages that is followed page by page while others push: each message of before the
first page comes exactly once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Page
from regent.settings import Settings
from regent.stores.messages import MessageFilter, StoredMessages
from tests.races.sessions import Open, push


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def followed(stored: StoredMessages, between: Callable[[int], None], by: str) -> list[str]:
    """The list, two messages a page, with something happening between the pages."""
    seen: list[str] = []
    page = Page(2)
    for turn in range(20):
        found = stored.list_messages(MessageFilter(queue="q"), page)
        seen += [message["transactionId"] for message in found.rows]
        if found.next_key is None:
            return seen
        at, *place = found.next_key
        after = (datetime.fromisoformat(at), *place)
        page = Page(2, 0, after) if by == "cursor" else Page(2, len(seen))
        between(turn)
    raise AssertionError("the list has no end")


def pushes_between_pages(session: Open, stored: StoredMessages, by: str) -> list[str]:
    """One push is in flight at the first page and commits after it; others go to old and new
    partitions. The messages of before the first page have numbers."""
    other, late = session(autocommit=True), session()
    push(other, "1", partition="a")
    push(other, "2", partition="late")
    push(other, "3", partition="b")
    push(late, "in flight", partition="late")
    for n in ("4", "5", "6", "7"):
        push(other, n, partition="ab"[int(n) % 2])

    def between(turn: int) -> None:
        if turn == 0:
            late.commit()
        push(other, f"new {turn}", partition="a")
        push(other, f"newer {turn}", partition=f"made {turn}")

    return followed(stored, between, by)


def test_what_is_pushed_meanwhile_makes_nothing_come_twice_or_not_at_all(session, stored):
    """The push that commits late is older than the list's place by then: it comes in its own."""
    seen = pushes_between_pages(session, stored, "cursor")
    assert seen == ["7", "6", "5", "4", "in flight", "3", "2", "1"]


def test_a_list_that_is_followed_by_offsets_repeats(session, stored):
    """This is why a list has a cursor."""
    with pytest.raises(AssertionError, match="no end"):
        pushes_between_pages(session, stored, "offset")
