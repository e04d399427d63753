"""A checksum of messages that depends on the messages alone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from glue_jobs.lib.archived_message import (
    SCHEMA,
    Contents,
    Order,
    Unsound,
    contents,
    read_columns,
)

AT = datetime(2030, 1, 1, tzinfo=UTC)


def message(offset: int, **fields: Any) -> dict[str, Any]:
    return {
        "queue": "orders",
        "partition_id": 1,
        "partition": "p",
        "offset": offset,
        "id": f"id {offset}",
        "transaction_id": f"t {offset}",
        "trace_id": None,
        "key": None,
        "headers": None,
        "payload": f'{{"n": {offset}}}',
        "is_encrypted": False,
        "producer_sub": None,
        "created_at": AT,
        "available_at": None,
    } | fields


def table(*messages: dict[str, Any]) -> pa.Table:
    return pa.Table.from_pylist(list(messages), schema=SCHEMA)


THREE = table(message(0), message(1, key="k", headers="{}"), message(3, payload='"ü"'))


def test_it_is_the_same_however_messages_are_cut_into_tables():
    whole = contents([THREE])
    parts = contents([THREE.slice(0, 1), THREE.slice(1, 0), *THREE.slice(1).to_batches()])
    assert whole.checksum() == parts.checksum()
    assert (whole.rows, parts.rows) == (3, 3)


def test_what_stands_behind_a_null_does_not_matter():
    values = pa.array(["x", "hidden", "y"])
    masked = pa.Array.from_buffers(
        pa.string(), 3, [pa.py_buffer(b"\x05"), *values.buffers()[1:]], null_count=1
    )
    assert masked.to_pylist() == ["x", None, "y"]
    place = SCHEMA.get_field_index("key")
    plain = THREE.set_column(place, "key", pa.array(["x", None, "y"]))
    assert contents([THREE.set_column(place, "key", masked)]).checksum() == (
        contents([plain]).checksum()
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"payload": '{"n": 4}'},
        {"key": ""},
        {"partition": "q"},
        {"queue": "q"},
        {"transaction_id": "t 1"},
        {"is_encrypted": True},
        {"available_at": AT},
        {"created_at": AT.replace(microsecond=1)},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_any_change_shows(changed):
    was, now = (contents([table(message(0, **fields))]).checksum() for fields in ({}, changed))
    assert was != now


def test_another_offset_shows():
    assert contents([table(message(1))]).checksum() != (
        contents([table(message(0) | {"offset": 1})]).checksum()
    )


def test_a_value_that_moves_to_the_next_message_shows():
    pairs = [("ab", "c"), ("a", "bc")]
    one, two = (contents([table(message(0, key=a), message(1, key=b))]) for a, b in pairs)
    assert one.checksum() != two.checksum()


@pytest.mark.parametrize(
    "messages",
    [
        [message(0), message(0)],
        [message(1), message(0)],
        [message(0, partition_id=2), message(1)],
    ],
    ids=["there twice", "out of order", "partitions out of order"],
)
def test_messages_out_of_order_are_not_sound(messages):
    with pytest.raises(Unsound, match="out of order or there twice"):
        contents([table(*messages)])
    order = Order()
    order.add(table(messages[0]))
    with pytest.raises(Unsound):
        order.add(table(messages[1]))


def test_other_columns_are_not_sound():
    with pytest.raises(Unsound, match="messages have the columns"):
        Contents().add(THREE.drop_columns(["key"]))


def test_a_column_that_a_file_does_not_have_is_null(tmp_path: Path) -> None:
    """As in files from before a release added it."""
    pq.write_table(THREE.drop_columns(["key", "available_at"]), tmp_path / "file")
    with pq.ParquetFile(tmp_path / "file") as file:
        found = read_columns(file, 0, ["key", "offset", "available_at"])
    assert found.schema == pa.schema([SCHEMA.field(n) for n in ("key", "offset", "available_at")])
    assert found.to_pydict() == {
        "key": [None] * 3,
        "offset": [0, 1, 3],
        "available_at": [None] * 3,
    }
