"""queen.push_one: as queen.push, in a third of its time."""

from __future__ import annotations

import base64
import uuid
from typing import Any

import psycopg
import pytest

from regent.database import Database, OpenTransaction
from regent.encryption import Encryption
from regent.errors import QueueFull
from regent.settings import Settings
from regent.stores.queue import Queues
from regent.stores.queue_types import PushItem
from tests.sql.queue.conftest import Ways
from tests.support.rows import rows, value
from tests.support.store import complete, configure, payloads, pop, push

TRACE = str(uuid.uuid4())
KEY = str(uuid.uuid4())
KEY_OF_KEYS = base64.b64encode(b"k" * 32).decode()


def item(**fields: Any) -> PushItem:
    return {"queue": "q", "partition": "p", "payload": {"a": [1, "ü"]}, **fields}  # type: ignore[typeddict-item]


@pytest.fixture
def followed(store: Queues) -> Queues:
    """A partition with a consumed message: its group has nothing pending."""
    push(store, "q", "first", partition="p", transactionId="first")
    complete(store, pop(store, "q"))
    return store


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"payload": None},
        {"payload": "\x1f"},
        {"payload": "x" * 100_000},
        {"transactionId": KEY},
        {"transactionId": "a text, nicht nur ASCII: ü"},
        {"traceId": TRACE},
        {"key": "k"},
        {"headers": {"a": 1, "ü": [None]}},
        {"transactionId": "all", "traceId": TRACE, "key": "k ü", "headers": {}},
    ],
    ids=",".join,
)
def test_a_plain_message_goes_the_short_way(followed: Queues, ways: Ways, fields: Any) -> None:
    for producer in (None, "somebody ü"):
        went = ways.push(item(**fields), producer)
        assert went.is_short
        assert [pushed.duplicate for pushed in went.answer] == [False]


def test_every_field_is_stored(followed: Queues, owner_url: str) -> None:
    fields = {"transactionId": "t", "traceId": TRACE, "key": "k", "headers": {"h": 1}}
    followed.push([item(**fields)], "producer")
    assert rows(
        owner_url,
        'select "offset", transaction_text, trace_id::text, key, headers::text, producer_sub,'
        ' payload::text, available_at, is_encrypted from queen.messages where "offset" = 1',
    ) == [
        {
            "offset": 1,
            "transaction_text": "t",
            "trace_id": TRACE,
            "key": "k",
            "headers": '{"h":1}',
            "producer_sub": "producer",
            "payload": '{"a":[1,"ü"]}',
            "available_at": None,
            "is_encrypted": False,
        }
    ]


def test_the_default_partition_goes_the_short_way(store: Queues, ways: Ways) -> None:
    push(store, "q", "first")
    assert ways.push(item(partition=None)).is_short


def test_a_duplicate_names_the_first_message(followed: Queues, ways: Ways, owner_url: str) -> None:
    went = ways.push(item(transactionId="first"))
    assert not went.is_short
    (pushed,) = went.answer
    assert pushed.duplicate
    assert pushed.message_id == str(value(owner_url, "select id from queen.messages"))


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({}, {"queue": "missing"}),
        ({}, {"partition": "missing"}),
        ({"max_queue_size": 10}, {}),
        ({"max_queue_size": 1}, {}),
        ({"max_queue_size": 1}, {"transactionId": "first"}),
        ({"encryption_enabled": True}, {}),
        ({"push_maintenance": True}, {}),
    ],
    ids=str,
)
def test_what_is_not_plain_goes_the_long_way(
    followed: Queues, ways: Ways, owner_url: str, options: Any, fields: Any
) -> None:
    push(followed, "q", "second", partition="p")
    for name, setting in options.items():
        rows(owner_url, f"update queen.queues set {name} = %s", (setting,))
    assert not ways.push(item(**fields)).is_short


def test_a_topic_chooses_the_partition(store: Queues, ways: Ways) -> None:
    configure(store, "q", partitions=3)
    for name in "01":
        push(store, "q", 1, partition=name)
    went = ways.push(item(partition=None))
    assert not went.is_short
    assert ways.push(item(partition="2")).is_short


def test_maintenance_of_the_system_goes_the_long_way(
    followed: Queues, ways: Ways, owner_url: str
) -> None:
    rows(owner_url, "update queen.maintenance set push = true")
    went = ways.push(item())
    assert (went.is_short, went.answer) == (False, "RG012")


def test_a_full_queue_refuses_and_one_with_room_tells_its_depth(store: Queues) -> None:
    configure(store, "q", max_queue_size=2)
    depths = [push(store, "q", n)[0] for n in range(2)]
    assert [(pushed.depth, pushed.remaining) for pushed in depths] == [(1, 1), (2, 0)]
    with pytest.raises(QueueFull):
        push(store, "q", 3)


def test_each_group_that_has_nothing_left_is_woken(followed: Queues, ways: Ways) -> None:
    for group in ("one", "two"):
        complete(followed, pop(followed, "q", group=group), group)
    assert ways.push(item()).is_short
    push(followed, "q", "new", partition="p")
    for group in ("one", "two"):
        assert payloads(pop(followed, "q", group=group)) == ['"new"']


def test_a_row_that_rests_is_not_woken(followed: Queues, ways: Ways, owner_url: str) -> None:
    push(followed, "q", "failing", partition="p")
    lease = pop(followed, "q")
    followed.ack(
        [
            {
                "transactionId": lease.messages[0].transaction_id,
                "partitionId": str(lease.messages[0].partition_id),
                "group": "__QUEUE_MODE__",
                "leaseId": lease.id,
                "status": "failed",
            }
        ]
    )
    assert ways.push(item()).is_short
    push(followed, "q", "new", partition="p")
    assert not value(owner_url, "select ready from queen.partition_consumers")


def test_a_duplicate_leaves_no_gap(followed: Queues, owner_url: str) -> None:
    for name in ("first", "second", "first", "third"):
        push(followed, "q", name, partition="p", transactionId=name)
    offsets = rows(owner_url, 'select "offset" from queen.messages order by "offset"')
    assert [row["offset"] for row in offsets] == [0, 1, 2]
    assert value(owner_url, "select head from queen.partitions") == 3


def test_a_duplicate_does_not_end_an_open_transaction(followed: Queues, url: str) -> None:
    with psycopg.connect(url) as connection:
        within = Queues(OpenTransaction(connection), Encryption(Settings()))
        push(within, "q", "before", partition="p")
        assert push(within, "q", "x", partition="p", transactionId="first")[0].duplicate
        push(within, "q", "after", partition="p")
    assert payloads(pop(followed, "q", batch=9)) == ['"before"', '"after"']


def test_a_message_with_a_delay_is_pushed_with_it(followed: Queues, owner_url: str) -> None:
    push(followed, "q", "late", partition="p", delaySeconds=5)
    waits = value(
        owner_url,
        "select extract(epoch from available_at - created_at)::integer"
        "  from queen.messages where available_at is not null",
    )
    assert waits == 5


def test_an_encrypted_queue_stores_ciphertext(database: Database, owner_url: str) -> None:
    secret = Queues(database, Encryption(Settings(encryption_key=KEY_OF_KEYS)))
    configure(secret, "q", encryption_enabled=True)
    push(secret, "q", "canary")
    stored = rows(owner_url, "select is_encrypted, payload::text from queen.messages")
    assert [row["is_encrypted"] for row in stored] == [True]
    assert "canary" not in stored[0]["payload"]
    assert payloads(pop(secret, "q")) == ['"canary"']
