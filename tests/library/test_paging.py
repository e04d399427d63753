"""Cursors: they carry a list's sort key, and nothing else is taken for one."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from regent.errors import InvalidRequest
from regent.paging import decode_cursor, encode_cursor


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
