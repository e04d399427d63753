"""What a partition says of its largest message: never less than the long way measures."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from regent.stores.resources import Resources
from tests.sql.queue.conftest import Ways
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, pop, push

KEY = base64.b64encode(b"k" * 32).decode()


@pytest.fixture
def followed(store: Queues) -> Queues:
    """A group that has popped and completed the first message of a partition."""
    push(store, "q", "first", partition="p")
    complete(store, pop(store, "q"))
    return store


def bound(owner_url: str) -> int:
    """What the partition says of its largest message."""
    largest: int = value(owner_url, "select max(largest) from queen.partitions")
    return largest


#: The bytes that the long way counts around each message, and for the largest one.
ENVELOPE = """
    select 720 + 6 * octet_length(q.name || '__QUEUE_MODE__' || q.namespace || q.task || p.name)
      from queen.queues q join queen.partitions p on p.queue_id = q.id
     where p.id in (select partition_id from queen.messages) limit 1"""
MEASURED = """
    select max(queen._text_bytes(payload) + coalesce(queen._text_bytes(headers), 0)
               + 6 * octet_length(concat(key, transaction_text, producer_sub)))
      from queen.messages"""

LARGE: dict[str, dict[str, Any]] = {
    "text": {"payload": "x" * 1000},
    "short": {"payload": "x"},
    "inline": {"payload": "x" * 124},
    "long, not compressible": {"payload": base64.b64encode(bytes(range(256)) * 16).decode()},
    "compressible": {"payload": "x" * 100_000},
    "not ASCII": {"payload": "ü€😀" * 100},
    "control characters": {"payload": "\x01\x1f" * 100},
    "headers": {"payload": 1, "headers": {"h": "€" * 3000}},
    "key": {"payload": 1, "key": "k€" * 50},
    "transaction": {"payload": 1, "transactionId": "t€" * 50},
    "all": {"payload": [1] * 99, "key": "k", "headers": {"ü": 1}, "transactionId": "t"},
}


def check_limit(ways: Ways, owner_url: str) -> None:
    """Three messages of one size: both ways hand out what fits, to the byte. The short way is gone
    as long as three of the largest would fit."""
    measured, most = value(owner_url, MEASURED), bound(owner_url)
    assert measured <= most <= measured + 8
    around = value(owner_url, ENVELOPE)
    fit, surely_fit = 3 * (around + measured), 3 * (around + most)
    for limit in (fit - 1, fit, fit + 1, surely_fit - 1, surely_fit, surely_fit + 1):
        went = ways.pop("q", batch=3, max_bytes=limit)
        assert went.is_short == (limit >= surely_fit)
        assert len(went.answer) == (3 if limit >= fit else 2)


@pytest.mark.parametrize("fields", LARGE.values(), ids=LARGE)
@pytest.mark.parametrize("together", [False, True], ids=["one by one", "together"])
def test_no_message_is_larger_than_its_partition_says(
    store: Queues, ways: Ways, owner_url: str, fields: Any, together: bool
) -> None:
    push(store, "q", None)
    complete(store, pop(store, "q"))
    items = [{"queue": "q", **fields} for _ in range(3)]
    if "transactionId" in fields:
        for number, item in enumerate(items):
            item["transactionId"] += str(number)
    for batch in [items] if together else [[item] for item in items]:
        store.push(batch, "producer ü")  # type: ignore[arg-type]
    check_limit(ways, owner_url)


def test_an_encrypted_message_is_not_larger_than_its_partition_says(
    database: Database, ways: Ways, owner_url: str
) -> None:
    secret = Queues(database, Encryption(Settings(encryption_key=KEY)))
    configure(secret, "q", encryption_enabled=True)
    push(secret, "q", None)
    complete(secret, pop(secret, "q"))
    for payload in ("ü" * 500, "ü" * 500, "ü" * 500):
        push(secret, "q", payload)
    check_limit(ways, owner_url)


def test_a_redriven_message_is_not_larger_than_its_partition_says(
    store: Queues, database: Database, ways: Ways, owner_url: str
) -> None:
    push(store, "q", *["€" * 300] * 3, headers={"h": "ü"}, key="ü")
    lease = pop(store, "q", batch=3)
    store.ack(acks(lease, status="dlq"))
    rows(owner_url, "update queen.partitions set largest = 0")
    DeadLetters(database, Encryption(Settings())).redrive(LetterFilter(queue="q"), None, 9)
    rows(owner_url, 'delete from queen.messages where "offset" < 3')
    check_limit(ways, owner_url)


def test_a_large_message_is_forgotten_with_the_last_that_is_kept(
    followed: Queues, database: Database, owner_url: str
) -> None:
    push(followed, "q", "x" * 5000, partition="p", delaySeconds=1000)
    push(followed, "q", "x", partition="p")
    assert bound(owner_url) > 5000
    Resources(database).clear_queue("q", partition=None, force=False)
    push(followed, "q", "x", partition="p")
    assert bound(owner_url) < 100
    assert value(owner_url, "select delayed_until from queen.partitions") is None


def test_an_answer_that_may_be_too_large_goes_the_long_way(followed: Queues, ways: Ways) -> None:
    push(followed, "q", "x" * 1_000_000, partition="p")
    push(followed, "q", *range(9), partition="p")
    assert ways.pop("q").is_short
    assert not ways.pop("q", batch=10).is_short


def test_one_message_always_fits(followed: Queues, ways: Ways) -> None:
    push(followed, "q", "x" * 1000, partition="p")
    went = ways.pop("q", batch=9, max_bytes=10)
    assert not went.is_short
    assert len(went.answer) == 1
