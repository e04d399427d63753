"""queen.list_messages: which payloads fit, how far it looked, and beginnings of payloads."""

from __future__ import annotations

import base64
from datetime import datetime
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Listing, Page
from regent.rows import text_of
from regent.settings import Settings
from regent.stores import messages as module
from regent.stores.messages import MessageFilter, StoredMessages, names_of
from regent.stores.queue import Queues
from tests.support.store import configure, pop, push

KEY = base64.b64encode(b"0" * 32).decode()


@pytest.fixture
def stored(database: Database) -> StoredMessages:
    return StoredMessages(database, Encryption(Settings()))


def listed(stored: StoredMessages, limit: int = 100, most: int = 10_000, **wanted: Any) -> Listing:
    return stored.list_messages(
        MessageFilter(**wanted), Page(limit), most, oldest_first=True, payloads=True
    )


def found(stored: StoredMessages, **wanted: Any) -> list[str]:
    return [text_of(row["payload"]) for row in listed(stored, **wanted).rows]


def test_a_text_in_the_payload(store: Queues, stored: StoredMessages) -> None:
    push(store, "q", {"name": "Zoë"}, ["100%"], "_ab", None, {"n": 9007199254740993})
    assert found(stored, contains="Zoë") == ['{"name":"Zoë"}']
    assert found(stored, contains="zoë") == []
    assert found(stored, contains="%") == ['["100%"]']
    assert found(stored, contains="_") == ['"_ab"']
    assert found(stored, contains='{"n') == ['{"name":"Zoë"}', '{"n":9007199254740993}']
    assert found(stored, contains="null") == ["null"]


def test_a_value_at_a_path(store: Queues, stored: StoredMessages) -> None:
    texts = [
        '{"id":9007199254740993,"who":{"name":"ann"},"of":[1,"two"]}',
        '{"id":9007199254740992,"who":null,"a.b":true}',
        '"text"',
        '[{"id":"9007199254740993"}]',
    ]
    values: list[Any] = [
        {"id": 9007199254740993, "who": {"name": "ann"}, "of": [1, "two"]},
        {"id": 9007199254740992, "who": None, "a.b": True},
        "text",
        [{"id": "9007199254740993"}],
    ]
    push(store, "q", *values)
    for path, value, expected in (
        ("id", "9007199254740993", [texts[0]]),
        ("who.name", "ann", [texts[0]]),
        ("who", '{"name":"ann"}', [texts[0]]),
        ("of.1", "two", [texts[0]]),
        ("of.0", "1", [texts[0]]),
        ("who", "null", [texts[1]]),
        (r"a\.b", "true", [texts[1]]),
        ("a.b", "true", []),
        ("0.id", "9007199254740993", [texts[3]]),
        ("nothing", "null", []),
        ("id.deeper", "1", []),
        ("", "text", []),
    ):
        assert found(stored, field=names_of(path), value=value) == expected, path
    wanted = {"field": ["who", "name"], "value": "ann"}
    assert found(stored, contains="two", **wanted) == [texts[0]]
    assert found(stored, contains="true", **wanted) == []
    assert found(stored, contains="9007199254740993", status="pending") == [texts[0], texts[3]]
    assert found(stored, contains="9007199254740993", status="completed") == []


def walked(stored: StoredMessages, limit: int, most: int = 10_000, **wanted: Any) -> list[Listing]:
    """The pages of a list, newest first, followed by their cursors."""
    pages, page = [], Page(limit)
    while True:
        pages.append(stored.list_messages(MessageFilter(**wanted), page, most, payloads=True))
        if pages[-1].next_key is None:
            return pages
        at, *place = pages[-1].next_key
        page = Page(limit, 0, (datetime.fromisoformat(at), *place))


def texts_of(pages: list[Listing]) -> list[list[str]]:
    return [[text_of(row["payload"]) for row in page.rows] for page in pages]


