"""queen.count_dead_letters: how many a filter asks for."""

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.dead_letters import bury, fill


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def test_letters_are_counted_up_to_an_id(dead: DeadLetters, store: Queues) -> None:
    assert dead.count_dead_letters(LetterFilter()) == 0
    bury(store, "q", 1, 2, 3, group="g")
    bury(store, "r", 4, group="h")
    assert dead.count_dead_letters(LetterFilter()) == 4
    assert dead.count_dead_letters(LetterFilter(), newest=3) == 3
    assert dead.count_dead_letters(LetterFilter(queue="q", group="g"), newest=2) == 2
    assert dead.count_dead_letters(LetterFilter(queue="r", reason="retries")) == 0
    assert dead.count_dead_letters(LetterFilter(queue="nowhere")) == 0


def test_the_count_has_no_end(dead: DeadLetters, owner_url: str) -> None:
    fill(owner_url, "q", partitions=10, each=2_000)
    assert dead.count_dead_letters(LetterFilter(queue="q")) == 20_000
