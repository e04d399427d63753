"""queen.purge_dead_letters: some at a time, and only those that are asked for."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from regent.database import Connection, Database, OpenTransaction
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.dead_letters import bury
from tests.support.store import pop


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def test_a_purge_goes_on_behind_what_it_saw(dead: DeadLetters, store: Queues) -> None:
    bury(store, "q", *range(5))
    assert dead.purge_dead_letters(LetterFilter(queue="q"), None, 2) == (2, 4)
    bury(store, "q", "later")
    assert dead.purge_dead_letters(LetterFilter(queue="q"), 4, 2) == (2, 2)
    assert dead.purge_dead_letters(LetterFilter(queue="q"), 2, 2) == (1, None)
    assert dead.count_dead_letters(LetterFilter()) == 1


def test_only_what_a_filter_asks_for_is_deleted(
    dead: DeadLetters, store: Queues, clock: Clock
) -> None:
    bury(store, "a", 1, group="g")
    bury(store, "b", 2, 3, group="g")
    clock.advance(1000)
    bury(store, "b", 4, group="h", partition="p")
    now = datetime.now(UTC) + timedelta(seconds=1000)
    for asked, purged in (
        ({"queue": "nowhere"}, 0),
        ({"queue": "b", "partition": "p", "group": "g"}, 0),
        ({"ids": [99]}, 0),
        ({"failed_seconds_ago": 2000}, 0),
        ({"ids": [1], "queue": "b"}, 0),
        ({"ids": [2, 99]}, 1),
        ({"failed_to": now - timedelta(seconds=500), "queue": "b"}, 1),
        ({"failed_seconds_ago": 500}, 1),
        ({"reason": "rejected"}, 1),
    ):
        assert dead.purge_dead_letters(LetterFilter(**asked), None, 100) == (purged, None), asked  # type: ignore[arg-type]
    assert dead.count_dead_letters(LetterFilter()) == 0


def test_a_message_whose_letter_was_purged_does_not_come_again(
    dead: DeadLetters, store: Queues
) -> None:
    bury(store, "q", 1)
    assert dead.purge_dead_letters(LetterFilter(), None, 10) == (1, None)
    assert pop(store, "q").messages == []


def test_what_another_holds_is_left_to_it(
    dead: DeadLetters, store: Queues, connect: Callable[[], Connection]
) -> None:
    """A redrive, or the ack of a consumer that gives the same message up once more."""
    bury(store, "q", 1, 2, 3)
    holder = connect()
    held = DeadLetters(OpenTransaction(holder), Encryption(Settings()))
    assert len(held.redrive(LetterFilter(queue="q", ids=[2]), None, 10)) == 1
    assert dead.purge_dead_letters(LetterFilter(queue="q"), None, 10) == (2, None)
    holder.rollback()
    assert dead.purge_dead_letters(LetterFilter(queue="q"), None, 10) == (1, None)
