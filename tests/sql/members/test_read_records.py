"""queen.read_records: messages by offset, without a lease and without a group."""

import pytest

from regent.errors import OffsetOutOfRange, UnknownPartition, UnknownTopic
from regent.limits import MAX_POP_BYTES
from regent.stores.members import Members, Record
from regent.stores.queue import Queues
from tests.support.clock import StoppedClock
from tests.support.members import EPOCH_OF_2030_MS, produce
from tests.support.rows import rows
from tests.support.store import pop, push


def test_records_come_in_order_from_an_offset_on(
    members: Members, stopped_clock: StoppedClock
) -> None:
    members.create_topic("t", 1)
    produce(members, "t", *"abcd", key="k", headers={"h": [1]})
    read = members.read_records("t", 0, 1, 2)
    assert read.records == [
        Record(1, "k", {"h": [1]}, '"b"', EPOCH_OF_2030_MS, None),
        Record(2, "k", {"h": [1]}, '"c"', EPOCH_OF_2030_MS, None),
    ]
    assert (read.high_watermark, read.log_start_offset, read.next_offset) == (4, 0, 3)


def test_reading_takes_nothing_from_anybody(members: Members, store: Queues) -> None:
    members.create_topic("t", 1)
    produce(members, "t", 1)
    for _ in range(2):
        assert len(members.read_records("t", 0, 0, 10).records) == 1
    assert len(pop(store, "t").messages) == 1
    assert len(members.read_records("t", 0, 0, 10).records) == 1


def test_the_end_of_a_partition_is_no_error(members: Members) -> None:
    members.create_topic("t", 1)
    assert members.read_records("t", 0, 0, 10) == ([], 0, 0, 0)
    produce(members, "t", 1, 2)
    assert members.read_records("t", 0, 2, 10) == ([], 2, 0, 2)


def test_an_offset_out_of_range_is_told_the_range(members: Members, owner_url: str) -> None:
    members.create_topic("t", 1)
    produce(members, "t", *range(5))
    rows(owner_url, 'delete from queen.messages where "offset" < 3')
    rows(owner_url, "update queen.partitions set tail = 3")
    for offset in (0, 2, 6, 2**63 - 1):
        with pytest.raises(OffsetOutOfRange) as refused:
            members.read_records("t", 0, offset, 10)
        assert refused.value.detail == {"logStartOffset": 3, "highWatermark": 5}
    assert [record.offset for record in members.read_records("t", 0, 3, 10).records] == [3, 4]


def test_reading_goes_on_behind_messages_that_were_deleted(
    members: Members, owner_url: str
) -> None:
    members.create_topic("t", 1)
    produce(members, "t", *range(5))
    rows(owner_url, 'delete from queen.messages where "offset" in (1, 2, 4)')
    read = members.read_records("t", 0, 1, 10)
    assert ([record.offset for record in read.records], read.next_offset) == ([3], 4)
    assert members.read_records("t", 0, 4, 10) == ([], 5, 0, 5)


def test_an_answer_is_bounded_by_its_bytes_and_one_record_always_fits(members: Members) -> None:
    members.create_topic("t", 1)
    for _ in range(3):
        produce(members, "t", "x" * (MAX_POP_BYTES // 2 - 1_000))
    produce(members, "t", "y" * (MAX_POP_BYTES + 1))
    assert [record.offset for record in members.read_records("t", 0, 0, 10).records] == [0, 1]
    assert [record.offset for record in members.read_records("t", 0, 2, 10).records] == [2]
    assert [record.offset for record in members.read_records("t", 0, 3, 10).records] == [3]


def test_a_header_that_only_looks_like_a_timestamp_stays_a_header(
    members: Members, store: Queues, stopped_clock: StoppedClock
) -> None:
    members.create_topic("t", 1)
    for odd in ("yesterday", -1, 1.5, True, None, 2**63, [5]):
        push(store, "t", 0, headers={"regent-timestamp": odd})
        record = members.read_records("t", 0, 0, 100).records[-1]
        assert (record.timestamp, record.headers) == (EPOCH_OF_2030_MS, {"regent-timestamp": odd})


def test_a_topic_or_partition_that_is_not_there_is_refused(members: Members, store: Queues) -> None:
    push(store, "q", 1)
    members.create_topic("t", 2)
    for topic in ("nowhere", "q"):
        with pytest.raises(UnknownTopic):
            members.read_records(topic, 0, 0, 1)
    with pytest.raises(UnknownPartition) as refused:
        members.read_records("t", 2, 0, 1)
    assert refused.value.detail == {"queue": "t", "partitions": 2}
