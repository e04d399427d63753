"""queen.summarize_dead_letters: how many, whose, and of what they died."""

from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, Interval, LetterFilter
from regent.stores.queue import Queues
from tests.support.clock import Clock, StoppedClock
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
        bury(store, "q", *range(12 - number), error=f"error {chr(97 + number)}")
    _, errors = parts(dead.summarize_dead_letters(LetterFilter()))
    assert [(error["errorMessage"], error["count"]) for error in errors] == [
        (f"error {chr(97 + number)}", 12 - number) for number in range(10)
    ]


def test_errors_of_one_kind_are_one_line_with_its_groups(
    dead: DeadLetters, store: Queues, clock: Clock
) -> None:
    bury(store, "a", 1, group="g", error="no account 17")
    clock.advance(60)
    bury(store, "b", 2, 3, group="h", error="no account 4711", partition="other")
    bury(store, "b", 4, group="h", error="no account 'x'", partition="other")
    _, errors = parts(dead.summarize_dead_letters(LetterFilter()))
    first, other = errors
    assert (first["fingerprint"], first["errorMessage"]) == ("no account #", "no account 4711")
    assert (first["count"], first["groupCount"]) == (3, 2)
    assert first["firstSeenAt"] < first["lastSeenAt"]
    assert [(g["queue"], g["consumerGroup"], g["count"]) for g in first["groups"]] == [
        ("b", "h", 2),
        ("a", "g", 1),
    ]
    assert first["groups"][1]["newestFailedAt"] == first["firstSeenAt"]
    assert (other["fingerprint"], other["count"]) == ("no account '…'", 1)


@pytest.mark.parametrize(
    ("asked", "seconds", "interval", "counts"),
    [
        (None, 60, "minute", [1, 2]),
        (None, 3 * 3600, "hour", [1, 2]),
        (None, 6 * 86_400, "day", [1, 2]),
        ("day", 0, "day", [3]),
    ],
)
def test_points_cover_the_time_in_steps_that_fit(  # noqa: PLR0917
    dead: DeadLetters,
    store: Queues,
    stopped_clock: StoppedClock,
    asked: Interval | None,
    seconds: int,
    interval: str,
    counts: list[int],
) -> None:
    stopped_clock.advance(14 * 3600 + 3 * 60 + 30)
    bury(store, "q", 1)
    stopped_clock.advance(seconds)
    bury(store, "q", 2, 3)
    summary = orjson.loads(
        orjson.dumps(dead.summarize_dead_letters(LetterFilter(), asked), default=str)
    )
    assert summary["interval"] == interval
    assert [point["count"] for point in summary["points"]] == counts
    whole = {"minute": "14:03:00", "hour": "14:00:00", "day": "00:00:00"}[interval]
    assert summary["points"][0]["at"] == f"2030-01-01T{whole}.000000Z"


def test_a_summary_counts_what_a_filter_asks_for(dead: DeadLetters, store: Queues) -> None:
    bury(store, "a", 1, error="no account 1")
    bury(store, "a", 2, error="no account 2")
    bury(store, "a", 3, error="late")
    for asked, count in (
        ({"fingerprint": "no account #"}, 2),
        ({"error": "no account 2"}, 1),
        ({"reason": "moved"}, 0),
        ({"error": "late", "fingerprint": "no account #"}, 0),
    ):
        assert dead.summarize_dead_letters(LetterFilter(**asked))["count"] == count, asked  # type: ignore[arg-type]
