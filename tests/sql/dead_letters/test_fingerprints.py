"""Kinds of errors: queen._fingerprint, and the letters that are found by it."""

from __future__ import annotations

from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Page
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.dead_letters import bury
from tests.support.rows import rows, value


def folded(owner_url: str, error: str) -> str:
    found: str = value(owner_url, "select queen._fingerprint(%s)", (error,))
    return found


@pytest.mark.parametrize(
    ("error", "fingerprint"),
    [
        ("no such account", "no such account"),
        ("no such account 4711", "no such account #"),
        ("no account 1,204 of 7", "no account # of #"),
        ("HTTP 503 from 10.0.0.1:5432", "HTTP # from #"),
        ("at 2026-11-18T14:03:00.449051Z", "at #T#Z"),
        ("no 7b1c6dd4-58f4-4a35-9d56-4b0f6f1f9b11 here", "no # here"),
        ("no DEADBEEF-abcd-abcd-abcd-ABCDEFabcdef", "no #"),
        ("order ord_3fA9xQ12z failed", "order # failed"),
        ("sha256 differs", "sha# differs"),
        ("no field 'total' in \"body\" of `x`", "no field '…' in '…' of '…'"),
        ("she can't, they don't", "she can't, they don't"),
        ("unexpected token “{” at the end", "unexpected token '…' at the end"),
        ("cannot read 'a text that never ends", "cannot read '…'"),
        ('  File  "x.py",\n  line 12\n', "File '…', line #"),
        ("", "(none)"),
        (" \n ", "(none)"),
        ("<b>é</b> ñ", "<b>é</b> ñ"),
    ],
)
def test_an_error_is_folded(owner_url: str, error: str, fingerprint: str) -> None:
    assert folded(owner_url, error) == fingerprint


def test_a_fingerprint_is_short_and_its_cost_bounded(owner_url: str) -> None:
    assert folded(owner_url, "x" * 10_000) == "x" * 200
    assert folded(owner_url, "ab " * 3_000) == ("ab " * 67)[:200]
    assert folded(owner_url, "'" * 10_000) == "'…'" * 66 + "'…"
    assert folded(owner_url, "1." * 5_000) == "#."


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


@pytest.fixture
def kinds(store: Queues) -> None:
    """Errors of two kinds, in two queues, groups and partitions."""
    bury(store, "a", 1, group="g", error="no account 1")
    bury(store, "a", 2, group="g", error="late")
    bury(store, "b", 3, group="h", error="no account 2", partition="p")
    bury(store, "b", 4, group="h", error="no account 1", partition="r")


def offsets(dead: DeadLetters, **asked: Any) -> list[int]:
    listed = dead.list_dead_letters(LetterFilter(**asked), Page(100))
    return [int(letter["id"]) for letter in listed.rows]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"fingerprint": "no account #"}, [4, 3, 1]),
        ({"fingerprint": "no account #", "queue": "b"}, [4, 3]),
        ({"fingerprint": "no account #", "group": "g"}, [1]),
        ({"fingerprint": "no account #", "queue": "b", "partition": "p"}, [3]),
        ({"fingerprint": "no account #", "ids": [1, 2]}, [1]),
        ({"fingerprint": "no account"}, []),
        ({"error": "no account 1"}, [4, 1]),
        ({"error": "no account 1", "queue": "a"}, [1]),
        ({"error": "no account 7"}, []),
        ({"error": "no account 1", "fingerprint": "late"}, []),
    ],
)
def test_letters_are_found_by_kind_and_by_error(
    dead: DeadLetters, kinds: None, asked: dict[str, Any], expected: list[int]
) -> None:
    assert offsets(dead, **asked) == expected
    assert dead.count_dead_letters(LetterFilter(**asked)) == len(expected)


def test_a_redrive_and_a_purge_take_one_kind(dead: DeadLetters, kinds: None) -> None:
    one = LetterFilter(queue="b", error="no account 1")
    assert [(m.letters, m.offset) for m in dead.redrive(one, None, 10)] == [(1, 1)]
    kind = LetterFilter(queue="a", fingerprint="no account #")
    (moved,) = dead.redrive(kind, None, 10)
    assert dead.redrive(kind, None, 10, moved) == []
    assert offsets(dead) == [3, 2]
    assert dead.purge_dead_letters(LetterFilter(fingerprint="no account #"), None, 9) == (1, None)
    assert offsets(dead) == [2]


def test_a_letter_that_dies_again_has_its_new_kind(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    bury(store, "q", 1, error="no account 1")
    rows(owner_url, "update queen.partition_consumers set committed = 0, ready = true")
    (letter,) = dead.list_dead_letters(LetterFilter(), Page(1)).rows
    dead.move_to_dead_letters(int(letter["partitionId"]), letter["transactionId"],
                              letter["consumerGroup"], error="moved 2")  # fmt: skip
    assert offsets(dead, fingerprint="moved #") == [1]
    assert offsets(dead, fingerprint="no account #") == []
