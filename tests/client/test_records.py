"""What a record is after its way there and back."""

from __future__ import annotations

from typing import Any

import pytest

from regent.client import ConsumerRecord, ConsumerRecords, InvalidPayload
from regent.client.records import record_from
from tests.client.wires import Group, make_topic
from tests.support.http import Call

VALUES = [
    "text",
    "",
    "ünï 🎉 \u001f \u2028",
    None,
    True,
    0,
    2**53 + 1,
    -1.5,
    [1, [2, {"a": None}]],
    {"nested": {"a": [1, 2]}, "": "empty"},
    b"",
    b"\x00\xff" * 100,
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_comes_back_as_it_was_sent(call: Call, group: Group, value: Any) -> None:
    make_topic(call, 1)
    group.producer().send("t", value).result(10)
    (record,) = group.simple().consume("t", 0, 0)
    assert record.value == value
    assert type(record.value) is type(value)


def test_everything_of_a_record_comes_back(call: Call, group: Group) -> None:
    make_topic(call, 3)
    sent = group.producer().send(
        "t", {"n": 1}, key="anna", headers={"trace": "x", "n": [1]}, timestamp=1_700_000_000_123
    )
    where = sent.result(10)
    assert (where.topic, where.offset, where.timestamp) == ("t", 0, 1_700_000_000_123)
    assert group.simple().consume("t", where.partition, 0) == [
        ConsumerRecord(
            topic="t",
            partition=where.partition,
            offset=0,
            key="anna",
            value={"n": 1},
            timestamp=1_700_000_000_123,
            headers={"trace": "x", "n": [1]},
        )
    ]


def test_bytes_keep_the_other_headers(call: Call, group: Group) -> None:
    make_topic(call, 1)
    group.producer().send("t", b"\x01", headers={"type": "image"}).result(10)
    (record,) = group.simple().consume("t", 0, 0)
    assert (record.value, record.headers) == (b"\x01", {"type": "image"})


@pytest.mark.parametrize("value", [bytearray(b"ab"), memoryview(b"ab")])
def test_other_kinds_of_bytes_arrive_as_bytes(call: Call, group: Group, value: Any) -> None:
    make_topic(call, 1)
    group.producer().send("t", value).result(10)
    assert group.simple().consume("t", 0, 0)[0].value == b"ab"


@pytest.mark.parametrize("value", ["no base64!", "YWI", 5, {"a": 1}])
def test_what_only_claims_to_be_base64_stays_as_it_is(value: Any) -> None:
    said = {
        "topic": "t",
        "partition": 0,
        "offset": 0,
        "key": None,
        "value": value,
        "timestamp": 1,
        "headers": {"content-encoding": "base64"},
    }
    record = record_from(said)
    assert (record.value, record.headers) == (value, {"content-encoding": "base64"})


@pytest.mark.parametrize(
    "wrong",
    [{1, 2}, object(), float("nan"), float("inf"), {"a": {1}}, "\ud800", {(1, 2): 3}],
    ids=["set", "object", "nan", "infinity", "nested set", "half a surrogate", "tuple as a key"],
)
def test_a_value_that_is_no_json_is_refused_where_it_is_sent(group: Group, wrong: Any) -> None:
    with pytest.raises(InvalidPayload, match="the record is no JSON"):
        group.producer().send("t", wrong)


def test_a_value_is_taken_as_it_is_when_it_is_sent(call: Call, group: Group) -> None:
    make_topic(call, 1)
    value = [1]
    producer = group.producer(linger_ms=50)
    sent = producer.send("t", value)
    value.append(2)
    sent.result(10)
    assert group.simple().consume("t", 0, 0)[0].value == [1]


def test_records_can_be_counted_walked_and_taken_apart() -> None:
    def record(partition: int, offset: int) -> ConsumerRecord:
        return ConsumerRecord("t", partition, offset, None, offset, 0)

    records = ConsumerRecords([record(2, 5), record(0, 1), record(2, 6)])
    assert len(records) == 3
    assert [(r.partition, r.offset) for r in records] == [(2, 5), (0, 1), (2, 6)]
    assert records.partitions == (0, 2)
    assert [r.offset for r in records.of(2)] == [5, 6]
    assert records.of(1) == []
    assert repr(records) == "<ConsumerRecords: 3 from partitions [0, 2]>"
    assert not ConsumerRecords()
