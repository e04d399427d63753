"""Joins files of the archive into one: their messages in order, and the proof that the new file has
each of them unchanged.

Of each file one row group is held. So memory depends on the size of row groups, not of files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from glue_jobs.lib import archive, manifests
from glue_jobs.lib.archived_message import SCHEMA, Contents, Unsound, read_columns
from glue_jobs.lib.storage import Storage
from regent.stores.retention import Batch

#: Bytes of messages that are put in order at a time, about.
PIECE_BYTES: Final = 16 * 1024 * 1024
_PLACE: Final = ["partition_id", "offset"]
_ORDER: Final = [(name, "ascending") for name in _PLACE]


def join(storage: Storage, batch: Batch, sources: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Write the messages of these files into one, bring it to its place, and prove it. Returns the
    new file as a batch records it."""
    with _opened(storage, sources) as files:
        _, written = archive.write(storage, batch, merged(files))
        recorded = archive.recorded(written)
        archive.publish(storage, batch._replace(files=recorded))
        (made,) = recorded
        prove(storage, made, sources, files)
    return made


@contextmanager
def _opened(
    storage: Storage, sources: Sequence[Mapping[str, Any]]
) -> Iterator[list[pq.ParquetFile]]:
    with ExitStack() as stack:
        yield [stack.enter_context(manifests.opened(storage, each)) for each in sources]


def merged(files: Sequence[pq.ParquetFile]) -> Iterator[pa.RecordBatch]:
    """The messages of files, each in order, as one row of messages in order."""
    waiting = [_row_groups(file, SCHEMA.names) for file in files]
    held: dict[int, pa.Table] = {}
    rows: dict[int, int] = {}
    while True:
        for number in range(len(waiting)):
            if number not in held and (group := next(waiting[number], None)) is not None:
                held[number] = group
                rows[number] = _share(group, PIECE_BYTES // len(files))
        if not held:
            return
        # Up to this place no file has a message that is not held: the rest of each file lies behind
        # what is held of it.
        upto = min(_place(table, rows[number]) for number, table in held.items())
        parts = []
        for number, table in list(held.items()):
            end = _end(table, upto)
            parts.append(table.slice(0, end))
            if end < table.num_rows:
                held[number] = table.slice(end)
            else:
                del held[number]
        yield from pa.concat_tables(parts).sort_by(_ORDER).combine_chunks().to_batches()


def _row_groups(file: pq.ParquetFile, columns: Sequence[str]) -> Iterator[pa.Table]:
    groups = (read_columns(file, number, columns) for number in range(file.num_row_groups))
    return (group for group in groups if group.num_rows)


def _share(table: pa.Table, size: int) -> int:
    """How many messages of a table have about so many bytes."""
    return max(1, int(table.num_rows * size / max(1, table.nbytes)))


def _place(table: pa.Table, rows: int) -> tuple[int, int]:
    """The place of the last of the first messages."""
    last = min(rows, table.num_rows) - 1
    return table["partition_id"][last].as_py(), table["offset"][last].as_py()


def _end(table: pa.Table, upto: tuple[int, int]) -> int:
    """How many messages stand up to a place, it included."""
    partition, offset = upto
    partitions = table["partition_id"].to_numpy()
    first = int(np.searchsorted(partitions, partition, "left"))
    behind = int(np.searchsorted(partitions, partition, "right"))
    offsets = table["offset"].slice(first, behind - first).to_numpy()
    return first + int(np.searchsorted(offsets, offset, "right"))


def prove(
    storage: Storage,
    made: Mapping[str, Any],
    sources: Sequence[Mapping[str, Any]],
    files: Sequence[pq.ParquetFile],
) -> None:
    """Raise Unsound unless the new file has the messages of all sources, value by value.

    The witness is what the sources' manifests say: how many messages each has, and a checksum of
    them, taken from what Postgres sent. The new file is read at its place, and of its messages
    those of each source are counted and summed apart."""
    origin = _origin(files)
    found = [Contents() for _ in sources]
    begins = 0
    with manifests.opened(storage, made) as file:
        for table in _row_groups(file, SCHEMA.names):
            of = origin[begins : begins + table.num_rows]
            begins += table.num_rows
            if len(of) == table.num_rows:
                _deal(table, of, found)
    there = [(each.rows, each.checksum()) for each in found]
    wanted = [(each["rows"], each["checksum"]) for each in sources]
    if begins != len(origin) or there != wanted:
        raise Unsound(
            f"{storage.address(made['path'])} does not hold the messages of the"
            f" {len(sources)} files that it is made of, as their manifests count them"
        )


def _origin(files: Sequence[pq.ParquetFile]) -> np.ndarray[Any, Any]:
    """For each message of all files, in order: which file it is of."""
    keys = [pa.concat_tables(_row_groups(file, _PLACE)) for file in files]
    numbers = np.repeat(np.arange(len(keys)), [table.num_rows for table in keys])
    together = pa.concat_tables(keys)
    order = np.lexsort((together["offset"].to_numpy(), together["partition_id"].to_numpy()))
    return numbers[order]


def _deal(table: pa.Table, of: np.ndarray[Any, Any], found: Sequence[Contents]) -> None:
    """Add each message to the contents of the file that it is of."""
    order = np.argsort(of, kind="stable")
    dealt, numbers = table.take(order), of[order]
    for number in np.unique(numbers):
        first, end = (int(np.searchsorted(numbers, number, side)) for side in ("left", "right"))
        found[number].add(dealt.slice(first, end - first))
