"""queen.redrive: dead letters become messages again, once, in their order."""

from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import (
    GroupNotFound,
    PartitionNotFound,
    QueueNotFound,
)
from regent.identifiers import transaction_key
from regent.paging import Page
from regent.settings import Settings
from regent.stores.dead_letters import DeadLetters, LetterFilter
from regent.stores.queue import Queues
from tests.support.clock import Clock
from tests.support.dead_letters import all_of, bury, mark
from tests.support.rows import rows, value
from tests.support.store import acks, complete, configure, payloads, pop, push

TRACE = "7b1c6dd4-58f4-4a35-9d56-4b0f6f1f9b11"
Q = LetterFilter(queue="q")


@pytest.fixture
def dead(database: Database) -> DeadLetters:
    return DeadLetters(database, Encryption(Settings()))


def test_a_letter_becomes_a_message_of_its_partition_and_leaves_the_list(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    store.push(
        [
            {
                "queue": "q",
                "partition": "p",
                "payload": {"n": 1e16},
                "transactionId": "t",
                "traceId": TRACE,
                "key": "k",
                "headers": {"h": [1]},
            }
        ],
        "alice",
    )
    first = pop(store, "q", group="g")
    store.ack(acks(first, group="g", status="dlq"))
    failed_at = value(owner_url, "select failed_at from queen.dead_letter_queue")
    ((moved),) = dead.redrive(Q, None, 10)
    assert dead.count_dead_letters(LetterFilter()) == 0
    (message,) = pop(store, "q", group="g").messages
    assert (moved.partition_id, moved.offset, moved.letters) == (message.partition_id, 1, 1)
    assert (moved.source_partition_id, moved.source_offset) == (message.partition_id, 0)
    assert message.id == moved.message_id
    assert message.transaction_id == str(moved.message_id)
    assert (message.partition, message.offset, message.delivery) == ("p", 1, 1)
    assert (message.payload, message.key, message.producer_sub) == ('{"n":1e+16}', "k", "alice")
    assert str(message.trace_id) == TRACE
    assert orjson.loads(message.headers or "") == {
        "h": [1],
        "redriven": {
            "queue": "q",
            "partition": "p",
            "offset": 0,
            "transactionId": "t",
            "consumerGroup": "g",
            "messageId": str(first.messages[0].id),
            "failedAt": failed_at.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z",
            "reason": "rejected",
            "times": 1,
        },
    }


def test_redriven_again_it_counts_on_and_keeps_its_headers(
    dead: DeadLetters, store: Queues
) -> None:
    bury(store, "q", 1, headers={"a": 1e16, "z": {"y": None}})
    for times in (1, 2, 3):
        assert len(dead.redrive(Q, None, 1)) == 1
        lease = pop(store, "q")
        headers = orjson.loads(lease.messages[0].headers or "")
        assert (headers["a"], headers["z"]) == (1e16, {"y": None})
        assert headers["redriven"]["times"] == times
        assert headers["redriven"]["offset"] == times - 1
        store.ack(acks(lease, status="dlq"))


@pytest.mark.parametrize(
    ("forged", "times"),
    [
        ("text", 1),
        (None, 1),
        ([1], 1),
        ({"times": "7"}, 1),
        ({"times": True}, 1),
        ({"times": 2.9}, 3),
        ({"times": -5}, 1),
        ({"times": 1e308}, 1_000_001),
    ],
)
def test_what_a_producer_calls_redriven_stops_nothing(
    dead: DeadLetters, store: Queues, forged: Any, times: int
) -> None:
    bury(store, "q", 1, headers={"redriven": forged, "kept": 1})
    dead.redrive(Q, None, 1)
    headers = mark(store)
    assert headers["redriven"]["times"] == times
    assert list(headers) == ["kept", "redriven"]


def test_letters_keep_the_order_of_their_messages(dead: DeadLetters, store: Queues) -> None:
    for number in range(3):
        for partition in ("a", "b"):
            push(store, "q", f"{partition}{number}", partition=partition)
    lease = pop(store, "q", group="g", batch=10, partitions=2)
    store.ack(acks(lease, *reversed(lease.messages), group="g", status="dlq"))
    moved = dead.redrive(Q, None, 4)
    assert [m.source_offset for m in moved] == [0, 1, 2, 0]
    assert [m.source_offset for m in dead.redrive(Q, None, 4, moved[-1])] == [1, 2]
    assert payloads(pop(store, "q", "a", group="g", batch=10)) == ['"a0"', '"a1"', '"a2"']
    assert payloads(pop(store, "q", "b", group="g", batch=10)) == ['"b0"', '"b1"', '"b2"']


def test_letters_of_several_groups_for_one_message_make_one(
    dead: DeadLetters, store: Queues
) -> None:
    push(store, "q", "shared", "of h")
    for group, given_up in (("g", 1), ("h", 2)):
        lease = pop(store, "q", group=group, batch=2)
        store.ack(acks(lease, *lease.messages[:given_up], group=group, status="dlq"))
        complete(store, lease, group)
    moved = dead.redrive(Q, None, 10)
    assert [(m.source_offset, m.letters) for m in moved] == [(0, 2), (1, 1)]
    assert dead.count_dead_letters(LetterFilter()) == 0
    assert all_of(store, "q", "g") == ["shared", "of h"]
    assert mark(store, group="h")["redriven"]["consumerGroup"] == "h"


def test_of_one_group_the_letters_of_others_stay(dead: DeadLetters, store: Queues) -> None:
    push(store, "q", 1)
    for group in ("g", "h"):
        lease = pop(store, "q", group=group)
        store.ack(acks(lease, group=group, status="dlq"))
    assert len(dead.redrive(LetterFilter(queue="q", group="g"), None, 10)) == 1
    assert dead.count_dead_letters(LetterFilter(group="g")) == 0
    assert dead.count_dead_letters(LetterFilter(group="h")) == 1


def test_what_dies_again_is_not_for_the_same_redrive(dead: DeadLetters, store: Queues) -> None:
    bury(store, "q", 1, 2, 3)
    first = dead.redrive(Q, None, 2)
    store.ack(acks(pop(store, "q", batch=10), status="dlq"))
    assert dead.count_dead_letters(Q) == 3
    second = dead.redrive(Q, None, 10, first[-1])
    assert [m.source_offset for m in second] == [2]
    assert dead.redrive(Q, None, 10, second[-1]) == []
    assert dead.count_dead_letters(Q, second[-1].newest) == 0
    assert dead.count_dead_letters(Q) == 2


def test_a_chunk_is_bounded_by_bytes_and_one_message_always_fits(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    for number in range(4):
        bury(store, "q", str(number) * 3_500_000)
    rows(owner_url, "update queen.dead_letter_queue set payload = json_build_array("
         " payload, payload, payload) where id = 3")  # fmt: skip
    chunks, last = [], None
    while chunk := dead.redrive(Q, None, 10, last):
        chunks.append(len(chunk))
        last = chunk[-1]
    assert chunks == [2, 1, 1]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"partition": "a"}, [1, 2]),
        ({"partition": "b", "group": "g"}, [3]),
        ({"ids": [3, 1, 99]}, [1, 3]),
        ({"ids": [3, 1], "partition": "b"}, [3]),
        ({"ids": [4]}, []),
        ({"reason": "retries"}, []),
        ({"reason": "rejected", "group": "g"}, [1, 2, 3]),
        ({"failed_seconds_ago": 500}, [1, 2]),
    ],
)
def test_a_filter_says_which(
    dead: DeadLetters, store: Queues, clock: Clock, asked: dict[str, Any], expected: list[int]
) -> None:
    bury(store, "q", 1, 2, group="g", partition="a")
    clock.advance(1000)
    bury(store, "q", 3, group="g", partition="b")
    bury(store, "other", 4, group="g")
    pop(store, "q", group="reader", mode="new")
    dead.redrive(LetterFilter(queue="q", **asked), None, 10)
    assert sorted(all_of(store, "q")) == expected
    assert dead.count_dead_letters(LetterFilter()) == 4 - len(expected)


