"""queen.produce: a push that shares records out to partitions, and says where each one is."""

from collections import Counter
from zlib import crc32

import pytest

from regent.database import Database
from regent.encryption import Encryption
from regent.errors import (
    EncryptionUnavailable,
    InMaintenance,
    InvalidJson,
    QueueFull,
    UnknownPartition,
    UnknownTopic,
)
from regent.identifiers import key_hash
from regent.settings import Settings
from regent.stores.members import Members, Produced
from regent.stores.queue import Queues
from regent.stores.resources import Maintenance
from tests.support.clock import StoppedClock
from tests.support.members import EPOCH_OF_2030_MS, produce
from tests.support.rows import value
from tests.support.store import configure, pop, push

NOW = EPOCH_OF_2030_MS


def test_records_with_a_key_go_where_its_hash_says(members: Members) -> None:
    members.create_topic("t", 7)
    for key in ("alice", "bob", "ü", "日本", "x" * 255):
        places = [members.produce("t", [{"value": 1, "key": key}])[0].partition for _ in range(2)]
        assert places == [crc32(key.encode()) % 7] * 2


def test_the_hash_of_a_key_is_what_every_client_knows(members: Members) -> None:
    """CRC-32 as zlib, gzip and PNG have it, of the UTF-8 bytes."""
    assert (key_hash("alice"), key_hash("bob")) == (663_665_735, 4_123_767_104)
    assert key_hash("ü") == 1_675_192_789
    members.create_topic("t", 10)
    placed = [
        members.produce("t", [{"value": 1, "key": key}])[0].partition for key in ("alice", "bob")
    ]
    assert placed == [5, 4]


def test_records_without_a_key_take_turns(members: Members) -> None:
    members.create_topic("t", 4)
    together = [r.partition for r in produce(members, "t", *range(8))]
    assert Counter(together) == {0: 2, 1: 2, 2: 2, 3: 2}
    one_by_one = [produce(members, "t", 0)[0].partition for _ in range(4)]
    assert sorted(one_by_one) == [0, 1, 2, 3]
    assert one_by_one[0] == (together[-1] + 1) % 4


def test_a_partition_that_is_named_decides(members: Members) -> None:
    members.create_topic("t", 4)
    assert members.produce("t", [{"value": 1, "key": "k", "partition": 3}])[0].partition == 3


def test_each_record_is_told_its_offset(members: Members, stopped_clock: StoppedClock) -> None:
    members.create_topic("t", 2)
    answers = members.produce(
        "t",
        [
            {"value": "a", "partition": 1},
            {"value": "b", "partition": 0},
            {"value": "c", "partition": 1},
        ],
    )
    assert answers == [
        Produced(1, 0, NOW, False),
        Produced(0, 0, NOW, False),
        Produced(1, 1, NOW, False),
    ]
    stopped_clock.advance(1.5)
    assert produce(members, "t", "d", partition=1) == [Produced(1, 2, NOW + 1500, False)]
    values = [record.value for record in members.read_records("t", 1, 0, 10).records]
    assert values == ['"a"', '"c"', '"d"']


def test_a_record_that_is_there_is_answered_where_it_is(
    members: Members, stopped_clock: StoppedClock
) -> None:
    members.create_topic("t", 2)
    produce(members, "t", 0, 1, partition=1)
    produce(members, "t", "first", partition=1, transactionId="x", timestamp=5)
    stopped_clock.advance(60)
    answers = members.produce(
        "t",
        [
            {"value": "new", "partition": 1},
            {"value": "again", "partition": 1, "transactionId": "x", "timestamp": 7},
            {"value": "elsewhere", "partition": 0, "transactionId": "x"},
            {"value": "twice", "partition": 0, "transactionId": "x"},
        ],
    )
    assert answers == [
        Produced(1, 3, NOW + 60_000, False),
        Produced(1, 2, 5, True),
        Produced(0, 0, NOW + 60_000, False),
        Produced(0, 0, NOW + 60_000, True),
    ]


def test_a_records_own_timestamp_is_kept(members: Members, store: Queues) -> None:
    members.create_topic("t", 1)
    (answer,) = produce(members, "t", 1, timestamp=1_700_000_000_000, headers={"a": 1})
    assert answer.timestamp == 1_700_000_000_000
    (record,) = members.read_records("t", 0, 0, 10).records
    assert (record.timestamp, record.headers) == (1_700_000_000_000, {"a": 1})
    assert pop(store, "t").messages[0].headers == '{"a":1,"regent-timestamp":1700000000000}'


