"""The last attempts of a message: kept where it fails, shown where somebody looks."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Page
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.messages import StoredMessages
from regent.stores.queue import Queues
from regent.stores.resources import NamedPartition, Resources
from tests.support.clock import Clock
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push, take_next
from tests.support.store import failure as failed_lease


def fail(store: Queues, error: str) -> None:
    lease = pop(store, "q", group="g")
    (answer,) = acks(lease, group="g", status="failed")
    store.ack([{**answer, "error": error}])


def told(found: Any) -> list[tuple[str, str]]:
    """(instant, error) of each."""
    return [(each["at"], each["error"]) for each in orjson.loads(orjson.dumps(found))]


@pytest.fixture
def letters(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def test_the_last_five_are_kept_with_instant_and_error(
    database: Database, store: Queues, clock: Clock, letters: DeadLetters
) -> None:
    configure(store, "q", retry_delay=0, retry_limit=5)
    (pushed,) = push(store, "q", 1, transactionId="t")
    for number in range(5):
        fail(store, f"error {number}")
        clock.advance(60)
    named = NamedPartition("q", "Default")
    failure = Resources(database).explain_partition(named, "g", "all")["lastAttempts"]
    stored = StoredMessages(database, Encryption(Settings()))
    (group,) = orjson.loads(
        orjson.dumps(stored.read_message(str(pushed.partition_id), "t")["consumerGroups"])
    )
    assert told(failure) == told(group["lastAttempts"])
    assert [error for _, error in told(failure)] == [f"error {n}" for n in (4, 3, 2, 1, 0)]
    instants = [datetime.fromisoformat(at) for at, _ in told(failure)]
    assert all(
        timedelta(seconds=59) < newer - older < timedelta(seconds=90)
        for newer, older in pairwise(instants)
    )
    fail(store, "error 5")
    (letter,) = letters.list_dead_letters(LetterFilter(), Page(1)).rows
    assert letter["retryCount"] == 6
    assert [error for _, error in told(letter["lastAttempts"])] == [
        f"error {n}" for n in (5, 4, 3, 2, 1)
    ]
    (group,) = orjson.loads(
        orjson.dumps(stored.read_message(str(pushed.partition_id), "t")["consumerGroups"])
    )
    assert told(group["lastAttempts"]) == told(letter["lastAttempts"])


def test_a_lease_that_ran_out_and_a_batch_that_failed_are_attempts(
    store: Queues, clock: Clock, owner_url: str
) -> None:
    configure(store, "q", retry_delay=0)
    push(store, "q", 1, 2)
    pop(store, "q", group="g", batch=2)
    clock.advance(301)
    lease = pop(store, "q", group="g")
    take_next(store, [], None, failed=[failed_lease(lease, "g", error="all of it")])
    recent = value(owner_url, "select recent from queen.attempts")
    assert [each["error"] for each in recent] == ["all of it", "Partition lease expired"]


def test_a_long_error_is_cut_and_a_message_that_succeeds_leaves_nothing(
    store: Queues, owner_url: str
) -> None:
    configure(store, "q", retry_delay=0)
    push(store, "q", 1)
    fail(store, "x" * 10_000)
    (row,) = rows(owner_url, "select last_error, recent from queen.attempts")
    assert (len(row["last_error"]), len(row["recent"][0]["error"])) == (10_000, 300)
    complete(store, pop(store, "q", group="g"), "g")
    assert rows(owner_url, "select * from queen.attempts") == []