def test_instants_say_which(dead: DeadLetters, store: Queues, clock: Clock) -> None:
    bury(store, "q", 1)
    clock.advance(1000)
    bury(store, "q", 2)
    between = datetime.now(UTC) + timedelta(seconds=500)
    late = LetterFilter(queue="q", failed_from=between)
    early = LetterFilter(queue="q", failed_to=between)
    assert [m.source_offset for m in dead.redrive(late, None, 10)] == [1]
    assert [m.source_offset for m in dead.redrive(early, None, 10)] == [0]


def test_a_letter_outlives_its_message(dead: DeadLetters, store: Queues, owner_url: str) -> None:
    bury(store, "q", 1)
    rows(owner_url, "delete from queen.messages")
    assert len(dead.redrive(Q, None, 10)) == 1
    assert payloads(pop(store, "q")) == ["1"]


def test_a_redrive_wakes_who_is_idle_and_only_where_something_came(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    bury(store, "q", 1, partition="a")
    bury(store, "q", 2, partition="b")
    assert not value(owner_url, "select bool_or(ready) from queen.partition_consumers")
    dead.redrive(LetterFilter(queue="q", partition="a"), None, 10)
    assert rows(owner_url, "select name from queen.partitions p join queen.partition_consumers c"
                " on c.partition_id = p.id where c.ready") == [{"name": "a"}]  # fmt: skip
    assert payloads(pop(store, "q", batch=10)) == ["1"]


def test_a_redrive_leaves_leases_and_rests_alone(dead: DeadLetters, store: Queues) -> None:
    configure(store, "q", retry_delay=60_000)
    bury(store, "q", 1)
    push(store, "q", 2, 3)
    lease = pop(store, "q")
    dead.redrive(Q, None, 10)
    assert pop(store, "q").messages == []
    store.ack(acks(lease, status="failed"))
    assert pop(store, "q").messages == []


def one(partition: int, transaction: str, group: str | None = None) -> LetterFilter:
    return LetterFilter(partition_id=partition, transaction_id=transaction, group=group)


def test_one_message_is_redriven_by_its_transaction(dead: DeadLetters, store: Queues) -> None:
    bury(store, "q", 1, transactionId="t", partition="a")
    bury(store, "q", 2, transactionId="t", partition="b")
    letter = dead.list_dead_letters(LetterFilter(queue="q"), Page(1)).rows[0]
    (moved,) = dead.redrive(one(int(letter["partitionId"]), "t"), None, 1)
    assert moved.source_partition_id == int(letter["partitionId"])
    assert dead.count_dead_letters(LetterFilter()) == 1
    assert dead.redrive(one(int(letter["partitionId"]), "t"), None, 1) == []


def test_one_message_of_one_group(dead: DeadLetters, store: Queues) -> None:
    partition = push(store, "q", 1, transactionId="t")[0].partition_id
    for group in ("g", "h"):
        store.ack(acks(pop(store, "q", group=group), group=group, status="dlq"))
    assert dead.redrive(one(partition, "t", "nobody"), None, 1) == []
    assert dead.redrive(one(partition, "t", "h"), None, 1)[0].letters == 1
    assert dead.redrive(one(partition, "t"), None, 1)[0].letters == 1
    assert dead.redrive(one(99, "t"), None, 1) == []
    assert dead.redrive(one(partition, "other"), None, 1) == []


def test_a_transaction_id_that_was_used_again_is_two_messages(
    dead: DeadLetters, store: Queues, owner_url: str
) -> None:
    """Once the first is gone, its producer may use the id again: the first comes first."""
    for payload in (1, 2):
        bury(store, "q", payload, transactionId="t")
        rows(owner_url, "delete from queen.messages where transaction_key = %s",
             (transaction_key("t")[0],))  # fmt: skip
    partition = value(owner_url, "select id from queen.partitions")
    offsets = [dead.redrive(one(partition, "t"), None, 1)[0].source_offset for _ in range(2)]
    assert offsets == [0, 1]


@pytest.mark.parametrize(
    ("asked", "error", "detail"),
    [
        ({"queue": "nowhere"}, QueueNotFound, {"queue": "nowhere"}),
        (
            {"queue": "q", "group": "nobody"},
            GroupNotFound,
            {"queue": "q", "consumerGroup": "nobody"},
        ),
        (
            {"queue": "q", "partition": "nowhere"},
            PartitionNotFound,
            {"queue": "q", "partition": "nowhere"},
        ),
    ],
)
def test_what_is_named_has_to_be_there(
    dead: DeadLetters, store: Queues, asked: dict[str, str], error: type, detail: dict[str, str]
) -> None:
    bury(store, "q", 1, group="g")
    with pytest.raises(error) as refused:
        dead.redrive(LetterFilter(**asked), "other", 10)  # type: ignore[arg-type]
    assert refused.value.detail == detail
    assert not store.delete_queue("other")
    assert dead.count_dead_letters(LetterFilter()) == 1
