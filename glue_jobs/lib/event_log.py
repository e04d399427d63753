"""The files of the event log's export: which messages are in them, and how more are written."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql import SparkSession

from glue_jobs.lib import tables
from glue_jobs.lib.archived_message import Unsound
from glue_jobs.lib.errors import StorageError
from glue_jobs.lib.login import Login
from glue_jobs.lib.postgres import Source
from glue_jobs.lib.storage import Storage, whole
from regent.stores.log import LogStore

FOLDER: Final = "event-log"
STAGING: Final = "_staging"
#: The columns of log.messages_to_export, and of every file.
SCHEMA: Final = pa.schema(
    [
        ("position", pa.int64()),
        ("id", pa.string()),
        ("type", pa.string()),
        ("payload", pa.string()),
        ("metadata", pa.string()),
        ("causation_id", pa.string()),
        ("correlation_id", pa.string()),
        ("created_at", pa.timestamp("us", tz="UTC")),
    ]
)
#: Readers skip files by position and by instant: messages stand in the order of both, nearly.
LOG: Final = tables.Form("event_log", SCHEMA)
#: Names sort as positions do.
_NAME: Final = "{:019}.parquet"


@dataclass(frozen=True)
class Range:
    """The messages behind a position up to another one, and how many the database counts."""

    after: int
    upto: int
    messages: int

    @property
    def path(self) -> str:
        """Where their file goes: one file can begin there, whatever other runs plan."""
        return _NAME.format(self.after)


def root(output: str) -> str:
    """The export's address below a job's output."""
    return f"{whole(output)}/{FOLDER}"


def plan(login: Login, after: int, messages: int, size: int, most: int) -> tuple[list[Range], int]:
    """The next ranges behind a position, and the safe position."""
    found: list[Range] = []
    safe = 0
    with _store(login) as store:
        while len(found) < most:
            upto, counted, safe = store.plan_export(after, messages, size)
            if upto is None:
                break
            found.append(Range(after, upto, counted))
            after = upto
    return found, safe


@contextmanager
def _store(login: Login) -> Iterator[LogStore]:
    database = login.database()
    try:
        yield LogStore(database)
    finally:
        database.close()


def files(storage: Storage) -> list[str]:
    """The files of the export, by position."""
    return [each.path for each in storage.list() if re.fullmatch(r"\d{19}\.parquet", each.path)]


def exported(storage: Storage) -> int:
    """The position up to which the log is exported: that of the last message of the last file."""
    found = files(storage)
    return contents(storage, found[-1])[1] if found else 0


def contents(storage: Storage, path: str) -> tuple[int, int]:
    """How many messages a file holds, and the position of the last one."""
    try:
        with storage.opened(path) as opened:
            known = pq.read_metadata(opened)
        groups = [known.row_group(number).column(0) for number in range(known.num_row_groups)]
        return known.num_rows, max(group.statistics.max for group in groups)
    except (pa.ArrowInvalid, ValueError, AttributeError):
        raise StorageError(
            f"{storage.address(path)} is no file of the export, or is damaged. Remove it and those"
            " behind it: the database still has their messages, and the next run writes them"
        ) from None


def write(
    spark: SparkSession, found: Sequence[Range], storage: Storage, source: Source
) -> list[str]:
    """Write ranges in tasks; return the paths of their staged files."""

    def carry_out(numbers: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in numbers:
            for number in batch.column(0).to_pylist():
                path = _stage(storage, source, found[number])
                yield pa.record_batch({"number": pa.array([number]), "path": pa.array([path])})

    tasks = spark.range(0, len(found), 1, len(found))
    rows = tasks.mapInArrow(carry_out, "number bigint, path string").collect()
    return [row.path for row in sorted(rows, key=lambda row: row.number)]


def _stage(storage: Storage, source: Source, wanted: Range) -> str:
    path = f"{STAGING}/{wanted.after}-{uuid.uuid4().hex[:8]}.parquet"
    columns = ", ".join(f'm."{name}"' for name in SCHEMA.names)
    query = (
        f"select {columns} from log.messages_to_export m"  # noqa: S608 - names and numbers of ours
        f" where m.position > {wanted.after} and m.position <= {wanted.upto} order by m.position"
    )
    with source.connect() as connection, connection.cursor() as cursor:
        cursor.execute(query)
        batches = (batch.cast(SCHEMA) for batch in cursor.fetch_record_batch())
        stored = storage.write_parquet(path, SCHEMA, batches)
    written = stored.rows if stored else 0
    if written != wanted.messages:
        storage.delete(path)
        raise Unsound(
            f"between the positions {wanted.after} and {wanted.upto} of the log are"
            f" {wanted.messages} messages, and {written} were read"
        )
    return path


def place(storage: Storage, found: Sequence[Range], staged: Sequence[str]) -> list[Range]:
    """Bring files to their place, in order; return those that are there. A file at its place stays:
    if another run has put one there that ends elsewhere, the ranges behind are planned anew."""
    placed: list[Range] = []
    for each, path in zip(found, staged, strict=True):
        storage.copy(path, each.path)
        if contents(storage, each.path) != (each.messages, each.upto):
            break
        placed.append(each)
    storage.delete(*staged)
    return placed


def register(storage: Storage, output: str, database: str | None) -> int:
    """Add the files to the table that it does not have; how many."""
    beside = tables.beside(output, storage.region, database)
    if beside is None:
        return 0
    there = [tables.Batch(path, [storage.address(path)]) for path in files(storage)]
    return beside.add(LOG, there, lambda: there) if there else 0
