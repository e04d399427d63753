"""queen.summarize_dead_letters: how many, whose, and of what they died."""

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.dead_letters import bury
from tests.support.store import push


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def parts(summary: dict[str, Any]) -> tuple[Any, Any]:
    return tuple(orjson.loads(orjson.dumps(summary[name])) for name in ("groups", "errors"))


def test_of_nothing(dead: DeadLetters, store: Queues) -> None:
    push(store, "q", 1)
    summary = dead.summarize_dead_letters(LetterFilter())
    assert parts(summary) == ([], [])
    assert (summary["count"], summary["oldestFailedAt"], summary["newestFailedAt"]) == (
        0,
        None,
        None,
    )


def test_letters_are_counted_by_queue_group_and_error(dead: DeadLetters, store: Queues) -> None:
    bury(store, "a", 1, 2, 3, group="g", error="timeout")
    bury(store, "b", 4, group="g", error="no account")
    bury(store, "b", 5, group="h", error="timeout", partition="other")
    summary = dead.summarize_dead_letters(LetterFilter())
    groups, errors = parts(summary)
    assert summary["count"] == 5
    assert [(g["queue"], g["consumerGroup"], g["count"]) for g in groups] == [
        ("a", "g", 3),
        ("b", "g", 1),
        ("b", "h", 1),
    ]
    assert [(e["errorMessage"], e["count"]) for e in errors] == [("timeout", 4), ("no account", 1)]
    assert summary["oldestFailedAt"] == groups[0]["oldestFailedAt"]
    assert summary["newestFailedAt"] == groups[2]["newestFailedAt"] == errors[0]["lastSeenAt"]
    assert groups[1]["oldestFailedAt"] == groups[1]["newestFailedAt"] == errors[1]["lastSeenAt"]


@pytest.mark.parametrize(
    ("asked", "count", "errors"),
    [
        ({"queue": "b"}, 2, ["two", "one"]),
        ({"group": "g"}, 2, ["one"]),
        ({"queue": "b", "group": "h"}, 1, ["two"]),
        ({"queue": "nowhere"}, 0, []),
    ],
)
def test_a_summary_of_some(
    dead: DeadLetters, store: Queues, asked: dict[str, str], count: int, errors: list[str]
) -> None:
    bury(store, "a", 1, group="g", error="one")
    bury(store, "b", 2, group="g", error="one")
    bury(store, "b", 3, group="h", error="two", partition="other")
    summary = dead.summarize_dead_letters(LetterFilter(**asked))
    assert summary["count"] == count
    assert [error["errorMessage"] for error in parts(summary)[1]] == errors


def test_the_ten_most_frequent_errors_are_named(dead: DeadLetters, store: Queues) -> None:
    for number in range(12):
        bury(store, "q", *range(12 - number), error=f"error {number}")
    _, errors = parts(dead.summarize_dead_letters(LetterFilter()))
    assert [(error["errorMessage"], error["count"]) for error in errors] == [
        (f"error {number}", 12 - number) for number in range(10)
    ]
