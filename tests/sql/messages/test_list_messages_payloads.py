"""queen.list_messages: with payloads, oldest first, from an offset on."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Listing, Page
from regent.rows import text_of
from regent.settings import Settings
from regent.stores import messages as module
from regent.stores.messages import MessageFilter, StoredMessages
from regent.stores.queue import Queues
from tests.races.sessions import rewrite
from tests.support.store import acks, pop, push


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def listed(stored: StoredMessages, page: Page, **wanted: Any) -> Listing:
    return stored.list_messages(
        MessageFilter(queue="q", **wanted), page, oldest_first=True, payloads=True
    )


def payloads(found: Listing) -> list[Any]:
    return [text_of(row["payload"]) for row in found.rows]


def behind(found: Listing, limit: int) -> Page:
    assert found.next_key is not None
    at, *place = found.next_key
    return Page(limit, 0, (datetime.fromisoformat(at), *place))


def test_payloads_and_headers_come_where_they_are_asked_for(
    store: Queues, stored: StoredMessages
) -> None:
    push(store, "q", {"n": 1}, headers={"h": 2})
    (row,) = listed(stored, Page(9)).rows
    assert (text_of(row["payload"]), text_of(row["headers"])) == ('{"n":1}', '{"h":2}')
    (row,) = stored.list_messages(MessageFilter(queue="q"), Page(9)).rows
    assert "payload" not in row
    assert "headers" not in row


def test_an_offset_is_where_the_list_begins(store: Queues, stored: StoredMessages) -> None:
    push(store, "q", *range(5), partition="p")
    push(store, "q", 9, partition="other")
    for after, expected in ((None, [0, 1, 2, 3, 4]), (0, [1, 2, 3, 4]), (3, [4]), (4, []),
                            (2**63 - 1, [])):  # fmt: skip
        found = listed(stored, Page(9), partition="p", after_offset=after)
        assert payloads(found) == [str(n) for n in expected]
        assert found.total == (5 if after is None else None)
    newest = stored.list_messages(
        MessageFilter(queue="q", partition="p", after_offset=2), Page(9), payloads=True
    )
    assert payloads(newest) == ["4", "3"]


def test_a_list_that_has_ended_goes_on_behind_its_last_message(
    store: Queues, stored: StoredMessages
) -> None:
    push(store, "q", *range(3), partition="p")
    seen = payloads(listed(stored, Page(9), partition="p"))
    push(store, "q", 3, partition="p")
    seen += payloads(listed(stored, Page(9), partition="p", after_offset=2))
    assert seen == ["0", "1", "2", "3"]


def test_a_page_ends_where_its_bytes_end(
    store: Queues, stored: StoredMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each message is 10,000 bytes, so three of them fit into 35,000; the largest goes alone."""
    monkeypatch.setattr(module, "MAX_POP_BYTES", 35_000)
    for number in range(7):
        push(store, "q", f"{number}" * 10_000, partition=f"p{number % 2}")
    push(store, "q", "x" * 50_000, partition="p0")
    found, sizes, seen = listed(stored, Page(100)), [], []
    while True:
        sizes.append(len(found.rows))
        seen += [payload[1] for payload in payloads(found)]
        if found.next_key is None:
            break
        found = listed(stored, behind(found, 100))
    assert (sizes, seen) == ([3, 3, 1, 1], list("0123456x"))


def test_a_page_that_forgets_its_bytes_is_caught(
    store: Queues,
    stored: StoredMessages,
    monkeypatch: pytest.MonkeyPatch,
    owner_url: str,
) -> None:
    rewrite(owner_url, "_fitting_messages", ("s.bytes <= p_max_bytes", "true"))
    with pytest.raises(AssertionError):
        test_a_page_ends_where_its_bytes_end(store, stored, monkeypatch)


def test_a_status_is_judged_in_either_order(store: Queues, stored: StoredMessages) -> None:
    push(store, "q", *range(6), partition="p")
    lease = pop(store, "q", batch=4, group="g")
    store.ack(acks(lease, *lease.messages[:2], group="g"))
    for status, expected in (("completed", "01"), ("processing", "23"), ("pending", "45")):
        assert payloads(listed(stored, Page(9), status=status, group="g")) == list(expected)
        first = listed(stored, Page(1), status=status)
        assert payloads(first) == [expected[0]]
        assert payloads(listed(stored, behind(first, 1), status=status)) == [expected[1]]


def test_looking_takes_nothing(store: Queues, stored: StoredMessages) -> None:
    push(store, "q", *range(3))
    assert payloads(listed(stored, Page(9))) == ["0", "1", "2"]
    assert [message.payload for message in pop(store, "q", batch=9).messages] == ["0", "1", "2"]
