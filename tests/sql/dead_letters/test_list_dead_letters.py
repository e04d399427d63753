"""queen.list_dead_letters: which ones, in which order, how many at once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.paging import Page
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.dead_letters import bury, fill
from tests.support.rows import rows, value
from tests.support.store import acks, configure, pop, push

KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
OTHER_KEY = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="
TRACE = "7b1c6dd4-58f4-4a35-9d56-4b0f6f1f9b11"


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def data(dead: DeadLetters, page: Page | None = None, **asked: Any) -> list[Any]:
    listed = dead.list_dead_letters(LetterFilter(**asked), page or Page(100))
    return [orjson.loads(text(letter["data"])) for letter in listed.rows]


def text(fragment: orjson.Fragment) -> str:
    return orjson.dumps(fragment).decode()


def test_without_letters_the_list_is_empty(dead: DeadLetters, store: Queues) -> None:
    push(store, "q", 1)
    assert dead.list_dead_letters(LetterFilter(), Page(10)) == ([], None, 0, {})
    assert dead.list_dead_letters(LetterFilter(queue="q"), Page(10)) == ([], None, 0, {})


def test_a_letter_says_all_of_its_message_and_why_it_died(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    bury(
        store,
        "shop.billing",
        {"n": 1e16},
        group="g",
        error="no such account",
        partition="p",
        transactionId="order-1",
        traceId=TRACE,
        key="k",
        headers={"h": [1]},
    )
    ((letter,), _, total, _) = dead.list_dead_letters(LetterFilter(), Page(10))
    stored = rows(owner_url, "select id, partition_id, message_id from queen.dead_letter_queue")[0]
    assert total == 1
    assert text(letter.pop("data")) == '{"n":1e+16}'
    assert text(letter.pop("headers")) == '{"h":[1]}'
    assert letter.pop("createdAt") < letter.pop("failedAt")
    assert letter == {
        "id": str(stored["id"]),
        "transactionId": "order-1",
        "partitionId": str(stored["partition_id"]),
        "queue": "shop.billing",
        "partition": "p",
        "offset": 0,
        "consumerGroup": "g",
        "messageId": str(stored["message_id"]),
        "errorMessage": "no such account",
        "reason": "rejected",
        "retryCount": 0,
        "fingerprint": "no such account",
        "lastAttempts": [],
        "producerSub": None,
        "traceId": TRACE,
        "isEncrypted": False,
        "key": "k",
    }


@pytest.fixture
def many(store: Queues, clock: Clock) -> datetime:
    """Letters of two queues, groups and partitions, and the instant before the last of them."""
    bury(store, "ns.a", 1, 2, group="g", partition="p")
    bury(store, "ns.a", 3, group="g", partition="r", traceId=TRACE)
    bury(store, "ns.b", 4, group="h", transactionId="t")
    bury(store, "other.b", 5, group="g")
    configure(store, "ns.a", retry_limit=0, retry_delay=0)
    clock.advance(1000)
    before = datetime.now(UTC) + timedelta(seconds=1000)
    push(store, "ns.a", 6, partition="p")
    lease = pop(store, "ns.a", "p", group="g")
    store.ack(acks(lease, group="g", status="failed"))
    return before


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, [6, 5, 4, 3, 2, 1]),
        ({"queue": "ns.a"}, [6, 3, 2, 1]),
        ({"group": "g"}, [6, 5, 3, 2, 1]),
        ({"queue": "ns.a", "group": "h"}, []),
        ({"queue": "ns.a", "partition": "p"}, [6, 2, 1]),
        ({"queue": "ns.a", "partition": "p", "group": "h"}, []),
        ({"namespace": "ns"}, [6, 4, 3, 2, 1]),
        ({"task": "b"}, [5, 4]),
        ({"namespace": "ns", "task": "b", "group": "h"}, [4]),
        ({"reason": "retries"}, [6]),
        ({"queue": "ns.a", "reason": "rejected"}, [3, 2, 1]),
        ({"transaction_id": "t"}, [4]),
        ({"transaction_id": "t", "queue": "ns.a"}, []),
        ({"trace_id": TRACE}, [3]),
        ({"trace_id": TRACE, "queue": "ns.a", "partition": "p"}, []),
        ({"trace_id": TRACE, "queue": "ns.a", "partition": "r", "reason": "rejected"}, [3]),
        ({"failed_seconds_ago": 500}, [5, 4, 3, 2, 1]),
        ({"ids": []}, []),
        ({"queue": "nowhere"}, []),
        ({"group": "nobody"}, []),
        ({"queue": "ns.a", "partition": "nowhere"}, []),
    ],
)
def test_a_filter_lets_through_what_it_says(
    dead: DeadLetters, many: datetime, asked: dict[str, Any], expected: list[int]
) -> None:
    assert data(dead, **asked) == expected
    assert dead.list_dead_letters(LetterFilter(**asked), Page(100)).total == len(expected)


def test_from_is_inside_and_to_is_outside(dead: DeadLetters, many: datetime) -> None:
    assert data(dead, failed_from=many) == [6]
    assert data(dead, failed_to=many) == [5, 4, 3, 2, 1]
    newest = dead.list_dead_letters(LetterFilter(), Page(1)).rows[0]
    instant = datetime.fromisoformat(newest["failedAt"])
    assert data(dead, failed_from=instant) == [6]
    assert data(dead, failed_to=instant) == [5, 4, 3, 2, 1]


@pytest.mark.parametrize("asked", [{}, {"queue": "ns.a"}, {"queue": "ns.a", "partition": "p"}])
def test_pages_go_on_where_they_stopped_whatever_happens_meanwhile(
    dead: DeadLetters, store: Queues, asked: dict[str, Any]
) -> None:
    bury(store, "ns.a", *range(6), partition="p")
    first = dead.list_dead_letters(LetterFilter(**asked), Page(2))
    assert first.total == 6
    bury(store, "ns.a", "later", partition="p")
    dead.purge_dead_letters(LetterFilter(ids=[int(first.rows[1]["id"])]), None, 1)
    assert data(dead, Page(2, 0, first.next_key), **asked) == [3, 2]
    third = dead.list_dead_letters(LetterFilter(**asked), Page(2, 0, (3,)))
    assert [letter["offset"] for letter in third.rows] == [1, 0]
    assert third.next_key is None


def test_an_offset_counts_from_the_newest(dead: DeadLetters, store: Queues) -> None:
    bury(store, "q", *range(5))
    assert data(dead, Page(2, 1), queue="q") == [3, 2]
    assert data(dead, Page(2, 4)) == [0]
    beyond = dead.list_dead_letters(LetterFilter(), Page(2, 9))
    assert (beyond.rows, beyond.total, beyond.next_key) == ([], 5, None)


def test_a_page_is_bounded_by_bytes_and_one_letter_always_fits(
    dead: DeadLetters, store: Queues
) -> None:
    for number in range(3):
        bury(store, "q", str(number) * 1_300_000)
    bury(store, "q", "3" * 4_000_000)
    sizes, key = [], None
    while True:
        page = dead.list_dead_letters(LetterFilter(queue="q"), Page(100, 0, key))
        assert page.total == 4
        sizes.append(len(page.rows))
        if (key := page.next_key) is None:
            break
    assert sizes == [1, 2, 1]


def test_long_errors_count_as_bytes(dead: DeadLetters, store: Queues) -> None:
    bury(store, "q", *range(400), error='"\\' * 5_000)
    page = dead.list_dead_letters(LetterFilter(), Page(400))
    assert len(page.rows) == 130
    assert page.next_key is not None


def test_the_total_is_not_said_of_more_than_ten_thousand(dead: DeadLetters, owner_url: str) -> None:
    fill(owner_url, "q", partitions=1, each=10_000)
    assert dead.list_dead_letters(LetterFilter(queue="q"), Page(1)).total == 10_000
    value(owner_url, "select setval('queen.dead_letter_queue_id_seq', 50000)")
    rows(
        owner_url,
        'insert into queen.dead_letter_queue (partition_id, group_id, "offset", message_id,'
        " transaction_key, is_encrypted, payload, created_at, failed_at, retry_count, reason,"
        " error_message, fingerprint) select partition_id, group_id, 10000, message_id,"
        " transaction_key, false, '1', created_at, failed_at, 0, reason, '', '(none)'"
        " from queen.dead_letter_queue limit 1",
    )
    assert dead.list_dead_letters(LetterFilter(queue="q"), Page(1)).total is None


def test_encrypted_letters_are_opened_and_a_lost_key_is_said(
    database: Database, owner_url: str
) -> None:
    ours = Encryption(Settings(encryption_key=KEY))
    store = Queues(database, ours)
    configure(store, "q", encryption_enabled=True)
    bury(store, "q", {"secret": 1})
    ((letter,), *_) = DeadLetters(database, ours).list_dead_letters(LetterFilter(), Page(1))
    assert text(letter["data"]) == '{"secret":1}'
    assert letter["isEncrypted"] is True
    assert "decryptionError" not in letter
    assert "secret" not in str(value(owner_url, "select payload from queen.dead_letter_queue"))
    theirs = Encryption(Settings(encryption_key=OTHER_KEY))
    ((letter,), *_) = DeadLetters(database, theirs).list_dead_letters(LetterFilter(), Page(1))
    assert text(letter["data"]) == "null"
    assert "which is not here" in letter["decryptionError"]
