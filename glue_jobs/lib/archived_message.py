"""The columns of an archived message, and a checksum of messages. The checksum does not depend on
how they are stored: rows of Postgres and rows of a Parquet file give the same one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

#: The number of this form of the archive's files and manifests. A column more is no new form: files
#: that lack it are read as if it were null there.
FORMAT: Final = 1
_INSTANT: Final = pa.timestamp("us", tz="UTC")
#: The columns of queen.messages_to_archive, and of every Parquet file of the archive.
SCHEMA: Final = pa.schema(
    [
        ("queue", pa.string()),
        ("partition_id", pa.int64()),
        ("partition", pa.string()),
        ("offset", pa.int64()),
        ("id", pa.string()),
        ("transaction_id", pa.string()),
        ("trace_id", pa.string()),
        ("key", pa.string()),
        ("headers", pa.string()),
        ("payload", pa.string()),
        ("is_encrypted", pa.bool_()),
        ("producer_sub", pa.string()),
        ("created_at", _INSTANT),
        ("available_at", _INSTANT),
    ]
)


class Unsound(Exception):
    """Messages are not the expected ones, or not in their order."""


class Order:
    """Counts messages as they pass by. It checks that partitions come one after the other, and that
    offsets grow within each, so no message is there twice."""

    def __init__(self) -> None:
        self.rows = 0
        self._last: tuple[int, int] = (-1, -1)

    def add(self, messages: pa.Table | pa.RecordBatch) -> None:
        """Take the next messages."""
        if messages.num_rows == 0:
            return
        partitions = messages["partition_id"].to_numpy()
        offsets = messages["offset"].to_numpy()
        grows = (partitions[1:] > partitions[:-1]) | (
            (partitions[1:] == partitions[:-1]) & (offsets[1:] > offsets[:-1])
        )
        first = (int(partitions[0]), int(offsets[0]))
        if first <= self._last or not grows.all():
            raise Unsound(f"messages are out of order or there twice, behind {self._last}")
        self._last = (int(partitions[-1]), int(offsets[-1]))
        self.rows += messages.num_rows


class Contents(Order):
    """Counts and checks messages as Order does, and adds them to a checksum."""

    def __init__(self) -> None:
        super().__init__()
        self._columns = [(hashlib.sha256(), hashlib.sha256()) for _ in SCHEMA]

    def add(self, messages: pa.Table | pa.RecordBatch) -> None:
        """Take the next messages."""
        if not messages.schema.equals(SCHEMA):
            raise Unsound(f"messages have the columns {messages.schema}, not {SCHEMA}")
        super().add(messages)
        for column, (lengths, values) in zip(messages.columns, self._columns, strict=True):
            for chunk in column.chunks if isinstance(column, pa.ChunkedArray) else [column]:
                _hash(chunk, lengths, values)

    def checksum(self) -> str:
        """SHA-256 over the values of each column, of all messages so far."""
        digests = [half.digest() for column in self._columns for half in column]
        return hashlib.sha256(b"".join(digests)).hexdigest()


def contents(tables: Iterable[pa.Table | pa.RecordBatch]) -> Contents:
    """The contents of messages that are read back."""
    found = Contents()
    for table in tables:
        found.add(table)
    return found


def read_columns(file: pq.ParquetFile, row_group: int, columns: Sequence[str]) -> pa.Table:
    """These columns of a row group. One that the file does not have is null there."""
    table = file.read_row_group(row_group, columns=list(columns))
    for name in set(columns) - set(table.column_names):
        table = table.append_column(name, pa.nulls(table.num_rows, SCHEMA.field(name).type))
    return table.select(columns)


def _hash(chunk: pa.Array, lengths: Any, values: Any) -> None:
    """Hash lengths and bytes apart, so that neither chunks nor the bytes behind nulls matter."""
    if pa.types.is_string(chunk.type):
        lengths.update(pc.fill_null(pc.binary_length(chunk), -1).to_numpy())
        held = chunk.drop_null()
        if len(held):
            _, ends, data = held.buffers()
            bounds = np.frombuffer(ends, np.int32, len(held) + 1, held.offset * 4)
            values.update(memoryview(data)[bounds[0] : bounds[-1]])
        return
    lengths.update(pc.cast(chunk.is_valid(), pa.int8()).to_numpy(zero_copy_only=False))
    values.update(pc.cast(chunk.drop_null(), pa.int64()).to_numpy(zero_copy_only=False))