def test_a_page_says_how_far_it_looked_and_the_next_goes_on_there(
    store: Queues, stored: StoredMessages
) -> None:
    for number in range(12):
        push(store, "q", number if number % 5 else f"fits {number}", partition=f"p{number % 3}")
    at = {text_of(r["payload"]): r["createdAt"] for r in listed(stored).rows}
    pages = walked(stored, 2, most=4, contains="fits")
    assert texts_of(pages) == [['"fits 10"'], ['"fits 5"'], ['"fits 0"'], []]
    assert [page.about["looked"] for page in pages] == [4, 4, 4, 0]
    ends = [at["8"], at["4"], at['"fits 0"'], None]
    assert [page.about["lookedTo"] for page in pages] == ends
    assert {page.total for page in pages} == {None}
    (plain,) = walked(stored, 20)
    assert (plain.about["looked"], plain.about["lookedTo"], plain.about["sealed"]) == (None,) * 3
    (by_status,) = walked(stored, 20, status="dead")
    assert (by_status.about["looked"], by_status.about["lookedTo"]) == (0, None)


def test_a_page_ends_when_it_has_read_many_bytes(
    store: Queues, stored: StoredMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_PAYLOADS_LOOKED_AT_BYTES", 2_000)
    push(store, "q", *(f"{number}{'x' * 998}" for number in range(5)))
    pop(store, "q", group="g", batch=2)
    pages = walked(stored, 9, contains="x")
    assert [len(page.rows) for page in pages] == [2, 2, 1]
    assert [page.about["looked"] for page in pages] == [2, 2, 1]
    # Of those with another status no payload is read.
    (held,) = walked(stored, 9, contains="x", status="processing")
    assert (len(held.rows), held.about["looked"]) == (2, 5)
    pages = walked(stored, 9, contains="nowhere")
    assert [(len(page.rows), page.about["looked"]) for page in pages] == [(0, 2), (0, 2), (0, 1)]


def test_the_beginning_of_a_payload(store: Queues, stored: StoredMessages) -> None:
    push(store, "q", "é" * 10, "short", ["x" * 4_000_000], ["y" * 4_000_000])
    page = stored.list_messages(
        MessageFilter(), Page(9), oldest_first=True, payloads=True, max_data_bytes=10
    )
    shown = [
        (None if row["payload"] is None else text_of(row["payload"]), row["dataStart"])
        for row in page.rows
    ]
    assert shown == [
        (None, '"' + "é" * 9),
        ('"short"', None),
        (None, '["xxxxxxxx'),
        (None, '["yyyyyyyy'),
    ]
    assert [row["dataBytes"] for row in page.rows] == [22, 7, 4_000_004, 4_000_004]
    whole = stored.list_messages(MessageFilter(), Page(9), oldest_first=True, payloads=True)
    assert len(whole.rows) == 2  # they fill an answer
    assert "dataBytes" not in whole.rows[0]


def test_an_encrypted_payload_is_not_found_and_its_beginning_is_shown(database: Database) -> None:
    encryption = Encryption(Settings(encryption_key=KEY))
    store, stored = Queues(database, encryption), StoredMessages(database, encryption)
    configure(store, "q", encryption_enabled=True)
    push(store, "q", "a secret that is long")
    push(store, "open", "a secret")
    page = listed(stored, contains="secret")
    assert [text_of(row["payload"]) for row in page.rows] == ['"a secret"']
    assert (page.about["looked"], page.about["sealed"]) == (2, 1)
    (sealed,) = stored.list_messages(
        MessageFilter(queue="q"), Page(9), payloads=True, max_data_bytes=10
    ).rows
    assert (sealed["payload"], sealed["dataStart"], sealed["dataBytes"]) == (None, '"a secret ', 23)
    (sealed,) = stored.list_messages(
        MessageFilter(queue="q"), Page(9), payloads=True, max_data_bytes=50
    ).rows
    assert (text_of(sealed["payload"]), sealed["dataBytes"]) == ('"a secret that is long"', 23)
