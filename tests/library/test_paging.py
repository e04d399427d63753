"""Pages say where the next one starts; a cursor carries that, and nothing else is taken for one."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from regent.errors import InvalidRequest
from regent.paging import Page, cut, decode_cursor, encode_cursor


def forged(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_a_cursor_gives_the_key_back() -> None:
    moment = datetime(2026, 11, 18, 12, 30, 0, 5, UTC)
    cursor = encode_cursor("messages", [moment.isoformat(), 7, "a/b 🚚"])
    assert decode_cursor("messages", cursor, [datetime, int, str]) == (moment, 7, "a/b 🚚")
    assert set(cursor) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "not base64!",
        "é",
        forged({}),
        forged([]),
        forged(7),
        forged(None),
        forged(["tasks", "a"]),  # another list's
        forged(["queues"]),
        forged(["queues", "a", "b"]),
        forged(["queues", 7]),
        forged(["queues", True]),
        forged(["queues", None]),
        forged(["queues", "a\0b"]),
        forged(["queues", "\ud800"]),
        base64.urlsafe_b64encode(b"[" * 100_000).decode(),
    ],
)
def test_what_is_no_cursor_of_the_list_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidRequest, match=r"^cursor: not one of this list"):
        decode_cursor("queues", cursor, [str])


@pytest.mark.parametrize("number", [-1, 2**63, 1.5, "7", True, 10**40])
def test_a_number_that_is_no_id_is_refused(number: Any) -> None:
    with pytest.raises(InvalidRequest):
        decode_cursor("traces", forged(["traces", number]), [int])


@pytest.mark.parametrize(
    "moment",
    [
        *("yesterday", "2026-11-18", "2026-11-18T12:00:00", 7),
        *("9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"),  # no years of ours in UTC
    ],
)
def test_an_instant_that_is_none_is_refused(moment: Any) -> None:
    with pytest.raises(InvalidRequest):
        decode_cursor("leases", forged(["leases", moment]), [datetime])


def test_a_page_is_cut_behind_its_last_row() -> None:
    rows = [{"total": 9, "name": name, "size": 1} for name in "abc"]
    first = cut(rows, Page(2), {"name": str})
    assert first.rows == [{"name": "a", "size": 1}, {"name": "b", "size": 1}]
    assert (first.next_key, first.total, first.about) == (("b",), 9, {})
    assert cut(rows, Page(3), {"name": str}).next_key is None


def test_a_page_that_its_statement_bounds_is_not_cut() -> None:
    rows = [{"more": True, "id": number, "part": "x"} for number in ("7", "8", "8")]
    found = cut(rows, Page(1), {"id": int})
    assert found.rows == [{"id": number, "part": "x"} for number in ("7", "8", "8")]
    assert (found.next_key, found.total) == ((8,), None)
    last = [{**row, "more": False} for row in rows]
    assert cut(last, Page(1), {"id": int}).next_key is None


def test_an_empty_page_still_tells_of_its_list() -> None:
    empty = [{"kept": 4, "at": "now", "name": None, "total": None}]
    found = cut(empty, Page(2, 9), {"name": str}, about=["at"], total="kept")
    assert found == ([], None, 4, {"at": "now"})
    assert cut([], Page(2), {"name": str}) == ([], None, None, {})
    full = [{"kept": 4, "at": "now", "name": "a", "total": 1}]
    shown = cut(full, Page(2), {"name": str}, about=["at"], total="kept")
    assert shown == ([{"name": "a", "total": 1}], None, 4, {"at": "now"})