def test_produced_records_are_popped_like_pushed_ones(members: Members, store: Queues) -> None:
    members.create_topic("t", 1)
    members.produce("t", [{"value": {"a": 1}, "key": "k", "transactionId": "x"}], "alice")
    (message,) = pop(store, "t").messages
    assert (message.payload, message.key, message.transaction_id, message.producer_sub) == (
        '{"a":1}',
        "k",
        "x",
        "alice",
    )


def test_records_to_a_partition_that_is_not_there_store_nothing(
    members: Members, owner_url: str
) -> None:
    members.create_topic("t", 2)
    with pytest.raises(UnknownPartition) as refused:
        members.produce("t", [{"value": 1, "partition": 0}, {"value": 1, "partition": 2}])
    assert refused.value.message == "queue t has the partitions 0 to 1, not '2'"
    assert value(owner_url, "select count(*) from queen.messages") == 0


def test_what_a_push_refuses_a_produce_refuses(
    members: Members, store: Queues, database: Database
) -> None:
    with pytest.raises(UnknownTopic):
        produce(members, "nowhere", 1)
    push(store, "q", 1)
    with pytest.raises(UnknownTopic):
        produce(members, "q", 1)
    members.create_topic("t", 1)
    with pytest.raises(InvalidJson):
        produce(members, "t", "\0")
    configure(store, "t", partitions=1, max_queue_size=1)
    with pytest.raises(QueueFull):
        produce(members, "t", 1, 2)
    Maintenance(database).switch_maintenance(push=True)
    with pytest.raises(InMaintenance):
        produce(members, "t", 1)


def test_a_topic_with_encryption_stores_ciphertext(database: Database, owner_url: str) -> None:
    key = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
    encryption = Encryption(Settings(encryption_key=key))
    with_key = Members(database, encryption)
    configure(Queues(database, encryption), "t", partitions=1, encryption_enabled=True)
    produce(with_key, "t", "secret", "secret too")
    assert (
        value(owner_url, "select count(*) from queen.messages where payload::text like '%secret%'")
        == 0
    )
    read = with_key.read_records("t", 0, 0, 10).records
    assert [record.value for record in read] == ['"secret"', '"secret too"']
    without_key = Members(database, Encryption(Settings()))
    with pytest.raises(EncryptionUnavailable):
        produce(without_key, "t", 1)
    unreadable = without_key.read_records("t", 0, 0, 1).records[0]
    assert unreadable.value == "null"
    assert "which is not here" in str(unreadable.decryption_error)


#: Its hash is odd, so it moves from partition 1 of 2 to partition 3 of 4.
MOVING = next(key for key in map(str, range(99)) if key_hash(key) % 4 == 3)


def sent(members: Members, transaction: str, key: str = MOVING) -> Produced:
    record = {"value": 1, "key": key, "transactionId": transaction}
    return members.produce("t", [record])[0]  # type: ignore[list-item]


def test_a_record_that_is_sent_again_after_its_topic_grew_is_stored_once(
    members: Members, owner_url: str, stopped_clock: StoppedClock
) -> None:
    members.create_topic("t", 2)
    first = sent(members, "lost answer")
    members.create_topic("t", 4)
    stopped_clock.advance(500)
    again = sent(members, "lost answer")
    assert (again.partition, again.offset, again.duplicate) == (1, 0, True)
    assert (first.partition, first.offset, first.duplicate) == (1, 0, False)
    fresh = sent(members, "new")
    assert (fresh.partition, fresh.duplicate) == (3, False)
    assert value(owner_url, "select count(*) from queen.messages") == 2


def test_a_topic_that_grew_through_its_options_is_remembered_too(
    members: Members, store: Queues
) -> None:
    configure(store, "t", partitions=2)
    sent(members, "lost answer")
    configure(store, "t", partitions=4)
    assert sent(members, "lost answer").duplicate


def test_the_old_place_of_a_key_is_looked_up_for_ten_minutes(
    members: Members, stopped_clock: StoppedClock
) -> None:
    members.create_topic("t", 2)
    sent(members, "long ago")
    members.create_topic("t", 4)
    stopped_clock.advance(601)
    late = sent(members, "long ago")
    assert (late.partition, late.duplicate) == (3, False)


def test_a_partition_that_is_named_is_the_one_after_growth_too(members: Members) -> None:
    members.create_topic("t", 2)
    sent(members, "t1")
    members.create_topic("t", 4)
    record = {"value": 1, "key": MOVING, "transactionId": "t1", "partition": 0}
    (named,) = members.produce("t", [record])  # type: ignore[list-item]
    assert (named.partition, named.duplicate) == (0, False)
